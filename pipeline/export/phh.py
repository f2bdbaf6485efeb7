"""Stored hands as PHH, with our own ``_pokerstats`` table where the notation has no word."""

from datetime import datetime
from decimal import Decimal
from typing import Any

from pokerstats.parsers.phh import EXTENSION, VARIANTS, header_of
from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.export.phh_actions import Notation
from pokerstats.pipeline.export.same_value import differing
from pokerstats.pipeline.export.stored import StoredHand
from pokerstats.pipeline.export.toml_text import toml
from pokerstats.pipeline.games import game
from pokerstats.pipeline.tables import MONEY_SCALE

EXTENSION_VERSION = 1

_CODES = {meant: code for code, meant in VARIANTS.items()}
_BLINDS = ("small_blind", "big_blind", "button_blind", "straddle", "post")
_MOST_EXACT = 2**63

Hand = dict[str, Any]


def text(hand: Hand, stored: StoredHand, number: int | None) -> str:
    """The hand as TOML with a blank line behind it: the numbered table of a .phhs file, or the whole of a .phh."""
    lines = [f"[{number}]"] if number is not None else []
    fields = notation(hand, stored)
    if fields["variant"].startswith("_"):
        lines.append("# PHH has no code for this game: this one is of pokerstats")
    lines += [f"{name} = {toml(value)}" for name, value in fields.items() if value is not None]
    return "\n".join(lines) + "\n\n"


def notation(hand: Hand, stored: StoredHand) -> dict[str, Any]:
    """The fields of the hand, required ones first."""
    players = _players(hand)
    if len(players) < 2:
        raise Refused("PHH tells a hand of at least two players who were dealt in")
    own: dict[str, Any] = {"extension": EXTENSION_VERSION, "site": hand["site"], "hand": hand["hand"]}
    if "series" in hand:
        own["series"] = hand["series"]
    fields = _required(hand, players)
    fields |= {"actions": []} | _optional(hand, stored, players)
    header = header_of({name: value for name, value in fields.items() if value is not None}, hand["site"], hand["hand"])
    _extend_header(own, hand, players, header)
    play = Notation(hand, fields, header)
    fields["actions"] = play.actions
    own |= play.own
    return {**fields, EXTENSION: {name: value for name, value in own.items() if value not in ([], {})}}


def _players(hand: Hand) -> list[Hand]:
    """Who was dealt in, from the left of the button; where none is named, from the small blind or by seat."""
    seats = [seat for seat in hand["seats"] if seat.get("dealt_in", True)]
    button = hand.get("button")
    if button is None:
        first = next((event["seat"] for event in hand["events"] if event["type"] == "small_blind"), 1)
        button = first - 1
    return sorted(seats, key=lambda seat: (seat["seat"] - button - 1) % 256)


# ---------------------------------------------------------------- fields


def _required(hand: Hand, players: list[Hand]) -> dict[str, Any]:
    stakes, fixed = hand["stakes"], hand["structure"] == "fixed"
    code = _CODES.get((hand["game"], hand["structure"])) or f"_{hand['game']}/{hand['structure']}"
    antes = [_sum(hand, seat, ("ante", "dead_blind")) for seat in players]
    fields: dict[str, Any] = {"variant": code, "ante_trimming_status": len(set(antes)) == 1, "antes": antes}
    if game(hand["game"]).family == "stud":
        fields["bring_in"] = _amount(stakes.get("bring_in", 0))
    else:
        fields["blinds_or_straddles"] = [_sum(hand, seat, _BLINDS) for seat in players]
    if len(players) == 2:
        # the rule of PHH: heads-up both lists are the other way round
        fields |= {name: fields[name][::-1] for name in ("antes", "blinds_or_straddles") if name in fields}
    if fixed:
        small = _amount(stakes.get("small_bet", stakes.get("big_blind", 0)))
        fields |= {"small_bet": small, "big_bet": _amount(stakes.get("big_bet", 2 * small))}
    else:
        fields["min_bet"] = _amount(stakes.get("min_bet", stakes.get("big_blind", stakes.get("ante", 0))))
    fields["starting_stacks"] = [_amount(seat["stack"]) if "stack" in seat else Decimal("inf") for seat in players]
    return fields


def _sum(hand: Hand, seat: Hand, kinds: tuple[str, ...]) -> Decimal:
    """What a player posted of these kinds; of a short post the whole sum, as PHH takes it from the stack itself."""
    total = Decimal(0)
    met: set[str] = set()
    for event in hand["events"]:
        kind = event["type"]
        if kind in kinds and event["seat"] == seat["seat"]:
            amount = _amount(event["amount"])
            if event.get("all_in"):
                amount = max(amount, _amount(hand["stakes"].get(kind, 0)))
            # below zero it is the post of one who comes in, behind whom the betting does not begin
            comes_in = kind == "post" or (kind in ("small_blind", "big_blind") and kind in met)
            total += -amount if comes_in else amount
        met.add(kind)
    return total


def _optional(hand: Hand, stored: StoredHand, players: list[Hand]) -> dict[str, Any]:
    table, tournament = hand.get("table") or {}, hand.get("tournament") or {}
    level = tournament.get("level", "")
    by_seat = {row["seat"]: row for row in stored.seats}
    rows = [by_seat[seat["seat"]] for seat in players]
    known = all("stack" in seat for seat in players)
    return {
        "event": tournament.get("name"),
        "venue": hand["site"],
        **_clock(hand),
        "hand": int(hand["hand"]) if _is_number(hand["hand"]) else hand["hand"],
        "level": int(level) if _is_number(level) else None,
        "seats": [seat["seat"] for seat in players],
        "seat_count": table.get("max_seats"),
        "table": table.get("name"),
        "players": [seat["player"] for seat in players],
        "finishing_stacks": [_units(row["stack"] + row["net"]) for row in rows] if known else None,
        "winnings": [_units(row["won"]) for row in rows],
        "currency": hand["currency"] if len(hand.get("currency", "")) == 3 else None,
    }  # fmt: skip


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and str(int(word)) == word and int(word) < _MOST_EXACT


def _clock(hand: Hand) -> dict[str, Any]:
    """The start of the hand in universal time if the instant is known, else the clock as it was printed."""
    if "played_at" not in hand and "played_local" not in hand:
        return {}
    at = datetime.fromisoformat(hand.get("played_at") or hand["played_local"])
    known = "played_at" in hand
    return {
        "time": at.time(),
        "time_zone": "UTC" if known else None,
        "time_zone_abbreviation": None if known else hand.get("zone", ""),
        "day": at.day,
        "month": at.month,
        "year": at.year,
    }


def _amount(amount: int | str | Decimal) -> Decimal:
    return Decimal(amount)


def _units(amount: int) -> Decimal:
    return Decimal(amount) / MONEY_SCALE


# ---------------------------------------------------------------- what the fields do not tell


def _extend_header(own: dict[str, Any], hand: Hand, players: list[Hand], read: Hand) -> None:
    """Adds what a reader would otherwise take from the fields in another way than it is."""
    for name, value in differing(hand, read, but=("seats", "events", "format", "version")).items():
        if value is None:
            own.setdefault("without", []).append(name)
        else:
            own[name] = value
    others = [differing(seat, as_read, but=("dealt_in",)) for seat, as_read in zip(players, read["seats"], strict=True)]
    if any(others):
        own["seats"] = [{name: value for name, value in other.items() if value is not None} for other in others]
    own["absent"] = [seat for seat in hand["seats"] if not seat.get("dealt_in", True)]
