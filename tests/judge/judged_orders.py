"""PokerKit's ranking orders as tables, so that a million hands are judged by it in seconds.

PokerKit looks a hand up by the product of its ranks' primes and by whether it is suited. So its answer for one hand of
each set of ranks, suited and not, is its answer for all of them; here those answers are gathered over columns of cards.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, combinations_with_replacement

import numpy as np
import numpy.typing as npt
from pokerkit import (
    BadugiLookup,
    Card,
    EightOrBetterLookup,
    Label,
    Lookup,
    RegularLookup,
    ShortDeckHoldemLookup,
    Standard2Lookup,
    StandardBadugiLookup,
    StandardLookup,
)
from pokerkit.utilities import Rank

Codes = npt.NDArray[np.int8]
Strengths = npt.NDArray[np.int32]

RANKS, SUITS = "23456789TJQKA", "cdhs"
_CHUNK = 100_000


def cards_of(codes: Iterable[int]) -> tuple[Card, ...]:
    """PokerKit's cards for our codes."""
    return tuple(Card.parse("".join(RANKS[code >> 2] + SUITS[code & 3] for code in codes)))


@dataclass(frozen=True)
class JudgedOrder:
    """One of PokerKit's lookups over columns of cards; a higher strength wins, 0 does not qualify."""

    lookup: Lookup
    low: bool

    @cached_property
    def _tables(self) -> npt.NDArray[np.int32]:
        tables = np.full((2, 13**5), -1, dtype=np.int32)
        for ranks in combinations_with_replacement(range(13), 5):
            if ranks[0] == ranks[4]:
                continue
            place = _place(np.array([ranks]))[0]
            # a rank that comes again takes another suit; the last card takes one that no suited hand has
            mixed = [rank * 4 + ranks[:at].count(rank) for at, rank in enumerate(ranks)]
            if len(set(ranks)) == 5:
                tables[1, place] = self._index([rank * 4 for rank in ranks])
                mixed[4] += 1
            tables[0, place] = self._index(mixed)
        known = tables >= 0
        tables[known] = tables[known].max() - tables[known] if self.low else tables[known]
        return tables + 1

    def _index(self, codes: list[int]) -> int:
        entry = self.lookup.get_entry_or_none(cards_of(codes))
        return -1 if entry is None else entry.index

    def _of_sorted(self, fives: Codes) -> Strengths:
        suited = ((fives & 3) == (fives[:, :1] & 3)).all(axis=1)
        found: Strengths = self._tables[suited.astype(np.int8), _place(fives >> 2)]
        return found

    def strength(self, cards: Codes) -> Strengths:
        """The strength of the best five of each row, every choice of five looked up."""
        ascending = np.sort(cards, axis=1)
        return self._best(len(cards), combinations(range(cards.shape[1]), 5), lambda five: ascending[:, five])

    def strength_exactly(self, hole: Codes, board: Codes) -> Strengths:
        """The strength of the best hand of two cards of the hand and three of the board."""
        both = np.hstack([hole, board])
        held, shared = range(hole.shape[1]), range(hole.shape[1], both.shape[1])
        choices = ((*two, *three) for two in combinations(held, 2) for three in combinations(shared, 3))
        return self._best(len(hole), choices, lambda five: np.sort(both[:, five], axis=1))

    def _best(
        self, rows: int, choices: Iterable[tuple[int, ...]], taken: Callable[[tuple[int, ...]], Codes]
    ) -> Strengths:
        best = np.zeros(rows, dtype=np.int32)
        for five in choices:
            chosen = taken(five)
            for start in range(0, rows, _CHUNK):
                part = slice(start, start + _CHUNK)
                np.maximum(best[part], self._of_sorted(chosen[part]), out=best[part])
        return best


def _place(ranks: npt.NDArray[np.integer]) -> npt.NDArray[np.int64]:
    place = np.zeros(len(ranks), dtype=np.int64)
    for column in range(5):
        place = place * 13 + ranks[:, column]
    return place


@dataclass(frozen=True)
class JudgedBadugi:
    """One of PokerKit's badugi lookups over columns of cards."""

    lookup: BadugiLookup

    @cached_property
    def _table(self) -> npt.NDArray[np.int32]:
        table = np.full(1 << 13, -1, dtype=np.int32)
        for size in range(1, 5):
            for ranks in combinations(range(13), size):
                held = cards_of(rank * 4 + suit for suit, rank in enumerate(ranks))
                table[sum(1 << rank for rank in ranks)] = self.lookup.get_entry(held).index
        return np.where(table < 0, 0, table.max() + 1 - table).astype(np.int32)

    def strength(self, cards: Codes) -> Strengths:
        """The strength of the best one to four cards of different ranks and suits in each row."""
        best = np.zeros(len(cards), dtype=np.int32)
        ranks, suits = 1 << (cards >> 2).astype(np.int32), 1 << (cards & 3).astype(np.int32)
        for size in range(1, 5):
            for chosen in combinations(range(cards.shape[1]), size):
                held = np.bitwise_or.reduce(ranks[:, chosen], axis=1)
                colours = np.bitwise_or.reduce(suits[:, chosen], axis=1)
                counts = np.bitwise_count(held) == size
                counts &= np.bitwise_count(colours) == size
                np.maximum(best, np.where(counts, self._table[held], 0), out=best)
        return best


class PutTogetherLookup(Lookup):
    """An order that PokerKit does not have, put together from its own parts."""

    def __init__(self, lowest: str, made: tuple[Label, ...], low_straight: bool = True) -> None:
        self.rank_order = tuple(Rank(rank) for rank in RANKS[RANKS.index(lowest) :])  # type: ignore[misc,assignment]
        self._made, self._low_straight = made, low_straight
        super().__init__()

    def _add_entries(self) -> None:
        self._add_multisets(Counter({1: 5}), (False,), Label.HIGH_CARD)
        self._add_multisets(Counter({2: 1, 1: 3}), (False,), Label.ONE_PAIR)
        self._add_multisets(Counter({2: 2, 1: 1}), (False,), Label.TWO_PAIR)
        for label in self._made:
            if label is Label.THREE_OF_A_KIND:
                self._add_multisets(Counter({3: 1, 1: 2}), (False,), label)
            elif label is Label.STRAIGHT:
                self._add_straights(5, (False,), label, self._low_straight)
            elif label is Label.FLUSH:
                self._add_multisets(Counter({1: 5}), (True,), label)
            elif label is Label.FULL_HOUSE:
                self._add_multisets(Counter({3: 1, 2: 1}), (False,), label)
            else:
                self._add_multisets(Counter({4: 1, 1: 1}), (False,), label)
        self._add_straights(5, (True,), Label.STRAIGHT_FLUSH, self._low_straight)


TRIPS, STRAIGHT, FLUSH, FULL, QUADS = (
    Label.THREE_OF_A_KIND,
    Label.STRAIGHT,
    Label.FLUSH,
    Label.FULL_HOUSE,
    Label.FOUR_OF_A_KIND,
)
H1 = (TRIPS, STRAIGHT, FLUSH, FULL, QUADS)
H6_36 = (TRIPS, STRAIGHT, FULL, FLUSH, QUADS)
H6_SHORTER = (TRIPS, STRAIGHT, FULL, QUADS, FLUSH)
H7_TRIPS = (STRAIGHT, TRIPS, FULL, FLUSH, QUADS)
"""Categories from three of a kind up, as rules H1, H6 and H7 say them."""

FIVE_CARD_ORDERS: dict[tuple[str, int, bool], JudgedOrder] = {
    ("standard", 52, True): JudgedOrder(StandardLookup(), low=False),
    ("deuce-to-seven", 52, True): JudgedOrder(Standard2Lookup(), low=True),
    ("ace-to-five", 52, True): JudgedOrder(RegularLookup(), low=True),
    ("eight-or-better", 52, True): JudgedOrder(EightOrBetterLookup(), low=True),
    ("short-deck-holdem", 36, True): JudgedOrder(ShortDeckHoldemLookup(), low=False),
    **{
        (name, deck, ace_low): JudgedOrder(PutTogetherLookup(lowest, made, low_straight=ace_low), low=False)
        for name, deck, lowest, made in (
            ("standard", 52, "2", H1),
            ("standard", 36, "6", H1),
            ("standard", 32, "7", H1),
            ("standard", 24, "9", H1),
            ("by-frequency", 52, "2", H1),
            ("by-frequency", 36, "6", H6_36),
            ("by-frequency", 32, "7", H6_SHORTER),
            ("by-frequency", 24, "9", H6_SHORTER),
            ("short-deck-holdem", 36, "6", H6_36),
            ("short-deck-holdem-trips", 36, "6", H7_TRIPS),
        )
        for ace_low in (True, False)
        if (name, deck, ace_low) not in (("standard", 52, True), ("short-deck-holdem", 36, True))
    },
}
"""By our name of the order, the deck, and whether its low straight counts (H8)."""

BADUGI_ORDERS = {
    "badugi": JudgedBadugi(BadugiLookup()),
    "badugi-ace-high": JudgedBadugi(StandardBadugiLookup()),
}
