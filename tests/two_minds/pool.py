"""Falsified hands by the hundred: random tables of every rule set, and each spoiler wherever a hand gives occasion."""

import copy
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from random_tables import random_table
from two_minds import spoil_bets, spoil_cards, spoil_money, spoil_pokeris, spoil_showdown, spoil_stud
from two_minds.spoilers import SPOILERS, Spoiler
from two_minds.story import History

# importing them registers their spoilers
FAMILIES = (spoil_bets, spoil_cards, spoil_money, spoil_pokeris, spoil_showdown, spoil_stud)


@dataclass(frozen=True)
class Falsified:
    """One hand, falsified in one place."""

    number: str
    spoiler: Spoiler
    histories: tuple[History, ...]
    """The hand alone at a table of its own, or behind the honest one before it where the fault lies between the two."""


def falsified(rules: str, seed: int, hands: int, most: int) -> Iterator[Falsified]:
    """What can be falsified at one random table; each spoiler at most so often."""
    done: Counter[str] = Counter()
    before: History | None = None
    for history in random_table(rules, hands, seed):
        for spoiler in SPOILERS.values():
            if done[spoiler.name] >= most:
                continue
            spoilt = spoiler.apply(history, seed, before)
            if spoilt is None:
                continue
            done[spoiler.name] += 1
            number = f"{history['hand']}-{spoiler.name}"
            told = [spoilt]
            spoilt["hand"] = number
            if "carried-pot" in spoiler.found_by and before is not None:
                told.insert(0, {**copy.deepcopy(before), "hand": f"{number}-before"})
            for one in told:
                one["table"] = {**(one.get("table") or {}), "name": number}
            yield Falsified(number, spoiler, tuple(told))
        before = history
