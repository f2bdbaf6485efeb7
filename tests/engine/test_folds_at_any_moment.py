"""Pokeris allows a fold at any moment, in the exchange and out of turn (P3, P16), and no check takes offence."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from engine_table import in_turn, lines, play, seated, terms_of
from random_players import random_choice
from random_tables import random_terms
from two_minds.audited import audited

from pokerstats.pipeline.engine import Hand, Header, IllegalAction, Seat, Slips
from pokerstats.pipeline.engine.turn import FOLD
from pokerstats.pipeline.games.rules import rule_set

HANDS = ("Kh Kd 8c 5s 3h", "Ac Ad 9s 6h 4d", "Qc Qh Td Ts 6s", "7s 7h Jd 4h 2d")


def pokeris(*stacks: int, before: str = "pat, pat, pat, pat", **options: str) -> Hand:
    hand = seated(terms_of("pokeris", options=options), stacks or (40,) * 4, in_turn(*HANDS[: len(stacks) or 4]))
    return play(hand, before) if before else hand


def turn_of(hand: Hand) -> tuple[int, str] | None:
    return None if hand.turn is None else (hand.turn.seat, hand.turn.kind)


def refused(hand: Hand, seat: int) -> str:
    events = len(hand.deal.events)
    with pytest.raises(IllegalAction) as error:
        hand.act(FOLD, seat)
    assert len(hand.deal.events) == events
    return error.value.rule


def test_who_is_not_in_turn_folds_and_the_turn_stays() -> None:
    hand = pokeris()
    hand.act(FOLD, 3)
    assert turn_of(hand) == (1, "bet") and lines(hand)[-1] == "fold 3"
    play(hand, "bet 2, call, call, call, call, call, call, call, call")
    assert lines(hand, "award") == ["award 2 22 0"]


def test_who_has_bet_in_this_lap_may_fold_after_it() -> None:
    hand = play(pokeris(), "bet 2, call")
    hand.act(FOLD, 1)
    assert turn_of(hand) == (3, "bet")
    play(hand, "call, call")
    assert turn_of(hand) == (2, "bet") and lines(hand, "street")[-1] == "street second_lap"


def test_the_turn_is_offered_anew() -> None:
    hand = play(pokeris(), "bet 2, call")
    assert hand.turn is not None and hand.turn.legal.then == ("challenge", "propose")
    hand.act(FOLD, 4)
    assert hand.turn is not None and hand.turn.seat == 3
    # his neighbour with money is seat 1 now, who has bet and answers in the next lap
    play(hand, "call challenge")
    assert turn_of(hand) == (1, "bet") and lines(hand, "challenge") == ["challenge 3 1"]


def test_in_the_exchange_too_in_turn_or_not() -> None:
    hand = pokeris(before="pat")
    hand.act(FOLD)
    hand.act(FOLD, 4)
    assert turn_of(hand) == (3, "draw")
    play(hand, "draw Td")
    assert lines(hand, "discard", "fold") == ["discard 1 0", "fold 2", "fold 4", "discard 3 1 Td 2c"]


def test_the_last_one_left_takes_the_bank_at_once() -> None:
    hand = pokeris(before="draw 5s")
    for seat in (4, 2, 1):
        hand.act(FOLD, seat)
    assert hand.finished and lines(hand)[-2:] == ["award 3 5 0", "end"]
    hand = play(pokeris(), "bet 2")
    for seat in (4, 1, 3):
        hand.act(FOLD, seat)
    assert hand.finished and lines(hand)[-2:] == ["award 2 6 0", "end"]


def test_not_while_a_challenge_or_a_proposal_is_to_be_answered() -> None:
    assert refused(play(pokeris(), "bet 2 challenge"), 4) == "P4"
    assert refused(play(pokeris(), "bet 2 propose"), 4) == "P15"
    assert refused(play(pokeris(), "bet 2 propose, refuse, agree, agree"), 2) == "P15"
    assert refused(play(pokeris(), "bet 2 propose, agree, agree, agree"), 4) == "P15"


def test_not_while_a_card_that_was_set_aside_is_to_be_replaced() -> None:
    slips = Slips(dealer_exposes=1, player_exposes=0, miscount=0, misreads=0)
    hand = play(seated(terms_of("pokeris"), [40] * 4, in_turn(*HANDS), slips=slips), "draw 5s")
    assert lines(hand, "expose") == ["expose 1 2c dealer False"]
    assert refused(hand, 1) == "J9"
    play(hand, "pat, pat, pat")
    hand.act(FOLD, 4)
    assert turn_of(hand) == (1, "bet")


def test_not_twice_nor_all_in_nor_from_another_table() -> None:
    hand = pokeris()
    hand.act(FOLD, 2)
    assert refused(hand, 2) == "P3"
    assert refused(hand, 9) == "P3"
    assert refused(play(pokeris(3, 40, 40, 40), "bet 2"), 1) == "P14"


def test_elsewhere_a_fold_out_of_turn_is_refused() -> None:
    assert refused(pokeris(rounds="equalised"), 3) == "M14"
    assert refused(seated(terms_of("5cd"), [50] * 4), 1) == "M14"


def random_hands(number: int) -> Iterator[dict[str, Any]]:
    """Hands in which somebody may leave before any turn."""
    for seed in range(number):
        rng = Random(seed)
        terms = random_terms(rule_set("pokeris").with_options({"rounds": "lap"}), rng)
        if not terms.lap_by_lap:
            continue
        stacks = [rng.choice((5, 12, 40, 200)) * terms.ante + rng.randrange(5) for _ in range(rng.randint(2, 7))]
        seats = [Seat(seat, f"player {seat}", stack) for seat, stack in enumerate(stacks, start=1)]
        hand = Hand(terms, seats, button=rng.randint(1, len(seats)), rng=Random(seed))
        while hand.turn is not None:
            if rng.random() < 0.08:
                try:
                    hand.act(FOLD, rng.randint(1, len(seats)))
                except IllegalAction:
                    pass
                else:
                    continue
            hand.act(random_choice(hand.turn, rng))
        assert sum(hand.stacks.values()) == sum(stacks)
        yield hand.history(Header(hand=f"L{seed}", table=f"T{seed}", played_at="2026-03-01T20:00:00+00:00"))


def test_the_audit_takes_no_offence(tmp_path: Path) -> None:
    told = list(random_hands(700))
    assert sum(event["type"] == "fold" for history in told for event in history["events"]) > 1_000
    result = audited(told, tmp_path)
    assert (result.findings, result.rejected) == ({}, {})
