"""Seven card stud as the engine plays it, rules S, and the stud games of the rooms."""

import pytest
from engine_table import in_turn, lines, play, seated, terms_of

from pokerstats.pipeline.cards import codes_of
from pokerstats.pipeline.engine import Hand, IllegalAction, Terms
from pokerstats.pipeline.engine.stud import showing_value

DOWNS, DOORS = ("Ah Ks", "9c 9d", "7s 6s"), ("Qd", "Jh", "2c")


def stud(
    *stacks: int,
    terms: Terms | None = None,
    downs: tuple[str, ...] = DOWNS,
    doors: tuple[str, ...] = DOORS,
    later: str = "",
) -> Hand:
    """Three players unless told otherwise; ``later`` are the cards from fourth street on, burnt cards included."""
    deck = f"{in_turn(*downs)} {' '.join(doors)} {later}".strip()
    return seated(terms or terms_of("seven-card-stud"), stacks or (200,) * len(downs), deck)


def refused(hand: Hand, script: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(hand, script)
    return error.value.rule


def turn_of(hand: Hand) -> int | None:
    return None if hand.turn is None else hand.turn.seat


def sizes(hand: Hand) -> tuple[int, ...]:
    return () if hand.turn is None else hand.turn.legal.sizes


def test_s1_everybody_antes_and_gets_two_cards_down_and_one_up() -> None:
    hand = stud()
    assert lines(hand, "ante", "deal")[:4] == ["ante 1 1", "ante 2 1", "ante 3 1", "deal 1 Ah Ks Qd"]


def test_s2_the_lowest_door_card_brings_it_in() -> None:
    assert turn_of(stud()) == 3
    assert lines(play(stud(), "bring_in"), "bring_in") == ["bring_in 3 2"]


@pytest.mark.parametrize(("doors", "seat"), [(("5d", "5h", "5c"), 3), (("5h", "5s", "6c"), 1), (("As", "Kd", "Ah"), 2)])
def test_s2_ties_go_by_suit_clubs_lowest_and_the_ace_is_high(doors: tuple[str, ...], seat: int) -> None:
    assert turn_of(stud(doors=doors, downs=("Qh Ks", "9c 9d", "7s 6s"))) == seat


def test_s2_the_bring_in_player_may_open_for_the_small_bet() -> None:
    hand = play(stud(), "bet 5, call, call")
    assert lines(hand, "bet", "bring_in") == ["bet 3 5"]
    forced = terms_of("seven-card-stud", options={"bring_in_may_complete": "no"})
    assert lines(stud(terms=forced), "bring_in") == ["bring_in 3 2"]


def test_a9_who_is_too_short_for_the_small_bet_brings_it_in_where_nobody_goes_on_short_of_money() -> None:
    assert lines(play(stud(200, 200, 5), "bet 4"), "bet") == ["bet 3 4 True"]
    strict = terms_of("seven-card-stud", options={"short_of_money": "fold"})
    assert lines(stud(200, 200, 5, terms=strict), "bring_in", "bet") == ["bring_in 3 2"]


def test_s3_a_card_is_burnt_before_each_street() -> None:
    hand = play(stud(later="2d 3d Jc 4s"), "bring_in, call, call")
    assert lines(hand, "deal", "burn")[-4:] == ["burn", "deal 1 3d", "deal 2 Jc", "deal 3 4s"]


def test_s4_the_highest_showing_hand_begins() -> None:
    assert turn_of(play(stud(later="2d 3d Jc 4s"), "bring_in, call, call")) == 2
    equal = stud(doors=("Qd", "Qc", "2c"), later="2d 3d 3c 4s")
    assert turn_of(play(equal, "bring_in, call, call")) == 1


def test_s5_a_showing_pair_may_bet_big_on_fourth_street() -> None:
    hand = play(stud(later="2d 3d Jc 4s"), "bring_in, call, call")
    assert sizes(hand) == (5, 10)
    play(hand, "bet 10")
    assert sizes(hand) == (20,)


def test_s5_after_a_small_bet_everybody_may_raise_small_or_big() -> None:
    hand = play(stud(later="2d 3d Jc 4s"), "bring_in, call, call, bet 5")
    assert sizes(hand) == (10, 15)
    play(hand, "raise 15")
    assert sizes(hand) == (25,)


def test_s5_without_a_pair_of_his_own_the_first_bet_is_small() -> None:
    later = "2d 3d Jc 4s"
    hand = play(stud(later=later), "bring_in, call, call, check")
    assert turn_of(hand) == 3 and sizes(hand) == (5,)
    assert refused(hand, "bet 10") == "S5"
    anyone = stud(later=later, terms=terms_of("seven-card-stud", options={"open_pair": "anyone"}))
    assert sizes(play(anyone, "bring_in, call, call, check")) == (5, 10)


def test_s6_s10_bets_have_the_fixed_size() -> None:
    hand = play(stud(later="2d 3d 4c 5s"), "bring_in, call, call, check, check, check")
    assert sizes(hand) == (10,)
    assert refused(hand, "bet 5") == "S10"


def eight(later: str) -> Hand:
    """Eight players who call the bring-in and check to seventh street, where three cards have been burnt."""
    downs = ("4s Ah", "6h As", "4d Ac", "Jh 8d", "Qs Qc", "8s Tc", "Ad 9c", "Jc 9s")
    doors = ("6d", "7d", "5h", "7c", "6s", "3c", "2h", "8h")
    streets = "Js Th 3d 4c 5d Kd Jd 2c Ts 6c 8c Qh 9h 7s 3s 4h 2s Kh 3h 9d 2d Td Qd Kc 7h Ks"
    hand = stud(downs=downs, doors=doors, later=f"{streets} {later}")
    play(hand, "bring_in" + ", call" * 7 + ", check" * 16)
    return hand


def test_s7_one_card_for_everybody_if_burns_and_stub_do_not_suffice() -> None:
    hand = eight("")
    play(hand, ", ".join(["check"] * 8))
    assert [line.split()[0] for line in lines(hand, "reshuffle", "board", "burn")] == ["burn"] * 3 + [
        "reshuffle",
        "board",
    ]
    assert lines(hand, "reshuffle") == ["reshuffle 3"]
    assert hand.deal.board[0] in codes_of("Js 6c 3h")


def test_s7_burns_and_stub_are_dealt_if_they_suffice() -> None:
    hand = eight("")
    assert hand.deal.street == 3
    folders = 4
    play(hand, "bet 10")
    while hand.deal.street == 3:
        folders -= 1
        play(hand, "fold" if folders >= 0 else "call")
    # 52 - 8 x 6 - 3 burns leave one card; with the burns four, and four players are left
    assert lines(hand, "reshuffle", "board") == ["reshuffle 4"]
    last = lines(hand, "deal")[-4:]
    assert {line.split()[2] for line in last}.isdisjoint(
        card for line in lines(hand, "deal")[:-4] for card in line.split()[2:]
    )


def test_s15_if_only_the_burn_is_too_much_it_is_left_out() -> None:
    downs = ("2c 9c", "3c Tc", "4c Jc", "5c Qc", "6c Kc", "7c Ac", "8c 2d")
    hand = stud(downs=downs, doors=("3d", "4d", "5d", "6d", "7d", "8d", "9d"))
    play(hand, "bring_in" + ", call" * 6 + ", check" * 21)
    # 52 - 7 x 6 - 3 burns leave seven cards for seven players
    assert lines(hand, "burn") == ["burn"] * 3 and lines(hand, "reshuffle", "board") == []


def test_s8_the_last_to_bet_shows_first_else_the_first_who_checked() -> None:
    later = "2d 3d 4c 5s  2h 3h 4d 5h  2s 3s 4h 6d  8c 8d 8s 8h"
    opening = "bring_in, call, call" + ", check" * 9
    hand = play(stud(later=later), f"{opening}, check, bet 10, call, call")
    bettor = next(line.split()[1] for line in lines(hand, "bet"))
    assert lines(hand, "show")[0].startswith(f"show {bettor} ")
    hand = play(stud(later=later), f"{opening}, check, check, check")
    first = lines(hand, "check")[-3].split()[1]
    assert lines(hand, "show")[0].startswith(f"show {first} ")


def test_s11_a_bet_and_three_raises_while_three_are_in() -> None:
    hand = play(stud(), "bet 5, raise 10, raise 15, raise 20")
    assert hand.turn is not None and hand.turn.legal.kinds == ("fold", "call")
    assert refused(hand, "raise 25") == "S11"


@pytest.mark.parametrize(("option", "may_raise"), [("at-once", True), ("unless-capped", False), ("next-round", False)])
def test_s11_the_cap_lifts_once_two_are_left(option: str, may_raise: bool) -> None:
    hand = stud(terms=terms_of("seven-card-stud", options={"cap_lifts": option}))
    play(hand, "bet 5, raise 10, raise 15, raise 20, fold")
    assert hand.turn is not None and ("raise" in hand.turn.legal.kinds) is may_raise


def test_s11_two_players_raise_without_end() -> None:
    hand = stud(downs=DOWNS[:2], doors=DOORS[:2])
    play(hand, "bet 5, raise 10, raise 15, raise 20, raise 25, raise 30")


def test_s12_spread_limit() -> None:
    hand = stud(terms=terms_of("seven-card-stud", structure="spread"))
    assert lines(hand, "bring_in") == ["bring_in 3 1"]
    assert hand.turn is not None and hand.turn.legal.kinds == ("fold", "call", "raise")
    assert (hand.turn.legal.least, hand.turn.legal.most) == (2, 6)
    play(hand, "raise 5")
    assert hand.turn is not None and hand.turn.legal.least == 9, "a raise adds at least the last one"
    assert refused(hand, "raise 8") == "S12"


def test_s13_completion_to_exactly_the_small_bet() -> None:
    hand = play(stud(), "bring_in")
    assert refused(hand, "complete 7") == "S13"
    play(hand, "complete 5")
    assert sizes(hand) == (10,)


def test_s13_the_bring_in_player_has_no_further_choice_if_all_call() -> None:
    hand = play(stud(later="2d 3d 4c 5s"), "bring_in, call, call")
    assert hand.deal.street == 1


def test_s14_showing_hands() -> None:
    order = [
        "9s 8d 7c 2h",
        "As Kd Qc Jh",
        "2s 2d 3c 4h",
        "2s 2d 5c 4h",
        "Ks Kd 3c 4h",
        "3s 3d 2c 2h",
        "2s 2d 2c 3h",
        "2s 2d 2c 2h",
    ]
    values = [showing_value(codes_of(cards), low=False) for cards in order]
    assert values == sorted(values) and len(set(values)) == len(values)
    # no straights and flushes: the higher card counts
    assert showing_value(codes_of("6s 5s 4s 3s"), low=False) < showing_value(codes_of("7d 2c 3h 4d"), low=False)


def test_s16_if_the_lowest_door_card_is_all_in_the_next_to_his_left_brings_in() -> None:
    hand = stud(200, 200, 1)
    assert turn_of(hand) == 1 and hand.turn is not None and hand.turn.legal.kinds == ("bring_in", "bet")
    assert lines(play(hand, "bring_in"), "bring_in") == ["bring_in 1 2"]


def test_m11_a_short_bring_in_leaves_the_others_the_full_price() -> None:
    hand = stud(200, 200, 2)
    assert lines(hand, "bring_in") == ["bring_in 3 1 True"]
    assert hand.turn is not None and hand.turn.legal.call == 2


# ---------------------------------------------------------------- games of the rooms


def test_o_razz_the_highest_door_card_brings_in_and_the_lowest_hand_leads() -> None:
    hand = stud(terms=terms_of("razz"), doors=("Kd", "Ac", "2c"), later="3c 4d 3h 5s")
    assert turn_of(hand) == 1
    assert turn_of(play(hand, "bring_in, call, call")) == 2


def test_o_stud_hi_lo_an_open_pair_changes_no_bet() -> None:
    assert sizes(play(stud(terms=terms_of("studhilo"), later="2d 3d Jc 4s"), "bring_in, call, call")) == (5,)


def test_o_stud_hi_lo_splits_the_pot() -> None:
    hand = stud(
        200,
        200,
        terms=terms_of("studhilo"),
        downs=("Ah 2s", "9c 9d"),
        doors=("3d", "9h"),
        later="Kc 4d 9s  Kd 7c Qd  Ks Jc Qs  Kh Jd 5c",
    )
    play(hand, "bet 5, call" + ", check, check" * 4)
    assert lines(hand, "award") == ["award 2 6 0 high", "award 1 6 0 low"]


def test_o_five_card_stud() -> None:
    terms = terms_of("5stud")
    hand = seated(terms, [100, 100], "Ah Kh 3d 2c 7c Qs Jd 6c 5s 4h 7h 8h Td")
    play(hand, "bring_in, call" + ", check, check" * 3)
    assert hand.finished and lines(hand, "award") == ["award 1 6 0"]
