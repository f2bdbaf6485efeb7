"""The showdown scorer before outside judges: PokerKit for every order, phevaluator for the standard one.

A strength is a place in the complete order, counted from the weakest hand: judge and judged must name the same place.
With POKERSTATS_THOROUGH=1 every five-card hand and a million random ones of more cards are compared.
"""

from dataclasses import replace
from functools import cache
from itertools import chain, combinations, pairwise, product

import numpy as np
import numpy.typing as npt
import pokerkit
import pytest
from judge import judged_orders as orders
from thoroughness import THOROUGH
from thoroughness import hands as so_many

from pokerstats.pipeline import cards, games, ranking
from pokerstats.pipeline.games.rules import rule_set, rule_set_names
from pokerstats.pipeline.ranking.order import FiveCardOrder

phevaluator = pytest.importorskip("phevaluator", reason="phevaluator has no wheel for this Python")

HANDS = so_many(10_000, thorough=1_000_000)
EVERY = 1 if THOROUGH else 29
Codes = npt.NDArray[np.int8]


@cache
def five_card_hands(deck: int) -> Codes:
    """All five-card hands of a deck; in the usual run one of 29."""
    flat = chain.from_iterable(combinations(cards.deck(deck).tolist(), 5))
    return np.fromiter(flat, dtype=np.int8).reshape(-1, 5)[::EVERY]


def random_hands(number: int, width: int, deck: int = 52, seed: int = 7) -> Codes:
    """So many hands of different cards; a card met twice in a row of columns is drawn again."""
    rng = np.random.default_rng(seed)
    low = 52 - deck
    hands = rng.integers(low, 52, (number, width), dtype=np.int8)
    while True:
        ordered = np.sort(hands, axis=1)
        again = np.flatnonzero((ordered[:, 1:] == ordered[:, :-1]).any(axis=1))
        if not len(again):
            return hands
        hands[again] = rng.integers(low, 52, (len(again), width), dtype=np.int8)


def assert_equal(ours: npt.NDArray[np.int32], theirs: npt.NDArray[np.int32], hands: Codes) -> None:
    different = np.flatnonzero(ours != theirs)
    shown = [(cards.text_of(hands[row].tolist()), int(ours[row]), int(theirs[row])) for row in different[:5]]
    assert not len(different), f"{len(different)} hands, such as (cards, ours, theirs) {shown}"


# ---------------------------------------------------------------- every order is judged


def test_every_order_has_a_judge() -> None:
    assert {name for name, _, _ in orders.FIVE_CARD_ORDERS} | set(orders.BADUGI_ORDERS) == set(ranking.names())


@pytest.mark.parametrize("name", rule_set_names())
def test_every_order_a_table_may_agree_on_has_a_judge(name: str) -> None:
    rules = rule_set(name)
    agreed = rules.options.get("ranking")
    names = agreed.choices if agreed else tuple(half.order for half in games.game(rules.game).halves)
    for order, deck in product(names, rules.deck.choices):
        only_36 = order.startswith("short-deck")  # H7
        if order not in orders.BADUGI_ORDERS and (deck == 36 or not only_36):
            for ace_low in (True, False) if "ace_low_straight" in rules.options else (True,):
                assert (order, deck, ace_low) in orders.FIVE_CARD_ORDERS


# ---------------------------------------------------------------- every hand of five, and random ones of more


@pytest.mark.parametrize(("name", "deck", "ace_low"), list(orders.FIVE_CARD_ORDERS))
def test_every_five_card_hand_has_pokerkits_place(name: str, deck: int, ace_low: bool) -> None:
    hands = five_card_hands(deck)
    judge = orders.FIVE_CARD_ORDERS[name, deck, ace_low]
    assert_equal(ranking.order(name, deck, ace_low).strength(hands), judge.strength(hands), hands)


@pytest.mark.parametrize(("name", "deck", "ace_low"), list(orders.FIVE_CARD_ORDERS))
def test_the_best_of_seven_is_pokerkits(name: str, deck: int, ace_low: bool) -> None:
    hands = random_hands(HANDS, 7, deck)
    judge = orders.FIVE_CARD_ORDERS[name, deck, ace_low]
    assert_equal(ranking.order(name, deck, ace_low).strength(hands), judge.strength(hands), hands)


@pytest.mark.parametrize("name", list(orders.BADUGI_ORDERS))
def test_every_badugi_of_four_and_random_ones_of_five_are_pokerkits(name: str) -> None:
    order, judge = ranking.order(name), orders.BADUGI_ORDERS[name]
    every = np.array(list(combinations(range(52), 4)), dtype=np.int8)
    for hands in (every, random_hands(HANDS, 5)):
        assert_equal(order.strength(hands), judge.strength(hands), hands)


@pytest.mark.parametrize("name", ["standard", "eight-or-better"])
@pytest.mark.parametrize(("held", "number"), [(4, HANDS), (5, HANDS // 4), (6, HANDS // 4)])
def test_exactly_two_from_the_hand_is_pokerkits(name: str, held: int, number: int) -> None:
    hands = random_hands(number, held + 5)
    hole, board = hands[:, :held], hands[:, held:]
    judge = orders.FIVE_CARD_ORDERS[name, 52, True]
    assert_equal(ranking.order(name).strength_exactly(hole, board), judge.strength_exactly(hole, board), hands)


@pytest.mark.parametrize("width", [5, 6, 7])
def test_standard_hands_are_phevaluators(width: int) -> None:
    hands = random_hands(HANDS, width)
    judge = getattr(phevaluator, f"evaluate_{width}cards")
    theirs = np.fromiter((7463 - judge(*hand) for hand in hands.tolist()), dtype=np.int32, count=len(hands))
    assert_equal(ranking.order("standard").strength(hands), theirs, hands)


def test_omaha_hands_are_phevaluators() -> None:
    hands = random_hands(HANDS, 9)
    judge = phevaluator.evaluate_omaha_cards
    theirs = np.fromiter((7463 - judge(*hand) for hand in hands.tolist()), dtype=np.int32, count=len(hands))
    assert_equal(ranking.order("standard").strength_exactly(hands[:, 5:], hands[:, :5]), theirs, hands)


# ---------------------------------------------------------------- the tables are what PokerKit says


@pytest.mark.parametrize(
    ("hand", "order", "hole"),
    [
        (pokerkit.StandardHighHand, ("standard", 52, True), 2),
        (pokerkit.StandardLowHand, ("deuce-to-seven", 52, True), 5),
        (pokerkit.RegularLowHand, ("ace-to-five", 52, True), 7),
        (pokerkit.EightOrBetterLowHand, ("eight-or-better", 52, True), 7),
        (pokerkit.ShortDeckHoldemHand, ("short-deck-holdem", 36, True), 2),
    ],
)
def test_pokerkit_itself_says_what_its_table_says(
    hand: type[pokerkit.Hand], order: tuple[str, int, bool], hole: int
) -> None:
    judge = orders.FIVE_CARD_ORDERS[order]
    hands = random_hands(500, max(hole, 5 if hole == 5 else 7), order[1])
    said = [hand.from_game_or_none(orders.cards_of(row[:hole]), orders.cards_of(row[hole:])) for row in hands.tolist()]
    assert_same_comparison(judge.strength(hands).tolist(), said)


@pytest.mark.parametrize(
    ("hand", "name"),
    [(pokerkit.OmahaHoldemHand, "standard"), (pokerkit.OmahaEightOrBetterLowHand, "eight-or-better")],
)
def test_pokerkit_itself_says_what_its_omaha_table_says(hand: type[pokerkit.Hand], name: str) -> None:
    judge = orders.FIVE_CARD_ORDERS[name, 52, True]
    hands = random_hands(300, 9)
    said = [hand.from_game_or_none(orders.cards_of(row[:4]), orders.cards_of(row[4:])) for row in hands.tolist()]
    assert_same_comparison(judge.strength_exactly(hands[:, :4], hands[:, 4:]).tolist(), said)


@pytest.mark.parametrize(
    ("hand", "name"), [(pokerkit.BadugiHand, "badugi"), (pokerkit.StandardBadugiHand, "badugi-ace-high")]
)
def test_pokerkit_itself_says_what_its_badugi_table_says(hand: type[pokerkit.Hand], name: str) -> None:
    hands = random_hands(500, 5)
    said = [hand.from_game_or_none(orders.cards_of(row)) for row in hands.tolist()]
    assert_same_comparison(orders.BADUGI_ORDERS[name].strength(hands).tolist(), said)


def assert_same_comparison(strengths: list[int], said: list[pokerkit.Hand | None]) -> None:
    assert [strength == 0 for strength in strengths] == [hand is None for hand in said]
    ordered = sorted(
        ((strength, hand) for strength, hand in zip(strengths, said, strict=True) if hand is not None),
        key=lambda pair: pair[0],
    )
    for (weaker, lower), (stronger, higher) in pairwise(ordered):
        assert (lower == higher) if weaker == stronger else (lower < higher)


def test_two_places_exchanged_would_be_seen() -> None:
    order = FiveCardOrder(ranking.order("standard").definition, 52, True)  # type: ignore[attr-defined]
    places = np.arange(7_463, dtype=np.int16)
    places[[2_000, 2_001]] = places[[2_001, 2_000]]
    order.__dict__["tables"] = replace(order.tables, by_ranks=places[order.tables.by_ranks])
    hands = random_hands(100_000, 5)
    with pytest.raises(AssertionError, match="hands, such as"):
        assert_equal(order.strength(hands), orders.FIVE_CARD_ORDERS["standard", 52, True].strength(hands), hands)
