"""Stored hands read back from the database: the frames that the replay gave it, and each hand by itself."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

import polars as pl

from pokerstats.pipeline import tables
from pokerstats.pipeline.store import Connection, frame_as

HANDS_AT_ONCE = 2_000
"""Hands held in memory together."""

_SCHEMAS: dict[str, tables.Schema] = {
    "hands": tables.REPLAYED_HANDS,
    "seats": tables.REPLAYED_SEATS,
    "actions": tables.REPLAYED_ACTIONS,
    "payouts": tables.REPLAYED_PAYOUTS,
    "pots": tables.POTS,
    "showdowns": tables.SHOWDOWNS,
}
_ORDER = {
    "hands": "hand",
    "seats": "hand, seat",
    "actions": "hand, seq",
    "payouts": "hand, pot_no, run, side, line, seat",
    "pots": "hand, pot_no",
    "showdowns": "hand, pot_no, run, side, seat",
}
_UNITS = "({0}::decimal(28, 4) * 10000)::bigint"
"""Money as integers of 1/10,000, by exact multiplication."""
_RAKE_PARTS = "[{'part': p.part, 'amount': " + _UNITS.format("p.amount") + "} for p in rake_parts] as rake_parts"

_NOT_STORED = {"collects_uncalled": "false", "text": "null::varchar"}
"""Columns that only parsers fill: payouts are stored cleared of a player's own bets, and no text is needed here."""

Row = Mapping[str, Any]


@dataclass(frozen=True)
class StoredHand:
    """One hand as it lies in the database, money as integers of 1/10,000."""

    hand: Row
    seats: Sequence[Row]
    actions: Sequence[Row]
    payouts: Sequence[Row]
    pots: Sequence[Row]

    @property
    def name(self) -> str:
        """The hand as a user calls it: site and number."""
        return f"{self.hand['site']}:{self.hand['site_hand_no']}"


def frames(connection: Connection, hand_ids: Sequence[int]) -> tables.Replayed:
    """The hands of these ids as the replay's frames, ``hand`` being the place of the id in the list."""
    chosen = pl.DataFrame(
        {"hand_id": hand_ids, "hand": range(len(hand_ids))}, schema={"hand_id": pl.Int64, "hand": pl.UInt32}
    )
    with frame_as(connection, "chosen", chosen):
        return tables.Replayed(
            hands=_frame(connection, "hands"),
            seats=_frame(connection, "seats"),
            actions=_frame(connection, "actions"),
            payouts=_frame(connection, "payouts"),
            pots=_frame(connection, "pots"),
            showdowns=_frame(connection, "showdowns"),
            rejected=tables.empty(tables.PARSED_REJECTED),
        )


def _frame(connection: Connection, name: str) -> pl.DataFrame:
    schema = _SCHEMAS[name]
    columns = ", ".join(_column(name, column, kind) for column, kind in schema.items() if column != "hand")
    query = f"select hand, {columns} from {name} join chosen using (hand_id) order by {_ORDER[name]}"
    return pl.DataFrame(connection.sql(query)).cast(dict(schema))  # type: ignore[arg-type]


def _column(table: str, column: str, kind: pl.DataType | type[pl.DataType]) -> str:
    if column in _NOT_STORED:
        return f"{_NOT_STORED[column]} as {column}"
    if column == "rake_parts":
        return _RAKE_PARTS
    quoted = f'{table}."{column}"'
    return f'{_UNITS.format(quoted)} as "{column}"' if kind == tables.MoneyType else quoted


def each_hand(replayed: tables.Replayed) -> Iterator[StoredHand]:
    """The hands of the frames one by one, in their order."""
    seats, actions, payouts, pots = (
        _by_hand(frame) for frame in (replayed.seats, replayed.actions, replayed.payouts, replayed.pots)
    )
    for hand in replayed.hands.iter_rows(named=True):
        number = hand["hand"]
        yield StoredHand(
            hand, seats.get(number, []), actions.get(number, []), payouts.get(number, []), pots.get(number, [])
        )


def _by_hand(frame: pl.DataFrame) -> dict[int, list[Row]]:
    """The rows of a frame that is sorted by hand, by hand."""
    return {number: list(rows) for number, rows in groupby(frame.iter_rows(named=True), key=itemgetter("hand"))}
