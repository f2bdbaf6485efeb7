"""Pokeris: three laps of one turn each, private challenges and proposals to open (P3-P16)."""

from collections.abc import Generator
from functools import partial

from pokerstats.pipeline.engine.betting import Flow, Round, apply_bet, faces_bet, legal_bets
from pokerstats.pipeline.engine.deal import Deal, Event, text_of
from pokerstats.pipeline.engine.leaving import choice_of
from pokerstats.pipeline.engine.turn import Choice, Legal, Turn

Paid = Generator[Turn, Choice, int]

_ANSWERS = Legal(("agree", "refuse"))
_NO_LIMIT = 1 << 60


class Laps:
    """The betting of one hand of Pokeris."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.bet = deal.terms.ante
        """The last bet of anyone in this hand; before the first it is the stake (P11)."""
        self.has_bet = False
        self.opened = False
        """All hands are to be laid open: there is no more betting (P5)."""
        self.asked: tuple[int, int] | None = None
        """A challenge that the challenged player answers in the next lap: who asks, who is asked (P12)."""

    def play(self) -> Flow:
        """The laps until one player is left, the hands are opened, or the third lap is over (P6)."""
        deal = self.deal
        for plan in deal.terms.streets[1:]:
            if deal.players_in == 1 or self.opened or (deal.funded < 2 and self.asked is None):
                return
            deal.open_street(plan.number)
            deal.round = rnd = Round(deal, plan)
            deal.lap_sums.append(deal.street_put)
            if deal.terms.lap_by_lap:
                yield from self._lap(plan.number)
            else:
                rnd.opening = rnd.step = self.bet
                yield from self._equalised(rnd)
                self.bet = rnd.step
                deal.give_back_uncalled()

    # ------------------------------------------------------------ one turn for each (P10)

    def _lap(self, number: int) -> Flow:
        deal = self.deal
        start = 0
        if self.asked is not None:
            challenger, target = self.asked
            self.asked = None
            yield from self._answer_challenge(challenger, target, self.bet)
            start = target + 1
        answered = -1
        last = number == len(deal.terms.streets) - 1
        for place in range(start, deal.number):
            if place == answered or not deal.inside[place] or not deal.room[place]:
                continue
            if deal.players_in == 1 or (deal.funded < 2 and not faces_bet(deal, place)):
                return
            choice = yield from choice_of(deal, place, partial(self._turn, place, last=last))
            if choice is None:
                continue
            if choice.kind == "fold":
                deal.record("fold", seat=deal.seats[place])
                deal.fold(place)
                continue
            target = self._next_with_money(place)
            self._put_in(place, choice)
            if choice.then == "challenge":
                deal.record("challenge", seat=deal.seats[place], target=deal.seats[target])
                if target < place:
                    self.asked = (place, target)
                    return
                answered = target
                yield from self._answer_challenge(place, target, self.bet)
            elif choice.then == "propose":
                yield from self._proposal(place, deal.street_put[place])
                if self.opened:
                    return

    def _turn(self, place: int, *, last: bool) -> Turn | None:
        if self.deal.funded < 2 and not faces_bet(self.deal, place):
            return None
        target = self._next_with_money(place)
        legal = self._legal(place, may_challenge=target >= 0 and (target > place or not last))
        return Turn(self.deal.seats[place], "bet", legal)

    def _next_with_money(self, place: int) -> int:
        """The next player to the left who is still in and has money (P12); -1 if there is none."""
        found = self.deal.first_with_money((place + 1) % self.deal.number)
        return -1 if found == place else found

    def _legal(self, place: int, *, may_challenge: bool) -> Legal:
        deal = self.deal
        terms, chips = deal.terms, deal.room[place]
        limit = _NO_LIMIT if terms.max_bet is None else max(terms.max_bet, self.bet)
        most = min(limit, chips)
        then: tuple[str, ...] = ()
        if chips >= self.bet and self._next_with_money(place) >= 0:
            then = ("challenge", "propose") if may_challenge else ("propose",)
        if not self.has_bet:
            least = min(self.bet, chips)
            return Legal(("fold", "bet"), 0, least, most, (), chips, chips, terms.chip, then)
        call = min(self.bet, chips)
        if most <= self.bet:
            return Legal(("fold", "call"), call, 0, 0, (), chips, chips, terms.chip, then)
        least = min(self.bet + terms.chip, most)
        return Legal(("fold", "call", "raise"), call, least, most, (), chips, chips, terms.chip, then)

    def _put_in(self, place: int, choice: Choice) -> None:
        """His bet of this lap; it is what the next bets must not be below, unless it was short (P14)."""
        deal = self.deal
        amount = min(self.bet, deal.room[place]) if choice.kind == "call" else choice.to
        event: Event = {"type": choice.kind, "seat": deal.seats[place], "amount": amount}
        if choice.kind == "raise":
            event["to"] = amount
        if deal.pay(place, amount):
            event["all_in"] = True
        deal.events.append(event)
        self.has_bet = True
        self.bet = max(self.bet, amount)
        deal.round.price, deal.round.level = self.bet, 1

    # ------------------------------------------------------------ challenges (P4, P12, P13)

    def _answer_challenge(self, challenger: int, target: int, amount: int) -> Flow:
        """The challenged player folds, or puts in as much and compares; short of it he waits for the showdown."""
        deal = self.deal
        if (yield from self._matches(target, amount, "P4")) < amount:
            return
        scale = deal.terms.scale
        assert scale is not None
        asks, answers = scale.of_whole_hand(deal.held[challenger]), scale.of_whole_hand(deal.held[target])
        drops, stays = (target, challenger) if asks > answers else (challenger, target)
        deal.known.setdefault(target, {})[challenger] = list(deal.held[challenger])
        deal.record("compare", drops=deal.seats[drops], stays=deal.seats[stays], cards=text_of(deal.held[challenger]))
        deal.fold(drops)
        if stays == target or deal.players_in == 1:
            deal.must_show.add(stays)

    def _matches(self, place: int, amount: int, rule: str) -> Paid:
        """A player puts in so much or what he has, or folds; returns what he put in. ``rule`` asks him to."""
        deal = self.deal
        call = min(amount, deal.room[place])
        legal = Legal(("fold", "call"), call, chips=deal.room[place], all_in=deal.street_put[place] + deal.room[place])
        deal.answering = rule
        choice = yield Turn(deal.seats[place], "bet", legal)
        deal.answering = ""
        if choice.kind == "fold":
            deal.record("fold", seat=deal.seats[place])
            deal.fold(place)
            return 0
        event: Event = {"type": "call", "seat": deal.seats[place], "amount": call}
        before = deal.street_put[place]
        if before:
            event["to"] = before + call
        if deal.pay(place, call):
            event["all_in"] = True
        deal.events.append(event)
        return call

    # ------------------------------------------------------------ proposals to open (P5, P15)

    def _proposal(self, proposer: int, level: int) -> Flow:
        """All others with money answer; if all agree, or the proposer forces it, the hands are opened.

        ``level`` is what whoever has not bet has to put in.
        """
        deal = self.deal
        others = [(proposer + step) % deal.number for step in range(1, deal.number)]
        asked = [place for place in others if deal.inside[place] and deal.room[place]]
        deal.record("propose", seat=deal.seats[proposer])
        refusers = []
        for place in asked:
            choice = yield Turn(deal.seats[place], "answer", _ANSWERS)
            deal.record(choice.kind, seat=deal.seats[place])
            if choice.kind == "refuse":
                refusers.append(place)
        penalty = 0
        if refusers:
            penalty = yield from self._force(proposer)
            if not penalty:
                return
        self.opened = True
        for place in asked:
            owed = self._owes(place, level) + (penalty if place in refusers else 0)
            if owed and deal.players_in > 1:
                yield from self._matches(place, owed, "P15")

    def _owes(self, place: int, level: int) -> int:
        put = self.deal.street_put[place]
        if self.deal.terms.lap_by_lap:
            return 0 if put else level
        return max(level - put, 0)

    def _force(self, proposer: int) -> Paid:
        """The proposer may put in double his bet to force the opening; returns the penalty, 0 if he lets it be."""
        deal = self.deal
        terms, chips = deal.terms, deal.room[proposer]
        double = 2 * deal.street_put[proposer]
        if chips < double:
            return 0
        most = double if terms.max_bet is not None else chips
        legal = Legal(("force", "let_go"), 0, double, most, chips=chips, chip=terms.chip)
        choice = yield Turn(deal.seats[proposer], "force", legal)
        if choice.kind == "let_go":
            return 0
        seat = deal.seats[proposer]
        deal.record("force", seat=seat)
        if terms.both_pay_penalty:
            event: Event = {"type": "raise", "seat": seat, "amount": choice.to}
            broke = deal.pay(proposer, choice.to)
            event["to"] = deal.street_put[proposer]
            if broke:
                event["all_in"] = True
            deal.events.append(event)
        return choice.to

    # ------------------------------------------------------------ rounds that end when all have put in the same

    def _equalised(self, rnd: Round) -> Flow:
        """A lap as an ordinary round without checks (option ``rounds``; D2)."""
        deal = self.deal
        inside, room = deal.inside, deal.room
        waiting = [inside[place] and room[place] > 0 for place in range(deal.number)]
        place = 0
        while any(waiting) and deal.players_in > 1:
            if not waiting[place]:
                place = (place + 1) % deal.number
                continue
            waiting[place] = False
            if deal.funded < 2 and not faces_bet(deal, place):
                return
            target = self._next_with_money(place)
            legal = legal_bets(deal, rnd, place)
            if target >= 0:
                owes = deal.street_put[target] < rnd.price or not rnd.price
                legal.then = ("challenge", "propose") if owes else ("propose",)
            price = rnd.price
            choice = yield Turn(deal.seats[place], "bet", legal)
            apply_bet(deal, rnd, place, choice)
            if rnd.price > price:
                waiting = [inside[other] and other != place and room[other] > 0 for other in range(deal.number)]
            if choice.then == "challenge" and inside[target] and deal.street_put[target] < rnd.price:
                waiting[target] = False
                deal.record("challenge", seat=deal.seats[place], target=deal.seats[target])
                yield from self._answer_challenge(place, target, rnd.price - deal.street_put[target])
            elif choice.then == "propose":
                yield from self._proposal(place, rnd.price)
                if self.opened:
                    return
