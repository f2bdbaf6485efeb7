"""Judgement where cards are shared: starting hands, and a hand beside everything that two other cards could make."""

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations

import numpy as np

from pokerstats.pipeline.cards import lowest_rank
from pokerstats.pipeline.ranking import order
from pokerstats.pipeline.ranking.order import FiveCardOrder
from pokerstats.pipeline.ranking.tables import (
    FIVE_CARD_KEYS,
    SEVEN_CARD_KEYS,
    Ints,
    Strengths,
    best_by_ranks,
)

_TEN = 8


def _points(high: int, low: int, suited: bool) -> float:
    if high == low:
        return 2.0 * high + 10
    both_high = 1.5 if low >= _TEN else 0
    return high + low * 0.6 + both_high + (3.5 if suited else 0) - 1.2 * min(high - low, 5)


@cache
def _two_card_shares() -> Mapping[int, float]:
    scored = sorted(
        (_points(max(one, two) >> 2, min(one, two) >> 2, one & 3 == two & 3), one * 52 + two)
        for one, two in combinations(range(52), 2)
    )
    return {key: place / len(scored) for place, (_, key) in enumerate(scored)}


def starting_share(hole: Sequence[int]) -> float:
    """The share of starting hands that are worse, 0 … 1, for two or more hole cards of any hold'em or Omaha game."""
    shares = _two_card_shares()
    pairs = [shares[min(a, b) * 52 + max(a, b)] for a, b in combinations(hole, 2)]
    if len(pairs) == 1:
        return pairs[0]
    # the mean of many pairs lies near the middle, so it is stretched back; both suits twice are worth more than one
    suits = sorted((sum(card & 3 == suit for card in hole) for suit in range(4)), reverse=True)
    double = 0.06 if suits[0] >= 2 and suits[1] >= 2 else 0.0
    return min(max((sum(pairs) / len(pairs) - 0.5) * 2.4 + 0.5 + double, 0.0), 1.0)


def low_start(hole: Sequence[int]) -> float:
    """How good hole cards are for an eight-or-better low, 0 … 1: ace-deuce, ace-trey, and a third low card."""
    ranks = sorted({(card >> 2) + 1 if card >> 2 < 12 else 0 for card in hole if card >> 2 <= 6 or card >> 2 == 12})
    if len(ranks) < 2:
        return 0.1
    return max(0.0, 1.0 - 0.09 * (ranks[0] + ranks[1] - 2)) * (1.0 if len(ranks) > 2 else 0.92)


# ---------------------------------------------------------------- after the flop

_HIGH, _LOW = (
    np.array(side, dtype=np.int64) for side in zip(*((h, w) for h in range(13) for w in range(h + 1)), strict=True)
)
"""All ranks of two cards, the higher first; two ranks stand at ``high * (high + 1) / 2 + low``."""
_TWO_OF_FIVE = np.array(FIVE_CARD_KEYS)[_HIGH] + np.array(FIVE_CARD_KEYS)[_LOW]
_TWO_OF_SEVEN = np.array(SEVEN_CARD_KEYS)[_HIGH] + np.array(SEVEN_CARD_KEYS)[_LOW]


class _Lookup:
    """The tables of one order and deck that boards are read with."""

    def __init__(self, name: str, deck: int, ace_low_straight: bool) -> None:
        ranking = order(name, deck, ace_low_straight)
        if not isinstance(ranking, FiveCardOrder):
            raise TypeError(f"{name} is no order of five cards")
        self.lowest = lowest_rank(deck)
        self.in_deck = self.lowest <= _LOW
        self.tables = ranking.tables
        self.flushes = "flush" in ranking.definition.categories

    @cached_property
    def six(self) -> Strengths:
        """Strength of the best five of six cards by the sum of their keys, flushes aside."""
        return best_by_ranks(self.tables, 6, self.lowest)

    @cached_property
    def seven(self) -> Strengths:
        """The same of seven cards."""
        return best_by_ranks(self.tables, 7, self.lowest)


@cache
def _lookup(name: str, deck: int, ace_low_straight: bool) -> _Lookup:
    return _Lookup(name, deck, ace_low_straight)


class Board:
    """What every two cards make of one board, so that any hand on it is placed among them."""

    def __init__(self, cards: Sequence[int], name: str, deck: int, ace_low_straight: bool, exactly_two: bool) -> None:
        lookup = _lookup(name, deck, ace_low_straight)
        ranks = [card >> 2 for card in cards]
        if exactly_two:
            shared = [sum(FIVE_CARD_KEYS[rank] for rank in three) for three in combinations(ranks, 3)]
            strengths = lookup.tables.by_ranks[_TWO_OF_FIVE[:, None] + np.array(shared)].max(axis=1)
        elif len(cards) == 3:
            strengths = lookup.tables.by_ranks[_TWO_OF_FIVE + sum(FIVE_CARD_KEYS[rank] for rank in ranks)]
        else:
            table = lookup.six if len(cards) == 4 else lookup.seven
            # two ranks that a board of aces leaves too few of lie beyond the table; nobody holds them
            places = np.minimum(_TWO_OF_SEVEN + sum(SEVEN_CARD_KEYS[rank] for rank in ranks), len(table) - 1)
            strengths = table[places]
        left = np.full(13, 4)
        np.subtract.at(left, ranks, 1)
        ways = np.where(_HIGH == _LOW, left[_HIGH] * (left[_HIGH] - 1) // 2, left[_HIGH] * left[_LOW]) * lookup.in_deck
        suits = [card & 3 for card in cards]
        suit = max(range(4), key=suits.count)
        self._suit = suit if lookup.flushes and suits.count(suit) >= 3 else -1
        self._flush_of_bits: dict[int, int] = {}
        if self._suit >= 0:
            suited = [1 << (card >> 2) for card in cards if card & 3 == suit]
            strengths, ways = self._with_flushes(strengths, ways, lookup, suited, exactly_two)
        self._of_ranks: list[int] = strengths[: len(_HIGH)].tolist()
        if 0 in self._flush_of_bits:
            # a card of the suit alone, or none, plays the flush: the ranks of two cards no longer tell what they make
            rest = [card for card in range(4 * lookup.lowest, 52) if card not in cards]
            strengths = np.array([self.strength(one, two) for one, two in combinations(rest, 2)])
            ways = np.ones(len(strengths), dtype=np.int64)
        by_strength = np.argsort(strengths, kind="stable")
        self._strengths = strengths[by_strength]
        self._below = np.concatenate([[0], np.cumsum(ways[by_strength])])

    def _with_flushes(
        self, strengths: Strengths, ways: Ints, lookup: _Lookup, suited: list[int], exactly_two: bool
    ) -> tuple[Strengths, Ints]:
        """The same with the pairs of suited cards that make a flush, which are told apart from the others."""
        table = lookup.tables.by_flush
        taken = sum(suited)
        free = [rank for rank in range(12, lookup.lowest - 1, -1) if not taken >> rank & 1]
        shared = [sum(three) for three in combinations(suited, 3)] if exactly_two else [taken]
        pairs = list(combinations(free, 2))
        bits = [1 << high | 1 << low for high, low in pairs]
        flushes = table[np.array(bits)[:, None] | np.array(shared)].max(axis=1)
        self._flush_of_bits = dict(zip(bits, flushes.tolist(), strict=True))
        if not exactly_two and len(suited) >= 4:
            self._flush_of_bits |= {1 << rank: int(table[1 << rank | taken]) for rank in free} | {0: int(table[taken])}
        places = [high * (high + 1) // 2 + low for high, low in pairs]
        ways = ways.copy()
        ways[places] -= 1
        return (
            np.concatenate([strengths, np.maximum(flushes, strengths[places])]),
            np.concatenate([ways, np.ones(len(pairs), dtype=np.int64)]),
        )

    def strength(self, one: int, two: int) -> int:
        """The strength of two cards on this board; 0 where they do not qualify."""
        high, low = (one, two) if one >= two else (two, one)
        best = self._of_ranks[(high >> 2) * ((high >> 2) + 1) // 2 + (low >> 2)]
        if self._suit < 0:
            return best
        bits = sum(1 << (card >> 2) for card in (high, low) if card & 3 == self._suit)
        return max(best, self._flush_of_bits.get(bits, 0))

    def share(self, hole: Sequence[int]) -> float:
        """The share of two other cards that two of these beat, ties counted by half; 0 where they do not qualify."""
        best = max(self.strength(a, b) for a, b in combinations(hole, 2))
        if not best:
            return 0.0
        first, last = np.searchsorted(self._strengths, best), np.searchsorted(self._strengths, best, side="right")
        return float(self._below[first] + self._below[last]) / 2 / float(self._below[-1])


@cache
def _no_boards() -> dict[tuple[object, ...], Board]:
    return {}


def board_of(cards: Sequence[int], name: str, deck: int, ace_low_straight: bool, exactly_two: bool) -> Board:
    """The board of these cards; the last ones asked for are remembered, as all players look at the same."""
    known = _no_boards()
    key = (tuple(cards), name, deck, ace_low_straight, exactly_two)
    board = known.get(key)
    if board is None:
        if len(known) > 16:
            known.clear()
        board = known[key] = Board(cards, name, deck, ace_low_straight, exactly_two)
    return board


def draws(hole: Sequence[int], board: Sequence[int]) -> float:
    """What cards to come may add, 0 … 1: a flush draw, an open straight draw, both."""
    if len(board) >= 5:
        return 0.0
    best = 0.0
    for suit in range(4):
        held = sum(card & 3 == suit for card in hole)
        shared = sum(card & 3 == suit for card in board)
        if (held >= 2 and shared == 2) or (len(hole) == 2 and held == 1 and shared == 3):
            best = 0.36
    ranks = {card >> 2 for card in board}
    own = {card >> 2 for card in hole}
    for first in range(9):
        run = set(range(first, first + 4))
        if run <= ranks | own and len(run & own) >= (1 if len(hole) == 2 else 2) and len(run & ranks) < 4:
            best = 0.5 if best else 0.3
            break
    return best * (1.0 if len(board) == 3 else 0.6)
