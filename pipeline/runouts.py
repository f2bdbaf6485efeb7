"""Every way the missing cards can fall, and what share of each pot each player wins over all of them, exactly.

Where that would be more than ``MOST_WORK`` looked-up hands (three cards each to come to three stud players, say) there
is no answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import permutations
from math import comb, lcm

import numpy as np
import numpy.typing as npt

from pokerstats.pipeline.cards import Codes
from pokerstats.pipeline.games import Half
from pokerstats.pipeline.ranking import Order
from pokerstats.pipeline.ranking.order import FiveCardOrder
from pokerstats.pipeline.ranking.tables import FIVE_CARD_KEYS, FIVE_CARD_SPACE, rank_sets

MOST_WORK = 400_000_000
_CHUNK = 1 << 18
_PAIRS = 1 << 21

Strengths = npt.NDArray[np.int32]
Masks = npt.NDArray[np.uint64]


@dataclass(frozen=True)
class Winning:
    """One half of the pot and the order that decides it."""

    half: Half
    order: Order

    def strength(self, held: Codes, board: Codes) -> Strengths:
        """The strength for this half of each row."""
        if not self.half.board or not board.shape[1]:
            return self.order.strength(held)
        if self.half.from_hand is not None:
            return self.order.strength_exactly(held, board, self.half.from_hand)
        return self.order.strength(np.hstack([held, board]))

    @property
    def plain(self) -> "Winning":
        """The same half for deals in which nobody can have a flush."""
        return Winning(self.half, self.order.without_flushes) if isinstance(self.order, FiveCardOrder) else self

    def suited_board(self, held: Codes) -> npt.NDArray[np.int64]:
        """By suit: with so many cards of it on the board one of these hands may be a flush; 6 is never."""
        if not self.half.board:
            return np.full(4, 6)
        of_suit = np.stack([(held & 3 == suit).sum(axis=1) for suit in range(4)])
        if self.half.from_hand is None:
            needed = 5 - of_suit
        else:
            needed = np.where(of_suit >= self.half.from_hand, 5 - self.half.from_hand, 6)
        lowest: npt.NDArray[np.int64] = needed.min(axis=1)
        return lowest

    def work(self, held: int, board: int) -> int:
        """How many looked-up hands one row costs, about."""
        if self.half.from_hand is None or not self.half.board:
            return 3 if held + board <= 7 else 100
        return comb(held, self.half.from_hand) * comb(board, 5 - self.half.from_hand)


@dataclass(frozen=True)
class Tally:
    """What share of each pot each player has won so far; pots are tuples of places among the players."""

    pots: Sequence[tuple[int, ...]]
    won: list[list[int]]
    outcomes: list[int]

    @staticmethod
    def of(pots: Sequence[tuple[int, ...]]) -> "Tally":
        """An empty tally."""
        return Tally(pots, [[0] * len(pot) for pot in pots], [0])

    def count(self, strengths: list[list[Strengths]], times: npt.NDArray[np.int64] | None = None) -> None:
        """Adds outcomes, each so many times; ``strengths`` by half and player."""
        for pot, won in zip(self.pots, self.won, strict=True):
            for place, share in enumerate(_shares([[half[player] for player in pot] for half in strengths], times)):
                won[place] += share
        self.outcomes[0] += len(strengths[0][0]) if times is None else int(times.sum())

    def equities(self) -> list[list[Fraction]]:
        """The share of each pot by its players."""
        return [
            [Fraction(share, self.outcomes[0] * _unit(len(pot))) for share in won]
            for pot, won in zip(self.pots, self.won, strict=True)
        ]


def _unit(players: int) -> int:
    """One pot in units that every tie and half divides."""
    return 2 * lcm(*range(1, players + 1))


def _shares(strengths: list[list[Strengths]], times: npt.NDArray[np.int64] | None) -> list[int]:
    """What each player of one pot wins in all outcomes together, one pot being ``_unit``."""
    players = len(strengths[0])
    unit = _unit(players)
    if players == 1:
        return [unit * (len(strengths[0][0]) if times is None else int(times.sum()))]
    tops = [np.maximum.reduce(half) for half in strengths]
    shares = [0] * players
    for number, half in enumerate(strengths):
        wins = [strength == tops[number] for strength in half]
        winners = np.add.reduce(wins, dtype=np.int64)
        if len(strengths) == 1:
            parts = np.full(len(winners), 2)
        else:
            other = tops[1 - number]
            parts = np.where(tops[number] == 0, 0, np.where(other == 0, 2, 1))
        for player, win in enumerate(wins):
            # whole numbers below 2**53, so that counting with weights is exact
            counts = np.bincount(winners[win] * 3 + parts[win], None if times is None else times[win])
            for kind, count in enumerate(counts.tolist()):
                if count:
                    shares[player] += int(count) * (kind % 3) * unit // 2 // (kind // 3)
    return shares


@lru_cache(maxsize=8)
def choices(cards: int, chosen: int) -> npt.NDArray[np.uint8]:
    """All ways to choose some of so many cards, one a row, as places in the deck."""
    if not chosen:
        return np.zeros((1, 0), dtype=np.uint8)
    if chosen == 1:
        return np.arange(cards, dtype=np.uint8)[:, None]
    fewer = choices(cards, chosen - 1)
    last = fewer[:, -1].astype(np.int64)
    more = cards - 1 - last
    rows = np.repeat(np.arange(len(fewer)), more)
    step = np.arange(len(rows)) - np.repeat(np.cumsum(more) - more, more)
    chosen_places = np.empty((len(rows), chosen), dtype=np.uint8, order="F")
    chosen_places[:, :-1] = fewer[rows]
    chosen_places[:, -1] = last[rows] + 1 + step
    return chosen_places


def _rest(deck: Codes, gone: Sequence[int]) -> Codes:
    return deck[~np.isin(deck, np.array(list(gone), dtype=np.int8))]


def by_board(
    winning: Sequence[Winning],
    deck: Codes,
    held: Sequence[tuple[int, ...]],
    board: tuple[int, ...],
    board_cards: int,
    gone: Sequence[int],
    pots: Sequence[tuple[int, ...]],
) -> list[list[Fraction]] | None:
    """Equities where community cards are to come; ``gone`` are known cards outside the hands and this board."""
    rest = _rest(deck, [*board, *gone, *(card for hand in held for card in hand)])
    missing = board_cards - len(board)
    work = sum(each.work(len(held[0]), board_cards) for each in winning) * len(held)
    if comb(len(rest), missing) * work > MOST_WORK:
        return None
    tally = Tally.of(pots)
    places = choices(len(rest), missing)
    if len(places) > _CHUNK and board_cards == 5:
        suited = _count_plain_boards(tally, winning, rest, held, board, places)
        places = places[suited]
    for start in range(0, len(places), _CHUNK):
        to_come = rest[places[start : start + _CHUNK]]
        boards = np.hstack([np.tile(np.array(board, dtype=np.int8), (len(to_come), 1)), to_come])
        tally.count(_on_boards(winning, held, boards))
    return tally.equities()


def _on_boards(winning: Sequence[Winning], held: Sequence[tuple[int, ...]], boards: Codes) -> list[list[Strengths]]:
    hands = [np.broadcast_to(np.array(hand, dtype=np.int8), (len(boards), len(hand))) for hand in held]
    return [[each.strength(hand, boards) for hand in hands] for each in winning]


def _count_plain_boards(
    tally: Tally,
    winning: Sequence[Winning],
    rest: Codes,
    held: Sequence[tuple[int, ...]],
    board: tuple[int, ...],
    places: npt.NDArray[np.uint8],
) -> npt.NDArray[np.int64]:
    """Counts the boards that can make nobody a flush, boards of the same ranks together; returns rows of the others."""
    # 19 bits for the sum of rank keys, above them 3 for the cards of each suit
    packed = np.array([FIVE_CARD_KEYS[card >> 2] | 1 << (19 + 3 * (card & 3)) for card in range(52)], dtype=np.uint32)
    total = np.full(len(places), packed[list(board)].sum(dtype=np.uint32), dtype=np.uint32)
    for column in range(places.shape[1]):
        total += packed[rest].take(places[:, column])
    hands = np.array(held, dtype=np.int8)
    enough = np.minimum.reduce([each.suited_board(hands) for each in winning])
    counts = np.arange(4096)
    possible = np.logical_or.reduce([(counts >> (3 * suit)) & 7 >= enough[suit] for suit in range(4)])
    is_suited = possible.take(total >> np.uint32(19))
    plain = total[~is_suited] & np.uint32(FIVE_CARD_SPACE - 1)
    sets = rank_sets(5, 0)
    times = np.bincount(plain, minlength=FIVE_CARD_SPACE)[np.array(FIVE_CARD_KEYS)[sets].sum(axis=1)]
    seen = times > 0
    tally.count(_on_boards([each.plain for each in winning], held, sets[seen] * 4), times[seen])
    return np.flatnonzero(is_suited)


def by_hand(
    winning: Sequence[Winning],
    deck: Codes,
    held: Sequence[tuple[int, ...]],
    missing: Sequence[int],
    gone: Sequence[int],
    pots: Sequence[tuple[int, ...]],
) -> list[list[Fraction]] | None:
    """Equities where each player gets cards of his own (stud, draw); ``missing`` is how many."""
    rest = _rest(deck, [*gone, *(card for hand in held for card in hand)])
    ways = [comb(len(rest), number) for number in missing]
    if np.prod(ways, dtype=object) > MOST_WORK or sum(ways) * sum(each.work(5, 0) for each in winning) > MOST_WORK:
        return None
    masks: list[Masks] = []
    strengths: list[list[Strengths]] = []
    nothing = np.zeros((1, 0), dtype=np.int8)
    for hand, number in zip(held, missing, strict=True):
        places = choices(len(rest), number)
        masks.append(np.bitwise_or.reduce(np.uint64(1) << places.astype(np.uint64), axis=1, initial=np.uint64(0)))
        own = np.tile(np.array(hand, dtype=np.int8), (len(places), 1))
        hands = np.hstack([own, rest[places]])
        strengths.append([each.strength(hands, nothing) for each in winning])
    tally = Tally.of(pots)
    for rows in _deals(masks):
        tally.count([[strengths[player][half][row] for player, row in enumerate(rows)] for half in range(len(winning))])
    return tally.equities()


def _deals(masks: Sequence[Masks]) -> Iterator[list[npt.NDArray[np.int64]]]:
    """Rows of every player's choices that use no card twice, a chunk at a time."""
    others = 1
    for mask in masks[1:]:
        others *= len(mask)
    step = max(1, _PAIRS // others)
    for start in range(0, len(masks[0]), step):
        used = masks[0][start : start + step]
        rows = [np.arange(start, start + len(used))]
        for mask in masks[1:]:
            left, right = np.nonzero((used[:, None] & mask[None, :]) == 0)
            rows = [*(row[left] for row in rows), right]
            used = used[left] | mask[right]
        if len(used):
            yield rows


def same_suits(hands: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
    """The hands with suits renamed so that all deals that differ in suits alone look the same."""
    return min(
        tuple(tuple(sorted(card & ~3 | names[card & 3] for card in hand)) for hand in hands)
        for names in permutations(range(4))
    )
