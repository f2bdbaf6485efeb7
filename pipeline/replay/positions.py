"""The name of every seat before the flop, counted from the button among the players dealt in."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from pokerstats.pipeline.replay.batch import Batch, Codes, Flags, Ints
from pokerstats.pipeline.replay.order import Order

SB, BB = -1, -2
NOWHERE = 100
"""Stands for no position: stud, or not dealt in."""

_LATE = ("BTN", "CO", "HJ", "LJ")


@dataclass(frozen=True)
class Positions:
    """Positions by hand and slot; ``number`` counts the seats before the button, ``NOWHERE`` where there is none."""

    number: Ints
    order: Ints  # 0 for who acts first before the flop
    dead_button: Flags

    def names(self, index: Ints) -> pl.Series:
        """The names of the seats at these places of the flat table."""
        number, order = self.number.reshape(-1)[index], self.order.reshape(-1)[index]
        first = np.clip(number + order, 0, NOWHERE)  # the number of the first seat to act
        key = (number - BB) * (NOWHERE + 1) + first
        found = np.flatnonzero(np.bincount(key))
        place = np.zeros(int(key.max(initial=0)) + 1, dtype=np.int64)
        place[found] = np.arange(found.size)
        words = [_name(int(one) // (NOWHERE + 1) + BB, int(one) % (NOWHERE + 1)) for one in found]
        return pl.Series(words, dtype=pl.String).gather(pl.Series(place[key]))


def _name(number: int, first: int) -> str | None:
    if number == NOWHERE:
        return None
    if number in (SB, BB):
        return "SB" if number == SB else "BB"
    if number == first and first >= 2:
        return "UTG"
    if number < len(_LATE):
        return _LATE[number]
    return f"UTG+{first - number}"


def positions(batch: Batch, order: Order) -> Positions:
    """The positions of a batch."""
    everyone = np.arange(batch.size)
    small, big = order.small_blind, order.big_blind
    has_small, has_big = small >= 0, big >= 0
    heads_up = batch.dealt.sum(axis=1) == 2
    big_on_button = has_big & (batch.numbers[everyone, big] == batch.button)
    button_is_small = heads_up & has_small & has_big & ~big_on_button

    by_blinds = has_small | has_big
    anchor_slot = np.where(has_big, big, small)
    anchor = np.where(by_blinds, batch.numbers[everyone, anchor_slot], batch.button)
    blind = np.zeros((batch.size, batch.columns), dtype=np.bool_)
    blind[everyone[has_small], small[has_small]] = True
    blind[everyone[has_big], big[has_big]] = True
    named = batch.dealt & ~blind & (by_blinds | (batch.button >= 0))[:, None]

    seats = named.sum(axis=1)
    passed = (named & (batch.numbers <= anchor[:, None])).sum(axis=1)
    rank = (np.cumsum(named, axis=1) - 1 - passed[:, None]) % np.maximum(seats, 1)[:, None]
    number = np.where(named, seats[:, None] - 1 - rank, NOWHERE)
    number[everyone[has_small], small[has_small]] = np.where(button_is_small, 0, SB)[has_small]
    number[everyone[has_big], big[has_big]] = BB
    number[batch.stud] = NOWHERE
    rank = np.where(named, rank, 0)

    at_button: Codes = (batch.numbers == batch.button[:, None]) & batch.dealt
    dead_button = (batch.button >= 0) & ~at_button.any(axis=1) & ~batch.stud
    return Positions(number=number, order=rank, dead_button=dead_button)
