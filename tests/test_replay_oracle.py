"""The lockstep replay and the plain one agree on every column, over random hands and real logs."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import polars as pl
import pytest

from pokerstats.parsers import pokerstars
from pokerstats.pipeline import tables
from pokerstats.pipeline.replay import replay


def _beside(name: str) -> ModuleType:
    """A module that lies beside this test; tests are no package."""
    spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{name}.py"))
    assert spec and spec.loader
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


oracle, random_hands = _beside("replay_oracle"), _beside("random_hands")

ADDED_TO_ACTIONS = [*(set(tables.REPLAYED_ACTIONS) - set(tables.PARSED_ACTIONS)), "action", "amount", "to_amount"]
ADDED_TO_SEATS = [*(set(tables.REPLAYED_SEATS) - set(tables.PARSED_SEATS)), "dealt_in"]
ADDED_TO_HANDS = [*(set(tables.REPLAYED_HANDS) - set(tables.PARSED_HANDS))]
Rows = dict[int, list[dict[str, Any]]]


def _by_hand(frame: pl.DataFrame) -> Rows:
    rows: Rows = {}
    for row in frame.iter_rows(named=True):
        rows.setdefault(row["hand"], []).append(row)
    return rows


Name = tuple[str, int]
"""A hand's number and first line: both survive when refused hands drop out."""


def _told_plainly(parsed: tables.Parsed) -> tuple[dict[Name, Any], dict[Name, str]]:
    """The hands as the oracle replays them, and why it refuses others."""
    seats, actions, payouts = _by_hand(parsed.seats), _by_hand(parsed.actions), _by_hand(parsed.payouts)
    told, refused = {}, {}
    for row in parsed.hands.iter_rows(named=True):
        number = row["hand"]
        hand, fault = oracle.replayed(row, seats[number], actions.get(number, []), payouts.get(number, []))
        name = row["site_hand_no"], row["line_from"]
        if fault:
            refused[name] = fault
        else:
            told[name] = hand
    return told, refused


def _differences(where: str, ours: dict[str, Any], plain: dict[str, Any], columns: list[str]) -> list[str]:
    return [
        f"{where}: {column} is {ours[column]}, plainly {plain[column]}"
        for column in sorted(columns)
        if ours[column] != plain[column]
    ]


def disagreements(parsed: tables.Parsed) -> list[str]:
    """Where the two replays of a batch differ, in words."""
    replayed = replay(parsed)
    told, refused = _told_plainly(parsed)
    found: list[str] = []
    new = replayed.rejected[parsed.rejected.height :]
    reasons = {(row["site_hand_no"], row["line_from"]): row["reason"] for row in new.iter_rows(named=True)}
    for name in sorted(reasons.keys() | refused.keys()):
        if refused.get(name, "-") not in reasons.get(name, ""):
            found.append(f"hand {name}: refused as {reasons.get(name)}, plainly {refused.get(name)}")
    seats, actions, pots = _by_hand(replayed.seats), _by_hand(replayed.actions), _by_hand(replayed.pots)
    for row in replayed.hands.iter_rows(named=True):
        name, number = (row["site_hand_no"], row["line_from"]), row["hand"]
        if name not in told:
            continue
        hand = told[name]
        found += _differences(f"hand {name}", row, hand.hand, ADDED_TO_HANDS)
        for one, other in zip(seats[number], hand.seats, strict=True):
            found += _differences(f"hand {name}, seat {one['seat']}", one, other, ADDED_TO_SEATS)
        for one, other in zip(actions.get(number, []), hand.actions, strict=True):
            where = f"hand {name}, action {one['seq']} ({one['action']} {one['seat']})"
            found += _differences(where, one, other, ADDED_TO_ACTIONS)
        ours = [(pot["pot_no"], pot["amount"], pot["eligible"]) for pot in pots[number]]
        if ours != hand.pots():
            found.append(f"hand {name}: pots {ours}, plainly {hand.pots()}")
    return found


@pytest.mark.parametrize("seed", range(16))
def test_both_replays_agree_on_random_hands(seed: int) -> None:
    assert disagreements(random_hands.batch(seed, 100)) == []


def test_both_replays_agree_on_real_logs(shared: Path) -> None:
    found: list[str] = []
    for path in sorted((shared / "corpus" / "pokerstars").rglob("*.txt")):
        for parsed in pokerstars.parse(path.read_bytes(), path=path.name):
            found += [f"{path.name}: {one}" for one in disagreements(parsed)]
    assert found == []
