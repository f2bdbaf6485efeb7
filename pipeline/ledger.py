"""The ledger: every file that was ever given, and what became of each of its hands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import polars as pl

from pokerstats.pipeline.store import Connection, Counts, frame_as


@dataclass(frozen=True)
class FileRead:
    """A content as reading found it."""

    path: str
    sha256: str
    bytes: int
    encoding: str | None
    format: str | None
    """None: no parser recognised it."""
    lines: int
    lines_unmatched: int = 0


@dataclass(frozen=True)
class Entry:
    """A file of the ledger."""

    file_id: int
    format: str | None
    lines_unmatched: int
    counts: Counts

    @property
    def hands_read(self) -> int:
        return self.counts.new + self.counts.duplicate + self.counts.rejected

    def met_again(self) -> Counts:
        """The counts if the same content is given once more: nothing is new."""
        return Counts(0, self.counts.new + self.counts.duplicate, self.counts.rejected)


class Ledger:
    """Table ``files``, with its entries at hand by the hash of their content."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        rows = connection.execute(
            "select sha256, file_id, format, lines_unmatched, hands_new, hands_duplicate, hands_rejected from files"
        ).fetchall()
        self._entries = {row[0]: Entry(row[1], row[2], row[3], Counts(*row[4:])) for row in rows}
        self._last_id = max((entry.file_id for entry in self._entries.values()), default=0)

    def entry(self, sha256: str) -> Entry | None:
        """The entry of a content that was stored before."""
        return self._entries.get(sha256)

    def open(self, sha256: str) -> int:
        """The number of a content about to be read: the next free one, or its own, what was refused of it forgotten."""
        known = self._entries.get(sha256)
        if known is None:
            self._last_id += 1
            return self._last_id
        for table in ("rejected", "duplicates"):
            self._connection.execute(f"delete from {table} where file_id = ?", [known.file_id]).fetchall()
        return known.file_id

    def enter(self, files: Sequence[tuple[int, FileRead, Counts]]) -> None:
        """Write files and what their reading brought."""
        known = {entry.file_id for entry in self._entries.values()}
        for file_id, file, counts in files:
            if file_id in known:
                self._enter_again(file_id, file, counts.rejected)
        self._enter_new([entry for entry in files if entry[0] not in known])

    def _enter_again(self, file_id: int, file: FileRead, rejected: int) -> None:
        new, duplicate = (
            _one(self._connection, f"select count(*) from {table} where file_id = ?", file_id)
            for table in ("hands", "duplicates")
        )
        self._connection.execute(
            """
            update files set
                encoding = ?, format = ?, last_seen = now() at time zone 'UTC', hands_read = ?, hands_new = ?,
                hands_duplicate = ?, hands_rejected = ?, lines = ?, lines_unmatched = ?
            where file_id = ?
            """,
            [
                file.encoding, file.format, new + duplicate + rejected, new, duplicate, rejected, file.lines,
                file.lines_unmatched, file_id,
            ],
        ).fetchall()  # fmt: skip
        counts = Counts(new, duplicate, rejected)
        self._entries[file.sha256] = Entry(file_id, file.format, file.lines_unmatched, counts)

    def _enter_new(self, files: Sequence[tuple[int, FileRead, Counts]]) -> None:
        now = datetime.now(UTC).replace(tzinfo=None)
        rows = [
            {
                "file_id": file_id,
                "path": file.path,
                "sha256": file.sha256,
                "bytes": file.bytes,
                "encoding": file.encoding,
                "format": file.format,
                "first_seen": now,
                "last_seen": now,
                "hands_read": counts.new + counts.duplicate + counts.rejected,
                "hands_new": counts.new,
                "hands_duplicate": counts.duplicate,
                "hands_rejected": counts.rejected,
                "lines": file.lines,
                "lines_unmatched": file.lines_unmatched,
            }
            for file_id, file, counts in files
        ]
        if not rows:
            return
        frame = pl.DataFrame(rows, schema_overrides={"encoding": pl.String, "format": pl.String})
        with frame_as(self._connection, "entries", frame):
            self._connection.execute(f"insert into files ({', '.join(frame.columns)}) from entries").fetchall()
        for file_id, file, counts in files:
            self._entries[file.sha256] = Entry(file_id, file.format, file.lines_unmatched, counts)

    def seen_again(self, file_ids: Sequence[int]) -> None:
        """Note that contents were given once more."""
        if file_ids:
            self._connection.execute(
                "update files set last_seen = now() at time zone 'UTC' where list_contains(?, file_id)",
                [list(file_ids)],
            ).fetchall()


def _one(connection: Connection, query: str, value: object) -> int:
    row = connection.execute(query, [value]).fetchone()
    return int(row[0]) if row else 0


@dataclass(frozen=True)
class Refusal:
    """Refused pieces of text of one kind and reason."""

    kind: str
    count: int
    reason: str
    """Of the first of them, as an example."""
    path: str
    line: int


def edited(connection: Connection, file_ids: Sequence[int]) -> int:
    """How many hands of these files are stored with another text."""
    query = "select count(*) from duplicates where not same_text and list_contains(?, file_id)"
    return _one(connection, query, list(file_ids))


def refusals(connection: Connection, file_ids: Sequence[int]) -> list[Refusal]:
    """Why text of these files was refused, the most frequent reason first."""
    rows = connection.execute(
        """
        select kind, reason, path, coalesce(line, line_from)
        from rejected join files using (file_id)
        where list_contains(?, file_id)
        order by file_id, line_from
        """,
        [list(file_ids)],
    ).fetchall()
    groups: dict[tuple[str, str], list[tuple[str, str, int]]] = {}
    for kind, reason, path, line in rows:
        # reasons quote the text at fault: what is left without quotes and numbers is what they have in common
        common = re.sub(r"'[^']*'|\"[^\"]*\"|\d+", "…", reason)
        groups.setdefault((kind, common), []).append((reason, path, line))
    found = [Refusal(kind, len(members), *members[0]) for (kind, _), members in groups.items()]
    return sorted(found, key=lambda refusal: (-refusal.count, refusal.kind, refusal.reason))
