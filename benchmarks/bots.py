"""Bots of plainly different styles: what each does with a hand, given what it costs."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from random import Random

from hand_values import FLUSH, PAIR, TWO_PAIR, best_value, omaha_value


@dataclass(frozen=True)
class Style:
    """How a bot plays; all figures are shares of hands or of chances."""

    name: str
    plays: float
    raises: float
    rethinks: float
    bets: float
    bluffs: float
    calls: float


STYLES = (
    Style("nit", plays=0.13, raises=0.10, rethinks=0.03, bets=0.55, bluffs=0.06, calls=0.25),
    Style("solid", plays=0.21, raises=0.18, rethinks=0.07, bets=0.65, bluffs=0.18, calls=0.35),
    Style("loose", plays=0.30, raises=0.25, rethinks=0.10, bets=0.75, bluffs=0.30, calls=0.40),
    Style("station", plays=0.45, raises=0.06, rethinks=0.02, bets=0.30, bluffs=0.05, calls=0.75),
    Style("maniac", plays=0.50, raises=0.38, rethinks=0.15, bets=0.85, bluffs=0.45, calls=0.50),
)

FOLD, CHECK, CALL, RAISE = range(4)


def _two_card_points(high: int, low: int, suited: bool) -> float:
    points = (2.0 * high if high == low else high + low * 0.6) + (14 if high == low else 0)
    return points + (3.5 if suited else 0) - (1.2 * min(high - low, 5) if high != low else 0)


@cache
def _percentiles() -> dict[int, float]:
    scored = sorted(
        (-_two_card_points(max(one, two) >> 2, min(one, two) >> 2, one & 3 == two & 3), one * 52 + two)
        for one, two in combinations(range(52), 2)
    )
    return {key: place / len(scored) for place, (_, key) in enumerate(scored)}


def starting_rank(hole: list[int]) -> float:
    """The share of starting hands that are better: 0 the best, near 1 the worst."""
    table = _percentiles()
    pairs = [table[min(a, b) * 52 + max(a, b)] for a, b in combinations(hole, 2)]
    if len(pairs) == 1:
        return pairs[0]
    # four cards: the mean of six pairs lies near the middle, so it is stretched back to 0 … 1
    return min(max((sum(pairs) / len(pairs) - 0.25) * 2, 0.0), 1.0)


def made_strength(hole: list[int], board: list[int]) -> float:
    """How good a hand is on its board, 0 … 1, by what the player's own cards add."""
    value = best_value(hole + board) if len(hole) == 2 else omaha_value(hole, board)
    ranks = sorted((card >> 2 for card in board), reverse=True)
    on_board = len(board) - len(set(ranks))
    own = value[0] - (PAIR if on_board else 0)
    if value[0] >= TWO_PAIR and own > 0:
        return 0.8 + 0.03 * min(value[0], 6)
    if value[0] == PAIR and not on_board:
        above = sum(rank > value[1] for rank in ranks)
        return 0.68 if above == 0 else 0.48 if above == 1 else 0.34
    if len(board) < 5 and value[0] < FLUSH:
        suits = [card & 3 for card in hole + board]
        if max(map(suits.count, range(4))) == 4:
            return 0.45
    return 0.12 + 0.01 * max(card >> 2 for card in hole)


def before_flop(style: Style, rank: float, late: float, raises: int, to_call: int, random: Random) -> int:
    """What a bot does in the first round; ``late`` is above 1 near the button and below 1 far from it."""
    if raises == 0:
        if rank < style.raises * late:
            return RAISE
        if to_call == 0:
            return CHECK
        return CALL if rank < style.plays * late else FOLD
    if raises == 1:
        if rank < style.rethinks or random.random() < style.bluffs * 0.06:
            return RAISE
        return CALL if rank < style.plays * 0.6 * late else FOLD
    if rank < 0.025 or (raises == 2 and random.random() < style.bluffs * 0.02):
        return RAISE
    return CALL if rank < 0.05 + 0.10 * style.calls else FOLD


def after_flop(style: Style, strength: float, to_call: int, pot: int, random: Random) -> int:
    """What a bot does on the flop and later."""
    chance = random.random()
    if to_call == 0:
        bets = style.bets if strength > 0.6 else style.bluffs if strength < 0.3 else style.bets * 0.4
        return RAISE if chance < bets else CHECK
    if strength > 0.8:
        return RAISE if chance < style.bets * 0.5 else CALL
    if strength > 0.6:
        return CALL if chance > 0.12 * to_call / (pot + 1) else FOLD
    if strength > 0.3:
        return CALL if chance < style.calls * (1.4 - min(to_call / (pot + 1), 1)) else FOLD
    if chance < style.bluffs * 0.15:
        return RAISE
    return CALL if chance < style.calls * 0.2 else FOLD
