"""The same simulation gives the same bytes, however long it goes on and whichever process runs it."""

import os
import subprocess
import sys

import pytest

from pokerstats.pipeline.engine import history_line
from pokerstats.pipeline.engine.simulate import Simulation
from pokerstats.pipeline.games.rules import rule_set

SETS = ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw", "holdem")


def lines(name: str, count: int, *, seed: int = 1) -> list[str]:
    simulation = Simulation(rule_set(name), players=5, seed=seed, sessions_of=25)
    return [history_line(dealt.history) for dealt in simulation.hands(count)]


@pytest.mark.parametrize("name", SETS)
def test_the_same_seed_gives_the_same_bytes_and_more_hands_begin_with_the_same(name: str) -> None:
    first = lines(name, 60)
    assert first == lines(name, 60)
    assert first == lines(name, 90)[:60]
    assert not set(first) & set(lines(name, 60, seed=2))


_DIGEST = """
import hashlib
from pokerstats.pipeline.engine import history_line
from pokerstats.pipeline.engine.simulate import Simulation
from pokerstats.pipeline.games.rules import rule_set, rule_set_names
digest = hashlib.sha256()
for name in rule_set_names():
    for dealt in Simulation(rule_set(name), players=5, seed=3, sessions_of=15).hands(30):
        digest.update(history_line(dealt.history).encode())
print(digest.hexdigest())
"""


def test_the_same_bytes_in_every_process_whatever_its_hash_seed() -> None:
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(digests) == 1 and len(digests.pop()) == 65
