"""Models of our own hand history, ``pokerstats-hand``: one JSON object a hand, one event a step.

What each field means stands in ``docs/history-format.md``; ``python -m pokerstats.parsers.history`` prints the JSON
Schema that is kept in ``docs/pokerstats-hand.schema.json``.
"""

import json
import re
from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    NaiveDatetime,
    PlainSerializer,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import PydanticCustomError

from pokerstats.pipeline import games
from pokerstats.pipeline.ranking.definition import definitions

FORMAT_NAME = "pokerstats-hand"
VERSION = 1

_SCALE = 10_000
_MONEY = re.compile(r"(\d{1,13})(?:\.(\d{1,4}))?")


def _to_units(value: object) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        if 0 <= value < 10**13:
            return value * _SCALE
    elif isinstance(value, str) and (found := _MONEY.fullmatch(value)):
        return int(found[1]) * _SCALE + int((found[2] or "").ljust(4, "0"))
    raise PydanticCustomError(
        "money", 'expected money as text with at most four decimals ("2.50") or a whole number, 0 or more'
    )


def money_text(units: int) -> str:
    """Money as it is written in the format: ``25000`` is ``"2.50"``, ``20000`` is ``"2"``."""
    whole, part = divmod(units, _SCALE)
    if not part:
        return str(whole)
    decimals = f"{part:04d}".rstrip("0")
    return f"{whole}.{decimals.ljust(2, '0')}"


Money = Annotated[
    int,
    BeforeValidator(_to_units),
    PlainSerializer(money_text, return_type=str),
    WithJsonSchema(
        {"anyOf": [{"type": "string", "pattern": f"^{_MONEY.pattern}$"}, {"type": "integer", "minimum": 0}]}
    ),
]
"""1/10,000 of the unit; in JSON text or a whole number, never a float."""

_CARD = r"(?:[2-9TJQKA][cdhs]|\?\?)"
Cards = Annotated[str, StringConstraints(strict=True, pattern=rf"^{_CARD}(?: {_CARD})*$")]
"""Cards of two characters with one blank between them; ``??`` is a card the log does not know."""
Card = Annotated[str, StringConstraints(strict=True, pattern=rf"^{_CARD}$")]
Word = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=200)]


def _one_of(kind: str, known: list[str]) -> AfterValidator:
    def check(name: str) -> str:
        if name not in known:
            raise PydanticCustomError(kind, "expected one of {known}", {"known": ", ".join(known)})
        return name

    return AfterValidator(check)


GameName = Annotated[Word, _one_of("game", games.names()), WithJsonSchema({"type": "string", "enum": games.names()})]
RankingName = Annotated[
    Word, _one_of("ranking", list(definitions())), WithJsonSchema({"type": "string", "enum": list(definitions())})
]
SeatNo = Annotated[int, Field(strict=True, ge=1, le=20)]
Count = Annotated[int, Field(strict=True, ge=0, le=52)]
PotNo = Annotated[int, Field(strict=True, ge=0, le=20)]
RunNo = Annotated[int, Field(strict=True, ge=1, le=3)]
Flag = Annotated[bool, Field(strict=True)]

StreetName = Literal[
    "preflop", "flop", "turn", "river", "third", "fourth", "fifth", "sixth", "seventh", "predraw", "first_draw",
    "second_draw", "third_draw", "exchange", "first_lap", "second_lap", "third_lap", "second", "showdown",
]  # fmt: skip
Structure = Literal["no-limit", "pot", "fixed", "spread", "three-figure", "pokeris", "cap-no-limit", "cap-pot", "mixed"]


def _count(cards: str | None) -> int:
    return len(cards.split()) if cards else 0


class _Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Table(_Model):
    """Where the hand was played."""

    name: Word | None = None
    max_seats: Annotated[int, Field(strict=True, ge=2, le=20)] | None = None


class Rules(_Model):
    """The rule set the table agreed on and the options that differ from its defaults."""

    name: Word
    options: dict[Word, Word] = {}


class Stakes(_Model):
    """What was agreed before the hand; only what the structure needs is given."""

    small_blind: Money | None = None
    big_blind: Money | None = None
    ante: Money | None = None
    bring_in: Money | None = None
    small_bet: Money | None = None
    big_bet: Money | None = None
    min_bet: Money | None = None
    max_bet: Money | None = None
    open_bet: Money | None = None
    cap: Money | None = None
    chip: Money | None = None


class Tournament(_Model):
    """The tournament the hand belongs to."""

    number: Word | None = None
    name: Word | None = None
    buy_in: Money | None = None
    fee: Money | None = None
    bounty: Money | None = None
    currency: Word | None = None
    level: Word | None = None


class Seat(_Model):
    """One player at the table and the money in front of him before antes and blinds; ``final`` is his hand after the
    last draw where the log tells it and no event does."""

    seat: SeatNo
    player: Annotated[str, StringConstraints(strict=True, min_length=1, max_length=100)]
    stack: Money | None = None
    key: Word | None = None
    dealt_in: Flag = True
    bounty: Money | None = None
    final: Cards | None = None


class Street(_Model):
    """A street begins; blinds and antes stand on the first one."""

    type: Literal["street"]
    street: StreetName


class Forced(_Model):
    """Money put in without a choice; ``fee`` is the price of an exchange (P2)."""

    type: Literal[
        "ante", "dead_blind", "fee", "small_blind", "big_blind", "button_blind", "straddle", "post", "bring_in"
    ]
    seat: SeatNo
    amount: Money
    all_in: Flag = False


class Deal(_Model):
    """Cards to one player, face down or face up."""

    type: Literal["deal"]
    seat: SeatNo
    down: Cards | None = None
    up: Cards | None = None

    @model_validator(mode="after")
    def _some_card(self) -> "Deal":
        if self.down is None and self.up is None:
            raise PydanticCustomError("deal", 'expected cards under "down" or "up"')
        return self


class Board(_Model):
    """Community cards; the single one of a stud hand that runs out of cards too (S7)."""

    type: Literal["board"]
    cards: Cards
    run: RunNo = 1


class Burn(_Model):
    """Cards put aside before a street."""

    type: Literal["burn"]
    cards: Cards = "??"


class Reshuffle(_Model):
    """Discards, or burns and stub (S7), become the deck again (D4)."""

    type: Literal["reshuffle"]
    count: Count | None = None


class Fold(_Model):
    """A player gives up his hand; ``cards`` if he laid it open."""

    type: Literal["fold"]
    seat: SeatNo
    cards: Cards | None = None


class Check(_Model):
    """A player passes without a bet to match; passing before anyone opened is a check (J2)."""

    type: Literal["check"]
    seat: SeatNo


class Put(_Model):
    """Money put in by choice: ``amount`` is what was added now, ``to`` the player's total on the street."""

    type: Literal["call", "bet", "complete", "raise"]
    seat: SeatNo
    amount: Money
    to: Money | None = None
    all_in: Flag = False


class Discard(_Model):
    """A player throws cards away and gets as many; 0 is standing pat. ``kept`` is needed where the log knows what he
    kept and not what he had."""

    type: Literal["discard"]
    seat: SeatNo
    count: Count
    cards: Cards | None = None
    kept: Cards | None = None
    drawn: Cards | None = None

    @model_validator(mode="after")
    def _counts(self) -> "Discard":
        if self.cards is not None and _count(self.cards) != self.count:
            raise PydanticCustomError("discard", 'expected as many "cards" as "count" says')
        return self


class Expose(_Model):
    """A draw card seen by all: set aside if the dealer did it, else kept (J9)."""

    type: Literal["expose"]
    seat: SeatNo
    card: Card
    by: Literal["dealer", "player"]
    kept: Flag


class Replace(_Model):
    """The card that comes for one that was set aside."""

    type: Literal["replace"]
    seat: SeatNo
    card: Card


class Show(_Model):
    """A hand laid open; ``said`` is what its owner or the log calls it."""

    type: Literal["show"]
    seat: SeatNo
    cards: Cards
    said: Word | None = None
    run: RunNo | None = None


class ShowOpeners(_Model):
    """The cards a player opened on, shown to prove the opening (J6); before the draw if he split them (J11)."""

    type: Literal["show_openers"]
    seat: SeatNo
    cards: Cards


class Say(_Model):
    """A hand announced by mouth; a later one of the same player corrects it (M5)."""

    type: Literal["announce"]
    seat: SeatNo
    said: Word


class Challenge(_Model):
    """A player asks another to compare in private (P4)."""

    type: Literal["challenge"]
    seat: SeatNo
    target: SeatNo


class Compare(_Model):
    """A private comparison ended: ``drops`` is out, ``stays`` plays on; ``cards`` are the challenger's, if known."""

    type: Literal["compare"]
    drops: SeatNo
    stays: SeatNo
    cards: Cards | None = None


class Step(_Model):
    """A step without money or cards: the talk about opening all hands (P5, P15)."""

    type: Literal["propose", "agree", "refuse", "force"]
    seat: SeatNo


class Muck(_Model):
    """A hand thrown away at the showdown; ``cards`` if the log tells what it was."""

    type: Literal["muck"]
    seat: SeatNo
    cards: Cards | None = None


class DeadHand(_Model):
    """A hand that takes no part in the showdown (D5, J14)."""

    type: Literal["dead_hand"]
    seat: SeatNo
    reason: Word


class Return(_Model):
    """An uncalled bet goes back."""

    type: Literal["return"]
    seat: SeatNo
    amount: Money


class CashOut(_Model):
    """The house pays a player instead of the pot: ``amount`` is what he receives."""

    type: Literal["cash_out"]
    seat: SeatNo
    amount: Money


class Award(_Model):
    """Money from a pot to a player: 0 is the main pot, 1 the first side pot."""

    type: Literal["award"]
    seat: SeatNo
    amount: Money
    pot: PotNo | None = None
    run: RunNo | None = None
    side: Literal["high", "low"] | None = None


class RakePart(_Model):
    """One thing that the house took its rake for."""

    part: Word
    amount: Money


class End(_Model):
    """The hand is over; without it the hand counts as cut off. ``rake_parts`` add up to ``rake``."""

    type: Literal["end"]
    carried_out: Money = 0
    rake: Money | None = None
    rake_parts: list[RakePart] | None = None
    pot: Money | None = None


Event = Annotated[
    Street | Forced | Deal | Board | Burn | Reshuffle | Fold | Check | Put | Discard | Expose | Replace | Show
    | ShowOpeners | Muck | Say | Challenge | Compare | Step | DeadHand | Return | CashOut | Award | End,
    Field(discriminator="type"),
]  # fmt: skip


class Hand(_Model):
    """One hand from the first ante to the last chip paid out."""

    model_config = ConfigDict(title="pokerstats-hand, version 1")

    format: Literal["pokerstats-hand"]
    version: Literal[1]
    site: Word = "pokerstats"
    hand: Word
    series: Word | None = None
    played_at: AwareDatetime | None = None
    played_local: NaiveDatetime | None = None
    zone: Word | None = None
    table: Table | None = None
    fast_fold: Flag = False
    game: GameName
    mix: Word | None = None
    rules: Rules | None = None
    deck: Literal[24, 32, 36, 52] | None = None
    ranking: RankingName | None = None
    structure: Structure
    stakes: Stakes
    kind: Literal["cash", "tournament", "play", "unknown"] = "cash"
    currency: Word | None = None
    tournament: Tournament | None = None
    button: SeatNo | None = None
    hero: SeatNo | None = None
    carried_in: Money = 0
    added: Money = 0
    seats: Annotated[list[Seat], Field(min_length=2, max_length=20)]
    events: list[Event]

    @property
    def played_at_utc(self) -> datetime | None:
        """The instant of the hand as a plain UTC time."""
        return None if self.played_at is None else self.played_at.astimezone(UTC).replace(tzinfo=None)


def schema_text() -> str:
    """The JSON Schema of one line of a history, as it is kept in ``docs``."""
    schema: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **Hand.model_json_schema()}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
