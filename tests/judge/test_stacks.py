"""Random hands of the engine at PokerKit's table: the same cards and actions must leave every player the same stack.

PokerKit plays each hand by its own rules. Where it does not go along, the reason must be one of ``DIFFERENCES``; then
it plays the hand once more without judging the sizes of bets, and the stacks are compared all the same. With
POKERSTATS_THOROUGH=1 each game is played 2,000 times.
"""

import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from judge.pokerkit_table import GAMES, PokerKitRefusesError, PokerKitTable, Verdict, our_stacks
from random_players import random_choice
from random_tables import SLIPS_THAT_ARE_MENDED, most_players, random_stack, random_terms
from thoroughness import hands as so_many

from pokerstats.pipeline.engine import Hand, Seat
from pokerstats.pipeline.games.rules import rule_set, rule_set_names

HANDS = so_many(50, thorough=2_000)
KNOWN_TO_BOTH = [name for name in rule_set_names() if rule_set(name).game in GAMES]

History = Mapping[str, Any]


def _round(history: History, place: int) -> list[dict[str, Any]]:
    """The events of the betting round before this place."""
    events = history["events"][:place]
    starts = [number for number, event in enumerate(events) if event["type"] == "street"]
    return list(events[starts[-1] :])


def _short_all_in(history: History, place: int) -> bool:
    """Somebody bet, raised or posted his last chips in this round."""
    kinds = ("bet", "raise", "complete", "bring_in", "small_blind", "big_blind", "button_blind")
    return any(event.get("all_in") and event["type"] in kinds for event in _round(history, place))


def _short_blind(history: History, place: int) -> bool:
    """A blind or bring-in of this round is less than was agreed, or its player is all in by the ante."""
    agreed = {"big_blind": "big_blind", "button_blind": "big_blind", "bring_in": "bring_in"}
    posted = [event for event in _round(history, place) if event["type"] in agreed]
    antes = [event for event in _round(history, place) if event["type"] == "ante"]
    return any(event["amount"] < history["stakes"][agreed[event["type"]]] for event in posted) or (
        not posted and any(event.get("all_in") for event in antes)
    )


def _short_all_in_or_blind(history: History, place: int) -> bool:
    """Last chips of this round, or a blind, are less than what the others owe."""
    return _short_all_in(history, place) or _short_blind(history, place)


def _big_bet_on_fourth(history: History, place: int) -> bool:
    """A pair shows on fourth street of high stud, half a fixed bet was completed, or a pot limit has a short blind."""
    street = _round(history, place)[0]["street"]
    high_stud = history["game"] in ("stud", "seven-card-stud")
    return (high_stud and street == "fourth") or _short_all_in_or_blind(history, place)


def _all_others_covered(history: History, place: int) -> bool:
    """Nobody else still in has a chip that the price does not take."""
    raiser = history["events"][place]["seat"]
    put: dict[int, int] = {}
    left = {row["seat"]: row["stack"] for row in history["seats"]}
    inside = set(left)
    for event in history["events"][:place]:
        if event["type"] == "street":
            put = {}
        elif event["type"] == "fold":
            inside.discard(event["seat"])
        elif "amount" in event:
            left[event["seat"]] -= event["amount"]
            if event["type"] != "ante":
                put[event["seat"]] = put.get(event["seat"], 0) + event["amount"]
    price = max(put.values(), default=0)
    return all(put.get(seat, 0) + left[seat] <= price for seat in inside - {raiser})


def _deck_runs_out(history: History, place: int) -> bool:
    """A community card is turned on seventh street."""
    return bool(history["events"][place]["type"] == "board") and str(_round(history, place)[0]["street"]) == "seventh"


Holds = Callable[[History, int], bool]

DIFFERENCES: dict[str, tuple[str, str, Holds]] = {
    r"a call is \d+": (
        "M11",
        "a blind or bring-in posted short is called in full here; PokerKit asks for the most that anybody put in",
        _short_blind,
    ),
    r"The amount \d+ is below the minimum allowed \d+\.": (
        "M12 M13",
        "an all-in below a full bet may be made full here, and a raise counts from the agreed blind also where nobody "
        "could post it; PokerKit counts the next raise from the short sum",
        _short_all_in_or_blind,
    ),
    r"The amount \d+ is above the maximum allowed \d+\.": (
        "S5 M13 M11",
        "an open pair allows the big bet on fourth street, a short all-in of a fixed limit may be completed, and a pot "
        "limit counts the call of the agreed blind; PokerKit has one size of bet a street and counts what was posted",
        _big_bet_on_fourth,
    ),
    r"Short all-in cannot be raised\.": (
        "M13",
        "half a bet or more counts as a full raise in fixed limit here; PokerKit knows no half-bet rule",
        _short_all_in,
    ),
    r"The player already acted and hence cannot raise.*": (
        "M13",
        "half a bet or more counts as a full raise in fixed limit here; PokerKit knows no half-bet rule",
        _short_all_in,
    ),
    r"There is no reason to complete, bet, or raise since every other player has.*": (
        "M15",
        "who still owes a call may raise here though all others are covered, and it comes back; PokerKit refuses it",
        _all_others_covered,
    ),
    r"No board dealing is pending\.": (
        "S7",
        "a community card is turned when burns and stub do not suffice; PokerKit deals folded cards again before that",
        _deck_runs_out,
    ),
}  # fmt: skip
"""Where PokerKit's rules are others than ours: its words, our rule, what is different, and when it may be."""


def random_hand(name: str, rng: Random) -> dict[str, Any]:
    """A hand of random players by the engine, some of them with hardly a chip."""
    rules = rule_set(name)
    structures = [structure for structure in rules.structure.allowed if structure in ("no-limit", "pot", "fixed")]
    terms = random_terms(rules, rng, options=False, structure=rng.choice(structures))
    players = rng.randint(2, min(most_players(terms), 8))
    stacks = [rng.randint(1, 3) if rng.random() < 0.1 else random_stack(terms, rng) for _ in range(players)]
    seats = [Seat(number, f"player {number}", stack) for number, stack in enumerate(stacks, start=1)]
    hand = Hand(terms, seats, button=rng.randint(1, players), rng=rng, slips=SLIPS_THAT_ARE_MENDED)
    while hand.turn is not None:
        hand.act(random_choice(hand.turn, rng, careless=0.1))
    return hand.history()


def judged(history: History) -> Verdict:
    """PokerKit's verdict; a refusal must be a difference that we know, and there."""
    try:
        return PokerKitTable(history).play()
    except PokerKitRefusesError as refusal:
        found = [
            holds for words, (_, _, holds) in DIFFERENCES.items() if re.fullmatch(words, refusal.reason, re.DOTALL)
        ]
        assert found and found[0](history, refusal.place), f"{refusal}: {history}"
        return PokerKitTable(history, bets_limited=False).play()


@pytest.mark.parametrize("name", KNOWN_TO_BOTH)
def test_every_player_has_the_same_left(name: str) -> None:
    for seed in range(HANDS):
        history = random_hand(name, Random(f"{name} {seed}"))
        verdict, ours = judged(history), our_stacks(history)
        assert ours == verdict.stacks, f"seed {seed}: PokerKit {verdict.stacks}, we {ours}: {history}"


def test_odd_chips_and_lows_without_a_low_are_all_that_differs() -> None:
    """The stacks above have odd chips by M4; by PokerKit's own way few hands differ, and by chips."""
    different = {}
    hands = so_many(50, thorough=500)
    for seed in range(hands):
        verdict = judged(random_hand("omahahilo", Random(f"odd {seed}")))
        if verdict.stacks != verdict.stacks_its_way:
            different[seed] = verdict
    assert len(different) <= hands // 10
    for verdict in different.values():
        assert sum(verdict.stacks.values()) == sum(verdict.stacks_its_way.values())


def test_both_know_all_games_but_the_home_games_with_openers_and_laps() -> None:
    assert set(rule_set_names()) - set(KNOWN_TO_BOTH) == {"standard-draw", "ante-draw", "pokeris"}


def test_an_action_out_of_turn_is_refused() -> None:
    history = random_hand("holdem", Random(4))
    places = [place for place, event in enumerate(history["events"]) if event["type"] in ("check", "call", "raise")]
    history["events"][places[0]]["seat"] = history["events"][places[1]]["seat"]
    with pytest.raises(PokerKitRefusesError, match="it is the turn of seat"):
        PokerKitTable(history, bets_limited=False).play()


def test_a_wrong_winner_would_be_seen() -> None:
    history = next(
        hand
        for hand in (random_hand("stud", Random(seed)) for seed in range(100))
        if any(event["type"] == "muck" for event in hand["events"])
    )
    loser = next(event["seat"] for event in history["events"] if event["type"] == "muck")
    award = next(event for event in history["events"] if event["type"] == "award")
    award["seat"] = loser
    assert judged(history).stacks != our_stacks(history)
