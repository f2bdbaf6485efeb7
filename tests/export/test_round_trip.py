"""Export and ingest give the same tables, but for the losses listed in the code."""

from pathlib import Path

import pytest
from export.round_trip import database, differences, exported, read_back

from pokerstats.pipeline.export.losses import losses_of

DATA = Path(__file__).parent.parent.parent / "data"
FORMATS = ("json", "pokerstars", "ohh", "phh")


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return database(tmp_path_factory.mktemp("samples"), "samples", DATA)


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Path:
    return database(tmp_path_factory.mktemp("real"), "real", shared / "corpus" / "pokerstars")


@pytest.mark.parametrize("name", FORMATS)
def test_the_samples_come_back(samples: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"hands.{name}"
    refused = exported(samples, name, target)
    assert differences(samples, read_back(target), losses_of(name)) == []
    if name != "pokerstars":
        # the samples hold planted faults
        assert refused
        assert all(reason.startswith("the log paid") for reason in refused.values())


@pytest.mark.parametrize("name", FORMATS)
def test_real_hands_come_back(real: Path, tmp_path: Path, name: str) -> None:
    target = tmp_path / f"hands.{name}"
    assert exported(real, name, target) == {}
    assert differences(real, read_back(target), losses_of(name)) == []


def test_a_value_that_differs_is_seen(tmp_path: Path) -> None:
    target = tmp_path / "hands.jsonl"
    source = database(tmp_path, "pokeris", DATA / "house-games" / "pokeris.jsonl")
    exported(source, "json", target)
    text = target.read_text(encoding="utf-8")
    target.write_text(text.replace('"player": "Rūta"', '"player": "Ruta"', 1), encoding="utf-8")
    (found,) = differences(source, read_back(target), losses_of("json"))
    assert found.startswith("seats.player PK-1: Rūta became Ruta")
