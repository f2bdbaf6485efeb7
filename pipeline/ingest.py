"""Logs into the database: each file whole or not at all, each hand once, every line accounted for."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from time import perf_counter

import duckdb
import numpy as np
import polars as pl

from pokerstats.pipeline import reading
from pokerstats.pipeline.agreed import AgreedParser
from pokerstats.pipeline.detect import Parser, detect
from pokerstats.pipeline.games.rules import RuleSet
from pokerstats.pipeline.ledger import FileRead, Ledger, Refusal, edited, refusals
from pokerstats.pipeline.portion import Portion
from pokerstats.pipeline.reading import ReadSoFar, Unread
from pokerstats.pipeline.sources import Source, find
from pokerstats.pipeline.store import Connection, Counts, load_batch, undo

DATABASE_MEMORY = "256MB"
"""What DuckDB may hold while it is written to: more does not make it faster."""
COMMIT_AFTER = 256 << 20
"""Bytes of text stored in one transaction if more files follow: small transactions are packed by DuckDB twice."""


@dataclass(frozen=True)
class FileResult:
    """What became of one file given."""

    path: str
    format: str | None
    counts: Counts
    lines_unmatched: int
    complaint: str | None = None
    """Why it could not be unpacked or opened."""

    @property
    def is_unreadable(self) -> bool:
        """There is something in it, and none of it could be read."""
        return self.format is None and self.counts.rejected > 0


@dataclass(frozen=True)
class Result:
    """What became of everything given: read = new + duplicate + rejected, file by file and in sum."""

    files: list[FileResult]
    refusals: list[Refusal]
    edited: int
    """Duplicates whose text is not that of the stored hand: another player's log, or edited. The first met stays."""
    seconds: float

    @property
    def counts(self) -> Counts:
        """The sum over all files."""
        return Counts(
            new=sum(file.counts.new for file in self.files),
            duplicate=sum(file.counts.duplicate for file in self.files),
            rejected=sum(file.counts.rejected for file in self.files),
        )

    @property
    def lines_unmatched(self) -> int:
        """The sum over all files."""
        return sum(file.lines_unmatched for file in self.files)

    @property
    def nothing_readable(self) -> bool:
        """There were files, and not one of them could be read."""
        return bool(self.files) and all(file.is_unreadable for file in self.files)


def ingest(
    connection: Connection,
    paths: Sequence[str],
    *,
    database: Path | None = None,
    keep_text: bool = False,
    again: bool = False,
    workers: int | None = None,
    portion: int = reading.PORTION,
    commit_after: int = COMMIT_AFTER,
    progress: ReadSoFar | None = None,
    own_rules: Sequence[RuleSet] = (),
    format: Parser | None = None,
) -> Result:
    """Read everything under the paths and store what is new; the ledger of this run.

    ``again``: contents known from before are read once more, as a newer program may read what an older one refused.
    Hands that are stored stay as they are. ``own_rules``: rule sets of the user, see :func:`agreed.under`.
    ``format``: what every file is taken for, whatever it begins with.
    """
    started = perf_counter()
    run = _Run(connection, Ledger(connection), commit_after, again)
    order: dict[str, int] = {}

    def found() -> Iterator[Source]:
        for source in find(paths, database=database):
            order.setdefault(source.path, len(order))
            yield source

    def parser_of(head: bytes) -> Parser | None:
        parser = format or detect(head)
        return AgreedParser(parser, own_rules) if parser and own_rules else parser

    workers = workers or reading.workers_for_this_machine()
    with _tuned_for_writing(connection):
        try:
            for item in reading.portions(
                found(),
                skip=run.is_known,
                keep_text=keep_text,
                workers=workers,
                portion=portion,
                parser_of=parser_of,
            ):
                if progress:
                    progress(item.size)
                if isinstance(item, Unread):
                    run.unread.append(item)
                else:
                    run.store(item)
            run.commit()
        except BaseException:
            undo(connection)
            raise
    run.settle_unread()
    results = sorted(run.results, key=lambda file: order[file.path])
    file_ids = sorted(run.file_ids)
    return Result(results, refusals(connection, file_ids), edited(connection, file_ids), perf_counter() - started)


@contextmanager
def _tuned_for_writing(connection: Connection) -> Iterator[None]:
    # the workers have the other cores; a second thread of DuckDB would write no faster and take twice the time of one
    connection.execute(f"set threads = 1; set memory_limit = '{DATABASE_MEMORY}'").fetchall()
    # each checkpoint packs the last row groups anew: once at the end is enough
    connection.execute("set checkpoint_threshold = '1GB'").fetchall()
    try:
        yield
    finally:
        # a database that cannot be written any more refuses this too: what went wrong first is the error to be told
        with suppress(duckdb.Error):
            connection.execute("reset threads; reset memory_limit; reset checkpoint_threshold").fetchall()


class _Run:
    """One call of ingest: the only writer of the database."""

    def __init__(self, connection: Connection, ledger: Ledger, commit_after: int, again: bool) -> None:
        self.results: list[FileResult] = []
        self.unread: list[Unread] = []
        self.file_ids: set[int] = set()
        self._connection = connection
        self._ledger = ledger
        self._commit_after = commit_after
        self._again = again
        self._met: set[str] = set()
        self._unfinished: _Tally | None = None
        self._in_transaction = False
        self._size = 0  # bytes of text in the open transaction

    def is_known(self, read: FileRead, parser: Parser | None) -> bool:
        """Whether the content is stored or about to be; one that no parser knew may be read by a newer program."""
        if read.sha256 in self._met:
            return True
        entry = self._ledger.entry(read.sha256)
        if entry and not self._again and (entry.format or parser is None):
            return True
        self._met.add(read.sha256)
        return False

    def store(self, portion: Portion) -> None:
        """Store a portion. A file becomes visible whole, with its last portion or a few files later."""
        tally = self._unfinished or self._begin(portion)
        for batch in portion.batches:
            tally.add(
                load_batch(
                    self._connection,
                    batch.replayed,
                    hand_file=tally.file_of(batch.hand_file),
                    rejected_file=tally.file_of(batch.rejected_file),
                )
            )
        tally.add_lines(portion.lines_unmatched)
        self._size += portion.size
        self._unfinished = tally if portion.more else None
        if not portion.more:
            self._enter(tally)
            if self._size >= self._commit_after:
                self.commit()

    def _begin(self, portion: Portion) -> "_Tally":
        if not self._in_transaction:
            self._connection.begin()
            self._in_transaction = True
        return _Tally(portion.files, [self._ledger.open(read.sha256) for read in portion.files])

    def commit(self) -> None:
        """Make the finished files visible."""
        if self._in_transaction:
            self._connection.commit()
        self._in_transaction = False
        self._size = 0

    def _enter(self, tally: "_Tally") -> None:
        entries = tally.entries()
        self._ledger.enter(entries)
        for file_id, read, counts in entries:
            self.file_ids.add(file_id)
            self.results.append(FileResult(read.path, read.format, counts, read.lines_unmatched))

    def settle_unread(self) -> None:
        """Enter the contents that needed no reading: known from before, met twice, or not to be had."""
        known: list[int] = []
        for item in self.unread:
            entry = self._ledger.entry(item.read.sha256) if item.read else None
            if entry:
                known.append(entry.file_id)
                counts = entry.met_again()
                result = FileResult(item.path, entry.format, counts, entry.lines_unmatched, item.complaint)
            else:
                result = FileResult(item.path, None, Counts(rejected=1), 0, item.complaint)
            self.results.append(result)
        self._ledger.seen_again(known)
        self.file_ids.update(known)


class _Tally:
    """Counts of the files of one transaction."""

    def __init__(self, files: list[FileRead], file_ids: list[int]) -> None:
        self._files = files
        self._file_ids = file_ids
        self._counts = dict.fromkeys(file_ids, Counts())
        self._lines_unmatched = [0] * len(files)

    def file_of(self, index: pl.Series) -> pl.Series:
        """File ids for indices of the portion."""
        return pl.Series(np.array(self._file_ids, dtype=np.int32)[index.to_numpy()], dtype=pl.Int32)

    def add(self, counts: dict[int, Counts]) -> None:
        """Count the hands of one batch."""
        for file_id, more in counts.items():
            so_far = self._counts[file_id]
            self._counts[file_id] = Counts(
                so_far.new + more.new, so_far.duplicate + more.duplicate, so_far.rejected + more.rejected
            )

    def add_lines(self, unmatched: list[int]) -> None:
        """Count the lines that nothing matched, file by file."""
        self._lines_unmatched = [sum(pair) for pair in zip(self._lines_unmatched, unmatched, strict=True)]

    def entries(self) -> list[tuple[int, FileRead, Counts]]:
        """The files as the ledger keeps them."""
        return [
            (file_id, replace(read, lines_unmatched=unmatched), self._counts[file_id])
            for file_id, read, unmatched in zip(self._file_ids, self._files, self._lines_unmatched, strict=True)
        ]
