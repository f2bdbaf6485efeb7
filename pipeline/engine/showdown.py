"""The end of a hand: who takes part, who shows first, who may throw his hand away, and what each pot pays."""

from collections.abc import Generator

from pokerstats.pipeline.engine.betting import Flow, Round
from pokerstats.pipeline.engine.deal import Deal, Event, text_of
from pokerstats.pipeline.engine.openers import openers_shown
from pokerstats.pipeline.engine.pots import Pot, claimed, halves_of, lap_pots, layers, parts
from pokerstats.pipeline.engine.stud import leading_place
from pokerstats.pipeline.engine.turn import Choice, Legal, Turn

Decision = Generator[Turn, Choice, bool]

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def win_alone(deal: Deal) -> None:
    """All others have folded: the last player takes the pot and need not show (D6), but for J6, P4 and P13."""
    winner = deal.inside.index(True)
    seat = deal.seats[winner]
    if winner in deal.must_show:
        deal.record("street", street="showdown")
        _show(deal, winner, deal.terms.strengths(deal.held[winner], deal.board)[0])
    elif winner == deal.opener:
        deal.record("show_openers", seat=seat, cards=text_of(openers_shown(deal)))
    deal.stack[winner] += deal.pot
    deal.record("award", seat=seat, amount=deal.pot, pot=0)


class Showdown:
    """The showdown of one hand."""

    def __init__(self, deal: Deal, *, ask: bool) -> None:
        self.deal = deal
        self.ask = ask
        """Whether a player who may throw his hand away decides himself; else beaten hands are thrown away."""
        terms = deal.terms
        self.pots: list[Pot] = lap_pots(deal) if terms.laps and terms.lap_by_lap else layers(deal)
        self.dead = self._dead_hands()
        """Hands that take no part: with a wrong number of cards (D5), later those thrown away (M8)."""
        self.strengths = {place: self._strengths(place) for _, places in self.pots for place in places}
        self.shown: list[int] = []

    def _dead_hands(self) -> set[int]:
        deal = self.deal
        if deal.terms.game.family != "draw":
            return set()
        cards = deal.terms.game.final_cards
        return {place for place in range(deal.number) if deal.inside[place] and len(deal.held[place]) != cards}

    def _strengths(self, place: int) -> tuple[int, ...]:
        if place in self.dead:
            return (0,) * len(self.deal.terms.halves)
        return self.deal.terms.strengths(self.deal.held[place], self.deal.board)

    def play(self) -> Flow:
        """Hands are laid open or thrown away from the first to show, clockwise; then every pot is paid."""
        deal = self.deal
        deal.record("street", street="showdown")
        must = self._must_show()
        start = self._first_to_show()
        number = deal.number
        for step in range(number):
            place = (start + step) % number
            if not deal.inside[place]:
                continue
            if self._may_muck(place, must) and (yield from self._throws_away(place)):
                deal.record("muck", seat=deal.seats[place])
                self.dead.add(place)
                continue
            self.shown.append(place)
            _show(deal, place, self.strengths[place][0])
            if place == deal.opener and deal.thrown_openers:
                deal.record("show_openers", seat=deal.seats[place], cards=text_of(openers_shown(deal)))
            if place in self.dead:
                deal.record("dead_hand", seat=deal.seats[place], reason=_in_words(len(deal.held[place])))
        self._pay()

    # ------------------------------------------------------------ who shows

    def _first_to_show(self) -> int:
        """Who lays his hand open first (J8, A7, S8, B6, P17)."""
        deal = self.deal
        terms, last = deal.terms, deal.round
        if terms.first_to_show != "dealer-left" and isinstance(last, Round):
            if last.bettor >= 0:
                if terms.first_to_show == "caller" and last.caller >= 0:
                    return last.caller
                return last.bettor
            if last.first >= 0 and not terms.first_in_shows:
                return last.first
        if terms.openers_set and terms.first_to_show != "dealer-left" and deal.opener >= 0:
            return deal.first_in(deal.opener)
        return leading_place(deal) if terms.stud else deal.first_in(0)

    def _must_show(self) -> set[int]:
        """Who has to show whatever he holds: where openers are needed, the called player after a call (J8)."""
        last = self.deal.round
        called = self.deal.terms.openers_set and isinstance(last, Round) and last.bettor >= 0
        return {last.bettor} if called else set()

    def _may_muck(self, place: int, must: set[int]) -> bool:
        """Whether he may throw his hand away: not the first, nor the last who claims some pot (A7, S8, B6, J15)."""
        if not self.deal.terms.may_muck or not self.shown or place in must or place in self.dead:
            return False
        return all(place not in places or set(places) - self.dead != {place} for _, places in self.pots)

    def _throws_away(self, place: int) -> Decision:
        beaten = self._is_beaten(place)
        if not self.ask:
            return beaten
        choice = yield Turn(self.deal.seats[place], "show", Legal(("show", "muck")))
        return choice.kind == "muck"

    def _is_beaten(self, place: int) -> bool:
        """Whether hands already open beat his in every half of every pot he plays for."""
        own = self.strengths[place]
        for _, places in self.pots:
            if place not in places:
                continue
            open_hands = [self.strengths[other] for other in self.shown if other in places and other not in self.dead]
            for half, strength in enumerate(own):
                if strength and all(others[half] <= strength for others in open_hands):
                    return False
        return True

    # ------------------------------------------------------------ who is paid

    def _pay(self) -> None:
        deal = self.deal
        pots, unclaimed = claimed(self.pots, self.dead)
        deal.carried_out += unclaimed
        for number, (amount, places) in enumerate(pots):
            best = [max(self.strengths[place][half] for place in places) for half in range(len(deal.terms.halves))]
            if len(best) == 1 or not best[1]:
                self._pay_half(number, amount, places, 0, best[0], None)
                continue
            sums = halves_of(amount, deal.terms.chip)
            for half, (side, _) in enumerate(deal.terms.halves):
                self._pay_half(number, sums[half], places, half, best[half], side)

    def _pay_half(self, pot: int, amount: int, places: list[int], half: int, best: int, side: str | None) -> None:
        deal = self.deal
        winners = [place for place in places if self.strengths[place][half] == best]
        chip = deal.terms.chip
        if deal.terms.odd_chip_goes_on:
            # what cannot be divided goes to the next pot (A8)
            each = amount // chip // len(winners) * chip
            deal.carried_out += amount - each * len(winners)
            shares = [each] * len(winners)
        else:
            shares = parts(amount, winners, chip)
        for place, share in zip(winners, shares, strict=True):
            if not share:
                continue
            deal.stack[place] += share
            event: Event = {"type": "award", "seat": deal.seats[place], "amount": share, "pot": pot}
            if side is not None:
                event["side"] = side
            deal.events.append(event)


def _show(deal: Deal, place: int, strength: int) -> None:
    """A hand is laid open and called by its name; a wrong announcement is corrected when it lies open (M5)."""
    cards, seat, scale = deal.held[place], deal.seats[place], deal.terms.scale
    event: Event = {"type": "show", "seat": seat, "cards": text_of(cards)}
    if strength and scale is not None and len(deal.terms.halves) == 1:
        said = scale.words(strength)
        if deal.terms.openers_set and deal.rng.random() < deal.slips.misreads:
            wrong = scale.words(_misread(deal, cards, strength))
            if wrong != said:
                deal.record("announce", seat=seat, said=wrong)
                deal.events.append(event)
                deal.record("announce", seat=seat, said=said)
                return
        event["said"] = said
    deal.events.append(event)


def _in_words(cards: int) -> str:
    return f"{_NUMBERS[cards]} {'card' if cards == 1 else 'cards'}"


def _misread(deal: Deal, cards: list[int], strength: int) -> int:
    """What he may take his hand for: one card misread as the next higher one."""
    scale = deal.terms.scale
    assert scale is not None
    place = deal.rng.randrange(len(cards))
    wrong = [*cards[:place], (cards[place] + 4) % 52, *cards[place + 1 :]]
    return strength if len(set(wrong)) < len(wrong) else scale.five(wrong)
