"""Pokeris as the engine plays it: rules P."""

from pathlib import Path

import pytest
from engine_table import in_turn, lines, play, seated, terms_of
from two_minds.audited import audited

from pokerstats.pipeline.cards import codes_of
from pokerstats.pipeline.engine import Hand, IllegalAction, Terms, view_of

KINGS, ACES, QUEENS, SEVENS = "Kh Kd 8c 5s 3h", "Ac Ad 9s 6h 4d", "Qc Qh Td Ts 6s", "7s 7h Jd 4h 2d"


def pokeris(*stacks: int, terms: Terms | None = None, hands: tuple[str, ...] = (KINGS, ACES, QUEENS, SEVENS)) -> Hand:
    """Four players: kings, aces, two pair and sevens from the dealer's left."""
    hands = hands[: len(stacks)] if stacks else hands
    return seated(terms or terms_of("pokeris"), stacks or (40,) * len(hands), in_turn(*hands))


def after_exchange(hand: Hand) -> Hand:
    return play(hand, ", ".join(["pat"] * len(hand.start)))


def refused(hand: Hand, script: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(hand, script)
    return error.value.rule


def kinds(hand: Hand) -> tuple[str, ...]:
    return () if hand.turn is None else hand.turn.legal.kinds


def test_p1_p9_stake_deal_exchange_then_the_laps() -> None:
    hand = after_exchange(pokeris())
    assert lines(hand, "street", "ante", "discard") == [
        "street exchange", "ante 1 1", "ante 2 1", "ante 3 1", "ante 4 1",
        "discard 1 0", "discard 2 0", "discard 3 0", "discard 4 0", "street first_lap",
    ]  # fmt: skip


@pytest.mark.parametrize(("fee", "paid"), [("per-card", ["fee 1 2"]), ("per-exchange", ["fee 1 1"]), ("none", [])])
def test_p2_the_price_of_an_exchange(fee: str, paid: list[str]) -> None:
    hand = play(pokeris(terms=terms_of("pokeris", options={"exchange_fee": fee})), "draw 5s 3h")
    assert lines(hand, "fee") == paid


def test_p2_one_changes_only_as_many_as_one_can_pay() -> None:
    assert refused(pokeris(2, 40, 40), "draw 5s 3h") == "P2"
    hand = play(pokeris(2, 40, 40), "draw 3h")
    assert lines(hand, "fee") == ["fee 1 1 True"]


def test_p2_nor_can_one_change_cards_for_one_stake_without_having_it() -> None:
    terms = terms_of("pokeris", options={"exchange_fee": "per-exchange"})
    hand = pokeris(1, 40, 40, terms=terms)
    assert hand.turn is not None and hand.turn.legal.most == 0
    assert refused(hand, "draw 3h") == "P2"


def test_p3_there_is_no_check_and_no_bet_below_the_last_or_above_the_maximum() -> None:
    hand = after_exchange(pokeris())
    assert refused(hand, "check") == "P3"
    assert refused(hand, "bet 11") == "P3"
    play(hand, "bet 4")
    assert refused(hand, "raise 3") == "P3"
    play(hand, "call, raise 10")
    assert kinds(hand) == ("fold", "call")


def test_p10_a_lap_is_one_turn_each_and_nobody_tops_up() -> None:
    hand = play(after_exchange(pokeris()), "bet 1, raise 3, call, raise 5")
    assert lines(hand, "street")[-1] == "street second_lap"
    assert hand.turn is not None and hand.turn.seat == 1 and hand.turn.legal.call == 5


def test_p11_the_last_bet_of_the_lap_before_still_holds() -> None:
    hand = play(after_exchange(pokeris()), "bet 1, call, call, raise 6")
    assert hand.turn is not None and (hand.turn.legal.call, hand.turn.legal.least) == (6, 7)


def test_p6_after_the_third_lap_comes_the_showdown() -> None:
    hand = play(after_exchange(pokeris()), "bet 1, call, call, call" + ", call" * 8)
    assert lines(hand, "street")[-1] == "street showdown"
    assert lines(hand, "award") == ["award 3 16 0"]


def test_p17_shown_from_the_dealers_left_and_losers_throw_away() -> None:
    hand = play(after_exchange(pokeris()), "bet 1, call, call, call" + ", call" * 8)
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 1", "show 2", "show 3", "muck 4"]


def test_p16_the_last_player_left_takes_the_bank_without_a_bet() -> None:
    hand = play(after_exchange(pokeris()), "fold, fold, fold")
    assert lines(hand)[-2:] == ["award 4 4 0", "end"]


def test_p16_and_what_was_bet_is_not_given_back() -> None:
    hand = play(after_exchange(pokeris()), "bet 5, fold, fold, fold")
    assert lines(hand, "return", "award") == ["award 1 9 0"]


# ---------------------------------------------------------------- challenges


def test_p4_the_lower_hand_drops_out() -> None:
    hand = play(after_exchange(pokeris()), "bet 1 challenge, call")
    assert lines(hand)[-3:] == ["challenge 1 2", "call 2 1", "compare 1 2 Kh Kd 8c 5s 3h"]
    assert hand.turn is not None and hand.turn.seat == 3, "the turn goes on after the challenged player (P12)"


def test_p4_the_challenged_player_shows_when_he_wins_though_all_have_folded() -> None:
    hand = play(after_exchange(pokeris()), "bet 1 challenge, call, fold, fold")
    assert lines(hand)[-4:] == ["street showdown", "show 2 Ac Ad 9s 6h 4d", "award 2 6 0", "end"]


def test_p4_the_challenged_player_may_fold() -> None:
    hand = play(after_exchange(pokeris()), "bet 1 challenge, fold")
    assert lines(hand, "compare") == [] and hand.turn is not None and hand.turn.seat == 3


def test_p4_a_tie_drops_the_challenger() -> None:
    hands = ("Kh Kd 8c 5s 3h", "Ks Kc 8d 5h 3s", QUEENS)
    hand = play(after_exchange(pokeris(hands=hands)), "bet 1 challenge, call")
    assert lines(hand, "compare")[0].startswith("compare 1 2 ")


def test_p4_only_the_challenged_player_sees_the_challengers_cards() -> None:
    hand = play(after_exchange(pokeris()), "bet 1 challenge, call")
    assert view_of(hand, 2).known == {1: tuple(codes_of(KINGS))}
    assert view_of(hand, 3).known == view_of(hand, 1).known == {}


def test_p12_who_has_bet_answers_with_his_bet_of_the_next_lap() -> None:
    hand = play(after_exchange(pokeris()), "bet 1, call, call, call challenge")
    assert lines(hand)[-2:] == ["challenge 4 1", "street second_lap"]
    play(hand, "call")
    assert lines(hand, "compare") == ["compare 4 1 7s 7h Jd 4h 2d"]
    assert hand.turn is not None and hand.turn.seat == 2


def test_p12_in_the_third_lap_only_a_neighbour_who_has_not_bet() -> None:
    hand = play(after_exchange(pokeris()), "bet 1" + ", call" * 10)
    assert hand.turn is not None and hand.turn.seat == 4 and hand.turn.legal.then == ("propose",)
    assert refused(hand, "call challenge") == "P12"


def test_p13_with_two_players_a_challenge_settles_the_hand_and_the_winner_shows() -> None:
    hand = play(after_exchange(pokeris(40, 40, hands=(ACES, KINGS))), "bet 2 challenge, call")
    assert lines(hand)[-4:] == ["street showdown", "show 1 Ac Ad 9s 6h 4d", "award 1 6 0", "end"]


def test_p13_who_cannot_match_goes_all_in_without_a_comparison() -> None:
    hand = play(after_exchange(pokeris(40, 4, 40)), "bet 5 challenge, call")
    assert lines(hand, "compare") == [] and lines(hand, "call") == ["call 2 3 True"]


def test_p13_who_is_all_in_challenges_nobody() -> None:
    assert refused(after_exchange(pokeris(6, 40, 40)), "bet 5 challenge") == "P13"


# ---------------------------------------------------------------- all in


def test_p14_who_is_all_in_wins_of_that_lap_only_what_he_could_match() -> None:
    hands = (KINGS, "As Ac Ad 9s 4d", QUEENS)
    hand = play(after_exchange(pokeris(40, 4, 40, hands=hands)), "bet 5, call, call, call, call, call, call")
    # stakes 3 and 3 from each in the first lap; the rest is the side pot of the others
    assert lines(hand, "award") == ["award 2 12 0", "award 3 24 1"]


def test_p14_of_the_laps_before_he_wins_everything() -> None:
    hands = (KINGS, "As Ac Ad 9s 4d", QUEENS)
    hand = play(after_exchange(pokeris(40, 10, 40, hands=hands)), "bet 5, call, raise 6, call, call, call, call, call")
    # stakes 3, the first lap 16, and of the second 4 from each; the rest is the side pot of the others
    assert lines(hand, "call")[2] == "call 2 4 True"
    assert lines(hand, "award") == ["award 2 31 0", "award 3 16 1"]


# ---------------------------------------------------------------- proposals


def test_p5_if_all_agree_the_hands_are_opened() -> None:
    hand = play(after_exchange(pokeris()), "bet 2, call, call propose, agree, agree, agree, call")
    assert lines(hand)[-11:-5] == [
        "agree 4",
        "agree 1",
        "agree 2",
        "call 4 2",
        "street showdown",
        "show 1 Kh Kd 8c 5s 3h",
    ]


def test_p15_whoever_has_not_bet_may_fold_instead() -> None:
    hand = play(after_exchange(pokeris()), "bet 2 propose, agree, agree, agree, fold, call, call")
    assert lines(hand, "fold") == ["fold 2"] and hand.finished


def test_p5_p15_a_refuser_is_forced_with_double_the_bet() -> None:
    hand = play(after_exchange(pokeris()), "bet 2, call, call propose, refuse, agree, refuse, force 4, call, call")
    told = lines(hand)
    start = told.index("propose 3")
    assert told[start : start + 8] == [
        "propose 3", "refuse 4", "agree 1", "refuse 2", "force 3", "raise 3 4 6", "call 4 6", "call 2 4 6",
    ]  # fmt: skip
    assert told[start + 8] == "street showdown"


def test_p15_with_a_maximum_it_is_exactly_double() -> None:
    hand = play(after_exchange(pokeris()), "bet 2 propose, refuse, refuse, refuse")
    assert refused(hand, "force 5") == "P15"
    open_end = after_exchange(pokeris(terms=terms_of("pokeris", stakes={"max_bet": None})))
    play(open_end, "bet 2 propose, refuse, refuse, refuse, force 9")


def test_p15_he_must_have_it() -> None:
    hand = play(after_exchange(pokeris(6, 40, 40)), "bet 4 propose, refuse, agree")
    assert lines(hand, "force") == [] and hand.turn is not None and hand.turn.seat == 2 and hand.turn.kind == "bet"


def test_p15_not_forced_the_turn_goes_on() -> None:
    hand = play(after_exchange(pokeris()), "bet 2 propose, refuse, agree, agree, let_go")
    assert hand.turn is not None and (hand.turn.seat, hand.turn.kind) == (2, "bet")


def test_p15_or_the_refuser_alone_pays() -> None:
    terms = terms_of("pokeris", options={"penalty": "refuser"})
    hand = play(after_exchange(pokeris(terms=terms)), "bet 2 propose, refuse, agree, agree, force 4, call, call, call")
    assert lines(hand, "raise", "call") == ["call 2 6", "call 3 2", "call 4 2"]


def test_p5_a_refuser_may_fold() -> None:
    hand = play(after_exchange(pokeris()), "bet 2 propose, refuse, agree, agree, force 4, fold, call, call")
    assert lines(hand, "fold") == ["fold 2"] and hand.finished


# ---------------------------------------------------------------- equalised rounds


def test_p10_equalised_rounds_end_when_all_have_put_in_the_same() -> None:
    hand = after_exchange(pokeris(terms=terms_of("pokeris", options={"rounds": "equalised"})))
    play(hand, "bet 1, raise 3, call, call")
    assert hand.turn is not None and (hand.turn.seat, hand.turn.legal.call) == (1, 2)
    play(hand, "call")
    assert lines(hand, "street")[-1] == "street second_lap"


def test_p10_equalised_rounds_give_uncalled_money_back() -> None:
    hand = after_exchange(pokeris(terms=terms_of("pokeris", options={"rounds": "equalised"})))
    play(hand, "bet 5, fold, fold, fold")
    assert lines(hand, "return", "award") == ["return 1 5", "award 1 4 0"]


def test_p10_equalised_challenge_and_proposal() -> None:
    hand = after_exchange(pokeris(terms=terms_of("pokeris", options={"rounds": "equalised"})))
    play(hand, "bet 2 challenge, call, call propose, agree, agree, call")
    assert lines(hand, "compare", "propose", "agree") == [
        "compare 1 2 Kh Kd 8c 5s 3h",
        "propose 3",
        "agree 4",
        "agree 2",
    ]
    assert hand.finished


def test_p11_without_a_maximum_one_may_bet_all_one_has_and_no_check_minds(tmp_path: Path) -> None:
    hand = after_exchange(pokeris(terms=terms_of("pokeris", stakes={"max_bet": None})))
    play(hand, "bet 39, fold, call, fold")
    assert hand.finished and audited([hand.history()], tmp_path).findings == {}
