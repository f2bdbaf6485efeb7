"""``pokerstats ingest``: logs into the database."""

import ctypes
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Annotated

import polars as pl
import typer
from rich.console import Console
from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.games.rules import load_own_rules
from pokerstats.pipeline.ingest import Result, ingest
from pokerstats.pipeline.ledger import Refusal
from pokerstats.pipeline.reading import ReadSoFar
from pokerstats.pipeline.sources import STANDARD_INPUT, require, size_on_disk
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.terminal import visible

FILES_SHOWN = 20
REASONS_SHOWN = 20

MALLOC = {-3: 32 << 20, -1: 256 << 20, -2: 16 << 20}
"""For glibc: from how many bytes it maps memory, from how many free ones it gives them back, how many it asks for."""

Paths = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Folders, files, .zip, .gz; - is standard input.", show_default=False),
]
Strict = Annotated[bool, typer.Option("--strict", help="Exit with 1 if any hand was refused.")]
Again = Annotated[
    bool,
    typer.Option("--again", help="Read known files once more, as after an update; stored hands stay as they are."),
]
KeepText = Annotated[bool, typer.Option("--keep-text", help="Store the original text of every hand too.")]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("ingest")
    def command(
        paths: Paths,
        db: output.Database = output.DEFAULT_DATABASE,
        strict: Strict = False,
        again: Again = False,
        keep_text: KeepText = False,
        rules: output.OwnRules = None,
        as_json: output.AsJson = False,
    ) -> None:
        """Read logs into the database: each hand once, refused text with its reason.

        Example: pokerstats ingest ~/HandHistory --db hands.duckdb
        """
        own_rules = load_own_rules(rules or [])
        require(paths)
        _keep_freed_memory()
        connection = open_database(db)
        try:
            with _progress(paths) as progress:
                result = ingest(
                    connection,
                    paths,
                    database=db,
                    keep_text=keep_text,
                    again=again,
                    progress=progress,
                    own_rules=own_rules,
                )
        finally:
            connection.close()
        if as_json:
            output.write_json(as_document(result))
        else:
            _print_ledger(result)
        for file in result.files:
            if file.complaint is not None:
                print(visible(f"{file.path}: {file.complaint}"), file=sys.stderr)
        if result.nothing_readable:
            raise typer.Exit(3)
        if strict and result.counts.rejected:
            raise typer.Exit(1)


def as_document(result: Result) -> dict[str, object]:
    """The ledger as other programs read it."""
    counts = result.counts
    return {
        "files": [
            {
                "path": file.path,
                "format": file.format,
                "new": file.counts.new,
                "duplicate": file.counts.duplicate,
                "rejected": file.counts.rejected,
                "lines_unmatched": file.lines_unmatched,
            }
            for file in result.files
        ],
        "totals": {
            "files": len(result.files),
            "new": counts.new,
            "duplicate": counts.duplicate,
            "rejected": counts.rejected,
            "lines_unmatched": result.lines_unmatched,
        },
    }


def _keep_freed_memory() -> None:
    """Lets this process use its freed memory again instead of giving it back to the system with every array."""
    if sys.platform == "linux":
        # other C libraries than glibc have no such thing
        with suppress(AttributeError):
            mallopt = ctypes.CDLL(None).mallopt
            for setting, size in MALLOC.items():
                mallopt(setting, size)


@contextmanager
def _progress(paths: Sequence[str]) -> Iterator[ReadSoFar | None]:
    if not sys.stderr.isatty():
        yield None
        return
    console = Console(file=sys.stderr)
    total = sum(size_on_disk(path) for path in paths if path != STANDARD_INPUT) or None
    columns = (TextColumn("reading"), BarColumn(), DownloadColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task("reading", total=total)
        yield lambda size: bar.update(task, advance=size)


def _print_ledger(result: Result) -> None:
    counts = result.counts
    if len(result.files) > 1:
        told = sorted(result.files, key=lambda file: not (file.counts.rejected or file.lines_unmatched))[:FILES_SHOWN]
        rows = [
            {
                "file": file.path,
                "format": file.format or "unknown",
                "new": file.counts.new,
                "duplicate": file.counts.duplicate,
                "rejected": file.counts.rejected,
                "unmatched": file.lines_unmatched,
            }
            for file in told
        ]
        output.emit(pl.DataFrame(rows), as_json=False, as_csv=False)
        if len(result.files) > len(told):
            print(f"… and {len(result.files) - len(told):,} more files")
        print()
    read = counts.new + counts.duplicate + counts.rejected
    print(
        f"{output.many(len(result.files), 'file')}, {output.many(read, 'hand')} read: "
        f"{counts.new:,} new, {counts.duplicate:,} duplicate, {counts.rejected:,} rejected; "
        f"{output.many(result.lines_unmatched, 'line')} unmatched"
    )
    print(f"{result.seconds:.1f} s, {read / result.seconds:,.0f} hands/s")
    if result.edited:
        copies = output.many(result.edited, "duplicate")
        print(f"{copies} with another text: pokerstats sql 'from duplicates where not same_text'")
    if result.refusals:
        print("\nrejected, by reason:")
        for refusal in result.refusals[:REASONS_SHOWN]:
            print(visible(_reason(refusal)))
        if len(result.refusals) > REASONS_SHOWN:
            print("  … all of them: pokerstats sql 'from open_rejects'")


def _reason(refusal: Refusal) -> str:
    example = "at" if refusal.count == 1 else "such as"
    return f"  {refusal.count:>6,}  {refusal.kind}: {refusal.reason} ({example} {refusal.path}:{refusal.line})"
