"""Hands of every rule set come back from every format, told whole and as one player saw them."""

from collections import Counter
from pathlib import Path

import pytest
from export.round_trip import database, differences, exported, read_back

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.export.exporting import FORMATS
from pokerstats.pipeline.export.losses import losses_of
from pokerstats.pipeline.export.pokerstars import GAMES
from pokerstats.pipeline.games.rules import rule_set_names

HANDS = 8


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dealt")
    logs = []
    for name in rule_set_names():
        for whose, seed, more in (
            ("all", 11, []),
            ("one", 12, ["--hero", "Hero", "--currency", "EUR", "--chip", "0.05"]),
        ):
            logs.append(folder / f"{name}-{whose}.jsonl")
            simulated = ["simulate", "--rules", name, "--hands", str(HANDS), "--seed", str(seed), *more]
            assert main([*simulated, "--out", str(logs[-1])]) == 0
    return database(folder, "dealt", *logs)


@pytest.mark.parametrize("name", FORMATS)
def test_hands_of_every_rule_set_come_back(dealt: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"hands.{name}"
    refused = Counter(exported(dealt, name, target))
    assert differences(dealt, read_back(target), losses_of(name)) == []
    if name != "pokerstars":
        assert refused == {}
        return
    # what is left are draw cards that a dealer exposed, which no room does
    no_name = {reason: count for reason, count in refused.items() if "has no name for" in reason}
    assert set(no_name.values()) == {2 * HANDS}
    assert len(no_name) == len(set(rule_set_names()) - set(GAMES))
    assert {reason.rpartition(": ")[2] for reason in refused if reason not in no_name} <= {"expose"}
