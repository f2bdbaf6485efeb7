"""The strength of one hand at a time: the ranking orders as dictionaries, without arrays."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

import numpy as np

from pokerstats.pipeline import ranking
from pokerstats.pipeline.ranking.badugi import BadugiOrder
from pokerstats.pipeline.ranking.order import FiveCardOrder
from pokerstats.pipeline.ranking.tables import FIVE_CARD_KEYS

Cards = Sequence[int]
Strength = Callable[[Cards, Cards], int]
"""Of a hand and a board: the higher wins, 0 does not qualify."""

_KEYS = tuple(FIVE_CARD_KEYS[code >> 2] for code in range(52))
_BITS = tuple(1 << (code >> 2) for code in range(52))
_FLUSH, _MOST_OF_A_SUIT = 5, 7


class FiveCardScale:
    """One order of five-card hands of one deck."""

    def __init__(self, order: FiveCardOrder) -> None:
        self.order = order
        tables = order.tables
        filled = np.flatnonzero(tables.by_ranks)
        self._by_ranks: dict[int, int] = dict(zip(filled.tolist(), tables.by_ranks[filled].tolist(), strict=True))
        self._flushes = "flush" in order.definition.categories
        self._by_flush: list[int] = tables.by_flush.tolist()
        self._flush_can_hurt = self._flushes and order.wins == "lowest"
        self._words: dict[int, str] = {}

    def five(self, cards: Cards) -> int:
        """The strength of five cards."""
        a, b, c, d, e = cards
        if self._flushes and a & 3 == b & 3 == c & 3 == d & 3 == e & 3:
            return self._by_flush[_BITS[a] | _BITS[b] | _BITS[c] | _BITS[d] | _BITS[e]]
        return self._by_ranks.get(_KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e], 0)

    def of_whole_hand(self, cards: Cards) -> int:
        """The strength of five cards; any other number of them is no hand (D5)."""
        return self.five(cards) if len(cards) == 5 else 0

    def best(self, hand: Cards, board: Cards) -> int:
        """The strength of the best five of a hand and a board together."""
        cards = [*hand, *board]
        if len(cards) == 5:
            return self.five(cards)
        if self._flush_can_hurt:
            return max(map(self.five, combinations(cards, 5)), default=0)
        known = self._by_ranks.get
        keys = [_KEYS[card] for card in cards]
        best = max([known(sum(five), 0) for five in combinations(keys, 5)], default=0)
        if self._flushes and len(cards) <= _MOST_OF_A_SUIT:
            best = max(best, self._flush_of(cards))
        return best

    def _flush_of(self, cards: Cards) -> int:
        for suit in range(4):
            suited = [_BITS[card] for card in cards if card & 3 == suit]
            if len(suited) >= _FLUSH:
                return self._by_flush[sum(suited)]
        return 0

    def exactly(self, from_hand: int) -> Strength:
        """The strength of the best five of which so many must come from the hand."""

        def strength(hand: Cards, board: Cards) -> int:
            shared = list(combinations(board, 5 - from_hand))
            if self._flush_can_hurt:
                return max(
                    (self.five((*held, *others)) for held in combinations(hand, from_hand) for others in shared),
                    default=0,
                )
            known = self._by_ranks.get
            sums = {sum([_KEYS[card] for card in others]) for others in shared}
            best = 0
            for held in combinations([_KEYS[card] for card in hand], from_hand):
                total = sum(held)
                for others_sum in sums:
                    found = known(total + others_sum, 0)
                    if found > best:
                        best = found
            return max(best, self._flush_exactly(hand, board, from_hand)) if self._flushes else best

        return strength

    def _flush_exactly(self, hand: Cards, board: Cards, from_hand: int) -> int:
        best = 0
        for suit in range(4):
            shared = [_BITS[card] for card in board if card & 3 == suit]
            if len(shared) < 5 - from_hand:
                continue
            held = [_BITS[card] for card in hand if card & 3 == suit]
            for own in combinations(held, from_hand):
                for others in combinations(shared, 5 - from_hand):
                    best = max(best, self._by_flush[sum(own) + sum(others)])
        return best

    def words(self, strength: int) -> str:
        """The hand as players call it."""
        found = self._words.get(strength)
        if found is None:
            found = self._words[strength] = self.order.describe(strength)
        return found


class BadugiScale:
    """One order of badugi hands."""

    def __init__(self, order: BadugiOrder) -> None:
        self.order = order
        low_ace = order.definition.ace == "low"
        self._value = tuple((code >> 2) + 1 if not low_ace else ((code >> 2) + 1) % 13 + 1 for code in range(52))

    def best(self, hand: Cards, board: Cards) -> int:
        """The strength of the most, then lowest cards of different ranks and suits."""
        for size in (4, 3, 2, 1):
            best = 0
            for cards in combinations(hand, size):
                if len({card >> 2 for card in cards}) == size and len({card & 3 for card in cards}) == size:
                    ranks = 0
                    for value in sorted([self._value[card] for card in cards], reverse=True):
                        ranks = ranks << 4 | (15 - value)
                    best = max(best, size << 16 | ranks)
            if best:
                return best
        return 0


@cache
def five_card_scale(name: str, deck: int, ace_low_straight: bool) -> FiveCardScale | None:
    """The scale of this order; none if it is an order of badugi hands."""
    order = ranking.order(name, deck, ace_low_straight)
    return FiveCardScale(order) if isinstance(order, FiveCardOrder) else None


@cache
def badugi_scale(name: str) -> BadugiScale | None:
    """The badugi scale of this order; none if it is one of five-card hands."""
    order = ranking.order(name)
    return BadugiScale(order) if isinstance(order, BadugiOrder) else None


def strength_of_half(name: str, deck: int, ace_low_straight: bool, from_hand: int | None, board: bool) -> Strength:
    """How hands compare for one half of the pot."""
    scale = five_card_scale(name, deck, ace_low_straight)
    badugi = badugi_scale(name)
    if scale is None:
        assert badugi is not None
        return badugi.best
    if not board:
        five = scale.best
        return lambda hand, shared: five(hand, ())
    return scale.best if from_hand is None else scale.exactly(from_hand)
