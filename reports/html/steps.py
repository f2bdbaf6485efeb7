"""A hand's actions as sentences, street by street, with the pot after each."""

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pokerstats.reports.html.cards import Card, cards
from pokerstats.reports.html.numbers import amount, count_of

STREET_NAMES = {
    "preflop": "Before the flop", "flop": "Flop", "turn": "Turn", "river": "River",
    "third": "Third street", "fourth": "Fourth street", "fifth": "Fifth street", "sixth": "Sixth street",
    "seventh": "Seventh street", "predraw": "Before the draw", "first_draw": "First draw", "second_draw": "Second draw",
    "third_draw": "Third draw", "exchange": "Exchange", "first_lap": "First lap", "second_lap": "Second lap",
    "third_lap": "Third lap", "second": "Second street", "showdown": "Showdown",
}  # fmt: skip
BOARD_STREETS = {"flop": (0, 3), "turn": (3, 4), "river": (4, 5)}

WORDS = {
    "ante": "antes {amount}", "dead_blind": "posts {amount} dead", "fee": "pays a fee of {amount}",
    "small_blind": "posts the small blind {amount}", "big_blind": "posts the big blind {amount}",
    "button_blind": "posts the button blind {amount}", "straddle": "straddles {amount}", "post": "posts {amount}",
    "bring_in": "brings in {amount}", "fold": "folds", "check": "checks", "call": "calls {amount}",
    "bet": "bets {amount}", "complete": "completes to {to}", "raise": "raises to {to}",
    "all_in": "moves all in, {amount}", "discard": "draws {n}", "stand_pat": "stands pat",
    "show": "shows", "muck": "mucks", "return": "takes back {amount}", "cash_out": "cashes out {amount}",
    "expose": "exposes", "announce": "announces",
    "challenge": "challenges", "compare": "compares", "propose": "proposes to open", "agree": "agrees",
    "refuse": "refuses", "force": "forces the opening", "dead_hand": "has a dead hand", "burn": "burns",
    "reshuffle": "the discards are shuffled", "replace": "has a card replaced", "show_openers": "shows openers",
}  # fmt: skip


@dataclass(frozen=True)
class Sentence:
    """A sentence that may hold a player's name, apart from it so that a name cannot turn the rest around."""

    before: str
    player: str | None
    after: str


def sentence(text: str, player: str | None) -> Sentence:
    """A sentence split around the first place where the player is named."""
    before, found, after = text.partition(player) if player else (text, "", "")
    return Sentence(before, found or None, after)


@dataclass(frozen=True)
class Remark:
    """What the auditor says in a hand."""

    check: str
    rule: str
    severity: str
    told: Sentence
    seq: int | None


@dataclass(frozen=True)
class Step:
    """One thing that happens; ``player`` is nobody for the dealer's own."""

    number: int
    player: str | None
    text: str
    cards: list[Card]
    pot: str
    decision: bool
    remarks: list[Remark] = field(default_factory=list)


@dataclass(frozen=True)
class Street:
    """The steps of one street under its name and the board cards it brought."""

    name: str
    cards: list[Card]
    steps: list[Step]


def streets(
    hand: dict[str, Any],
    names: dict[int, str],
    actions: list[dict[str, Any]],
    payouts: list[dict[str, Any]],
    remarks: list[Remark],
) -> list[Street]:
    """The hand from the first ante to the last chip paid."""
    code: str | None = hand["currency"]
    pot: Decimal = hand["carried_in"] + hand["added"]
    by_seq: dict[int, list[Remark]] = {}
    for remark in remarks:
        if remark.seq is not None:
            by_seq.setdefault(remark.seq, []).append(remark)
    told: list[Street] = []
    number = 0
    if pot:
        number += 1
        parts = [(hand["carried_in"], "carried in from the hand before"), (hand["added"], "added by the room")]
        text = " and ".join(f"{amount(value, code)} {words}" for value, words in parts if value)
        told.append(Street("Before the deal", [], [Step(number, None, text, [], amount(pot, code), False)]))
    dealt = _dealt(hand)
    for action in actions:
        for name in _streets_until(action["street"], dealt, told):
            told.append(Street(STREET_NAMES[name], dealt.pop(name, []), []))
        if not told or told[-1].name != STREET_NAMES[action["street"]]:
            told.append(Street(STREET_NAMES[action["street"]], [], []))
        pot += _into_pot(action)
        number += 1
        told[-1].steps.append(
            Step(
                number,
                names.get(action["seat"]),
                _sentence(action, code),
                cards(_seen(action), fresh=action["new_cards"]),
                amount(pot, code) if _into_pot(action) else "",
                action["action"] in ("fold", "check", "call", "bet", "complete", "raise"),
                by_seq.get(action["seq"], []),
            )
        )
    told += [Street(STREET_NAMES[name], left, []) for name, left in dealt.items()]
    paid = [_payout(row, names, code) for row in payouts]
    if paid:
        told.append(
            Street(
                "Paid", [], [Step(number + nth, who, text, [], "", False) for nth, (who, text) in enumerate(paid, 1)]
            )
        )
    return told


def _dealt(hand: dict[str, Any]) -> dict[str, list[Card]]:
    board = cards(hand["board"])
    return {name: board[begin:end] for name, (begin, end) in BOARD_STREETS.items() if board[begin:end]}


def _streets_until(street: str, dealt: dict[str, list[Card]], told: list[Street]) -> list[str]:
    """The board streets to open before this action: its own, those nobody acted on, all of them before a showdown."""
    if street in BOARD_STREETS:
        order = list(BOARD_STREETS)
        return [name for name in order[: order.index(street) + 1] if name in dealt]
    return list(dealt) if street == "showdown" and told else []


def _into_pot(action: dict[str, Any]) -> Decimal:
    value: Decimal = action["amount"] or Decimal(0)
    if action["action"] == "cash_out":
        return Decimal(0)
    return -value if action["action"] == "return" else value


def _sentence(action: dict[str, Any], code: str | None) -> str:
    value: Decimal = action["amount"] or Decimal(0)
    total: Decimal = action["to_amount"] if action["to_amount"] is not None else value
    drawn = count_of(action["n_cards"] or 0, "card")
    text: str = WORDS.get(action["action"], action["action"]).format(
        amount=amount(value, code), to=amount(total, code), n=drawn
    )
    if action["all_in"] and action["action"] not in ("all_in", "show", "muck", "return", "fold", "check"):
        text += " and is all in"
    if action["said"]:
        text += f": {action['said']}"
    return text


def _seen(action: dict[str, Any]) -> str | None:
    seen: str | None = action["new_cards"] if action["action"] == "discard" and action["new_cards"] else action["cards"]
    return seen


def _payout(row: dict[str, Any], names: dict[int, str], code: str | None) -> tuple[str | None, str]:
    number: int | None = row["pot_no"]
    pot = "the pot" if number is None else "the main pot" if number == 0 else f"side pot {number}"
    side = f", {row['side']}" if row["side"] else ""
    run = f", board {row['run']}" if row["run"] and row["run"] > 1 else ""
    return names.get(row["seat"]), f"collects {amount(row['amount'], code)} from {pot}{side}{run}"
