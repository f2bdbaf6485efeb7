"""Every check proves itself twice: a clean hand returns no row, a spoiled hand returns exactly the row."""

import tomllib
from pathlib import Path
from typing import Any

import duckdb
import pytest

from pokerstats import sql
from pokerstats.pipeline.tables import DECISIONS
from pokerstats.reports.audit import run_checks
from pokerstats.reports.checks import shipped_checks

TWINS = Path(__file__).parent / "spoiled"
"""One file a check: rows of a clean hand, what spoils them, and the findings that must come of it."""

DEFAULTS: dict[str, dict[str, Any]] = {
    "hands": {
        "site": "Testroom", "site_hand_no": "1", "file_id": 1, "line_from": 1, "line_to": 9, "game": "holdem",
        "betting": "nl", "kind": "cash", "runs": 1, "added": 0, "carried_in": 0, "carried_out": 0, "n_players": 2,
        "pot": 0, "rake": 0, "showdown": False, "dead_button": False, "text_hash": 0,
    },
    "seats": {
        "player": "Ilze", "dealt_in": True, "posted_out_of_position": False, "put_in": 0, "returned": 0, "won": 0,
        "adjust": 0, "net": 0, "dead": 0, "saw_showdown": False, "showed": False, "mucked": False,
        "allin_forced": False, "cashed_out": False, "line": 2,
    },
    "actions": {"street": "preflop", "street_no": 0, "all_in": False, "line": 3},
    "payouts": {"line": 4},
    "pots": {},
    "showdowns": {"pot_no": 0, "run": 1, "side": "high"},
}  # fmt: skip


@pytest.fixture(scope="module")
def con() -> duckdb.DuckDBPyConnection:
    """A database in memory without rows."""
    con = duckdb.connect()
    for folder in ("schema", "views"):
        for name in sql.names(folder):
            con.execute(sql.text(folder, name)).fetchall()
    return con


def _fill(con: duckdb.DuckDBPyConnection, twin: dict[str, Any], *, spoiled: bool) -> None:
    rows = {table: [dict(row) for row in twin.get(table, [])] for table in DEFAULTS}
    for number, row in enumerate(rows["hands"], start=1):
        row["hand_id"] = number
    seqs: dict[int, int] = {}
    for row in rows["actions"]:
        hand = row.setdefault("hand_id", 1)
        row["seq"] = seqs[hand] = seqs.get(hand, -1) + 1
        row["is_decision"] = row["action"] in DECISIONS
    if spoiled:
        for spoil in twin["spoil"]:
            rows[spoil["table"]][spoil["row"]].update(spoil["set"])
    con.execute("delete from findings").fetchall()
    for table, table_rows in rows.items():
        con.execute(f"delete from {table}").fetchall()
        whole = [{"hand_id": 1, **DEFAULTS[table], **row} for row in table_rows]
        columns = list(dict.fromkeys(column for row in whole for column in row))
        values = [row.get(column) for row in whole for column in columns]
        if whole:
            named = ", ".join(f'"{column}"' for column in columns)
            marks = "(" + ", ".join("?" * len(columns)) + ")"
            con.execute(
                f"insert into {table} ({named}) values {', '.join([marks] * len(whole))}",
                [None if value == "" else value for value in values],
            ).fetchall()


def _findings(con: duckdb.DuckDBPyConnection) -> list[dict[str, Any]]:
    query = "select hand_id, seat, seq, expected, actual from findings order by hand_id, seq, seat"
    return [
        dict(zip(("hand_id", "seat", "seq", "expected", "actual"), row, strict=True))
        for row in con.execute(query).fetchall()
    ]


def test_every_check_has_a_twin() -> None:
    assert {path.stem for path in TWINS.glob("*.toml")} == set(shipped_checks())


@pytest.mark.parametrize("check", sorted(shipped_checks()))
def test_a_clean_hand_passes_and_a_spoiled_one_is_found(check: str, con: duckdb.DuckDBPyConnection) -> None:
    twin = tomllib.loads((TWINS / f"{check}.toml").read_text(encoding="utf-8"))

    _fill(con, twin, spoiled=False)
    (row,) = run_checks(con, names=[check]).rows(named=True)
    assert row["judged"] > 0
    assert _findings(con) == []
    assert row["offending"] == 0

    _fill(con, twin, spoiled=True)
    (row,) = run_checks(con, names=[check]).rows(named=True)
    nothing = {"hand_id": 1, "seat": None, "seq": None, "expected": None, "actual": None}
    assert _findings(con) == [{**nothing, **finding} for finding in twin["findings"]]
    assert row["offending"] == len(twin["findings"])
