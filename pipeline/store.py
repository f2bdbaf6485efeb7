"""The DuckDB database: opened, brought to the current schema, and filled with replayed hands."""

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import blake2b, sha256
from pathlib import Path
from weakref import WeakKeyDictionary

import duckdb
import numpy as np
import numpy.typing as npt
import polars as pl

from pokerstats import sql
from pokerstats.pipeline import tables
from pokerstats.pipeline.errors import PokerstatsError, UnreadableError
from pokerstats.pipeline.tables import Replayed

Connection = duckdb.DuckDBPyConnection

MONEY_COLUMN = "(({0})::decimal(18, 0) * 0.0001)::decimal(18, 4)"
"""Integers of 1/10,000 as decimals: DuckDB multiplies the digits and moves the point, no float is involved."""

_VERSIONS = """
create table if not exists schema_version (version integer not null, name varchar not null, applied timestamp not null);
comment on table schema_version is 'Migrations this database has gone through';
comment on column schema_version.version is 'Number of the migration';
comment on column schema_version.name is 'File of the migration';
comment on column schema_version.applied is 'When it ran, UTC';
create table if not exists schema_views (digest varchar not null);
comment on table schema_views is 'Which edition of the views is installed';
comment on column schema_views.digest is 'SHA-256 over the text of all views';
create table if not exists schema_view_names (name varchar not null);
comment on table schema_view_names is 'The views of this program: other views are the user''s own and stay';
comment on column schema_view_names.name is 'Name of the view';
"""


# ---------------------------------------------------------------- opening


def open_database(path: Path, *, read_only: bool = False) -> Connection:
    """A connection to the database, schema and views up to date; it is made if it is to be written and is not there."""
    if read_only and not path.exists():
        raise UnreadableError(f"{path}: no such database; make it with: pokerstats ingest LOGS --db {path}")
    connection = _connect(path, read_only=read_only)
    if read_only:
        if _is_current(connection, path):
            return connection
        # views and migrations of a newer program: install them once, then read
        connection.close()
        open_database(path).close()
        return _connect(path, read_only=True)
    if not _is_current(connection, path):
        _migrate(connection)
    return connection


def _connect(path: Path, *, read_only: bool) -> Connection:
    try:
        return duckdb.connect(path, read_only=read_only)
    except duckdb.Error as error:
        text = str(error)
        holder = re.search(r"Conflicting lock is held in (.+?)\s*\(?PID (\d+)", text)
        if holder:
            raise UnreadableError(
                f"{path}: in use by another program (process {holder[2]}); wait until it ends"
            ) from None
        if "not a valid DuckDB database" in text:
            raise UnreadableError(f"{path}: not a DuckDB database; give another file with --db") from None
        raise UnreadableError(f"{path}: cannot be opened: {_first_line(text)}") from None


def _first_line(text: str) -> str:
    return text.strip().splitlines()[0] if text.strip() else "unknown reason"


def _migrations() -> list[tuple[int, str]]:
    return [(int(name.partition("_")[0]), name) for name in sql.names("schema")]


def _views_digest() -> str:
    return sha256("\0".join(sql.text("views", name) for name in sql.names("views")).encode()).hexdigest()


def _is_current(connection: Connection, path: Path) -> bool:
    present = {name for (name,) in connection.execute("select table_name from duckdb_tables()").fetchall()}
    if "schema_version" not in present:
        if present:
            raise UnreadableError(f"{path}: a DuckDB database of another program; give another file with --db")
        return False
    done = {version for (version,) in connection.execute("select version from schema_version").fetchall()}
    known = {version for version, _ in _migrations()}
    if done - known:
        raise UnreadableError(
            f"{path}: made by a newer pokerstats (schema {max(done)}, this one knows {max(known)}); update pokerstats"
        )
    return done == known and (_views_digest(),) in connection.execute("select digest from schema_views").fetchall()


def _migrate(connection: Connection) -> None:
    with transaction(connection):
        connection.execute(_VERSIONS).fetchall()
        done = {version for (version,) in connection.execute("select version from schema_version").fetchall()}
        for version, name in _migrations():
            if version not in done:
                connection.execute(sql.text("schema", name)).fetchall()
                connection.execute(
                    "insert into schema_version values (?, ?, now() at time zone 'UTC')", [version, name]
                ).fetchall()
        for (view,) in connection.execute("select name from schema_view_names").fetchall():
            connection.execute(f'drop view if exists "{view}"').fetchall()
        views = [sql.text("views", name) for name in sql.names("views")]
        for text in views:
            connection.execute(text).fetchall()
        names = [name for text in views for name in re.findall(r"(?m)^create or replace view (\w+)", text)]
        connection.execute("delete from schema_views; delete from schema_view_names").fetchall()
        connection.execute("insert into schema_views (digest) values (?)", [_views_digest()]).fetchall()
        connection.execute("insert into schema_view_names select unnest(?)", [names]).fetchall()


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """All or nothing: what is done inside is stored at the end, and undone if anything fails."""
    connection.begin()
    try:
        yield
        connection.commit()
    except BaseException:
        undo(connection)
        raise


def undo(connection: Connection) -> None:
    """Take back what is not stored yet; where DuckDB has done so itself, what went wrong stays the error to be told."""
    with suppress(duckdb.Error):
        connection.rollback()


# ---------------------------------------------------------------- loading


@dataclass(frozen=True)
class Counts:
    """What became of the hands of one file."""

    new: int = 0
    duplicate: int = 0
    rejected: int = 0


class _ArrowStream:
    """A frame shown to DuckDB as nothing but an Arrow stream, which it reads without pyarrow."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)

    def let_go(self) -> None:
        """Drop the rows: until the transaction ends DuckDB holds the stream, and they must not pile up meanwhile."""
        self.frame = self.frame.clear()


@contextmanager
def frame_as(connection: Connection, name: str, frame: pl.DataFrame) -> Iterator[None]:
    """Lets SQL read a polars frame under a name."""
    stream = _ArrowStream(frame)
    connection.register(name, stream)
    try:
        yield
    finally:
        connection.unregister(name)
        stream.let_go()


def hand_ids(hands: pl.DataFrame) -> npt.NDArray[np.int64]:
    """:func:`tables.hand_id` of every row."""
    named = pl.concat_str("site", "site_hand_no", "series", separator="\0", ignore_nulls=True)
    keys = hands.select(named.cast(pl.Binary)).to_series().to_list()
    # a copy is made faster than a hash of a given size
    new, digests = blake2b(digest_size=8).copy, []
    for key in keys:
        hashed = new()
        hashed.update(key)
        digests.append(hashed.digest())
    return (np.frombuffer(b"".join(digests), dtype=">u8") >> np.uint64(1)).astype(np.int64)


def load(connection: Connection, file_id: int, replayed: Replayed) -> Counts:
    """Store one batch of one file; hands that are stored already become rows of ``duplicates``."""
    counts = load_batch(
        connection,
        replayed,
        hand_file=pl.Series(np.full(replayed.hands.height, file_id), dtype=pl.Int32),
        rejected_file=pl.Series(np.full(replayed.rejected.height, file_id), dtype=pl.Int32),
    )
    return counts.get(file_id, Counts())


def load_batch(
    connection: Connection, replayed: Replayed, *, hand_file: pl.Series, rejected_file: pl.Series
) -> dict[int, Counts]:
    """Store one batch with hands of several files; file ids are given hand by hand. The counts of each file."""
    hands = replayed.hands.with_columns(hand_file.alias("file_id"))
    ids = hand_ids(hands)
    first_met = np.zeros(len(ids), dtype=np.bool_)
    first_met[np.unique(ids, return_index=True)[1]] = True
    is_new = first_met & ~np.isin(ids, _stored(connection, ids))
    hands = hands.with_columns(pl.Series("hand_id", ids))
    if not is_new.all():
        _store_duplicates(connection, hands, is_new)

    _insert(connection, "hands", hands if is_new.all() else hands.filter(pl.Series(is_new)))
    for table in ("seats", "actions", "payouts", "pots", "showdowns"):
        rows: pl.DataFrame = getattr(replayed, table)
        hand = rows["hand"].to_numpy()
        rows = rows.with_columns(pl.Series("hand_id", ids.take(hand)))
        _insert(connection, table, rows if is_new.all() else rows.filter(pl.Series(is_new[hand])))
    _insert(connection, "rejected", replayed.rejected.with_columns(rejected_file.alias("file_id")))

    files = hand_file.to_numpy()
    return {
        int(file): Counts(
            new=int(np.count_nonzero(is_new[files == file])),
            duplicate=int(np.count_nonzero(~is_new[files == file])),
            rejected=int((rejected_file == file).sum()),
        )
        for file in sorted({*hand_file.unique(), *rejected_file.unique()})
    }


def _stored(connection: Connection, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    with frame_as(connection, "batch", pl.DataFrame({"hand_id": ids})):
        found = connection.execute("select hand_id from hands semi join batch using (hand_id)").fetchall()
    return np.array([hand_id for (hand_id,) in found], dtype=np.int64)


def _store_duplicates(connection: Connection, hands: pl.DataFrame, is_new: npt.NDArray[np.bool_]) -> None:
    columns = ("hand_id", "site", "site_hand_no", "series", "text_hash", "file_id", "line_from")
    again = hands.filter(pl.Series(~is_new))
    batch_firsts = hands.select(columns).filter(pl.Series(is_new))
    with frame_as(connection, "again", again.select("hand_id")):
        stored = pl.DataFrame(connection.sql(f"select {', '.join(columns)} from hands semi join again using (hand_id)"))
    met = pl.concat([stored, batch_firsts], how="vertical_relaxed").rename(
        {name: f"{name}_met" for name in columns[1:]}
    )
    again = again.join(met, on="hand_id", how="left", maintain_order="left")
    collision = again.filter(
        (pl.col("site") != pl.col("site_met"))
        | (pl.col("site_hand_no") != pl.col("site_hand_no_met"))
        | pl.col("series").ne_missing(pl.col("series_met"))
    )
    for site, number, site_met, number_met in collision.select(
        "site", "site_hand_no", "site_met", "site_hand_no_met"
    ).iter_rows():
        raise PokerstatsError(
            f"hands {site} {number} and {site_met} {number_met} have the same hand_id; nothing stored"
        )
    # a file read once more meets its own hands where they were stored from
    itself = (pl.col("file_id") == pl.col("file_id_met")) & (pl.col("line_from") == pl.col("line_from_met"))
    twice = again.filter(~itself)
    _insert(connection, "duplicates", twice.with_columns(same_text=pl.col("text_hash") == pl.col("text_hash_met")))


def _insert(connection: Connection, table: str, rows: pl.DataFrame) -> None:
    """Append the columns that frame and table share."""
    if rows.is_empty():
        return
    schema = rows.schema
    shared = [(name, kind) for name, kind in _columns(connection, table) if name in schema]
    names = ", ".join(f'"{name}"' for name, _ in shared)
    values = ", ".join(_value(name, kind, schema[name]) for name, kind in shared)
    # found by its name: a registered view costs more than a small insert
    rows_to_store = _ArrowStream(pl.DataFrame([rows[name] for name, _ in shared]))
    try:
        connection.execute(f"insert into {table} ({names}) select {values} from rows_to_store").fetchall()
    finally:
        rows_to_store.let_go()


_COLUMNS: WeakKeyDictionary[Connection, dict[str, list[tuple[str, str]]]] = WeakKeyDictionary()
"""Of every open database: names and types of the columns of its tables, which do not change while it is open."""


def _columns(connection: Connection, table: str) -> list[tuple[str, str]]:
    known = _COLUMNS.setdefault(connection, {})
    if table not in known:
        # the catalog answers the same only after describing every view
        described = connection.execute(f"select * from {table} limit 0").description
        connection.fetchall()
        known[table] = [(column[0], str(column[1])) for column in described or ()]
    return known[table]


def _value(name: str, column_type: str, dtype: pl.DataType) -> str:
    column = f'"{name}"'
    if column_type == "DECIMAL(18,4)" and dtype.is_integer():
        return MONEY_COLUMN.format(column)
    if dtype == tables.PARSED_HANDS["rake_parts"]:
        return f"[{{'part': p.part, 'amount': {MONEY_COLUMN.format('p.amount')}}} for p in {column}]"
    return column
