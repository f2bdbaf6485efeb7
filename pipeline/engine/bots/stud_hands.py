"""Judgement at stud: how good a hand is that grows card by card, beside what the others show."""

from collections.abc import Sequence

from pokerstats.pipeline.engine.bots.draw_hands import by_rank
from pokerstats.pipeline.engine.bots.low_hands import Value, low_cards

_TEN = 8


def longest_run(ranks: Sequence[int]) -> int:
    """The most ranks of one straight's five, the ace also below the deuce."""
    held = set(ranks) | ({-1} if 12 in ranks else set())
    return max(len(held & set(range(first, first + 5))) for first in range(-1, 9))


def longest_suit(cards: Sequence[int]) -> int:
    """The most cards of one suit."""
    suits = [card & 3 for card in cards]
    return max(map(suits.count, range(4)))


def third_street_high(cards: Sequence[int], others: Sequence[int]) -> float:
    """How good three cards are, 0 … 1, beside the door cards of the others."""
    groups = by_rank(cards)
    dead = {card >> 2 for card in others}
    if len(groups[0]) == 3:
        return 1.0
    if len(groups[0]) == 2:
        rank = groups[0][0] >> 2
        over = any(card >> 2 > rank for card in others)
        return 0.83 + 0.012 * rank - (0.08 if rank in dead else 0.0) - (0.04 if over and rank < _TEN else 0.0)
    high = sorted((card >> 2 for card in cards), reverse=True)
    if longest_suit(cards) == 3:
        gone = sum(card & 3 == cards[0] & 3 for card in others)
        return 0.86 + 0.004 * high[0] - 0.05 * gone
    if longest_run(high) == 3 and high[0] - high[2] in (2, 3):
        return 0.74 + 0.008 * high[0]
    if high[2] >= _TEN:
        return 0.72
    return 0.1 + 0.03 * high[0] + 0.012 * high[1] + (0.06 if longest_suit(cards) == 2 else 0.0)


def showing_pair(cards: Sequence[int]) -> int:
    """The rank of the best pair among the up cards; -1 without one."""
    groups = by_rank(cards) if cards else []
    return groups[0][0] >> 2 if groups and len(groups[0]) > 1 else -1


def later_street_high(cards: Sequence[int], shown: Sequence[Sequence[int]], to_come: int) -> float:
    """How good four to seven cards are, 0 … 1, beside the up cards each opponent shows; ``to_come`` cards follow."""
    groups = by_rank(cards)
    first = len(groups[0])
    second = len(groups[1]) if len(groups) > 1 else 0
    suit, run = longest_suit(cards), longest_run([card >> 2 for card in cards])
    threat = max((showing_pair(up) for up in shown), default=-1)
    highest_shown = max((card >> 2 for up in shown for card in up), default=0)
    if first == 4 or (first == 3 and second >= 2):
        return 0.99
    if suit >= 5:
        return 0.95
    if run >= 5:
        return 0.92
    if first == 3:
        return 0.88
    best = 0.0
    if first == second == 2:
        best = 0.66 + 0.011 * (groups[0][0] >> 2) - (0.08 if threat > groups[0][0] >> 2 else 0.0)
    elif first == 2:
        rank = groups[0][0] >> 2
        best = 0.34 + 0.024 * rank - (0.16 if threat > rank else 0.05 if highest_shown > rank else 0.0)
    else:
        best = 0.10 + 0.012 * max(card >> 2 for card in cards) - (0.08 if threat >= 0 else 0.0)
    if to_come and suit == 4:
        best = max(best, 0.42 + 0.06 * to_come) + 0.04
    elif to_come and run == 4:
        best = max(best, 0.34 + 0.05 * to_come) + 0.03
    return min(best, 1.0)


def low_so_far(cards: Sequence[int], value: Value, others: Sequence[int] = ()) -> float:
    """How good three to seven cards are for a five-card low, 0 … 1, dead cards of the others counted for him."""
    kept = low_cards(cards, value, 8)
    number = min(len(kept), 5)
    to_come = 7 - len(cards)
    if number == 5:
        return 0.97 - 0.05 * (value(kept[4]) - 5)
    rough = low_cards(cards, value, 11)
    if len(rough) >= 5:
        return 0.62 - 0.1 * (value(rough[4]) - 9)
    if not number or number + to_come < 4:
        return 0.05
    missing = 5 - number
    top = value(kept[number - 1]) - number
    score = (0.96 if len(cards) == 3 else 0.86) - 0.18 * (missing - 2) - 0.02 * top
    score -= 0.16 * max(0, missing - (to_come + 1) // 2)
    held = {value(card) for card in kept}
    helps = sum(value(card) in held for card in others)
    return max(0.03, min(0.99, score + 0.012 * helps - (0.0 if to_come else 0.6)))
