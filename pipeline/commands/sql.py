"""``pokerstats sql``: questions of the user's own."""

import sys
from collections.abc import Iterator
from typing import Annotated

import duckdb
import typer

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.store import Connection, open_database

ROWS_AT_ONCE = 10_000

Query = Annotated[
    str,
    typer.Argument(
        metavar="QUERY", help='SQL, ".tables", ".schema" or ".schema NAME"; - reads it from standard input.'
    ),
]

_TABLES = """
select table_name as name, 'table' as kind, comment as holds
from duckdb_tables() where not starts_with(table_name, 'schema_')
union all
select view_name, 'view', comment from duckdb_views() where not internal
order by kind, name
"""
_SCHEMA = """
with relations as (
    select table_name as name, comment from duckdb_tables() where not starts_with(table_name, 'schema_')
    union all
    select view_name, comment from duckdb_views() where not internal
)
select relations.name as "table", column_name as "column",
    -- the words of an enum would fill the line; enum_range(null::action) lists them
    case when data_type like 'ENUM%' then 'ENUM' else data_type end as type,
    columns.comment as holds
from duckdb_columns() as columns
join relations on relations.name = columns.table_name
where not internal and (relations.name = $name or $name is null)
order by relations.name, column_index
"""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def sql(
        query: Query,
        db: output.Database = output.DEFAULT_DATABASE,
        as_json: output.AsJson = False,
        as_csv: output.AsCsv = False,
    ) -> None:
        """Ask the database in SQL; .schema explains every table and column.

        No query can change the database, but it may read and write files: copy (…) to 'hands.parquet'.

        Example: pokerstats sql "select player, sum(net) from seats group by player order by 2 desc limit 5"
        """
        connection = open_database(db, read_only=True)
        try:
            if query == "-":
                query = sys.stdin.read()
            columns, rows = _answer(connection, query.strip())
            output.emit_rows(columns, rows, as_json=as_json, as_csv=as_csv)
        except duckdb.Error as error:
            raise UsageError(one_line(str(error))) from None
        finally:
            connection.close()


def _answer(connection: Connection, query: str) -> tuple[list[str], Iterator[output.Row]]:
    command, *names = query.rstrip(";").split()[:3] or [""]
    if command == ".tables" and not names:
        return _rows(connection, _TABLES)
    if command == ".schema" and len(names) < 2:
        columns, rows = _rows(connection, _SCHEMA, {"name": names[0] if names else None})
        found = list(rows)
        if not found:
            raise UsageError(f'{names[0]}: no such table; ".tables" lists them')
        return columns, iter(found)
    if command.startswith("."):
        raise UsageError(f'{command}: unknown command; there are ".tables" and ".schema NAME"')
    return _rows(connection, query)


def _rows(
    connection: Connection, query: str, parameters: dict[str, object] | None = None
) -> tuple[list[str], Iterator[output.Row]]:
    answer: Connection | None = connection.execute(query, parameters)
    if answer is None:
        raise UsageError("the query is empty")
    return _distinct([column[0] for column in answer.description or ()]), _fetched(answer)


def _fetched(answer: Connection) -> Iterator[output.Row]:
    while rows := answer.fetchmany(ROWS_AT_ONCE):
        yield from rows


def _distinct(names: list[str]) -> list[str]:
    """The names, numbered where one comes twice, as the objects of JSON need it."""
    earlier = [names[:place].count(name) for place, name in enumerate(names)]
    return [f"{name}_{count}" if count else name for name, count in zip(names, earlier, strict=True)]


def one_line(text: str) -> str:
    """DuckDB's message without the drawing of the place; the place itself is kept."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and set(line.strip()) != {"^"}]
    return " ".join(line for line in lines if not line.startswith("LINE "))
