"""Open Hand History (OHH, .ohh): JSON of many trackers and tools, one object a hand; amounts are what was added."""

import json
import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pydantic import ValidationError

from pokerstats.parsers import history as h
from pokerstats.parsers.history_batch import HandBatch
from pokerstats.parsers.open_hand_rounds import EXTENSION, Strange, events, extended, sum_of
from pokerstats.parsers.pokerstats_json import fault_text
from pokerstats.parsers.text import decode
from pokerstats.pipeline import games, tables
from pokerstats.pipeline.errors import UnreadableError

FORMAT = "open-hand-history"
BATCH = 5_000

boundary = re.compile(rb'(?m)^\{[^{}]*"ohh"\s*:')
"""The first line of a hand, for cutting large files."""

_HEAD = re.compile(r'\ufeff?[\s\[]*\{[^{}]*"ohh"\s*:\s*\{')
_START = re.compile(r"^[ \t]*\{", re.MULTILINE)

GAMES = {
    "holdem": "holdem",
    "omaha": "omaha",
    "omahahilo": "omahahilo",
    "stud": "stud",
    "studhilo": "studhilo",
    "draw": "5cd",
}
"""Our names for the words of the format; a word beside these may be a game of ours."""
_BY_CARDS = {
    ("omaha", 5): "omaha5",
    ("omaha", 6): "omaha6",
    ("omahahilo", 5): "omaha5hilo",
    ("omahahilo", 6): "omaha6hilo",
}
LIMITS = {"NL": "no-limit", "PL": "pot", "FL": "fixed", "Spread": "spread"}
_OTHER_TYPES = (TypeError, ValueError, KeyError, AttributeError, ArithmeticError)
"""What comes of text where a number is meant, a number where a list is, and the like."""
_CHIPS = {"chips": "CHIPS", "xpm": "PLAY", "ppc": "PLAY"}


def detect(head: str) -> bool:
    """Whether the beginning of a file is Open Hand History."""
    return _HEAD.match(head) is not None


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
    """The objects of the file as text, with first and last line; a broken one reaches to where the next begins."""
    decoder = json.JSONDecoder()
    at, line = 0, 1
    while match := re.compile(r"[^\s,\[\]\ufeff]").search(text, at):
        line += text.count("\n", at, match.start())
        at = match.start()
        try:
            _, end = decoder.raw_decode(text, at)
        except json.JSONDecodeError:
            following = _START.search(text, at + 1)
            while following and not _HEAD.match(text, following.start()):
                following = _START.search(text, following.end())
            end = following.start() if following else len(text)
        piece = text[at:end]
        lines = piece.rstrip().count("\n")
        yield piece.rstrip(), line, line + lines
        line += piece.count("\n")
        at = end


def _add(batch: HandBatch, piece: str, first: int, last: int) -> None:
    """One object: a hand in the tables, or a row in ``rejected``."""
    text = piece.encode()
    try:
        told = json.loads(piece, parse_float=Decimal)
    except json.JSONDecodeError as error:
        cut = error.msg.startswith("Unterminated") or error.pos >= len(piece)
        kind = "incomplete" if cut else "unreadable"
        batch.reject(
            text, first, last, kind, f"no JSON: {error}", _named(piece, "site_name"), _named(piece, "game_number")
        )
        return
    site, number = None, None
    try:
        if not isinstance(told, dict) or not isinstance(told.get("ohh"), dict):
            raise Strange('expected an object with "ohh"')
        ohh = told["ohh"]
        site, number = _text(ohh, "site_name"), _text(ohh, "game_number") or _text(told, "id")
        if number is None:
            raise Strange("$.ohh.game_number: missing")
        hand = h.Hand.model_validate(_history(ohh, site or "unknown", number))
    except ValidationError as error:
        batch.reject(text, first, last, "unreadable", fault_text(error), site, number)
        return
    except (Strange, UnreadableError) as error:
        batch.reject(text, first, last, "unreadable", str(error), site, number)
        return
    except _OTHER_TYPES as error:
        reason = f"a field holds something else than Open Hand History has there: {error}"
        batch.reject(text, first, last, "unreadable", reason, site, number)
        return
    batch.add(hand, text, first, last)


def _named(piece: str, field: str) -> str | None:
    """What a broken hand still says of itself."""
    found = re.search(rf'"{field}"\s*:\s*"([^"\\]*)"', piece)
    return found[1] if found else None


def _text(place: dict[str, Any], name: str) -> str | None:
    value = place.get(name)
    return None if value in (None, "") else str(value)


# ---------------------------------------------------------------- header


def _history(ohh: dict[str, Any], site: str, number: str) -> dict[str, Any]:
    """The hand in the words of our history."""
    hand = header_of(ohh, site, number)
    seat_of = {player.get("id"): seat["seat"] for player, seat in zip(ohh["players"], hand["seats"], strict=True)}
    hand["events"], added = events(ohh, hand, seat_of)
    return {"added": str(added), **hand}


def header_of(ohh: dict[str, Any], site: str, number: str) -> dict[str, Any]:
    """The hand in the words of our history, but for its events."""
    limit = ohh.get("bet_limit") or {}
    word = str(limit.get("bet_type", ""))
    if word not in LIMITS:
        raise Strange(f"$.ohh.bet_limit.bet_type: {word!r}: expected NL, PL or FL")
    own = ohh.get(EXTENSION) or {}
    seats = [_seat(player, place) for place, player in enumerate(_list(ohh, "players"))]
    hand: dict[str, Any] = {
        "format": h.FORMAT_NAME,
        "version": h.VERSION,
        "site": site,
        "hand": number,
        "table": {"name": _text(ohh, "table_name"), "max_seats": _number(ohh.get("table_size"))},
        "fast_fold": "Fast" in (ohh.get("flags") or ()),
        "game": _game(ohh),
        "deck": None,
        "structure": LIMITS[word],
        "stakes": _stakes(ohh, word, limit),
        "button": _number(ohh.get("dealer_seat")),
        "seats": seats,
        **_kind(ohh),
        **_start(ohh),
    }
    by_id = {player.get("id"): seat["seat"] for player, seat in zip(ohh["players"], seats, strict=True)}
    hand["hero"] = by_id.get(ohh.get("hero_player_id"))
    if "cap" in hand["stakes"]:
        hand["structure"] = f"cap-{hand['structure']}"
    return hand | {name: value for name, value in own.items() if name in h.Hand.model_fields}


def _list(place: dict[str, Any], name: str) -> list[dict[str, Any]]:
    found = place.get(name)
    if not isinstance(found, list) or not all(isinstance(item, dict) for item in found):
        raise Strange(f"$.ohh.{name}: expected a list of objects")
    return found


def _number(value: Any) -> int | None:
    """A whole number, also where a writer put it in quotes; none for 0, as seats and tables begin at 1."""
    if isinstance(value, str) and value.strip().isdigit():
        value = int(value)
    return value if isinstance(value, int) and value > 0 else None


def _seat(player: dict[str, Any], place: int) -> dict[str, Any]:
    seat = {
        "seat": _number(player.get("seat")) or place + 1,
        "player": str(player.get("name") or player.get("display") or ""),
        "stack": sum_of(player.get("starting_stack")),
        "dealt_in": not player.get("is_sitting_out", False),
        "bounty": sum_of(player.get("player_bounty") or None),
    }
    return extended(seat, player)


def _game(ohh: dict[str, Any]) -> str:
    word = str(ohh.get("game_type", ""))
    name = GAMES.get(word.lower(), word)
    if name not in games.names():
        raise Strange(f"$.ohh.game_type: {word!r}: expected Holdem, Omaha, OmahaHiLo, Stud, StudHiLo or Draw")
    dealt = [len(action["cards"]) for part in _list(ohh, "rounds") for action in part.get("actions", ())
             if action.get("action") == "Dealt Cards" and action.get("cards")]  # fmt: skip
    dealt += [len(player["cards"]) for player in ohh["players"] if player.get("cards")]
    return _BY_CARDS.get((name, max(dealt, default=0)), name)


def _stakes(ohh: dict[str, Any], word: str, limit: dict[str, Any]) -> dict[str, Any]:
    sums = {
        "ante": ohh.get("ante_amount"),
        "small_blind": ohh.get("small_blind_amount"),
        "big_blind": ohh.get("big_blind_amount"),
        "cap": limit.get("bet_cap"),
    }
    if word == "FL" and ohh.get("big_blind_amount"):
        sums |= {"small_bet": ohh["big_blind_amount"], "big_bet": 2 * ohh["big_blind_amount"]}
    return {name: sum_of(value) for name, value in sums.items() if value}


def _kind(ohh: dict[str, Any]) -> dict[str, Any]:
    currency = _text(ohh, "currency")
    if not (ohh.get("tournament") or ohh.get("tournament_info")):
        chips = _CHIPS.get((currency or "").lower())
        kind = {"CHIPS": "unknown", "PLAY": "play"}.get(chips or "", "cash")
        return {"kind": kind, "currency": chips or currency}
    info = ohh.get("tournament_info") or {}
    tournament = {
        "number": _text(info, "tournament_number"),
        "name": _text(info, "name"),
        "currency": _text(info, "currency"),
        **{name: sum_of(info.get(f"{word}_amount")) for name, word in
           (("buy_in", "buyin"), ("fee", "fee"), ("bounty", "bounty_fee"))},
    }  # fmt: skip
    told = {name: value for name, value in tournament.items() if value is not None}
    return {"kind": "tournament", "currency": "CHIPS", "tournament": told or None}


def _start(ohh: dict[str, Any]) -> dict[str, Any]:
    start = _text(ohh, "start_date_utc")
    if start is None:
        return {}
    return {"played_at": start.removesuffix("Z") + "+00:00"}
