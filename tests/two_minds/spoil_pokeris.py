"""Falsified turns of Pokeris: bets, challenges, comparisons, proposals to open."""

from two_minds.spoilers import spoiler
from two_minds.story import BETS, Moment, Spoilt

LAPS = ("first_lap", "second_lap", "third_lap")


def _pokeris(hand: Spoilt) -> bool:
    return hand.game == "pokeris" and hand.rules.option("rounds") == "lap"


@spoiler("P3 P11", "lap-bet")
def bet_below_the_previous_one(hand: Spoilt) -> bool:
    """The last bet of the hand is lower than the one before, though its player has more."""
    if not _pokeris(hand) or hand.of("propose", "challenge"):
        return False
    puts = hand.of("call", *BETS)
    if not puts or hand.anybody_all_in():
        return False
    last = puts[-1]
    before = puts[-2].event["amount"] if len(puts) > 1 else hand.stakes["ante"]
    if before < 2:
        return False
    last.event["amount"] = hand.rng.randint(1, before - 1)
    if "to" in last.event:
        last.event["to"] = last.event["amount"]
    return hand.settle()


@spoiler("P3", "lap-bet")
def bet_above_the_maximum_of_pokeris(hand: Spoilt) -> bool:
    """The last bet of the hand is above the agreed maximum."""
    if not _pokeris(hand) or hand.of("propose", "challenge") or "max_bet" not in hand.stakes:
        return False
    bets = hand.of("call", *BETS)
    if not bets or bets[-1].type == "call" or hand.anybody_all_in():
        return False
    more = hand.stakes["max_bet"] + 1 - bets[-1].event["amount"]
    if more <= 0 or hand.spare(bets[-1].seat) <= more:
        return False
    bets[-1].event["amount"] += more
    if "to" in bets[-1].event:
        bets[-1].event["to"] += more
    return hand.settle()


@spoiler("P3 P10", "lap-turns")
def acted_twice_in_a_lap(hand: Spoilt) -> bool:
    """A player gets a second turn in a lap."""
    if not _pokeris(hand) or hand.of("propose", "challenge"):
        return False
    laps = [street for street in LAPS if len(hand.decisions(street)) > 1]
    street = hand.pick(laps)
    if street is None:
        return False
    decisions = hand.decisions(street)
    first, last = decisions[0], decisions[-1]
    amount = max((moment.event.get("amount", 0) for moment in decisions), default=0)
    if first.type == "fold" or last.seat == first.seat or hand.spare(first.seat) <= amount or not amount:
        return False
    if first.seat not in hand.end.inside:
        return False
    if len(last.inside) - (last.type == "fold") < 2:
        return False
    hand.events.insert(last.place + 1, {"type": "call", "seat": first.seat, "amount": amount})
    return hand.settle()


@spoiler("P12", "challenge-target", "challenge-answer")
def challenged_somebody_else(hand: Spoilt) -> bool:
    """A challenge goes to a player who is not the next one still in."""
    challenge = hand.pick(hand.of("challenge"))
    if challenge is None:
        return False
    target = challenge.event["target"]
    others = sorted(challenge.inside - {target, challenge.seat})
    other = hand.pick(others)
    if other is None:
        return False
    challenge.event["target"] = other
    return True


@spoiler("P4", "comparison", "showdown-winners acts-after-fold turn-order paid-to-folded-player winner-shows")
def the_better_hand_dropped(hand: Spoilt) -> bool:
    """After a private comparison that settled the hand the better hand drops out and the lower one is paid."""
    compares = hand.of("compare")
    if not compares or len(compares[-1].inside) != 2 or len(hand.awards) != 1:
        return False
    last = compares[-1]
    if any(moment.place > last.place and moment.type in ("fold", "check", "call", *BETS) for moment in hand.moments):
        return False
    if sorted(card[0] for card in hand.held(last.event["drops"])) == sorted(
        card[0] for card in hand.held(last.event["stays"])
    ):
        return False
    last.event["drops"], last.event["stays"] = last.event["stays"], last.event["drops"]
    hand.awards[0].event["seat"] = last.event["stays"]
    for moment in hand.of("show"):
        if moment.place > last.place:
            moment.event["seat"] = last.event["stays"]
            moment.event["cards"] = " ".join(hand.held(last.event["stays"]))
            moment.event.pop("said", None)
    return True


def _forced(hand: Spoilt) -> Moment | None:
    forces = hand.of("force")
    return forces[0] if len(forces) == 1 else None


@spoiler("P5 P15", "refused-after-force", "opening-price")
def refused_after_a_forced_call(hand: Spoilt) -> bool:
    """Who was forced to open has paid for it and refuses once more."""
    force = _forced(hand)
    if force is None:
        return False
    paid = [moment for moment in hand.of("call") if moment.place > force.place]
    call = hand.pick(paid)
    if call is None:
        return False
    hand.events.insert(call.place + 1, {"type": "refuse", "seat": call.seat})
    return True


@spoiler("P15", "opening-price")
def forced_with_too_little(hand: Spoilt) -> bool:
    """Who forces the opening puts in a chip less than the penalty."""
    force = _forced(hand)
    if force is None or not _pokeris(hand) or hand.anybody_all_in() or hand.of("return"):
        return False
    puts = [
        moment for moment in hand.of("raise", "bet", "call") if moment.place > force.place and moment.seat == force.seat
    ]
    if not puts or puts[0].event["amount"] < 2:
        return False
    puts[0].event["amount"] -= 1
    if "to" in puts[0].event:
        puts[0].event["to"] -= 1
    return hand.settle()


@spoiler("P5 P15", "proposal-answers")
def proposal_left_unanswered(hand: Spoilt) -> bool:
    """A player who is asked whether all should open does not answer."""
    answer = hand.pick(hand.of("agree"))
    if answer is None or hand.of("force", "refuse"):
        return False
    del hand.events[answer.place]
    return True


@spoiler("P5", "refused-after-force", "opening-price")
def forced_without_a_refusal(hand: Spoilt) -> bool:
    """The proposer forces an opening that everybody agreed to."""
    proposals = hand.of("propose")
    if len(proposals) != 1 or hand.of("refuse", "force") or not hand.of("agree"):
        return False
    last = hand.of("agree")[-1]
    hand.events.insert(last.place + 1, {"type": "force", "seat": proposals[0].seat})
    return True
