"""One measured step of the pipeline, run in a process of its own by ``run.py``; prints what it cost as JSON.

python benchmarks/stages.py STAGE LOGS WORK
"""

import json
import resource
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import polars as pl

from pokerstats.parsers import pokerstars
from pokerstats.pipeline import tables
from pokerstats.pipeline.replay import replay
from pokerstats.pipeline.store import load, open_database, transaction

STORED = ("hands", "seats", "actions", "payouts", "pots", "showdowns")

# literals that begin a line, and words that follow a player's name: what the cheapest reader would look at
_STARTS = (
    "PokerStars ", "Table '", "Seat ", "Dealt to ", "Uncalled bet", "Total pot", "Board [",
    "*** HOLE", "*** FLOP", "*** TURN", "*** RIVER", "*** SHOW", "*** SUMMARY",
)  # fmt: skip
_WORDS = (
    ": folds", ": checks", ": calls ", ": bets ", ": raises ", ": posts ", ": shows [", ": mucks", ": doesn't show",
    " collected ",
)  # fmt: skip


class Clock:
    """Time spent inside ``with clock.running():``, preparation left out."""

    def __init__(self) -> None:
        self.wall = 0.0
        self.cpu = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        wall, cpu = perf_counter(), process_time()
        yield
        self.wall += perf_counter() - wall
        self.cpu += process_time() - cpu


def logs(folder: Path) -> list[Path]:
    """The files to be read, in order."""
    return sorted(folder.glob("*.txt"))


def classify(folder: Path, work: Path, clock: Clock) -> int:
    """Polars reads the lines and tells their kinds apart by literals; nothing is taken out of them."""
    line = pl.col("line")
    tests = [line == ""]
    tests += [line.str.starts_with(start) for start in _STARTS]
    tests += [line.str.contains(word, literal=True) for word in _WORDS]
    kind = pl.lit(-1, dtype=pl.Int8)
    for number, test in reversed(list(enumerate(tests))):
        kind = pl.when(test).then(pl.lit(number, dtype=pl.Int8)).otherwise(kind)
    hands = 0
    for path in logs(folder):
        with clock.running():
            lines = pl.scan_lines(path, name="line").with_columns(kind=kind).collect()
        unknown = int((lines["kind"] == -1).sum())
        assert unknown == 0, f"{path}: {unknown} lines of no kind"
        hands += int((lines["kind"] == 1).sum())
    return hands


def rewrite(folder: Path, work: Path, clock: Clock) -> int:
    """DuckDB writes the rows of a finished database into a fresh one."""
    fresh = work / "rewritten.duckdb"
    fresh.unlink(missing_ok=True)
    connection = open_database(fresh)
    connection.execute(f"attach '{work / 'ingested.duckdb'}' as finished (read_only)").fetchall()
    with clock.running():
        with transaction(connection):
            for table in STORED:
                connection.execute(f"insert into {table} select * from finished.{table}").fetchall()
        connection.execute("checkpoint").fetchall()
    (hands,) = connection.execute("select count(*) from hands").fetchall()
    connection.close()
    return int(hands[0])


def parse(folder: Path, work: Path, clock: Clock) -> int:
    """Lines to tables."""
    hands = 0
    for path in logs(folder):
        data = path.read_bytes()
        with clock.running():
            hands += sum(parsed.hands.height for parsed in pokerstars.parse(data, path=str(path)))
    return hands


def prepare(folder: Path, work: Path, clock: Clock) -> int:
    """Keeps the frames of every batch, so that replay and load can be measured alone."""
    kept = work / "frames"
    shutil.rmtree(kept, ignore_errors=True)
    kept.mkdir(parents=True)
    hands = 0
    for path in logs(folder):
        for number, parsed in enumerate(pokerstars.parse(path.read_bytes(), path=str(path))):
            hands += parsed.hands.height
            batch = f"{path.stem}-{number:03d}"
            _keep(parsed, kept / f"{batch}.parsed")
            _keep(replay(parsed), kept / f"{batch}.replayed")
    return hands


def replay_only(folder: Path, work: Path, clock: Clock) -> int:
    """Tables to annotated tables."""
    hands = 0
    for batch in sorted((work / "frames").glob("*.parsed")):
        parsed = tables.Parsed(**_kept(batch))
        with clock.running():
            hands += replay(parsed).hands.height
    return hands


def load_only(folder: Path, work: Path, clock: Clock) -> int:
    """Annotated tables into a fresh database."""
    fresh = work / "loaded.duckdb"
    fresh.unlink(missing_ok=True)
    connection = open_database(fresh)
    hands = 0
    for file_id, batch in enumerate(sorted((work / "frames").glob("*.replayed"))):
        replayed = tables.Replayed(**_kept(batch))
        with clock.running(), transaction(connection):
            hands += load(connection, file_id, replayed).new
    with clock.running():
        connection.execute("checkpoint").fetchall()
    connection.close()
    return hands


def _keep(batch: tables.Parsed | tables.Replayed, folder: Path) -> None:
    folder.mkdir()
    for entry in fields(batch):
        frame = getattr(batch, entry.name)
        if isinstance(frame, pl.DataFrame):
            frame.write_ipc(folder / f"{entry.name}.arrow", compression="lz4")


def _kept(folder: Path) -> dict[str, Any]:
    return {path.stem: pl.read_ipc(path) for path in sorted(folder.glob("*.arrow"))}


STAGES: dict[str, Callable[[Path, Path, Clock], int]] = {
    "classify": classify,
    "rewrite": rewrite,
    "parse": parse,
    "prepare": prepare,
    "replay": replay_only,
    "load": load_only,
}

if __name__ == "__main__":
    timed = Clock()
    count = STAGES[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]), timed)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print(json.dumps({"hands": count, "wall": timed.wall, "cpu": timed.cpu, "peak_kib": peak}))
