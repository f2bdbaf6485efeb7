"""What a player thinks of his hand, game by game: among all starting hands, and against those still in."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol

from pokerstats.pipeline.cards import lowest_rank
from pokerstats.pipeline.engine.bots.board_hands import board_of, draws, low_start, starting_share
from pokerstats.pipeline.engine.bots.draw_hands import Keep, dealt_high, keep_high
from pokerstats.pipeline.engine.bots.low_hands import (
    dealt_badugi,
    dealt_low,
    keep_badugi,
    keep_both,
    keep_low,
    low_value,
)
from pokerstats.pipeline.engine.bots.places import places
from pokerstats.pipeline.engine.bots.stud_hands import later_street_high, low_so_far, third_street_high
from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.engine.view import View

_SAMPLE = 1_500
_DRAWN_TO_HIGH = (40.0, 11.0, 12.0, 5.0, 4.0, 3.5, 3.5)
_DRAWN_TO_LOW = (18.0, 9.0, 5.0, 3.0, 2.5, 2.0, 2.0)
"""How many dealt hands one opponent is worth who drew none, one, two … cards."""


class Judge(Protocol):
    """The judgement of one game."""

    def start(self, view: View) -> float:
        """The share of starting hands that are worse, 0 … 1."""

    def chance(self, view: View) -> float:
        """The chance to have the best hand, 0 … 1, cards to come counted."""

    def keep(self, view: View) -> Keep:
        """The cards to keep in a draw."""


def _ranked(score: Callable[[Sequence[int]], float], cards: int, deck: int) -> list[float]:
    """The scores of many random deals, ascending: they place a score among all."""
    random, pack = Random(1), range(52 - deck, 52)
    return sorted(score(random.sample(pack, cards)) for _ in range(_SAMPLE))


def _place(score: float, ranked: list[float]) -> float:
    return bisect_right(ranked, score) / len(ranked)


def _against(share: float, hands: float) -> float:
    """The chance to beat so many hands with one that beats this share of all."""
    chance: float = share**hands
    return chance


def _opponents(view: View) -> list[int]:
    return [seat for seat in view.inside if seat != view.seat]


class HighDraw:
    """Five cards for the high hand, one draw."""

    def __init__(self, terms: Terms) -> None:
        ace_low = terms.rules.option("ace_low_straight") == "yes"
        self._places = places(terms.orders[0], terms.deck, ace_low)
        self._lowest = lowest_rank(terms.deck)
        self._most = terms.most_drawn

    def start(self, view: View) -> float:
        return dealt_high(view.cards, self._places, self._lowest)

    def chance(self, view: View) -> float:
        cards = view.cards
        if len(cards) != 5:
            return 0.0
        share = self._places.of(cards)
        weight = 0.0
        for seat in view.inside:
            if seat != view.seat:
                known = view.known.get(seat)
                if known and self._places.of(known) > share:
                    return 0.0
                drawn = view.drawn[seat]
                weight += _DRAWN_TO_HIGH[drawn[-1]] if drawn else 4.0
        return _against(share, weight)

    def keep(self, view: View) -> Keep:
        return keep_high(view.cards, self._places, self._most, self._lowest)


class LowDraw:
    """Five cards for the low hand, one or three draws."""

    def __init__(self, terms: Terms) -> None:
        self._places = places(terms.orders[0], terms.deck)
        self._value = low_value(terms.orders[0])
        self._most = terms.most_drawn
        self._left = _draws_left(terms)
        first = self._left[terms.streets[0].name]
        self._ranked = _ranked(lambda cards: dealt_low(cards, self._value, first), 5, terms.deck)

    def start(self, view: View) -> float:
        return _place(dealt_low(view.cards, self._value, self._left[view.street]), self._ranked)

    def chance(self, view: View) -> float:
        cards, left = view.cards, self._left[view.street]
        if len(cards) != 5:
            return 0.0
        if left:
            return dealt_low(cards, self._value, left) - 0.06 * (len(view.inside) - 2)
        weight = sum(_DRAWN_TO_LOW[view.drawn[seat][-1]] for seat in _opponents(view) if view.drawn[seat])
        return _against(self._places.of(cards), weight * (1.0 if len(self._left) == 2 else 1.5))

    def keep(self, view: View) -> Keep:
        return keep_low(view.cards, self._value, self._left[view.street] + 1, self._most)


class Badugi:
    """Four cards of different ranks and suits; in badacey and badeucey half of the pot goes to the five-card low."""

    def __init__(self, terms: Terms) -> None:
        self._value = low_value(terms.orders[0])
        self._low = low_value(terms.orders[1]) if len(terms.orders) > 1 else None
        self._most = terms.most_drawn
        self._left = _draws_left(terms)
        self._ranked = _ranked(lambda cards: self._score(cards, 3), terms.game.hole_cards, terms.deck)

    def _score(self, cards: Sequence[int], left: int) -> float:
        badugi = dealt_badugi(cards, self._value)
        if self._low is None or len(cards) != 5:
            return badugi
        return (badugi + dealt_low(cards, self._low, max(left, 1))) / 2

    def start(self, view: View) -> float:
        return _place(self._score(view.cards, 3), self._ranked)

    def chance(self, view: View) -> float:
        left = self._left[view.street]
        score = self._score(view.cards, left)
        return score - (0.04 if left else 0.08) * (len(view.inside) - 2)

    def keep(self, view: View) -> Keep:
        left = self._left[view.street] + 1
        if self._low is None:
            return keep_badugi(view.cards, self._value, left, self._most)
        return keep_both(view.cards, self._low, self._most)


def _draws_left(terms: Terms) -> dict[str, int]:
    """Draws to come once a street's own is over, by street."""
    return {
        street.name: sum(later.draw for later in terms.streets[number + 1 :])
        for number, street in enumerate(terms.streets)
    }


class Stud:
    """Five or seven cards, some of them open."""

    def __init__(self, terms: Terms) -> None:
        self._halves = tuple(side for side, _ in terms.halves)
        self._value = low_value(terms.orders[-1])
        self._first = terms.streets[0].name
        self._cards = terms.game.final_cards
        first = terms.streets[0]
        self._ranked = _ranked(lambda cards: self._third(cards, ()), first.down + first.up, terms.deck)

    def _third(self, cards: Sequence[int], others: Sequence[int]) -> float:
        if len(cards) < 3:
            high = max(cards) / 52 + (0.5 if cards[0] >> 2 == cards[1] >> 2 else 0.0)
            return high
        if self._halves == ("low",):
            return low_so_far(cards, self._value, others)
        high = third_street_high(cards, others)
        if len(self._halves) == 1:
            return high
        low = low_so_far(cards, self._value, others)
        return max(high, low) * 0.75 + min(high, low) * 0.25

    def start(self, view: View) -> float:
        return _place(self._third(view.cards, self._open(view)), self._ranked)

    def _open(self, view: View) -> list[int]:
        return [card for seat, cards in view.up.items() if seat != view.seat for card in cards]

    def chance(self, view: View) -> float:
        cards = (*view.cards, *view.board)
        opponents = _opponents(view)
        to_come = self._cards - len(cards)
        low = low_so_far(cards, self._value, self._open(view)) - 0.05 * (len(opponents) - 1)
        if self._halves == ("low",):
            return low - 0.3 * max((self._low_threat(view.up[seat], cards) for seat in opponents), default=0.0)
        high = later_street_high(cards, [view.up[seat] for seat in opponents], to_come) - 0.04 * (len(opponents) - 1)
        return high if len(self._halves) == 1 else max(high, low) * 0.7 + min(high, low) * 0.3

    def _low_threat(self, up: Sequence[int], own: Sequence[int]) -> float:
        """How far an opponent's up cards look better than one's own hand: 0 … 1."""
        good = len({card >> 2 for card in up if self._value(card) <= 8})
        mine = len({card >> 2 for card in own if self._value(card) <= 8})
        return max(0.0, (good + 2 - mine) * 0.4)

    def keep(self, view: View) -> Keep:
        raise TypeError("nothing is drawn at stud")


class Shared:
    """Hole cards and a board: hold'em and Omaha, high or hi/lo."""

    def __init__(self, terms: Terms) -> None:
        game = terms.game
        self._deck = terms.deck
        self._orders = terms.orders
        self._exactly_two = game.halves[0].from_hand == 2
        self._ace_low = terms.rules.option("ace_low_straight") == "yes"
        # more hole cards are more pairs of them that may beat one's own
        self._weight = {2: 1.7, 4: 4.0, 5: 6.0}.get(game.hole_cards, 8.0)
        self._ranked = [] if game.hole_cards == 2 else _ranked(self._score, game.hole_cards, terms.deck)

    def _score(self, cards: Sequence[int]) -> float:
        high = starting_share(cards)
        return high if len(self._orders) == 1 else 0.6 * high + 0.4 * low_start(cards)

    def start(self, view: View) -> float:
        score = self._score(view.cards)
        return _place(score, self._ranked) if self._ranked else score

    def chance(self, view: View) -> float:
        if len(view.board) < 3:
            return _against(self.start(view), len(view.inside) - 1)
        weight = self._weight * (len(view.inside) - 1)
        high = _against(self._half(view, self._orders[0]), weight)
        to_come = draws(view.cards, view.board)
        high = max(high, to_come) + 0.3 * min(high, to_come)
        if len(self._orders) == 1:
            return min(high, 1.0)
        low = _against(self._half(view, self._orders[1]), weight)
        return max(high, low) * 0.75 + min(high, low) * 0.25

    def _half(self, view: View, order: str) -> float:
        return board_of(view.board, order, self._deck, self._ace_low, self._exactly_two).share(view.cards)

    def keep(self, view: View) -> Keep:
        raise TypeError("nothing is drawn where cards are shared")


def judge_of(terms: Terms) -> Judge:
    """The judgement for this table's game."""
    family = terms.game.family
    if family == "stud":
        return Stud(terms)
    if family == "community":
        return Shared(terms)
    if terms.orders[0].startswith("badugi"):
        return Badugi(terms)
    return HighDraw(terms) if terms.game.halves[0].side == "high" else LowDraw(terms)
