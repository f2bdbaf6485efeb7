"""Falsified showdowns: who shows, what is shown, what it is called, which hand is paid."""

import itertools

from two_minds.spoil_cards import strength
from two_minds.spoilers import spoiler
from two_minds.story import BETS, Spoilt


@spoiler("J8 A7 S8 B6 P17", "showdown-order")
def showed_out_of_order(hand: Spoilt) -> bool:
    """Two players show before each other's turn."""
    shows = [moment for moment in hand.of("show", "muck") if moment.street == "showdown" and hand.at_home]
    last = max((moment.place for moment in hand.of("street") if moment.event["street"] != "showdown"), default=0)
    if hand.game in ("seven-card-stud", "blinds-draw") and not any(moment.place > last for moment in hand.of(*BETS)):
        return False  # who would have acted first there can be told in two ways
    pairs = [
        (one, two) for one, two in itertools.pairwise(shows)
        if one.seat != two.seat and two.place == one.place + 1
    ]  # fmt: skip
    found = hand.pick(pairs)
    if found is None:
        return False
    one, two = found
    hand.events[one.place], hand.events[two.place] = two.event, one.event
    return True


@spoiler("J15", "muck", "showdown-order")
def mucked_where_all_must_show(hand: Spoilt) -> bool:
    """A loser throws his hand away though every hand is laid open."""
    if hand.rules.option("muck") != "no" or not hand.at_home:
        return False
    winners = {moment.seat for moment in hand.awards}
    show = hand.pick([moment for moment in hand.of("show") if moment.seat not in winners])
    if show is None:
        return False
    hand.events[show.place] = {"type": "muck", "seat": show.seat}
    return True


@spoiler("M8 P17 A7 S8 B6", "mucked-hand-paid compared-winner-shows", "muck winner-not-in-pot showdown-order")
def winner_mucked(hand: Spoilt) -> bool:
    """The winner of a showdown throws his hand away and is paid."""
    winners = {moment.seat for moment in hand.awards}
    show = hand.pick([moment for moment in hand.of("show") if moment.seat in winners and moment.street == "showdown"])
    if show is None or not hand.at_home or len(hand.awards) != 1:
        return False
    hand.events[show.place] = {"type": "muck", "seat": show.seat}
    return True


@spoiler("M5", "shown-cards", "stated-hand stated-ranks shown-after-draw")
def showed_a_card_not_dealt(hand: Spoilt) -> bool:
    """A loser shows a card that he was not dealt."""
    winners = {moment.seat for moment in hand.awards}
    exposed = {moment.seat for moment in hand.of("expose")}
    show = hand.pick([moment for moment in hand.of("show") if moment.seat not in winners | exposed])
    if show is None or not hand.unseen:
        return False
    cards = show.event["cards"].split()
    old = hand.rng.choice(cards)
    show.event["cards"] = show.event["cards"].replace(old, hand.unseen[0])
    return True


@spoiler("M5 H1", "stated-hand")
def called_by_a_wrong_name(hand: Spoilt) -> bool:
    """A shown hand is called what it is not."""
    show = hand.pick(
        [moment for moment in hand.of("show") if moment.event.get("said") and moment.seat in hand.contestants]
    )
    if show is None or hand.of("announce", "compare"):
        return False
    names = ("high card", "pair", "two pair", "three of a kind", "straight", "flush", "full house", "four of a kind")
    said = show.event["said"].lower()
    others = [
        name for name in names if not any(word in said for word in name.split() if word not in ("of", "a", "card"))
    ]
    if " low" in said:
        others = [name for name in others if name != "high card"]
    if not others:
        return False
    show.event["said"] = hand.rng.choice(others)
    return True


@spoiler(
    "D5",
    "dead-hand-paid",
    "hole-card-count dead-hand-cause showdown-winners winner-not-in-pot hi-lo-halves mucked-best-hand",
)
def dead_hand_paid(hand: Spoilt) -> bool:
    """A hand is declared dead for its number of cards, and wins."""
    if not hand.at_showdown or hand.of("dead_hand") or not hand.at_home or len(hand.awards) != 1:
        return False
    award = hand.pick(hand.awards)
    shows = [moment for moment in hand.of("show", "muck") if award is not None and moment.seat == award.seat]
    if award is None or not shows:
        return False
    hand.events.insert(shows[0].place, {"type": "dead_hand", "seat": award.seat, "reason": "four cards"})
    return True


@spoiler("H6 H7", "showdown-winners")
def flush_paid_below_a_full_house(hand: Spoilt) -> bool:
    """By frequency a flush is above a full house; both stand pat, and the full house is paid."""
    if hand.history.get("ranking") != "by-frequency" or len(hand.deck) == 52 or not hand.at_showdown:
        return False
    if (
        len(hand.contestants) != 2
        or len(hand.awards) != 1
        or hand.of("discard") == []
        or hand.of("expose", "reshuffle")
    ):
        return False
    flush_seat, full_seat = hand.rng.sample(sorted(hand.contestants), 2)
    free = hand.unseen + hand.held(flush_seat) + hand.held(full_seat)
    free += [card for seat in (flush_seat, full_seat) for card in hand.dealt(seat)]
    free = sorted(set(free))
    for _ in range(200):
        suit = hand.rng.choice("cdhs")
        suited = [card for card in free if card[1] == suit]
        if len(suited) < 5:
            continue
        flush = hand.rng.sample(suited, 5)
        rest = [card for card in free if card not in flush]
        full = _full_house(hand, rest)
        if (
            full
            and strength(hand, flush)
            > strength(hand, full)
            > strength(hand, [*full[:4], rest[0]] if False else full) - 1
        ):
            break
    else:
        return False
    for seat, cards in ((flush_seat, flush), (full_seat, full)):
        for event in hand.events:
            if event.get("seat") != seat:
                continue
            if event["type"] == "deal":
                event["down"] = " ".join(cards)
            elif event["type"] == "discard":
                event["count"] = 0
                event.pop("cards", None)
                event.pop("drawn", None)
            elif event["type"] in ("show", "muck"):
                event["type"] = "show"
                event["cards"] = " ".join(cards)
                event.pop("said", None)
    hand.awards[0].event["seat"] = full_seat
    return True


def _full_house(hand: Spoilt, cards: list[str]) -> list[str]:
    by_rank: dict[str, list[str]] = {}
    for card in cards:
        by_rank.setdefault(card[0], []).append(card)
    threes = [rank for rank, held in by_rank.items() if len(held) >= 3]
    if not threes:
        return []
    three = hand.rng.choice(threes)
    pairs = [rank for rank, held in by_rank.items() if len(held) >= 2 and rank != three]
    if not pairs:
        return []
    return by_rank[three][:3] + by_rank[hand.rng.choice(pairs)][:2]
