"""Stored hands as Open Hand History, version 1.4.7, with our own ``_pokerstats`` objects where it has no word."""

from collections.abc import Iterator
from decimal import Decimal
from importlib.metadata import version
from typing import Any

from pokerstats.parsers.open_hand_history import LIMITS, header_of
from pokerstats.parsers.open_hand_rounds import DECISIONS, EXTENSION, FORCED, end_of
from pokerstats.pipeline.export.decimal_json import dumps
from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.export.same_value import differing
from pokerstats.pipeline.export.stored import Row, StoredHand
from pokerstats.pipeline.games import game
from pokerstats.pipeline.tables import MONEY_SCALE

SPEC_VERSION = "1.4.7"
EXTENSION_VERSION = 1

_OHH_GAMES = {
    "holdem": "Holdem",
    "omaha": "Omaha",
    "omaha5": "Omaha",
    "omaha6": "Omaha",
    "omahahilo": "OmahaHiLo",
    "omaha5hilo": "OmahaHiLo",
    "omaha6hilo": "OmahaHiLo",
    "stud": "Stud",
    "seven-card-stud": "Stud",
    "studhilo": "StudHiLo",
}
"""The games with a word of their own; draw games are Draw, and others go by our name so that no reader errs."""
_WORDS = {event: word for word, event in (*FORCED.items(), *DECISIONS.items())} | {
    "button_blind": "Post Extra Blind",
    "bring_in": "Post Extra Blind",
    "fee": "Post Extra Blind",
    "complete": "Raise",
    "show": "Shows Cards",
    "muck": "Mucks Cards",
}
_CURRENCIES = {"CHIPS": "Chips", "PLAY": "XPM"}
_BET_TYPES = {structure: word for word, structure in LIMITS.items()} | {
    "cap-no-limit": "NL",
    "cap-pot": "PL",
    "three-figure": "Spread",
    "pokeris": "Spread",
}
_ELSEWHERE = ("seats", "events", "format", "version", "added")
_UNKNOWN = "??"

Hand = dict[str, Any]
Event = dict[str, Any]


def text(hand: Hand, stored: StoredHand) -> str:
    """The hand as one object and the blank line behind it."""
    return dumps({"ohh": open_hand_history(hand, stored)}) + "\n\n"


def open_hand_history(hand: Hand, stored: StoredHand) -> dict[str, Any]:
    """The hand in the words of Open Hand History, amounts as exact decimals."""
    if hand["structure"] not in _BET_TYPES:
        raise Refused(f"Open Hand History has no word for a {hand['structure']} betting structure")
    ohh = {**_header(hand), "rounds": list(_rounds(hand)), "pots": _pots(hand, stored)}
    _extend_header(ohh, hand)
    return ohh


# ---------------------------------------------------------------- header


def _header(hand: Hand) -> dict[str, Any]:
    stakes, table = hand["stakes"], hand.get("table") or {}
    flags = [word for word, holds in (
        ("Run_It_Twice", any(event.get("run", 1) > 1 for event in hand["events"] if event["type"] == "board")),
        ("Fast", hand.get("fast_fold")),
        ("Cap", "cap" in stakes),
    ) if holds]  # fmt: skip
    tournament, family = hand.get("tournament"), game(hand["game"]).family
    return {
        "spec_version": SPEC_VERSION,
        "internal_version": version("pokerstats"),
        "site_name": hand["site"],
        "network_name": hand["site"],
        "tournament": hand["kind"] == "tournament",
        **({"tournament_info": _tournament(tournament)} if hand["kind"] == "tournament" else {}),
        "game_number": hand["hand"],
        "start_date_utc": hand["played_at"].replace("+00:00", "Z") if "played_at" in hand else None,
        "table_name": table.get("name", ""),
        "game_type": _OHH_GAMES.get(hand["game"]) or ("Draw" if family == "draw" else hand["game"]),
        "bet_limit": {"bet_type": _BET_TYPES[hand["structure"]], "bet_cap": _decimal(stakes.get("cap", 0))},
        "table_size": table.get("max_seats", max(seat["seat"] for seat in hand["seats"])),
        "currency": _CURRENCIES.get(hand.get("currency", ""), hand.get("currency", "")),
        "dealer_seat": hand.get("button", 0),
        "small_blind_amount": _decimal(stakes.get("small_blind", 0)),
        "big_blind_amount": _decimal(stakes.get("big_blind", 0)),
        "ante_amount": _decimal(stakes.get("ante", 0)),
        "hero_player_id": hand.get("hero"),
        "flags": flags,
        "players": [_player(seat) for seat in hand["seats"]],
    }


def _tournament(tournament: Hand | None) -> dict[str, Any]:
    told = tournament or {}
    return {
        "tournament_number": told.get("number", ""),
        "name": told.get("name", ""),
        "currency": told.get("currency", ""),
        "buyin_amount": _decimal(told.get("buy_in", 0)),
        "fee_amount": _decimal(told.get("fee", 0)),
        "bounty_fee_amount": _decimal(told.get("bounty", 0)),
    }


def _player(seat: Hand) -> dict[str, Any]:
    return {
        "id": seat["seat"],
        "seat": seat["seat"],
        "name": seat["player"],
        "starting_stack": _decimal(seat.get("stack", 0)),
        "player_bounty": _decimal(seat.get("bounty", 0)),
        "is_sitting_out": not seat.get("dealt_in", True),
    }


def _extend_header(ohh: dict[str, Any], hand: Hand) -> None:
    """Adds what a reader would otherwise take from the header in another way than it is."""
    read = header_of(ohh, ohh["site_name"], ohh["game_number"])
    own = {"extension": EXTENSION_VERSION, **differing(hand, read, but=_ELSEWHERE)}
    for player, seat, as_read in zip(ohh["players"], hand["seats"], read["seats"], strict=True):
        if other := differing({"dealt_in": True, **seat}, as_read):
            player[EXTENSION] = other
    if other := differing(hand["events"][-1], end_of(ohh)):
        own["end"] = other
    ohh[EXTENSION] = own


def _decimal(amount: int | str) -> Decimal:
    return Decimal(amount)


# ---------------------------------------------------------------- rounds


def _rounds(hand: Hand) -> Iterator[dict[str, Any]]:
    """One object a street, and one more for each later board; turns without a word stand in the round's extension."""
    current: dict[str, Any] = {}
    further: list[dict[str, Any]] = []
    number = 0
    added = hand.get("added", 0)
    for event in (event for event in hand["events"] if event["type"] not in ("award", "end")):
        if event["type"] == "street":
            for part in (current, *further):
                if part:
                    yield {"id": number, **part}
                    number += 1
            current, further = {"street": _street(event["street"]), "cards": [], "actions": []}, []
            if added:
                current["actions"].append({"action_number": 1, "action": "Add to Pot", "amount": _decimal(added)})
                added = 0
        elif event["type"] == "board" and event.get("run", 1) > 1:
            further.append({"street": current["street"], "cards": event["cards"].split(), "actions": []})
        elif event["type"] == "board":
            current["cards"] += event["cards"].split()
        elif (action := _action(event)) is not None:
            if action:
                current["actions"].append({"action_number": len(current["actions"]) + 1, **action})
        else:
            steps = current.setdefault(EXTENSION, {"steps": []})["steps"]
            steps.append({"after": len(current["actions"]) - 1, **event})
    for part in (current, *further):
        yield {"id": number, **part}
        number += 1


def _street(name: str) -> str:
    return name.replace("_", " ").title()


def _action(event: Event) -> dict[str, Any] | None:
    """The event as an action; empty if a reader knows it by itself, none if there is no word for it."""
    kind = event["type"]
    if kind == "deal":
        return _dealt(event)
    if kind not in _WORDS:
        return None
    action: dict[str, Any] = {"player_id": event["seat"], "action": _WORDS[kind]}
    own: dict[str, Any] = {}
    if "amount" in event:
        action |= {"amount": _decimal(event["amount"]), "is_allin": event.get("all_in", False)}
    if "cards" in event:
        known = [card for card in event["cards"].split() if card != _UNKNOWN]
        if kind in ("show", "muck"):
            action["cards"] = known
        if kind == "fold" or _UNKNOWN in event["cards"]:
            own["cards"] = event["cards"]
    if kind in ("button_blind", "bring_in", "fee"):
        own["type"] = kind
    own |= {name: event[name] for name in ("said", "run") if name in event}
    return {**action, EXTENSION: own} if own else action


def _dealt(event: Event) -> dict[str, Any] | None:
    down, up = event.get("down", ""), event.get("up", "")
    cards = [card for card in (*down.split(), *up.split()) if card != _UNKNOWN]
    if not cards:
        # of the first street a reader knows it; a card dealt later has to be told
        return {} if len(down.split()) > 1 else None
    action: dict[str, Any] = {"player_id": event["seat"], "action": "Dealt Cards", "cards": cards}
    return {**action, EXTENSION: {"down": down or None, "up": up or None}} if up or _UNKNOWN in down else action


# ---------------------------------------------------------------- pots


def _pots(hand: Hand, stored: StoredHand) -> list[dict[str, Any]]:
    """The pots with who won them; one for all money if the log does not say which pot each payout is from."""
    awards = [event for event in hand["events"] if event["type"] == "award"]
    pots = [(pot["pot_no"], pot["amount"], pot["paid"]) for pot in stored.pots]
    paid = sum(payout["amount"] for payout in stored.payouts)
    if len(pots) > 1 and any(event.get("pot") not in {number for number, _, _ in pots} for event in awards):
        pots = [(0, stored.hand["pot"], paid)]
    rake, jackpot = stored.hand["rake"], _jackpot(stored.hand)
    told = []
    for place, (number, amount, pot_paid) in enumerate(pots):
        taken = rake if place == len(pots) - 1 else min(rake, amount - pot_paid if pot_paid is not None else 0)
        rake -= taken
        part = jackpot if place == 0 else 0
        wins = [_win(event, number) for event in awards if len(pots) == 1 or event.get("pot") == number]
        told.append(
            {
                "number": number,
                "amount": _units(amount),
                "rake": _units(taken - part),
                **({"jackpot": _units(part)} if part else {}),
                "player_wins": wins,
            }
        )
    return told


def _jackpot(hand: Row) -> int:
    """The part of the rake that goes into a jackpot."""
    return sum(part["amount"] for part in hand["rake_parts"] or () if part["part"] == "jackpot")


def _win(event: Event, pot: int) -> dict[str, Any]:
    own: dict[str, Any] = {name: event[name] for name in ("run", "side") if name in event}
    if event.get("pot") != pot:
        own["pot"] = event.get("pot")
    win: dict[str, Any] = {"player_id": event["seat"], "win_amount": _decimal(event["amount"])}
    return {**win, EXTENSION: own} if own else win


def _units(amount: int) -> Decimal:
    return Decimal(amount) / MONEY_SCALE
