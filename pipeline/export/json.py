"""Stored hands as our own histories, pokerstats-hand: all that the tables hold (docs/history-format.md)."""

import json
from datetime import datetime
from typing import Any

from pydantic import ValidationError

from pokerstats.parsers.history import FORMAT_NAME, VERSION, Hand
from pokerstats.parsers.history_steps import CutOff, Impossible, Steps
from pokerstats.parsers.pokerstats_json import fault_text
from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.export.events import events, money
from pokerstats.pipeline.export.stored import Row, StoredHand

_STRUCTURES = {
    "nl": "no-limit",
    "pl": "pot",
    "fl": "fixed",
    "spread": "spread",
    "cap-nl": "cap-no-limit",
    "cap-pl": "cap-pot",
    "mixed": "mixed",
}
_STAKES = (
    "small_blind", "big_blind", "ante", "bring_in", "small_bet", "big_bet", "min_bet", "max_bet", "open_bet", "cap",
    "chip",
)  # fmt: skip


def history(stored: StoredHand) -> dict[str, Any]:
    """The hand as one JSON object of our history, checked against its schema; refused if it does not fit."""
    told = {**_header(stored), "seats": [_seat(seat) for seat in stored.seats], "events": events(stored)}
    steps = _read(told)
    for seat, row in zip(told["seats"], stored.seats, strict=True):
        # a summary may tell a hand that no event does, or cards in another order
        if steps.cards[row["seat"]].final_cards() != row["final_cards"]:
            seat["final"] = row["final_cards"] or "??"
    return told


def text(hand: dict[str, Any]) -> str:
    """A history as the line of a file."""
    return json.dumps(hand, ensure_ascii=False) + "\n"


def _read(told: dict[str, Any]) -> Steps:
    try:
        return Steps(Hand.model_validate(told), 0, 0)
    except ValidationError as error:
        raise Refused(f"our history cannot hold it: {fault_text(error)}") from None
    except (Impossible, CutOff) as error:
        raise Refused(f"our history cannot hold it: {error}") from None


# ---------------------------------------------------------------- header


def _header(stored: StoredHand) -> dict[str, Any]:
    hand = stored.hand
    options = json.loads(hand["rule_options"]) if hand["rule_options"] else {}
    structure = options.pop("structure", None) or _STRUCTURES[hand["betting"]]
    rules = {"name": hand["rules"], **({"options": options} if options else {})} if hand["rules"] else None
    told = {
        "format": FORMAT_NAME,
        "version": VERSION,
        "site": hand["site"],
        "hand": hand["site_hand_no"],
        "series": hand["series"],
        "played_at": _instant(hand["played_at"]),
        "played_local": _clock(hand["played_local"]),
        "zone": hand["zone"],
        "table": _some(name=hand["table_name"], max_seats=hand["max_seats"]),
        "fast_fold": hand["fast_fold"] or None,
        "game": hand["game"],
        "mix": hand["mix"],
        "rules": rules,
        "deck": hand["deck"],
        "ranking": hand["ranking"],
        "structure": structure,
        "stakes": {name: money(hand[name]) for name in _STAKES if hand[name] is not None},
        "kind": hand["kind"],
        "currency": hand["currency"],
        "tournament": _tournament(hand),
        "button": hand["button_seat"],
        "hero": hand["hero_seat"],
        "carried_in": money(hand["carried_in"]) if hand["carried_in"] else None,
        "added": money(hand["added"]) if hand["added"] else None,
    }
    # of these a missing value means something else than none
    kept = ("stakes", "deck")
    return {name: value for name, value in told.items() if value is not None or name in kept}


def _instant(at: datetime | None) -> str | None:
    return None if at is None else f"{at.isoformat()}+00:00"


def _clock(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _some(**fields: Any) -> dict[str, Any] | None:
    return {name: value for name, value in fields.items() if value is not None} or None


def _tournament(hand: Row) -> dict[str, Any] | None:
    return _some(
        number=hand["tournament_no"],
        name=hand["tournament_name"],
        buy_in=None if hand["buy_in"] is None else money(hand["buy_in"]),
        fee=None if hand["fee"] is None else money(hand["fee"]),
        bounty=None if hand["bounty"] is None else money(hand["bounty"]),
        currency=hand["buy_in_currency"],
        level=hand["level"],
    )


def _seat(seat: Row) -> dict[str, Any]:
    return {
        "seat": seat["seat"],
        "player": seat["player"],
        **({} if seat["stack"] is None else {"stack": money(seat["stack"])}),
        **({} if seat["player_key"] is None else {"key": seat["player_key"]}),
        **({} if seat["dealt_in"] else {"dealt_in": False}),
        **({} if seat["bounty"] is None else {"bounty": money(seat["bounty"])}),
    }
