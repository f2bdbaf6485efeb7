"""The shipped samples: each hand is read, keeps its money, and shows the turns it was written for."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pokerstats.parsers import pokerstats_json
from pokerstats.pipeline import tables
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database
from pokerstats.reports.audit import run_checks

ROOT = Path(__file__).parent.parent
HOUSE_GAMES = ROOT / "data" / "house-games"
DEALT = ("pokerstars", "house-evenings")
FILES = ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw")


@pytest.fixture(scope="module")
def house_games() -> dict[str, tables.Parsed]:
    read = {}
    for path in sorted(HOUSE_GAMES.iterdir()):
        data = path.read_bytes()
        assert pokerstats_json.detect(data[:2_000].decode())
        (read[path.stem],) = pokerstats_json.parse(data, path=str(path))
    return read


def hands(parsed: tables.Parsed) -> Iterator[tuple[dict[str, Any], pl.DataFrame, pl.DataFrame, pl.DataFrame]]:
    for hand in parsed.hands.to_dicts():
        mine = pl.col("hand") == hand["hand"]
        yield hand, parsed.seats.filter(mine), parsed.actions.filter(mine), parsed.payouts.filter(mine)


def test_each_rule_set_has_its_file(house_games: dict[str, tables.Parsed]) -> None:
    assert sorted(house_games) == sorted(FILES)
    for name, parsed in house_games.items():
        assert set(parsed.hands["game"]) == set(parsed.hands["rules"]) == {name}


def test_nothing_is_rejected(house_games: dict[str, tables.Parsed]) -> None:
    assert [parsed.rejected.height for parsed in house_games.values()] == [0] * 5
    assert sum(parsed.hands.height for parsed in house_games.values()) == 24


def test_every_chip_that_goes_in_comes_out(house_games: dict[str, tables.Parsed]) -> None:
    for parsed in house_games.values():
        for hand, _, actions, payouts in hands(parsed):
            back = pl.col("action") == "return"
            put_in = actions.select(pl.when(back).then(-pl.col("amount")).otherwise("amount").sum()).item()
            assert hand["carried_in"] + put_in == payouts["amount"].sum() + hand["carried_out"], hand["site_hand_no"]


def test_stacks_buttons_and_carried_money_follow_from_hand_to_hand(house_games: dict[str, tables.Parsed]) -> None:
    for parsed in house_games.values():
        last: dict[str, tuple[dict[int, int], int, int]] = {}
        for hand, seats, actions, payouts in hands(parsed):
            stacks = dict(zip(seats["seat"], seats["stack"], strict=True))
            if hand["table_name"] in last:
                before, carried, button = last[hand["table_name"]]
                assert (stacks, hand["carried_in"]) == (before, carried), hand["site_hand_no"]
                assert hand["button_seat"] == button % len(stacks) + 1
            for seat, action, amount in actions.select("seat", "action", "amount").rows():
                if amount:
                    stacks[seat] += amount if action == "return" else -amount
                    assert stacks[seat] >= 0
            for seat, amount in payouts.select("seat", "amount").rows():
                stacks[seat] += amount
            last[hand["table_name"]] = (stacks, hand["carried_out"], hand["button_seat"])


def test_no_card_is_dealt_twice_and_all_are_of_the_deck(house_games: dict[str, tables.Parsed]) -> None:
    lowest = {52: 0, 32: 5, 24: 7}
    for parsed in house_games.values():
        for hand, seats, actions, _ in hands(parsed):
            dealt = [hand["board"], *seats["hole_cards"], *seats["up_cards"]]
            reshuffled = "reshuffle" in set(actions["action"])
            dealt += [] if reshuffled and hand["deck"] == 24 else list(actions["new_cards"])
            dealt += list(actions.filter(pl.col("said") == "by dealer, set aside")["cards"])
            cards = [card for text in dealt if text for card in text.split()]
            assert len(cards) == len(set(cards)), hand["site_hand_no"]
            assert all("23456789TJQKA".index(card[0]) >= lowest[hand["deck"]] for card in cards)


def test_five_cards_are_left_after_every_draw(house_games: dict[str, tables.Parsed]) -> None:
    counts = {}
    for name in FILES:
        for hand, seats, _, _ in hands(house_games[name]):
            for seat, cards in seats.select("seat", "final_cards").rows():
                if cards and len(cards.split()) != 5:
                    counts[hand["site_hand_no"], seat] = len(cards.split())
    assert counts == {("AD-5", 3): 6}


def test_the_hand_shown_is_the_hand_held(house_games: dict[str, tables.Parsed]) -> None:
    for parsed in house_games.values():
        for hand, seats, actions, _ in hands(parsed):
            held = {
                seat: sorted((final or f"{hole} {up or ''}").split())
                for seat, hole, up, final in seats.select("seat", "hole_cards", "up_cards", "final_cards").rows()
            }
            for seat, cards in actions.filter(pl.col("action") == "show").select("seat", "cards").rows():
                assert sorted(cards.split()) == held[seat], hand["site_hand_no"]


@pytest.mark.parametrize(
    ("file", "number", "rows"),
    [
        ("standard-draw", "SD-1", []),
        ("standard-draw", "SD-3", [("show_openers", 1, "As Ad", None, None)]),
        (
            "standard-draw",
            "SD-4",
            [
                ("expose", 1, "Ac", None, "by dealer, set aside"),
                ("replace", 1, None, None, None),
                ("show_openers", 3, "Kh Ks", None, None),
            ],
        ),
        (
            "standard-draw",
            "SD-6",
            [
                ("announce", 1, None, None, "two pair, Tens and Fours"),
                ("announce", 1, None, None, "a full house, Fours full of Tens"),
            ],
        ),
        ("standard-draw", "SD-7", [("dead_hand", 1, None, None, "opened without a pair of jacks or better")]),
        ("ante-draw", "AD-6", [("reshuffle", None, None, None, None)]),
        ("pokeris", "PK-1", [("challenge", 2, None, 3, None), ("compare", 3, "Kh Kd Ks 7d 2c", 2, None)]),
        (
            "pokeris",
            "PK-2",
            [
                ("propose", 1, None, None, None),
                ("agree", 2, None, None, None),
                ("refuse", 3, None, None, None),
                ("force", 1, None, None, None),
            ],
        ),
    ],
)
def test_turns_of_home_games(
    house_games: dict[str, tables.Parsed], file: str, number: str, rows: list[tuple[Any, ...]]
) -> None:
    turns = tables.ACTIONS[tables.ACTIONS.index("expose") :]
    (found,) = (actions for hand, _, actions, _ in hands(house_games[file]) if hand["site_hand_no"] == number)
    told = found.filter(pl.col("action").is_in(turns)).select("action", "seat", "cards", "target_seat", "said")
    assert told.rows() == rows


def test_the_dealt_samples_are_what_the_command_writes(tmp_path: Path) -> None:
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        import sample_data

        written = sample_data.write(tmp_path)
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))
    shipped = sorted(path for folder in DEALT for path in (ROOT / "data" / folder).iterdir())
    assert [path.relative_to(ROOT / "data") for path in shipped] == sorted(
        path.relative_to(tmp_path) for path in written
    )
    for path in shipped:
        same = path.read_bytes() == (tmp_path / path.relative_to(ROOT / "data")).read_bytes()
        assert same, f"{path.name}: remove data/pokerstars and data/house-evenings, then run benchmarks/sample_data.py"


def test_the_page_counts_the_hands_it_ships() -> None:
    counts = {"holdem": 0, "omaha": 0, "faults": 0}
    for path in (ROOT / "data" / "pokerstars").iterdir():
        (kind,) = (kind for kind in counts if kind in path.name)
        counts[kind] += path.read_text(encoding="utf-8").count("PokerStars Hand #")
    assert counts == {"holdem": 1_010, "omaha": 300, "faults": 5}
    evenings = {
        path.stem: len(path.read_text(encoding="utf-8").splitlines())
        for path in (ROOT / "data" / "house-evenings").iterdir()
    }
    assert evenings == {**dict.fromkeys(FILES, 200), "planted-faults": 7}
    page = (ROOT / "docs" / "sample-data.md").read_text(encoding="utf-8")
    assert "1,010 hands of no-limit hold'em" in page
    assert "300 of pot-limit Omaha" in page
    assert "200 hands of each" in page


def test_the_samples_are_small() -> None:
    assert sum(path.stat().st_size for path in (ROOT / "data").rglob("*") if path.is_file()) < 4_000_000


@pytest.fixture(scope="module")
def findings(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, str, int]]:
    with closing(open_database(tmp_path_factory.mktemp("samples") / "samples.duckdb")) as connection:
        result = ingest(connection, [str(ROOT / "data")])
        assert (result.counts.new, result.counts.duplicate, result.counts.rejected) == (2_346, 0, 0)
        assert result.lines_unmatched == 0
        run_checks(connection)
        return connection.execute(
            'select site_hand_no, "check", severity, count(*) from findings join hands using (hand_id) group by all'
        ).fetchall()


def test_the_audit_finds_what_was_planted_and_nothing_else(findings: list[tuple[str, str, str, int]]) -> None:
    swapped, cent, call, turn, card = (
        head.split(":")[0]
        for head in (ROOT / "data" / "pokerstars" / "planted-faults.txt").read_text().split("PokerStars Hand #")[1:]
    )
    unshown, _, carried, limit, fee, small, loser = (
        json.loads(line)["hand"]
        for line in (ROOT / "data" / "house-evenings" / "planted-faults.jsonl").read_text().splitlines()
    )
    assert sorted(findings) == sorted(
        [
            (swapped, "showdown-winners", "error", 1),
            (cent, "pot-conservation", "error", 1),
            (call, "call-amount", "error", 1),
            (turn, "turn-order", "error", 1),
            (card, "duplicate-cards", "error", 1),
            (unshown, "openers-shown", "error", 1),
            (carried, "carried-pot", "error", 1),
            (limit, "spread-limit", "error", 1),
            (fee, "exchange-fee", "error", 1),
            (small, "fixed-limit-size", "error", 1),
            (loser, "showdown-winners", "error", 1),
            ("SD-5", "wrong-announcement", "note", 1),
            ("SD-7", "openers", "error", 1),
            ("AD-5", "draw-count", "error", 1),
        ]
    )
