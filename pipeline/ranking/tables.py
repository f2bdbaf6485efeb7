"""Lookup tables of an order: from the ranks of five to seven cards, and from the ranks of a flush, to a strength.

Each rank has a key such that the sum over a hand tells its ranks in any order: one addition a card finds the hand.
"""

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerstats.pipeline.cards import RANKS, lowest_rank
from pokerstats.pipeline.ranking.definition import Definition

Ints = npt.NDArray[np.int64]
Strengths = npt.NDArray[np.int16]

FIVE_CARD_KEYS = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
SEVEN_CARD_KEYS = (0, 1, 5, 22, 98, 453, 2031, 8698, 22854, 83661, 262349, 636345, 1479181)
"""The sums of up to five, up to seven ranks (none more than four times) are all different."""
FIVE_CARD_SPACE = 1 << 19
SEVEN_CARD_SPACE = 1 << 23

ACE = 12
_SHAPES = {
    (1, 1, 1, 1, 1): "high card",
    (2, 1, 1, 1, 0): "pair",
    (2, 2, 1, 0, 0): "two pair",
    (3, 1, 1, 0, 0): "three of a kind",
    (3, 2, 0, 0, 0): "full house",
    (4, 1, 0, 0, 0): "four of a kind",
}


@dataclass(frozen=True)
class FiveCardTables:
    """The complete order of the five-card hands of one deck."""

    by_ranks: Strengths
    """Strength of five cards that are no flush, by the sum of their FIVE_CARD_KEYS."""
    by_flush: Strengths
    """Strength of the best flush in five to seven cards of a suit, by the bits of their ranks."""
    category_of: npt.NDArray[np.int8]
    """Place of the category among the definition's, by strength; -1 for strength 0."""
    ranks_of: npt.NDArray[np.int8]
    """The five ranks in the order in which they are compared, by strength."""


def rank_sets(cards: int, lowest: int) -> npt.NDArray[np.int8]:
    """All ranks that ``cards`` cards of a deck can have, ascending, one hand a row."""
    rows = np.array(list(combinations_with_replacement(range(lowest, 13), cards)), dtype=np.int8)
    if cards > 4:
        rows = rows[~(rows[:, 4:] == rows[:, :-4]).any(axis=1)]
    return rows


def five_card_tables(definition: Definition, deck: int, ace_low_straight: bool) -> FiveCardTables:
    """The tables of one order for one deck."""
    categories = definition.by_deck.get(deck, definition.categories)
    lowest = lowest_rank(deck)
    hands = rank_sets(5, lowest)
    compared, shapes = _compared(hands, ace_low=definition.ace == "low")
    straights, wheels = _straights(hands, lowest, with_low=ace_low_straight and definition.low_straight)
    if "straight" in categories:
        compared[wheels] = np.roll(compared[wheels], -1, axis=1)
    else:
        straights[:] = False

    names = np.array(list(_SHAPES.values()), dtype=object)[shapes]
    plain = np.where(straights, "straight", names)
    qualified = np.ones(len(hands), dtype=bool)
    if definition.highest is not None:
        top = RANKS.index(definition.highest)
        qualified = ((hands <= top) | (hands == ACE)).all(axis=1)
    place = {name: number for number, name in enumerate(categories)}
    plain_place = np.array([place.get(name, -1) for name in plain], dtype=np.int64)
    plain_place[~qualified] = -1
    suited_place = np.full(len(hands), -1, dtype=np.int64)
    if "flush" in categories:
        distinct = names == "high card"
        suited_place[distinct] = np.where(straights[distinct], place["straight flush"], place["flush"])

    weights = _weights(compared, ace_low=definition.ace == "low", wheels=wheels & straights)
    keys = np.concatenate([plain_place << 20 | weights, suited_place << 20 | weights])
    exists = np.concatenate([plain_place, suited_place]) >= 0
    classes, dense = np.unique(keys[exists], return_inverse=True)
    strengths = np.zeros(len(keys), dtype=np.int16)
    strengths[exists] = dense + 1 if definition.wins == "highest" else len(classes) - dense

    category_of = np.full(len(classes) + 1, -1, dtype=np.int8)
    ranks_of = np.zeros((len(classes) + 1, 5), dtype=np.int8)
    category_of[strengths[exists]] = np.concatenate([plain_place, suited_place])[exists]
    ranks_of[strengths[exists]] = np.concatenate([compared, compared])[exists]

    by_ranks = np.zeros(FIVE_CARD_SPACE, dtype=np.int16)
    by_ranks[np.array(FIVE_CARD_KEYS)[hands].sum(axis=1)] = strengths[: len(hands)]
    return FiveCardTables(by_ranks, _best_flushes(hands, strengths[len(hands) :]), category_of, ranks_of)


def best_by_ranks(five: FiveCardTables, cards: int, lowest: int) -> Strengths:
    """Strength of the best five of six or seven cards without a flush, by the sum of their SEVEN_CARD_KEYS."""
    hands = rank_sets(cards, lowest)
    keys = np.array(FIVE_CARD_KEYS, dtype=np.int32)[hands]
    best = np.zeros(len(hands), dtype=np.int16)
    for chosen in combinations(range(cards), 5):
        total = keys[:, chosen[0]].copy()
        for column in chosen[1:]:
            total += keys[:, column]
        np.maximum(best, five.by_ranks[total], out=best)
    table = np.zeros(SEVEN_CARD_SPACE, dtype=np.int16)
    table[np.array(SEVEN_CARD_KEYS)[hands].sum(axis=1)] = best
    return table


def _compared(hands: npt.NDArray[np.int8], *, ace_low: bool) -> tuple[npt.NDArray[np.int8], Ints]:
    """The ranks in the order in which they are compared, and the number of each hand's shape in ``_SHAPES``."""
    value = (hands + 1) % 13 if ace_low else hands
    counts = (hands[:, :, None] == hands[:, None, :]).sum(axis=2)
    order = np.argsort(-(counts * 16 + value), axis=1, kind="stable")
    counted = np.take_along_axis(counts, order, axis=1)
    # sum of squares of the counts of the ranks: 5, 7, 9, 11, 13, 17 for the shapes from high card to four of a kind
    shape = np.searchsorted([5, 7, 9, 11, 13, 17], counted.sum(axis=1))
    return np.take_along_axis(hands, order, axis=1), shape.astype(np.int64)


def _straights(hands: npt.NDArray[np.int8], lowest: int, *, with_low: bool) -> tuple[Any, Any]:
    distinct = (np.diff(hands, axis=1) > 0).all(axis=1)
    runs = distinct & (hands[:, 4] - hands[:, 0] == 4)
    wheels = (hands == np.array([lowest, lowest + 1, lowest + 2, lowest + 3, ACE])).all(axis=1) & with_low
    return runs | wheels, wheels


def _weights(compared: npt.NDArray[np.int8], *, ace_low: bool, wheels: Any) -> Ints:
    value = ((compared.astype(np.int64) + 1) % 13) if ace_low else compared.astype(np.int64)
    weights = np.zeros(len(compared), dtype=np.int64)
    for column in range(5):
        weights = weights << 4 | value[:, column]
    weights[wheels] &= ~15
    return weights


def _best_flushes(hands: npt.NDArray[np.int8], strengths: Strengths) -> Strengths:
    table = np.zeros(8192, dtype=np.int16)
    suited = strengths > 0
    table[(1 << hands[suited].astype(np.int64)).sum(axis=1)] = strengths[suited]
    masks = np.arange(8192)
    sizes = np.array([int(mask).bit_count() for mask in masks])
    for size in (6, 7):
        larger = masks[sizes == size]
        for bit in range(13):
            without = larger & ~(1 << bit)
            table[larger] = np.maximum(table[larger], np.where(without == larger, 0, table[without]))
    return table
