"""A database written in a format, read again, and compared with itself: every table, every column."""

from collections.abc import Sequence
from pathlib import Path

import duckdb

from pokerstats.pipeline.export.exporting import export, writer
from pokerstats.pipeline.export.losses import NOT_COMPARED, Loss
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import Connection, open_database

KEYS = {
    "hands": ("hand_id",),
    "seats": ("hand_id", "seat"),
    "actions": ("hand_id", "place"),
    "payouts": ("hand_id", "seat", "place"),
    "pots": ("hand_id", "pot_no"),
    "showdowns": ("hand_id", "pot_no", "run", "side", "seat"),
}
PLACES = {
    "actions": "row_number() over (partition by hand_id order by seq)",
    "payouts": "row_number() over (partition by hand_id, seat order by amount, run, pot_no, side)",
}
"""Numbers of rows that close up where rows are not written; the order of payouts is nobody's."""


def database(folder: Path, name: str, *logs: Path) -> Path:
    """A database of the logs; a test's logs must all be read."""
    path = folder / f"{name}.duckdb"
    connection = open_database(path)
    result = ingest(connection, [str(log) for log in logs])
    connection.close()
    assert result.counts.new
    return path


def exported(source: Path, format_name: str, target: Path) -> list[str]:
    """Writes all hands to the target; the reasons of those that are refused, one a hand."""
    connection = open_database(source, read_only=True)
    ids = [row[0] for row in connection.execute("select hand_id from hands order by file_id, line_from").fetchall()]
    refused = []
    with target.open("w", encoding="utf-8", newline="\n") as file:
        for hand in export(connection, ids, writer(format_name)):
            if hand.text is None:
                refused.append(str(hand.refused))
            else:
                file.write(hand.text)
    connection.close()
    return refused


def read_back(target: Path) -> Path:
    """A new database of an exported file, of which nothing may be refused."""
    path = target.with_suffix(".again.duckdb")
    connection = open_database(path)
    result = ingest(connection, [str(target)])
    connection.close()
    assert (result.counts.rejected, result.counts.duplicate, result.lines_unmatched) == (0, 0, 0), result.refusals
    return path


def differences(source: Path, again: Path, losses: Sequence[Loss], *, examples: int = 5) -> list[str]:
    """Rows and values of the exported hands that are not the same in both, but for the losses; so many a column."""
    connection = duckdb.connect()
    connection.execute(f"attach '{again}' as again (read_only)").fetchall()
    connection.execute(f"attach '{source}' as source (read_only)").fetchall()
    connection.execute("use source").fetchall()
    found = []
    for table, keys in KEYS.items():
        here = [loss for loss in losses if loss.table == table]
        found += _table_differences(connection, table, keys, here, examples)
    connection.close()
    return found


def _table_differences(
    connection: Connection, table: str, keys: Sequence[str], losses: Sequence[Loss], examples: int
) -> list[str]:
    described = connection.execute(f"describe source.{table}").fetchall()
    columns = [row[0] for row in described if row[0] not in (*NOT_COMPARED.get(table, ()), *keys, "seq")]
    unwritten = " or ".join(f"({loss.when})" for loss in losses if not loss.columns) or "false"
    place = f", {PLACES[table]} as place" if table in PLACES else ""
    lost = {
        column: " or ".join(f"({loss.when})" for loss in losses if column in loss.columns) or "false"
        for column in columns
    }
    same_key = " and ".join(f"old.{key} = new.{key}" for key in keys)
    connection.execute(
        f"create or replace temp table both_{table} as "
        f"with olds as (select *{place} from source.{table} as old semi join again.hands using (hand_id) "
        f"where not ({unwritten})), news as (select *{place} from again.{table}) "
        f"select old, new, hands.site_hand_no as number from olds as old full join news as new on {same_key} "
        f"join source.hands on hands.hand_id = coalesce(old.hand_id, new.hand_id)"
    ).fetchall()
    found = []
    for number, old, new in connection.execute(
        f"select number, old::varchar, new::varchar from both_{table} "
        f"where old.hand_id is null or new.hand_id is null order by number limit {examples}"
    ).fetchall():
        found.append(f"{table} {number}: {old} became {new}")
    for column in columns:
        differing = connection.execute(
            f"select number, old.{column}::varchar, new.{column}::varchar, old::varchar from ("
            f"select both_{table}.*, ({lost[column]}) as may_differ from both_{table} "
            f"join source.hands on hands.hand_id = old.hand_id) "
            f"where new.hand_id is not null and old.{column} is distinct from new.{column} "
            f"and not coalesce(may_differ, false) limit {examples}"
        ).fetchall()
        found += [f"{table}.{column} {number}: {old} became {new}; {row}" for number, old, new, row in differing]
    return found
