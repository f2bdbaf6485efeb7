"""Measures parse, replay, load and the whole ingest against the floor of the same run.

    python benchmarks/run.py --hands 200000

The floor is what the two libraries need for the same work if everything between were free: polars reads the lines and
tells their kinds apart, DuckDB writes the rows of a finished ingest into a fresh database. Each step runs in a process
of its own on at most two cores. Steps are timed without the start of Python; the ingest is the whole command.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from generate import write

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Cost:
    """What one step took."""

    hands: int
    wall: float
    cpu: float
    peak_mib: float

    @property
    def rate(self) -> float:
        """Hands a second by the clock."""
        return self.hands / self.wall


def logs_of(folder: Path, hands: int, seed: int) -> Path:
    """The folder with the generated hands; made once for each number and seed."""
    logs = folder / f"hands-{hands}-seed-{seed}"
    done = logs / "complete"
    if not done.exists():
        print(f"dealing {hands:,} hands into {logs}", file=sys.stderr)
        write(logs, hands, seed)
        done.touch()
    return logs


def stage(name: str, logs: Path, work: Path) -> Cost:
    """One step of ``stages.py``."""
    command = [sys.executable, str(HERE / "stages.py"), name, str(logs), str(work)]
    told = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)
    return Cost(told["hands"], told["wall"], told["cpu"], told["peak_kib"] / 1024)


def ingest(logs: Path, work: Path, hands: int) -> Cost:
    """The whole command ``pokerstats ingest``, start of Python included."""
    database = work / "ingested.duckdb"
    for left in (database, work / "ingested.duckdb.wal"):
        left.unlink(missing_ok=True)
    files = [str(path) for path in sorted(logs.glob("*.txt"))]
    command = [sys.executable, "-m", "pokerstats.pipeline", "ingest", *files, "--db", str(database), "--json"]
    started = perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        ledger = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    wall = perf_counter() - started
    if process.returncode:
        raise SystemExit(f"ingest ended with {process.returncode}: {' '.join(command[:4])} …")
    stored = json.loads(ledger)["totals"]["new"]
    if stored != hands:
        raise SystemExit(f"ingest stored {stored} of {hands} hands")
    return Cost(hands, wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/bench"))
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--ingest-only", action="store_true", help="the floor and the whole ingest, no single steps")
    options = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: options.cores])

    logs = logs_of(options.folder, options.hands, options.seed)
    size = sum(path.stat().st_size for path in logs.glob("*.txt"))
    print(f"{options.hands:,} hands, {size / 1e6:,.0f} MB of text, seed {options.seed}, {options.cores} cores")
    # a folder of its own, so that two runs at once do not write into one database
    with TemporaryDirectory(dir=options.folder, prefix="work-") as work:
        report(*measure(logs, Path(work), options.hands, options.ingest_only))


def measure(logs: Path, work: Path, hands: int, ingest_only: bool) -> tuple[Cost, dict[str, Cost]]:
    """The floor, and everything measured by its name."""
    whole = ingest(logs, work, hands)
    classified, rewritten = stage("classify", logs, work), stage("rewrite", logs, work)
    floor = Cost(
        hands,
        classified.wall + rewritten.wall,
        classified.cpu + rewritten.cpu,
        max(classified.peak_mib, rewritten.peak_mib),
    )
    costs = {"floor": floor, "  read and classify": classified, "  write": rewritten}
    if not ingest_only:
        stage("prepare", logs, work)
        costs |= {name: stage(name, logs, work) for name in ("parse", "replay", "load")}
    costs["whole ingest"] = whole
    return floor, costs


def report(floor: Cost, costs: dict[str, Cost]) -> None:
    """The table, one line a step."""
    print(f"{'':20}{'hands/s':>10}{'wall s':>9}{'cpu s':>9}{'of floor, wall':>16}{'cpu':>7}{'peak MiB':>10}")
    for name, cost in costs.items():
        print(
            f"{name:20}{cost.rate:>10,.0f}{cost.wall:>9.2f}{cost.cpu:>9.2f}{floor.wall / cost.wall:>16.2f}"
            f"{floor.cpu / cost.cpu:>7.2f}{cost.peak_mib:>10,.0f}"
        )


if __name__ == "__main__":
    main()
