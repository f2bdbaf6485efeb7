"""Every kind of choice at every kind of turn: what is not offered is refused by a rule of the game."""

from collections.abc import Iterator
from random import Random

import pytest
from engine_table import in_turn, play, seated, terms_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_players import random_choice

from pokerstats.pipeline.engine import Choice, Hand, IllegalAction, Seat, Terms, Turn
from pokerstats.pipeline.engine.turn import FOLD
from pokerstats.pipeline.games.rules import rule_set, rule_set_names

KINDS = (
    "fold", "check", "call", "bet", "raise", "complete", "bring_in", "draw", "agree", "refuse", "force", "let_go",
    "show", "muck", "deal",
)  # fmt: skip
LETTER = {"standard-draw": "J", "ante-draw": "A", "pokeris": "P", "seven-card-stud": "S", "blinds-draw": "B"}
GENERAL = "HMLD"
IN_EVERY_GAME = {"S11", "A9"}
"""The cap of a fixed limit (L8), and the option that who is short of money folds."""


def cited(values: object) -> set[str]:
    """The ids of all rules that a rule set names beside its values."""
    if not isinstance(values, dict):
        return set()
    own = set(values["rule"].split()) if isinstance(values.get("rule"), str) else set()
    return own.union(*map(cited, values.values()))


def wild(turn: Turn, rng: Random) -> Iterator[Choice]:
    """Choices of every kind, most of them of no sense in this turn."""
    legal = turn.legal
    sums = (-1, 0, legal.least - 1, legal.least, legal.most, legal.most + 1, legal.all_in + 1, rng.randrange(10**6))
    for kind in KINDS:
        then = rng.choice(("", "", "challenge", "propose", "whistle"))
        if kind == "draw":
            for cards in ((), legal.held, (*legal.held[:1], *legal.held[:1]), tuple(rng.sample(range(52), 2))):
                yield Choice(kind, 0, cards, then)
        else:
            for to in sums if kind in ("bet", "raise", "complete", "force") else (0,):
                yield Choice(kind, to, (), then)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(rule_set_names()), st.integers(0, 1 << 30))
def test_what_is_not_offered_is_refused_by_a_rule_of_the_game(name: str, seed: int) -> None:
    rules, rng = rule_set(name), Random(seed)
    chosen = {option: rng.choice(known.choices) for option, known in rules.options.items() if rng.random() < 0.3}
    chosen.pop("ranking", None)
    terms = Terms(rules.with_options(chosen), structure=rng.choice(rules.structure.allowed))
    stacks = [rng.choice((3, 9, 40, 300)) for _ in range(rng.randint(2, min(6, rules.players.most)))]
    seats = [Seat(number, f"player {number}", stack) for number, stack in enumerate(stacks, start=1)]
    hand = Hand(terms, seats, button=1, rng=Random(seed), ask_to_show=True)
    letters, allowed = GENERAL + LETTER.get(name, "O"), IN_EVERY_GAME | cited(rules.model_dump())
    while hand.turn is not None:
        turn, told, stacks_before = hand.turn, len(hand.deal.events), hand.stacks
        for choice in wild(turn, rng):
            if turn.allows(choice) or (choice == FOLD and terms.laps and turn.kind != "show"):
                continue  # in Pokeris one may fold at any moment (P16)
            with pytest.raises(IllegalAction) as error:
                hand.act(choice)
            assert error.value.rule[0] in letters or error.value.rule in allowed, (choice, str(error.value))
            assert str(turn.seat) in error.value.sentence
            assert (hand.turn, len(hand.deal.events), hand.stacks) == (turn, told, stacks_before)
        hand.act(random_choice(turn, rng, 0.2))


POKERIS = ("Kh Kd 8c 5s 3h", "Ac Ad 9s 6h 4d", "Qc Qh Td Ts 6s")
JACKS = ("Ts 9c 7d 4s 2c", "Jh Jc 8s 5d 3c", "Ks Kh 9d 8d 4h")
STUD = "Ah 9c 7s Ks 9d 6s Qd Jh 2c"


def hand_of(name: str, deck: str, structure: str | None = None) -> Hand:
    return seated(terms_of(name, structure=structure), [60, 60, 60], deck)


@pytest.mark.parametrize(
    ("name", "before", "choice", "rule"),
    [
        ("pokeris", "", Choice("check"), "D3"),
        ("pokeris", "pat, pat, pat", Choice("draw"), "D2"),
        ("pokeris", "pat, pat, pat", Choice("call"), "D2"),
        ("pokeris", "pat, pat, pat", Choice("bet", 2, (), "whistle"), "P3"),
        ("pokeris", "pat, pat, pat, bet 2 challenge", Choice("raise", 4), "P4"),
        ("pokeris", "pat, pat, pat, bet 2 propose", Choice("call"), "P15"),
        ("pokeris", "pat, pat, pat, bet 2 propose, refuse, agree", Choice("force", 5), "P15"),
        ("pokeris", "pat, pat, pat, bet 2 propose, agree, agree", Choice("raise", 4), "P15"),
        ("standard-draw", "", Choice("fold"), "J2"),
        ("standard-draw", "", Choice("bet", 1, (), "challenge"), "D2"),
        ("standard-draw", "", Choice("bring_in"), "D2"),
        ("standard-draw", "check, bet 1", Choice("bet", 2), "D2"),
        ("standard-draw", "check, bet 1, call, call", Choice("draw", 0, (), "propose"), "D2"),
        ("seven-card-stud", "", Choice("fold"), "S2"),
        ("seven-card-stud", "", Choice("check"), "S2"),
        ("seven-card-stud", "bring_in", Choice("bring_in"), "S2"),
        ("seven-card-stud", "bring_in", Choice("check"), "S13"),
        ("seven-card-stud", "bring_in", Choice("raise", 5), "S13"),
    ],
)
def test_the_rule_that_refuses(name: str, before: str, choice: Choice, rule: str) -> None:
    deck = {"pokeris": in_turn(*POKERIS), "standard-draw": in_turn(*JACKS), "seven-card-stud": STUD}[name]
    hand = hand_of(name, deck)
    if before:
        play(hand, before)
    with pytest.raises(IllegalAction) as error:
        hand.act(choice)
    assert error.value.rule == rule


def test_s12_any_bet_of_a_spread_lies_between_the_two() -> None:
    hand = hand_of("seven-card-stud", STUD, "spread")
    for to in (1, 7):
        with pytest.raises(IllegalAction) as error:
            hand.act(Choice("raise", to))
        assert error.value.rule == "S12"
