"""The values of a rule set, each beside the ids of the rules it comes from."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from pokerstats.pipeline.cards import DECKS

StructureName = Literal[
    "no-limit", "pot", "fixed", "spread", "three-figure", "pokeris", "cap-no-limit", "cap-pot"
]  # fmt: skip
FirstToAct = Literal["dealer-left", "after-blinds", "opener", "bring-in", "high-showing", "low-showing"]
Chips = Annotated[int, Field(strict=True, ge=0, lt=10**9)]
"""A sum in whole chips."""


def _none_if_said(value: object) -> object:
    return None if value == "none" else value


Rule = Annotated[str, Field(pattern=r"^([HMLDJAPSBO]\d*)( [HMLDJAPSBO]\d*)*$")]
"""Ids of the rules a value comes from, with blanks between them."""


def _known_deck(size: int) -> int:
    if size not in DECKS:
        raise ValueError(f"expected one of {', '.join(map(str, DECKS))} cards")
    return size


DeckSize = Annotated[int, Field(strict=True), AfterValidator(_known_deck)]


class Values(BaseModel):
    """A table of a rule set's file: frozen, and unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Players(Values):
    """How few and how many may play."""

    fewest: Annotated[int, Field(strict=True, ge=2, le=20)] = 2
    most: Annotated[int, Field(strict=True, ge=2, le=20)]
    rule: Rule


class Deck(Values):
    """Cards in the deck."""

    cards: DeckSize = 52
    choices: tuple[DeckSize, ...]
    """Decks the table may choose from."""
    rule: Rule

    @model_validator(mode="after")
    def _may_be_chosen(self) -> "Deck":
        if self.cards not in self.choices:
            raise ValueError(f"cards = {self.cards}: expected one of its choices {', '.join(map(str, self.choices))}")
        return self


class Forced(Values):
    """Money that must be put in without a choice."""

    kinds: tuple[Literal["ante", "blinds", "button_blind", "bring_in"], ...]
    rule: Rule


class BringIn(Values):
    """Whose card makes him bring it in: ties go by suit, clubs lowest. The ace is high unless the lowest hand wins."""

    door_card: Literal["lowest", "highest"]
    rule: Rule


class Openers(Values):
    """What one must hold to open: a pair of this rank or any better hand."""

    pair: Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
    rule: Rule


class Street(Values):
    """One street: what is dealt or drawn on it, and how its round of betting begins."""

    down: Annotated[int, Field(strict=True, ge=0)] = 0
    """Cards dealt to each player, face down."""
    up: Annotated[int, Field(strict=True, ge=0)] = 0
    board: Annotated[int, Field(strict=True, ge=0)] = 0
    burn: Annotated[int, Field(strict=True, ge=0)] = 0
    """Cards put aside before any other card of the street."""
    draw: bool = False
    """The street opens with a draw (or exchange)."""
    betting: bool = True
    first: FirstToAct = "dealer-left"
    check: bool = True
    """Whether one may pass while nobody has bet; option ``round2_check`` allows it after the draw."""
    bet: Literal["small", "big"] = "small"
    """Which bet a fixed limit has here."""
    rule: Rule


class Draw(Values):
    """Cards that may be thrown away at a time; the price is option ``exchange_fee``, in stakes."""

    most: Annotated[int, Field(strict=True, ge=0, le=6)]
    rule: Rule


class Carry(Values):
    """What becomes of money that nobody wins at once."""

    pass_out: bool
    """A hand in which nobody opens leaves its antes in the next hand's pot."""
    odd_chip: Literal["dealer-left", "next-pot"]
    """Where the remainder of a split pot goes."""
    rule: Rule


class Structure(Values):
    """Betting structures (L1-L6): the usual one and those the table may agree on."""

    default: StructureName
    allowed: tuple[StructureName, ...]
    rule: Rule

    @model_validator(mode="after")
    def _is_allowed(self) -> "Structure":
        if self.default not in self.allowed:
            raise ValueError(f"default = {self.default!r}: expected one of those allowed: {', '.join(self.allowed)}")
        return self


class Stakes(Values):
    """Agreed sums in whole chips; none where the structure needs none."""

    ante: Chips | None = None
    small_blind: Chips | None = None
    big_blind: Chips | None = None
    bring_in: Chips | None = None
    small_bet: Chips | None = None
    big_bet: Chips | None = None
    min_bet: Chips | None = None
    max_bet: Annotated[Chips | None, BeforeValidator(_none_if_said)] = None
    """A file may say ``"none"`` where the set it extends has a maximum (P11)."""
    open_bet: Chips | None = None
    cap: Chips | None = None
    chip: Annotated[int, Field(strict=True, ge=1, lt=10**9)] = 1
    """The smallest coin."""


class KnownOption(Values):
    """One thing a table may agree on, as ``options.toml`` has it."""

    choices: tuple[str, ...]
    otherwise: str
    """What holds in a game whose rule set does not list the option."""
    rule: Rule
    says: str


class Option(Values):
    """What a rule set has agreed on."""

    value: str
    choices: tuple[str, ...]
    rule: Rule
    says: str

    @model_validator(mode="after")
    def _may_be_chosen(self) -> "Option":
        if self.value not in self.choices:
            raise ValueError(f"{self.value!r}: expected one of {', '.join(self.choices)}")
        return self


@cache
def known_options() -> Mapping[str, KnownOption]:
    """All options by name."""
    text = files("pokerstats.pipeline.games").joinpath("options.toml").read_text(encoding="utf-8")
    return {name: KnownOption(**row) for name, row in tomllib.loads(text).items()}


def _as_option(value: object) -> object:
    # whole numbers as max_raises = 3 are the text "3"
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def full_options(given: object) -> object:
    """Options of a file with what ``options.toml`` says of them."""
    if not isinstance(given, Mapping):
        return given
    known = known_options()
    full: dict[str, object] = {}
    for name, stated in given.items():
        if isinstance(stated, Option):
            full[name] = stated
            continue
        if name not in known:
            raise ValueError(f"{name}: no such option; there are {', '.join(known)}")
        if isinstance(stated, Mapping):
            row = dict(stated)
            row["value"] = _as_option(row.get("value"))
        else:
            row = {"value": _as_option(stated)}
        row = {"choices": known[name].choices, "rule": known[name].rule, "says": known[name].says, **row}
        if not isinstance(row["value"], str):
            raise ValueError(f"{name} = {as_written(row['value'])}: expected one of {', '.join(row['choices'])}")
        full[name] = row
    return full


def as_written(value: object) -> str:
    """A value as its file has it."""
    return str(value).lower() if isinstance(value, bool) else repr(value)
