"""The history of a hand in our own format, pokerstats-hand."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pokerstats.pipeline.engine.hand import Hand


@dataclass(frozen=True, slots=True)
class Header:
    """What a history says of its hand beside the play."""

    hand: str = "1"
    """The hand's number at this site."""
    site: str = "pokerstats"
    played_at: str | None = None
    """ISO 8601 with an offset."""
    table: str | None = None
    max_seats: int | None = None
    mix: str | None = None
    kind: str = "cash"
    currency: str | None = None
    away: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    """Players at the table who are not dealt in: name and stack by seat."""


def history_of(hand: "Hand", header: Header) -> dict[str, Any]:
    """The hand as one object of the format; sums are whole chips."""
    terms, rules = hand.terms, hand.terms.rules
    history: dict[str, Any] = {"format": "pokerstats-hand", "version": 1}
    if header.site != "pokerstats":
        history["site"] = header.site
    history["hand"] = header.hand
    if header.played_at is not None:
        history["played_at"] = header.played_at
    if header.table is not None:
        history["table"] = {"name": header.table}
        if header.max_seats is not None:
            history["table"]["max_seats"] = header.max_seats
    history["game"] = rules.game
    if header.mix is not None:
        history["mix"] = header.mix
    history |= terms.told
    history["kind"] = header.kind
    if header.currency is not None:
        history["currency"] = header.currency
    history["button"] = hand.button
    if hand.deal.carried_in:
        history["carried_in"] = hand.deal.carried_in
    history["seats"] = _seats(hand, header)
    history["events"] = hand.deal.events
    return history


def _seats(hand: "Hand", header: Header) -> list[dict[str, Any]]:
    seats: list[dict[str, Any]] = [
        {"seat": seat.seat, "player": seat.player, "stack": seat.stack} for seat in hand.start
    ]
    for number, (player, stack) in header.away.items():
        seats.append({"seat": number, "player": player, "stack": stack, "dealt_in": False})
    seats.sort(key=lambda seat: seat["seat"])
    return seats


def history_line(history: Mapping[str, Any]) -> str:
    """A history as one line of a file, without the line end."""
    return _encode(history)


_encode = json.JSONEncoder(ensure_ascii=False, separators=(", ", ": ")).encode
