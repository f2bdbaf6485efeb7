"""PokerKit's own reader of PokerStars text reads what is exported, and plays it to the same stacks."""

import warnings
from decimal import Decimal
from pathlib import Path

import pokerkit
import pytest
from export.round_trip import database

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.store import open_database

HANDS = 80
CENT = Decimal("0.01")


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("holdem")
    money = ["--currency", "USD", "--chip", str(CENT)]
    simulated = ["simulate", "--rules", "holdem", "--hands", str(HANDS), "--seed", "9", *money]
    assert main([*simulated, "--out", str(folder / "hands.jsonl")]) == 0
    return database(folder, "holdem", folder / "hands.jsonl")


def test_pokerkit_reads_every_hand_and_ends_with_the_same_stacks(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "hands.txt"
    assert (
        main(["export", "--format", "pokerstars", "--room", "PokerStars", "--db", str(source), "--out", str(target)])
        == 0
    )
    connection = open_database(source, read_only=True)
    ends: dict[str, dict[str, Decimal]] = {}
    for number, player, stack in connection.execute(
        "select site_hand_no, player, stack + net from hands join seats using (hand_id) where dealt_in"
    ).fetchall():
        ends.setdefault(number, {})[player] = stack
    connection.close()
    read = 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PokerKit dislikes who folds where a check is free
        for hand in pokerkit.PokerStarsParser()(target.read_text(encoding="utf-8"), error_status=True):
            *_, state = hand
            assert not state.status, hand.hand
            stacks = dict(zip(hand.players or (), state.stacks, strict=True))
            ours = ends[str(hand.hand)]
            assert stacks.keys() == ours.keys()
            # it gives odd cents in parts, or to another winner
            assert all(abs(Decimal(stack) - ours[player]) <= CENT for player, stack in stacks.items()), hand.hand
            read += 1
    assert read == HANDS
