"""The definitions of the ranking orders, read from orders.toml."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pokerstats.pipeline.errors import UnreadableError

Category = Literal[
    "high card",
    "pair",
    "two pair",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
    "one card",
    "two cards",
    "three cards",
    "badugi",
]


class Definition(BaseModel):
    """What a ranking order counts, and in which order."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    categories: tuple[Category, ...]
    """From the lowest to the highest; a category that is left out does not exist in this order."""
    by_deck: dict[int, tuple[Category, ...]] = Field(default_factory=dict)
    """Other categories for a short deck."""
    wins: Literal["highest", "lowest"] = "highest"
    ace: Literal["high", "low"] = "high"
    highest: str | None = None
    """The qualifier: no card may rank above this one."""
    low_straight: bool = True
    """Whether an ace below the lowest card can make a straight at all."""
    badugi: bool = False


@cache
def definitions() -> Mapping[str, Definition]:
    """All ranking orders by name."""
    text = files("pokerstats.pipeline.ranking").joinpath("orders.toml").read_text(encoding="utf-8")
    try:
        return {name: Definition(name=name, **row) for name, row in tomllib.loads(text).items()}
    except (tomllib.TOMLDecodeError, ValidationError) as fault:
        raise UnreadableError(f"orders.toml: {fault}") from fault
