"""Five-card orders over columns of cards."""

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pokerstats.pipeline.cards import Codes, lowest_rank
from pokerstats.pipeline.ranking.definition import Category, Definition
from pokerstats.pipeline.ranking.tables import (
    FIVE_CARD_KEYS,
    FIVE_CARD_SPACE,
    SEVEN_CARD_KEYS,
    SEVEN_CARD_SPACE,
    FiveCardTables,
    Strengths,
    best_by_ranks,
    five_card_tables,
)
from pokerstats.pipeline.ranking.words import category_words, description

Strength = npt.NDArray[np.int32]

_SUITS_AT = 24
_UNKNOWN = 1 << 40
_CHUNK = 32_768
_ACE, _KING = 12, 11


class Order(Protocol):
    """A total order of hands: a higher strength always wins, 0 does not qualify or is not known."""

    @property
    def name(self) -> str:
        """The name of the order in orders.toml."""

    @property
    def wins(self) -> str:
        """``highest`` or ``lowest``: whether the order is one of high or of low hands."""

    def strength(self, cards: Codes) -> Strength:
        """The strength of the best hand in each row of cards."""

    def strength_exactly(self, hole: Codes, board: Codes, from_hand: int = 2) -> Strength:
        """The strength of the best hand of exactly ``from_hand`` cards of the hand, the others from the board."""

    def best(self, cards: Codes) -> Codes:
        """The cards that count in each row, best first; all -1 where none qualify."""

    def best_exactly(self, hole: Codes, board: Codes, from_hand: int = 2) -> Codes:
        """The cards that count where exactly ``from_hand`` cards come from the hand."""

    def category(self, strengths: npt.NDArray[Any]) -> list[str | None]:
        """The category of each strength in words; null for strength 0."""

    def describe(self, strength: int) -> str:
        """One strength in words: "full house, sevens full of fives"."""


def _packed(keys: tuple[int, ...]) -> npt.NDArray[np.int64]:
    cards = [keys[code >> 2] | 1 << (_SUITS_AT + 3 * (code & 3)) for code in range(52)]
    return np.array([*cards, _UNKNOWN], dtype=np.int64)


def _flush_suit() -> npt.NDArray[np.int8]:
    counts = np.arange(4096)
    suit = np.full(4096, -1, dtype=np.int8)
    for number in range(4):
        suit[(counts >> (3 * number)) & 7 >= 5] = number
    return suit


_FIVE_PACKED, _SEVEN_PACKED, _FLUSH_SUIT = _packed(FIVE_CARD_KEYS), _packed(SEVEN_CARD_KEYS), _flush_suit()
_RANK_BIT = np.array([1 << (code >> 2) for code in range(52)] + [0], dtype=np.int16)


@dataclass(frozen=True, eq=False)
class FiveCardOrder:
    """An order of five-card hands; of more cards the best five count."""

    definition: Definition
    deck: int
    ace_low_straight: bool

    @property
    def name(self) -> str:
        """The name of the order in orders.toml."""
        return self.definition.name

    @property
    def wins(self) -> str:
        """``highest`` or ``lowest``."""
        return self.definition.wins

    @cached_property
    def without_flushes(self) -> "FiveCardOrder":
        """The same order among hands none of which is a flush: suits are not looked at, strengths are its own."""

        def plain(categories: tuple[Category, ...]) -> tuple[Category, ...]:
            return tuple(name for name in categories if not name.endswith("flush"))

        definition = self.definition.model_copy(
            update={
                "categories": plain(self.definition.categories),
                "by_deck": {deck: plain(categories) for deck, categories in self.definition.by_deck.items()},
            }
        )
        return FiveCardOrder(definition, self.deck, self.ace_low_straight)

    @cached_property
    def tables(self) -> FiveCardTables:
        """The lookup tables, built when first asked for."""
        return five_card_tables(self.definition, self.deck, self.ace_low_straight)

    @cached_property
    def _six(self) -> Strengths:
        return best_by_ranks(self.tables, 6, lowest_rank(self.deck))

    @cached_property
    def _seven(self) -> Strengths:
        return best_by_ranks(self.tables, 7, lowest_rank(self.deck))

    @cached_property
    def _flushes(self) -> bool:
        return "flush" in self.definition.categories

    @property
    def _flush_can_hurt(self) -> bool:
        return self._flushes and self.wins == "lowest"

    def strength(self, cards: Codes) -> Strength:
        """The strength of the best five of each row of five to seven cards."""
        rows, width = cards.shape
        out = np.zeros(rows, dtype=np.int32)
        if width < 5:
            return out
        if width > 5 and self._flush_can_hurt:
            # ranks and suits cannot be looked up apart: the best five may be those that avoid the flush
            for chosen in combinations(range(width), 5):
                np.maximum(out, self.strength(cards[:, chosen]), out=out)
            return out
        if width > 7:
            raise ValueError(f"{width} cards in a hand: an order ranks five to seven")
        packed = _FIVE_PACKED if width == 5 else _SEVEN_PACKED
        for start in range(0, rows, _CHUNK):
            part = cards[start : start + _CHUNK]
            total = packed[part[:, 0]]
            for column in range(1, width):
                total += packed[part[:, column]]
            out[start : start + _CHUNK] = self.strength_of_totals(total, width, part)
        return out

    def strength_of_totals(self, total: npt.NDArray[np.int64], width: int, cards: Codes) -> Strengths:
        """Strengths by the summed keys of each row's cards; the cards are read only where there is a flush."""
        table, space = (self.tables.by_ranks, FIVE_CARD_SPACE) if width == 5 else (self._seven, SEVEN_CARD_SPACE)
        if width == 6:
            table = self._six
        strengths: Strengths = table[total & (space - 1)]
        if self._flushes:
            suits = _FLUSH_SUIT[(total >> _SUITS_AT) & 4095]
            suited = np.flatnonzero(suits >= 0)
            held = cards[suited]
            bits = np.where((held & 3) == suits[suited, None], _RANK_BIT[held], 0).astype(np.int64)
            flush = self.tables.by_flush[np.bitwise_or.reduce(bits, axis=1)]
            strengths[suited] = flush if width == 5 else np.maximum(strengths[suited], flush)
        strengths[total >= _UNKNOWN] = 0
        return strengths

    def strength_exactly(self, hole: Codes, board: Codes, from_hand: int = 2) -> Strength:
        """The strength of the best five of which exactly ``from_hand`` come from the hand."""
        out = np.zeros(len(hole), dtype=np.int32)
        if self._flush_can_hurt:
            for held, shared in _choices(hole.shape[1], board.shape[1], from_hand):
                np.maximum(out, self.strength(np.hstack([hole[:, held], board[:, shared]])), out=out)
            return out
        for start in range(0, len(hole), _CHUNK):
            part = slice(start, start + _CHUNK)
            out[part] = self._exactly(hole[part], board[part], from_hand)
        return out

    def _exactly(self, hole: Codes, board: Codes, from_hand: int) -> Strengths:
        keys = (_FIVE_PACKED & (FIVE_CARD_SPACE - 1)).astype(np.int32)
        held_sums = [
            keys[hole[:, chosen]].sum(axis=1, dtype=np.int32)
            for chosen in combinations(range(hole.shape[1]), from_hand)
        ]
        shared_sums = [
            keys[board[:, chosen]].sum(axis=1, dtype=np.int32)
            for chosen in combinations(range(board.shape[1]), 5 - from_hand)
        ]
        best = np.zeros(len(hole), dtype=np.int16)
        table = self.tables.by_ranks
        for held in held_sums:
            for shared in shared_sums:
                np.maximum(best, table.take(held + shared), out=best)
        if self._flushes:
            for suit in range(4):
                in_hand, on_board = (hole >= 0) & (hole & 3 == suit), (board >= 0) & (board & 3 == suit)
                rows = np.flatnonzero((in_hand.sum(axis=1) >= from_hand) & (on_board.sum(axis=1) >= 5 - from_hand))
                if len(rows):
                    best[rows] = np.maximum(best[rows], self._flush_exactly(hole[rows], board[rows], from_hand, suit))
        best[(hole < 0).any(axis=1) | (board < 0).any(axis=1)] = 0
        return best

    def _flush_exactly(self, hole: Codes, board: Codes, from_hand: int, suit: int) -> Strengths:
        held_bits = np.where(hole & 3 == suit, _RANK_BIT[hole], 0)
        shared_bits = np.where(board & 3 == suit, _RANK_BIT[board], 0)
        best = np.zeros(len(hole), dtype=np.int16)
        for held, shared in _choices(hole.shape[1], board.shape[1], from_hand):
            # a card of another suit leaves fewer than five bits, and those are no flush
            bits = np.bitwise_or.reduce(held_bits[:, held], axis=1) | np.bitwise_or.reduce(
                shared_bits[:, shared], axis=1
            )
            np.maximum(best, self.tables.by_flush[bits], out=best)
        return best

    def best(self, cards: Codes) -> Codes:
        """The five cards that count in each row, best first; all -1 where none qualify."""
        width = cards.shape[1]
        return self._chosen(cards, self.strength(cards), list(combinations(range(width), 5)))

    def best_exactly(self, hole: Codes, board: Codes, from_hand: int = 2) -> Codes:
        """The five cards that count where exactly ``from_hand`` come from the hand."""
        width = hole.shape[1]
        choices = [
            (*held, *(width + at for at in shared)) for held, shared in _choices(width, board.shape[1], from_hand)
        ]
        return self._chosen(np.hstack([hole, board]), self.strength_exactly(hole, board, from_hand), choices)

    def _chosen(self, cards: Codes, strengths: Strength, choices: list[tuple[int, ...]]) -> Codes:
        five = np.full((len(cards), 5), -1, dtype=np.int8)
        left = np.flatnonzero(strengths > 0)
        for chosen in choices:
            if not len(left):
                break
            candidate = cards[left][:, chosen]
            found = self.strength(candidate) == strengths[left]
            five[left[found]] = candidate[found]
            left = left[~found]
        return self._best_first(five, strengths)

    def _best_first(self, five: Codes, strengths: Strength) -> Codes:
        ranks = (five >> 2).astype(np.int32)
        value = (ranks + 1) % 13 if self.definition.ace == "low" else ranks
        counts = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
        top = self.tables.ranks_of[strengths]
        # a low straight is led by its highest card, so its ace is not the first of the compared ranks
        wheel = (top[:, 4] == _ACE) & (top[:, 0] < _KING) & (self.definition.ace == "high")
        value = np.where(wheel[:, None] & (ranks == _ACE), -1, value)
        order = np.argsort(-((counts * 16 + value) * 4 + (five & 3)), axis=1, kind="stable")
        return np.take_along_axis(five, order, axis=1)

    @cached_property
    def _category_words(self) -> npt.NDArray[np.object_]:
        categories = self.definition.by_deck.get(self.deck, self.definition.categories)
        tables = self.tables
        words: list[str | None] = [None]
        for strength in range(1, len(tables.category_of)):
            name = categories[tables.category_of[strength]]
            words.append(category_words(name, int(tables.ranks_of[strength, 0]), low=self.wins == "lowest"))
        return np.array(words, dtype=object)

    def category(self, strengths: npt.NDArray[Any]) -> list[str | None]:
        """The category of each strength in words; null for strength 0."""
        return list(self._category_words[strengths])

    def describe(self, strength: int) -> str:
        """One strength in words: "full house, sevens full of fives", "eight low, 8-6-4-3-2"."""
        if strength <= 0:
            return "no hand"
        categories = self.definition.by_deck.get(self.deck, self.definition.categories)
        name = categories[self.tables.category_of[strength]]
        return description(name, self.tables.ranks_of[strength].tolist(), low=self.wins == "lowest")


def _choices(hole: int, board: int, from_hand: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return [
        (held, shared)
        for held in combinations(range(hole), from_hand)
        for shared in combinations(range(board), 5 - from_hand)
    ]
