"""Ranking orders: counted, digested, and compared with a slow evaluator that shares nothing with the fast one."""

import hashlib
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import numpy.typing as npt
import pytest

from pokerstats.pipeline import cards, ranking
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.ranking.tables import FIVE_CARD_KEYS, SEVEN_CARD_KEYS, rank_sets

Hand = tuple[int, ...]


@cache
def every_five_cards(deck: int) -> npt.NDArray[np.int8]:
    return np.array(list(combinations(cards.deck(deck).tolist(), 5)), dtype=np.int8)


def some_hands(number: int, width: int, deck: int = 52, seed: int = 2024) -> npt.NDArray[np.int8]:
    shuffled = np.random.default_rng(seed).random((number, deck)).argsort(axis=1)[:, :width]
    return cards.deck(deck)[shuffled]


def codes(text: str) -> npt.NDArray[np.int8]:
    return np.array([cards.codes_of(text)], dtype=np.int8)


# ---------------------------------------------------------------- counts

COUNTS = {
    # rules.md H: straight flush, four of a kind, full house, flush, straight, three of a kind, two pair, pair, no pair
    (24, True): (12, 120, 720, 12, 3_060, 3_840, 8_640, 23_040, 3_060),
    (24, False): (8, 120, 720, 16, 2_040, 3_840, 8_640, 23_040, 4_080),
    (32, True): (20, 224, 1_344, 204, 5_100, 10_752, 24_192, 107_520, 52_020),
    (32, False): (16, 224, 1_344, 208, 4_080, 10_752, 24_192, 107_520, 53_040),
    (36, True): (24, 288, 1_728, 480, 6_120, 16_128, 36_288, 193_536, 122_400),
    (36, False): (20, 288, 1_728, 484, 5_100, 16_128, 36_288, 193_536, 123_420),
    (52, True): (40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540),
}
NAMES = (
    "straight flush",
    "four of a kind",
    "full house",
    "flush",
    "straight",
    "three of a kind",
    "two pair",
    "pair",
    "high card",
)


@pytest.mark.parametrize(("deck", "ace_low_straight"), COUNTS)
def test_h6_hands_in_each_category(deck: int, ace_low_straight: bool) -> None:
    order = ranking.order("standard", deck, ace_low_straight)
    strengths, numbers = np.unique(order.strength(every_five_cards(deck)), return_counts=True)
    counted: Counter[str | None] = Counter()
    for category, number in zip(order.category(strengths), numbers.tolist(), strict=True):
        counted[category] += number
    assert dict(counted) == dict(zip(NAMES, COUNTS[deck, ace_low_straight], strict=True))


@pytest.mark.parametrize("deck", [24, 32, 36])
def test_h6_from_three_of_a_kind_up_the_rarer_hand_is_higher(deck: int) -> None:
    order = ranking.order("by-frequency", deck)
    hands = every_five_cards(deck)
    strengths = order.strength(hands)
    words = np.array(order.category(strengths), dtype=str)
    made = [name for name in NAMES if name not in ("high card", "pair", "two pair")]
    rarest_first = sorted(made, key=lambda name: ((words == name).sum(), name != "straight flush"))
    highest_first = sorted(made, key=lambda name: -strengths[words == name].max())
    assert highest_first == rarest_first


@pytest.mark.parametrize(
    ("order", "different"),
    [
        ("standard", 7_462), ("deuce-to-seven", 7_462), ("ace-to-five", 6_175), ("eight-or-better", 56),
        ("badugi", 1_092), ("badugi-ace-high", 1_092),
    ],
)  # fmt: skip
def test_an_order_has_so_many_different_strengths(order: str, different: int) -> None:
    width = 4 if order.startswith("badugi") else 5
    hands = np.array(list(combinations(range(52), width)), dtype=np.int8)
    strengths = np.unique(ranking.order(order).strength(hands))
    assert strengths[strengths > 0].tolist() == list(range(1, different + 1))


DIGESTS = {
    ("standard", 52): "63250b1bbb59b1d3",
    ("standard", 36): "f25fd04db13bb48d",
    ("standard", 32): "0bc177ff50afb0ce",
    ("standard", 24): "2707d0163ab9c1b4",
    ("by-frequency", 36): "21ea98244fe18e38",
    ("by-frequency", 32): "5bb0048711effa43",
    ("by-frequency", 24): "b8585f146b463576",
    ("short-deck-holdem", 36): "21ea98244fe18e38",
    ("short-deck-holdem-trips", 36): "9f914652268fa66f",
    ("ace-to-five", 52): "ea821126dcf1baa2",
    ("eight-or-better", 52): "2920905f0d5dc147",
    ("deuce-to-seven", 52): "1ba74bdc4e2636b5",
    ("badugi", 52): "de46bb4fe5a9e58e",
    ("badugi-ace-high", 52): "c35df5d0b6813ce2",
}


@pytest.mark.parametrize(("order", "deck"), DIGESTS)
def test_the_complete_order_is_the_one_that_was_proved(order: str, deck: int) -> None:
    if order.startswith("badugi"):
        hands = np.array(list(combinations(range(52), 4)), dtype=np.int8)
    else:
        hands = every_five_cards(deck)
    strengths = ranking.order(order, deck).strength(hands)
    assert hashlib.sha256(strengths.astype("<i4").tobytes()).hexdigest()[:16] == DIGESTS[order, deck]


@pytest.mark.parametrize(("keys", "most"), [(FIVE_CARD_KEYS, 5), (SEVEN_CARD_KEYS, 6), (SEVEN_CARD_KEYS, 7)])
def test_no_two_sets_of_ranks_share_a_sum(keys: tuple[int, ...], most: int) -> None:
    sums = np.array(keys)[rank_sets(most, 0)].sum(axis=1)
    assert len(np.unique(sums)) == len(sums)


# ---------------------------------------------------------------- the slow evaluator

STANDARD = ("none", "pair", "two", "trips", "straight", "flush", "full", "quads", "sf")
SHORT_DECK = ("none", "pair", "two", "trips", "straight", "full", "flush", "quads", "sf")
SHORT_DECK_TRIPS = ("none", "pair", "two", "straight", "trips", "full", "flush", "quads", "sf")
FREQUENCY_24_32 = ("none", "pair", "two", "trips", "straight", "full", "quads", "flush", "sf")


def slow_high(hand: Hand, scale: tuple[str, ...], lowest: int = 0, wheel: bool = True) -> tuple[int, list[int]]:
    ranks = sorted((card // 4 for card in hand), reverse=True)
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [count for count, _ in groups]
    lead = [rank for _, rank in groups]
    flush = len({card % 4 for card in hand}) == 1
    low_straight = wheel and ranks == [12, lowest + 3, lowest + 2, lowest + 1, lowest]
    straight = low_straight or (len(lead) == 5 and ranks[0] - ranks[4] == 4)
    if low_straight:
        lead = [lowest + 3]
    kind = {(2, 1, 1, 1): "pair", (2, 2, 1): "two", (3, 1, 1): "trips", (3, 2): "full", (4, 1): "quads"}.get(
        tuple(shape), "none"
    )
    if straight or flush:
        kind = "sf" if straight and flush else "straight" if straight else "flush"
    return scale.index(kind), lead


def slow_low(hand: Hand) -> tuple[list[int], list[int]]:
    ranks = [(card // 4 + 1) % 13 for card in hand]
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    return [-count for count, _ in groups], [-rank for _, rank in groups]


def slow_eight(hand: Hand) -> list[int] | None:
    ranks = sorted({(card // 4 + 1) % 13 for card in hand}, reverse=True)
    return [-rank for rank in ranks] if len(ranks) == 5 and ranks[0] <= 7 else None


def slow_badugi(hand: Hand, ace_high: bool) -> tuple[int, list[int]]:
    found = []
    for size in range(1, 5):
        for some in combinations(hand, size):
            if len({card // 4 for card in some}) == size == len({card % 4 for card in some}):
                ranks = [card // 4 if ace_high else (card // 4 + 1) % 13 for card in some]
                found.append((size, [-rank for rank in sorted(ranks, reverse=True)]))
    return max(found)


def slow_deuce(hand: Hand) -> tuple[int, list[int]]:
    kind, lead = slow_high(hand, STANDARD, wheel=False)
    return -kind, [-rank for rank in lead]


def assert_same_order(strengths: npt.NDArray[np.int32], slow: list[object]) -> None:
    pairs = sorted(zip(slow, strengths.tolist(), strict=True), key=lambda pair: pair[1])
    for (slower, lower), (faster, higher) in pairwise(pairs):
        assert (slower == faster) if lower == higher else (slower < faster)  # type: ignore[operator]


@pytest.mark.parametrize(
    ("name", "deck", "wheel", "scale"),
    [
        ("standard", 52, True, STANDARD), ("standard", 32, False, STANDARD), ("by-frequency", 52, True, STANDARD),
        ("by-frequency", 36, True, SHORT_DECK), ("by-frequency", 32, True, FREQUENCY_24_32),
        ("by-frequency", 24, False, FREQUENCY_24_32), ("short-deck-holdem", 36, True, SHORT_DECK),
        ("short-deck-holdem-trips", 36, True, SHORT_DECK_TRIPS),
    ],
)  # fmt: skip
@pytest.mark.parametrize("width", [5, 6, 7])
def test_high_orders_agree_with_the_slow_evaluator(
    name: str, deck: int, wheel: bool, scale: tuple[str, ...], width: int
) -> None:
    hands = some_hands(1_500, width, deck)
    lowest = cards.lowest_rank(deck)
    slow: list[object] = [
        max(slow_high(five, scale, lowest, wheel) for five in combinations(hand, 5)) for hand in hands.tolist()
    ]
    assert_same_order(ranking.order(name, deck, wheel).strength(hands), slow)


@pytest.mark.parametrize("width", [5, 6, 7])
def test_low_orders_agree_with_the_slow_evaluator(width: int) -> None:
    hands = some_hands(1_500, width)
    fives = [list(combinations(hand, 5)) for hand in hands.tolist()]
    assert_same_order(ranking.order("ace-to-five").strength(hands), [max(map(slow_low, some)) for some in fives])
    assert_same_order(ranking.order("deuce-to-seven").strength(hands), [max(map(slow_deuce, some)) for some in fives])
    lows = [max((low for low in map(slow_eight, some) if low), default=[-99]) for some in fives]
    eights = ranking.order("eight-or-better").strength(hands)
    assert_same_order(eights, list(lows))
    assert [low == [-99] for low in lows] == (eights == 0).tolist()


@pytest.mark.parametrize("width", [4, 5])
@pytest.mark.parametrize(("name", "ace_high"), [("badugi", False), ("badugi-ace-high", True)])
def test_badugi_agrees_with_the_slow_evaluator(name: str, ace_high: bool, width: int) -> None:
    hands = some_hands(2_000, width)
    assert_same_order(
        ranking.order(name).strength(hands), [slow_badugi(tuple(hand), ace_high) for hand in hands.tolist()]
    )


@pytest.mark.parametrize("held", [4, 5, 6])
def test_omaha_takes_exactly_two_from_the_hand(held: int) -> None:
    hands = some_hands(600, held + 5)
    # suits thinned out: with two suits left in play flushes are frequent
    hands = np.vstack([hands, (hands[:200] & ~1) | (np.arange(held + 5) % 2).astype(np.int8)])
    hole, board = hands[:, :held], hands[:, held:]
    high, low = ranking.order("standard"), ranking.order("eight-or-better")
    slow_highs: list[object] = []
    slow_lows: list[object] = []
    for row in hands.tolist():
        fives = [two + three for two in combinations(row[:held], 2) for three in combinations(row[held:], 3)]
        slow_highs.append(max(slow_high(five, STANDARD) for five in fives))
        slow_lows.append(max((eight for eight in map(slow_eight, fives) if eight), default=[-99]))
    distinct = np.array([len(set(row)) == len(row) for row in hands.tolist()])
    keep = np.flatnonzero(distinct)
    assert_same_order(high.strength_exactly(hole[keep], board[keep]), [slow_highs[row] for row in keep])
    assert_same_order(low.strength_exactly(hole[keep], board[keep]), [slow_lows[row] for row in keep])


@pytest.mark.parametrize(
    ("name", "deck", "slow"),
    [
        ("standard", 52, lambda hand: slow_high(hand, STANDARD)),
        ("deuce-to-seven", 52, slow_deuce),
        ("ace-to-five", 52, slow_low),
        ("by-frequency", 36, lambda hand: slow_high(hand, SHORT_DECK, 4)),
        ("by-frequency", 32, lambda hand: slow_high(hand, FREQUENCY_24_32, 5)),
        ("by-frequency", 24, lambda hand: slow_high(hand, FREQUENCY_24_32, 7)),
    ],
)
def test_the_complete_order_agrees_with_the_slow_evaluator(
    name: str, deck: int, slow: Callable[[Hand], object]
) -> None:
    ranks = rank_sets(5, cards.lowest_rank(deck))
    distinct = (np.diff(ranks, axis=1) > 0).all(axis=1)
    # a rank that comes again takes the next suit; five different ranks are tried in one suit and in two
    again = np.array(
        [[row[:place].count(rank) for place, rank in enumerate(row)] for row in ranks.tolist()], dtype=np.int8
    )
    mixed = ranks * 4 + again
    mixed[distinct, 0] += 1
    hands = np.vstack([mixed, ranks[distinct] * 4])
    assert_same_order(ranking.order(name, deck).strength(hands), [slow(tuple(hand)) for hand in hands.tolist()])


# ---------------------------------------------------------------- named cases

BEATS = [
    ("standard", "As Ks Qs Js Ts", "Kh Qh Jh Th 9h"),
    ("standard", "5d 4d 3d 2d Ad", "Ah Ac As Ad Kh"),
    ("standard", "6d 5c 4d 3d 2d", "5d 4c 3d 2d Ad"),  # the ace of the wheel is low
    ("standard", "2d 2h As Kd Qc", "3d 2h As Kd Qc"),  # it never wraps round
    ("standard", "Kc Kd 4h 4s 9c", "Kh Ks 4c 4d 8c"),
    ("standard", "7c 7d 7h 2s 2d", "6c 6d 6h As Ad"),
    ("short-deck-holdem", "As Js 9s 8s 6s", "Ah Ad Ac Ks Kd"),
    ("short-deck-holdem", "Td 9c 8d 7s 6h", "Ah Ad Ac Ks Qd"),
    ("short-deck-holdem-trips", "Ah Ad Ac Ks Qd", "Td 9c 8d 7s 6h"),
    ("ace-to-five", "5h 4h 3h 2h Ah", "6d 4c 3h 2s Ad"),
    ("ace-to-five", "Kh Qd Jc Ts 9h", "2c 2d 3h 4s 5c"),
    ("ace-to-five", "Ac Ad 3h 4s 5c", "2c 2d 3h 4s 5c"),
    ("deuce-to-seven", "7c 5d 4h 3s 2c", "7c 6d 4h 3s 2c"),
    ("deuce-to-seven", "9c 8d 7h 6s 2c", "6c 5d 4h 3s 2c"),  # a straight counts against the hand
    ("deuce-to-seven", "Kc Qd Jh Ts 8c", "9c 5c 4c 3c 2c"),  # so does a flush
    ("deuce-to-seven", "Kc 5d 4h 3s 2c", "Ac 5d 4h 3s 2c"),  # the ace is high, and A-5-4-3-2 is no straight
    ("deuce-to-seven", "Ac 5d 4h 3s 2c", "2h 2d 3h 4s 5c"),
    ("badugi", "Kc Qd Jh Ts", "Ac 2d 3h 3s"),
    ("badugi", "4c 3d 2h As", "5c 3d 2h As"),
    ("badugi-ace-high", "5c 4d 3h 2s", "4c 3d 2h As"),
]


@pytest.mark.parametrize(("order", "higher", "lower"), BEATS)
def test_this_hand_beats_that(order: str, higher: str, lower: str) -> None:
    judge = ranking.order(order, deck=36 if order.startswith("short") else 52)
    assert judge.strength(codes(higher))[0] > judge.strength(codes(lower))[0] > 0


def test_h2_suits_have_no_order() -> None:
    judge = ranking.order("standard")
    assert judge.strength(codes("As Kd 9c 7d 2s"))[0] == judge.strength(codes("Ac Kh 9d 7s 2h"))[0]


@pytest.mark.parametrize(("deck", "low"), [(36, "Ac 9d 8c 7h 6s"), (32, "Ac Td 9c 8h 7s"), (24, "Ac Qd Jc Th 9s")])
def test_h8_the_low_straight_of_a_short_deck_is_an_option(deck: int, low: str) -> None:
    yes, no = ranking.order("standard", deck), ranking.order("standard", deck, ace_low_straight=False)
    assert yes.category(yes.strength(codes(low))) == ["straight"]
    assert no.category(no.strength(codes(low))) == ["high card"]
    straights = yes.strength(every_five_cards(deck))
    assert (
        min(value for value in np.unique(straights) if yes.category(np.array([value])) == ["straight"])
        == yes.strength(codes(low))[0]
    )


def test_an_unknown_card_or_a_card_outside_the_deck_has_no_strength() -> None:
    assert ranking.order("standard").strength(codes("As Ks Qs Js ?? Ts 9s")).tolist() == [0]
    assert ranking.order("standard").strength_exactly(codes("As Ks Qs ??"), codes("2c 3c 4c 5c 6c")).tolist() == [0]
    assert ranking.order("badugi").strength(codes("As Kd Qc ??")).tolist() == [0]
    assert ranking.order("standard", deck=36).strength(codes("As Ks Qs Js 2s")).tolist() == [0]


@pytest.mark.parametrize(
    ("order", "held", "best", "category", "described"),
    [
        ("standard", "2c 7d 5h 7s 7h 5c As", "7s 7h 7d 5h 5c", "full house", "full house, sevens full of fives"),
        ("standard", "2c 3d 4h Ac 5s Ks Kd", "5s 4h 3d 2c Ac", "straight", "straight, ace to five"),
        ("standard", "9s 2s As 4s Ks Kd Ts", "As Ks Ts 9s 4s", "flush", "flush, ace high"),
        ("standard", "6c 6d 6h 6s 2d 3c 9h", "6s 6h 6d 6c 9h", "four of a kind", "four of a kind, sixes"),
        ("standard", "Ah Kh Qh Jh Th", "Ah Kh Qh Jh Th", "straight flush", "royal flush"),
        ("standard", "Kc Kd 4h 4s 9c 8d 2h", "Kd Kc 4s 4h 9c", "two pair", "two pair, kings and fours"),
        ("ace-to-five", "Ks 8d 8h 6d 3c 2h Ad", "8d 6d 3c 2h Ad", "eight low", "eight low, 8-6-3-2-A"),
        ("ace-to-five", "8d 4h 3c 3h 4s 8s Ad", "3h 3c 8d 4h Ad", "pair", "pair of threes"),
        ("eight-or-better", "9d 8h 3c 3h 2h 2s Ad", "", None, "no hand"),
        ("badugi", "8s 3d Ac 4h", "8s 4h 3d Ac", "badugi", "badugi, 8-4-3-A"),
        ("badugi", "Tc 3s 2s 7h", "Tc 7h 2s", "three cards", "three cards, T-7-2"),
    ],
)  # fmt: skip
def test_the_cards_that_count_come_best_first(
    order: str, held: str, best: str, category: str | None, described: str
) -> None:
    judge = ranking.order(order)
    strength = judge.strength(codes(held))
    counted = cards.to_texts(judge.best(codes(held)))[0]
    assert (counted, judge.category(strength), judge.describe(int(strength[0]))) == (best, [category], described)


def test_the_cards_that_count_in_omaha() -> None:
    judge = ranking.order("standard")
    assert cards.to_texts(judge.best_exactly(codes("As Ks 2d 3c"), codes("Qs Js 9s Ts 8s"))).to_list() == [
        "As Ks Qs Js Ts"
    ]
    assert cards.to_texts(judge.best_exactly(codes("Ah Kd Qc Jc"), codes("9s 9h 9d 8c 2c"))).to_list() == [
        "9s 9h 9d Ah Kd"
    ]


def test_an_unknown_order_is_refused_by_name() -> None:
    with pytest.raises(UnreadableError, match="ranking order 'ace-to-six' is not known; known are standard, "):
        ranking.order("ace-to-six")
