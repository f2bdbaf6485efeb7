"""Money and betting structures as the engine plays them: rules M and L, and the games of the rooms (O)."""

from pathlib import Path
from random import Random

import pytest
from engine_table import in_turn, lines, play, seated, terms_of
from two_minds.audited import audited

from pokerstats.pipeline.engine import Choice, Hand, IllegalAction, IllegalDeal, Post, Slips, Terms
from pokerstats.pipeline.engine.pots import claimed, halves_of, parts
from pokerstats.pipeline.games.rules import rule_set

BOARD = "2c 3c 4d 5h 7s 8s 9c Jd"


def holdem(
    *stacks: int, hands: tuple[str, ...] = ("As Ah", "Ks Kh", "Qs Qh"), board: str = BOARD, **more: object
) -> Hand:
    terms = more.pop("terms", None) or terms_of("holdem")
    return seated(terms, stacks or (100, 100, 100), f"{in_turn(*hands)} {board}", **more)  # type: ignore[arg-type]


def refused(hand: Hand, script: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(hand, script)
    return error.value.rule


def between(hand: Hand) -> tuple[int, int]:
    assert hand.turn is not None
    return hand.turn.legal.least, hand.turn.legal.most


# ---------------------------------------------------------------- M


def test_m1_every_chip_that_enters_the_pot_leaves_it() -> None:
    hand = play(holdem(carried_in=7), "call, call, check" + ", check, check, check" * 3)
    assert sum(hand.stacks.values()) + hand.carried_out == 307
    assert lines(hand, "award") == ["award 1 13 0"]


def test_m2_m10_main_pot_and_side_pots() -> None:
    hand = play(holdem(10, 30, 100), "raise 50, call, call")
    assert lines(hand, "return") == ["return 3 20"]
    assert lines(hand, "award") == ["award 1 30 0", "award 2 40 1"]


def test_m9_m10_carried_money_lies_in_the_main_pot() -> None:
    hand = play(holdem(10, 30, 100, carried_in=7), "raise 50, call, call")
    assert lines(hand, "award") == ["award 1 37 0", "award 2 40 1"]


def test_m2_a_player_without_chips_is_not_dealt_in() -> None:
    with pytest.raises(IllegalDeal) as error:
        holdem(100, 0, 100)
    assert error.value.rule == "M2"


def test_m3_what_nobody_matched_goes_back_folded_players_included() -> None:
    hand = play(holdem(), "raise 20, call, fold, bet 30, fold")
    assert lines(hand, "return") == ["return 1 30"]


def test_m4_odd_chips_go_one_by_one_from_the_dealers_left() -> None:
    assert parts(10, [0, 2, 3], 1) == [4, 3, 3]
    assert parts(100, [1, 4, 5], 25) == [50, 25, 25]
    assert halves_of(7, 1) == (4, 3)
    tied = holdem(hands=("Qs 3h", "As Kd", "Ac Kh"), board="Tc Jc 4d 5h 8s 9s 2s 7d")
    play(tied, "call, call, check, bet 3, call, call" + ", check, check, check" * 2)
    assert lines(tied, "award") == ["award 2 8 0", "award 3 7 0"]


def test_m6_a_folded_players_money_stays_in_the_pot() -> None:
    hand = play(holdem(), "raise 6, call, fold, bet 4, fold")
    assert lines(hand, "award") == ["award 1 14 0"]


def test_m11_a_short_blind_leaves_the_others_the_full_price() -> None:
    hand = holdem(100, 1, 100)
    assert lines(hand, "big_blind") == ["big_blind 2 1 True"]
    assert hand.turn is not None and hand.turn.legal.call == 2
    assert between(hand)[0] == 4
    play(hand, "call, call" + ", check, check" * 3)
    # the short blind wins no more from each than he put in
    assert lines(hand, "award") == ["award 1 3 0", "award 1 2 1"]


def test_m11_a_short_ante_plays_for_what_it_matched() -> None:
    terms = terms_of("standard-draw", stakes={"ante": 5})
    hand = seated(terms, [100, 3, 100], in_turn("Ts 9c 7d 4s 2c", "As Ad Ac 5d 3c", "Ks Kh 9d 8d 4h"))
    assert lines(hand, "ante")[1] == "ante 2 3 True"
    play(hand, "check, bet 1, call, pat, pat, pat, check, check")
    assert lines(hand, "award") == ["award 2 9 0", "award 3 6 1"]


def test_m12_a_short_bet_is_all_in_and_is_raised_at_least_up_to_the_minimum() -> None:
    hand = play(holdem(3, 100, 100), "call, call, check, bet 1")
    assert refused(holdem(), "call, call, check, bet 1") == "M12"
    assert between(hand)[0] == 2
    play(hand, "raise 2")
    # exactly up to it was the bet: the next raise adds a whole bet
    assert between(hand)[0] == 4


def test_m12_l8_a_short_bet_made_up_to_the_full_one_is_no_raise() -> None:
    hand = seated(terms_of("holdem", structure="fixed"), [3, 100, 100, 100])
    play(hand, "call, call, call, check, bet 1, complete 2, raise 4, raise 6, raise 8")
    assert hand.turn is not None and hand.turn.legal.kinds == ("fold", "call"), "three raises have come"
    assert refused(hand, "raise 10") == "S11"


def test_m13_a_short_raise_leaves_the_minimum_and_gives_no_new_right() -> None:
    hand = play(holdem(100, 15, 100), "raise 10, call, raise 15")
    assert hand.turn is not None and hand.turn.seat == 3 and hand.turn.legal.kinds == ("fold", "call")
    assert refused(hand, "raise 40") == "M13"


def test_m13_who_has_not_acted_raises_by_the_last_full_raise() -> None:
    hand = play(seated(terms_of("holdem"), [100, 100, 100, 15]), "raise 10, raise 15")
    assert hand.turn is not None and hand.turn.seat == 1
    assert between(hand)[0] == 23


def test_m13_short_raises_that_add_up_to_a_full_one_give_the_right() -> None:
    # a raise by 8; then two short ones, by 5 and by 4
    hand = play(seated(terms_of("holdem"), [15, 19, 100, 100]), "raise 10, call, raise 15, raise 19")
    assert hand.turn is not None and hand.turn.seat == 3 and hand.turn.legal.kinds == ("fold", "call", "raise")
    assert between(hand)[0] == 27
    # exactly as much as a full one is enough
    hand = play(seated(terms_of("holdem"), [15, 18, 100, 100]), "raise 10, call, raise 15, raise 18")
    assert hand.turn is not None and hand.turn.seat == 3 and hand.turn.legal.kinds == ("fold", "call", "raise")
    # the short one by 5 alone does not
    hand = play(seated(terms_of("holdem"), [15, 100, 100, 100]), "raise 10, call, raise 15, fold")
    assert hand.turn is not None and hand.turn.seat == 3 and hand.turn.legal.kinds == ("fold", "call")


@pytest.mark.parametrize(("option", "next_raise"), [("on", 7), ("off", 6)])
def test_m13_in_fixed_limit_half_a_bet_counts_as_a_full_raise(option: str, next_raise: int) -> None:
    terms = terms_of("holdem", structure="fixed", options={"half_bet_rule": option})
    hand = play(seated(terms, [5, 100, 100, 100]), "raise 4, fold, raise 5")
    # the small bet is 2: a raise by 1 is half of it; else it is completed to 6
    assert hand.turn is not None and hand.turn.legal.sizes == (next_raise,)


def test_m14_m15_who_is_all_in_has_no_turn_and_draws_like_the_others() -> None:
    hand = seated(terms_of("5cd"), [100, 100, 4])
    play(hand, "raise 4, call, call")
    assert hand.turn is not None and (hand.turn.kind, hand.turn.seat) == ("draw", 1)
    play(hand, "pat, pat, pat")
    assert hand.turn is not None and hand.turn.seat == 1
    play(hand, "bet 10, fold")
    assert lines(hand, "return", "award")[0] == "return 1 10" and hand.finished


def test_m15_with_one_player_who_has_money_there_is_no_more_betting() -> None:
    hand = play(holdem(10, 100), "call, raise 10, call")
    assert hand.finished and lines(hand, "check", "bet") == []


def test_m15_nobody_raises_who_has_nobody_to_raise() -> None:
    hand = play(holdem(100, 10), "raise 10")
    assert hand.turn is not None and hand.turn.legal.kinds == ("fold", "call") and hand.turn.legal.call == 8


def test_d5_a_pot_whose_only_claimant_is_dead_goes_to_the_pot_below() -> None:
    pots = [(30, [0, 1, 2]), (20, [1, 2]), (10, [2])]
    assert claimed(pots, {2}) == ([(30, [0, 1]), (30, [1])], 0)
    assert claimed(pots, {1, 2}) == ([(60, [0])], 0)
    assert claimed(pots, {0, 1, 2}) == ([], 60)


@pytest.mark.parametrize(("name", "players"), [("omaha6", 8), ("badugi", 14), ("seven-card-stud", 18)])
def test_d10_no_deal_without_cards_enough_for_everybody(name: str, players: int) -> None:
    rules = rule_set(name)
    crowded = rules.model_copy(update={"players": rules.players.model_copy(update={"most": 20})})
    Terms(crowded).check_players(players - 1)
    with pytest.raises(IllegalDeal) as error:
        Terms(crowded).check_players(players)
    assert error.value.rule == "D10"


def test_d5_three_draws_may_leave_a_hand_of_eight_cards() -> None:
    slips = Slips(dealer_exposes=0, player_exposes=0, miscount=1, misreads=0)
    hand = seated(terms_of("27td"), [100, 100], rng=Random(4), slips=slips)
    play(hand, "call, check")
    while hand.turn is not None:
        # a draw of one card never brings too few
        cards = hand.turn.legal.held[:1] if hand.turn.kind == "draw" and hand.turn.seat == 1 else ()
        hand.act(Choice("draw", 0, cards) if hand.turn.kind == "draw" else Choice("check"))
    assert lines(hand, "dead_hand", "award") == ["dead_hand 1 eight cards", "award 2 4 0"]


# ---------------------------------------------------------------- L


def test_l2_three_figure() -> None:
    terms = terms_of("standard-draw", structure="three-figure")
    stakes = terms.stakes
    assert (stakes.ante, stakes.open_bet, stakes.min_bet, stakes.max_bet) == (1, 1, 1, 5)


@pytest.mark.parametrize(("option", "most"), [("after-call", 7), ("before-call", 5)])
def test_l4_a_raise_adds_at_most_the_pot(option: str, most: int) -> None:
    hand = holdem(terms=terms_of("holdem", structure="pot", options={"pot_raise": option}))
    assert between(hand) == (4, most)
    assert refused(hand, f"raise {most + 1}") == "L4"


def test_l4_a_bet_is_at_most_the_pot() -> None:
    hand = play(
        holdem(terms=terms_of("omaha"), hands=("As Ah 9d 8d", "Ks Kh 9h 8h", "Qs Qh 7d 6d")), "call, call, check"
    )
    assert between(hand) == (2, 6)


def test_l5_the_minimum_itself_may_not_be_enough() -> None:
    terms = terms_of("standard-draw", structure="no-limit", options={"min_bet": "exclusive"})
    hand = seated(terms, [50, 50], in_turn("As Ad Ac 5d 3c", "Ks Kh 9d 8d 4h"))
    play(hand, "bet 1, call, pat, pat")
    assert between(hand) == (2, 48)
    assert refused(hand, "bet 1") == "L5"
    play(hand, "bet 2")
    assert between(hand)[0] == 4, "so may a raise not add the minimum alone"


def test_l6_fixed_limit_small_then_big() -> None:
    hand = holdem(terms=terms_of("holdem", structure="fixed"))
    assert hand.turn is not None and hand.turn.legal.sizes == (4,)
    assert refused(hand, "raise 5") == "L6"
    play(hand, "call, call, check, check, check, check")
    assert hand.turn is not None and hand.turn.legal.sizes == (4,)


def test_l8_the_big_blind_is_the_bet_and_three_raises_follow() -> None:
    hand = play(holdem(terms=terms_of("holdem", structure="fixed")), "raise 4, raise 6, raise 8")
    assert hand.turn is not None and hand.turn.legal.kinds == ("fold", "call")


def test_l8_a_table_may_cap_the_raises_of_no_limit() -> None:
    hand = play(holdem(terms=terms_of("holdem", options={"max_raises": "1"})), "raise 4")
    assert refused(hand, "raise 20") == "L8"


def test_l9_default_structures() -> None:
    defaults = {
        name: terms_of(name).structure for name in ("standard-draw", "ante-draw", "seven-card-stud", "blinds-draw")
    }
    assert defaults == {
        "standard-draw": "spread", "ante-draw": "spread", "seven-card-stud": "fixed", "blinds-draw": "no-limit",
    }  # fmt: skip


def test_a_cap_is_the_most_one_can_lose() -> None:
    hand = play(holdem(terms=terms_of("holdem", structure="cap-no-limit", stakes={"cap": 20})), "raise 20, call, call")
    assert hand.finished and sorted(hand.stacks.values()) == [80, 80, 140]


def test_a_dead_blind_counts_for_the_cap_too_and_no_check_misses_it(tmp_path: Path) -> None:
    terms = terms_of("holdem", structure="cap-no-limit", stakes={"cap": 20})
    hand = play(seated(terms, [100] * 4, posts={4: Post(live=2, dead=1)}), "raise 20, call, call, call")
    assert lines(hand, "call")[0] == "call 4 17"
    assert min(hand.stacks.values()) == 80
    assert audited([hand.history()], tmp_path).findings == {}


# ---------------------------------------------------------------- O


def test_o_streets_of_holdem() -> None:
    hand = play(holdem(), "call, call, check" + ", check, check, check" * 3)
    assert lines(hand, "street", "burn", "board") == [
        "street preflop", "street flop", "burn", "board 3c 4d 5h", "street turn", "burn", "board 8s",
        "street river", "burn", "board Jd", "street showdown",
    ]  # fmt: skip


def test_o_courchevel_shows_a_card_before_the_first_round() -> None:
    hand = seated(terms_of("courchevel"), [100, 100])
    assert len(hand.deal.board) == 1
    play(hand, "call, check" + ", check, check" * 3)
    assert len(hand.deal.board) == 5


def test_o_short_deck_the_dealer_posts_the_button_blind() -> None:
    hand = seated(terms_of("short-deck"), [100, 100, 100])
    assert lines(hand, "ante", "button_blind") == ["ante 1 1", "ante 2 1", "ante 3 1", "button_blind 3 2"]
    assert hand.turn is not None and (hand.turn.seat, hand.turn.legal.call) == (1, 2)
    play(hand, "call, call, check")
    assert hand.deal.street == 1


def test_o_omaha_exactly_two_cards_from_the_hand() -> None:
    hands = ("As 2h 3h 9d", "Ks Kh 8d 7d")
    hand = holdem(100, 100, terms=terms_of("omaha"), hands=hands, board="2c 4s 5s 6s 2d 8s 3c 9h")
    play(hand, "call, check" + ", check, check" * 3)
    assert lines(hand, "award") == ["award 2 4 0"], "one spade in the hand makes no flush"


def test_o_the_odd_chip_of_a_split_pot_goes_to_the_high_half() -> None:
    hands = ("As 2h 9d Jd", "Ks Kh Td Tc", "3d 7h 8c Qd")
    hand = holdem(
        100, 100, 100, terms=terms_of("omahahilo"), hands=hands, board="2c 4s 5h 8s 2d Kd 3c 9h", carried_in=1
    )
    play(hand, "call, call, check" + ", check, check, check" * 3)
    assert lines(hand, "award") == ["award 2 4 0 high", "award 1 3 0 low"]


def test_o_without_a_low_the_high_hand_takes_it_all() -> None:
    hands = ("As Ah 9d Jd", "Ks Kh Td Tc")
    hand = holdem(100, 100, terms=terms_of("omahahilo"), hands=hands, board="2c Qs 5h 8s 2d Kd 3c 9h")
    play(hand, "call, check" + ", check, check" * 3)
    assert lines(hand, "award") == ["award 2 4 0"]


def test_o_triple_draw_has_three_draws() -> None:
    hand = seated(terms_of("27td"), [100, 100])
    play(hand, "call, check" + ", pat, pat, check, check" * 3)
    assert lines(hand, "street") == [
        f"street {name}" for name in ("predraw", "first_draw", "second_draw", "third_draw", "showdown")
    ]


def test_o_badugi() -> None:
    hand = seated(terms_of("badugi"), [100, 100], in_turn("As 2d 3h 4c", "Kd Qs Jh 9c"))
    play(hand, "call, check" + ", pat, pat, check, check" * 3)
    assert lines(hand, "award") == ["award 1 4 0"]


def test_o_posts_of_who_comes_in_between_the_blinds() -> None:
    hand = seated(terms_of("holdem"), [100] * 4, posts={4: Post(live=2, dead=1)})
    assert lines(hand, "dead_blind", "post") == ["dead_blind 4 1", "post 4 2"]
    play(hand, "call")
    assert hand.turn is not None and hand.turn.seat == 4 and hand.turn.legal.kinds == ("check", "raise")
