"""The games as data: what is dealt, when, in which rounds, and which order decides each half of the pot."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError, model_validator

from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.tables import STREETS


def _known_streets(streets: tuple[str, ...]) -> tuple[str, ...]:
    if not set(streets) <= set(STREETS) or len(set(streets)) < len(streets):
        raise ValueError(f"streets {', '.join(streets)}: expected different names out of {', '.join(STREETS)}")
    return streets


Streets = Annotated[tuple[str, ...], AfterValidator(_known_streets)]


class Half(BaseModel):
    """What one side of the pot is won by; a game with one half gives it the whole pot."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    side: Literal["high", "low"]
    """The side's name in payouts and showdowns. The first half of a game gets the odd chip."""
    order: str
    from_hand: int | None = None
    """Exactly so many cards must come from the hand (Omaha: 2); none: the best of all."""
    board: bool = True
    """False: the board plays no part in this half (drawmaha's draw hand)."""


class Game(BaseModel):
    """One game: what is dealt on which street and what wins."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    title: str
    family: Literal["community", "draw", "stud"]
    source: str
    """Where the rules are published, in one sentence."""
    deck: int = 52
    decks: tuple[int, ...] = ()
    """Other decks the game may be played with."""
    streets: Streets
    """In order of play."""
    halves: tuple[Half, ...] = Field(min_length=1, max_length=2)
    hole_cards: int
    """Cards dealt face down to each player over the whole hand."""
    final_cards: int
    """Cards a player holds at the showdown, up cards included."""
    board: Mapping[str, int] = Field(default_factory=dict)
    """Community cards by the street they open."""
    boards: int = 1
    """Boards dealt from the start; each takes an equal part of the pot."""
    up: Mapping[str, int] = Field(default_factory=dict)
    down: Mapping[str, int] = Field(default_factory=dict)
    """Cards dealt to each player by street, face up and face down, where they do not all come at first."""
    draws: Streets = ()
    """Streets that open with a draw."""
    max_draw: int = 0
    forced: tuple[Literal["ante", "blinds", "button_blind", "bring_in"], ...]
    button: bool = True

    @model_validator(mode="after")
    def _streets_exist(self) -> "Game":
        for street in (*self.board, *self.up, *self.down, *self.draws):
            if street not in self.streets:
                raise ValueError(f"{self.name}: {street} is none of its streets")
        return self

    @property
    def first_street(self) -> str:
        """The street on which blinds and antes stand."""
        return self.streets[0]

    @property
    def blinds(self) -> bool:
        """Whether small and big blind are posted."""
        return "blinds" in self.forced

    @property
    def board_cards(self) -> int:
        """Cards on one finished board."""
        return sum(self.board.values())

    @property
    def split(self) -> bool:
        """Whether two different hands share the pot."""
        return len(self.halves) == 2

    def board_by(self, street: str) -> int:
        """Cards that lie on one board once ``street`` is dealt."""
        last = self.streets.index(street) if street in self.streets else len(self.streets)
        return sum(number for at, number in self.board.items() if self.streets.index(at) <= last)


@cache
def _games() -> Mapping[str, Game]:
    text = files("pokerstats.pipeline.games").joinpath("games.toml").read_text(encoding="utf-8")
    try:
        return {name: Game(name=name, **row) for name, row in tomllib.loads(text).items()}
    except (tomllib.TOMLDecodeError, ValidationError) as fault:
        raise UnreadableError(f"games.toml: {fault}") from fault


def game(name: str) -> Game:
    """The game of this name."""
    try:
        return _games()[name]
    except KeyError:
        raise UnreadableError(f"game {name!r} is not known; known are {', '.join(names())}") from None


def names() -> list[str]:
    """The names of all games."""
    return list(_games())
