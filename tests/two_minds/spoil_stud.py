"""Falsified stud hands: who brings it in, for how much, who leads."""

from two_minds.spoilers import spoiler
from two_minds.story import BETS, Moment, Spoilt


def _door(hand: Spoilt, seat: int) -> str | None:
    for event in hand.events:
        if event["type"] == "deal" and event["seat"] == seat and "up" in event:
            return str(event["up"].split()[0])
    return None


@spoiler("S2 S16", "bring-in-door-card")
def wrong_bring_in(hand: Spoilt) -> bool:
    """Two door cards are exchanged, so that another than the lowest brought it in; the hand ended on that street."""
    brought = hand.of("bring_in")
    streets = {moment.street for moment in hand.decisions()}
    if len(brought) != 1 or len(streets) != 1 or hand.at_showdown or hand.anybody_all_in():
        return False
    seat = brought[0].seat
    other = hand.pick([other for other in hand.seats if other != seat])
    if other is None:
        return False
    mine, his = _door(hand, seat), _door(hand, other)
    if mine is None or his is None:
        return False
    for event in hand.events:
        if event["type"] == "deal" and "up" in event:
            event["up"] = event["up"].replace(mine, "xx").replace(his, mine).replace("xx", his)
    return True


def _alone(hand: Spoilt) -> Moment | None:
    """The bring-in of a player who never put in more and folded."""
    brought = hand.of("bring_in")
    if len(brought) != 1 or hand.anybody_all_in():
        return None
    seat = brought[0].seat
    calls = [moment for moment in hand.of("call") if moment.street == brought[0].street]
    bets = [moment for moment in hand.of(*BETS) if moment.street == brought[0].street]
    before_bet = [call for call in calls if not bets or call.place < bets[0].place]
    folded = seat not in hand.end.inside and hand.end.put_in[seat] == _ante(hand, seat) + brought[0].event["amount"]
    return brought[0] if folded and bets and not before_bet else None


def _ante(hand: Spoilt, seat: int) -> int:
    return sum(moment.event["amount"] for moment in hand.of("ante") if moment.seat == seat)


@spoiler("S13", "bring-in-size", "odd-chip")
def bring_in_of_another_size(hand: Spoilt) -> bool:
    """The bring-in is a chip more than agreed; its player folds to the completion."""
    brought = _alone(hand)
    if brought is None or hand.of("return") or brought.event["amount"] + 1 >= hand.stakes.get("small_bet", 0) - 1:
        return False
    brought.event["amount"] += 1
    return hand.settle()


@spoiler("S7", "community-card", "board-size showdown-winners shown-cards hole-card-count stated-hand")
def community_card_in_a_full_deck(hand: Spoilt) -> bool:
    """A community card is turned on seventh street though the deck has a card for everybody."""
    if hand.game != "seven-card-stud" or hand.of("board"):
        return False
    starts = [moment for moment in hand.of("street") if moment.event["street"] == "seventh"]
    if not starts or not hand.unseen:
        return False
    hand.events.insert(starts[0].place + 1, {"type": "board", "cards": hand.unseen[0]})
    return True
