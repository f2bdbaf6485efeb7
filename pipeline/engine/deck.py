"""The deck of one hand: what is still to be dealt, what was thrown away and by whom."""

from collections.abc import Sequence
from random import Random

from pokerstats.pipeline.cards import codes_of, lowest_rank
from pokerstats.pipeline.engine.illegal import IllegalDeal


class Deck:
    """Cards by code, dealt from the front."""

    __slots__ = ("burnt", "cards", "thrown")

    def __init__(self, cards: list[int]) -> None:
        self.cards = cards[::-1]
        """What is still to be dealt; the next card is the last of the list."""
        self.thrown: list[tuple[int, int]] = []
        """Discards and folded hands as (who threw it, card), cards set aside not among them (D4)."""
        self.burnt: list[int] = []

    @classmethod
    def shuffled(cls, size: int, rng: Random) -> "Deck":
        """A full deck of this size in random order."""
        number = rng.random
        # sorting by random numbers is as fair as a shuffle and three times as fast
        return cls(sorted(range(lowest_rank(size) * 4, 52), key=lambda _: number()))

    @classmethod
    def in_order(cls, text: str) -> "Deck":
        """The cards of a text, the first to be dealt first; a test's or a puzzle's deck."""
        cards = codes_of(text)
        if min(cards, default=0) < 0 or len(set(cards)) < len(cards):
            raise IllegalDeal("D1", f"deck {text!r}: expected different cards such as As Td 9c")
        return cls(cards)

    def __len__(self) -> int:
        return len(self.cards)

    def take(self, number: int) -> list[int]:
        """The next cards."""
        if number > len(self.cards):
            raise IllegalDeal("D10", f"{number} cards are to be dealt and {len(self.cards)} are left in the deck")
        if not number:
            return []
        taken = self.cards[: -number - 1 : -1]
        del self.cards[-number:]
        return taken

    def burn(self, number: int) -> None:
        """Put the next cards aside unseen."""
        self.burnt += self.take(number)

    def throw(self, who: int, cards: Sequence[int]) -> None:
        """Cards go on the heap of discards."""
        self.thrown += [(who, card) for card in cards]

    def reshuffle_thrown(self, drawer: int, needed: int, rng: Random) -> int:
        """Shuffle the discards of the others into the deck, and the drawer's own if those do not suffice (D4).

        Returns how many cards became the deck again.
        """
        others = [card for who, card in self.thrown if who != drawer]
        if len(others) >= needed:
            self.thrown = [(who, card) for who, card in self.thrown if who == drawer]
        else:
            others = [card for _, card in self.thrown]
            self.thrown = []
        rng.shuffle(others)
        self.cards = others + self.cards
        return len(others)

    def reshuffle_burnt(self, rng: Random, *, with_stub: bool) -> int:
        """Shuffle the burnt cards, with what is left of the deck or without it (S7); returns how many."""
        cards = self.burnt + self.cards if with_stub else self.burnt
        self.burnt = []
        rng.shuffle(cards)
        # a stub that does not suffice lies beside and is not dealt
        self.cards = cards
        return len(cards)
