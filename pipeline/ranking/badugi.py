"""Badugi orders: the largest set of cards of different ranks and suits, then the lowest."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from pokerstats.pipeline.cards import Codes
from pokerstats.pipeline.ranking.definition import Definition
from pokerstats.pipeline.ranking.words import description

Strength = npt.NDArray[np.int32]

_MASKS = 1 << 17
_BITS = np.array([1 << (code >> 2) | 1 << (13 + (code & 3)) for code in range(52)] + [0], dtype=np.int32)


@dataclass(frozen=True, eq=False)
class BadugiOrder:
    """An order of badugi hands, of four or more cards."""

    definition: Definition

    @property
    def name(self) -> str:
        """The name of the order in orders.toml."""
        return self.definition.name

    @property
    def wins(self) -> str:
        """``lowest``: among as many cards the lower ranks win."""
        return self.definition.wins

    def _value(self, rank: int) -> int:
        return (rank + 1) % 13 if self.definition.ace == "low" else rank

    @cached_property
    def _classes(self) -> list[tuple[int, ...]]:
        """The ranks of every possible hand, highest first, from the worst hand to the best."""
        hands = [
            tuple(sorted(ranks, key=self._value, reverse=True))
            for size in range(1, 5)
            for ranks in combinations(range(13), size)
        ]
        return sorted(hands, key=lambda ranks: (len(ranks), [-self._value(rank) for rank in ranks]))

    @cached_property
    def _by_mask(self) -> list[npt.NDArray[np.int16]]:
        """Strength of one to four cards by the bits of their ranks and suits; 0 if two share a rank or a suit."""
        of_ranks = np.zeros(8192, dtype=np.int16)
        for place, ranks in enumerate(self._classes):
            of_ranks[sum(1 << rank for rank in ranks)] = place + 1
        masks = np.arange(_MASKS)
        bits = np.array([mask.bit_count() for mask in range(8192)])
        suits, ranks = bits[masks >> 13], bits[masks & 8191]
        strengths = of_ranks[masks & 8191]
        return [np.where((suits == size) & (ranks == size), strengths, 0).astype(np.int16) for size in range(1, 5)]

    def strength(self, cards: Codes) -> Strength:
        """The strength of the best badugi in each row of cards; 0 where a card is unknown."""
        bits = _BITS[cards]
        best = np.zeros(len(cards), dtype=np.int16)
        for size, table in enumerate(self._by_mask, start=1):
            for chosen in combinations(range(cards.shape[1]), size):
                np.maximum(best, table[np.bitwise_or.reduce(bits[:, chosen], axis=1)], out=best)
        best[(cards < 0).any(axis=1)] = 0
        return best.astype(np.int32)

    def strength_exactly(self, hole: Codes, board: Codes, from_hand: int = 2) -> Strength:
        """Badugi has no board: there is no such hand."""
        raise ValueError(f"{self.name} is not played with a board")

    def best(self, cards: Codes) -> Codes:
        """The one to four cards that count in each row, highest first, -1 after them."""
        strengths = self.strength(cards)
        bits = _BITS[cards]
        four = np.full((len(cards), 4), -1, dtype=np.int8)
        left = strengths > 0
        for size, table in reversed(list(enumerate(self._by_mask, start=1))):
            for chosen in combinations(range(cards.shape[1]), size):
                found = left & (table[np.bitwise_or.reduce(bits[:, chosen], axis=1)] == strengths)
                four[found, :size] = cards[found][:, chosen]
                left &= ~found
        ranks = four >> 2
        value = np.where(four < 0, -1, (ranks + 1) % 13 if self.definition.ace == "low" else ranks)
        return np.take_along_axis(four, np.argsort(-value, axis=1, kind="stable"), axis=1)

    def best_exactly(self, hole: Codes, board: Codes, from_hand: int = 2) -> Codes:
        """Badugi has no board: there is no such hand."""
        raise ValueError(f"{self.name} is not played with a board")

    @cached_property
    def _category_words(self) -> npt.NDArray[np.object_]:
        words: list[str | None] = [None, *(self.definition.categories[len(ranks) - 1] for ranks in self._classes)]
        return np.array(words, dtype=object)

    def category(self, strengths: npt.NDArray[Any]) -> list[str | None]:
        """The number of cards that count in words; null for strength 0."""
        return list(self._category_words[strengths])

    def describe(self, strength: int) -> str:
        """One strength in words: "badugi, 8-6-4-3"."""
        if strength <= 0:
            return "no hand"
        ranks = self._classes[strength - 1]
        return description(self.definition.categories[len(ranks) - 1], ranks, low=True)
