"""Ante draw and draw with blinds as the engine plays them: rules A and B, and H on short decks."""

import pytest
from engine_table import in_turn, lines, play, seated, terms_of

from pokerstats.pipeline.engine import Hand, IllegalAction, IllegalDeal, Terms

LOW, MIDDLE, HIGH = "Ts 9c 8d 7s Qc", "Jh Jc 8s 7d 9h", "Ks Kh 9d 8h 7h"


def ante(
    *stacks: int, terms: Terms | None = None, hands: tuple[str, ...] = (LOW, MIDDLE, HIGH), rest: str = ""
) -> Hand:
    return seated(terms or terms_of("ante-draw"), stacks or (60, 60, 60), f"{in_turn(*hands)} {rest}".strip())


def blinds(*stacks: int, terms: Terms | None = None, hands: tuple[str, ...] = (LOW, MIDDLE, HIGH)) -> Hand:
    return seated(terms or terms_of("blinds-draw"), stacks or (60, 60, 60), in_turn(*hands))


def refused(hand: Hand, script: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(hand, script)
    return error.value.rule


# ---------------------------------------------------------------- A


def test_a1_a_short_deck_deals_its_own_cards() -> None:
    for size, lowest in ((24, "9"), (32, "7"), (36, "6")):
        hand = seated(terms_of("ante-draw", deck=size), [50, 50])
        dealt = {card for event in hand.deal.events if event["type"] == "deal" for card in event["down"].split()}
        assert min("23456789TJQKA".index(card[0]) for card in dealt) >= "23456789TJQKA".index(lowest)
    with pytest.raises(IllegalDeal) as error:
        terms_of("ante-draw", deck=20)
    assert error.value.rule == "A1"


def test_a2_who_cannot_pay_the_ante_is_not_dealt_in() -> None:
    with pytest.raises(IllegalDeal) as error:
        seated(terms_of("ante-draw", stakes={"ante": 5}), [50, 4])
    assert error.value.rule == "A2"


def test_a3_fold_or_open_above_the_minimum() -> None:
    assert refused(ante(), "check") == "A3"
    assert refused(ante(), "bet 1") == "A3"
    assert refused(ante(), "bet 6") == "L1"
    play(ante(), "bet 2")
    at_minimum = terms_of("ante-draw", options={"open_above_min": "no"})
    play(ante(terms=at_minimum), "bet 1")


def test_a3_raises_add_from_the_minimum_to_the_maximum() -> None:
    hand = play(ante(), "bet 5")
    assert hand.turn is not None and (hand.turn.legal.least, hand.turn.legal.most) == (6, 10)


def test_a4_the_last_player_left_wins_the_antes_without_opening() -> None:
    hand = play(ante(), "fold, fold")
    assert lines(hand)[-2:] == ["award 3 3 0", "end"]


def test_a5_up_to_five_cards_are_drawn() -> None:
    play(ante(), f"bet 2, call, call, draw {LOW}")


def test_a6_no_check_after_the_draw_unless_agreed() -> None:
    assert refused(ante(), "bet 2, call, call, pat, pat, pat, check") == "A6"
    checks = terms_of("ante-draw", options={"round2_check": "yes"})
    play(ante(terms=checks), "bet 2, call, call, pat, pat, pat, check, check, check")


def test_a7_the_last_to_raise_shows_first_and_the_beaten_throw_away() -> None:
    hand = play(ante(), "bet 2, call, call, pat, pat, pat, bet 2, call, raise 4, call, call")
    assert lines(hand, "show", "muck") == ["show 3 Ks Kh 9d 8h 7h", "muck 1", "muck 2"]


def test_a7_without_a_bet_the_first_still_in_shows_first() -> None:
    checks = terms_of("ante-draw", options={"round2_check": "yes"})
    hand = play(ante(terms=checks), "bet 2, call, call, pat, pat, pat, check, check, check")
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 1", "show 2", "show 3"]


def test_a8_what_cannot_be_divided_goes_to_the_next_pot() -> None:
    hands = (LOW, "Kd Kc 9s 8s 7d", HIGH)
    hand = play(ante(hands=hands), "fold, bet 2, call, pat, pat, bet 2, call")
    assert lines(hand, "award", "end") == ["award 2 5 0", "award 3 5 0", "end 1"]
    assert hand.carried_out == 1


def test_a9_who_cannot_match_the_stake_must_fold() -> None:
    hand = play(ante(60, 4, 60), "bet 5")
    assert hand.turn is not None and hand.turn.legal.kinds == ("fold",)
    assert refused(hand, "call") == "A9"


def test_a9_the_last_chip_may_be_bet_if_that_is_a_full_bet() -> None:
    hand = play(ante(6, 60, 60), "bet 5, call, call, pat, pat, pat")
    # seat 1 has no chips: it is seat 2's turn, and when he bets seat 1 must give up
    assert hand.turn is not None and hand.turn.seat == 2
    play(hand, "bet 2, call")
    assert lines(hand, "fold") == ["fold 1"]
    assert lines(hand, "award") == ["award 3 22 0"]


def test_a9_less_than_a_full_raise_is_none() -> None:
    hand = play(ante(60, 8, 60, terms=terms_of("ante-draw", stakes={"min_bet": 3, "max_bet": 15})), "bet 5")
    assert hand.turn is not None and (hand.turn.legal.all_in, hand.turn.legal.kinds) == (7, ("fold", "call"))
    assert refused(hand, "raise 7") == "A9"


def test_a9_or_all_in_with_a_side_pot() -> None:
    hand = ante(60, 4, 60, terms=terms_of("ante-draw", options={"short_of_money": "all-in"}))
    play(hand, "bet 5, call, call, pat, pat, pat, bet 2, call")
    assert lines(hand, "award") == ["award 3 12 0", "award 3 8 1"]


@pytest.mark.parametrize(("ranking", "winner"), [("by-frequency", 1), ("standard", 3)])
def test_h6_h7_a_flush_and_a_full_house_with_32_cards(ranking: str, winner: int) -> None:
    terms = terms_of("ante-draw", deck=32, options={"ranking": ranking})
    hand = ante(terms=terms, hands=("Ah Jh 9h 8h 7h", "Kc Td 9s 8c 7s", "Qs Qd Qc 8s 8d"))
    play(hand, "bet 2, fold, call, pat, pat, bet 2, call")
    assert lines(hand, "award") == [f"award {winner} 11 0"]


def test_h7_the_orders_of_short_deck_holdem_are_orders_of_36_cards() -> None:
    options = {"ranking": "short-deck-holdem"}
    terms_of("ante-draw", deck=36, options=options)
    with pytest.raises(IllegalDeal) as error:
        terms_of("ante-draw", deck=32, options=options)
    assert error.value.rule == "H7"


@pytest.mark.parametrize(("counts", "winner"), [("yes", 1), ("no", 3)])
def test_h8_the_low_straight_of_a_short_deck(counts: str, winner: int) -> None:
    terms = terms_of("ante-draw", deck=36, options={"ace_low_straight": counts})
    hand = ante(terms=terms, hands=("Ah 9c 8h 7h 6d", "Kc Td 9s 8c 7s", "Qs Qd Jc 8s 7d"))
    play(hand, "bet 2, fold, call, pat, pat, bet 2, call")
    assert lines(hand, "award") == [f"award {winner} 11 0"]


def test_d4_with_24_cards_the_discards_come_back() -> None:
    hands = ("9s 9h Kd Qc Ts", "As Ad Jc Th 9c", "Jh Js Tc Ks Qs", "Qd Qh Ac Kh Td")
    hand = seated(terms_of("ante-draw", deck=24), [40] * 4, f"{in_turn(*hands)} 9d Ah Kc Jd")
    play(hand, "bet 2, call, fold, call, draw Qc Ts, draw Jc Th 9c")
    # seat 1's two discards and the five cards folded by seat 3
    told = lines(hand, "discard", "reshuffle")
    assert told[:2] == ["discard 1 2 Qc Ts 9d Ah", "reshuffle 7"]
    assert told[2].startswith("discard 2 3 Jc Th 9c Kc Jd ")


# ---------------------------------------------------------------- B


def test_b2_the_blinds_stand_left_of_the_dealer() -> None:
    assert lines(blinds(), "small_blind", "big_blind") == ["small_blind 1 1", "big_blind 2 2"]


def test_b2_the_big_blind_is_twice_the_small_one() -> None:
    with pytest.raises(IllegalDeal) as error:
        terms_of("blinds-draw", stakes={"small_blind": 2, "big_blind": 3})
    assert error.value.rule == "B2"
    assert terms_of("5cd", stakes={"small_blind": 2, "big_blind": 3}).big_blind == 3


@pytest.mark.parametrize(
    ("option", "posts", "first", "second"),
    [
        ("dealer-sb", ["small_blind 2 1", "big_blind 1 2"], 2, 1),
        ("left-sb", ["small_blind 1 1", "big_blind 2 2"], 1, 1),
    ],
)
def test_b2_two_players(option: str, posts: list[str], first: int, second: int) -> None:
    hand = blinds(60, 60, hands=(LOW, HIGH), terms=terms_of("blinds-draw", options={"heads_up": option}))
    assert lines(hand, "small_blind", "big_blind") == posts
    assert hand.turn is not None and hand.turn.seat == first
    play(hand, "call, check, pat, pat")
    assert hand.turn is not None and hand.turn.seat == second


def test_b3_the_first_raise_adds_a_big_blind_and_the_big_blind_has_the_option() -> None:
    assert refused(blinds(), "raise 3") == "B3"
    hand = play(blinds(), "call, call")
    assert hand.turn is not None and hand.turn.seat == 2
    assert hand.turn.legal.kinds == ("check", "raise")
    assert refused(hand, "fold") == "B3"
    play(hand, "raise 4")


def test_b4_at_most_four_cards_are_drawn() -> None:
    hand = play(blinds(), "call, call, check")
    assert refused(hand, f"draw {LOW}") == "B4"


def test_b5_bets_after_the_draw_are_twice_the_big_blind_at_least() -> None:
    hand = play(blinds(), "call, call, check, pat, pat, pat")
    assert hand.turn is not None and hand.turn.seat == 1
    assert refused(hand, "bet 3") == "B5"
    play(hand, "bet 4")
    assert refused(hand, "raise 7") == "B5"
    play(hand, "raise 8")


def test_b5_every_raise_is_twice_the_big_blind_at_least_whatever_was_bet() -> None:
    terms = terms_of("blinds-draw", options={"raise_floor": "minimum"})
    hand = play(blinds(terms=terms), "call, call, check, pat, pat, pat, bet 10")
    assert hand.turn is not None and hand.turn.legal.least == 14


def test_b5_or_exactly() -> None:
    exact = terms_of("blinds-draw", options={"round2_bet": "exact"})
    hand = play(blinds(terms=exact), "call, call, check, pat, pat, pat")
    assert refused(hand, "bet 6") == "B5"
    play(hand, "bet 4, raise 8, raise 12")


def test_b5_m13_a_short_raise_is_no_base_for_the_exact_size() -> None:
    exact = terms_of("blinds-draw", options={"round2_bet": "exact"})
    hand = play(blinds(60, 9, 60, terms=exact), "call, call, check, pat, pat, pat, bet 4, raise 7")
    assert hand.turn is not None and hand.turn.legal.sizes == (11,)
    # a short bet is completed (M12)
    hand = play(blinds(5, 60, 60, terms=exact), "call, call, check, pat, pat, pat, bet 3")
    assert hand.turn is not None and hand.turn.legal.sizes == (4,)


def test_b5_a_fold_without_a_bet_is_allowed_after_the_draw() -> None:
    play(blinds(), "call, call, check, pat, pat, pat, fold, check, check")


def test_b6_who_raised_last_shows_first_else_who_acts_first() -> None:
    hand = play(blinds(), "call, call, check, pat, pat, pat, check, bet 4, call, call")
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 2", "show 3", "muck 1"]
    hand = play(blinds(), "call, call, check, pat, pat, pat, check, check, check")
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 1", "show 2", "show 3"]


def test_b6_the_first_to_show_may_not_throw_his_hand_away_and_the_others_decide() -> None:
    deck = in_turn(LOW, MIDDLE, HIGH)
    hand = seated(terms_of("blinds-draw"), (60, 60, 60), deck, ask_to_show=True)
    play(hand, "call, call, check, pat, pat, pat, check, check, check")
    assert lines(hand, "show")[0].startswith("show 1 ")
    assert hand.turn is not None and (hand.turn.seat, hand.turn.kind) == (2, "show")
    play(hand, "show")
    # the best hand goes because its owner throws it away
    play(hand, "muck")
    assert lines(hand, "award") == ["award 2 6 0"]


def test_b7_the_standard_ranking_holds_with_any_deck() -> None:
    terms = terms_of("blinds-draw", deck=32)
    hand = blinds(terms=terms, hands=("Ah Jh 9h 8h 7h", "Kc Td 9s 8c 7s", "Qs Qd Qc 8s 8d"))
    play(hand, "call, call, check, pat, pat, pat, check, check, check")
    assert lines(hand, "award") == ["award 3 6 0"]


def test_d3_the_draw_begins_left_of_the_dealer() -> None:
    hand = play(blinds(), "call, call, check")
    assert hand.turn is not None and (hand.turn.kind, hand.turn.seat) == ("draw", 1)


def test_d2_with_one_player_left_there_is_no_draw() -> None:
    hand = play(blinds(), "fold, fold")
    assert hand.finished and lines(hand)[-4:] == ["fold 1", "return 2 1", "award 2 2 0", "end"]
