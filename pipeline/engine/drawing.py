"""The draw: in order from the dealer's left each player throws cards away and gets as many (D3)."""

from functools import partial

from pokerstats.pipeline.cards import TEXTS
from pokerstats.pipeline.engine.betting import Flow
from pokerstats.pipeline.engine.deal import Deal, Event, text_of
from pokerstats.pipeline.engine.leaving import choice_of
from pokerstats.pipeline.engine.turn import Legal, Turn

_SPARE = 3
"""Cards that must be left in the deck for a slip to happen: it never makes the discards come back earlier."""


def draw_round(deal: Deal) -> Flow:
    """Each player still in draws once, all-in or not (M15); then cards set aside are replaced (J9)."""
    owed: list[int] = []
    for place in range(deal.number):
        if not deal.inside[place]:
            continue
        choice = yield from choice_of(deal, place, partial(_turn, deal, place))
        if choice is not None:
            _draw(deal, place, choice.cards, owed)
    for place in owed:
        if deal.inside[place]:
            _replace(deal, place)


def _turn(deal: Deal, place: int) -> Turn:
    return Turn(deal.seats[place], "draw", _legal_draw(deal, place))


def _legal_draw(deal: Deal, place: int) -> Legal:
    terms, chips = deal.terms, deal.room[place]
    most = min(terms.most_drawn, len(deal.held[place]))
    if terms.card_fee:
        most = min(most, chips // terms.card_fee)
    elif terms.exchange_fee > chips:
        most = 0
    bound = place == deal.opener and not terms.split_openers
    return Legal(
        ("draw",),
        most=most,
        chips=chips,
        held=tuple(deal.held[place]),
        fee=terms.card_fee or terms.exchange_fee,
        keep=deal.openers if bound else (),
    )


def _draw(deal: Deal, place: int, thrown: tuple[int, ...], owed: list[int]) -> None:
    seat, count = deal.seats[place], len(thrown)
    deal.drawn[place].append(count)
    if not count:
        deal.events.append({"type": "discard", "seat": seat, "count": 0})
        return
    terms = deal.terms
    fee = terms.card_fee * count or terms.exchange_fee
    if fee:
        deal.forced("fee", place, fee, dead=True)
    hand = deal.held[place]
    kept = [card for card in hand if card not in thrown]
    deal.deck.throw(place, thrown)
    new, aside, misplaced = _drawn_cards(deal, place, count)
    event: Event = {"type": "discard", "seat": seat, "count": count, "cards": text_of(thrown)}
    if new:
        event["drawn"] = text_of(new)
    deal.events.append(event)
    deal.held[place] = kept + new
    if place == deal.opener:
        now = set(deal.held[place])
        deal.thrown_openers = not any(cards <= now for cards in deal.openers)
    if aside >= 0:
        deal.record("expose", seat=seat, card=TEXTS[aside], by="dealer", kept=False)
        if terms.replace_at_once:
            _replace(deal, place)
        else:
            owed.append(place)
    elif misplaced:
        deal.record("expose", seat=seat, card=TEXTS[new[-1]], by=misplaced, kept=True)


def _drawn_cards(deal: Deal, place: int, count: int) -> tuple[list[int], int, str]:
    """The cards that come, a card set aside (-1: none), and by whom one of them was exposed and kept (J9, D5)."""
    slips, deck = deal.slips, deal.deck
    if deal.terms.exposes and len(deck) > count + _SPARE:
        chance = deal.rng.random()
        if chance < slips.dealer_exposes:
            new = deck.take(count)
            # what the dealer exposes to himself he keeps
            return (new, -1, "dealer") if place == deal.dealer else (new[:-1], new[-1], "")
        chance -= slips.dealer_exposes
        if chance < slips.player_exposes:
            return deck.take(count), -1, "player"
        if chance - slips.player_exposes < slips.miscount:
            # a draw of which nothing came could not be told from one that the log does not tell
            return deck.take(count + 1 if count == 1 or deal.rng.random() < 0.5 else count - 1), -1, ""
    if count <= len(deck):
        return deck.take(count), -1, ""
    return _take(deal, place, count), -1, ""


def _replace(deal: Deal, place: int) -> None:
    """Another card for one that was set aside."""
    card = _take(deal, place, 1)
    deal.held[place] += card
    deal.record("replace", seat=deal.seats[place], card=TEXTS[card[0]])


def _take(deal: Deal, place: int, count: int) -> list[int]:
    """Cards for one player; when the deck runs out, the discards are shuffled and dealt on (D4, J10)."""
    deck = deal.deck
    new = deck.take(min(count, len(deck)))
    missing = count - len(new)
    if missing:
        deal.record("reshuffle", count=deck.reshuffle_thrown(place, missing, deal.rng))
        new += deck.take(missing)
    return new
