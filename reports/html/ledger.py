"""The import ledger: what became of every hand of every file, and why some were refused."""

from dataclasses import dataclass
from pathlib import PurePosixPath

import polars as pl

from pokerstats.reports.html.frames import Connection, frame

FILES_IN_FULL = 40
REFUSED_KEPT = 40
REFUSED_LINES = 6
KINDS = ("impossible", "unreadable", "incomplete", "cancelled")

FILES = """
select path, coalesce(format, '') as format, hands_read as read, hands_new as stored, hands_duplicate as duplicate,
       hands_rejected as refused
from files order by path, file_id
"""
REFUSED = """
with numbered as (
    select r.kind, r.reason, r.site, r.site_hand_no, coalesce(r.line, r.line_from) as line, f.path,
           regexp_extract(r.text, '^(?:[^\\n]*\\n?){1,6}') as text,
           row_number() over (partition by r.kind order by f.path, r.line_from) as nth
    from rejected r left join files f using (file_id)
)
select * from numbered where nth <= $kept order by kind, nth
"""
BY_KIND = "select kind, count(*) as many from rejected group by kind order by kind"


@dataclass(frozen=True)
class Line:
    """One file, or all files of a folder."""

    name: str
    format: str
    files: int
    read: int
    stored: int
    duplicate: int
    refused: int


@dataclass(frozen=True)
class Refusal:
    """One refused piece of text."""

    kind: str
    hand: str
    path: str
    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class Ledger:
    """Files (or folders, if there are many), their sums, and the refusals kept in the page."""

    by_folder: bool
    lines: list[Line]
    total: Line
    refused: int
    refused_by_kind: str
    refusals: list[Refusal]


def ledger(con: Connection) -> Ledger:
    """The ledger of all files ever ingested."""
    files = frame(con, FILES)
    by_folder = files.height > FILES_IN_FULL
    if by_folder:
        files = files.with_columns(pl.col("path").map_elements(_folder, return_dtype=pl.String))
    lines = (
        files.group_by("path", "format", maintain_order=True)
        .agg(pl.len().alias("files"), *_sums())
        .sort("path", "format")
    )
    counts = dict(con.execute(BY_KIND).fetchall())
    refusals = [
        Refusal(
            kind=row["kind"],
            hand=f"{row['site'] or ''} {row['site_hand_no'] or ''}".strip(),
            path=row["path"] or "?",
            line=row["line"],
            reason=row["reason"],
            text=_excerpt(row["text"]),
        )
        for row in frame(con, REFUSED, kept=REFUSED_KEPT).iter_rows(named=True)
    ]
    refusals.sort(key=lambda refusal: KINDS.index(refusal.kind) if refusal.kind in KINDS else len(KINDS))
    return Ledger(
        by_folder=by_folder,
        lines=[Line(**{"name": row.pop("path")} | row) for row in lines.iter_rows(named=True)],
        total=Line("All", "", files.height, *files.select(_sums()).row(0)),
        refused=sum(counts.values()),
        refused_by_kind=", ".join(
            f"{counts[kind]:,} {kind}" for kind in sorted(counts, key=lambda kind: (-counts[kind], kind))
        ),
        refusals=_evenly(refusals),
    )


def _sums() -> list[pl.Expr]:
    return [pl.col(name).cast(pl.Int64).sum() for name in ("read", "stored", "duplicate", "refused")]


def _folder(path: str) -> str:
    archive, inside, _ = path.partition("!")
    return archive if inside else f"{PurePosixPath(path.replace(chr(92), '/')).parent}/"


def _evenly(refusals: list[Refusal]) -> list[Refusal]:
    """At most :data:`REFUSED_KEPT`, with as many of each kind as the others leave room for."""
    kinds = {
        kind: [refusal for refusal in refusals if refusal.kind == kind]
        for kind in dict.fromkeys(r.kind for r in refusals)
    }
    kept: dict[str, int] = dict.fromkeys(kinds, 0)
    while sum(kept.values()) < min(REFUSED_KEPT, len(refusals)):
        for kind, of_kind in kinds.items():
            if kept[kind] < len(of_kind) and sum(kept.values()) < REFUSED_KEPT:
                kept[kind] += 1
    return [refusal for kind, of_kind in kinds.items() for refusal in of_kind[: kept[kind]]]


def _excerpt(text: str | None) -> str:
    shown = (text or "").strip("\r\n").splitlines()[:REFUSED_LINES]
    return "\n".join(line[:200] for line in shown)
