"""Export and ingest give the same tables, but for the losses listed in the code."""

from collections import Counter
from pathlib import Path

import pytest
from export.round_trip import database, differences, exported, read_back

from pokerstats.pipeline.export.losses import losses_of

DATA = Path(__file__).parent.parent.parent / "data"
FORMATS = ("json", "pokerstars", "ohh", "phh")
REFUSED = {
    ("ohh", "pokerstars"): {
        "PokerStars text cannot name the room 'iPoker'": 1,
        "PokerStars text cannot name the room 'Ten-Four'": 1,
    },
    ("phh", "pokerstars"): {
        "PokerStars text has hand numbers that are unique at the room, and this is unique in its series only": 73,
        "PokerStars text has hand numbers of digits, with at most four letters before them": 5,
    },
}
"""Real hands that a format cannot say, by where they are from and the format."""


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("samples"), "samples", DATA)


@pytest.fixture(scope="module", params=["pokerstars", "ohh", "phh"])
def real(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Path:
    return database(tmp_path_factory.mktemp("real"), request.param, shared / "corpus" / request.param)


@pytest.mark.parametrize("name", FORMATS)
def test_the_samples_come_back(samples: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"hands.{name}"
    refused = exported(samples, name, target)
    assert differences(samples, read_back(target), losses_of(name)) == []
    if name != "pokerstars":
        # the samples hold planted faults
        assert refused
        assert all(reason.startswith("the log paid") for reason in refused)


@pytest.mark.parametrize("name", FORMATS)
def test_real_hands_come_back(real: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"hands.{name}"
    refused = exported(real, name, target)
    assert Counter(reason.split("; ")[0] for reason in refused) == REFUSED.get((real.stem, name), {})
    assert differences(real, read_back(target), losses_of(name)) == []


def test_a_value_that_differs_is_seen(tmp_path: Path) -> None:
    target = tmp_path / "hands.jsonl"
    source = database(tmp_path, "pokeris", DATA / "house-games" / "pokeris.jsonl")
    exported(source, "json", target)
    text = target.read_text(encoding="utf-8")
    target.write_text(text.replace('"player": "Rūta"', '"player": "Ruta"', 1), encoding="utf-8")
    (found,) = differences(source, read_back(target), losses_of("json"))
    assert found.startswith("seats.player PK-1: Rūta became Ruta")
