"""The stats as data: each one a table of ``sql/stats.toml``, its columns known to the view ``player_hands``."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.resources import files
from typing import Literal, Self

import duckdb
from pydantic import BaseModel, ConfigDict, ValidationError, model_validator

from pokerstats.pipeline.errors import UnreadableError

Format = Literal["percent", "ratio", "mean", "per100", "count", "money"]


class Stat(BaseModel):
    """One stat: what counts as done, what as a chance, and how it is shown."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    label: str
    title: str
    format: Format
    note: str
    done: str | None = None
    chance: str | None = None
    games: tuple[str, ...] = ()
    table: bool = False

    @model_validator(mode="after")
    def _has_its_columns(self) -> Self:
        if self.format in ("percent", "ratio") and not (self.done and self.chance):
            raise ValueError(f"format {self.format} needs both done and chance")
        if self.format in ("mean", "per100", "money") and not self.done:
            raise ValueError(f"format {self.format} needs done")
        if self.format in ("count", "money", "per100") and self.chance:
            raise ValueError(f"format {self.format} takes no chance")
        return self


def stat_definitions(con: duckdb.DuckDBPyConnection) -> tuple[Stat, ...]:
    """All stats in the order of the file."""
    text = files("pokerstats.sql").joinpath("stats.toml").read_text(encoding="utf-8")
    return parse_definitions(text, player_hands_columns(con))


def player_hands_columns(con: duckdb.DuckDBPyConnection) -> dict[str, str]:
    """The columns of ``player_hands`` and their types."""
    rows = con.execute("select column_name, column_type from (describe player_hands)").fetchall()
    return {str(name): str(kind) for name, kind in rows}


def parse_definitions(text: str, columns: Mapping[str, str]) -> tuple[Stat, ...]:
    """The stats a TOML text defines; a column that is not among ``columns`` is an error."""
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UnreadableError(f"stats.toml: not TOML: {error}") from None
    stats = []
    for name, row in tables.items():
        try:
            stat = Stat.model_validate({"name": name, **row})
        except ValidationError as error:
            raise UnreadableError(f"stats.toml: [{name}] {_first_fault(error)}") from None
        for key, column in (("done", stat.done), ("chance", stat.chance)):
            if column is not None and column not in columns:
                raise UnreadableError(_unknown_column(name, key, column, columns))
        stats.append(stat)
    return tuple(stats)


def _first_fault(error: ValidationError) -> str:
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])
    return f"{place}: {fault['msg'].lower()}" if place else fault["msg"].removeprefix("Value error, ")


def _unknown_column(name: str, key: str, column: str, columns: Mapping[str, str]) -> str:
    close = get_close_matches(column, columns, n=3)
    hint = f"nearest: {', '.join(close)}; " if close else ""
    known = ", ".join(sorted(columns))
    return f'stats.toml: [{name}] {key} = "{column}" is no column of player_hands; {hint}known: {known}'
