"""How the report names a game and its stakes."""

from decimal import Decimal
from typing import Any

from pokerstats.pipeline import games
from pokerstats.reports.html.numbers import amount, currency_name

BETTING = {
    "nl": "no limit", "pl": "pot limit", "fl": "fixed limit", "spread": "spread limit", "cap-nl": "cap no limit",
    "cap-pl": "cap pot limit", "mixed": "mixed betting",
}  # fmt: skip


def game_name(game: str, betting: str) -> str:
    """``Texas hold'em, no limit``; a game without data keeps the name of the log."""
    title = games.game(game).title if game in games.names() else game
    return f"{title}, {BETTING.get(betting, betting)}"


def stakes(hand: dict[str, Any]) -> str:
    """``0.25/0.50``, the bets in fixed limit, else the ante."""
    code: str | None = hand["currency"]
    pairs = [("small_bet", "big_bet"), ("small_blind", "big_blind")]
    for small, big in pairs if hand["betting"] == "fl" else reversed(pairs):
        if hand.get(big):
            low: Decimal | None = hand.get(small)
            return f"{amount(low, code)}/{amount(hand[big], code)}" if low else amount(hand[big], code)
    return f"ante {amount(hand['ante'], code)}" if hand.get("ante") else "no stakes named"


def describe(hand: dict[str, Any]) -> str:
    """Game, stakes and currency of one hand in a line."""
    return f"{game_name(hand['game'], hand['betting'])}, {stakes(hand)} {currency_name(hand['currency'])}"
