"""Hands of our histories at PokerKit's table: the same cards and actions must leave every player the same stack."""

import json
from pathlib import Path
from typing import Any

import pytest
from judge.pokerkit_table import GAMES, PokerKitRefusesError, PokerKitTable, our_stacks

HOUSE_GAMES = Path(__file__).parents[2] / "data" / "house-games"


def histories(name: str) -> list[dict[str, Any]]:
    lines = (HOUSE_GAMES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line]


@pytest.mark.parametrize("game", sorted({"blinds-draw", "seven-card-stud"} & GAMES.keys()))
def test_shipped_hands_end_with_the_same_stacks(game: str) -> None:
    for history in histories(game):
        # a pair shows on fourth street: PokerKit has one size of bet a street and knows no S5
        table = PokerKitTable(history, bets_limited=history["hand"] != "ST-1")
        assert table.play().stacks == our_stacks(history)


def test_an_action_out_of_turn_is_refused() -> None:
    history = histories("seven-card-stud")[0]
    places = [place for place, event in enumerate(history["events"]) if event["type"] in ("check", "bet", "call")]
    history["events"][places[0]]["seat"] = history["events"][places[1]]["seat"]
    with pytest.raises(PokerKitRefusesError, match="it is the turn of seat"):
        PokerKitTable(history, bets_limited=False).play()
