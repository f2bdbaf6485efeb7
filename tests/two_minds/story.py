"""What stood on the table before each event of a history: plain bookkeeping that knows no rule and judges nothing.

It shares nothing with the engine or the replay, so that a spoiler can say by itself whether it falsified something.
"""

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from pokerstats.pipeline.games.rules import RuleSet, rule_set

History = dict[str, Any]
Event = dict[str, Any]
Choice = TypeVar("Choice")

BETS = ("bet", "raise", "complete")
DECISIONS = ("fold", "check", "call", *BETS)
BLINDS = ("small_blind", "big_blind", "button_blind", "straddle", "post", "bring_in")
ASIDE = ("ante", "dead_blind", "fee")
PAID = (*ASIDE, *BLINDS, "call", *BETS)
RANKS, SUITS = "23456789TJQKA", "cdhs"
_LOWEST = {52: "2", 36: "6", 32: "7", 24: "9"}


@dataclass(frozen=True)
class Moment:
    """One event and what stood on the table before it."""

    place: int
    event: Event
    street: str
    inside: frozenset[int]
    """Seats not folded."""
    on_street: Mapping[int, int]
    """Money of each seat in this round, antes and fees aside."""
    put_in: Mapping[int, int]
    """Money of each seat in the whole hand."""
    left: Mapping[int, int]
    """What lies before each seat."""
    pot: int
    """All money in the middle, carried money included."""
    bets: int
    """Bets, completions and raises in this round; a blind is the first bet."""

    @property
    def price(self) -> int:
        """The most that anybody has put in on this street."""
        return max(self.on_street.values(), default=0)

    @property
    def type(self) -> str:
        """What the event is."""
        return str(self.event["type"])

    @property
    def seat(self) -> int:
        """Whose event it is."""
        return int(self.event["seat"])

    def owes(self, seat: int) -> int:
        """What the seat has to add to stay in."""
        return self.price - self.on_street.get(seat, 0)


def moments(history: History) -> list[Moment]:
    """The history event by event."""
    left = {row["seat"]: row["stack"] for row in history["seats"]}
    inside = {row["seat"] for row in history["seats"] if row.get("dealt_in", True)}
    put_in = dict.fromkeys(left, 0)
    on_street: dict[int, int] = {}
    street, bets, pot = "", 0, history.get("carried_in", 0) + history.get("added", 0)
    found = []
    for place, event in enumerate(history["events"]):
        found.append(
            Moment(place, event, street, frozenset(inside), dict(on_street), dict(put_in), dict(left), pot, bets)
        )
        kind, seat = event["type"], event.get("seat", 0)
        match kind:
            case "street":
                street, bets = event["street"], 0
                on_street = {}
            case "fold":
                inside.discard(seat)
            case "compare":
                inside.discard(event["drops"])
            case "return" | "award":
                left[seat] += event["amount"]
                pot -= event["amount"]
            case _ if kind in PAID:
                left[seat] -= event["amount"]
                put_in[seat] += event["amount"]
                pot += event["amount"]
                if kind not in ASIDE:
                    on_street[seat] = on_street.get(seat, 0) + event["amount"]
                if kind in (*BETS, "big_blind", "button_blind"):
                    bets += 1
    return found


class Spoilt:
    """A copy of a history to be falsified in one place, with what a falsifier asks of it."""

    def __init__(self, history: History, rng: Random, before: History | None = None) -> None:
        self.history = copy.deepcopy(history)
        self.rng = rng
        self.before = before
        """The hand before it at the same table, if that is known."""
        self.moments = moments(self.history)

    # ------------------------------------------------------------ reading

    @property
    def events(self) -> list[Event]:
        """The events, to be changed in place."""
        events: list[Event] = self.history["events"]
        return events

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.history["game"])

    @property
    def rules(self) -> RuleSet:
        """The rule set with the options of this hand."""
        told = self.history["rules"]
        return rule_set(told["name"]).with_options(told.get("options", {}))

    @property
    def stakes(self) -> dict[str, int]:
        """The agreed sums."""
        return {name: sum_ for name, sum_ in self.history["stakes"].items() if sum_ is not None}

    @property
    def seats(self) -> list[int]:
        """The seats dealt in, clockwise from the dealer's left."""
        taken = sorted(row["seat"] for row in self.history["seats"] if row.get("dealt_in", True))
        button = self.history.get("button") or 0
        return [seat for seat in taken if seat > button] + [seat for seat in taken if seat <= button]

    def of(self, *types: str) -> list[Moment]:
        """The moments of these types."""
        return [moment for moment in self.moments if moment.event["type"] in types]

    def decisions(self, street: str | None = None) -> list[Moment]:
        """Folds, checks, calls and bets, of one street or of all."""
        return [moment for moment in self.of(*DECISIONS) if street is None or moment.street == street]

    @property
    def end(self) -> Moment:
        """The last event."""
        return self.moments[-1]

    @property
    def at_showdown(self) -> bool:
        """Whether hands were laid open."""
        return any(event["type"] == "street" and event["street"] == "showdown" for event in self.events)

    @property
    def contestants(self) -> frozenset[int]:
        """Seats in to the end."""
        dead = {event["seat"] for event in self.events if event["type"] == "dead_hand"}
        return self.end.inside - dead

    @property
    def at_home(self) -> bool:
        """Whether it is one of the five home games, whose customs the audit knows."""
        return self.game in ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw")

    def spare(self, seat: int) -> int:
        """What the seat had left when it had least."""
        return min(moment.left[seat] for moment in self.moments)

    def all_in(self, seat: int) -> bool:
        """Whether the seat was all in at any time."""
        return any(moment.left[seat] == 0 for moment in self.moments) or any(
            event.get("all_in") for event in self.events if event.get("seat") == seat
        )

    def anybody_all_in(self) -> bool:
        """Whether anybody was."""
        return any(self.all_in(seat) for seat in self.seats)

    def pick(self, some: Sequence[Choice]) -> Choice | None:
        """One of them by chance, none of none."""
        return self.rng.choice(some) if some else None

    # ------------------------------------------------------------ cards

    @property
    def deck(self) -> list[str]:
        """The cards of this hand's deck."""
        size = self.history.get("deck") or (36 if self.game == "short-deck" else 52)
        return [rank + suit for rank in RANKS[RANKS.index(_LOWEST[size]) :] for suit in SUITS]

    @property
    def unseen(self) -> list[str]:
        """Cards of the deck that stand nowhere in the history, by chance in any order."""
        seen = {card for event in self.events for card in cards_in(event)}
        rest = [card for card in self.deck if card not in seen]
        self.rng.shuffle(rest)
        return rest

    def dealt(self, seat: int) -> list[str]:
        """The cards the seat was dealt, before any draw."""
        return [
            card
            for event in self.events
            if event["type"] == "deal" and event["seat"] == seat
            for card in (event.get("down", "") + " " + event.get("up", "")).split()
        ]

    def held(self, seat: int) -> list[str]:
        """The cards the seat held at the end."""
        hand = self.dealt(seat)
        for event in self.events:
            if event.get("seat") != seat:
                continue
            if event["type"] == "discard":
                gone = event.get("cards", "").split()
                hand = [card for card in hand if card not in gone] + event.get("drawn", "").split()
            elif event["type"] == "replace":
                hand.append(event["card"])
        return hand

    def replace_card(self, seat: int, old: str, new: str) -> None:
        """Another card in all that the seat was dealt, threw away or showed."""
        for event in self.events:
            if event.get("seat") == seat:
                for field in CARD_FIELDS:
                    if field in event:
                        event[field] = " ".join(new if card == old else card for card in event[field].split())

    # ------------------------------------------------------------ money

    @property
    def awards(self) -> list[Moment]:
        """The payments from the pots."""
        return self.of("award")

    def settle(self) -> bool:
        """One award made to be all that lies in the middle; False where the hand has several, or something over."""
        awards = [event for event in self.events if event["type"] == "award"]
        if len(awards) != 1 or self.events[-1].get("carried_out"):
            return False
        events = self.events
        paid = sum(event["amount"] for event in events if event["type"] in PAID)
        back = sum(event["amount"] for event in events if event["type"] == "return")
        awards[0]["amount"] = paid - back + self.history.get("carried_in", 0) + self.history.get("added", 0)
        if "pot" in events[-1]:
            events[-1]["pot"] = awards[0]["amount"]
        return bool(awards[0]["amount"] > 0)


CARD_FIELDS = ("down", "up", "cards", "drawn", "card")


def cards_in(event: Event) -> Iterator[str]:
    """All cards an event names."""
    for field in CARD_FIELDS:
        yield from event.get(field, "").split()


Falsify = Callable[[Spoilt], bool]
"""Falsifies the copy in one place; False where the hand gives no occasion for it."""
