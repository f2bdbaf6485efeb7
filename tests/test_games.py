"""The games as data."""

import pytest
from pydantic import ValidationError

from pokerstats.pipeline import games, ranking
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.tables import STREETS

KNOWN = [
    "holdem",
    "short-deck",
    "split-holdem",
    "omaha",
    "omahahilo",
    "omaha5",
    "omaha5hilo",
    "omaha6",
    "omaha6hilo",
    "courchevel",
    "courchevelhilo",
    "fusion",
    "irish",
    "drawmaha-27",
    "5cd",
    "27sd",
    "27td",
    "a5sd",
    "a5td",
    "badugi",
    "badacey",
    "badeucey",
    "stud",
    "studhilo",
    "razz",
    "27razz",
    "5stud",
    "standard-draw",
    "ante-draw",
    "pokeris",
    "seven-card-stud",
    "blinds-draw",
]


def test_these_games_are_known() -> None:
    assert sorted(games.names()) == sorted(KNOWN)


@pytest.mark.parametrize("name", KNOWN)
def test_every_game_holds_together(name: str) -> None:
    game = games.game(name)
    assert game.name == name
    assert game.source.endswith(".")
    assert set(game.streets) <= set(STREETS)
    assert len({half.side for half in game.halves}) == len(game.halves)
    for half in game.halves:
        assert ranking.order(half.order, deck=game.deck).name == half.order
    if game.family == "stud":
        assert sum(game.down.values()) == game.hole_cards
        assert sum(game.up.values()) + game.hole_cards == game.final_cards
        assert not game.button
    if game.family == "community":
        assert game.board_cards == 5
    if game.family == "draw":
        assert game.draws and game.max_draw and not game.board


def test_omaha_takes_exactly_two_cards_from_the_hand() -> None:
    assert [half.from_hand for half in games.game("omaha5hilo").halves] == [2, 2]
    assert games.game("holdem").halves[0].from_hand is None


@pytest.mark.parametrize(
    ("name", "street", "number"),
    [
        ("holdem", "preflop", 0),
        ("holdem", "turn", 4),
        ("courchevel", "preflop", 1),
        ("courchevel", "flop", 3),
        ("stud", "sixth", 0),
    ],
)
def test_the_board_grows_by_street(name: str, street: str, number: int) -> None:
    assert games.game(name).board_by(street) == number


@pytest.mark.parametrize(("name", "most"), [("standard-draw", 3), ("ante-draw", 5), ("blinds-draw", 4), ("pokeris", 5)])
def test_j5_a5_b4_how_many_cards_may_be_drawn(name: str, most: int) -> None:
    assert games.game(name).max_draw == most


def test_h7_the_short_ante_draw_ranks_by_frequency_and_the_blinds_draw_does_not() -> None:
    assert games.game("ante-draw").halves[0].order == "by-frequency"
    assert games.game("blinds-draw").halves[0].order == "standard"


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(UnreadableError, match="game 'canasta' is not known; known are holdem, "):
        games.game("canasta")


def test_a_misspelt_field_or_street_is_refused() -> None:
    right = games.game("razz").model_dump()
    with pytest.raises(ValidationError, match="hole_crads"):
        games.Game(**{**right, "hole_crads": 3})
    with pytest.raises(ValidationError, match="expected different names"):
        games.Game(**{**right, "streets": ("third", "fuorth")})
    with pytest.raises(ValidationError, match="river is none of its streets"):
        games.Game(**{**right, "board": {"river": 1}})
