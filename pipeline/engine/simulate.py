"""Simulated play: sessions of bots at one kind of table, hand after hand, as histories of our own format.

The same simulation gives the same histories, byte for byte; more hands of it begin with the same hands.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from random import Random
from typing import Any

from pokerstats.pipeline.engine.bots import NAMES, STYLE_OF, STYLES, Bot, bots_of, stays_in
from pokerstats.pipeline.engine.deal import Post, Seat
from pokerstats.pipeline.engine.hand import Hand
from pokerstats.pipeline.engine.rake import Rake, is_home_game
from pokerstats.pipeline.engine.record import Header
from pokerstats.pipeline.engine.sitting import House, NextHand, Sitting, shares_of_carried
from pokerstats.pipeline.engine.slips import Slips
from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.engine.view import View
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.games.rules import RuleSet, Stakes

HANDS_A_SESSION = 150
FIRST_EVENING = datetime(2026, 1, 5, 18, 0, tzinfo=UTC)
"""When the first session usually begins, give or take an hour."""
TABLES = (
    "Amber", "Basalt", "Cobalt", "Dolomite", "Emerald", "Flint", "Garnet", "Hematite", "Iolite", "Jasper", "Kyanite",
    "Lapis", "Malachite", "Nephrite", "Onyx", "Peridot", "Quartz", "Rhodonite", "Slate", "Topaz",
)  # fmt: skip

_USUAL_SLIPS = Slips()
_OTHERS_WAITING = 4
_HERO_STYLE = "solid"
_NOBODY_LEAVES = 0.02
"""How often, at a stud table so full that its deck may run short (S7), hardly anybody wants to miss the hand."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """One simulated hand."""

    session: int
    """Number of its session, from 1."""
    began: datetime
    """When the session began."""
    history: dict[str, Any]


class Simulation:
    """A number of hands at one kind of table."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        players: int,
        seed: int,
        sessions_of: int = HANDS_A_SESSION,
        structure: str | None = None,
        deck: int | None = None,
        hero: str | None = None,
        currency: str | None = None,
        rake: Rake | None = None,
        stakes: Stakes | None = None,
        begins: datetime = FIRST_EVENING,
        slips: Slips = _USUAL_SLIPS,
    ) -> None:
        """``sessions_of`` is the number of hands in a session. With a ``hero``, a player of this name plays every
        hand. Refuses, with the rule, more or fewer players than the rules or the deck allow, and rake at home.
        """
        self.terms = Terms(rules, structure=structure, stakes=stakes, deck=deck)
        self.terms.check_players(players)
        if rake is not None:
            rake.check(self.terms)
        if hero in STYLE_OF:
            raise UsageError(f"hero {hero!r} is the name of a bot; choose another name")
        self._players = players
        self._hands = sessions_of
        self._seed = seed
        self._hero = hero
        self._currency = currency
        self._rake = rake
        self._begins = begins
        self._slips = slips
        told: tuple[object, ...] = (
            rules.game, self.terms.told, self.terms.most_drawn, players, sessions_of, seed, hero, rake, begins,
        )  # fmt: skip
        if slips != _USUAL_SLIPS:
            told = (*told, slips)
        # of what is agreed and not of how a file words it: the same hands as long as the same is played
        self._number = int(sha256(repr(told).encode()).hexdigest(), 16) % 900_000 + 100_000
        self._bots = bots_of(self.terms)
        self._house = _house(self.terms)
        self.won: Counter[str] = Counter()
        """Chips that each player has won so far, negative if he lost; what a table's end leaves over is missing."""
        self.played: Counter[str] = Counter()
        """Hands that each player was dealt in to so far."""

    def hands(self, count: int) -> Iterator[Dealt]:
        """So many hands, session after session; money in the histories is whole chips."""
        began = self._begins + timedelta(minutes=self._luck(0, "first").randrange(-60, 60))
        dealt = session = 0
        while dealt < count:
            session += 1
            clock = began
            for dealt_now in self._session(session, began, dealt, min(self._hands, count - dealt)):
                yield dealt_now
                clock = datetime.fromisoformat(dealt_now.history["played_at"])
            dealt += self._hands
            began = clock + timedelta(minutes=self._luck(session, "pause").randrange(180, 1_800))

    def _luck(self, session: int, what: str) -> Random:
        return Random(f"{self._number}/{self._seed}/{session}/{what}")

    def _roster(self) -> list[str]:
        """Who ever comes to this table: styles by turns, so that each is there."""
        luck = self._luck(0, "roster")
        columns = [luck.sample(NAMES[style.name], len(NAMES[style.name])) for style in STYLES]
        luck.shuffle(columns)
        names = [name for row in zip(*columns, strict=True) for name in row]
        return names[: self._players + _OTHERS_WAITING - (self._hero is not None)]

    def _session(self, number: int, began: datetime, before: int, count: int) -> Iterator[Dealt]:
        luck = self._luck(number, "table")
        names = self._roster()
        luck.shuffle(names)
        if self._hero:
            names.insert(luck.randrange(self._players), self._hero)
        sitting = Sitting(names[: self._players], names[self._players :], self._house, luck, self._hero)
        table = f"{luck.choice(TABLES)} {self._number}-{number}"
        cards, thoughts = self._luck(number, "cards"), self._luck(number, "thoughts")
        clock, carried, passed_out = began, 0, False
        for place in range(before + 1, before + count + 1):
            coming = sitting.next_hand()
            hand = self._play(coming, carried, passed_out, cards, thoughts)
            header = Header(
                hand=f"{self._number}{place:07}",
                played_at=clock.isoformat(),
                table=table,
                max_seats=self._players,
                currency=self._currency,
                kind="cash" if self._currency else "play",
                away={chair.seat: (chair.player, chair.stack) for chair in coming.away},
            )
            history, stacks = hand.history(header), hand.stacks
            if self._rake is not None:
                for seat, cost in self._rake.take(history["events"], self.terms.chip).items():
                    stacks[seat] -= cost
            yield Dealt(number, began, history)
            clock += timedelta(seconds=2 * len(history["events"]) + luck.randrange(10, 25))
            self._count(hand, stacks)
            sitting.after_hand(stacks)
            carried, passed_out = hand.carried_out, hand.passed_out
        if carried and self.terms.rules.option("carry_end") == "share":
            for player, share in shares_of_carried(carried, coming.dealt_in, self.terms.chip).items():
                self.won[player] += share

    def _count(self, hand: Hand, stacks: dict[int, int]) -> None:
        for seat in hand.start:
            self.won[seat.player] += stacks[seat.seat] - seat.stack
            self.played[seat.player] += 1

    def style_of(self, player: str) -> str:
        """How a player of this simulation plays."""
        return _HERO_STYLE if player == self._hero else STYLE_OF[player].name

    def _play(self, coming: NextHand, carried: int, passed_out: bool, cards: Random, thoughts: Random) -> Hand:
        terms = self.terms
        hand = Hand(
            terms,
            [Seat(chair.seat, chair.player, chair.stack) for chair in coming.dealt_in],
            button=coming.button,
            rng=cards,
            carried_in=carried,
            after_pass_out=passed_out,
            posts={
                seat: Post(terms.big_blind, terms.small_blind if missed else 0) for seat, missed in coming.posts.items()
            },
            slips=self._slips,
        )
        bots: dict[int, Bot] = {chair.seat: self._bots[self.style_of(chair.player)] for chair in coming.dealt_in}
        if terms.may_run_short(len(bots)) and thoughts.random() < _NOBODY_LEAVES:
            bots = {seat: stays_in(bot) for seat, bot in bots.items()}
        while (turn := hand.turn) is not None:
            hand.act(bots[turn.seat](View(hand, turn.seat), thoughts))
        return hand


def _house(terms: Terms) -> House:
    """What a table of these terms asks of its players."""
    stakes, chip = terms.stakes, terms.chip
    if terms.sizing == "exact":
        buy_in = 30 * terms.big_bet
    elif terms.max_bet:
        # where bets begin with the ante, the largest are rare
        buy_in = (8 if terms.laps else 25) * terms.max_bet
    else:
        buy_in = 100 * max(terms.big_blind, terms.min_bet, stakes.ante or 0, chip)
    return House(
        fewest=max(terms.rules.players.fewest, 2),
        blinds=terms.has_blinds,
        posting=terms.has_blinds and not is_home_game(terms),
        buy_in=buy_in,
        least=chip if terms.all_in else max(terms.ante, chip),
        chip=chip,
    )
