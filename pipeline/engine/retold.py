"""A history told otherwise: as the log of one of the players, or with chips that are worth money."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from pokerstats.pipeline.engine.deal import Event

History = dict[str, Any]

_SUMS = ("amount", "to", "carried_out", "rake")
_UNSEEN = {"deal": ("down",), "discard": ("cards", "drawn"), "replace": ("card",)}
"""What only its owner sees of an event."""


def seen_by(history: Mapping[str, Any], player: str) -> History:
    """What this player's own log tells: his cards, what lies open and what is shown, of other cards only how many."""
    (seat,) = (seat["seat"] for seat in history["seats"] if seat["player"] == player)
    told = {**history, "events": [_seen(event, seat) for event in history["events"]]}
    # the hero stands beside the button, as in the format's description
    return _after(told, "button", "hero", seat)


def _seen(event: Event, seat: int) -> Event:
    kind = event["type"]
    if kind == "compare":
        if seat in (event["drops"], event["stays"]):
            return event
        return {name: value for name, value in event.items() if name != "cards"}
    hidden = _UNSEEN.get(kind)
    if hidden is None or event["seat"] == seat:
        return event
    if kind == "discard":
        return {name: value for name, value in event.items() if name not in hidden}
    return {name: _covered(value) if name in hidden else value for name, value in event.items()}


def _covered(cards: str) -> str:
    """As many cards, face down."""
    return " ".join(["??"] * (cards.count(" ") + 1))


def _after(history: History, before: str, name: str, value: object) -> History:
    told: History = {}
    for key, known in history.items():
        told[key] = known
        if key == before:
            told[name] = value
    return told


def in_money(history: Mapping[str, Any], chip: Decimal) -> History:
    """The same hand where a chip is worth so much of the currency; sums are text, exact to four decimals."""
    known: dict[int, str] = {}

    def worth(chips: int) -> str:
        text = known.get(chips)
        if text is None:
            text = known[chips] = _written(chips * chip)
        return text

    told = dict(history)
    told["stakes"] = {name: worth(chips) for name, chips in history["stakes"].items()}
    if "carried_in" in told:
        told["carried_in"] = worth(told["carried_in"])
    told["seats"] = [{**seat, "stack": worth(seat["stack"])} for seat in history["seats"]]
    told["events"] = [
        {name: worth(value) if name in _SUMS else value for name, value in event.items()} for event in history["events"]
    ]
    return told


def _written(amount: Decimal) -> str:
    """``0.5`` as ``0.50``, ``12`` as ``12``; more decimals than two only if there are any."""
    if amount == amount.to_integral_value():
        return str(int(amount))
    text = f"{amount:.4f}"
    return text[:-2] if text.endswith("00") else text.rstrip("0")
