"""Who sits at a table from hand to hand: coming and going, money added and taken, blinds missed, the deal moving."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

_LEAVES, _JOINS, _STEPS_OUT = 1 / 90, 1 / 6, 1 / 140
"""Chances in one hand: that a player leaves, that an empty chair is taken, that a player sits out a while."""
_ADDS, _TAKES, _BUYS_AGAIN, _POSTS = 0.25, 0.03, 0.75, 0.25
_LONGEST_OUT = 9
_BUY_INS = (0.4, 0.6, 0.8, 1, 1, 1, 1, 1.2, 1.5)


@dataclass(frozen=True, slots=True)
class House:
    """What the rules and stakes of a table ask of those who sit at it."""

    fewest: int
    blinds: bool
    posting: bool
    """Whether one may post to come in between the blinds, as rooms have it; at home one waits for the big blind."""
    buy_in: int
    """The usual sum to sit down with, in chips."""
    least: int
    """With less than this nobody is dealt in."""
    chip: int


@dataclass(slots=True)
class Chair:
    """A player on his chair."""

    seat: int
    player: str
    stack: int
    buy_in: int
    out_for: int = 0
    """Hands he still sits out."""
    waits: bool = False
    """He is new, or the big blind has gone past him: he waits until it comes again, or posts."""
    missed: bool = False
    """It has gone past him: who posts then owes the small blind too."""


@dataclass(frozen=True, slots=True)
class NextHand:
    """Who is dealt in to the next hand, who deals, and who posts; the others at the table are away."""

    dealt_in: tuple[Chair, ...]
    away: tuple[Chair, ...]
    button: int
    posts: Mapping[int, bool]
    """Seats that post a big blind out of turn, and whether a dead small blind too."""


class Sitting:
    """One evening at one table. Money moves between hands only (M7), and the deal goes round by one seat (D7)."""

    def __init__(
        self, players: Sequence[str], waiting: Sequence[str], house: House, random: Random, stays: str | None = None
    ) -> None:
        """``players`` take the chairs, ``waiting`` come when one is free; who ``stays`` never leaves nor sits out."""
        self._house = house
        self._random = random
        self._size = len(players)
        self._waiting = list(waiting)
        self._stays = stays
        self.chairs = [self._new_chair(seat, player) for seat, player in enumerate(players, start=1)]
        self._button = random.randrange(self._size) + 1

    def next_hand(self) -> NextHand:
        """Let things happen between two hands and say who is dealt in to the next one."""
        for chair in list(self.chairs):
            self._mind_money(chair)
            chair.out_for = max(chair.out_for - 1, 0)
        self._come_and_go()
        while len(self._ready()) < self._house.fewest:
            self._fill_up()
        self._step_out()
        if sum(not chair.waits for chair in self._ready()) <= 2:
            # two pay the blinds by turns: nobody else has to wait
            for chair in self._ready():
                chair.waits = False
        last_dealer = self._button
        self._button = self._next(last_dealer, [chair for chair in self._ready() if not chair.waits])
        return self._blinds_pass(last_dealer) if self._house.blinds else self._dealt(self._ready(), {})

    def after_hand(self, stacks: Mapping[int, int]) -> None:
        """Take over the stacks, by seat, as the hand has left them."""
        for chair in self.chairs:
            chair.stack = stacks.get(chair.seat, chair.stack)

    # ------------------------------------------------------------ between the hands

    def _new_chair(self, seat: int, player: str) -> Chair:
        money = int(self._house.buy_in * self._random.choice(_BUY_INS))
        money = max(money - money % self._house.chip, self._house.least)
        return Chair(seat, player, money, money)

    def _mind_money(self, chair: Chair) -> None:
        luck = self._random.random()
        if chair.stack < self._house.least:
            if luck < _BUYS_AGAIN or chair.player == self._stays or len(self.chairs) <= self._house.fewest:
                chair.stack = chair.buy_in
            else:
                self._stand_up(chair)
        elif chair.stack * 2 < chair.buy_in and luck < _ADDS:
            chair.stack = chair.buy_in
        elif chair.stack > 3 * chair.buy_in and luck < _TAKES:
            chair.stack = 2 * chair.buy_in

    def _come_and_go(self) -> None:
        random = self._random
        if random.random() < _LEAVES * len(self.chairs) and self._waiting and len(self.chairs) > self._house.fewest:
            chair = random.choice(self.chairs)
            if chair.player != self._stays:
                self._stand_up(chair)
        if len(self.chairs) < self._size and random.random() < _JOINS:
            self._sit_down()

    def _stand_up(self, chair: Chair) -> None:
        self.chairs.remove(chair)
        self._waiting.append(chair.player)

    def _sit_down(self) -> None:
        taken = {chair.seat for chair in self.chairs}
        seat = self._random.choice([seat for seat in range(1, self._size + 1) if seat not in taken])
        # who left last is the last to come again
        chair = self._new_chair(seat, self._waiting.pop(0))
        chair.waits = self._house.blinds
        self.chairs.append(chair)
        self.chairs.sort(key=lambda other: other.seat)

    def _step_out(self) -> None:
        random, ready = self._random, self._ready()
        if random.random() < _STEPS_OUT * len(ready) and len(ready) > self._house.fewest:
            chair = random.choice(ready)
            if chair.seat != self._button and chair.player != self._stays:
                chair.out_for = random.randrange(2, _LONGEST_OUT)

    def _fill_up(self) -> None:
        for chair in self.chairs:
            if chair.out_for:
                chair.out_for = 0
                return
        self._sit_down()

    def _ready(self) -> list[Chair]:
        return [chair for chair in self.chairs if not chair.out_for]

    def _next(self, seat: int, chairs: Sequence[Chair]) -> int:
        return min((chair.seat for chair in chairs), key=lambda other: (other - seat - 1) % self._size)

    # ------------------------------------------------------------ who is dealt in

    def _blinds_pass(self, last_dealer: int) -> NextHand:
        """Who waits comes in with the big blind, or posts behind it; who sits out while it goes past has missed it."""
        ready = self._ready()
        playing = [chair for chair in ready if not chair.waits]
        if len(playing) in (2, len(self.chairs)):
            return self._dealt(ready, {})
        small = self._next(self._button, playing)
        big = self._next(small, ready)
        after = self._steps_from(self._button)
        dealt, posts = [], {}
        for chair in self.chairs:
            # not where the deal has just gone past him, or he would have had it
            behind = after[big] < after[chair.seat] <= (last_dealer - self._button - 1) % self._size
            if chair.out_for:
                if after[small] < after[chair.seat] < after[big]:
                    chair.waits = chair.missed = True
            elif not chair.waits or chair.seat == big:
                dealt.append(chair)
            elif self._house.posting and behind and self._random.random() < _POSTS:
                dealt.append(chair)
                posts[chair.seat] = chair.missed
        return self._dealt(dealt, posts)

    def _steps_from(self, dealer: int) -> dict[int, int]:
        """Seats from the dealer's left to each chair, clockwise; the dealer himself is the last."""
        return {chair.seat: (chair.seat - dealer - 1) % self._size for chair in self.chairs}

    def _dealt(self, chairs: Sequence[Chair], posts: Mapping[int, bool]) -> NextHand:
        for chair in chairs:
            chair.waits = chair.missed = False
        away = tuple(chair for chair in self.chairs if chair not in chairs)
        return NextHand(tuple(chairs), away, self._button, posts)


def shares_of_carried(carried: int, chairs: Sequence[Chair], chip: int) -> dict[str, int]:
    """What each player gets of carried money when the table ends: those dealt into its last hand share it (M9).

    Less than a coin for each of them stays over.
    """
    each = carried // len(chairs)
    return {chair.player: each - each % chip for chair in chairs}
