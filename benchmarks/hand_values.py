"""What a hand is worth and what PokerStars calls it; cards are numbers, rank * 4 + suit, rank 0 a deuce, 12 an ace."""

from itertools import combinations

RANKS = "23456789TJQKA"
CARD_TEXT = [rank + suit for rank in RANKS for suit in "cdhs"]

_ONE = ("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
_MANY = tuple("Sixes" if name == "Six" else f"{name}s" for name in _ONE)

HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)

Value = tuple[int, ...]


def _straight_tops() -> list[int]:
    tops = [-1] * (1 << 13)
    for ranks in range(1 << 13):
        for top in range(12, 3, -1):
            if ranks >> (top - 4) & 31 == 31:
                tops[ranks] = top
                break
        else:
            if ranks & 0b1_0000_0000_1111 == 0b1_0000_0000_1111:
                tops[ranks] = 3
    return tops


_STRAIGHT_TOP = _straight_tops()


def best_value(cards: list[int] | tuple[int, ...]) -> Value:
    """The best five of five to seven cards: category, then the ranks that break ties; the greater one wins."""
    counts = [0] * 13
    suits = [0, 0, 0, 0]
    for card in cards:
        counts[card >> 2] += 1
        suits[card & 3] |= 1 << (card >> 2)
    for held in suits:
        if held.bit_count() >= 5:
            top = _STRAIGHT_TOP[held]
            if top >= 0:
                return (STRAIGHT_FLUSH, top)
            return (FLUSH, *[rank for rank in range(12, -1, -1) if held >> rank & 1][:5])
    groups = sorted([(count, rank) for rank, count in enumerate(counts) if count], reverse=True)
    most, rank = groups[0]
    if most == 4:
        return (QUADS, rank, max(other for count, other in groups if other != rank))
    if most == 3 and len(groups) > 1 and groups[1][0] >= 2:
        return (FULL_HOUSE, rank, groups[1][1])
    top = _STRAIGHT_TOP[suits[0] | suits[1] | suits[2] | suits[3]]
    if top >= 0:
        return (STRAIGHT, top)
    if most == 3:
        return (TRIPS, rank, *[other for _, other in groups[1:]][:2])
    if most == 2:
        if groups[1][0] == 2:
            second = groups[1][1]
            return (TWO_PAIR, rank, second, max(other for _, other in groups[2:]))
        return (PAIR, rank, *[other for _, other in groups[1:4]])
    return (HIGH_CARD, *[other for _, other in groups[:5]])


def omaha_value(hole: list[int], board: list[int]) -> Value:
    """The best hand of exactly two hole cards and three of the board."""
    threes = list(combinations(board, 3))
    return max(best_value(two + three) for two in combinations(hole, 2) for three in threes)


def describe(value: Value) -> str:
    """The words of the room for a hand."""
    category, top = value[0], value[1]
    match category:
        case 8:
            return "a Royal Flush" if top == 12 else f"a straight flush, {_span(top)}"
        case 7:
            return f"four of a kind, {_MANY[top]}"
        case 6:
            return f"a full house, {_MANY[top]} full of {_MANY[value[2]]}"
        case 5:
            return f"a flush, {_ONE[top]} high"
        case 4:
            return f"a straight, {_span(top)}"
        case 3:
            return f"three of a kind, {_MANY[top]}"
        case 2:
            return f"two pair, {_MANY[top]} and {_MANY[value[2]]}"
        case 1:
            return f"a pair of {_MANY[top]}"
        case _:
            return f"high card {_ONE[top]}"


def _span(top: int) -> str:
    return f"{_ONE[top - 4]} to {_ONE[top]}" if top > 3 else "Ace to Five"
