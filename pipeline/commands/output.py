"""How every command prints rows: a table for people, JSON or CSV for programs, all of it on stdout."""

import csv
import datetime as dt
import json
import math
import sys
from collections.abc import Iterable, Sequence
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal

import polars as pl
import typer
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.terminal import visible

ROWS_SHOWN = 500
"""Rows of a table for people; ``--json`` and ``--csv`` print all of them."""

GAP = 2
"""Blanks between two columns of a table."""

Database = Annotated[
    Path,
    typer.Option("--db", envvar="POKERSTATS_DB", metavar="FILE", help="The DuckDB database file."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]

OwnRules = Annotated[
    list[str] | None,
    typer.Option("--rules", metavar="FILE", help="A table's own rule set; repeat it for several."),
]

DEFAULT_DATABASE = Path("pokerstats.duckdb")


Row = tuple[object, ...]


def emit(
    frame: pl.DataFrame, *, as_json: bool, as_csv: bool, title: str | None = None, keys: Sequence[str] = ()
) -> None:
    """Print the rows of a frame in the form asked for."""
    emit_rows(frame.columns, frame.iter_rows(), as_json=as_json, as_csv=as_csv, title=title, keys=keys)


def emit_rows(
    columns: Sequence[str],
    rows: Iterable[Row],
    *,
    as_json: bool,
    as_csv: bool,
    title: str | None = None,
    keys: Sequence[str] = (),
) -> None:
    """Print rows in the form asked for, as they come; a table wider than the terminal repeats the keys in each part."""
    if as_json and as_csv:
        raise UsageError("--json and --csv exclude each other; choose one")
    if as_json:
        _write_json_rows(columns, rows)
    elif as_csv:
        _write_csv(columns, rows)
    else:
        _write_table(columns, rows, title, keys or columns[:1])


def _write_json_rows(columns: Sequence[str], rows: Iterable[Row]) -> None:
    # one row a line: diffs and pagers stay usable
    separator = "[\n"
    for row in rows:
        sys.stdout.write(separator + json_text(dict(zip(columns, row, strict=True))))
        separator = ",\n"
    sys.stdout.write("[]\n" if separator == "[\n" else "\n]\n")


def write_json(value: object) -> None:
    """Print any value built of dicts, lists and scalars as JSON; decimals become numbers with their exact digits."""
    sys.stdout.write(json_text(value) + "\n")


def json_text(value: object) -> str:
    """One value as JSON text."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))}: {json_text(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(json_text(item) for item in value) + "]"
    if isinstance(value, pl.Series):
        return json_text(value.to_list())
    if isinstance(value, Decimal):
        return exact(value)
    if isinstance(value, float):
        return json.dumps(value) if math.isfinite(value) else "null"
    if value is None or isinstance(value, bool | int):
        return json.dumps(value)
    return json.dumps(plain(value), ensure_ascii=False)


def exact(amount: Decimal) -> str:
    """The digits of an amount, without zeros that say nothing: ``1.5``, ``0.02``, ``1500``."""
    digits = f"{amount:f}"
    return (digits.rstrip("0").rstrip(".") if "." in digits else digits) or "0"


def many(number: int, noun: str) -> str:
    """A number with its noun: ``1 hand``, ``2,000 hands``."""
    return f"{number:,} {noun}" + ("" if number == 1 else "s")


def plain(value: object) -> str:
    """One value as text for CSV and JSON strings: times in ISO 8601, lists and structs as JSON."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Decimal):
        return exact(value)
    if isinstance(value, dt.datetime | dt.date | dt.time):
        return value.isoformat()
    if isinstance(value, dict | list | tuple | pl.Series):
        return json_text(value)
    if isinstance(value, bytes):
        return value.hex()
    return str(value)


def _write_csv(columns: Sequence[str], rows: Iterable[Row]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([plain(value) for value in row])


def _write_table(columns: Sequence[str], rows: Iterable[Row], title: str | None, keys: Sequence[str]) -> None:
    rows = iter(rows)
    shown = list(islice(rows, ROWS_SHOWN))
    on_terminal = sys.stdout.isatty()
    # a pipe has no width: 80 columns would cut what the next program is to read
    console = Console(file=sys.stdout, width=None if on_terminal else 100_000, soft_wrap=not on_terminal)
    texts = [[visible(_readable(value)) for value in row] for row in shown]
    # a longer text is folded: a path must not keep the counts from standing beside it
    longest = console.width // 3
    widths = [
        min(longest, max(map(cell_len, (visible(name), *cells)))) for name, *cells in zip(columns, *texts, strict=True)
    ]
    repeated = [place for place, name in enumerate(columns) if name in keys]
    for part, places in enumerate(_parts(widths, repeated, console.width)):
        table = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
        for place in places:
            numbers = all(_is_number(row[place]) for row in shown if row[place] is not None)
            justify: Literal["left", "right"] = "right" if numbers and shown else "left"
            table.add_column(Text(visible(columns[place])), justify=justify, overflow="fold")
        for cells in texts:
            table.add_row(*(Text(cells[place]) for place in places))
        if part:
            console.print()
        console.print(table)
        title = None
    more = sum(1 for _ in rows)
    if more:
        print(f"… {more:,} more rows; --json and --csv print all", file=sys.stderr)


def _parts(widths: Sequence[int], repeated: Sequence[int], room: int) -> list[list[int]]:
    """Which columns stand side by side: as many as fit, and from the second part on behind the repeated ones."""
    parts: list[list[int]] = [[]]
    used = 0
    for place, width in enumerate(widths):
        started = any(column not in repeated for column in parts[-1])
        if started and used + width > room:
            parts.append(list(repeated))
            used = sum(widths[column] + GAP for column in repeated)
        if place not in parts[-1]:
            parts[-1].append(place)
            used += width + GAP
    return parts


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | Decimal) and not isinstance(value, bool)


def _readable(value: object) -> str:
    if isinstance(value, Decimal):
        whole, _, part = exact(value).partition(".")
        sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
        return f"{sign}{int(digits):,}" + (f".{part.ljust(2, '0')}" if part else "")
    if isinstance(value, dt.datetime):
        return value.isoformat(sep=" ")
    if isinstance(value, float):
        return f"{value:,.4f}".rstrip("0").rstrip(".")
    return plain(value)
