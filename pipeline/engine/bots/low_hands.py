"""Judgement at lowball and badugi: which low cards to keep, when to stand pat, how good a hand is before its draws."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations

from pokerstats.pipeline.engine.bots.draw_hands import Keep

Value = Callable[[int], int]


def ace_low(card: int) -> int:
    """The rank of a card where the ace is the lowest: 1 … 13."""
    return ((card >> 2) + 1) % 13 + 1


def ace_high(card: int) -> int:
    """The rank of a card where the ace is the highest: 2 … 14."""
    return (card >> 2) + 2


def low_cards(cards: Sequence[int], value: Value, highest: int) -> list[int]:
    """The cards of different ranks up to ``highest``, lowest first."""
    found: dict[int, int] = {}
    for card in cards:
        if value(card) <= highest:
            found.setdefault(value(card), card)
    return [found[rank] for rank in sorted(found)]


def hurt(cards: Sequence[int], value: Value) -> bool:
    """Whether five cards are a straight or a flush, which deuce-to-seven counts against the hand."""
    if value is not ace_high:
        return False
    ranks = sorted(value(card) for card in cards)
    return (ranks[4] - ranks[0] == 4 and len(set(ranks)) == 5) or len({card & 3 for card in cards}) == 1


def keep_low(cards: Sequence[int], value: Value, draws_left: int, most: int, strict: int = 0) -> Keep:
    """What to keep for the best five-card low with so many draws to come, this one counted.

    ``strict`` above 0 breaks more made hands, below 0 fewer.
    """
    base = 7 if value is ace_high else 6
    pat_up_to = base + {1: 4, 2: 3, 3: 2}.get(draws_left, 4) - strict
    made = low_cards(cards, value, pat_up_to)
    if len(made) == 5 and not hurt(made, value):
        return Keep(tuple(cards), pat=True)
    kept = low_cards(cards, value, base + (2 if draws_left == 1 else 1))[:4]
    fewest = 5 - most
    if len(kept) < fewest:
        kept += [card for card in sorted(cards, key=value) if card not in kept][: fewest - len(kept)]
    return Keep(tuple(kept))


def dealt_low(cards: Sequence[int], value: Value, draws_left: int) -> float:
    """How good five cards are with draws to come, 0 … 1: by how many low cards are there and how low they are."""
    base = 7 if value is ace_high else 6
    kept = low_cards(cards, value, base + 1)
    made = low_cards(cards, value, base + 3)
    if len(made) == 5 and not hurt(made, value):
        return 0.97 - 0.04 * (value(made[4]) - base)
    if not kept:
        return 0.05
    number = min(len(kept), 4)
    top = value(kept[number - 1]) - number
    score = (0.08, 0.24, 0.52, 0.84)[number - 1] - 0.015 * top
    if any(value(card) == 2 for card in kept) and value is ace_high:
        score += 0.06
    # with one draw a hand one card away misses more often than not
    return score if draws_left > 1 or number < 4 else score - 0.06


# ---------------------------------------------------------------- badugi


def badugi_cards(cards: Sequence[int], value: Value) -> tuple[int, ...]:
    """The most cards of different ranks and suits, then the lowest."""
    best: tuple[int, ...] = ()
    least: tuple[int, list[int]] = (0, [])
    for size in range(len(cards), 0, -1):
        if size > 4 or size < len(best):
            continue
        for chosen in combinations(cards, size):
            if len({card >> 2 for card in chosen}) == size and len({card & 3 for card in chosen}) == size:
                key = (-size, sorted((value(card) for card in chosen), reverse=True))
                if key < least:
                    best, least = chosen, key
    return best


def keep_badugi(cards: Sequence[int], value: Value, draws_left: int, most: int) -> Keep:
    """What to keep for the best badugi; a made one is broken only if it is rough and draws remain."""
    best = badugi_cards(cards, value)
    top = max(value(card) for card in best)
    if len(best) == 4 and top <= (13 if draws_left == 1 else 11):
        return Keep(tuple(cards) if len(cards) == 4 else best, pat=len(cards) == 4)
    fewest = len(cards) - most
    kept = sorted(best, key=value)
    while len(kept) > max(fewest, 1) and value(kept[-1]) > 8:
        kept.pop()
    kept += [card for card in sorted(cards, key=value) if card not in kept][: max(fewest - len(kept), 0)]
    return Keep(tuple(kept))


def dealt_badugi(cards: Sequence[int], value: Value) -> float:
    """How good a badugi hand is, 0 … 1: the number of cards that count, and how low they are."""
    best = badugi_cards(cards, value)
    over = max(value(card) for card in best) - len(best)
    return (0.06, 0.42, 0.84, 0.985)[len(best) - 1] - (0.005, 0.035, 0.035, 0.008)[len(best) - 1] * max(over, 0)


def keep_both(cards: Sequence[int], value: Value, most: int) -> Keep:
    """What to keep when half the pot goes to the badugi and half to the five-card low."""
    made = low_cards(cards, value, 9)
    if len(made) == 5 and not hurt(made, value) and len(badugi_cards(cards, value)) >= 3:
        return Keep(tuple(cards), pat=True)
    suited: set[int] = set()
    kept = []
    for card in low_cards(cards, value, 8):
        # a second card of a suit still serves the five-card half if it is very low
        if card & 3 not in suited or value(card) <= 5:
            suited.add(card & 3)
            kept.append(card)
    kept = kept[:4]
    fewest = len(cards) - most
    kept += [card for card in sorted(cards, key=value) if card not in kept][: max(fewest - len(kept), 0)]
    return Keep(tuple(kept))


@cache
def low_value(order: str) -> Value:
    """How an order of low hands counts the ace."""
    return ace_high if order in ("deuce-to-seven", "badugi-ace-high") else ace_low
