"""Cards as the page draws them: rank, suit, and the words a screen reader says."""

from dataclasses import dataclass

SUITS = {"s": ("♠", "spades"), "h": ("♥", "hearts"), "d": ("♦", "diamonds"), "c": ("♣", "clubs")}
RANKS = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight", "7": "seven",
    "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip


@dataclass(frozen=True)
class Card:
    """One card; ``suit`` is empty for a card nobody saw. ``fresh``: it has just come."""

    rank: str
    suit: str
    glyph: str
    words: str
    fresh: bool = False


def cards(text: str | None, *, fresh: str | None = None) -> list[Card]:
    """The cards of a text such as ``"Td 9c ??"``; those also named in ``fresh`` are marked."""
    new = (fresh or "").split()
    return [_card(code, code in new) for code in (text or "").split()]


def _card(code: str, fresh: bool) -> Card:
    rank, suit = code[:-1], code[-1:]
    if rank not in RANKS or suit not in SUITS:
        return Card("", "", "", "a card nobody saw", fresh)
    glyph, name = SUITS[suit]
    return Card("10" if rank == "T" else rank, suit, glyph, f"{RANKS[rank]} of {name}", fresh)
