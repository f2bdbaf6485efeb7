"""A round of betting: who must act, what he may do, and what his choice changes."""

from collections.abc import Generator

from pokerstats.pipeline.engine.deal import Deal, Event
from pokerstats.pipeline.engine.openers import may_open, opener_sets
from pokerstats.pipeline.engine.terms import StreetPlan
from pokerstats.pipeline.engine.turn import Choice, Legal, Turn

Flow = Generator[Turn, Choice, None]


class Round:
    """What has been bet in one round."""

    __slots__ = (
        "began_with",
        "bettor",
        "bound_big",
        "caller",
        "capped",
        "first",
        "full",
        "level",
        "may_raise",
        "met",
        "opening",
        "plan",
        "price",
        "raises",
        "step",
    )

    def __init__(self, deal: Deal, plan: StreetPlan) -> None:
        self.plan = plan
        self.opening = plan.opening
        """The least full bet (M12)."""
        self.price = 0
        """The total on the street that everybody must match."""
        self.full = 0
        """The price as full bets and raises made it: what is above it was a short all-in (M12, M13)."""
        self.level = 0
        """0: nobody has made a full bet; 1: there is a bet. Ante and bring-in are none, the big blind is one (L8)."""
        self.step = plan.floor
        """The least a raise adds."""
        self.raises = 0
        self.capped = False
        """The most raises were reached with three or more in (S11)."""
        self.began_with = deal.players_in
        self.may_raise = [True] * deal.number
        """Who has put nothing in since the last full bet or raise."""
        self.met = [0] * deal.number
        """The price each met when he last put something in."""
        self.bettor = self.caller = self.first = -1
        """Who bet or raised last, who called him last, who acted first."""
        self.bound_big = False
        """A big bet on fourth street: all others are big too (S5)."""


def betting_round(deal: Deal, rnd: Round, start: int, *, acted: int = -1) -> Flow:
    """Turns clockwise from ``start`` until everybody still in has matched the price or is all in (D2).

    ``acted`` is a place that has no further turn unless somebody bets: the bring-in player (S13).
    """
    deal.round = rnd
    inside, room, number = deal.inside, deal.room, deal.number
    waiting = [inside[place] and room[place] > 0 for place in range(number)]
    if acted >= 0:
        waiting[acted] = False
    left = sum(waiting)
    place = start
    while left and deal.players_in > 1:
        if not waiting[place]:
            place = place + 1 if place + 1 < number else 0
            continue
        waiting[place] = False
        left -= 1
        if not room[place]:
            # he cannot match the stake and must give up (A9)
            deal.events.append({"type": "fold", "seat": deal.seats[place]})
            deal.fold(place)
        elif deal.funded > 1 or faces_bet(deal, place):
            price = rnd.price
            choice = yield Turn(deal.seats[place], "bet", legal_bets(deal, rnd, place))
            if rnd.first < 0:
                rnd.first = place
            apply_bet(deal, rnd, place, choice)
            if rnd.price > price:
                for other in range(number):
                    waiting[other] = inside[other] and other != place and (room[other] > 0 or _is_broke(deal, other))
                left = sum(waiting)


def _is_broke(deal: Deal, place: int) -> bool:
    """Whether a player without money has to give up in his turn: where no call for less is allowed (A9)."""
    return not deal.terms.all_in and deal.street_put[place] < deal.round.price


def faces_bet(deal: Deal, place: int) -> bool:
    """Whether another player still in has more on the street than he (M15)."""
    own = deal.street_put[place]
    return any(deal.inside[other] and total > own for other, total in enumerate(deal.street_put))


# ---------------------------------------------------------------- what is legal


def raise_is_capped(deal: Deal, rnd: Round) -> bool:
    """Whether the number of raises is exhausted (S11, L8)."""
    most = deal.terms.max_raises
    if most is None or rnd.raises < most or not rnd.level:
        return False
    if deal.players_in > 2:
        return True
    if deal.terms.cap_lifts == "unless-capped":
        return rnd.capped
    return deal.terms.cap_lifts == "next-round" and rnd.began_with > 2


def has_right_to_raise(deal: Deal, rnd: Round, place: int) -> bool:
    """Whether a full raise, or several short ones that add up to one, came since he last put something in (M13)."""
    if rnd.may_raise[place] or not rnd.level:
        return True
    return rnd.price - rnd.met[place] >= (_exact_size(rnd) if rnd.plan.exact else rnd.step)


def _exact_size(rnd: Round) -> int:
    return rnd.plan.exact[-1] if rnd.bound_big else rnd.plan.exact[0]


def legal_bets(deal: Deal, rnd: Round, place: int) -> Legal:
    """What the player at this place may do."""
    terms, plan = deal.terms, rnd.plan
    chips, price = deal.room[place], rnd.price
    own = deal.street_put[place]
    owed = price - own
    call = 0
    kinds: tuple[str, ...]
    if owed > 0:
        if chips < owed and not terms.all_in:
            return Legal(("fold",), chips=chips, all_in=own + chips)
        call = owed if owed < chips else chips
        kinds = ("fold", "call")
        raises = chips > owed and deal.funded > 1
    elif price or plan.check:
        kinds = ("fold", "check") if plan.fold_freely and not price else ("check",)
        raises = deal.funded > 1
    else:
        kinds = ("fold",)
        raises = True
    if price:
        raises = raises and has_right_to_raise(deal, rnd, place) and not raise_is_capped(deal, rnd)
    elif terms.openers_from and plan.number == 0:
        raises = may_open(deal, place)
    if not raises:
        return Legal(kinds, call, chips=chips, all_in=own + chips)
    totals = _exact_totals(deal, rnd, place) if plan.exact and not _opens_exactly(deal, rnd) else ()
    least, most = (totals[0], totals[-1]) if totals else _range(deal, rnd, own)
    all_in = own + chips
    if all_in < most:
        if all_in < least and not terms.all_in:
            return Legal(kinds, call, chips=chips, all_in=all_in)
        if totals:
            within = [total for total in totals if total <= all_in]
            totals = tuple(within) if not terms.all_in else tuple(dict.fromkeys([*within, all_in]))
        least, most = min(least, all_in), all_in
        if totals:
            most = totals[-1]
    verb = "raise" if rnd.level else "bet" if not price else "complete" if totals else "raise"
    return Legal((*kinds, verb), call, least, most, totals, chips, all_in, terms.chip)


def _opens_exactly(deal: Deal, rnd: Round) -> bool:
    """Whether the agreed opening bet is the only bet there is (J3)."""
    return deal.terms.openers_from > 0 and rnd.plan.number == 0 and not rnd.price


def _range(deal: Deal, rnd: Round, own: int) -> tuple[int, int]:
    """Least and most total of a bet or raise by the structure, whatever chips he has."""
    terms, price = deal.terms, rnd.price
    if _opens_exactly(deal, rnd):
        return terms.open_bet, terms.open_bet
    if not price:
        least = max(rnd.opening, rnd.plan.open_from)
    elif rnd.full < rnd.opening and not rnd.level:
        # after a short bet one raises at least up to what may be bet (M12)
        least = max(rnd.opening, rnd.plan.open_from)
    else:
        least = price + max(rnd.step, rnd.plan.raise_from)
    if terms.sizing == "no-limit":
        return least, 1 << 60
    if terms.sizing == "pot":
        most = price + deal.pot + (price - own if terms.pot_after_call else 0)
    else:
        most = price + (terms.max_bet or 0)
    return least, max(least, most)


def _exact_totals(deal: Deal, rnd: Round, place: int) -> tuple[int, ...]:
    """The totals that bets or raises of a fixed size reach, the smaller first."""
    sizes = rnd.plan.exact
    if len(sizes) > 1:
        sizes = _fourth_street_sizes(deal, rnd, place)
    base = _base(deal, rnd)
    return tuple([base + size for size in sizes])


def _base(deal: Deal, rnd: Round) -> int:
    """What the next bet or raise of a fixed size is put on: a short one before it is completed to the full one.

    Where the size is fixed and the structure is not (B5), that holds for short bets (M12), not for raises (M13).
    """
    return rnd.price if rnd.level and deal.terms.sizing != "exact" else rnd.full


def showing_pairs(deal: Deal) -> list[int]:
    """Who shows an open pair on fourth street (S5)."""
    return [
        place
        for place in range(deal.number)
        if deal.inside[place] and len(deal.up[place]) > 1 and deal.up[place][0] >> 2 == deal.up[place][1] >> 2
    ]


def _fourth_street_sizes(deal: Deal, rnd: Round, place: int) -> tuple[int, ...]:
    """The small bet, the big one, or either where a pair shows (S5)."""
    small, big = rnd.plan.exact
    if rnd.bound_big:
        return (big,)
    pairs = showing_pairs(deal)
    if place in pairs or (pairs and (rnd.price or deal.terms.open_pair == "anyone")):
        return (small, big)
    return (small,)


# ---------------------------------------------------------------- what a choice changes


def apply_bet(deal: Deal, rnd: Round, place: int, choice: Choice) -> None:
    """Let a legal choice happen."""
    kind, seat = choice.kind, deal.seats[place]
    if kind == "fold":
        deal.events.append({"type": "fold", "seat": seat})
        deal.fold(place)
        return
    if kind == "check":
        deal.events.append({"type": "check", "seat": seat})
        return
    price, own = rnd.price, deal.street_put[place]
    if kind == "call":
        amount = min(price - own, deal.room[place])
        event: Event = {"type": "call", "seat": seat, "amount": amount}
        rnd.caller = place
    else:
        amount = choice.to - own
        event = {"type": kind, "seat": seat, "amount": amount}
        if kind != "bet":
            event["to"] = choice.to
        if not price and deal.terms.openers_from and rnd.plan.number == 0:
            deal.opener, deal.openers = place, opener_sets(deal.terms, deal.held[place])
        raise_price(deal, rnd, place, choice.to)
    if deal.pay(place, amount):
        event["all_in"] = True
    deal.events.append(event)
    rnd.may_raise[place] = False
    rnd.met[place] = rnd.price


def raise_price(deal: Deal, rnd: Round, place: int, to: int) -> None:
    """A bet, raise or completion to this total: is it a full one, and what may the others add?"""
    added = to - rnd.price
    above = to - _base(deal, rnd)
    short_bet = 0 < rnd.price < rnd.opening and not rnd.level and not rnd.full
    rnd.price = to
    rnd.bettor, rnd.caller = place, -1
    if rnd.plan.exact:
        size = _exact_size(rnd)
        full = above >= size or (deal.terms.half_bet_counts and rnd.level > 0 and 2 * above >= size)
        if len(rnd.plan.exact) > 1 and above >= rnd.plan.exact[-1]:
            rnd.bound_big = True
        if _is_opening(deal, rnd):
            full = to >= deal.terms.open_bet
    elif rnd.level or rnd.full:
        full = added >= rnd.step
    else:
        full = to >= rnd.opening
    if not full:
        return
    # more than the full minimum bet on top of a short bet is a bet and a raise (M12)
    if rnd.level or (short_bet and to > rnd.opening):
        rnd.raises += 1
    rnd.level, rnd.full = 1, to
    if deal.terms.last_raise_floors and added > rnd.step:
        rnd.step = added
    rnd.may_raise = [True] * deal.number
    most = deal.terms.max_raises
    if most is not None and rnd.raises >= most and deal.players_in > 2:
        rnd.capped = True


def _is_opening(deal: Deal, rnd: Round) -> bool:
    return deal.terms.openers_from > 0 and rnd.plan.number == 0 and not rnd.level
