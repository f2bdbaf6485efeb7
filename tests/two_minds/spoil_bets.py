"""Falsified betting: turns, sizes, raises, rounds."""

import itertools

from two_minds.spoilers import spoiler
from two_minds.story import BETS, Moment, Spoilt

# ---------------------------------------------------------------- a bet of another size


def _last_bet(hand: Spoilt, *kinds: str) -> tuple[Moment, list[Moment]] | None:
    """A bet after which its round has only folds and full calls, with those calls; nobody of them ever all in."""
    found = []
    for bet in hand.of(*(kinds or BETS)):
        rest = [moment for moment in hand.decisions(bet.street) if moment.place > bet.place]
        if any(moment.type in BETS for moment in rest) or hand.all_in(bet.seat):
            continue
        if hand.history["structure"] == "pot" and any(moment.place > bet.place for moment in hand.of(*BETS)):
            continue  # the limit of later rounds would be another
        calls = [moment for moment in rest if moment.type == "call"]
        if any(hand.all_in(moment.seat) for moment in calls):
            continue
        found.append((bet, calls))
    return hand.pick(found)


def _add_to_bet(hand: Spoilt, bet: Moment, calls: list[Moment], more: int) -> bool:
    """The bet and its calls made so much larger, and what comes back or is won with them."""
    for moment in (bet, *calls):
        if hand.spare(moment.seat) <= more or moment.event["amount"] + more <= 0:
            return False
        moment.event["amount"] += more
        if "to" in moment.event:
            moment.event["to"] += more
    if calls:
        return hand.settle()
    back = [moment for moment in hand.of("return") if moment.seat == bet.seat]
    if len(back) != 1 or back[0].event["amount"] + more <= 0:
        return False
    back[0].event["amount"] += more
    return True


def _increment(bet: Moment) -> int:
    """What the bet adds to the price."""
    return int(bet.on_street.get(bet.seat, 0) + bet.event["amount"] - bet.price)


def _full_raise_before(hand: Spoilt, bet: Moment) -> int:
    """The last bet or raise of the round before this one; the blind before the first."""
    steps = [
        _increment(moment) for moment in hand.of(*BETS) if moment.street == bet.street and moment.place < bet.place
    ]
    return max(steps, default=0)


@spoiler("L7 B3", "minimum-raise", "odd-chip short-of-money round2-bet")
def raise_below_the_last_raise(hand: Spoilt) -> bool:
    """A raise adds less than the last bet or raise of its round, or a bet is less than the least one."""
    if hand.history["structure"] not in ("no-limit", "pot") or hand.rules.option("raise_floor") != "last-raise":
        return False
    found = _last_bet(hand, "bet", "raise")
    if found is None:
        return False
    bet, calls = found
    least = max(_full_raise_before(hand, bet), hand.stakes.get("big_blind") or hand.stakes.get("min_bet", 0))
    if least < 2 or 0 < bet.price < least:
        return False  # a short bet may be made up
    return _add_to_bet(hand, bet, calls, hand.rng.randint(1, least - 1) - _increment(bet))


@spoiler("L1 L2", "spread-limit", "odd-chip round2-bet")
def bet_above_the_agreed_maximum(hand: Spoilt) -> bool:
    """A bet or raise adds more than was agreed."""
    if hand.history["structure"] not in ("spread", "three-figure"):
        return False
    found = _last_bet(hand, "bet", "raise")
    if found is None:
        return False
    bet, calls = found
    if (hand.rules.openers and not bet.price) or any(blind.event.get("all_in") for blind in hand.of("big_blind")):
        return False
    return _add_to_bet(hand, bet, calls, hand.stakes["max_bet"] + hand.rng.randint(1, 3) - _increment(bet))


@spoiler("L1", "spread-limit minimum-raise", "odd-chip short-of-money opening-bet round2-bet")
def bet_below_the_agreed_minimum(hand: Spoilt) -> bool:
    """A bet or raise adds less than was agreed."""
    if hand.history["structure"] not in ("spread", "three-figure") or hand.stakes.get("min_bet", 0) < 2:
        return False
    found = _last_bet(hand, "bet", "raise")
    if found is None:
        return False
    bet, calls = found
    if hand.rules.openers and not bet.price:
        return False
    return _add_to_bet(hand, bet, calls, hand.rng.randint(1, hand.stakes["min_bet"] - 1) - _increment(bet))


@spoiler("L4", "pot-limit", "odd-chip round2-bet")
def bet_above_the_pot(hand: Spoilt) -> bool:
    """A bet or raise adds more than the pot after the call."""
    if hand.history["structure"] != "pot":
        return False
    found = _last_bet(hand, "bet", "raise")
    if found is None:
        return False
    bet, calls = found
    if hand.rules.openers and not bet.price:
        return False
    # rooms differ on blinds posted short in the first round
    most = bet.pot + bet.owes(bet.seat) + hand.stakes.get("big_blind", 0)
    return _add_to_bet(hand, bet, calls, most + hand.rng.randint(1, 5) - _increment(bet))


@spoiler("L6 S10 S13", "fixed-limit-size", "odd-chip short-of-money open-pair opening-bet round2-bet")
def fixed_bet_of_another_size(hand: Spoilt) -> bool:
    """A bet, raise or completion is a chip off its fixed size."""
    if hand.history["structure"] != "fixed":
        return False
    found = _last_bet(hand)
    if found is None:
        return False
    bet, calls = found
    return _add_to_bet(hand, bet, calls, hand.rng.choice((-1, 1)))


@spoiler("S5", "open-pair", "fixed-limit-size odd-chip")
def big_bet_without_an_open_pair(hand: Spoilt) -> bool:
    """The big bet is made on fourth street though nobody shows a pair."""
    if hand.history["structure"] != "fixed" or hand.game not in ("stud", "seven-card-stud"):
        return False
    for seat in hand.seats:
        ranks = [
            event["up"][0]
            for event in hand.events
            if event["type"] == "deal" and event["seat"] == seat and "up" in event
        ][:2]
        if len(set(ranks)) < len(ranks):
            return False
    found = _last_bet(hand, "bet")
    if found is None or found[0].street != "fourth":
        return False
    bet, calls = found
    return _add_to_bet(hand, bet, calls, hand.stakes["big_bet"] - bet.event["amount"])


@spoiler("J3", "opening-bet", "spread-limit fixed-limit-size odd-chip short-of-money")
def opening_bet_of_another_size(hand: Spoilt) -> bool:
    """The opener puts in another sum than the agreed opening bet."""
    if not hand.rules.openers:
        return False
    found = _last_bet(hand, "bet")
    if found is None or found[0].street != "predraw":
        return False
    return _add_to_bet(hand, *found, 1)


@spoiler("A3", "opening-bet", "odd-chip short-of-money")
def opened_at_the_minimum(hand: Spoilt) -> bool:
    """In A the opening bet is exactly the minimum, not above it."""
    if hand.history["rules"]["name"] != "ante-draw" or hand.rules.option("open_above_min") != "yes":
        return False
    if hand.history["structure"] != "spread":
        return False
    found = _last_bet(hand, "bet")
    if found is None:
        return False
    bet, calls = found
    return _add_to_bet(hand, bet, calls, hand.stakes["min_bet"] - bet.event["amount"])


@spoiler("M12", "call-amount", "unmatched-in-pot pot-by-pot odd-chip short-of-money")
def call_a_chip_short(hand: Spoilt) -> bool:
    """A call is a chip less than it costs, and not all in."""
    calls = [
        moment for moment in hand.of("call")
        if moment.event["amount"] > 1 and not hand.all_in(moment.seat) and hand.game != "pokeris"
    ]  # fmt: skip
    call = hand.pick(calls)
    if call is None or hand.anybody_all_in() or call.seat not in hand.end.inside:
        return False
    later = [moment for moment in hand.of("call", *BETS) if moment.place > call.place]
    if any((moment.street == call.street and moment.seat == call.seat) or moment.type in BETS for moment in later):
        return False
    # another one has matched the stake in full, so that nothing of it goes back
    if not any(moment.type == "call" and moment.street == call.street for moment in later):
        return False
    call.event["amount"] -= 1
    if "to" in call.event:
        call.event["to"] -= 1
    return hand.settle()


# ---------------------------------------------------------------- turns


def _shown(hand: Spoilt, moment: Moment) -> list[str]:
    """The open cards of a player in his turn."""
    return [
        card
        for deal in hand.of("deal")
        if deal.seat == moment.seat and deal.place < moment.place
        for card in deal.event.get("up", "").split()
    ]


@spoiler(
    "M14 J2 J7",
    "turn-order stud-lead",
    "acts-again round-unfinished lap-turns challenge-target challenge-answer showdown-order",
)
def acted_out_of_turn(hand: Spoilt) -> bool:
    """Two players act before each other's turn."""
    pairs = []
    decisions = hand.decisions()
    for one, two in itertools.pairwise(decisions):
        kinds = {one.type, two.type}
        if one.street != two.street or one.seat == two.seat or two.place != one.place + 1:
            continue
        if sorted(card[0] for card in _shown(hand, one)) == sorted(card[0] for card in _shown(hand, two)) != []:
            continue  # equal open hands: either may lead
        if hand.game == "pokeris" and "fold" in kinds:
            continue  # P16: to fold out of turn is no offence
        if hand.of("force") and two.place > hand.of("force")[0].place:
            continue  # who forces the opening bets once more (P15)
        if not one.left[one.seat] or not two.left[two.seat]:
            continue
        if kinds in ({"check"}, {"fold"}, {"fold", "call"}, {"call"}):
            pairs.append((one, two))
    found = hand.pick(pairs)
    if found is None:
        return False
    one, two = found
    hand.events[one.place], hand.events[two.place] = two.event, one.event
    return True


@spoiler("D2 J13", "check-facing-bet", "turn-order no-check raise-cap")
def checked_facing_a_bet(hand: Spoilt) -> bool:
    """A player passes though there is a bet to match, and folds when it comes back to him."""
    if hand.game == "pokeris":
        return False
    folds = [moment for moment in hand.of("fold") if moment.owes(moment.seat) > 0 and moment.left[moment.seat]]
    fold = hand.pick(folds)
    if fold is None:
        return False
    last = max(moment.place for moment in hand.decisions(fold.street))
    hand.events[fold.place] = {"type": "check", "seat": fold.seat}
    hand.events.insert(last + 1, {"type": "fold", "seat": fold.seat})
    return True


@spoiler("M6 D2", "acts-after-fold", "turn-order acts-again round-unfinished check-facing-bet")
def acted_after_folding(hand: Spoilt) -> bool:
    """A player who has folded checks on a later street."""
    checks = [
        (moment, seat)
        for moment in hand.of("check")
        for seat in hand.seats
        if seat not in moment.inside and not hand.all_in(seat)
    ]
    found = hand.pick(checks)
    if found is None:
        return False
    moment, seat = found
    hand.events.insert(moment.place + 1, {"type": "check", "seat": seat})
    return True


@spoiler("M15", "acts-all-in checked-all-in", "turn-order acts-again round-unfinished acts-alone check-facing-bet")
def acted_all_in(hand: Spoilt) -> bool:
    """A player who is all in checks."""
    checks = [(moment, seat) for moment in hand.of("check") for seat in sorted(moment.inside) if moment.left[seat] == 0]
    found = hand.pick(checks)
    if found is None:
        return False
    moment, seat = found
    hand.events.insert(moment.place + 1, {"type": "check", "seat": seat})
    return True


@spoiler("D2 J16", "round-unfinished", "turn-order")
def passed_over(hand: Spoilt) -> bool:
    """The last player of a round in which all checked is not asked."""
    rounds = {moment.street for moment in hand.of("check")}
    lasts = []
    for street in sorted(rounds):
        decisions = hand.decisions(street)
        blinds = [moment for moment in hand.of("big_blind", "small_blind", "button_blind") if moment.street == street]
        if all(moment.type == "check" for moment in decisions) and len(decisions) > 1 and not blinds:
            lasts.append(decisions[-1])
    last = hand.pick(lasts)
    if last is None or (hand.rules.carry.pass_out and not hand.awards):
        return False
    del hand.events[last.place]
    return True


@spoiler("D2", "street-order", "board-size round-unfinished hole-card-count draw-missing turn-order burn-cards")
def street_skipped(hand: Spoilt) -> bool:
    """A whole street in which all checked is missing, cards and all."""
    streets = [event["street"] for event in hand.events if event["type"] == "street" and event["street"] != "showdown"]
    idle = [
        street
        for street in streets[1:-1]
        if hand.decisions(street) and all(moment.type == "check" for moment in hand.decisions(street))
    ]
    street = hand.pick(idle)
    if street is None or hand.game == "pokeris" or any(event["type"] == "discard" for event in hand.events):
        return False
    kept, skipping = [], False
    if hand.at_showdown and any(moment.street == street for moment in hand.of("deal")):
        return False  # the cards shown would be others
    for event in hand.events:
        if event["type"] == "street":
            skipping = event["street"] == street
        if not skipping:
            kept.append(event)
    hand.events[:] = kept
    return True


# ---------------------------------------------------------------- raises


@spoiler("S11 L8", "raise-cap", "odd-chip showdown-order")
def one_raise_too_many(hand: Spoilt) -> bool:
    """A call of the third raise, while three are in, is a fourth raise that all others call."""
    if hand.history["structure"] != "fixed" or hand.anybody_all_in():
        return False
    if hand.rules.option("max_raises") != "by-structure":
        return False
    found = []
    for call in hand.of("call"):
        rest = [moment for moment in hand.decisions(call.street) if moment.place > call.place]
        if call.bets != 4 or any(moment.type in BETS for moment in rest):
            continue
        size = hand.stakes["small_bet"]
        last = [moment for moment in hand.of(*BETS) if moment.street == call.street and moment.place < call.place]
        size = _increment(last[-1])
        stayed = [seat for seat in call.inside if seat not in {moment.seat for moment in rest if moment.type == "fold"}]
        if len(stayed) < 3 or any(hand.spare(seat) <= size for seat in stayed):
            continue
        found.append((call, rest, size, stayed))
    chosen = hand.pick(found)
    if chosen is None:
        return False
    call, rest, size, stayed = chosen
    to = call.price + size
    hand.events[call.place] = {
        "type": "raise", "seat": call.seat, "amount": call.event["amount"] + size, "to": to,
    }  # fmt: skip
    for moment in rest:
        if moment.type == "call":
            moment.event["amount"] += size
            if "to" in moment.event:
                moment.event["to"] += size
    order = hand.seats[hand.seats.index(call.seat) + 1 :] + hand.seats[: hand.seats.index(call.seat)]
    called = {moment.seat for moment in rest}
    last_place = max([call.place, *(moment.place for moment in rest)])
    again = [{"type": "call", "seat": seat, "amount": size} for seat in order if seat in stayed and seat not in called]
    hand.events[last_place + 1 : last_place + 1] = again
    return hand.settle()


# ---------------------------------------------------------------- the dealer


@spoiler("B2 D3 J7", "blind-seat", "turn-order odd-chip showdown-order blind-missing bring-in-door-card exposed-card")
def button_in_another_place(hand: Spoilt) -> bool:
    """The button does not lie where the blinds were posted from."""
    if len(hand.of("small_blind")) != 1 or len(hand.of("big_blind")) != 1 or len(hand.seats) < 3:
        return False
    others = [seat for seat in hand.seats if seat != hand.history["button"]]
    hand.history["button"] = hand.pick(others)
    return True


@spoiler("A6", "no-check", "turn-order")
def checked_where_no_check_is(hand: Spoilt) -> bool:
    """In A somebody checks after the draw and folds when it comes back to him."""
    if hand.history["rules"]["name"] != "ante-draw" or hand.rules.option("round2_check") != "no":
        return False
    decisions = hand.decisions("first_draw")
    bets = [moment for moment in decisions if moment.type == "bet"]
    folds = [moment for moment in decisions if moment.type == "fold" and not moment.price]
    fold = hand.pick(folds)
    if fold is None or not bets:
        return False
    hand.events[fold.place] = {"type": "check", "seat": fold.seat}
    hand.events.insert(decisions[-1].place + 1, {"type": "fold", "seat": fold.seat})
    return True
