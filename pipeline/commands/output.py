"""How every command prints rows: a table for people, JSON or CSV for programs, all of it on stdout."""

import csv
import datetime as dt
import io
import json
import math
import sys
from decimal import Decimal
from pathlib import Path
from typing import Annotated

import polars as pl
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.terminal import visible

ROWS_SHOWN = 500
"""Rows of a table for people; ``--json`` and ``--csv`` print all of them."""

Database = Annotated[
    Path,
    typer.Option("--db", envvar="POKERSTATS_DB", metavar="FILE", help="The DuckDB database file."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
AsCsv = Annotated[bool, typer.Option("--csv", help="Print CSV.")]

DEFAULT_DATABASE = Path("pokerstats.duckdb")


def emit(frame: pl.DataFrame, *, as_json: bool, as_csv: bool, title: str | None = None) -> None:
    """Print the rows of a frame in the form asked for."""
    if as_json and as_csv:
        raise UsageError("--json and --csv exclude each other; choose one")
    if as_json:
        write_json(frame.rows(named=True))
    elif as_csv:
        _write_csv(frame)
    else:
        _write_table(frame, title)


def write_json(value: object) -> None:
    """Print any value built of dicts, lists and scalars as JSON; decimals become numbers with their exact digits."""
    if isinstance(value, list):
        # one row a line: diffs and pagers stay usable, and large results need no second copy
        sys.stdout.write("[" + ",".join(f"\n{json_text(row)}" for row in value) + ("\n]\n" if value else "]\n"))
    else:
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


def _write_csv(frame: pl.DataFrame) -> None:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(frame.columns)
    for row in frame.iter_rows():
        writer.writerow([plain(value) for value in row])
        if text.tell() > 1 << 20:
            sys.stdout.write(text.getvalue())
            text.seek(0)
            text.truncate()
    sys.stdout.write(text.getvalue())


def _write_table(frame: pl.DataFrame, title: str | None) -> None:
    table = Table(title=title, title_justify="left", header_style="bold", box=None, pad_edge=False)
    for name, dtype in frame.schema.items():
        table.add_column(Text(visible(name)), justify="right" if dtype.is_numeric() else "left", overflow="fold")
    for row in frame.head(ROWS_SHOWN).iter_rows():
        table.add_row(*(Text(visible(_readable(value))) for value in row))
    on_terminal = sys.stdout.isatty()
    # a pipe has no width: 80 columns would cut what the next program is to read
    console = Console(file=sys.stdout, width=None if on_terminal else 100_000, soft_wrap=not on_terminal)
    console.print(table)
    if frame.height > ROWS_SHOWN:
        print(f"… {frame.height - ROWS_SHOWN:,} more rows; --json and --csv print all", file=sys.stderr)


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
