"""Falsified cards: what was dealt, drawn, opened on and shown."""

import itertools

import numpy as np
from two_minds.spoilers import spoiler
from two_minds.story import RANKS, SUITS, Moment, Spoilt

from pokerstats.pipeline import ranking


def _code(card: str) -> int:
    return RANKS.index(card[0]) * 4 + SUITS.index(card[1])


def strength(hand: Spoilt, cards: list[str]) -> int:
    """The strength of five cards in the order that this hand is won by."""
    name = hand.history.get("ranking") or hand.rules.orders[0]
    order = ranking.order(name, len(hand.deck), hand.rules.option("ace_low_straight") == "yes")
    return int(order.strength(np.array([[_code(card) for card in cards]], dtype=np.int8))[0])


def _out_of_it(hand: Spoilt) -> list[int]:
    """Seats whose cards decide nothing: they folded, or nobody showed."""
    folded = {moment.seat for moment in hand.of("fold")}
    showed = {moment.seat for moment in hand.of("show", "show_openers", "muck", "challenge")}
    challenged = {moment.event["target"] for moment in hand.of("challenge")}
    return sorted(folded - showed - challenged)


def _of_seat(hand: Spoilt, kind: str, seats: list[int]) -> list[Moment]:
    return [moment for moment in hand.of(kind) if moment.seat in seats]


# ---------------------------------------------------------------- the deal


@spoiler("D1 D4", "duplicate-cards", "own-discards")
def card_dealt_twice(hand: Spoilt) -> bool:
    """A folded player's down card is a card that another player was dealt."""
    seats = [seat for seat in _out_of_it(hand) if hand.dealt(seat)]
    seat = hand.pick(seats)
    others = sorted({card for other in hand.seats if other != seat for card in hand.dealt(other)})
    if seat is None or _is_opener(hand, seat):
        return False
    downs = [
        event["down"].split()
        for event in hand.events
        if event["type"] == "deal" and event["seat"] == seat and "down" in event
    ]
    if not downs or not others:
        return False
    hand.replace_card(seat, hand.rng.choice(downs[0]), hand.rng.choice(others))
    return True


@spoiler("B1 A1 H6", "deck-membership", "duplicate-cards")
def card_from_outside_the_short_deck(hand: Spoilt) -> bool:
    """A folded player of a short-deck game holds a card that the deck has not."""
    outside = [rank + suit for rank in RANKS for suit in SUITS if rank + suit not in hand.deck]
    seat = hand.pick([seat for seat in _out_of_it(hand) if hand.dealt(seat)])
    if seat is None or not outside:
        return False
    hand.replace_card(seat, hand.rng.choice(hand.dealt(seat)), hand.rng.choice(outside))
    return True


@spoiler("D1 S1", "hole-card-count")
def a_card_too_many_dealt(hand: Spoilt) -> bool:
    """A player who folds before any draw is dealt one more card."""
    if not hand.unseen:
        return False
    drew = {moment.seat for moment in hand.of("discard")}
    seats = [seat for seat in _out_of_it(hand) if seat not in drew]
    deal = hand.pick([moment for moment in _of_seat(hand, "deal", seats) if "down" in moment.event])
    if deal is None:
        return False
    deal.event["down"] += f" {hand.unseen[0]}"
    return True


@spoiler("P8", "board-size")
def board_card_missing(hand: Spoilt) -> bool:
    """A card of the flop is not on the board, and nobody shows."""
    flops = [moment for moment in hand.of("board") if len(moment.event["cards"].split()) > 1]
    if len(flops) != 1 or hand.at_showdown:
        return False
    flops[0].event["cards"] = flops[0].event["cards"].rsplit(" ", 1)[0]
    return True


# ---------------------------------------------------------------- the draw


@spoiler("J5 A5 B4 P2", "draw-count", "reshuffle split-openers")
def a_card_too_many_drawn(hand: Spoilt) -> bool:
    """A player who folds later draws one card more than may be drawn."""
    if hand.rules.draw is None or hand.rules.draw.most >= hand.rules.the_game.final_cards or not hand.unseen:
        return False
    seats = _out_of_it(hand)
    draws = [moment for moment in _of_seat(hand, "discard", seats) if moment.event["count"] == hand.rules.draw.most]
    draw = hand.pick([moment for moment in draws if "drawn" in moment.event])
    if draw is None or hand.of("expose") or hand.of("fee"):
        return False
    kept = [card for card in hand.dealt(draw.seat) if card not in draw.event["cards"].split()]
    draw.event["count"] += 1
    draw.event["cards"] += f" {hand.rng.choice(kept)}"
    draw.event["drawn"] += f" {hand.unseen[0]}"
    return True


@spoiler("D8", "draw-count", "reshuffle")
def a_card_too_few_received(hand: Spoilt) -> bool:
    """A player who folds later gets a card less than he threw away."""
    draws = [
        moment
        for moment in _of_seat(hand, "discard", _out_of_it(hand))
        if len(moment.event.get("drawn", "").split()) > 1
    ]
    draw = hand.pick(draws)
    if draw is None or any(moment.seat == draw.seat for moment in hand.of("discard", "expose") if moment is not draw):
        return False
    draw.event["drawn"] = draw.event["drawn"].rsplit(" ", 1)[0]
    return True


@spoiler("D3", "draw-missing", "turn-order")
def draw_missing(hand: Spoilt) -> bool:
    """A player who is in neither draws nor stands pat."""
    draw = hand.pick([moment for moment in hand.of("discard") if not moment.event["count"]])
    if draw is None:
        return False
    del hand.events[draw.place]
    return True


@spoiler("D3", "draws-once", "turn-order")
def drew_twice(hand: Spoilt) -> bool:
    """A player draws in turn and stands pat once more after all others."""
    draws = hand.of("discard")
    draw = hand.pick(draws)
    if draw is None:
        return False
    last = max(moment.place for moment in draws if moment.street == draw.street)
    hand.events.insert(last + 1, {"type": "discard", "seat": draw.seat, "count": 0})
    return True


@spoiler("D3", "turn-order", "reshuffle own-discards reshuffle-count")
def drew_out_of_order(hand: Spoilt) -> bool:
    """Two players draw before each other's turn."""
    draws = hand.of("discard")
    pairs = [
        (one, two) for one, two in itertools.pairwise(draws)
        if one.street == two.street and one.seat != two.seat and two.place == one.place + 1
    ]  # fmt: skip
    found = hand.pick(pairs)
    if found is None:
        return False
    one, two = found
    hand.events[one.place], hand.events[two.place] = two.event, one.event
    return True


@spoiler("D4 J10", "reshuffle")
def reshuffled_with_cards_left(hand: Spoilt) -> bool:
    """The discards are shuffled though the deck has cards enough for the next draw."""
    draws = [moment for moment in hand.of("discard") if moment.event["count"]]
    draw = hand.pick(draws)
    if draw is None or hand.of("reshuffle") or len(hand.unseen) < 6:
        return False
    hand.events.insert(draw.place, {"type": "reshuffle"})
    return True


@spoiler("D4 J10", "reshuffle", "duplicate-cards")
def reshuffle_untold(hand: Spoilt) -> bool:
    """Thrown-away cards come again, and no reshuffle is told."""
    shuffles = hand.of("reshuffle")
    if len(shuffles) != 1:
        return False
    before = {
        card
        for moment in hand.of("deal", "discard")
        if moment.place < shuffles[0].place
        for card in (moment.event.get("down") or moment.event.get("cards") or "").split()
    }
    after = {
        card
        for moment in hand.of("discard")
        if moment.place > shuffles[0].place
        for card in moment.event.get("drawn", "").split()
    }
    if not before & after:
        return False
    del hand.events[shuffles[0].place]
    return True


@spoiler("D3 D8", "discards-held")
def threw_away_a_card_he_did_not_hold(hand: Spoilt) -> bool:
    """A player who folds later throws away a card that nobody was dealt."""
    draws = [moment for moment in _of_seat(hand, "discard", _out_of_it(hand)) if moment.event["count"]]
    unknown = {moment.seat for moment in draws if len(moment.event.get("drawn", "").split()) < moment.event["count"]}
    draw = hand.pick([moment for moment in draws if moment.event.get("cards") and moment.seat not in unknown])
    if draw is None or not hand.unseen:
        return False
    old = hand.rng.choice(draw.event["cards"].split())
    draw.event["cards"] = draw.event["cards"].replace(old, hand.unseen[0])
    return True


# ---------------------------------------------------------------- openers


def _is_opener(hand: Spoilt, seat: int) -> bool:
    opens = [moment for moment in hand.of("bet") if moment.street == "predraw"]
    return bool(hand.rules.openers and opens and opens[0].seat == seat)


@spoiler("J2 J14", "openers", "openers-shown split-openers")
def opened_on_less_than_jacks(hand: Spoilt) -> bool:
    """The opener's pair is broken or lower; nobody's showdown depends on it."""
    opens = [moment for moment in hand.of("bet") if moment.street == "predraw"]
    if not hand.rules.openers or not opens or hand.of("dead_hand"):
        return False
    seat = opens[0].seat
    if hand.at_showdown and seat in hand.contestants:
        return False
    cards = hand.dealt(seat)
    jacks = strength(hand, ["Jc", "Jd", "2c", "3d", "4h"])
    for new in hand.unseen:
        for old in cards:
            if strength(hand, [new if card == old else card for card in cards]) < jacks:
                hand.replace_card(seat, old, new)
                return True
    return False


@spoiler("J6", "openers-shown")
def openers_not_shown(hand: Spoilt) -> bool:
    """The opener wins without a showdown and does not show his openers."""
    shown = hand.of("show_openers")
    if len(shown) != 1 or hand.at_showdown:
        return False
    del hand.events[shown[0].place]
    return True


@spoiler("J6", "openers-shown", "shown-cards")
def openers_shown_are_too_low(hand: Spoilt) -> bool:
    """The opener shows two cards of his that are no pair of jacks or better."""
    shown = hand.of("show_openers")
    if len(shown) != 1 or hand.at_showdown:
        return False
    cards = hand.dealt(shown[0].seat)
    ranks = {card[0] for card in cards}
    if len(ranks) < 2:
        return False
    first = cards[0]
    other = next(card for card in cards if card[0] != first[0])
    shown[0].event["cards"] = f"{first} {other}"
    return True
