"""The database: opened, migrated, filled; every hand once and every amount exact."""

import datetime as dt
import gc
import subprocess
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import duckdb
import polars as pl
import pytest

from pokerstats import sql
from pokerstats.pipeline import store, tables
from pokerstats.pipeline.errors import PokerstatsError, UnreadableError
from pokerstats.pipeline.store import Counts, load, open_database
from pokerstats.pipeline.tables import Replayed

# ---------------------------------------------------------------- frames

HAND: dict[str, object] = {
    "site": "PokerStars", "line_from": 1, "line_to": 9, "game": "holdem", "betting": "nl", "kind": "cash",
    "currency": "EUR", "small_blind": 500, "big_blind": 1_000, "runs": 1, "added": 0, "carried_in": 0, "carried_out": 0,
    "text_hash": 1,
    "n_players": 2, "pot": 2_000, "rake": 1, "showdown": False, "dead_button": False,
    "rake_parts": [{"part": "rake", "amount": 1}],
}  # fmt: skip
SEAT: dict[str, object] = {
    "seat": 1, "player": "ann", "stack": 20_001, "dealt_in": True, "posted_out_of_position": False, "put_in": 500,
    "returned": 0, "won": 0, "adjust": 0, "net": -500, "dead": 0, "saw_showdown": False, "showed": False,
    "mucked": False, "folded_on": "preflop", "allin_forced": False, "cashed_out": False, "line": 2,
}  # fmt: skip
ACTION: dict[str, object] = {
    "street": "preflop", "seat": 1, "action": "small_blind", "amount": 500, "to_amount": 500, "all_in": False,
    "line": 3, "street_no": 0, "is_decision": False, "facing": "nothing", "own_last": "raise",
}  # fmt: skip


def frame(schema: tables.Schema, rows: list[dict[str, object]]) -> pl.DataFrame:
    return pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=schema)


def replayed(*numbers: str, **changes: object) -> Replayed:
    hands = range(len(numbers))
    rows = [
        HAND | {"hand": hand, "site_hand_no": number, "line_from": 1 + 10 * hand, "line_to": 9 + 10 * hand} | changes
        for hand, number in zip(hands, numbers, strict=True)
    ]
    return Replayed(
        hands=frame(tables.REPLAYED_HANDS, rows),
        seats=frame(tables.REPLAYED_SEATS, [SEAT | {"hand": hand, "player": f"p{numbers[hand]}"} for hand in hands]),
        actions=frame(
            tables.REPLAYED_ACTIONS,
            [ACTION | {"hand": hand, "seq": seq, "said": numbers[hand]} for hand in hands for seq in (0, 1)],
        ),
        payouts=frame(
            tables.REPLAYED_PAYOUTS, [{"hand": hand, "seat": 2, "amount": 1_999, "line": 8} for hand in hands]
        ),
        pots=frame(tables.POTS, [{"hand": hand, "pot_no": 0, "amount": 2_000, "eligible": [1, 2]} for hand in hands]),
        showdowns=tables.empty(tables.SHOWDOWNS),
        rejected=tables.empty(tables.PARSED_REJECTED),
    )


@pytest.fixture(scope="module")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("database") / "empty.duckdb"
    open_database(path).close()
    return path


@pytest.fixture
def connection(tmp_path: Path, empty_database: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    path = tmp_path / "hands.duckdb"
    path.write_bytes(empty_database.read_bytes())
    opened = open_database(path)
    yield opened
    opened.close()


def count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    (rows,) = connection.execute(f"select count(*) from {table}").fetchall()
    return int(rows[0])


# ---------------------------------------------------------------- loading


def test_amounts_arrive_as_exact_decimals(connection: duckdb.DuckDBPyConnection) -> None:
    smallest, largest = 1, 10**18 - 1
    load(connection, 1, replayed("7", pot=largest, rake=smallest, stated_pot=-largest, ante=None))
    assert connection.execute("select pot, rake, stated_pot, ante, big_blind, rake_parts from hands").fetchall() == [
        (
            Decimal("99999999999999.9999"),
            Decimal("0.0001"),
            Decimal("-99999999999999.9999"),
            None,
            Decimal("0.1000"),
            [{"part": "rake", "amount": Decimal("0.0001")}],
        )
    ]


def test_words_times_and_lists_arrive_as_they_are(connection: duckdb.DuckDBPyConnection) -> None:
    played = dt.datetime(2024, 3, 10, 1, 59, 59)
    load(connection, 1, replayed("7", played_at=played))
    assert connection.execute("select played_at, betting, kind from hands").fetchall() == [(played, "nl", "cash")]
    assert (
        connection.execute("select street, action, facing, own_last from actions").fetchall()
        == [("preflop", "small_blind", "nothing", "raise")] * 2
    )
    assert connection.execute("select eligible from pots").fetchall() == [([1, 2],)]


def test_hand_id_is_the_contract_s(connection: duckdb.DuckDBPyConnection) -> None:
    load(connection, 1, replayed("7", "ä"))
    assert connection.execute("select hand_id, site_hand_no from hands order by site_hand_no").fetchall() == [
        (tables.hand_id("PokerStars", number), number) for number in ("7", "ä")
    ]


def test_a_hand_is_stored_once_with_its_rows(connection: duckdb.DuckDBPyConnection) -> None:
    assert load(connection, 1, replayed("1", "2", "1", "3", "1")) == Counts(new=3, duplicate=2)
    assert load(connection, 2, replayed("4", "2")) == Counts(new=1, duplicate=1)
    assert load(connection, 3, replayed("4", "2", "2")) == Counts(new=0, duplicate=3)
    numbers = "select site_hand_no from hands join {} using (hand_id) order by all"
    assert connection.execute(numbers.format("seats")).fetchall() == [("1",), ("2",), ("3",), ("4",)]
    assert count(connection, "actions") == 8
    assert connection.execute(
        "select count(*) from actions join hands using (hand_id) where said = site_hand_no"
    ).fetchall() == [(8,)]
    assert connection.execute(
        "select duplicates.file_id, site_hand_no, same_text from duplicates join hands using (hand_id) order by all"
    ).fetchall() == [(1, "1", True), (1, "1", True), (2, "2", True), (3, "2", True), (3, "2", True), (3, "4", True)]


def test_a_file_read_once_more_meets_its_own_hands(connection: duckdb.DuckDBPyConnection) -> None:
    load(connection, 1, replayed("1", "2"))
    assert load(connection, 1, replayed("1", "2", "2")) == Counts(new=0, duplicate=3)
    assert connection.execute("select line_from from duplicates").fetchall() == [(21,)]


def test_the_same_number_at_another_room_is_another_hand(connection: duckdb.DuckDBPyConnection) -> None:
    load(connection, 1, replayed("1"))
    assert load(connection, 1, replayed("1", site="GGPoker")) == Counts(new=1)


def test_an_edited_copy_is_told_from_a_true_one(connection: duckdb.DuckDBPyConnection) -> None:
    load(connection, 1, replayed("1", text_hash=2**64 - 1))
    load(connection, 2, replayed("1", text_hash=2**64 - 1))
    load(connection, 3, replayed("1", text_hash=5))
    assert connection.execute("select file_id, same_text from duplicates order by all").fetchall() == [
        (2, True),
        (3, False),
    ]


def test_two_hands_of_one_id_are_refused_loudly(
    connection: duckdb.DuckDBPyConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(connection, 1, replayed("1"))
    stored = store.hand_ids(replayed("1").hands)
    monkeypatch.setattr(store, "hand_ids", lambda hands: stored)
    with pytest.raises(PokerstatsError, match="PokerStars 2 and PokerStars 1 have the same hand_id"):
        load(connection, 1, replayed("2"))


def test_hands_of_several_files_are_counted_file_by_file(connection: duckdb.DuckDBPyConnection) -> None:
    batch = replayed("1", "2", "1")
    counts = store.load_batch(
        connection, batch, hand_file=pl.Series([5, 5, 6], dtype=pl.Int32), rejected_file=pl.Series([], dtype=pl.Int32)
    )
    assert counts == {5: Counts(new=2), 6: Counts(duplicate=1)}
    assert connection.execute("select distinct file_id from hands").fetchall() == [(5,)]


def test_refused_text_is_kept(connection: duckdb.DuckDBPyConnection) -> None:
    row = {"line_from": 3, "line_to": 4, "kind": "incomplete", "reason": "cut off", "line": 4, "text": "Seat 1"}
    rejected = frame(tables.PARSED_REJECTED, [row])
    empty = replayed()
    batch = Replayed(empty.hands, empty.seats, empty.actions, empty.payouts, empty.pots, empty.showdowns, rejected)
    assert load(connection, 9, batch) == Counts(rejected=1)
    assert connection.execute("select file_id, line, kind, reason, text from rejected").fetchall() == [
        (9, 4, "incomplete", "cut off", "Seat 1")
    ]


def test_an_undone_transaction_leaves_nothing(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(KeyboardInterrupt), store.transaction(connection):
        load(connection, 1, replayed("1"))
        raise KeyboardInterrupt
    assert [count(connection, table) for table in ("hands", "seats", "actions", "payouts", "pots")] == [0] * 5


def test_rows_are_let_go_before_the_transaction_ends(connection: duckdb.DuckDBPyConnection) -> None:
    with store.transaction(connection):
        load(connection, 1, replayed("1", "2"))
        gc.collect()
        held = [stream.frame.height for stream in gc.get_objects() if isinstance(stream, store._ArrowStream)]
        assert sum(held) == 0
    assert count(connection, "hands") == 2


# ---------------------------------------------------------------- opening


def test_views_are_installed_and_renewed(tmp_path: Path) -> None:
    path = tmp_path / "hands.duckdb"
    with open_database(path) as connection:
        connection.execute("create or replace view open_rejects as select 'old' as edition").fetchall()
        connection.execute("create view gone as select 1 as one").fetchall()
        connection.execute("create view mine as select site from hands").fetchall()
        connection.execute("insert into schema_view_names values ('gone')").fetchall()
        connection.execute("update schema_views set digest = 'old'").fetchall()
    # even to be read only: the views of this program are needed to read
    with open_database(path, read_only=True) as connection:
        assert connection.execute("select count(*) from open_rejects").fetchall() == [(0,)]
        assert connection.execute("select count(*) from duckdb_views() where view_name = 'gone'").fetchall() == [(0,)]
        # a view of the user's own is none of ours
        assert connection.execute("select * from mine").fetchall() == []


def test_a_current_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "hands.duckdb"
    open_database(path).close()
    before = path.read_bytes()
    open_database(path, read_only=True).close()
    assert path.read_bytes() == before


def test_an_older_schema_is_migrated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hands.duckdb"
    open_database(path).close()
    known = store._migrations()
    newest = max(version for version, _ in known) + 1
    text = sql.text
    monkeypatch.setattr(store, "_migrations", lambda: [*known, (newest, f"{newest}_notes.sql")])
    monkeypatch.setattr(
        sql,
        "text",
        lambda folder, name: (
            "create table notes (note varchar);" if name.endswith("_notes.sql") else text(folder, name)
        ),
    )
    with open_database(path, read_only=True) as connection:
        assert count(connection, "notes") == 0
        assert connection.execute("select max(version) from schema_version").fetchall() == [(newest,)]


def test_a_failed_migration_leaves_the_database_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "hands.duckdb"
    with open_database(path) as connection:
        load(connection, 1, replayed("1"))
    known, text = store._migrations(), sql.text
    broken = "alter table hands add column mood varchar; select * from nowhere;"
    with monkeypatch.context() as patched:
        patched.setattr(store, "_migrations", lambda: [*known, (999, "999_broken.sql")])
        patched.setattr(sql, "text", lambda folder, name: broken if name.startswith("999") else text(folder, name))
        with pytest.raises(duckdb.Error):
            open_database(path)
    with open_database(path) as connection:
        assert count(connection, "hands") == 1
        assert "mood" not in {row[0] for row in connection.execute("describe hands").fetchall()}


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hands.duckdb"
    with open_database(path) as connection:
        connection.execute("insert into schema_version values (999, '999_future.sql', now()::timestamp)").fetchall()
    with pytest.raises(UnreadableError, match=r"made by a newer pokerstats \(schema 999, .*; update pokerstats"):
        open_database(path)


def test_another_program_s_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.duckdb"
    with duckdb.connect(path) as connection:
        connection.execute("create table accounts (id integer)").fetchall()
    with pytest.raises(UnreadableError, match="of another program"):
        open_database(path)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("PokerStars Hand #1\n" * 1000)
    for read_only in (False, True):
        with pytest.raises(UnreadableError, match=r"notes\.txt: not a DuckDB database"):
            open_database(path, read_only=read_only)


def test_a_database_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match=r"none\.duckdb: no such database; make it with: pokerstats ingest"):
        open_database(tmp_path / "none.duckdb", read_only=True)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableError, match="nowhere"):
        open_database(tmp_path / "nowhere" / "hands.duckdb")


def test_a_database_in_use_is_named(tmp_path: Path) -> None:
    path = tmp_path / "hands.duckdb"
    open_database(path).close()
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import duckdb, sys; c = duckdb.connect(sys.argv[1]); print('open', flush=True); sys.stdin.read()",
            str(path),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout and holder.stdout.readline() == b"open\n"
        with pytest.raises(UnreadableError, match=f"in use by another program .process {holder.pid}.") as caught:
            open_database(path)
        assert "\n" not in str(caught.value)
        holder.communicate(b"")
