"""Stats: rows of data over player_hands, rates with their chances, money by currency."""

import csv
import io
import json
from decimal import Decimal
from pathlib import Path

import pytest
from hand_notation import database

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.reports.stat_definitions import parse_definitions, player_hands_columns, stat_definitions
from pokerstats.reports.stats import hold_player_hands, stat_rows, wilson

SEATS = "1 ann 200 button\n2 bob 200\n3 cyd 200\n"
STOLEN = (
    SEATS + "preflop: bob small_blind 1, cyd big_blind 2, ann raise 5, bob fold, cyd fold\nreturn: ann 3\nwon: ann 5"
)
WALK = SEATS + "preflop: bob small_blind 1, cyd big_blind 2, ann fold, bob fold\nreturn: cyd 1\nwon: cyd 2"
CALLED = SEATS + (
    "preflop: bob small_blind 1, cyd big_blind 2, ann raise 5, bob call 4, cyd fold\n"
    "flop 2c 7d Jh: bob check, ann bet 6, bob call 6\nturn 3s: bob bet 10, ann fold\nreturn: bob 10\nwon: bob 24"
)
COLUMNS = {"vpip": "BOOLEAN", "could_vpip": "BOOLEAN", "net": "DECIMAL(18,4)"}


def hands() -> list[str]:
    return [
        f"holdem nl 1/2 at 2024-05-31T23:59\n{STOLEN}",
        f"holdem nl 1/2 at 2024-06-01T00:01\n{WALK}",
        f"holdem nl 1/2 in USD at 2024-06-01T00:02\n{CALLED}",
    ]


def test_rate_stands_with_its_chances(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        rows = {row.keys["player"]: row for row in stat_rows(con)}
    ann, cyd = rows["ann"].stats, rows["cyd"].stats
    assert (ann["vpip"].value, ann["vpip"].done, ann["vpip"].chance) == (2 / 3, 2, 3)
    assert (ann["pfr"].done, ann["steal"].done, ann["cbet_flop"].done) == (2, 2, 1)
    assert (cyd["vpip"].value, cyd["vpip"].chance) == (0, 2)
    assert cyd["fold_to_steal"].done == 1
    assert rows["ann"].hands == 3
    assert rows["ann"].keys == {"site": "Testroom", "player": "ann"}


def test_no_chance_is_no_value(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        (ann,) = stat_rows(con, player="ann")
    squeeze = ann.stats["squeeze"]
    assert (squeeze.value, squeeze.done, squeeze.chance, squeeze.low, squeeze.high) == (None, 0, 0, None, None)


def test_currencies_are_never_added(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        rows = {row.keys["player"]: row for row in stat_rows(con)}
    assert rows["ann"].stats["net"].value == {"EUR": Decimal(3), "USD": Decimal(-11)}
    assert rows["bob"].stats["net"].value == {"EUR": Decimal(-2), "USD": Decimal(13)}


def test_win_rate_is_the_mean_over_hands_with_its_error(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        (ann,) = stat_rows(con, player="ann")
    # +1.5, 0 and -5.5 big blinds: mean -4/3, sample deviation 3.6856
    rate = ann.stats["bb_per_100"]
    assert rate.value == pytest.approx(-400 / 3)
    assert rate.low == pytest.approx(-400 / 3 - 1.959964 * 100 * 3.685557 / 3**0.5, rel=1e-5)
    assert rate.high == pytest.approx(-400 / 3 + 1.959964 * 100 * 3.685557 / 3**0.5, rel=1e-5)


def test_aggression_factor_without_a_call_has_counts_only(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        rows = {row.keys["player"]: row for row in stat_rows(con)}
    ann, bob = rows["ann"].stats["af"], rows["bob"].stats["af"]
    assert (ann.value, ann.done, ann.chance) == (None, 1, 0)
    assert (bob.value, bob.done, bob.chance) == (1, 1, 1)
    assert rows["ann"].stats["afq"].value == 0.5


@pytest.mark.parametrize(
    ("by", "keys"),
    [
        ("position", [("BTN",), ("SB",), ("BB",)]),
        ("game", [("holdem", "nl")]),
        ("stakes", [("cash", "EUR", "nl", "1/2"), ("cash", "USD", "nl", "1/2")]),
        ("site", [("Testroom",)]),
        ("month", [("2024-05",), ("2024-06",)]),
        ("kind", [("cash",)]),
        ("player", [("Testroom", "ann"), ("Testroom", "bob"), ("Testroom", "cyd")]),
    ],
)
def test_hands_are_grouped_by(tmp_path: Path, by: str, keys: list[tuple[str, ...]]) -> None:
    with database(tmp_path, *hands()) as con:
        rows = stat_rows(con, by=(by,))
    assert [tuple(row.keys.values()) for row in rows] == keys


def test_small_groups_are_left_out(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        assert [row.keys["month"] for row in stat_rows(con, by=("month",), min_hands=4)] == ["2024-06"]


def test_unknown_grouping_names_the_known_ones(tmp_path: Path) -> None:
    with (
        database(tmp_path, *hands()) as con,
        pytest.raises(UsageError, match="--by colour: not known; choose from player"),
    ):
        stat_rows(con, by=("colour",))


def test_held_player_hands_give_the_same_rows(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        before = stat_rows(con, by=("player", "position"))
        hold_player_hands(con)
        assert stat_rows(con, by=("player", "position")) == before


@pytest.mark.parametrize(
    ("done", "chance", "low", "high"),
    [(0, 10, 0.0, 0.277533), (8, 10, 0.490162, 0.943318), (10, 10, 0.722467, 1.0), (300, 1000, 0.272407, 0.329124)],
)
def test_wilson_interval(done: int, chance: int, low: float, high: float) -> None:
    assert wilson(done, chance) == pytest.approx((low, high), abs=1e-5)


def test_wilson_interval_of_nothing() -> None:
    assert wilson(0, 0) is None


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ('done = "vpipp"\nchance = "could_vpip"\nformat = "percent"', r'done = "vpipp" is no column.*nearest: vpip'),
        ('done = "vpip"\nchance = "hands"\nformat = "percent"', r'chance = "hands".*known: could_vpip, net, vpip'),
        ('done = "vpip"\nformat = "percent"', r"\[x\] format percent needs both done and chance"),
        ('done = "vpip"\nchance = "could_vpip"\nformat = "promille"', r"\[x\] format: input should be"),
        ('format = "count"\ncolour = "red"', r"\[x\] colour: extra inputs"),
        ('done = "net', "not TOML"),
    ],
)
def test_wrong_definition_is_refused(row: str, complaint: str) -> None:
    with pytest.raises(UnreadableError, match=complaint):
        parse_definitions(f'[x]\nlabel = "X"\ntitle = "X"\nnote = "X"\n{row}\n', COLUMNS)


def test_nothing_is_done_without_a_chance(tmp_path: Path) -> None:
    with database(tmp_path, *hands()) as con:
        kinds = player_hands_columns(con)
        rates = [s for s in stat_definitions(con) if s.format == "percent" and kinds[s.done or ""] == "BOOLEAN"]
        counts = ", ".join(f"count(*) filter ({stat.done} and not {stat.chance})" for stat in rates)
        without_chance = con.execute(f"select {counts} from player_hands").fetchone()
    assert len(rates) > 30
    assert without_chance == (0,) * len(rates)


def test_json_has_value_done_chance_and_interval(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path, *hands()).close()
    assert main(["stats", "--db", str(tmp_path / "hands.duckdb"), "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    ann = next(row for row in rows if row["player"] == "ann")
    assert ann["hands"] == 3
    assert ann["stats"]["hands"]["value"] == 3
    assert ann["stats"]["vpip"] == {
        "value": 2 / 3,
        "done": 2,
        "chance": 3,
        "low": pytest.approx(0.2076596),
        "high": pytest.approx(0.938508),
    }
    assert ann["stats"]["net"]["value"] == {"EUR": 3, "USD": -11}


def test_csv_has_a_line_for_each_stat_and_currency(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path, *hands()).close()
    assert main(["stats", "--db", str(tmp_path / "hands.duckdb"), "--player", "bob", "--csv"]) == 0
    lines = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert [(line["currency"], line["value"]) for line in lines if line["stat"] == "net"] == [
        ("EUR", "-2"),
        ("USD", "13"),
    ]
    assert [(line["done"], line["chance"]) for line in lines if line["stat"] == "vpip"] == [("1", "3")]


def test_table_shows_a_dash_without_a_chance(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path, *hands()).close()
    assert main(["stats", "--db", str(tmp_path / "hands.duckdb")]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split()[:4] == ["site", "player", "Hands", "VPIP"]
    cyd = next(line for line in shown if " cyd " in line)
    assert "0.0 % (2)" in cyd and "–" in cyd


def test_unknown_player_is_told_the_nearest(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path, *hands()).close()
    assert main(["stats", "--db", str(tmp_path / "hands.duckdb"), "--player", "anne"]) == 2
    assert "no hands of that player; did you mean ann?" in capsys.readouterr().err


def test_no_group_with_enough_hands_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database(tmp_path, *hands()).close()
    arguments = ["stats", "--db", str(tmp_path / "hands.duckdb"), "--min-hands", "2000"]
    assert main(arguments) == 0
    assert capsys.readouterr() == ("", "no group has 2,000 hands\n")
    assert main([*arguments, "--json"]) == 0
    assert capsys.readouterr().out == "[]\n"
