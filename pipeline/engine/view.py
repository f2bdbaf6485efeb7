"""What one player may see of a hand in play."""

from typing import TYPE_CHECKING

from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.engine.turn import Turn

if TYPE_CHECKING:
    from pokerstats.pipeline.engine.hand import Hand


class View:
    """The table from one seat: his own cards, what lies open, the bets, and how many cards others drew.

    It holds until the player has acted. Everything is worked out when asked for, as a bot looks at little of it.
    """

    __slots__ = ("_deal", "_place", "button", "seat", "terms", "turn")

    def __init__(self, hand: "Hand", seat: int) -> None:
        self._deal = hand.deal
        self._place = hand.deal.seats.index(seat)
        self.terms: Terms = hand.terms
        self.seat = seat
        self.button = hand.button
        turn = hand.turn
        self.turn: Turn | None = turn if turn is not None and turn.seat == seat else None
        """The turn, if it is his."""

    @property
    def seats(self) -> tuple[int, ...]:
        """All who were dealt in, from the dealer's left."""
        return tuple(self._deal.seats)

    @property
    def inside(self) -> set[int]:
        """Seats still in."""
        return {seat for seat, still in zip(self._deal.seats, self._deal.inside, strict=True) if still}

    @property
    def cards(self) -> tuple[int, ...]:
        """Codes of his cards, up cards included."""
        return tuple(self._deal.held[self._place])

    @property
    def up(self) -> dict[int, tuple[int, ...]]:
        """Up cards by seat; none but in stud."""
        if not self.terms.stud:
            return {}
        return {seat: tuple(cards) for seat, cards in zip(self._deal.seats, self._deal.up, strict=True)}

    @property
    def board(self) -> tuple[int, ...]:
        """Community cards."""
        return tuple(self._deal.board)

    @property
    def known(self) -> dict[int, tuple[int, ...]]:
        """Hands that others showed him in private, by seat (P4)."""
        seats = self._deal.seats
        return {seats[other]: tuple(cards) for other, cards in self._deal.known.get(self._place, {}).items()}

    @property
    def drawn(self) -> dict[int, tuple[int, ...]]:
        """How many cards each drew, draw by draw."""
        return {seat: tuple(counts) for seat, counts in zip(self._deal.seats, self._deal.drawn, strict=True)}

    @property
    def stacks(self) -> dict[int, int]:
        """What lies in front of each player."""
        return dict(zip(self._deal.seats, self._deal.stack, strict=True))

    @property
    def bets(self) -> dict[int, int]:
        """What each has bet on this street."""
        return dict(zip(self._deal.seats, self._deal.street_put, strict=True))

    @property
    def pot(self) -> int:
        """All the money in the middle."""
        return self._deal.pot

    @property
    def street(self) -> str:
        """The street that is played."""
        return self.terms.streets[self._deal.street].name

    @property
    def price(self) -> int:
        """The bet to match; in Pokeris the last bet of the hand."""
        rnd = self._deal.round
        return 0 if rnd is None else rnd.price

    @property
    def level(self) -> int:
        """0 until somebody has bet in this round (a big blind is a bet), else 1."""
        rnd = self._deal.round
        return 0 if rnd is None else rnd.level

    @property
    def raises(self) -> int:
        """Full raises of this round."""
        rnd = self._deal.round
        return 0 if rnd is None else rnd.raises

    @property
    def opener(self) -> int | None:
        """Who opened (J3)."""
        return self._deal.seats[self._deal.opener] if self._deal.opener >= 0 else None


def view_of(hand: "Hand", seat: int) -> View:
    """What the player in this seat may see now, and nothing else."""
    return View(hand, seat)
