"""A batch of hands as arrays: seats numbered clockwise without gaps, money as integers, codes instead of words."""

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from pokerstats.pipeline import games
from pokerstats.pipeline.games.rules import rule_set_names
from pokerstats.pipeline.tables import ACTIONS, STREETS, ActionType, Parsed, StreetType

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Codes = npt.NDArray[np.integer[Any]]

NONE = -(1 << 62)
"""Stands for money the log does not tell."""
PLENTY = 1 << 60
"""Stands for a stack the log does not tell: such a player is never out of chips by counting."""

CODE = {name: number for number, name in enumerate(ACTIONS)}
STREET = {name: number for number, name in enumerate(STREETS)}
SHOWDOWN = STREET["showdown"]
AFTER_BETTING = 9
"""The round number of what happens after the last betting round."""


def money(frame: pl.DataFrame, column: str, missing: int = NONE) -> Ints:
    """A column of money, ``missing`` where the log is silent."""
    return _filled(frame[column], missing)


def small(frame: pl.DataFrame, column: str) -> Ints:
    """A column of small numbers, -1 where the log is silent."""
    return _filled(frame[column].cast(pl.Int64), -1)


def _filled(numbers: pl.Series, missing: int) -> Ints:
    # most columns are told throughout or not at all, and to fill them costs more than to look
    nulls = numbers.null_count()
    if nulls == len(numbers):
        return np.full(nulls, missing, dtype=np.int64)
    return (numbers.fill_null(missing) if nulls else numbers).to_numpy()


def flags(frame: pl.DataFrame, column: str) -> Flags:
    """A column of yes and no, no where the log is silent."""
    return frame[column].fill_null(False).to_numpy()


def mark(*names: str) -> Flags:
    """A table over the action codes that is true for the named ones."""
    table = np.zeros(len(ACTIONS), dtype=np.bool_)
    table[[CODE[name] for name in names]] = True
    return table


@dataclass(frozen=True)
class _Shape:
    """What the replay has to know of a game."""

    family: str
    razz: bool
    high_up: bool
    round_of: tuple[int, ...]
    """The number of the betting round by street code."""
    big: tuple[bool, ...]
    """Fixed limit: streets of the big bet, by street code."""
    button_blind: bool


def _shape(name: str) -> _Shape:
    game = games.game(name)
    rounds = [AFTER_BETTING] * len(STREETS)
    big = [False] * len(STREETS)
    # the exchange of Pokeris comes before any betting (P9)
    first = 1 if game.first_street == "exchange" else 0
    for number, street in enumerate(game.streets):
        rounds[STREET[street]] = number - first
        big[STREET[street]] = number >= len(game.streets) // 2
    stud = game.family == "stud"
    lows = {half.order for half in game.halves if half.side == "low"}
    only_low = not any(half.side == "high" for half in game.halves)
    return _Shape(
        family=game.family,
        razz=stud and only_low and "ace-to-five" in lows,
        high_up=stud and not only_low,
        round_of=tuple(rounds),
        big=tuple(big),
        button_blind="button_blind" in game.forced,
    )


class Batch:
    """The frames of one batch with their arrays. ``slot`` is a seat's place clockwise; slot ``width`` is nobody's."""

    def __init__(self, parsed: Parsed) -> None:
        self.hands = parsed.hands
        self.seats = parsed.seats
        self.actions = parsed.actions
        self.payouts = parsed.payouts
        self.size = self.hands.height

        self.seat_hand: Ints = self.seats["hand"].cast(pl.Int64).to_numpy()
        self.seat_no = small(self.seats, "seat")
        self.seat_count = np.bincount(self.seat_hand, minlength=self.size)
        first = np.cumsum(self.seat_count) - self.seat_count
        self.seat_slot: Ints = np.arange(self.seats.height) - first.take(self.seat_hand)
        self.width = int(self.seat_count.max(initial=1))
        self.columns = self.width + 1

        self.act_hand: Ints = self.actions["hand"].cast(pl.Int64).to_numpy()
        self.code: Codes = self.actions["action"].cast(ActionType).to_physical().to_numpy().copy()
        self.street: Codes = self.actions["street"].cast(StreetType).to_physical().to_numpy()
        self.act_slot = self.slots(self.act_hand, small(self.actions, "seat"))

    @cached_property
    def _slot_of(self) -> Codes:
        """Slot by hand and seat number; -1: nobody sits there."""
        top = int(max(self.seat_no.max(initial=0), 127)) + 1
        table = np.full((self.size, top + 1), -1, dtype=np.int8)
        table[self.seat_hand, self.seat_no] = self.seat_slot
        table[:, top] = self.width
        return table

    def slots(self, hand: Ints, seat_no: Ints) -> Ints:
        """The slots of seats given by number: ``width`` for no seat, -1 where nobody sits."""
        return self._slot_of[hand, np.where(seat_no < 0, self._slot_of.shape[1] - 1, seat_no)].astype(np.int64)

    @cached_property
    def seat_index(self) -> Ints:
        """Where each row of ``seats`` stands in a flat table of hands and slots."""
        return self.seat_hand * self.columns + self.seat_slot

    @cached_property
    def act_index(self) -> Ints:
        """Where each row of ``actions`` stands in a flat table of hands and slots."""
        return self.act_hand * self.columns + self.act_slot

    def table(self, by_seat: npt.NDArray[Any], empty: int | bool = 0) -> Any:
        """Values of the rows of ``seats`` as a table of hands and slots."""
        grid = np.full(self.size * self.columns, empty, dtype=by_seat.dtype)
        grid[self.seat_index] = by_seat
        return grid.reshape(self.size, self.columns)

    @cached_property
    def numbers(self) -> Ints:
        """Seat numbers by hand and slot; empty slots hold a number beyond all seats."""
        table: Ints = self.table(self.seat_no, 1 << 20)
        return table

    @cached_property
    def stacks(self) -> Ints:
        """Stacks by hand and slot."""
        table: Ints = self.table(money(self.seats, "stack", PLENTY), PLENTY)
        return table

    @cached_property
    def may_bet(self) -> Ints:
        """What each player may put in: his stack, and no more than the cap of the game."""
        return np.minimum(self.stacks, money(self.hands, "cap", PLENTY)[:, None])

    @cached_property
    def dealt(self) -> Flags:
        """Who got cards, by hand and slot: by the log's word, or as he posted, acted, drew, showed or was paid."""
        table: Flags = self.table(flags(self.seats, "dealt_in"), False)
        took_part = mark(
            "small_blind", "big_blind", "button_blind", "straddle", "bring_in", "fold", "check", "call", "bet",
            "complete", "raise", "all_in", "discard", "stand_pat", "show",
        )  # fmt: skip
        table.reshape(-1)[self.act_index[took_part[self.code]]] = True
        if self.payouts.height:
            hand = self.payouts["hand"].cast(pl.Int64).to_numpy()
            table[hand, self.slots(hand, small(self.payouts, "seat"))] = True
        table[:, self.width] = False
        return table

    @cached_property
    def button(self) -> Ints:
        """The button's seat number; -1: the log names none."""
        return small(self.hands, "button_seat")

    # ------------------------------------------------------------ the game of each hand

    @cached_property
    def _shapes(self) -> tuple[list[_Shape], Ints]:
        names = self.hands["game"].cast(pl.Categorical)
        distinct = names.unique(maintain_order=True)
        code = names.to_physical().cast(pl.Int64).to_numpy()
        place = np.zeros(int(code.max(initial=0)) + 1, dtype=np.int64)
        place[distinct.to_physical().cast(pl.Int64).to_numpy()] = np.arange(len(distinct))
        return [_shape(str(name)) for name in distinct], place[code]

    def _per_hand(self, values: list[Any]) -> Any:
        return np.array(values)[self._shapes[1]]

    @cached_property
    def stud(self) -> Flags:
        """Hands of a game with up cards."""
        found: Flags = self._per_hand([shape.family == "stud" for shape in self._shapes[0]])
        return found

    @cached_property
    def up_order(self) -> Ints:
        """Who leads on later streets of stud: 1 the highest showing hand, -1 the lowest (razz), 0 unknown."""
        order: Ints = self._per_hand([1 if shape.high_up else -1 if shape.razz else 0 for shape in self._shapes[0]])
        return order

    @cached_property
    def button_blind(self) -> Flags:
        """Hands of a game whose button alone posts a blind."""
        found: Flags = self._per_hand([shape.button_blind for shape in self._shapes[0]])
        return found

    @cached_property
    def round_no(self) -> Codes:
        """The number of the betting round of each action, 0 the first."""
        table = np.array([shape.round_of for shape in self._shapes[0]], dtype=np.int8).reshape(-1, len(STREETS))
        return table[self._shapes[1][self.act_hand], self.street]

    @cached_property
    def big_street(self) -> Flags:
        """Whether each action stands on a street of the big bet (fixed limit)."""
        table = np.array([shape.big for shape in self._shapes[0]], dtype=np.bool_).reshape(-1, len(STREETS))
        return table[self._shapes[1][self.act_hand], self.street]

    @cached_property
    def fixed(self) -> Flags:
        """Hands of fixed limit."""
        return (self.hands["betting"] == "fl").fill_null(False).to_numpy()

    @cached_property
    def laps(self) -> Flags:
        """Hands bet in laps that nobody has to equal (P10)."""
        rules = self.ruled("pokeris").copy()
        if rules.any():
            options = self.hands["rule_options"]
            for hand in np.flatnonzero(rules):
                text = options[int(hand)]
                rules[hand] = text is None or json.loads(text).get("rounds", "lap") == "lap"
        return rules

    def ruled(self, name: str) -> Flags:
        """Hands of the rule set of this name; where the log names none or a table's own, of the game of this name."""
        shipped = pl.col("rules").is_in(rule_set_names())
        ruled = self.hands.select(pl.when(shipped).then("rules").otherwise("game")).to_series()
        return (ruled == name).to_numpy()


def following(mask: Codes, start: Codes) -> Codes:
    """The first slot of ``mask`` at or after ``start``, going round the table; -1 if the mask is empty."""
    ahead = (mask >> start) << start
    pick = np.where(ahead != 0, ahead, mask)
    slot: Codes = np.bitwise_count((pick & -pick) - 1).astype(np.int8)
    slot[mask == 0] = -1
    return slot


def bits(table: Flags) -> Ints:
    """The slots that are true, as one number a hand with a bit for each slot."""
    numbers: Ints = table @ (np.int64(1) << np.arange(table.shape[1], dtype=np.int64))
    return numbers
