"""The engine ranks one hand at a time exactly as the vectorised orders rank columns of hands."""

from random import Random

import numpy as np
import pytest

from pokerstats.pipeline import ranking
from pokerstats.pipeline.cards import codes_of, lowest_rank
from pokerstats.pipeline.engine.strength import badugi_scale, five_card_scale, strength_of_half

FIVE_CARD = [name for name in ranking.names() if not name.startswith("badugi")]


def hands(cards: int, number: int, deck: int = 52) -> list[list[int]]:
    rng = Random(cards * number)
    lowest = lowest_rank(deck) * 4
    return [rng.sample(range(lowest, 52), cards) for _ in range(number)]


@pytest.mark.parametrize("cards", [5, 6, 7])
@pytest.mark.parametrize("name", FIVE_CARD)
def test_the_best_five_of_a_hand(name: str, cards: int) -> None:
    dealt = hands(cards, 400)
    scale = five_card_scale(name, 52, True)
    assert scale is not None
    expected = ranking.order(name).strength(np.array(dealt, dtype=np.int8)).tolist()
    assert [scale.best(hand, ()) for hand in dealt] == expected


@pytest.mark.parametrize("deck", [24, 32, 36])
@pytest.mark.parametrize("ace_low", [True, False])
def test_short_decks(deck: int, ace_low: bool) -> None:
    dealt = hands(5, 600, deck)
    expected = ranking.order("by-frequency", deck, ace_low).strength(np.array(dealt, dtype=np.int8)).tolist()
    strength = strength_of_half("by-frequency", deck, ace_low, None, True)
    assert [strength(hand, ()) for hand in dealt] == expected


@pytest.mark.parametrize("held", [4, 5, 6])
@pytest.mark.parametrize("name", ["standard", "eight-or-better", "deuce-to-seven"])
def test_exactly_two_from_the_hand(name: str, held: int) -> None:
    # few suits, so that flushes come up
    rng = Random(held)
    dealt = [rng.sample([card for card in range(52) if card % 4 < 2], held + 5) for _ in range(150)]
    cards = np.array(dealt, dtype=np.int8)
    expected = ranking.order(name).strength_exactly(cards[:, :held], cards[:, held:]).tolist()
    strength = strength_of_half(name, 52, True, 2, True)
    assert [strength(hand[:held], hand[held:]) for hand in dealt] == expected


@pytest.mark.parametrize("cards", [4, 5])
@pytest.mark.parametrize("name", ["badugi", "badugi-ace-high"])
def test_badugi_hands_stand_in_the_same_order(name: str, cards: int) -> None:
    dealt = hands(cards, 500)
    scale = badugi_scale(name)
    assert scale is not None
    ours = [scale.best(hand, ()) for hand in dealt]
    theirs = ranking.order(name).strength(np.array(dealt, dtype=np.int8)).tolist()
    by_ours = sorted(range(len(dealt)), key=ours.__getitem__)
    ordered = [theirs[place] for place in by_ours]
    assert ordered == sorted(theirs)
    assert len(set(ours)) == len(set(theirs))


def test_a_hand_of_the_wrong_size_is_no_hand() -> None:
    scale = five_card_scale("standard", 52, True)
    assert scale is not None and scale.of_whole_hand(codes_of("As Ks Qs Js")) == 0
