"""Ranking orders: which hand beats which, as data (orders.toml) and lookup tables built from it."""

from functools import cache

from pokerstats.pipeline.cards import lowest_rank
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.ranking.badugi import BadugiOrder
from pokerstats.pipeline.ranking.definition import definitions
from pokerstats.pipeline.ranking.order import FiveCardOrder, Order

__all__ = ["Order", "names", "order"]


@cache
def order(name: str, deck: int = 52, ace_low_straight: bool = True) -> Order:
    """The order of this name for a deck; ``ace_low_straight`` is the option of rule H8."""
    definition = definitions().get(name)
    if definition is None:
        raise UnreadableError(f"ranking order {name!r} is not known; known are {', '.join(names())}")
    lowest_rank(deck)
    return BadugiOrder(definition) if definition.badugi else FiveCardOrder(definition, deck, ace_low_straight)


def names() -> list[str]:
    """The names of all orders."""
    return list(definitions())
