"""Judgement at draw games for the high hand: how good five cards are before the draw, and which of them to keep."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokerstats.pipeline.engine.bots.places import Places

_ACE = 12
_KING = 11
_OPEN_RUNS = (1 << _KING - 2) - 1
"""Lowest ranks of four in sequence that do not end with the ace."""
_IN_SUIT = (1, 8, 64, 512)
_SUIT_OF_FOUR = {4 * own + other: suit for suit, own in enumerate(_IN_SUIT) for other in (0, *_IN_SUIT) if other != own}
"""The suit of which there are four among four or five cards, by the sum of ``_IN_SUIT``."""


@dataclass(frozen=True)
class Keep:
    """The cards to keep, and whether no more are wanted because the hand is made."""

    cards: tuple[int, ...]
    pat: bool = False


def by_rank(cards: Sequence[int]) -> list[list[int]]:
    """The cards of each rank together: most of a kind first, then the highest."""
    groups: dict[int, list[int]] = {}
    for card in cards:
        groups.setdefault(card >> 2, []).append(card)
    return sorted(groups.values(), key=lambda group: (len(group), group[0] >> 2), reverse=True)


def four_flush(cards: Sequence[int]) -> list[int] | None:
    """Four cards of one suit, if there are exactly so many."""
    counts = 0
    for card in cards:
        counts += _IN_SUIT[card & 3]
    suit = _SUIT_OF_FOUR.get(counts)
    return None if suit is None else [card for card in cards if card & 3 == suit]


def open_straight(cards: Sequence[int], lowest: int = 0) -> list[int] | None:
    """Four cards in sequence that a card at either end makes a straight; ``lowest`` is the lowest rank of the deck."""
    bits = 0
    for card in cards:
        bits |= 1 << (card >> 2)
    run = bits & bits >> 1 & bits >> 2 & bits >> 3
    # from the lowest card of the deck and up to the ace one of the ends is missing, but an ace is below the lowest
    run &= _OPEN_RUNS & -1 << lowest
    if not run:
        return None
    first = run.bit_length() - 1
    of_rank = {card >> 2: card for card in cards}
    return [of_rank[rank] for rank in range(first, first + 4)]


def dealt_high(cards: Sequence[int], places: Places, lowest: int = 0) -> float:
    """How good five cards are before the draw, 0 … 1: the share of deals beaten, draws counted for what they become."""
    share = places.of(cards)
    if share < places.least["two pair"]:
        if four_flush(cards):
            return max(share, 0.84)
        if open_straight(cards, lowest):
            return max(share, 0.72)
    return share


def keep_high(cards: Sequence[int], places: Places, most: int, lowest: int = 0) -> Keep:
    """What to keep for the best high hand, throwing away ``most`` cards or fewer."""
    groups = by_rank(cards)
    first, second = len(groups[0]), len(groups[1]) if len(groups) > 1 else 0
    if first == 1:
        if places.of(cards) >= min(places.least["straight"], places.least["flush"]):
            return Keep(tuple(cards), pat=True)
        drawn = four_flush(cards) or open_straight(cards, lowest)
        if drawn:
            return Keep(tuple(drawn))
        high = sorted(cards, reverse=True)
        # an ace alone, or ace and king, and never fewer than the rules make him keep
        return Keep(tuple(high[: max(5 - most, 1 + (high[0] >> 2 == _ACE and high[1] >> 2 == _KING))]))
    if first == 4 or (first == 3 and second == 2):
        return Keep(tuple(cards), pat=True)
    if first == 3:
        kept = groups[0]
    elif second == 2:
        kept = groups[0] + groups[1]
    else:
        kept = groups[0]
        drawn = four_flush(cards)
        if drawn and kept[0] >> 2 < 8:
            return Keep(tuple(drawn))
    return Keep(
        tuple((kept + [card for card in sorted(cards, reverse=True) if card not in kept])[: max(len(kept), 5 - most)])
    )


def with_kicker(kept: Keep, cards: Sequence[int]) -> Keep:
    """The same with the highest other card beside a pair or three of a kind: it hides what is held."""
    if len(kept.cards) not in (2, 3) or kept.pat:
        return kept
    others = [card for card in cards if card not in kept.cards]
    return Keep((*kept.cards, max(others)))
