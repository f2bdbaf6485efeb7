"""Jacks or better as the engine plays it: rules D and J, each test named after the id it plays."""

from random import Random

import pytest
from engine_table import choice, in_turn, lines, play, seated, terms_of

from pokerstats.pipeline.cards import codes_of
from pokerstats.pipeline.engine import Deck, Hand, IllegalAction, IllegalDeal, Slips

JACKS = "Jh Jc 8s 5d 3c"
KINGS = "Ks Kh 9d 8d 4h"
NOTHING = "Ts 9c 7d 4s 2c"
ACE_HIGH = "Ac Qs 9h 6c 3s"


def three(*stacks: int, hands: tuple[str, ...] = (NOTHING, JACKS, KINGS), rest: str = "", **more: object) -> Hand:
    """Three players: the first cannot open, the second holds jacks, the dealer kings."""
    terms = more.pop("terms", None) or terms_of("standard-draw")
    deck = f"{in_turn(*hands)} {rest}".strip()
    return seated(terms, stacks or (60, 60, 60), deck, **more)  # type: ignore[arg-type]


def refused(hand: Hand, script: str) -> str:
    with pytest.raises(IllegalAction) as error:
        play(hand, script)
    return error.value.rule


def test_j1_everybody_antes() -> None:
    assert lines(three(), "ante") == ["ante 1 1", "ante 2 1", "ante 3 1"]


def test_j1_the_dealer_alone_may_ante() -> None:
    hand = three(terms=terms_of("standard-draw", options={"ante_from": "dealer"}))
    assert lines(hand, "ante") == ["ante 3 1"]
    play(hand, "check, bet 1, fold, fold")
    # the dealer's ante is dead money and never comes back (M10)
    assert lines(hand, "return", "award") == ["return 2 1", "award 2 1 0"]


def test_j2_without_openers_one_must_pass() -> None:
    hand = three()
    assert hand.turn is not None and hand.turn.legal.kinds == ("check",)
    assert refused(hand, "bet 1") == "J2"
    assert refused(hand, "fold") == "J2"


def test_j2_openers_need_not_open_and_passing_keeps_the_hand_alive() -> None:
    hand = play(three(), "check, check, bet 1, call, call")
    assert lines(hand, "call") == ["call 1 1", "call 2 1"]


@pytest.mark.parametrize(
    ("held", "opens"),
    [
        ("Ts Tc 9d 4s 2d", False),
        ("Js Jd 4c 3s 2d", True),
        ("5s 5c 3d 3s 2d", True),
        ("2s 2c 2d 9s 4d", True),
        ("6s 5c 4d 3s 2d", True),
        ("As Kc Qd Js 9d", False),
    ],
)
def test_j2_or_better_is_any_hand_at_least_as_high(held: str, opens: bool) -> None:
    hand = three(hands=(held, NOTHING.replace("4s 2c", "8s 6c").replace("Ts 9c", "Th 9h"), "Ad Kd Qh 8h 7h"))
    assert hand.turn is not None and ("bet" in hand.turn.legal.kinds) is opens


def test_j3_the_opening_bet_is_exact() -> None:
    assert refused(three(), "check, bet 2") == "J3"
    assert refused(three(terms=terms_of("standard-draw", structure="no-limit")), "check, bet 5") == "J3"


def test_j4_a_hand_that_nobody_opens_is_carried() -> None:
    hand = play(three(), "check, check, check")
    assert hand.finished and hand.passed_out and hand.carried_out == 3
    assert lines(hand)[-1] == "end 3"


def test_j4_l3_the_pot_is_the_highest_bet_after_a_pass_out() -> None:
    hand = three(carried_in=6, after_pass_out=True)
    assert hand.terms.stakes.max_bet == 9 and hand.terms.stakes.min_bet == 1
    play(hand, "check, bet 1, raise 10, fold, call")
    assert refused(hand, "draw 8s 5d 3c, pat, bet 10") == "L1"
    play(hand, "bet 9")


def test_l3_or_the_pot_is_the_lowest_bet() -> None:
    hand = three(carried_in=6, after_pass_out=True, terms=terms_of("standard-draw", options={"pot_is": "minimum"}))
    stakes = hand.terms.stakes
    assert (stakes.min_bet, stakes.open_bet, stakes.max_bet) == (9, 9, 45)


def test_l3_nor_is_the_lowest_bet_ever_below_the_agreed_one() -> None:
    options = {"pot_is": "minimum", "ante_from": "dealer"}
    sums = {"min_bet": 5, "max_bet": 25, "open_bet": 5}
    hand = three(carried_in=1, after_pass_out=True, terms=terms_of("standard-draw", options=options, stakes=sums))
    assert (hand.terms.stakes.min_bet, hand.terms.stakes.max_bet) == (5, 25)


def test_l3_never_lowers_the_agreed_maximum_and_may_be_off() -> None:
    assert three(carried_in=1, after_pass_out=True).terms.stakes.max_bet == 5
    off = terms_of("standard-draw", options={"pot_after_pass_out": "off"})
    assert three(carried_in=9, after_pass_out=True, terms=off).terms.stakes.max_bet == 5


def test_j5_at_most_three_cards_are_drawn() -> None:
    hand = play(three(), "check, bet 1, call, fold")
    assert refused(hand, "draw Jh 8s 5d 3c") == "J5"
    assert refused(hand, "draw 8s 8s") == "D8"
    assert refused(hand, "draw Ks") == "D8"


def test_j6_the_opener_shows_openers_when_he_wins_alone() -> None:
    hand = play(three(), "check, bet 1, fold, fold")
    assert lines(hand)[-5:] == ["fold 1", "return 2 1", "show_openers 2 Jh Jc", "award 2 3 0", "end"]


def test_j6_of_three_jacks_he_shows_two_that_he_still_holds() -> None:
    hand = three(hands=(NOTHING, "Jh Jc Jd 5d 3c", KINGS), rest="2h 6h")
    play(hand, "check, bet 1, call, fold, draw Jh 3c, pat, bet 2, fold")
    assert lines(hand, "show_openers") == ["show_openers 2 Jd Jc"]


def test_j6_another_winner_shows_nothing() -> None:
    hand = play(three(), "check, bet 1, raise 3, fold, fold")
    assert lines(hand)[-4:] == ["fold 2", "return 3 2", "award 3 5 0", "end"]


def test_j7_the_opener_begins_the_second_round() -> None:
    hand = play(three(), "check, bet 1, call, call, draw 9c 7d 4s, draw 8s 5d 3c, draw 9d 8d 4h")
    assert hand.turn is not None and hand.turn.seat == 2


def test_j7_m14_if_he_has_folded_the_next_to_his_left() -> None:
    hand = play(three(), "check, bet 1, raise 3, call, fold, pat, pat")
    assert hand.turn is not None and hand.turn.seat == 3


def test_j8_all_checked_the_opener_shows_first() -> None:
    hand = play(three(), "check, bet 1, call, call, pat, pat, pat, check, check, check")
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 2", "show 3", "show 1"]


def test_j8_the_caller_who_closed_the_betting_shows_first() -> None:
    script = "check, bet 1, call, call, pat, pat, pat, bet 2, call, fold"
    assert [line[:6] for line in lines(play(three(), script), "show")] == ["show 3", "show 2"]
    last = three(terms=terms_of("standard-draw", options={"first_to_show": "last-bettor"}))
    assert [line[:6] for line in lines(play(last, script), "show")] == ["show 2", "show 3"]


def test_j8_j15_where_hands_may_be_thrown_away_the_called_player_must_show() -> None:
    hand = three(terms=terms_of("standard-draw", options={"muck": "yes"}))
    play(hand, "check, bet 1, call, call, pat, pat, pat, bet 2, call, call")
    # seat 1 closed the betting and shows first, seat 2 was called, seat 3 has the best hand
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 1", "show 2", "show 3"]


def test_j8_the_called_player_shows_though_he_is_beaten() -> None:
    aces = "Ah Ad 7c 6s 2d"
    hand = three(hands=(aces, JACKS, "Ts Th 9d 8d 4h"), terms=terms_of("standard-draw", options={"muck": "yes"}))
    play(hand, "check, bet 1, call, call, pat, pat, pat, bet 2, call, call")
    assert [line[:6] for line in lines(hand, "show", "muck")] == ["show 1", "show 2", "muck 3"]


def test_j8_an_opener_all_in_shows_first_if_nobody_bets() -> None:
    hand = play(three(60, 2, 60), "check, bet 1, call, call, pat, pat, pat, check, check")
    assert lines(hand, "bet") == ["bet 2 1 True"] and lines(hand, "check")[1:] == ["check 3", "check 1"]
    assert [line[:6] for line in lines(hand, "show")] == ["show 2", "show 3", "show 1"]


def test_j9_a_card_exposed_by_the_dealer_is_replaced_after_all_have_drawn() -> None:
    slips = Slips(dealer_exposes=1, player_exposes=0, miscount=0, misreads=0)
    hand = three(rest="2h 2s 6d 6h 7s", slips=slips)
    play(hand, "check, bet 1, call, fold, draw 8s 5d 3c, draw 9d 8d")
    assert lines(hand, "discard", "expose", "replace") == [
        "discard 2 3 8s 5d 3c 2h 2s",
        "expose 2 6d dealer False",
        # what the dealer exposes to himself he keeps
        "discard 3 2 9d 8d 6h 7s",
        "expose 3 7s dealer True",
        "replace 2 2d",
    ]
    play(hand, "check, check")
    assert lines(hand, "show") == ["show 2 Jh Jc 2h 2s 2d", "show 3 Ks Kh 4h 6h 7s"]


def test_j9_or_it_is_replaced_at_once() -> None:
    slips = Slips(dealer_exposes=1, player_exposes=0, miscount=0, misreads=0)
    at_once = terms_of("standard-draw", options={"exposed_replacement": "at-once"})
    hand = three(rest="2h 2s 6d 6h 7s", slips=slips, terms=at_once)
    play(hand, "check, bet 1, call, fold, draw 8s 5d 3c")
    assert lines(hand, "expose", "replace") == ["expose 2 6d dealer False", "replace 2 6h"]


def test_j9_a_card_exposed_by_the_player_is_kept() -> None:
    slips = Slips(dealer_exposes=0, player_exposes=1, miscount=0, misreads=0)
    hand = three(rest="2h 2s 6d", slips=slips)
    play(hand, "check, bet 1, call, fold, draw 8s 5d 3c")
    assert lines(hand, "discard", "expose") == ["discard 2 3 8s 5d 3c 2h 2s 6d", "expose 2 6d player True"]


def test_d4_j10_when_the_deck_runs_out_the_discards_of_others_are_dealt_on() -> None:
    deck = Deck.in_order("As Ks")
    deck.throw(1, [0, 4])
    deck.throw(2, [8, 12, 16])
    deck.throw(3, [20])
    assert deck.reshuffle_thrown(2, 3, Random(1)) == 3
    drawn = deck.take(5)
    assert drawn[:2] == codes_of("As Ks"), "the deck is first dealt to its last card"
    assert sorted(drawn[2:]) == [0, 4, 20]
    assert deck.thrown == [(2, 8), (2, 12), (2, 16)], "the drawer's own stay away"
    # now only his own are left: they are shuffled in
    assert deck.reshuffle_thrown(2, 1, Random(1)) == 3


def test_d4_j10_ten_players_run_the_deck_out() -> None:
    hand = seated(terms_of("standard-draw"), [50] * 10, rng=Random(5))
    while hand.turn is not None and hand.turn.kind == "bet":
        kinds = hand.turn.legal.kinds
        folds = hand.turn.seat < 5 and "fold" in kinds
        opens = f"bet {hand.turn.legal.least}" if "bet" in kinds else "check"
        play(hand, "fold" if folds else "call" if "call" in kinds else opens)
    assert len(hand.deal.deck) == 2
    gone = {int(line.split()[1]) for line in lines(hand, "fold")}
    held = dict(zip(hand.deal.seats, hand.deal.held, strict=True))
    folded = [card for seat in gone for card in held[seat]]
    assert len(folded) >= 15
    while hand.turn is not None and hand.turn.kind == "draw":
        cards = hand.turn.legal.held[:3]
        hand.act(choice("pat")._replace(cards=cards))
    assert lines(hand, "reshuffle")[0] == f"reshuffle {len(folded)}"
    drawn = [event["drawn"] for event in hand.deal.events if event["type"] == "discard"]
    assert set(codes_of(" ".join(drawn))[2:12]) <= set(folded)


def test_d5_a_hand_with_a_card_too_many_takes_no_part() -> None:
    hand = three(slips=Slips(dealer_exposes=0, player_exposes=0, miscount=1, misreads=0))
    play(hand, "check, bet 1, call, fold, pat, draw 9d 8d")
    cards = len(hand.deal.held[2])
    assert cards in (4, 6)
    play(hand, "check, check")
    assert lines(hand, "dead_hand", "award") == [f"dead_hand 3 {'four' if cards == 4 else 'six'} cards", "award 2 5 0"]


def test_d5_m9_if_no_hand_is_left_everything_is_carried() -> None:
    hand = three(slips=Slips(dealer_exposes=0, player_exposes=0, miscount=1, misreads=0))
    play(hand, "check, bet 1, call, fold, draw 8s, draw 9d 8d, check, check")
    assert lines(hand, "award") == [] and hand.carried_out == 5
    assert lines(hand)[-1] == "end 5"


def test_d10_too_many_players_for_the_deck_are_refused() -> None:
    with pytest.raises(IllegalDeal) as error:
        seated(terms_of("ante-draw", deck=24), [20] * 5)
    assert error.value.rule == "D10"
    with pytest.raises(IllegalDeal) as error:
        seated(terms_of("standard-draw"), [20])
    assert error.value.rule == "J1"


def test_j11_openers_may_be_split_and_are_shown_then() -> None:
    hands = (NOTHING, "Kd Jh Qh 6h Jc", KINGS)
    hand = play(three(hands=hands, rest="2h"), "check, bet 1, call, fold, draw Jc, pat, check, check")
    assert lines(hand, "show_openers") == ["show_openers 2 Jh Jc"]


def test_j11_or_they_may_not() -> None:
    strict = terms_of("standard-draw", options={"split_openers": "no"})
    hand = play(three(terms=strict), "check, bet 1, call, fold")
    assert refused(hand, "draw Jc") == "J11"
    play(hand, "draw 8s 5d 3c")


def test_j12_j13_a_checker_may_raise_later() -> None:
    hand = play(three(), "check, bet 1, call, call, pat, pat, pat, check, bet 2, raise 5, raise 10, fold, call")
    assert lines(hand, "raise", "fold") == ["raise 1 5 5", "raise 2 10 10", "fold 3"]
    assert hand.finished


def test_j13_no_check_after_a_bet() -> None:
    hand = play(three(), "check, bet 1, call, call, pat, pat, pat, bet 1")
    assert refused(hand, "check") == "J13"


def test_j13_a_fold_without_a_bet_is_allowed_after_the_draw() -> None:
    hand = play(three(), "check, bet 1, call, call, pat, pat, pat, fold, check, bet 2, call")
    assert lines(hand, "fold") == ["fold 2"] and hand.finished


def test_j16_players_behind_the_caller_still_have_their_turn() -> None:
    hand = play(three(), "check, bet 1, call, call, pat, pat, pat, bet 1, call")
    assert hand.turn is not None and hand.turn.seat == 1


def test_m5_a_wrong_announcement_is_corrected() -> None:
    hand = three(slips=Slips(dealer_exposes=0, player_exposes=0, miscount=0, misreads=1))
    play(hand, "check, bet 1, call, fold, pat, pat, check, check")
    said = [event["said"] for event in hand.deal.events if event["type"] == "announce" and event["seat"] == 2]
    assert len(said) == 2 and said[0] != said[1] == "pair of jacks"


def test_l7_the_least_raise_is_the_minimum_whatever_was_bet() -> None:
    hand = play(three(), "check, bet 1, call, call, pat, pat, pat, bet 5")
    assert hand.turn is not None and (hand.turn.legal.least, hand.turn.legal.most) == (6, 10)
    other = three(terms=terms_of("standard-draw", options={"raise_floor": "last-raise"}))
    play(other, "check, bet 1, call, call, pat, pat, pat, bet 4")
    assert other.turn is not None and (other.turn.legal.least, other.turn.legal.most) == (8, 9)


def test_m14_nobody_acts_out_of_turn() -> None:
    hand = three()
    with pytest.raises(IllegalAction) as error:
        hand.act(choice("check"), seat=3)
    assert error.value.rule == "M14"
    assert hand.turn is not None and hand.turn.seat == 1
