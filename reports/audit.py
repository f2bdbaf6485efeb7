"""The audit: every check run over the whole database, what offends kept in the table ``findings``."""

import re
import time
from collections.abc import Collection, Sequence
from pathlib import Path

import duckdb
import polars as pl

from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.games.rules import RuleSet
from pokerstats.pipeline.store import transaction
from pokerstats.reports.checks import COLUMNS, Check, load_checks, sql_fault
from pokerstats.reports.game_facts import create_game_facts
from pokerstats.reports.rule_facts import create_rule_facts

AUDIT: dict[str, pl.DataType | type[pl.DataType]] = {
    "check": pl.String,
    "title": pl.String,
    "rule": pl.String,
    "severity": pl.String,
    "applies": pl.String,
    "judged": pl.Int64,
    "offending": pl.Int64,
    "seconds": pl.Float64,
}
"""Columns of an audit: one row a check; judged 0 means the check met nothing it could judge."""


def run_checks(
    con: duckdb.DuckDBPyConnection,
    *,
    folder: Path | None = None,
    names: Collection[str] | None = None,
    rules: Collection[str] | None = None,
    own_rules: Sequence[RuleSet] = (),
) -> pl.DataFrame:
    """One row a check (:data:`AUDIT`); the offences replace what the table ``findings`` held of the same checks.

    ``own_rules``: rule sets of the user, for the hands that name them or name none.
    """
    checks = load_checks(folder, names=names, rules=rules)
    create_game_facts(con)
    create_rule_facts(con, own_rules)
    played = _played(con)
    with transaction(con):
        if names or rules:
            con.execute(
                'delete from findings where list_contains(?, "check")', [[check.name for check in checks]]
            ).fetchall()
        else:
            con.execute("delete from findings").fetchall()
        rows = [_run(con, check, played) for check in checks]
    return pl.DataFrame(rows, schema=AUDIT, orient="row")


def _played(con: duckdb.DuckDBPyConnection) -> set[str]:
    rows = con.execute("select distinct game, betting::varchar, family from hands left join game_facts using (game)")
    return {word for row in rows.fetchall() for word in row if word} | {"all"}


def _run(con: duckdb.DuckDBPyConnection, check: Check, played: set[str]) -> tuple[object, ...]:
    begin = time.perf_counter()
    judged = offending = 0
    if not played.isdisjoint(check.applies):
        offending = _store_offences(con, check)
        judged = _count_judged(con, check)
    return (
        check.name,
        check.title,
        check.rule,
        check.severity,
        " ".join(check.applies),
        judged,
        offending,
        time.perf_counter() - begin,
    )


def _store_offences(con: duckdb.DuckDBPyConnection, check: Check) -> int:
    try:
        con.execute(f"create or replace temp table offences as {check.offences}").fetchall()
    except duckdb.Error as error:
        raise UnreadableError(sql_fault(check.path, error, 0)) from None
    columns = [row[0] for row in con.execute("describe offences").fetchall()]
    if columns != list(COLUMNS):
        raise UnreadableError(f"{check.path}: returns {', '.join(columns)}; a check returns {', '.join(COLUMNS)}")
    con.execute(
        f"""
        insert into findings (hand_id, "check", rule, severity, seat, seq, expected, actual, message)
        select
            offences.hand_id, $name, $rule, $severity, offences.seat, offences.seq, expected, actual, {_message(check)}
        from (
            select * replace (
                {_as_written("expected")} as expected, {_as_written("actual")} as actual
            ) from offences
        ) as offences
        left join seats on seats.hand_id = offences.hand_id and seats.seat = offences.seat
        order by offences.hand_id, offences.seq, offences.seat
        """,
        {"name": check.name, "rule": check.rule, "severity": check.severity},
    ).fetchall()
    return _one(con, "select count(*) from offences")


def _message(check: Check) -> str:
    """The sentence of a finding as one SQL expression; values go in once, so text in a name is never a template."""
    parts = []
    for part in re.split(r"(\{.*?\})", check.message):
        match part:
            case "{expected}":
                parts.append("coalesce(expected, '?')")
            case "{actual}":
                parts.append("coalesce(actual, '?')")
            case "{seat}":
                parts.append("coalesce(offences.seat::varchar, '?')")
            case "{player}":
                parts.append("coalesce(seats.player, 'seat ' || offences.seat, 'somebody')")
            case "":
                pass
            case _:
                parts.append("'" + part.replace("'", "''") + "'")
    return " || ".join(parts)


def _as_written(column: str) -> str:
    """An amount without the zeros that a decimal column adds: 1.5000 is 1.5, 0.0200 is 0.02."""
    return (
        f"case when typeof({column}) like 'DECIMAL%' and {column}::varchar like '%.%'"
        f" then rtrim(rtrim({column}::varchar, '0'), '.') else {column}::varchar end"
    )


def _count_judged(con: duckdb.DuckDBPyConnection, check: Check) -> int:
    if check.judged is None:
        if "all" in check.applies:
            return _one(con, "select count(*) from hands")
        words = ", ".join("'" + word.replace("'", "''") + "'" for word in check.applies)
        return _one(
            con,
            "select count(*) from hands left join game_facts using (game)"
            f" where game in ({words}) or betting::varchar in ({words}) or family in ({words})",
        )
    try:
        return _one(con, check.judged)
    except duckdb.Error as error:
        raise UnreadableError(sql_fault(check.path, error, check.offences.count("\n"))) from None


def _one(con: duckdb.DuckDBPyConnection, query: str) -> int:
    row = con.execute(query).fetchone()
    return int(row[0]) if row else 0
