"""The parts agree on their border: frames on tables, tables on comments, packages on the build file."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import duckdb
import polars as pl
import pytest

from pokerstats.pipeline import tables
from pokerstats.pipeline.store import open_database

ROOT = Path(__file__).parents[1]

FRAMES = {
    "hands": tables.REPLAYED_HANDS,
    "seats": tables.REPLAYED_SEATS,
    "actions": tables.REPLAYED_ACTIONS,
    "payouts": tables.REPLAYED_PAYOUTS,
    "pots": tables.POTS,
    "showdowns": tables.SHOWDOWNS,
    "rejected": tables.PARSED_REJECTED,
}
ADDED_BY_STORE = {"hands": {"hand_id", "file_id"}, "rejected": {"file_id"}}
NOT_STORED = {"hands": {"collects_uncalled"}}
"""How to read a room's text is no property of the hand."""


@pytest.fixture(scope="module")
def connection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[duckdb.DuckDBPyConnection]:
    connection = open_database(tmp_path_factory.mktemp("contract") / "empty.duckdb")
    yield connection
    connection.close()


@pytest.mark.parametrize("table", FRAMES)
def test_frames_and_tables_have_the_same_columns(connection: duckdb.DuckDBPyConnection, table: str) -> None:
    query = "select column_name from duckdb_columns() where table_name = ?"
    stored = {name for (name,) in connection.execute(query, [table]).fetchall()}
    framed = set(FRAMES[table]) - {"hand"} - NOT_STORED.get(table, set())
    assert stored == framed | ADDED_BY_STORE.get(table, {"hand_id"})


@pytest.mark.parametrize("table", FRAMES)
def test_money_is_decimal_in_the_database_and_integer_in_frames(
    connection: duckdb.DuckDBPyConnection, table: str
) -> None:
    query = "select column_name, data_type from duckdb_columns() where table_name = ?"
    for name, data_type in connection.execute(query, [table]).fetchall():
        assert data_type not in ("DOUBLE", "FLOAT")
        assert (data_type == "DECIMAL(18,4)") == (FRAMES[table].get(name) == tables.MoneyType), name


@pytest.mark.parametrize(
    ("type_name", "words"),
    [
        ("action", tables.ACTIONS),
        ("street", tables.STREETS),
        ("betting", tables.BETTING),
        ("kind", tables.KINDS),
        ("facing", tables.FACING),
    ],
)
def test_enums_are_the_same_words_in_the_same_order(
    connection: duckdb.DuckDBPyConnection, type_name: str, words: tuple[str, ...]
) -> None:
    assert connection.execute(f"select enum_range(null::{type_name})").fetchall() == [(list(words),)]


def test_every_table_and_column_is_explained(connection: duckdb.DuckDBPyConnection) -> None:
    mute = connection.execute(
        """
        select table_name from duckdb_tables() where coalesce(comment, '') = ''
        union all
        select table_name || '.' || column_name from duckdb_columns()
        where coalesce(comment, '') = '' and table_name in (select table_name from duckdb_tables())
        """
    ).fetchall()
    assert mute == []


def test_empty_frames_have_the_columns_of_their_schema() -> None:
    assert tables.empty(tables.POTS).schema == pl.Schema(tables.POTS)


def test_every_package_is_listed() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    found = {
        "pokerstats." + ".".join(init.parent.relative_to(ROOT).parts)
        for root in config["package-dir"].values()
        for init in (ROOT / root).rglob("__init__.py")
    }
    assert found == set(config["packages"])
