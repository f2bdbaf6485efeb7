"""PHH (.phh, .phhs): poker hands as TOML with a notation of actions, used for research."""

import re
import tomllib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time
from decimal import Decimal
from hashlib import sha256
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import ValidationError

from pokerstats.parsers import history as h
from pokerstats.parsers.clock import instant
from pokerstats.parsers.history_batch import HandBatch
from pokerstats.parsers.phh_actions import Event, Table, Told, Unreadable
from pokerstats.parsers.phh_payouts import payouts
from pokerstats.parsers.pokerstats_json import fault_text
from pokerstats.parsers.text import decode
from pokerstats.pipeline import tables
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.games import game, names

FORMAT = "phh"
BATCH = 5_000
EXTENSION = "_pokerstats"
"""Our own table in a hand: what the notation has no word for."""

boundary = re.compile(rb"(?m)^\[\d+\]")
"""The first line of a hand in a file of many (.phhs); a file of one (.phh) has no such line."""

VARIANTS = {
    "FT": ("holdem", "fixed"),
    "NT": ("holdem", "no-limit"),
    "NS": ("short-deck", "no-limit"),
    "PO": ("omaha", "pot"),
    "FO/8": ("omahahilo", "fixed"),
    "F7S": ("stud", "fixed"),
    "F7S/8": ("studhilo", "fixed"),
    "FR": ("razz", "fixed"),
    "N2L1D": ("27sd", "no-limit"),
    "F2L3D": ("27td", "fixed"),
    "FB": ("badugi", "fixed"),
}
"""The variants that PHH has codes for; ours begin with an underscore: ``_5cd/fixed``."""

_HEAD = re.compile(r"\ufeff?(?:\s*(?:#[^\n]*|\[\d+\]|[A-Za-z_]+\s*=[^\n]*)\n)*?\s*variant\s*=\s*['\"]")
_FIELD = re.compile(r"^(?:actions|antes|starting_stacks)\s*=", re.MULTILINE)
_PIECE = re.compile(r"^\[(\d+)\][ \t]*$", re.MULTILINE)
_MONEY_FORMAT = Decimal("0.0001")
_DIGEST = 12
_BEHIND_ALL = 1 << 30
_OTHER_TYPES = (TypeError, ValueError, KeyError, AttributeError, ArithmeticError)
"""What comes of text where a number is meant, a number where a list is, and the like."""


def detect(head: str) -> bool:
    """Whether the beginning of a file is PHH."""
    return _HEAD.match(head) is not None and _FIELD.search(head) is not None


def parse(data: bytes, *, path: str, keep_text: bool = False) -> Iterator[tables.Parsed]:
    """The hands of one file in batches; what cannot be read is in ``rejected`` with its line."""
    text, _ = decode(data)
    batch = HandBatch(keep_text)
    taken = 0
    for piece, first, last in _pieces(text):
        _add(batch, piece, first, last)
        if batch.size >= BATCH:
            batch.lines = last - taken
            taken = last
            yield batch.parsed()
            batch = HandBatch(keep_text)
    batch.lines = text.count("\n") + (not text.endswith("\n") if text else 0) - taken
    if batch.lines or batch.size:
        yield batch.parsed()


def _pieces(text: str) -> Iterator[tuple[str, int, int]]:
    """The hands of a file with their first and last line: its numbered tables, or the whole."""
    starts = [match.start() for match in _PIECE.finditer(text)] or [0]
    line = 1 + text.count("\n", 0, starts[0])
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        piece = text[start:end]
        whole = piece.rstrip()
        if whole:
            yield whole, line, line + whole.count("\n")
        line += piece.count("\n")


def _add(batch: HandBatch, piece: str, first: int, last: int) -> None:
    """One piece: a hand in the tables, or a row in ``rejected``."""
    text = piece.encode()
    site, number, series = None, None, None
    try:
        told: dict[str, Any] = tomllib.loads(piece, parse_float=Decimal)
        if (numbered := _PIECE.match(piece)) is not None:
            told = told[numbered[1]]
        site, number, series = _identity(told, piece)
        hand = h.Hand.model_validate({**_history(told, site, number), "series": series})
    except tomllib.TOMLDecodeError as error:
        batch.reject(text, first, last, "unreadable", f"no TOML: {error}", site, number)
    except ValidationError as error:
        batch.reject(text, first, last, "unreadable", fault_text(error), site, number)
    except (Unreadable, UnreadableError) as error:
        batch.reject(text, first, last, "unreadable", str(error), site, number)
    except _OTHER_TYPES as error:
        reason = f"a field holds something else than PHH has there: {error}"
        batch.reject(text, first, last, "unreadable", reason, site, number)
    else:
        batch.add(hand, text, first, last)


def _identity(told: dict[str, Any], piece: str) -> tuple[str, str, str | None]:
    """Venue, hand number and series: where no venue gave the number, the text tells the hand from others of it."""
    own = told.get(EXTENSION) or {}
    if "site" in own:
        return str(own["site"]), str(own["hand"]), own.get("series")
    venue, number = str(told.get("venue") or ""), str(told.get("hand", ""))
    if venue and number:
        return venue, number, None
    # the numbered table of a .phhs is no part of the hand
    digest = sha256(_PIECE.sub("", piece, count=1).strip().encode()).hexdigest()[:_DIGEST]
    return venue or "PHH", number or digest, digest if number else None


# ---------------------------------------------------------------- from fields to a history


def _history(told: dict[str, Any], site: str, number: str) -> dict[str, Any]:
    """The hand in the words of our history."""
    own = told.get(EXTENSION) or {}
    hand = header_of(told, site, number)
    table = table_of(told, hand)
    forced = list(table.forced(*forced_of(told, len(table.seats))))
    (_, first), *rest = table.told(_list(told, "actions"))
    events = [first, *(own.get("forced") or forced), *_with_steps(rest, own), *_result(told, own, table)]
    hand["events"] = list(_as_history(events))
    hand["seats"] += own.get("absent", ())
    return hand


def header_of(told: dict[str, Any], site: str, number: str) -> dict[str, Any]:
    """The hand in the words of our history, but for its events."""
    own = told.get(EXTENSION) or {}
    name, structure = variant_of(told)
    stacks = _list(told, "starting_stacks")
    seat_numbers = told.get("seats") or list(range(1, len(stacks) + 1))
    players = told.get("players") or [""] * len(stacks)
    if not len(seat_numbers) == len(players) == len(stacks):
        raise Unreadable(f"seats, players and starting_stacks: expected {len(stacks)} of each")
    seats = [
        {"seat": seat, "player": player or f"Player {place}", "stack": None if _unknown(stack) else money(stack)}
        for place, (seat, player, stack) in enumerate(zip(seat_numbers, players, stacks, strict=True), start=1)
    ]
    for seat, others in zip(seats, own.get("seats") or [{}] * len(seats), strict=True):
        seat |= others
    hand: dict[str, Any] = {
        "format": h.FORMAT_NAME,
        "version": h.VERSION,
        "site": site,
        "hand": number,
        "table": {"name": _text(told, "table"), "max_seats": told.get("seat_count")},
        "game": name,
        "deck": None,
        "structure": structure,
        "stakes": _stakes(told, name),
        # the last player is the dealer, and with two players he has the small blind
        "button": seat_numbers[-1] if game(name).button else None,
        "kind": "cash" if _text(told, "currency") or told.get("currency_symbol") else "unknown",
        "currency": _text(told, "currency") or _SYMBOLS.get(str(told.get("currency_symbol")), "CHIPS"),
        "seats": seats,
        **_start(told),
    }
    hand |= {field: value for field, value in own.items() if field in h.Hand.model_fields and field != "seats"}
    return {field: value for field, value in hand.items() if field not in own.get("without", ())}


_SYMBOLS = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}


def variant_of(told: dict[str, Any]) -> tuple[str, str]:
    """Game and betting structure of a variant code, also of our own codes."""
    code = told.get("variant")
    if isinstance(code, str) and code in VARIANTS:
        return VARIANTS[code]
    name, _, structure = str(code).removeprefix("_").partition("/")
    if str(code).startswith("_") and name in names():
        return name, structure
    raise Unreadable(f"variant {code!r}: expected one of {', '.join(VARIANTS)}")


def table_of(told: dict[str, Any], hand: dict[str, Any]) -> Table:
    """The table as the hand begins."""
    own = told.get(EXTENSION) or {}
    return Table(
        game=game(hand["game"]),
        seats=[seat["seat"] for seat in hand["seats"]],
        stacks=[Decimal("inf") if _unknown(stack) else Decimal(stack) for stack in told["starting_stacks"]],
        bring_in=Decimal(told.get("bring_in") or 0),
        streets_told={at: street for at, street in own.get("streets", ())},
    )


def forced_of(told: dict[str, Any], count: int) -> tuple[list[Decimal], list[Decimal]]:
    """Antes and blinds, one for each player."""
    return tuple(  # type: ignore[return-value]
        ([Decimal(amount) for amount in told.get(field) or ()] + [Decimal(0)] * count)[:count]
        for field in ("antes", "blinds_or_straddles")
    )


def _list(told: dict[str, Any], field: str) -> list[Any]:
    found = told.get(field)
    if not isinstance(found, list):
        raise Unreadable(f"{field}: expected a list")
    return found


def _text(told: dict[str, Any], field: str) -> str | None:
    value = told.get(field)
    return None if value in (None, "") else str(value)


def _unknown(stack: Any) -> bool:
    return stack is None or not Decimal(stack).is_finite()


def money(amount: Any) -> str:
    """A sum as our history writes it."""
    if isinstance(amount, bool) or not isinstance(amount, int | Decimal) or not Decimal(amount).is_finite():
        raise Unreadable(f"{amount!r}: expected a sum of money")
    return f"{Decimal(amount).quantize(_MONEY_FORMAT).normalize():f}"


def _stakes(told: dict[str, Any], name: str) -> dict[str, Any]:
    blinds = told.get("blinds_or_straddles") or []
    antes = told.get("antes") or []
    small, big = (*blinds, 0, 0)[:2] if game(name).blinds else (0, 0)
    if "button_blind" in game(name).forced:
        big = max(blinds, default=0)
    sums = {
        "ante": max(antes, default=0),
        "small_blind": small,
        "big_blind": big,
        **{field: told.get(field) for field in ("bring_in", "small_bet", "big_bet")},
    }
    return {field: money(amount) for field, amount in sums.items() if amount}


def _start(told: dict[str, Any]) -> dict[str, Any]:
    """When the hand began: an instant where the zone is told or none is meant, else the clock of the place."""
    year, month, day, at = (told.get(field) for field in ("year", "month", "day", "time"))
    if not (isinstance(at, time) and isinstance(year, int) and isinstance(month, int) and isinstance(day, int)):
        return {}
    local = datetime.combine(date(year, month, day), at)
    zone, label = _text(told, "time_zone"), _text(told, "time_zone_abbreviation")
    found: datetime | None = None
    if zone is not None:
        try:
            found = local.replace(tzinfo=ZoneInfo(zone)).astimezone(UTC).replace(tzinfo=None)
        except (ZoneInfoNotFoundError, ValueError):
            raise Unreadable(f"time_zone {zone!r}: expected a name such as Europe/Oslo") from None
    elif label is not None:
        found = instant(local, label, None, None)
    elif not all(told.get(field) for field in ("city", "region", "country")):
        found, label = local, "UTC"
    return {
        "played_at": f"{found.isoformat()}+00:00" if found else None,
        "played_local": local.isoformat(),
        "zone": label or zone,
    }


# ---------------------------------------------------------------- events


def _with_steps(told: list[Told], own: dict[str, Any]) -> Iterator[Event]:
    """The events with the changes and the further steps of our extension at their places."""
    changes = {change["at"]: change for change in own.get("changes", ())}
    steps = sorted(own.get("steps", ()), key=lambda step: int(step["at"]))
    for place, event in [*told, (_BEHIND_ALL, None)]:
        while steps and steps[0]["at"] <= place:
            step = steps.pop(0)
            if "street" in step:
                yield {"type": "street", "street": step["street"]}
            yield {field: value for field, value in step.items() if field not in ("at", "street")}
        if event is not None:
            change = changes.get(place, {}) if event["type"] != "street" else {}
            yield {**event, **{field: value for field, value in change.items() if field != "at"}}


def _as_history(told: list[Event]) -> Iterator[Event]:
    """Events with sums as text and without fields that a change takes away."""
    for event in told:
        without = event.get("without", ())
        yield {
            field: money(value) if isinstance(value, Decimal) else value
            for field, value in event.items()
            if field not in without and field != "without"
        }


def _result(told: dict[str, Any], own: dict[str, Any], table: Table) -> Iterator[Event]:
    """Who was paid, and the end."""
    yield from own.get("awards") or payouts(told, table)
    yield {"type": "end", **own.get("end", {})}
