"""Openers: with which cards a hand may be opened, and which of them the opener has to show (J2, J6, J11)."""

from itertools import combinations

from pokerstats.pipeline.engine.deal import Deal
from pokerstats.pipeline.engine.terms import Terms

_PAIR, _TWO_PAIR, _TRIPS = 2, 4, 3


def may_open(deal: Deal, place: int) -> bool:
    """Whether he holds openers: a hand at least as high as the agreed pair."""
    scale = deal.terms.scale
    assert scale is not None
    return scale.five(deal.held[place]) >= deal.terms.openers_from


def opener_sets(terms: Terms, hand: list[int]) -> tuple[frozenset[int], ...]:
    """Every smallest set of his cards that alone is good enough to open, pairs before longer sets."""
    by_rank: dict[int, list[int]] = {}
    for card in hand:
        by_rank.setdefault(card >> 2, []).append(card)
    sets: list[frozenset[int]] = []
    small_pairs: list[tuple[int, ...]] = []
    for rank, cards in sorted(by_rank.items(), reverse=True):
        if rank >= terms.opening_rank:
            sets += [frozenset(pair) for pair in combinations(cards, _PAIR)]
            continue
        small_pairs += [pair for pair in combinations(cards, _PAIR)]
        sets += [frozenset(three) for three in combinations(cards, _TRIPS)]
    for first, second in combinations(small_pairs, 2):
        if first[0] >> 2 != second[0] >> 2:
            sets.append(frozenset((*first, *second)))
    return tuple(sorted(sets, key=len)) or (frozenset(hand),)


def openers_shown(deal: Deal) -> list[int]:
    """The cards with which the opener proves that he was allowed to: those he still holds, if he holds any."""
    now = set(deal.held[deal.opener])
    kept = next((cards for cards in deal.openers if cards <= now), None)
    return sorted(kept or deal.openers[0], reverse=True)
