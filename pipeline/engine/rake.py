"""Rake: what a room keeps of each pot. Home games know none (M1): the engine pays out all, a room takes afterwards."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokerstats.pipeline.engine.deal import Event
from pokerstats.pipeline.engine.illegal import IllegalDeal
from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.errors import UsageError

_HOME = "House rules"


@dataclass(frozen=True, slots=True)
class Rake:
    """A part of the pot up to a cap; nothing of a hand that ends on its first street ("no flop, no drop")."""

    percent: int
    cap: int
    """The most that is taken of one hand, in chips."""

    def check(self, terms: Terms) -> None:
        """Refuse rake where the rules know none, and shares that are none."""
        if not 0 < self.percent < 100 or self.cap <= 0:
            raise UsageError(f"rake of {self.percent} % up to {self.cap}: expected 1 to 99 and a cap above 0")
        if is_home_game(terms):
            raise IllegalDeal("M1", f"{terms.rules.name} is a home game, and the house rules know no rake")

    def take(self, events: Sequence[Event], chip: int) -> dict[int, int]:
        """Take the rake out of the awards of a finished hand and note it at its end; by seat, what it cost whom."""
        awards = [event for event in events if event["type"] == "award"]
        pot = sum(event["amount"] for event in awards)
        taken = min(pot * self.percent // 100, self.cap)
        taken -= taken % chip
        streets = sum(event["type"] == "street" and event["street"] != "showdown" for event in events)
        if streets < 2 or not taken:
            return {}
        paid_before = [event["amount"] for event in awards]
        _pay_less(awards, taken, pot, chip)
        events[-1]["rake"] = taken
        cost: dict[int, int] = {}
        for event, before in zip(awards, paid_before, strict=True):
            cost[event["seat"]] = cost.get(event["seat"], 0) + before - event["amount"]
        return cost


def is_home_game(terms: Terms) -> bool:
    """Whether the game is one of the home games and not one that rooms deal."""
    return terms.game.source.startswith(_HOME)


def _pay_less(awards: Sequence[Event], taken: int, pot: int, chip: int) -> None:
    """Each pot bears its part of the rake, the main pot what cannot be divided; then it is shared out anew."""
    pots: dict[int, list[Event]] = {}
    for event in awards:
        pots.setdefault(event["pot"], []).append(event)
    sums = {number: sum(event["amount"] for event in events) for number, events in pots.items()}
    parts = {number: taken * amount // pot // chip * chip for number, amount in sums.items()}
    parts[min(parts)] += taken - sum(parts.values())
    for number, events in pots.items():
        left = sums[number] - parts[number]
        sides = list(dict.fromkeys(event.get("side") for event in events))
        # the first half of a game gets the odd chip
        halves = [left] if len(sides) == 1 else [left - left // 2 // chip * chip, left // 2 // chip * chip]
        for side, half in zip(sides, halves, strict=True):
            _share([event for event in events if event.get("side") == side], half, chip)


def _share(events: Sequence[Event], amount: int, chip: int) -> None:
    """Equal shares; odd chips go one by one to those who got one before, which are the first from the dealer's left."""
    each = amount // len(events) // chip * chip
    rest = amount - each * len(events)
    for event in sorted(events, key=lambda event: -event["amount"]):
        odd = min(chip, rest)
        event["amount"] = each + odd
        rest -= odd
