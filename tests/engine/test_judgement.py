"""What bots think of their cards: where a hand stands, and which cards a draw keeps."""

from itertools import combinations
from random import Random

import numpy as np
import pytest

from pokerstats.pipeline.cards import codes_of, text_of
from pokerstats.pipeline.engine.bots.board_hands import Board, draws, low_start, starting_share
from pokerstats.pipeline.engine.bots.draw_hands import dealt_high, keep_high, with_kicker
from pokerstats.pipeline.engine.bots.low_hands import (
    ace_high,
    ace_low,
    badugi_cards,
    dealt_badugi,
    dealt_low,
    keep_badugi,
    keep_both,
    keep_low,
)
from pokerstats.pipeline.engine.bots.places import places
from pokerstats.pipeline.engine.bots.stud_hands import later_street_high, low_so_far, third_street_high
from pokerstats.pipeline.ranking import order


def kept(cards: tuple[int, ...]) -> str:
    return text_of(sorted(cards, reverse=True))


@pytest.mark.parametrize(("name", "deck"), [("standard", 52), ("by-frequency", 24), ("deuce-to-seven", 52)])
def test_the_share_beaten_is_that_of_all_deals(name: str, deck: int) -> None:
    random = Random(7)
    pack = range(52 - deck, 52)
    sample = [random.sample(pack, 5) for _ in range(20_000)]
    strengths = order(name, deck).strength(np.array(sample, dtype=np.int8))
    for number in range(0, 200, 7):
        beaten = np.mean((strengths < strengths[number]) + (strengths == strengths[number]) / 2)
        assert places(name, deck).of(sample[number]) == pytest.approx(beaten, abs=0.02)


@pytest.mark.parametrize(
    ("cards", "most", "expected"),
    [
        ("Ah Ad 9c 7s 2d", 5, "Ah Ad"),
        ("Ah Ad 9c 9s 2d", 5, "Ah Ad 9s 9c"),
        ("8h 8d 8c 7s 2d", 3, "8h 8d 8c"),
        ("8h 8d 8c 7s 7d", 3, "8h 8d 8c 7s 7d"),
        ("Kh Qh 8h 7s 2h", 3, "Kh Qh 8h 2h"),
        ("9h 8d 7c 6s Ad", 3, "9h 8d 7c 6s"),
        ("Kh Qd Jc Ts 9d", 5, "Kh Qd Jc Ts 9d"),
        ("Ah Kd 9c 7s 2d", 5, "Ah Kd"),
        ("Qh Td 9c 7s 2d", 5, "Qh"),
        ("Qh Td 9c 7s 2d", 3, "Qh Td"),
        ("3h 3d Jh 7h 2h", 3, "Jh 7h 3h 2h"),
        ("Kh Kd Jh 7h 2h", 3, "Kh Kd"),
    ],
)
def test_what_a_draw_for_high_keeps(cards: str, most: int, expected: str) -> None:
    held = codes_of(cards)
    assert kept(keep_high(held, places("standard"), most).cards) == kept(tuple(codes_of(expected)))


def test_never_more_is_thrown_away_than_the_rules_allow() -> None:
    random = Random(3)
    for _ in range(2_000):
        cards, most = random.sample(range(52), 5), random.choice((1, 3, 4, 5))
        for keep in (
            keep_high(cards, places("standard"), most),
            keep_low(cards, ace_high, random.choice((1, 2, 3)), most),
            keep_badugi(cards, ace_low, 2, most),
            keep_both(cards, ace_low, most),
        ):
            assert len(set(keep.cards)) == len(keep.cards) >= 5 - most
            assert set(keep.cards) <= set(cards)


def test_a_kicker_hides_a_pair_and_nothing_else() -> None:
    pair = codes_of("9h 9d Ac 4s 2d")
    assert kept(with_kicker(keep_high(pair, places("standard"), 3), pair).cards) == "Ac 9h 9d"
    two_pair = codes_of("9h 9d Ac As 2d")
    assert len(with_kicker(keep_high(two_pair, places("standard"), 3), two_pair).cards) == 4


def test_draws_are_worth_more_than_the_cards_they_are() -> None:
    standard = places("standard")
    nothing, flush_draw = codes_of("Kh Jd 8h 7s 2h"), codes_of("Kh Jh 8h 7s 2h")
    assert dealt_high(flush_draw, standard) > dealt_high(nothing, standard) + 0.3
    assert dealt_high(codes_of("Ah Ad Jh 7h 2h"), standard) == standard.of(codes_of("Ah Ad Jh 7h 2h"))


@pytest.mark.parametrize(
    ("cards", "left", "expected", "pat"),
    [
        ("7h 5d 4c 3s 2d", 3, "7h 5d 4c 3s 2d", True),
        ("6h 5d 4c 3s 2d", 3, "5d 4c 3s 2d", False),
        ("Kh 5d 4c 3s 2d", 1, "5d 4c 3s 2d", False),
        ("Jh 5d 4c 3s 2d", 1, "Jh 5d 4c 3s 2d", True),
        ("Jh 5d 4c 3s 2d", 3, "5d 4c 3s 2d", False),
        ("Kh Kd 4c 4s 2d", 3, "4c 2d", False),
    ],
)
def test_what_a_deuce_to_seven_draw_keeps(cards: str, left: int, expected: str, pat: bool) -> None:
    keep = keep_low(codes_of(cards), ace_high, left, 5)
    assert (sorted(card >> 2 for card in keep.cards), keep.pat) == (sorted(c >> 2 for c in codes_of(expected)), pat)


def test_lower_cards_are_better_and_the_ace_counts_as_the_game_has_it() -> None:
    wheel = codes_of("5h 4d 3c 2s Ad")
    assert dealt_low(wheel, ace_low, 1) > dealt_low(codes_of("8h 4d 3c 2s Ad"), ace_low, 1) > 0.8
    assert dealt_low(wheel, ace_high, 1) < dealt_low(codes_of("7h 4d 3c 2s 5d"), ace_high, 1)
    assert dealt_low(codes_of("4h 3d 2c Ks Kd"), ace_high, 3) > dealt_low(codes_of("4h 3d Qc Ks Kd"), ace_high, 3)


def test_a_badugi_is_four_cards_of_four_suits_and_ranks() -> None:
    assert kept(badugi_cards(codes_of("4h 3d 2c As"), ace_low)) == "As 4h 3d 2c"
    assert kept(badugi_cards(codes_of("Kh 3d 2d As"), ace_low)) == "As Kh 2d"
    assert keep_badugi(codes_of("7h 3d 2c As"), ace_low, 3, 4).pat
    assert kept(keep_badugi(codes_of("Kh 3d 2d As"), ace_low, 3, 4).cards) == "As 2d"
    hands = ("4h 3d 2c As", "Kh Qd Jc Ts", "3h 2d As Ks", "Kh Qd Js Ts", "2h Ah Kh Qh")
    worth = [dealt_badugi(codes_of(hand), ace_low) for hand in hands]
    assert worth == sorted(worth, reverse=True)


def test_starting_hands_have_the_usual_order() -> None:
    hands = ("As Ah", "Ks Kh", "As Ks", "8s 8h", "Ts 9s", "As 5h", "Js 4h", "7s 2h")
    shares = [starting_share(codes_of(hand)) for hand in hands]
    assert shares == sorted(shares, reverse=True)
    assert starting_share(codes_of("As Ah Ks Kh")) > starting_share(codes_of("As Ah 7c 2d")) > 0.5
    assert low_start(codes_of("As 2h 3c Kd")) > low_start(codes_of("As 7h Kc Kd")) > low_start(codes_of("Ks Qh Tc 9d"))


@pytest.mark.parametrize(("name", "deck"), [("standard", 52), ("short-deck-holdem", 36), ("eight-or-better", 52)])
@pytest.mark.parametrize("exactly_two", [False, True])
def test_two_cards_on_a_board_are_as_strong_as_the_order_says(name: str, deck: int, exactly_two: bool) -> None:
    random, ranking = Random(11), order(name, deck)
    for _ in range(200):
        cards = random.sample(range(52 - deck, 52), 2 + random.choice((3, 4, 5)))
        hole, shared = np.array([cards[:2]], dtype=np.int8), np.array([cards[2:]], dtype=np.int8)
        exact = ranking.strength_exactly(hole, shared) if exactly_two else ranking.strength(np.hstack([hole, shared]))
        assert Board(cards[2:], name, deck, True, exactly_two).strength(cards[0], cards[1]) == exact[0]


@pytest.mark.parametrize(
    "board",
    [
        "Kh 7d 2c", "Ks 7s 2s 4h", "Ks 7s 2s 4s", "Ks 7s 2s 4s 8s", "7h 7d 7c 7s 2d", "As Ah Ad Ac", "As Ah Ad Ac Ks",
        "As Ah Ad Ks Kh",
    ],
)  # fmt: skip
def test_a_hand_is_placed_among_all_others_on_its_board(board: str) -> None:
    shared = codes_of(board)
    placed = Board(shared, "standard", 52, True, False)
    others = list(combinations([card for card in range(52) if card not in shared], 2))
    strengths = [placed.strength(*two) for two in others]
    for two in Random(2).sample(others, 30):
        own = placed.strength(*two)
        beaten = sum((other < own) + (other == own) / 2 for other in strengths) / len(others)
        assert placed.share(two) == pytest.approx(beaten)


def test_draws_on_a_board_need_cards_of_the_hand() -> None:
    assert draws(codes_of("As 9s"), codes_of("Ks 7s 2h")) > draws(codes_of("As 9s"), codes_of("Ks 7h 2h")) == 0
    assert draws(codes_of("9s 8d"), codes_of("7h 6c 2h")) > 0
    assert draws(codes_of("As Ad"), codes_of("9h 8c 7h 6d")) == 0
    assert draws(codes_of("As 9s"), codes_of("Ks 7s 2h 3d 4d")) == 0


def test_stud_hands_beside_what_the_others_show() -> None:
    aces = codes_of("As Ah 7d")
    assert third_street_high(aces, codes_of("Kd 2c")) > third_street_high(aces, codes_of("Ad 2c"))
    assert third_street_high(codes_of("8s 7s 6s"), []) > third_street_high(codes_of("8s 7h 2d"), []) + 0.4
    kings = codes_of("Ks Kh 7d 2c 3d")
    alone, beside = (
        later_street_high(kings, [codes_of("8d 4c 3h")], 2),
        later_street_high(kings, [codes_of("Ad Ac 3h")], 2),
    )
    assert alone > beside
    flush_draw = codes_of("As Ks 7s 2s 3d")
    assert later_street_high(flush_draw, [], 2) > later_street_high(flush_draw, [], 0)
    assert later_street_high(codes_of("As Ks 7s 2s 3s"), [], 2) > 0.9


def test_a_low_in_stud_grows_card_by_card() -> None:
    growing = ["As 2d 3c", "As 2d 3c Kd", "As 2d 3c Kd Kc"]
    worth = [low_so_far(codes_of(cards), ace_low) for cards in growing]
    assert worth == sorted(worth, reverse=True)
    assert low_so_far(codes_of("As 2d 3c 4h 6d"), ace_low) > 0.9
    assert low_so_far(codes_of("Ks Kd Qc Qh Td"), ace_low) < 0.1
