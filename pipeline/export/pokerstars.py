"""Stored hands in the text of PokerStars, which most tracking programs read and our own parser reads back."""

import re
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any
from zoneinfo import ZoneInfo

from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.export.pokerstars_play import WORDS, Money, Play
from pokerstats.pipeline.export.pokerstars_summary import summary
from pokerstats.pipeline.games import game
from pokerstats.pipeline.tables import hand_id

GAMES = {
    "holdem": "Hold'em",
    "short-deck": "6+ Hold'em",
    "split-holdem": "Split Hold'em",
    "omaha": "Omaha",
    "omahahilo": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "omaha5hilo": "5 Card Omaha Hi/Lo",
    "omaha6": "6 Card Omaha",
    "omaha6hilo": "6 Card Omaha Hi/Lo",
    "courchevel": "Courchevel",
    "courchevelhilo": "Courchevel Hi/Lo",
    "fusion": "Fusion",
    "5cd": "5 Card Draw",
    "27sd": "Single Draw 2-7 Lowball",
    "27td": "Triple Draw 2-7 Lowball",
    "a5td": "Triple Draw A-5 Lowball",
    "badugi": "Badugi",
    "badacey": "Badacey",
    "badeucey": "Badeucey",
    "stud": "7 Card Stud",
    "studhilo": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "5stud": "5 Card Stud",
}
"""The games that the room deals, by our names."""

_LIMITS = {
    "no-limit": "No Limit",
    "pot": "Pot Limit",
    "fixed": "Limit",
    "cap-no-limit": "No Limit",
    "cap-pot": "Pot Limit",
    "mixed": "Pot Limit Pre-Flop, No Limit Post-Flop",
}
_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹", "CNY": "¥"}
_CODES = (*_SYMBOLS, "CAD", "AUD", "BRL", "SEK", "DKK", "NOK", "CHF", "PLN", "RUB")
_POINTS = {"FPP": "FPP", "SC": " SC"}
_CHIPS = ("CHIPS", "PLAY")
_RUN_IT_ONCE = "Run It Once Poker"
_ROOMS = {"Run It Once": _RUN_IT_ONCE, "pokerstats": "Pokerstats"}
"""Rooms whose first line names them otherwise than our tables do."""
_ROOM = re.compile(r"[A-Z][A-Za-z0-9_.']*(?: [A-Z][A-Za-z0-9_.']*){0,5}")
_NUMBER = re.compile(r"[A-Za-z]{0,4}[0-9][0-9-]*")
_LABEL = re.compile(r"[A-Z]{2,5}")
_ZONED = re.compile(r" [A-Z]{2,5}\]?$")
_CODED = re.compile(rf"\b(?:{'|'.join(_CODES)})\b")
"""A first line with neither zone nor currency comes of a converter, and these know no line for an uncalled bet."""
_ET = ZoneInfo("America/New_York")

Hand = dict[str, Any]


def text(hand: Hand, *, pot: int, rake: int, room: str | None = None) -> str:
    """The hand as a text of the room with three blank lines behind it; refused if the text has no words for it.

    ``hand`` is a history (see ``json.history``), ``pot`` and ``rake`` are those of the replay, in units of money.
    ``room`` writes the hand as one of this room, for programs that read no other.
    """
    _refuse_what_has_no_words(hand)
    symbol = _SYMBOLS.get(hand.get("currency", ""), "")
    money = _money(symbol)
    first = _first_line(hand, room, money)
    play = Play(
        hand,
        money,
        takes_uncalled=first.startswith(_RUN_IT_ONCE) or not (_ZONED.search(first) or _CODED.search(first)),
        returns_added=first.startswith(_RUN_IT_ONCE),
    )
    lines = [
        first,
        _table_line(hand),
        *(_seat_line(seat, hand, money, play) for seat in hand["seats"]),
        *play.lines,
        *summary(hand, play, money, pot=pot, rake=rake),
    ]
    return "\n".join(lines) + "\n\n\n\n"


def _refuse_what_has_no_words(hand: Hand) -> None:
    title = game(hand["game"]).title
    if hand["game"] not in GAMES:
        raise Refused(f"PokerStars text has no name for {title}")
    if hand["structure"] not in _LIMITS:
        raise Refused(f"PokerStars text has no word for a {hand['structure']} betting structure")
    if hand.get("carried_in") or hand["events"][-1].get("carried_out"):
        raise Refused("PokerStars text has no word for money carried from hand to hand")
    if hand["deck"] not in (None, game(hand["game"]).deck):
        raise Refused(f"PokerStars deals {title} from {game(hand['game']).deck} cards, not from {hand['deck']}")
    options = (hand.get("rules") or {}).get("options")
    if options:
        raise Refused(f"PokerStars text cannot tell of house rules: {', '.join(sorted(options))}")
    if hand.get("ranking") not in (None, game(hand["game"]).halves[0].order):
        raise Refused(f"PokerStars text cannot tell that hands are ranked {hand['ranking']}")
    turns = [event["type"] for event in hand["events"] if event["type"] not in WORDS]
    if turns:
        raise Refused(f"PokerStars text has no words for a turn of home games: {turns[0].replace('_', ' ')}")
    if any("stack" not in seat for seat in hand["seats"]):
        raise Refused("PokerStars text tells every player's stack, and the log does not")


# ---------------------------------------------------------------- money and time


def _money(symbol: str) -> Money:
    """How sums are written: ``$1.50``, ``$2``, without symbol for chips and other currencies."""

    def written(amount: int | str) -> str:
        return f"{symbol}{amount}"

    return written


def _time(hand: Hand) -> str:
    """The clocks of the first line: the one printed, with Eastern Time in brackets if the instant is known."""
    at, local, zone = (hand.get(name) for name in ("played_at", "played_local", "zone"))
    if at is None and local is None:
        raise Refused("PokerStars text tells when a hand was played, and the log does not")
    utc = datetime.fromisoformat(at) if at else None
    if local is not None and (zone is None or _LABEL.fullmatch(zone)):
        printed = f"{_clock(datetime.fromisoformat(local))} {zone or ''}".rstrip()
    else:
        assert utc is not None or local is not None
        printed = f"{_clock(utc.astimezone(UTC))} UTC" if utc else _clock(datetime.fromisoformat(str(local)))
    if utc is None or zone in (None, "ET"):
        return printed
    return f"{printed} [{_clock(utc.astimezone(_ET))} ET]"


def _clock(at: datetime) -> str:
    return f"{at:%Y/%m/%d} {at.hour}:{at:%M:%S}"


# ---------------------------------------------------------------- first lines


def _first_line(hand: Hand, room: str | None, money: Money) -> str:
    words, number = _room(hand, room)
    fast = "Zoom " if hand.get("fast_fold") and "tournament" not in hand else ""
    named = f"{GAMES[hand['game']]} {_LIMITS[hand['structure']]}"
    tournament = hand.get("tournament")
    if (tournament is not None) != (hand["kind"] == "tournament"):
        raise Refused("PokerStars text tells a tournament by its number, and only tournaments have one")
    start = f"{words} {fast}Hand #{number}:"
    if tournament is None:
        stakes = f"({_stakes(hand, money)})"
        named = f"{hand['mix']} ({named}, {stakes[1:]}" if "mix" in hand else f"{named} {stakes}"
        return f"{start}  {named} - {_time(hand)}"
    named = f"{hand['mix']} ({named})" if "mix" in hand else named
    level = f"Level {tournament['level']} " if "level" in tournament else ""
    cost = _buy_in(tournament)
    fast = "Zoom " if hand.get("fast_fold") else ""
    name = f"{tournament['name']}, " if "name" in tournament else ""
    stakes = _stakes(hand, money)
    return f"{start} {fast}Tournament #{tournament['number']}, {cost}{name}{named} - {level}({stakes}) - {_time(hand)}"


def _room(hand: Hand, room: str | None) -> tuple[str, str]:
    """The words for the room, and the hand's number as the room could have given it."""
    if room is not None:
        if not _ROOM.fullmatch(room):
            raise UsageError(
                f"--room {room}: expected a name in letters that begins with a capital, such as PokerStars"
            )
        number, series = hand["hand"], hand.get("series")
        own = number.isascii() and number.isdigit() and series is None
        return room, number if own else str(hand_id(hand["site"], number, series))
    site = str(hand["site"])
    words = _ROOMS.get(site, site)
    if not _ROOM.fullmatch(words):
        raise Refused(
            f"PokerStars text cannot name the room {hand['site']!r}; write it as another's with --room PokerStars"
        )
    if "series" in hand:
        raise Refused(
            "PokerStars text has hand numbers that are unique at the room, and this is unique in its series only; "
            "give the hand another with --room PokerStars"
        )
    if not _NUMBER.fullmatch(hand["hand"]):
        raise Refused(
            "PokerStars text has hand numbers of digits, with at most four letters before them; "
            "give the hand another with --room PokerStars"
        )
    return words, hand["hand"]


def _stakes(hand: Hand, money: Money) -> str:
    """What stands in brackets behind the game: blinds or bets, an ante or cap that nothing else tells, currency."""
    stakes, currency = hand["stakes"], hand.get("currency")
    names = ("small_bet", "big_bet") if hand["structure"] == "fixed" else ("small_blind", "big_blind")
    if hand["game"] == "short-deck" and "small_blind" not in stakes:
        names = ("big_blind", "ante")
    if any(name not in stakes for name in names):
        raise Refused(f"PokerStars text names {' and '.join(names).replace('_', ' ')}, and the log does not")
    first, second = map(money, _alike([stakes[name] for name in names]))
    found = f"Button Blind {first} - Ante {second}" if "ante" in names else f"{first}/{second}"
    if "ante" not in names and "ante" in stakes and stakes["ante"] != _highest_ante(hand):
        found += f" - Ante {money(stakes['ante'])}"
    if "cap" in stakes:
        found += f" - {money(stakes['cap'])} Cap - "
    if hand["kind"] in ("tournament", "play") or currency in (None, *_CHIPS):
        return found
    if currency not in _CODES:
        raise Refused(f"PokerStars text knows no currency {currency}; it knows {', '.join(_CODES)}")
    return f"{found} {currency}"


def _alike(sums: list[int | str]) -> list[int | str]:
    """Sums beside each other: all with cents if one has them."""
    cents = any(isinstance(amount, str) for amount in sums)
    return [f"{amount}.00" if cents and isinstance(amount, int) else amount for amount in sums]


def _highest_ante(hand: Hand) -> int | str | None:
    """The highest ante posted, which is the ante for a reader."""
    antes = [event["amount"] for event in hand["events"] if event["type"] == "ante"]
    return max(antes, key=Fraction, default=None)


def _buy_in(tournament: Hand) -> str:
    """What a tournament costs, with a blank behind it; nothing if the log is silent."""
    if "buy_in" not in tournament:
        return ""
    currency = tournament.get("currency")
    if not tournament["buy_in"] and not tournament.get("fee") and currency is None:
        return "Freeroll  "
    if currency in _POINTS:
        return f"{tournament['buy_in']}{_POINTS[currency]} "
    if currency not in (*_CODES, "PLAY"):
        raise Refused(f"PokerStars text knows no currency {currency} for a buy-in; it knows {', '.join(_CODES)}")
    parts = [
        part for part in (tournament["buy_in"], tournament.get("bounty"), tournament.get("fee")) if part is not None
    ]
    price = "+".join(f"{_SYMBOLS.get(currency, '')}{part}" for part in _alike(parts))
    return f"{price} " if currency == "PLAY" else f"{price} {currency} "


def _table_line(hand: Hand) -> str:
    table = hand.get("table") or {}
    most = f" {table['max_seats']}-max" if "max_seats" in table else ""
    play = " (Play Money)" if hand["kind"] == "play" else ""
    button = f" Seat #{hand['button']} is the button" if "button" in hand else ""
    return f"Table '{table.get('name', '')}'{most}{play}{button}"


def _seat_line(seat: Hand, hand: Hand, money: Money, play: Play) -> str:
    bounty = ""
    if "bounty" in seat:
        symbol = _SYMBOLS.get((hand.get("tournament") or {}).get("currency", ""), "")
        bounty = f", {symbol}{seat['bounty']} bounty"
    out = "" if seat.get("dealt_in", True) else " is sitting out"
    hero = " [hero]" if play.hero_is_marked and seat["seat"] == hand["hero"] else ""
    return f"Seat {seat['seat']}: {seat['player']} ({money(seat['stack'])} in chips{bounty}){out}{hero}"
