"""Whatever players and dealers do by the rules comes back from every format, under every option."""

import json
from pathlib import Path

import pytest
from export.round_trip import database, differences, exported, read_back
from random_tables import random_table

from pokerstats.pipeline.engine import Slips
from pokerstats.pipeline.export.exporting import FORMATS
from pokerstats.pipeline.export.losses import losses_of
from pokerstats.pipeline.games.rules import rule_set_names


@pytest.fixture(scope="module")
def anything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hands of players who do anything legal, of dealers who slip, with options and sums of all kinds."""
    folder = tmp_path_factory.mktemp("anything")
    slips = Slips(dealer_exposes=0.03, player_exposes=0.02, miscount=0.01, misreads=0.05)
    tables = [(name, 4, seed) for name in rule_set_names() for seed in (1, 2)]
    # a later lap may have a lower bet than the one before
    tables.append(("pokeris", 12, 9))
    hands = [
        hand for name, number, seed in tables for hand in random_table(name, number, seed, slips=slips, careless=0.1)
    ]
    lines = [json.dumps({**hand, "hand": str(number)}) for number, hand in enumerate(hands, start=1)]
    (folder / "hands.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return database(folder, "anything", folder / "hands.jsonl")


@pytest.mark.parametrize("name", FORMATS)
def test_whatever_happens_comes_back(anything: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"hands.{name}"
    refused = exported(anything, name, target)
    assert differences(anything, read_back(target), losses_of(name)) == []
    assert name == "pokerstars" or refused == []
