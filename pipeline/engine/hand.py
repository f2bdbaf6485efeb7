"""One hand from the first ante to the last chip paid: deal, bet, draw, show, pay, record."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pokerstats.pipeline.engine.betting import Flow, Round, betting_round
from pokerstats.pipeline.engine.deal import Deal, Event, Post, Seat, text_of
from pokerstats.pipeline.engine.deck import Deck
from pokerstats.pipeline.engine.drawing import draw_round
from pokerstats.pipeline.engine.grounds import refusal
from pokerstats.pipeline.engine.illegal import IllegalAction, IllegalDeal
from pokerstats.pipeline.engine.laps import Laps
from pokerstats.pipeline.engine.leaving import LEFT, leave, may_leave
from pokerstats.pipeline.engine.record import Header, history_of
from pokerstats.pipeline.engine.showdown import Showdown, win_alone
from pokerstats.pipeline.engine.slips import Slips
from pokerstats.pipeline.engine.stud import deal_street, leading_place, third_street
from pokerstats.pipeline.engine.terms import StreetPlan, Terms
from pokerstats.pipeline.engine.turn import FOLD, Choice, Turn

_USUAL_SLIPS = Slips()


class Hand:
    """One hand in play: ask for :attr:`turn`, answer with :meth:`act`, until it is :attr:`finished`.

    The same arguments and choices give the same hand, card by card; ``rng`` is used for the deck and the slips only.
    """

    def __init__(
        self,
        terms: Terms,
        seats: Sequence[Seat],
        *,
        button: int,
        rng: Random,
        deck: Deck | None = None,
        carried_in: int = 0,
        after_pass_out: bool = False,
        posts: Mapping[int, Post] | None = None,
        slips: Slips = _USUAL_SLIPS,
        ask_to_show: bool = False,
    ) -> None:
        """``seats`` are those dealt in; ``carried_in`` is what the table's last hand left (M9) and ``after_pass_out``
        tells that it was passed out (L3). ``posts`` by seat: what players pay who come in between the blinds.
        With ``ask_to_show`` a player who may throw his hand away at the showdown is asked, else beaten hands go.
        """
        terms.check_players(len(seats))
        _check_seats(terms, seats)
        if after_pass_out:
            terms = terms.after_pass_out(carried_in + _antes(terms, seats, button))
        self.terms = terms
        self.button = button
        self.start = list(seats)
        self.turn: Turn | None = None
        """Who must decide, and what is legal; none once the hand is over."""
        self.deal = Deal(terms, seats, button, deck or Deck.shuffled(terms.deck, rng), rng, slips)
        self.deal.pot = self.deal.carried_in = carried_in
        self._flow = _play(self.deal, posts or {}, ask_to_show)
        self._advance(None)

    def act(self, choice: Choice, seat: int | None = None) -> None:
        """Let the player whose turn it is do this; ``seat`` says who does it, if not he.

        Raises :class:`IllegalAction` with the rule, and changes nothing, if he may not. In Pokeris one may fold at any
        moment, in the exchange and out of turn too (P16), unless somebody is to answer a challenge or a proposal.
        """
        turn = self.turn
        if turn is None:
            raise IllegalAction("D2", "the hand is over")
        if choice == FOLD and may_leave(self.deal, turn, turn.seat if seat is None else seat):
            leave(self.deal, turn, turn.seat if seat is None else seat)
            self._advance(LEFT)
            return
        if seat is not None and seat != turn.seat:
            raise IllegalAction("M14", f"seat {seat} is not in turn: it is seat {turn.seat}'s")
        if not turn.allows(choice):
            raise refusal(self.deal, turn, choice)
        self._advance(choice)

    def _advance(self, choice: Choice | None) -> None:
        try:
            self.turn = next(self._flow) if choice is None else self._flow.send(choice)
        except StopIteration:
            self.turn = None

    @property
    def finished(self) -> bool:
        """Whether the hand is over."""
        return self.turn is None

    @property
    def stacks(self) -> dict[int, int]:
        """What lies in front of each player now, by seat."""
        return dict(zip(self.deal.seats, self.deal.stack, strict=True))

    @property
    def carried_out(self) -> int:
        """What stays in the pot for the table's next hand (M9)."""
        return self.deal.carried_out

    @property
    def passed_out(self) -> bool:
        """Whether nobody opened (J4)."""
        return self.deal.passed_out

    def history(self, header: Header | None = None) -> dict[str, Any]:
        """The hand in our own format, ready for ``json.dumps``; complete once it is finished."""
        return history_of(self, header or Header())


def _check_seats(terms: Terms, seats: Sequence[Seat]) -> None:
    numbers = [seat.seat for seat in seats]
    if len(set(numbers)) < len(numbers) or len({seat.player for seat in seats}) < len(numbers):
        raise IllegalDeal("D1", "each player has a seat of his own and a name of his own")
    for seat in seats:
        if seat.stack <= 0:
            raise IllegalDeal("M2", f"{seat.player} has no chips and is not dealt in")
        if not terms.all_in and seat.stack < terms.ante and not terms.dealer_antes:
            raise IllegalDeal("A2", f"{seat.player} cannot pay the ante of {terms.ante} and is not dealt in")


def _antes(terms: Terms, seats: Sequence[Seat], button: int) -> int:
    """What the players will pay as antes."""
    dealer = max(seats, key=lambda seat: (seat.seat <= button, seat.seat))
    return sum(min(terms.ante, seat.stack) for seat in ([dealer] if terms.dealer_antes else seats))


# ---------------------------------------------------------------- the course of a hand


def _play(deal: Deal, posts: Mapping[int, Post], ask_to_show: bool) -> Flow:
    """The hand, turn by turn."""
    yield from _hand(deal, posts)
    if deal.passed_out:
        deal.carried_out = deal.pot
    elif deal.players_in == 1:
        win_alone(deal)
    else:
        yield from Showdown(deal, ask=ask_to_show).play()
    end: Event = {"type": "end"}
    if deal.carried_out:
        end["carried_out"] = deal.carried_out
    deal.events.append(end)


def _hand(deal: Deal, posts: Mapping[int, Post]) -> Flow:
    """All streets, until one player is left or the last round is over."""
    terms = deal.terms
    for plan in terms.streets:
        if terms.laps and plan.number:
            yield from Laps(deal).play()
            return
        deal.open_street(plan.number)
        deal.round = rnd = Round(deal, plan) if plan.number else _forced_money(deal, plan, posts)
        _cards(deal, plan)
        if plan.draw:
            yield from draw_round(deal)
        if plan.betting:
            yield from _bets(deal, rnd, plan)
            if deal.players_in == 1 or deal.funded < 2:
                deal.give_back_uncalled()
        if deal.players_in == 1:
            return
        if not plan.number and terms.pass_out and not rnd.price and deal.funded > 1:
            deal.passed_out = True
            return


def _forced_money(deal: Deal, plan: StreetPlan, posts: Mapping[int, Post]) -> Round:
    """Antes and blinds before the deal, and the round they make (J1, A2, B2, M11)."""
    terms, number = deal.terms, deal.number
    if terms.ante:
        if terms.dealer_antes:
            deal.forced("ante", number - 1, terms.ante, dead=True)
        else:
            for place in range(number):
                deal.forced("ante", place, terms.ante, live=False)
    rnd = Round(deal, plan)
    price = 0
    if terms.has_blinds:
        small, big = _blinds(deal)
        deal.forced("small_blind", small, terms.small_blind)
        deal.forced("big_blind", big, terms.big_blind)
        price = terms.big_blind
        for place, seat in enumerate(deal.seats):
            post = posts.get(seat)
            if post is None or place in (small, big):
                continue
            if post.dead:
                deal.forced("dead_blind", place, post.dead, dead=True)
            if post.live:
                deal.forced("post", place, post.live)
    elif terms.has_button_blind:
        deal.forced("button_blind", number - 1, terms.big_blind)
        price = terms.big_blind
    if price:
        # all owe the full blind, even if it was posted short (M11); it is "the bet" (L8)
        rnd.price = rnd.full = price
        rnd.level = 1
        rnd.step = max(rnd.step, price) if not plan.exact else rnd.step
    return rnd


def _blinds(deal: Deal) -> tuple[int, int]:
    """The places of small and big blind (B2)."""
    if deal.number > 2:
        return 0, 1
    return (0, 1) if deal.terms.left_is_small_blind else (1, 0)


def _cards(deal: Deal, plan: StreetPlan) -> None:
    """What is dealt when the street begins."""
    deck = deal.deck
    if deal.terms.stud:
        deal_street(deal, plan)
        return
    if plan.burn:
        deck.burn(plan.burn)
        deal.record_burn(plan.burn)
    if plan.down:
        players = [place for place in range(deal.number) if deal.inside[place]]
        cards, number = deck.take(plan.down * len(players)), len(players)
        for turn, place in enumerate(players):
            own = cards[turn::number]
            deal.held[place] += own
            deal.events.append({"type": "deal", "seat": deal.seats[place], "down": text_of(own)})
    if plan.board:
        cards = deck.take(plan.board)
        deal.board += cards
        deal.events.append({"type": "board", "cards": text_of(cards)})


def _bets(deal: Deal, rnd: Round, plan: StreetPlan) -> Flow:
    """The round of betting from whoever begins it (M14)."""
    if plan.first == "bring-in":
        if deal.funded > 1:
            yield from third_street(deal, rnd)
        return
    match plan.first:
        case "after-blinds":
            start = (_blinds(deal)[1] + 1) % deal.number
        case "opener":
            start = max(deal.opener, 0)
        case "high-showing" | "low-showing":
            start = leading_place(deal)
        case _:
            start = 0
    yield from betting_round(deal, rnd, start)
