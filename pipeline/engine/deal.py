"""The state of one hand in play: who is in, whose chips lie where, who holds which cards, and what was recorded.

Players have places 0, 1, … clockwise from the dealer's left, so the dealer is the last.
"""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from pokerstats.pipeline.cards import TEXTS
from pokerstats.pipeline.engine.deck import Deck
from pokerstats.pipeline.engine.slips import Slips
from pokerstats.pipeline.engine.terms import Terms

Event = dict[str, Any]


class Seat(NamedTuple):
    """A player at the table and the chips in front of him before antes and blinds."""

    seat: int
    player: str
    stack: int


class Post(NamedTuple):
    """What a player pays to come in between the blinds, or for blinds he missed."""

    live: int = 0
    """Counts as his bet in the first round."""
    dead: int = 0
    """Lies in the pot and counts as no bet."""


def text_of(cards: Sequence[int]) -> str:
    """Cards as histories write them."""
    return " ".join([TEXTS[card] for card in cards])


class Deal:
    """One hand in play."""

    __slots__ = (
        "answering",
        "board",
        "carried_in",
        "carried_out",
        "dealer",
        "deck",
        "drawn",
        "events",
        "funded",
        "held",
        "inside",
        "known",
        "lap_sums",
        "must_show",
        "number",
        "opener",
        "openers",
        "passed_out",
        "players_in",
        "pot",
        "put",
        "rng",
        "room",
        "round",
        "seats",
        "slips",
        "stack",
        "street",
        "street_put",
        "terms",
        "thrown_openers",
        "up",
    )

    def __init__(self, terms: Terms, seats: Sequence[Seat], button: int, deck: Deck, rng: Random, slips: Slips) -> None:
        placed = sorted(seats, key=lambda seat: (seat.seat <= button, seat.seat))
        number = len(placed)
        self.terms, self.deck, self.rng, self.slips = terms, deck, rng, slips
        self.number = number
        self.seats = [seat.seat for seat in placed]
        self.dealer = number - 1 if placed[-1].seat == button else -1
        """The dealer's place; -1 if his seat is empty."""
        self.stack = [seat.stack for seat in placed]
        self.room = [min(terms.cap, chips) for chips in self.stack] if terms.cap else self.stack
        """What each may still bet: his stack, in a cap game what the cap leaves of it."""
        self.put = [0] * number
        """Matchable money of the whole hand (M10)."""
        self.street_put = [0] * number
        """What counts as bet on this street."""
        self.pot = self.carried_in = 0
        """All the money in the middle."""
        self.carried_out = 0
        self.inside = [True] * number
        self.players_in = number
        self.funded = sum(1 for chips in self.stack if chips)
        """Players still in who have money to bet."""
        self.held: list[list[int]] = [[] for _ in placed]
        self.up: list[list[int]] = [[] for _ in placed]
        self.board: list[int] = []
        self.drawn: list[list[int]] = [[] for _ in placed]
        """How many cards each drew, draw by draw."""
        self.known: dict[int, dict[int, list[int]]] = {}
        """Hands shown in private: to whom, whose (P4)."""
        self.must_show: set[int] = set()
        """Who must lay his hand open if he wins, even alone (P4, P13)."""
        self.opener = -1
        self.openers: tuple[frozenset[int], ...] = ()
        """Each set of cards that allowed the opener to open (J2)."""
        self.thrown_openers = False
        self.passed_out = False
        self.lap_sums: list[list[int]] = []
        """What each bet in each lap of Pokeris."""
        self.answering = ""
        """While a player only matches what he was challenged or forced to: the rule that wants it (P4, P15)."""
        self.street = 0
        self.round: Any = None
        self.events: list[Event] = []

    # ------------------------------------------------------------ money

    def pay(self, place: int, amount: int) -> bool:
        """Move a player's chips into the middle as a bet; returns whether they were his last."""
        stack = self.stack
        stack[place] -= amount
        room = self.room
        if room is not stack:
            room[place] -= amount
        self.put[place] += amount
        self.street_put[place] += amount
        self.pot += amount
        if amount and not room[place]:
            self.funded -= 1
        return not stack[place]

    def pay_dead(self, place: int, amount: int) -> bool:
        """Move a player's chips into the middle as dead money (M10); returns whether they were his last."""
        self.stack[place] -= amount
        if self.room is not self.stack:
            self.room[place] -= amount
        self.pot += amount
        if amount and not self.room[place]:
            self.funded -= 1
        return not self.stack[place]

    def forced(self, kind: str, place: int, nominal: int, *, live: bool = True, dead: bool = False) -> int:
        """A forced payment of so much, or of all he has (M11); returns what was paid.

        An ante is matchable but no bet of the street; dead money is neither.
        """
        amount = min(nominal, self.room[place])
        if not amount:
            return 0
        broke = self.pay_dead(place, amount) if dead else self.pay(place, amount)
        if not live and not dead:
            self.street_put[place] -= amount
        event: Event = {"type": kind, "seat": self.seats[place], "amount": amount}
        if broke:
            event["all_in"] = True
        self.events.append(event)
        return amount

    def give_back_uncalled(self) -> None:
        """Return what one player put in beyond the largest sum of any other (M3)."""
        put = self.put
        most = max(put)
        place = put.index(most)
        second = max(put[:place] + put[place + 1 :])
        excess = most - second
        if excess and self.inside[place]:
            self.put[place] = second
            self.street_put[place] -= excess
            self.pot -= excess
            if not self.room[place]:
                self.funded += 1
            self.stack[place] += excess
            if self.room is not self.stack:
                self.room[place] += excess
            self.events.append({"type": "return", "seat": self.seats[place], "amount": excess})

    # ------------------------------------------------------------ players and cards

    def fold(self, place: int) -> None:
        """A player is out; his cards go to the discards (D4)."""
        self.inside[place] = False
        self.players_in -= 1
        if self.room[place]:
            self.funded -= 1
        self.deck.throw(place, self.held[place])

    def first_in(self, start: int) -> int:
        """The first place from ``start`` clockwise that is still in."""
        inside, number = self.inside, self.number
        for step in range(number):
            place = (start + step) % number
            if inside[place]:
                return place
        return start

    def first_with_money(self, start: int) -> int:
        """The first place from ``start`` clockwise that is still in and has money (M14); -1 if nobody has."""
        inside, room, number = self.inside, self.room, self.number
        for step in range(number):
            place = (start + step) % number
            if inside[place] and room[place]:
                return place
        return -1

    def record(self, kind: str, **fields: Any) -> None:
        """Note an event."""
        self.events.append({"type": kind, **fields})

    def record_burn(self, number: int) -> None:
        """Note cards put aside unseen."""
        self.events.append({"type": "burn"} if number == 1 else {"type": "burn", "cards": " ".join(["??"] * number)})

    def open_street(self, number: int) -> None:
        """A street begins: nothing is bet on it."""
        self.street = number
        self.street_put = [0] * self.number
        self.events.append({"type": "street", "street": self.terms.streets[number].name})
