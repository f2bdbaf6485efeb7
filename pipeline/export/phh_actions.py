"""The events of a hand in the notation of PHH, and what the notation leaves out."""

from decimal import Decimal
from typing import Any

from pokerstats.parsers.phh import EXTENSION, forced_of, table_of
from pokerstats.parsers.phh_actions import Unreadable
from pokerstats.parsers.phh_payouts import payouts
from pokerstats.pipeline.export.same_value import differing
from pokerstats.pipeline.games import game

Hand = dict[str, Any]
Event = dict[str, Any]

_POSTS = ("ante", "dead_blind", "small_blind", "big_blind", "button_blind", "straddle", "post")
_RAISES = ("bet", "raise", "complete")
_UNKNOWN = "??"


class Notation:
    """The actions, and the parts of our own table that belong to them."""

    def __init__(self, hand: Hand, fields: dict[str, Any], header: Hand) -> None:
        """``header`` is what a reader makes of the other fields."""
        self.hand = hand
        self.game = game(hand["game"])
        self.actions: list[str] = []
        self.own: dict[str, Any] = {"steps": []}
        self._player = {seat: f"p{place}" for place, seat in enumerate(fields["seats"], start=1)}
        self._event_of: dict[int, Event] = {}
        self._street_of: dict[int, str] = {}
        self._totals: dict[int, Decimal] = {}
        self._draws: list[Event] = []  # of the round of draws that is going on
        self._replacing: dict[int, list[str]] = {}  # cards that came for exposed ones
        self._street = self._told_street = self.game.first_street
        self._folded = 0
        self._write()
        self._compare(fields, header)

    # ------------------------------------------------------------ writing

    def _write(self) -> None:
        posts, awards = [], []
        for event in self.hand["events"]:
            kind = event["type"]
            if kind != "discard" and (kind in ("check", "call", "bet", "raise", "complete", "fold", "street")):
                self._cards_drawn()
            if kind in _POSTS:
                posts.append(event)
                if kind not in ("ante", "dead_blind"):
                    self._put(event)
            elif kind == "award":
                awards.append(event)
            elif kind == "end":
                self.own["end"] = {name: value for name, value in event.items() if name != "type"}
            elif kind == "street":
                self._street = event["street"]
                self._totals = {}
            else:
                self._one(event)
        self._cards_drawn()
        self.own |= {"forced": posts, "awards": awards}

    def _one(self, event: Event) -> None:
        """One event as an action, or as a step of our own."""
        kind = event["type"]
        player = self._player.get(event.get("seat", 0))
        if kind == "board" and event.get("run", 1) == 1:
            self._add(f"d db {_joined(event['cards'])}", event)
        elif player is None:
            self._step(event)
        elif kind == "deal":
            self._add(f"d dh {player} {_joined(event.get('down', ''))}{_joined(event.get('up', ''))}", event)
        elif kind in ("fold", "check", "call"):
            self._folded += kind == "fold"
            if kind == "call":
                self._put(event)
            self._add(f"{player} {'f' if kind == 'fold' else 'cc'}", event)
        elif kind in ("bet", "raise", "complete"):
            self._put(event)
            self._add(f"{player} cbr {self._totals[event['seat']]:f}", event)
        elif kind == "bring_in":
            self._put(event)
            self._add(f"{player} pb", event)
        elif kind == "discard":
            self._discard(player, event)
        elif kind in ("show", "muck") and self._is_showdown(event):
            cards = f" {_joined(event['cards'])}" if kind == "show" else ""
            self._add(f"{player} sm{cards}", event)
        else:
            if kind == "replace":
                self._replacing.setdefault(event["seat"], []).append(event["card"])
            self._step(event)

    def _is_showdown(self, event: Event) -> bool:
        """Whether a hand is shown or thrown away as the notation has it: once, by one of several who are left."""
        several = len(self._player) - self._folded > 1
        return self._street == "showdown" and several and event.get("run", 1) == 1

    def _discard(self, player: str, event: Event) -> None:
        thrown = event.get("cards") or " ".join([_UNKNOWN] * event["count"])
        self._add(f"{player} sd {_joined(thrown)}".rstrip(), event)
        if event["count"]:
            self._draws.append(event)

    def _cards_drawn(self) -> None:
        """Deals the cards that come for those thrown, when all have thrown theirs."""
        for event in self._draws:
            cards = event.get("drawn", "").split() + self._replacing.get(event["seat"], [])
            cards += [_UNKNOWN] * (event["count"] - len(cards))
            self.actions.append(f"d dh {self._player[event['seat']]} {''.join(cards)}")
        self._draws, self._replacing = [], {}

    def _put(self, event: Event) -> None:
        seat = event["seat"]
        amount = self._totals.get(seat, Decimal(0)) + Decimal(event["amount"])
        self._totals[seat] = Decimal(event["to"]) if "to" in event else amount

    def _add(self, action: str, event: Event) -> None:
        self._event_of[len(self.actions)] = event
        self._street_of[len(self.actions)] = self._told_street = self._street
        self.actions.append(action)

    def _step(self, event: Event) -> None:
        on = {} if self._street == self._told_street else {"street": self._street}
        self._told_street = self._street
        self.own["steps"].append({"at": len(self.actions), **on, **event})

    # ------------------------------------------------------------ what a reader would get

    def _compare(self, fields: dict[str, Any], header: Hand) -> None:
        """Reads the notation back and keeps in our own table only what comes out otherwise."""
        told = {**{name: value for name, value in fields.items() if value is not None}, "actions": self.actions}
        reading = self._if_streets_follow(told, header)
        if reading is None:
            self.own["streets"] = self._streets()
            reading = _Reading({**told, EXTENSION: {"streets": self.own["streets"]}}, header)
        self.own["changes"] = [
            {"at": place, **change}
            for place, event in self._event_of.items()
            if (change := _change(event, reading.event_of[place]))
        ]
        if _alike(self.own["forced"], reading.forced):
            del self.own["forced"]
        if _alike(sorted(self.own["awards"], key=_seat), sorted(reading.awards, key=_seat)):
            del self.own["awards"]

    def _if_streets_follow(self, told: dict[str, Any], header: Hand) -> "_Reading | None":
        """What is read without our own table; none if streets that no cards tell apart are taken for one."""
        try:
            reading = _Reading(told, header)
        except Unreadable:
            # a bet of the second is less than one of the first
            return None
        alike = all(reading.street_of[place] == street for place, street in self._street_of.items())
        return reading if alike else None

    def _streets(self) -> list[list[Any]]:
        """The streets with the actions that begin them."""
        found: list[list[Any]] = []
        before = self.game.first_street
        for place, street in self._street_of.items():
            if street not in (before, "showdown"):
                found.append([place, street])
                before = street
        return found


class _Reading:
    """What a reader gets from the notation alone."""

    def __init__(self, told: dict[str, Any], header: Hand) -> None:
        table = table_of(told, header)
        self.forced = list(table.forced(*forced_of(told, len(table.seats))))
        self.event_of: dict[int, Event] = {}
        self.street_of: dict[int, str] = {}
        street = ""
        for place, event in table.told(told["actions"]):
            if event["type"] == "street":
                street = event["street"]
            else:
                self.event_of[place], self.street_of[place] = event, street
        self.awards = payouts(told, table)


def _change(event: Event, as_read: Event) -> dict[str, Any]:
    """The fields of an event that a reader would get otherwise; ``without`` names those that are not there."""
    # what a raise is called follows from the betting, and its total from what is added
    alike = ("type",) if event["type"] in _RAISES and as_read["type"] in _RAISES else ()
    other = differing(event, as_read, but=("to", *alike))
    gone = [name for name, value in other.items() if value is None]
    kept = {name: value for name, value in other.items() if value is not None}
    return {**kept, "without": gone} if gone else kept


def _alike(told: list[Event], as_read: list[Event]) -> bool:
    return len(told) == len(as_read) and not any(map(differing, told, as_read))


def _seat(event: Event) -> int:
    return int(event["seat"])


def _joined(cards: str) -> str:
    return cards.replace(" ", "")
