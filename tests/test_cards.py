"""Cards between text and numbers."""

import numpy as np
import polars as pl
import pytest

from pokerstats.pipeline import cards
from pokerstats.pipeline.errors import UnreadableError


def test_a_code_is_rank_times_four_plus_suit() -> None:
    assert cards.codes_of("2c 2s 3c Td As") == [0, 3, 4, 33, 51]
    assert cards.text_of([0, 33, -1, 51]) == "2c Td ?? As"
    assert [cards.text_of([code]) for code in range(52)] == list(cards.TEXTS)


def test_texts_become_rows_padded_with_unknown() -> None:
    codes, counts = cards.to_codes(pl.Series(["Td 9c", None, "As", "", "?? Kh 2d"]))
    assert codes.tolist() == [[33, 28, -1], [-1, -1, -1], [51, -1, -1], [-1, -1, -1], [-1, 46, 1]]
    assert counts.tolist() == [2, 0, 1, 0, 3]


def test_a_given_width_cuts_the_row_and_keeps_the_count() -> None:
    codes, counts = cards.to_codes(pl.Series(["Td 9c 8h", "2c"]), width=2)
    assert codes.tolist() == [[33, 28], [0, -1]]
    assert counts.tolist() == [3, 1]


def test_what_is_no_card_is_unknown() -> None:
    codes, counts = cards.to_codes(pl.Series(["1d Xx Td"]))
    assert codes.tolist() == [[-1, -1, 33]]
    assert counts.tolist() == [3]


def test_rows_become_texts() -> None:
    codes = np.array([[33, 28, -1], [-1, 46, 1], [-1, -1, -1], [51, -1, 0]], dtype=np.int8)
    assert cards.to_texts(codes).to_list() == ["Td 9c", "?? Kh 2d", "", "As ?? 2c"]


def test_texts_survive_the_way_there_and_back() -> None:
    dealt = np.random.default_rng(7).permuted(np.tile(cards.deck(), (500, 1)), axis=1)[:, :7]
    codes, counts = cards.to_codes(cards.to_texts(dealt))
    assert np.array_equal(codes, dealt)
    assert set(counts.tolist()) == {7}


def test_no_rows_are_no_rows() -> None:
    codes, counts = cards.to_codes(pl.Series([], dtype=pl.String), width=5)
    assert codes.shape == (0, 5)
    assert counts.tolist() == []
    assert cards.to_texts(codes).to_list() == []


@pytest.mark.parametrize(("size", "lowest"), [(52, "2c"), (36, "6c"), (32, "7c"), (24, "9c")])
def test_short_decks_begin_higher(size: int, lowest: str) -> None:
    deck = cards.deck(size)
    assert len(deck) == size
    assert cards.text_of(deck[:1].tolist()) == lowest


def test_an_unknown_deck_is_refused_by_name() -> None:
    with pytest.raises(UnreadableError, match="deck of 40 cards"):
        cards.deck(40)
