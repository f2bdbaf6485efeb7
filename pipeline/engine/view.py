"""What one player may see of a hand in play."""

from typing import TYPE_CHECKING

from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.engine.turn import Turn

if TYPE_CHECKING:
    from pokerstats.pipeline.engine.hand import Hand


class View:
    """The table from one seat: his own cards, what lies open, the bets, and how many cards others drew."""

    __slots__ = (
        "bets",
        "board",
        "button",
        "cards",
        "drawn",
        "inside",
        "known",
        "level",
        "opener",
        "pot",
        "price",
        "raises",
        "seat",
        "seats",
        "stacks",
        "street",
        "terms",
        "turn",
        "up",
    )

    def __init__(self, hand: "Hand", seat: int) -> None:
        deal = hand.deal
        seats, place = deal.seats, deal.seats.index(seat)
        self.terms: Terms = deal.terms
        self.seat = seat
        self.button = hand.button
        self.turn: Turn | None = hand.turn
        """The turn, if it is his."""
        if self.turn is not None and self.turn.seat != seat:
            self.turn = None
        self.seats: tuple[int, ...] = tuple(seats)
        """All who were dealt in, from the dealer's left."""
        self.inside = {other for other, still in zip(seats, deal.inside, strict=True) if still}
        """Seats still in."""
        self.cards: tuple[int, ...] = tuple(deal.held[place])
        """Codes of his cards, up cards included."""
        self.up: dict[int, tuple[int, ...]] = (
            dict(zip(seats, map(tuple, deal.up), strict=True)) if deal.terms.stud else {}
        )
        """Up cards by seat."""
        self.board: tuple[int, ...] = tuple(deal.board)
        self.known: dict[int, tuple[int, ...]] = {
            seats[other]: tuple(cards) for other, cards in deal.known.get(place, {}).items()
        }
        """Hands that others showed him in private (P4)."""
        self.drawn: dict[int, tuple[int, ...]] = dict(zip(seats, map(tuple, deal.drawn), strict=True))
        """How many cards each drew, draw by draw."""
        self.stacks: dict[int, int] = dict(zip(seats, deal.stack, strict=True))
        self.bets: dict[int, int] = dict(zip(seats, deal.street_put, strict=True))
        """What each has bet on this street."""
        self.pot: int = deal.pot
        """All the money in the middle."""
        self.street: str = deal.terms.streets[deal.street].name
        rnd = deal.round
        self.price: int = rnd.price if rnd is not None else 0
        """The bet to match; in Pokeris the last bet of the hand."""
        self.level: int = rnd.level if rnd is not None else 0
        """0 until somebody has bet in this round (a big blind is a bet), else 1."""
        self.raises: int = rnd.raises if rnd is not None else 0
        self.opener: int | None = seats[deal.opener] if deal.opener >= 0 else None
        """Who opened (J3)."""


def view_of(hand: "Hand", seat: int) -> View:
    """What the player in this seat may see now, and nothing else."""
    return View(hand, seat)
