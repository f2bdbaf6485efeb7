"""Ingest: whatever the order, the packing or the accident, the same tables and a ledger that adds up."""

import gzip
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import duckdb
import polars as pl
import pytest

from pokerstats.parsers import pokerstars
from pokerstats.pipeline import store, tables
from pokerstats.pipeline.ingest import Result, ingest
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.tables import Parsed

HAND = """\
PokerStars Hand #{number}:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/02/03 4:05:06 ET
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: Ann ($10 in chips)
Seat 2: Bob ($7.35 in chips)
Ann: posts small blind $0.05
Bob: posts big blind $0.10
*** HOLE CARDS ***
Ann: raises $0.20 to $0.30
Bob: folds
Uncalled bet ($0.20) returned to Ann
Ann collected $0.20 from pot
Ann: doesn't show hand
*** SUMMARY ***
Total pot $0.20 | Rake $0
Seat 1: Ann (button) (small blind) collected ($0.20)
Seat 2: Bob (big blind) folded before Flop
"""
CUT_OFF = HAND[: HAND.index("Uncalled bet")]


def log(*numbers: int, end: str = "\n\n") -> str:
    return "".join(HAND.format(number=number) + end for number in numbers)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("database") / "empty.duckdb"
    open_database(path).close()
    return path


Database = Callable[[str], duckdb.DuckDBPyConnection]


@pytest.fixture
def database(tmp_path: Path, empty_database: Path, request: pytest.FixtureRequest) -> Database:
    def opened(name: str = "hands") -> duckdb.DuckDBPyConnection:
        path = tmp_path / f"{name}.duckdb"
        if not path.exists():
            path.write_bytes(empty_database.read_bytes())
        connection = open_database(path)
        request.addfinalizer(connection.close)
        return connection

    return opened


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "logs"
    folder.mkdir()
    return folder


def told(result: Result) -> list[tuple[str, int, int, int]]:
    return [
        (Path(file.path).name, file.counts.new, file.counts.duplicate, file.counts.rejected) for file in result.files
    ]


def numbers(connection: duckdb.DuckDBPyConnection) -> list[int]:
    query = "select site_hand_no::bigint from hands order by 1"
    return [number for (number,) in connection.execute(query).fetchall()]


def contents(connection: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[object, ...]]]:
    """All that is known of hands, apart from which file they were read from."""
    found = {}
    for table in ("hands", "seats", "actions", "payouts", "pots", "showdowns"):
        place = [("file_id", "line_from", "line_to"), ("line",)][table != "hands"]
        present = {row[0] for row in connection.execute(f"describe {table}").fetchall()}
        left_out = ", ".join(name for name in place if name in present)
        columns = f"* exclude ({left_out})" if left_out else "*"
        found[table] = connection.execute(f"select {columns} from {table} order by all").fetchall()
    return found


def ledger(connection: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    query = "select path, hands_read, hands_new, hands_duplicate, hands_rejected from files order by file_id"
    return [(Path(path).name, *counts) for path, *counts in connection.execute(query).fetchall()]


# ---------------------------------------------------------------- the same hands again


def test_a_file_given_twice_adds_nothing(database: Database, logs: Path) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1, 2, 2) + CUT_OFF.format(number=3))
    first = ingest(connection, [str(logs)])
    before = contents(connection)
    again = ingest(connection, [str(logs / "a.txt")])
    assert told(first) == [("a.txt", 2, 1, 1)]
    assert told(again) == [("a.txt", 0, 3, 1)]
    assert contents(connection) == before
    assert ledger(connection) == [("a.txt", 4, 2, 1, 1)]
    assert connection.execute("select last_seen > first_seen from files").fetchall() == [(True,)]
    assert connection.execute("select count(*) from duplicates").fetchall() == [(1,)]


def test_a_renamed_copy_is_the_same_file(database: Database, logs: Path) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1, 2))
    ingest(connection, [str(logs)])
    (logs / "a.txt").rename(logs / "b.txt")
    (logs / "packed.gz").write_bytes(gzip.compress(log(1, 2).encode()))
    assert told(ingest(connection, [str(logs)])) == [("b.txt", 0, 2, 0), ("packed.gz", 0, 2, 0)]
    assert ledger(connection) == [("a.txt", 2, 2, 0, 0)]


def test_copies_in_one_run_are_read_once(database: Database, logs: Path) -> None:
    connection = database("hands")
    for name in ("a.txt", "b.txt", "c.txt"):
        (logs / name).write_text(log(1, 2))
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 2, 0, 0), ("b.txt", 0, 2, 0), ("c.txt", 0, 2, 0)]
    assert numbers(connection) == [1, 2]


def test_a_hand_cut_off_is_completed_by_a_later_file(database: Database, logs: Path) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1) + CUT_OFF.format(number=2))
    (logs / "b.txt").write_text(log(1, 2, 3))
    assert told(ingest(connection, [str(logs / "a.txt")])) == [("a.txt", 1, 0, 1)]
    assert connection.execute("select kind, site_hand_no from open_rejects").fetchall() == [("incomplete", "2")]
    assert told(ingest(connection, [str(logs / "b.txt")])) == [("b.txt", 2, 1, 0)]
    assert connection.execute("select * from open_rejects").fetchall() == []
    assert numbers(connection) == [1, 2, 3]


def test_a_hand_cut_off_in_its_summary_stays_so_when_files_are_read_together(database: Database, logs: Path) -> None:
    connection = database("hands")
    untold = HAND[: HAND.index("Seat 2: Bob (big blind)") - 1]
    (logs / "a.txt").write_text(log(1) + untold.format(number=2))
    (logs / "b.txt").write_text(log(3))
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 1, 0, 1), ("b.txt", 1, 0, 0)]
    (logs / "a.txt").write_text(log(1, 2))
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 1, 1, 0), ("b.txt", 0, 1, 0)]


def test_hands_of_a_file_with_bare_returns_are_its_own(database: Database, logs: Path) -> None:
    connection = database("hands")
    (logs / "a.txt").write_bytes(log(1, 2).replace("\n", "\r").encode())
    (logs / "b.txt").write_text(log(3, 4))
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 2, 0, 0), ("b.txt", 2, 0, 0)]
    query = "select path, lines, line_from from hands join files using (file_id) order by file_id, line_from"
    found = [(Path(path).name, *place) for path, *place in connection.execute(query).fetchall()]
    assert found == [("a.txt", 36, 1), ("a.txt", 36, 19), ("b.txt", 36, 1), ("b.txt", 36, 19)]


OVERLAPPING = {
    "a.txt": log(1, 2) + CUT_OFF.format(number=3),
    "b.txt": log(2, 3, 4),
    "c.txt": log(4, 5),
    "d.txt": log(5, 5, 6),
}


@pytest.mark.parametrize("order", ["abcd", "dcba", "bdac"])
def test_files_in_any_order_make_the_same_tables(database: Database, logs: Path, order: str) -> None:
    for name, text in OVERLAPPING.items():
        (logs / name).write_text(text)
    whole, one_by_one = database("whole"), database("one_by_one")
    ingest(whole, [str(logs)])
    for name in order:
        ingest(one_by_one, [str(logs / f"{name}.txt")])
    assert contents(whole) == contents(one_by_one)
    assert numbers(whole) == [1, 2, 3, 4, 5, 6]
    for connection in (whole, one_by_one):
        assert connection.execute("select sum(hands_new), sum(hands_read) from files").fetchall() == [(6, 11)]
        assert connection.execute(
            "select bool_and(hands_read = hands_new + hands_duplicate + hands_rejected) from files"
        ).fetchall() == [(True,)]


# ---------------------------------------------------------------- lines and files


def lines_of(connection: duckdb.DuckDBPyConnection) -> list[tuple[str, str, int, int, int, int]]:
    rows = connection.execute(
        """
        select path, site_hand_no, line_from, line_to,
            (select min(line) from seats where seats.hand_id = hands.hand_id),
            (select max(line) from actions where actions.hand_id = hands.hand_id)
        from hands join files using (file_id) order by file_id, line_from
        """
    ).fetchall()
    return [(Path(path).name, *places) for path, *places in rows]


def check_lines(connection: duckdb.DuckDBPyConnection, folder: Path) -> None:
    found = lines_of(connection)
    assert found
    for name, number, first, last, first_seat, last_action in found:
        text = (folder / name).read_bytes().decode("utf-8-sig").splitlines()
        assert f"#{number}:" in text[first - 1]
        assert text[last - 1].startswith("Seat 2: Bob (big blind) folded")
        assert text[first_seat - 1].startswith("Seat 1: Ann ($10")
        assert text[last_action - 1].startswith(("Uncalled bet", "Bob: folds", "Ann collected"))


@pytest.mark.parametrize("workers", [1, 3])
def test_rows_name_the_lines_of_their_own_file(database: Database, logs: Path, workers: int) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1, 2))
    (logs / "b.txt").write_text("\n\n" + log(3))
    (logs / "c.txt").write_bytes(b"\xef\xbb\xbf" + log(4, 5).replace("\n", "\r\n").encode())
    (logs / "d.txt").write_text(log(6).rstrip("\n"))
    (logs / "e.txt").write_bytes(log(7).encode("utf-16"))
    (logs / "f.txt").write_text(log(8) + CUT_OFF.format(number=9))
    (logs / "g.txt").write_text("Dear diary\n" + log(10))
    result = ingest(connection, [str(logs)], workers=workers)
    assert [count for _, *counts in told(result) for count in counts[:2]] == [2, 0, 1, 0, 2, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    (logs / "e.txt").write_text(log(7))
    check_lines(connection, logs)
    assert connection.execute(
        "select path, line_from, site_hand_no from rejected join files using (file_id)"
    ).fetchall() == [(str(logs / "f.txt"), 19, "9")]
    unmatched = {Path(file.path).name: file.lines_unmatched for file in result.files if file.lines_unmatched}
    assert unmatched.pop("g.txt") == 1
    assert set(unmatched) <= {"f.txt"}


def test_a_file_in_pieces_is_the_file(database: Database, logs: Path) -> None:
    (logs / "a.txt").write_text(log(*range(1, 40)) + CUT_OFF.format(number=99) + log(*range(40, 60)))
    whole, in_pieces = database("whole"), database("in_pieces")
    ingest(whole, [str(logs)])
    result = ingest(in_pieces, [str(logs)], portion=5 * len(HAND), workers=2)
    assert told(result) == [("a.txt", 59, 0, 1)]
    assert contents(whole) == contents(in_pieces)
    assert lines_of(whole) == lines_of(in_pieces)
    same = "select line_from, line_to, line, reason from rejected"
    assert whole.execute(same).fetchall() == in_pieces.execute(same).fetchall()
    check_lines(in_pieces, logs)


def test_a_packed_file_in_pieces_is_the_file(database: Database, logs: Path) -> None:
    (logs / "a.gz").write_bytes(gzip.compress(log(*range(1, 40)).encode()))
    connection = database("hands")
    assert told(ingest(connection, [str(logs)], portion=5 * len(HAND))) == [("a.gz", 39, 0, 0)]
    assert connection.execute("select bytes, lines from files").fetchall() == [
        (len(log(*range(1, 40))), log(*range(1, 40)).count("\n"))
    ]


def test_archive_members_are_files(database: Database, logs: Path) -> None:
    connection = database("hands")
    with zipfile.ZipFile(logs / "all.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("night/one.txt", log(1))
        archive.writestr("night/two.txt", log(1, 2))
    result = ingest(connection, [str(logs / "all.zip")])
    assert [file.path for file in result.files] == [f"{logs}/all.zip!night/one.txt", f"{logs}/all.zip!night/two.txt"]
    assert [count for _, *counts in told(result) for count in counts] == [1, 0, 0, 1, 1, 0]


def test_the_text_is_kept_on_request(database: Database, logs: Path) -> None:
    (logs / "a.txt").write_text(log(1))
    silent, keeping = database("silent"), database("keeping")
    ingest(silent, [str(logs)])
    ingest(keeping, [str(logs)], keep_text=True)
    assert silent.execute("select text from hands").fetchall() == [(None,)]
    ((text,),) = keeping.execute("select text from hands").fetchall()
    assert text.strip() == HAND.format(number=1).strip()


# ---------------------------------------------------------------- what is no log


def test_unknown_and_empty_files_cost_nothing_else(database: Database, logs: Path) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1))
    (logs / "diary.md").write_text("# Lost again\n\nTomorrow I quit.\n")
    (logs / "empty.txt").write_text("")
    (logs / "z.txt").write_text(log(2))
    result = ingest(connection, [str(logs)])
    assert told(result) == [("a.txt", 1, 0, 0), ("diary.md", 0, 0, 1), ("empty.txt", 0, 0, 0), ("z.txt", 1, 0, 0)]
    assert connection.execute("select path, format from files where format is null order by path").fetchall() == [
        (str(logs / "diary.md"), None),
        (str(logs / "empty.txt"), None),
    ]
    assert connection.execute("select kind, reason, line_from, line_to, text from rejected").fetchall() == [
        ("unreadable", "no known format begins with '# Lost again'; see: pokerstats formats", 1, 3, "# Lost again")
    ]
    assert not result.nothing_readable
    assert told(ingest(connection, [str(logs)])) == [
        ("a.txt", 0, 1, 0),
        ("diary.md", 0, 0, 1),
        ("empty.txt", 0, 0, 0),
        ("z.txt", 0, 1, 0),
    ]


@pytest.mark.parametrize("data", [b"\x89PNG\r\n\x1a\n" + bytes(range(64)) * 9, bytes(range(1, 32)) * 40])
def test_what_is_no_text_is_not_shown_as_one(database: Database, logs: Path, data: bytes) -> None:
    connection = database("hands")
    (logs / "logo.png").write_bytes(data)
    ingest(connection, [str(logs)])
    assert connection.execute("select reason, text from rejected").fetchall() == [("not text, as every log is", "")]


def test_a_format_learnt_later_is_read_then(database: Database, logs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1))
    with monkeypatch.context() as patched:
        patched.setattr("pokerstats.pipeline.detect.PARSERS", ())
        result = ingest(connection, [str(logs)])
    assert told(result) == [("a.txt", 0, 0, 1)] and result.nothing_readable
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 1, 0, 0)]
    assert connection.execute("select count(*) from rejected").fetchall() == [(0,)]
    assert ledger(connection) == [("a.txt", 1, 1, 0, 0)]


def test_again_reads_what_an_older_program_refused(
    database: Database, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (logs / "a.txt").write_text(log(1, 2) + "Dealer: be nice\n\n" + log(2, 3) + CUT_OFF.format(number=4))
    connection = database("hands")

    def of_an_older_program(data: bytes, **named: Any) -> Iterator[Parsed]:
        for parsed in pokerstars.parse(data, **named):
            refused = [(48, 64, "PokerStars", "3", "unreadable", "unknown words", 50, None)]
            yield replace(
                parsed,
                hands=parsed.hands[:3],
                seats=parsed.seats.filter(pl.col("hand") < 3),
                actions=parsed.actions.filter(pl.col("hand") < 3),
                payouts=parsed.payouts.filter(pl.col("hand") < 3),
                rejected=pl.concat(
                    [parsed.rejected, pl.DataFrame(refused, schema=tables.PARSED_REJECTED, orient="row")]
                ),
            )

    older = SimpleNamespace(**{**vars(pokerstars), "parse": of_an_older_program})
    with monkeypatch.context() as patched:
        patched.setattr("pokerstats.pipeline.detect.PARSERS", (older,))
        assert told(ingest(connection, [str(logs)])) == [("a.txt", 2, 1, 2)]
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 0, 3, 2)]
    assert told(ingest(connection, [str(logs)], again=True)) == [("a.txt", 1, 3, 1)]
    assert told(ingest(connection, [str(logs)], again=True)) == [("a.txt", 0, 4, 1)]

    at_once = database("at once")
    ingest(at_once, [str(logs)])
    assert contents(connection) == contents(at_once)
    assert ledger(connection) == ledger(at_once) == [("a.txt", 5, 3, 1, 1)]
    for table in ("rejected", "duplicates"):
        rows = f"from {table} order by all"
        assert connection.execute(rows).fetchall() == at_once.execute(rows).fetchall()


def test_damaged_archives_stand_in_the_ledger(database: Database, logs: Path) -> None:
    connection = database("hands")
    (logs / "a.txt").write_text(log(1))
    packed = gzip.compress(os.urandom(5000) + log(1).encode())
    (logs / "cut.gz").write_bytes(packed[:3000])
    (logs / "cut.zip").write_bytes(b"PK\x03\x04" + bytes(40))
    for new, duplicate in ((1, 0), (0, 1)):
        result = ingest(connection, [str(logs)])
        assert told(result) == [("a.txt", new, duplicate, 0), ("cut.gz", 0, 0, 1), ("cut.zip", 0, 0, 1)]
    reasons = [(Path(refusal.path).name, refusal.kind) for refusal in result.refusals]
    assert sorted(reasons) == [("cut.gz", "unreadable"), ("cut.zip", "unreadable")]
    assert connection.execute(
        "select count(*) from rejected where starts_with(reason, 'cannot be unpacked: ')"
    ).fetchall() == [(2,)]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_is_reported(database: Database, logs: Path) -> None:
    (logs / "a.txt").write_text(log(1))
    (logs / "b.txt").write_text(log(2))
    (logs / "a.txt").chmod(0)
    assert told(ingest(database("hands"), [str(logs)])) == [("a.txt", 0, 0, 1), ("b.txt", 1, 0, 0)]


def test_refusals_are_grouped_with_an_example(database: Database, logs: Path) -> None:
    (logs / "a.txt").write_text(log(1) + CUT_OFF.format(number=2))
    (logs / "b.txt").write_text(CUT_OFF.format(number=3))
    (refusal,) = ingest(database("hands"), [str(logs)]).refusals
    assert (refusal.kind, refusal.count, Path(refusal.path).name) == ("incomplete", 2, "a.txt")


# ---------------------------------------------------------------- accidents

RUN = """
import sys
from pathlib import Path
from pokerstats.pipeline import ingest, store
stored = 0
def load_batch(*arguments, **named):
    global stored
    counts = load(*arguments, **named)
    stored += 1
    if stored == 3:
        print("third", flush=True)
        sys.stdin.read()
    return counts
load, ingest.load_batch = store.load_batch, load_batch
connection = store.open_database(Path(sys.argv[1]))
ingest.ingest(connection, sys.argv[2:], portion=20_000, commit_after=0, workers=2)
"""


@pytest.mark.parametrize("order", [("small.txt", "large.txt"), ("large.txt", "small.txt")])
def test_killed_in_the_middle_the_next_run_completes_it(
    database: Database, logs: Path, tmp_path: Path, order: Sequence[str]
) -> None:
    # the portion makes the large file come in five pieces, so the third of all is stored before its file is complete
    (logs / "small.txt").write_text(log(1, 2))
    (logs / "large.txt").write_text(log(*range(2, 122)))
    paths = [str(logs / name) for name in order]
    database("killed").close()
    path = tmp_path / "killed.duckdb"
    killed = subprocess.Popen(
        [sys.executable, "-c", RUN, str(path), *paths], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with killed:
        assert killed.stdout and killed.stdout.readline() == b"third\n"
        killed.send_signal(signal.SIGKILL)
    connection = database("killed")
    assert numbers(connection) == ([1, 2] if order[0] == "small.txt" else [])
    ingest(connection, paths)
    undisturbed = database("undisturbed")
    ingest(undisturbed, paths)
    assert contents(connection) == contents(undisturbed)
    assert ledger(connection) == ledger(undisturbed)
    assert connection.execute("select * from duplicates order by all").fetchall() == (
        undisturbed.execute("select * from duplicates order by all").fetchall()
    )


def test_an_interrupted_run_keeps_complete_files(
    database: Database, logs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pokerstats.pipeline import ingest as module

    (logs / "a.txt").write_text(log(*range(1, 30)))
    (logs / "b.txt").write_text(log(*range(30, 60)))
    connection = database("hands")
    loads = 0
    load = store.load_batch

    def interrupted(*arguments: object, **named: object) -> object:
        nonlocal loads
        loads += 1
        if loads == 5:
            raise KeyboardInterrupt
        return load(*arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "load_batch", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ingest(connection, [str(logs)], portion=8 * len(HAND), commit_after=0, workers=1)
    monkeypatch.undo()
    assert numbers(connection) == list(range(1, 30))
    assert told(ingest(connection, [str(logs)])) == [("a.txt", 0, 29, 0), ("b.txt", 30, 0, 0)]


def test_killed_before_the_files_of_a_transaction_are_visible(database: Database, logs: Path, tmp_path: Path) -> None:
    (logs / "a.txt").write_text(log(1, 2))
    (logs / "b.txt").write_text(log(*range(2, 122)))
    database("killed").close()
    run = RUN.replace("commit_after=0, ", "")
    killed = subprocess.Popen(
        [sys.executable, "-c", run, str(tmp_path / "killed.duckdb"), str(logs)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with killed:
        assert killed.stdout and killed.stdout.readline() == b"third\n"
        killed.send_signal(signal.SIGKILL)
    connection = database("killed")
    assert numbers(connection) == []
    assert [file.counts.new for file in ingest(connection, [str(logs)]).files] == [2, 119]
