"""Hands as Open Hand History: standard words where there are some, our own objects for the rest."""

import json
from pathlib import Path
from typing import Any

import pytest
from export.round_trip import database

from pokerstats.pipeline.export.exporting import export, writer
from pokerstats.pipeline.store import open_database

DATA = Path(__file__).parent.parent.parent / "data"
WORDS = {
    "Dealt Cards", "Mucks Cards", "Shows Cards", "Post Ante", "Post SB", "Post BB", "Straddle", "Post Dead",
    "Post Extra Blind", "Fold", "Check", "Bet", "Raise", "Call", "Added Chips", "Sits Down", "Stands Up", "Add to Pot",
}  # fmt: skip
REQUIRED = {
    "spec_version", "site_name", "network_name", "internal_version", "tournament", "game_number", "start_date_utc",
    "table_name", "game_type", "bet_limit", "table_size", "currency", "dealer_seat", "small_blind_amount",
    "big_blind_amount", "ante_amount", "hero_player_id", "players", "rounds", "pots",
}  # fmt: skip


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    logs = [path for path in (DATA / "pokerstars").iterdir() if "faults" not in path.name]
    source = database(tmp_path_factory.mktemp("ohh"), "samples", DATA / "house-games", *logs)
    connection = open_database(source, read_only=True)
    ids = [row[0] for row in connection.execute("select hand_id from hands order by file_id, line_from").fetchall()]
    texts = [hand.text for hand in export(connection, ids, writer("ohh"))]
    connection.close()
    return [json.loads(text)["ohh"] for text in texts if text]


def test_every_field_that_is_required_is_there(hands: list[dict[str, Any]]) -> None:
    assert len(hands) > 700
    assert all(set(hand) >= REQUIRED for hand in hands)


def test_only_words_of_the_format_are_used(hands: list[dict[str, Any]]) -> None:
    used = {action["action"] for hand in hands for part in hand["rounds"] for action in part["actions"]}
    assert used <= WORDS
    assert {hand["bet_limit"]["bet_type"] for hand in hands if hand["site_name"] == "PokerStars"} == {"NL", "PL"}
    assert {hand["game_type"] for hand in hands} == {"Holdem", "Omaha", "Draw", "Stud"}


def test_the_pots_hold_what_was_called_and_pay_it_out(hands: list[dict[str, Any]]) -> None:
    for hand in (hand for hand in hands if hand["site_name"] == "PokerStars"):
        put = sum(round(action.get("amount", 0) * 100) for part in hand["rounds"] for action in part["actions"])
        steps = [step for part in hand["rounds"] for step in part.get("_pokerstats", {}).get("steps", ())]
        back = sum(round(float(step["amount"]) * 100) for step in steps if step["type"] == "return")
        assert sum(round(pot["amount"] * 100) for pot in hand["pots"]) == put - back, hand["game_number"]
        for pot in hand["pots"]:
            won = sum(round(win["win_amount"] * 100) for win in pot["player_wins"])
            assert won + round(pot["rake"] * 100) == round(pot["amount"] * 100), hand["game_number"]


def test_what_has_no_word_stands_in_our_own_objects(hands: list[dict[str, Any]]) -> None:
    (hand,) = (hand for hand in hands if hand["game_number"] == "PK-1")
    assert hand["_pokerstats"]["rules"] == {"name": "pokeris"}
    exchange, first, second, *_ = hand["rounds"]
    fee = next(action for action in exchange["actions"] if action["action"] == "Post Extra Blind")
    assert fee["_pokerstats"] == {"type": "fee"}
    assert exchange["_pokerstats"]["steps"][0] == {
        "after": 8, "type": "discard", "seat": 2, "count": 3, "cards": "8c 5s 3h", "drawn": "Ks 7d 2c",
    }  # fmt: skip
    assert "_pokerstats" not in first
    assert [step["type"] for step in second["_pokerstats"]["steps"]] == ["challenge", "compare"]


def test_a_plain_hand_needs_little_of_its_own(hands: list[dict[str, Any]]) -> None:
    hand = next(hand for hand in hands if hand["site_name"] == "PokerStars")
    assert set(hand["_pokerstats"]) <= {"extension", "played_local", "zone", "end"}
    assert all("_pokerstats" not in player for player in hand["players"])
