"""Pseudonyms: stable, for every name in every text of a hand, and nothing else."""

from typing import Any

import pytest

from pokerstats.pipeline.export.masks import Masks
from pokerstats.pipeline.export.stored import StoredHand


def stored(*players: str, said: str | None = None, table: str | None = None, site: str = "attic") -> StoredHand:
    hand: dict[str, Any] = {"site": site, "table_name": table, "tournament_name": None, "hero_seat": 1}
    seats = [{"seat": seat, "player": name, "player_key": "k"} for seat, name in enumerate(players, start=1)]
    return StoredHand(hand, seats, [{"said": said}], [], [])


def test_players_are_numbered_as_they_are_met() -> None:
    masks = Masks()
    first, second = masks.masked(stored("Ola", "Bo")), masks.masked(stored("Bo", "Cy"))
    assert [seat["player"] for seat in first.seats] == ["Player 1", "Player 2"]
    assert [seat["player"] for seat in second.seats] == ["Player 2", "Player 3"]
    assert {seat["player_key"] for seat in first.seats} == {None}
    assert first.hand["hero_seat"] == 1


def test_the_same_name_in_two_rooms_is_two_players() -> None:
    masks = Masks()
    assert masks.of("attic", "Ola") != masks.of("cellar", "Ola")


def test_a_salt_gives_the_same_pseudonyms_in_every_export() -> None:
    one, other = Masks("s").of("attic", "Ola"), Masks("s").of("attic", "Ola")
    assert one == other == "Player 6090fc26faa6"
    assert one != Masks("t").of("attic", "Ola")
    assert one != Masks("s").of("attic", "Bo")


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("a pair, says Ola", "a pair, says Player 1"),
        ("Ola K. showed Ola the aces", "Player 2 showed Player 1 the aces"),
        ("gondOla", "gondOla"),
        ("a $1 raise", "a Player 3 raise"),
        (None, None),
    ],
)
def test_names_in_texts(text: str | None, masked: str | None) -> None:
    told = Masks().masked(stored("Ola", "Ola K.", "$1", said=text))
    assert told.actions[0]["said"] == masked


@pytest.mark.parametrize(
    ("table", "masked"),
    [
        ("Ola's table", "Player 1's table"),
        ("gondOLAs of ola k.", "gondPlayer 1s of Player 2"),
        ("Jojo with Jo", "Jojo with Player 3"),
        ("Bo and Bogdan", "Bo and Player 4"),
        (None, None),
    ],
)
def test_names_in_the_name_of_a_table_also_of_who_sat_there_before(table: str | None, masked: str | None) -> None:
    named_after = {("attic", "Bo and Bogdan"): ["Bogdan"], ("cellar", "Bo and Bogdan"): ["Bo"]}
    told = Masks(named_after=named_after).masked(stored("Ola", "Ola K.", "Jo", table=table))
    assert told.hand["table_name"] == masked
