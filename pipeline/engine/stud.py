"""Stud: the door card that brings it in, the showing hand that begins, and a deck that runs short."""

from pokerstats.pipeline.engine.betting import Flow, Round, betting_round
from pokerstats.pipeline.engine.deal import Deal, Event, text_of
from pokerstats.pipeline.engine.terms import StreetPlan
from pokerstats.pipeline.engine.turn import Legal, Turn

_RANKS = 13


def door_card_place(deal: Deal) -> int:
    """Whose door card must bring it in: the lowest, ties by suit from clubs (S2); in razz the highest, aces low."""
    doors = [(cards[0], place) for place, cards in enumerate(deal.up)]
    if deal.terms.highest_door_card_brings_in:
        return max(((card // 4 + 1) % _RANKS * 4 + card % 4, place) for card, place in doors)[1]
    return min(doors)[1]


def third_street(deal: Deal, rnd: Round) -> Flow:
    """The bring-in or the opening instead of it, then the round of betting (S2, S13, S16)."""
    terms = deal.terms
    place = deal.first_with_money(door_card_place(deal))
    if place < 0:
        return
    deal.round = rnd
    chips = deal.room[place]
    full = min(terms.small_bet, chips)
    # who may not go on short of money opens for a whole bet only (A9)
    may_open = chips > terms.bring_in and (terms.all_in or chips >= terms.small_bet)
    if terms.may_complete and may_open and deal.funded > 1:
        legal = Legal(("bring_in", "bet"), terms.bring_in, full, full, (full,), chips, chips, terms.chip)
        choice = yield Turn(deal.seats[place], "bet", legal)
        if choice.kind == "bet":
            yield from _opens(deal, rnd, place, full)
            return
    deal.forced("bring_in", place, terms.bring_in)
    rnd.price = terms.bring_in
    if terms.sizing != "exact":
        # in spread limit there is no completion: what comes after adds to the bring-in (S12)
        rnd.full = terms.bring_in
    yield from betting_round(deal, rnd, (place + 1) % deal.number, acted=place)


def _opens(deal: Deal, rnd: Round, place: int, amount: int) -> Flow:
    event: Event = {"type": "bet", "seat": deal.seats[place], "amount": amount}
    if deal.pay(place, amount):
        event["all_in"] = True
    deal.events.append(event)
    rnd.price, rnd.first, rnd.bettor = amount, place, place
    if amount >= deal.terms.small_bet:
        rnd.level, rnd.full = 1, amount
    rnd.may_raise[place], rnd.met[place] = False, amount
    yield from betting_round(deal, rnd, (place + 1) % deal.number, acted=place)


def showing_value(cards: list[int], low: bool) -> tuple[int, ...]:
    """How a showing hand compares: quads, trips, two pair, pair, high card, then the ranks from the top (S14).

    With ``low`` aces are low and the lowest hand has the highest value.
    """
    ranks = [(card // 4 + 1) % _RANKS if low else card // 4 for card in cards]
    groups = sorted([(ranks.count(rank), rank) for rank in set(ranks)], reverse=True)
    value = (*(number for number, _ in groups), *(-1 for _ in range(4 - len(groups))), *(rank for _, rank in groups))
    return tuple(-part for part in value) if low else value


def leading_place(deal: Deal) -> int:
    """Who leads with his showing hand; of equal ones the nearest to the dealer's left (S4)."""
    low = deal.terms.low_shows
    inside = [place for place in range(deal.number) if deal.inside[place]]
    return max(inside, key=lambda place: (showing_value(deal.up[place], low), -place))


def deal_street(deal: Deal, plan: StreetPlan) -> None:
    """Burn, then cards to everybody still in, one at a time from the dealer's left (S1, S3)."""
    players = [place for place in range(deal.number) if deal.inside[place]]
    needed, deck = (plan.down + plan.up) * len(players), deal.deck
    if plan.number and needed + plan.burn > len(deck):
        if not _make_do(deal, plan, needed):
            return
    elif plan.burn:
        deck.burn(plan.burn)
        deal.record_burn(plan.burn)
    down = deck.take(plan.down * len(players))
    up = deck.take(plan.up * len(players))
    for number, place in enumerate(players):
        event: Event = {"type": "deal", "seat": deal.seats[place]}
        if plan.down:
            cards = down[number :: len(players)]
            deal.held[place] += cards
            event["down"] = text_of(cards)
        if plan.up:
            cards = up[number :: len(players)]
            deal.held[place] += cards
            deal.up[place] += cards
            event["up"] = text_of(cards)
        deal.events.append(event)


def _make_do(deal: Deal, plan: StreetPlan, needed: int) -> bool:
    """The deck runs short (S7, S15): leave the burn out, shuffle burns and stub, or turn one card for everybody.

    Returns whether each player gets a card of his own.
    """
    deck = deal.deck
    if needed <= len(deck):
        return True
    if needed <= len(deck) + len(deck.burnt):
        deal.record("reshuffle", count=deck.reshuffle_burnt(deal.rng, with_stub=True))
        return True
    deal.record("reshuffle", count=deck.reshuffle_burnt(deal.rng, with_stub=False))
    shared = deck.take(1)
    deal.board += shared
    deal.record("board", cards=text_of(shared))
    return False
