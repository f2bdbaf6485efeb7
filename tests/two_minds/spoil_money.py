"""Falsified money: antes, blinds, uncalled bets, pots and who is paid."""

from two_minds.spoilers import spoiler
from two_minds.story import Moment, Spoilt


def _place(hand: Spoilt, place: int) -> tuple[object, object]:
    event = hand.events[place]
    return event.get("pot", 0), event.get("side")


def _losers(hand: Spoilt, place: int) -> list[int]:
    """Seats in to the end that take nothing from the pot and side of this award."""
    paid = {moment.seat for moment in hand.awards if _place(hand, moment.place) == _place(hand, place)}
    return sorted(hand.contestants - paid)


# ---------------------------------------------------------------- who is paid


@spoiler(
    "M5",
    "showdown-winners odd-chip",
    "winner-not-in-pot showdown-order mucked-hand-paid compared-winner-shows hi-lo-halves",
)
def winner_swapped(hand: Spoilt) -> bool:
    """A pot goes to a player who lost it."""
    if not hand.at_showdown:
        return False
    award = hand.pick([moment for moment in hand.awards if _losers(hand, moment.place)])
    if award is None:
        return False
    award.event["seat"] = hand.pick(_losers(hand, award.place))
    return True


@spoiler("M4", "showdown-winners odd-chip", "winner-not-in-pot mucked-hand-paid compared-winner-shows")
def one_chip_moved(hand: Spoilt) -> bool:
    """A chip of the winner's goes to a player who lost the pot."""
    if not hand.at_showdown:
        return False
    awards = [moment for moment in hand.awards if moment.event["amount"] > 1 and _losers(hand, moment.place)]
    award = hand.pick(awards)
    if award is None:
        return False
    award.event["amount"] -= 1
    hand.events.insert(award.place + 1, {**award.event, "seat": hand.pick(_losers(hand, award.place)), "amount": 1})
    return True


@spoiler("M1", "pot-conservation", "odd-chip hi-lo-halves pot-by-pot remainder-carried")
def one_chip_lost(hand: Spoilt) -> bool:
    """A chip of the pot reaches nobody."""
    award = hand.pick([moment for moment in hand.awards if moment.event["amount"] > 1])
    if award is None:
        return False
    award.event["amount"] -= 1
    return True


@spoiler("M1", "pot-conservation rejected", "odd-chip hi-lo-halves pot-by-pot")
def one_chip_found(hand: Spoilt) -> bool:
    """A pot pays a chip more than it holds."""
    award = hand.pick(hand.awards)
    if award is None:
        return False
    award.event["amount"] += 1
    return True


@spoiler(
    "M6",
    "paid-to-folded-player",
    "showdown-winners winner-not-in-pot openers-shown compared-winner-shows mucked-hand-paid odd-chip"
    " remainder-carried",
)
def folded_player_paid(hand: Spoilt) -> bool:
    """A pot goes to a player who has folded."""
    folded = sorted({moment.seat for moment in hand.of("fold")})
    award = hand.pick(hand.awards)
    if award is None or not folded:
        return False
    award.event["seat"] = hand.pick(folded)
    return True


@spoiler("M4", "odd-chip showdown-winners")
def odd_chip_to_the_wrong_seat(hand: Spoilt) -> bool:
    """The odd chip of a split pot goes to another of its winners."""
    pairs = [
        (one, two)
        for one in hand.awards
        for two in hand.awards
        if one.place < two.place
        and one.event["amount"] != two.event["amount"]
        and one.event.get("side") == two.event.get("side")
        and one.event.get("pot", 0) == two.event.get("pot", 0)
    ]
    found = hand.pick(pairs)
    if found is None:
        return False
    one, two = (moment.event for moment in found)
    one["amount"], two["amount"] = two["amount"], one["amount"]
    return True


@spoiler("M2 M10", "winner-not-in-pot showdown-winners odd-chip")
def side_pot_to_a_player_not_in_it(hand: Spoilt) -> bool:
    """A side pot goes to a player who was all in for less."""
    last = max((moment.event.get("pot", 0) for moment in hand.awards), default=0)
    if not last or hand.game == "pokeris" or hand.of("announce"):
        return False
    mains = {moment.seat for moment in hand.awards if moment.event.get("pot", 0) == 0}
    contributors = {moment.seat for moment in hand.awards if moment.event.get("pot", 0) == last}
    least = min(hand.end.put_in[seat] for seat in hand.contestants)
    short = sorted(seat for seat in mains - contributors if hand.end.put_in[seat] == least)
    award = hand.pick([moment for moment in hand.awards if moment.event.get("pot", 0) == last])
    if award is None or not short:
        return False
    award.event["seat"] = short[0]
    return True


@spoiler("M4", "showdown-winners odd-chip", "winner-not-in-pot")
def low_half_to_the_high_hand(hand: Spoilt) -> bool:
    """The low half of a pot is paid to the winner of the high half, who has not the best low."""
    lows = [moment for moment in hand.awards if moment.event.get("side") == "low"]
    low = hand.pick(lows)
    if low is None:
        return False
    pot = low.event.get("pot", 0)
    low_winners = {moment.seat for moment in lows if moment.event.get("pot", 0) == pot}
    highs = [
        moment.seat
        for moment in hand.awards
        if moment.event.get("side") == "high" and moment.event.get("pot", 0) == pot and moment.seat not in low_winners
    ]
    winner = hand.pick(highs)
    if winner is None:
        return False
    low.event["seat"] = winner
    return True


# ---------------------------------------------------------------- uncalled bets


@spoiler("M3", "uncalled-bet rejected", "pot-by-pot winner-not-in-pot")
def uncalled_bet_kept(hand: Spoilt) -> bool:
    """What nobody matched stays in the pot."""
    back = hand.of("return")
    if len(back) != 1:
        return False
    del hand.events[back[0].place]
    return hand.settle()


@spoiler("M3", "uncalled-bet rejected", "pot-by-pot winner-not-in-pot")
def uncalled_bet_a_chip_short(hand: Spoilt) -> bool:
    """A chip of what nobody matched stays in the pot."""
    back = [moment for moment in hand.of("return") if moment.event["amount"] > 1]
    if len(back) != 1:
        return False
    back[0].event["amount"] -= 1
    return hand.settle()


# ---------------------------------------------------------------- forced money


def _folded_antes(hand: Spoilt) -> list[Moment]:
    """Antes of players who folded and were never all in; several antes in all."""
    if hand.of("return"):
        return []
    antes = hand.of("ante")
    folded = {moment.seat for moment in hand.of("fold")}
    return [ante for ante in antes if ante.seat in folded and not hand.all_in(ante.seat) and len(antes) > 1]


@spoiler("A2 J1 P1", "ante-size", "short-of-money pot-limit uncalled-bet")
def ante_a_chip_short(hand: Spoilt) -> bool:
    """Somebody antes a chip less than the others, and folds."""
    ante = hand.pick([moment for moment in _folded_antes(hand) if moment.event["amount"] > 1])
    if ante is None:
        return False
    ante.event["amount"] -= 1
    return hand.settle()


@spoiler("A2 J1 P1", "ante-payers ante-size", "short-of-money pot-limit uncalled-bet")
def ante_not_paid(hand: Spoilt) -> bool:
    """Somebody is dealt in who has not paid the ante; he folds."""
    ante = hand.pick(_folded_antes(hand))
    if ante is None or not hand.at_home:
        return False
    del hand.events[ante.place]
    return hand.settle()


@spoiler("B2", "blind-seat", "turn-order check-facing-bet fold-facing-no-bet stack-below-zero folded-all-in")
def blinds_posted_by_each_other(hand: Spoilt) -> bool:
    """Small and big blind are posted by each other's seats, and both fold before they put in more."""
    small, big = hand.of("small_blind"), hand.of("big_blind")
    if len(small) != 1 or len(big) != 1 or len(hand.seats) < 3:
        return False
    one, two = small[0], big[0]
    for seat in (one.seat, two.seat):
        if hand.all_in(seat) or hand.end.put_in[seat] != (one if seat == one.seat else two).event["amount"]:
            return False
        if seat in hand.end.inside:
            return False
    one.event["seat"], two.event["seat"] = two.seat, one.seat
    return True


@spoiler("B2", "blind-size", "pot-limit")
def small_blind_of_another_size(hand: Spoilt) -> bool:
    """The small blind is not what was agreed; he folds without putting in more."""
    small = hand.of("small_blind")
    if hand.of("return") or len(small) != 1 or small[0].event["amount"] < 2 or hand.all_in(small[0].seat):
        return False
    if hand.end.put_in[small[0].seat] != small[0].event["amount"] or small[0].seat in hand.end.inside:
        return False
    small[0].event["amount"] -= 1
    return hand.settle()


@spoiler(
    "M2",
    "stack-below-zero",
    "folded-all-in checked-all-in acts-all-in betting-over short-of-money bring-in-door-card challenge-target"
    " proposal-answers odd-chip showdown-winners",
)
def more_than_lies_before_him(hand: Spoilt) -> bool:
    """Somebody puts in more than he has."""
    paying = [seat for seat in hand.seats if hand.end.put_in[seat] > 1 and not hand.all_in(seat)]
    returned = {moment.seat for moment in hand.of("return")}
    seat = hand.pick([seat for seat in paying if seat not in returned])
    if seat is None:
        return False
    row = next(row for row in hand.history["seats"] if row["seat"] == seat)
    row["stack"] = hand.end.put_in[seat] - 1
    return True


@spoiler("M1", "pot-conservation", "house-money")
def rake_that_was_not_taken(hand: Spoilt) -> bool:
    """The log tells of a rake, and all the money is paid to the players."""
    hand.events[-1]["rake"] = 1
    return bool(hand.awards)


# ---------------------------------------------------------------- carried money


@spoiler("M9", "carried-pot", "pot-limit limit-after-pass-out three-figure")
def carried_pot_lost(hand: Spoilt) -> bool:
    """What the hand before left over is not in the pot."""
    if not hand.history.get("carried_in") or hand.before is None:
        return False
    hand.history["carried_in"] = 0
    return hand.settle()


@spoiler("J4 M1", "rejected pot-conservation", "carried-pot")
def antes_of_a_passed_out_hand_lost(hand: Spoilt) -> bool:
    """Nobody opened, and the antes are neither paid to anybody nor left for the next hand."""
    if hand.awards or not hand.events[-1].get("carried_out"):
        return False
    del hand.events[-1]["carried_out"]
    return True


@spoiler("A8", "remainder-carried", "odd-chip")
def odd_chip_not_carried(hand: Spoilt) -> bool:
    """In A what cannot be divided is paid to a winner instead of staying for the next pot."""
    carried = hand.events[-1].get("carried_out", 0)
    award = hand.pick(hand.awards)
    if award is None or not carried or len(hand.awards) < 2 or hand.history["rules"]["name"] != "ante-draw":
        return False
    del hand.events[-1]["carried_out"]
    award.event["amount"] += carried
    return True


# ---------------------------------------------------------------- fees (P2)


@spoiler("P2", "exchange-fee")
def fee_unpaid(hand: Spoilt) -> bool:
    """Cards are exchanged without paying for them."""
    fee = hand.pick(hand.of("fee"))
    if fee is None or hand.anybody_all_in():
        return False
    del hand.events[fee.place]
    return hand.settle()


@spoiler("P2", "exchange-fee")
def fee_for_a_card_too_few(hand: Spoilt) -> bool:
    """A stake less is paid than cards were exchanged."""
    stake = hand.stakes.get("ante", 0)
    fee = hand.pick([moment for moment in hand.of("fee") if moment.event["amount"] > stake])
    if fee is None or hand.anybody_all_in():
        return False
    fee.event["amount"] -= stake
    return hand.settle()
