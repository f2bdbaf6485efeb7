"""The registry of spoilers: each one falsification of a hand, with the check that must name it."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from two_minds.story import Falsify, History, Spoilt


@dataclass(frozen=True)
class Spoiler:
    """One kind of falsification."""

    name: str
    rule: str
    """The rule that is broken."""
    found_by: frozenset[str]
    """Checks of which one at least must name it in every hand."""
    follows: frozenset[str]
    """Checks that may fire as well, because what they judge follows from the falsified place."""
    falsify: Falsify

    def apply(self, history: History, seed: int, before: History | None = None) -> History | None:
        """The falsified hand; none where this hand gives no occasion. The same seed spoils in the same way."""
        spoilt = Spoilt(history, Random(f"{self.name}-{seed}"), before)
        return spoilt.history if self.falsify(spoilt) else None


SPOILERS: dict[str, Spoiler] = {}


def spoiler(rule: str, found_by: str, follows: str = "") -> Callable[[Falsify], Falsify]:
    """Register a falsification under its function's name; checks are named with blanks between them."""

    def register(falsify: Falsify) -> Falsify:
        name = falsify.__name__
        SPOILERS[name] = Spoiler(name, rule, frozenset(found_by.split()), frozenset(follows.split()), falsify)
        return falsify

    return register
