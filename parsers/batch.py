"""A read batch by kinds of line: which lines there are of a kind, and what they say."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from pokerstats.parsers.grammar import MONEY_FIELDS, NUMBER_FIELDS, Grammar, Heading
from pokerstats.parsers.pieces import NONE, Pieces
from pokerstats.parsers.reading import Flags, Read, Rows
from pokerstats.pipeline.tables import ACTIONS

KINDS = (
    *ACTIONS, "both_blinds", "street", "summary", "table", "dealt", "added", "collect", "total", "board", "runs",
    "result_folded", "result_shown", "result_mucked", "result_won", "result_of", "cancelled", "ignore",
)  # fmt: skip
KIND = {name: number for number, name in enumerate(KINDS)}
SEAT_KEY = 128


@dataclass
class Batch:
    """A read batch with the columns that every table is made from."""

    read: Read
    grammar: Grammar
    pieces: Pieces
    headings: list[Heading]
    heading_of: Rows
    """Which heading each hand has."""

    @cached_property
    def count(self) -> int:
        """How many hands there are."""
        return len(self.read.head_rows)

    def heading(self, name: str) -> np.ndarray:
        """Something that the heading says, for each hand."""
        return np.array([getattr(heading, name) for heading in self.headings])[self.heading_of]

    @cached_property
    def line_of_piece(self) -> Rows:
        """The number of each piece's kind of line in the grammar."""
        return self.pieces.lines

    @cached_property
    def _rows_by_kind(self) -> list[Rows]:
        of_line = np.array([KIND[line.kind] for line in self.grammar.lines], dtype=np.uint8)
        # Lines without a piece have the number -1, so the last place.
        of_piece = np.append(of_line[self.line_of_piece], np.uint8(len(KINDS)))
        kind = of_piece.take(self.read.piece)
        order = np.argsort(kind, kind="stable")
        ends = np.cumsum(np.bincount(kind, minlength=len(KINDS) + 1))
        return np.split(order, ends[:-1])

    def constant(self, name: str, rows: Rows) -> Rows:
        """What the grammar says once for all lines of a kind, for some rows: ``run``, ``pot`` or ``brackets``."""
        values = [getattr(line, name) for line in self.grammar.lines]
        of_line = np.array([NONE if value is None else value for value in values], dtype=np.int64)
        return of_line.take(self.line_of_piece.take(self.read.piece.take(rows)))

    @cached_property
    def _values(self) -> dict[str, Rows]:
        return {
            name: self.pieces.numbers[name].spread(len(self.pieces.line)) for name in (*MONEY_FIELDS, *NUMBER_FIELDS)
        }

    def value(self, name: str, rows: Rows) -> Rows:
        """A number that the lines of some rows say."""
        return self._values[name].take(self.read.piece.take(rows))

    def text(self, name: str, rows: Rows) -> pl.Series:
        """A text that the lines of some rows say."""
        texts = self.pieces.texts[name]
        distinct = pl.Series([None, *texts.values()], dtype=pl.String)
        place = np.zeros(len(self.pieces.line), dtype=np.int64)
        place[list(texts)] = np.arange(1, len(texts) + 1)
        return distinct.gather(place.take(self.read.piece.take(rows)))

    def all_in(self, rows: Rows) -> Flags:
        """Whether the lines of some rows say that these were the last chips."""
        flags = np.zeros(len(self.pieces.line), dtype=bool)
        flags[self.pieces.all_in] = True
        return flags.take(self.read.piece.take(rows))

    def bracket(self, name: str, rows: Rows) -> pl.Series:
        """The cards in the ``first`` or ``second`` bracket of some rows."""
        held = self.read.held.take(rows)
        return self.read.brackets[name].gather(pl.Series(np.where(held >= 0, held, 0)).set(pl.Series(held < 0), None))

    def rows(self, *kinds: str) -> Rows:
        """The rows of some kinds of line, in order."""
        if len(kinds) == 1:
            return self._rows_by_kind[KIND[kinds[0]]]
        return in_order(len(self.read.piece), *(self._rows_by_kind[KIND[kind]] for kind in kinds))

    def kind(self, rows: Rows) -> Rows:
        """The kinds of some rows, as numbers."""
        of_line = np.array([KIND[line.kind] for line in self.grammar.lines], dtype=np.int64)
        return of_line.take(self.line_of_piece.take(self.read.piece.take(rows)))

    @cached_property
    def _run_of_section(self) -> Rows:
        run = np.full(len(self.read.hand) + 1, NONE, dtype=np.int64)
        sections = self.rows("street")
        run[sections] = self.constant("run", sections)
        return run

    def run(self, rows: Rows) -> Rows:
        """The run that the section above some rows belongs to."""
        return self._run_of_section.take(self.read.section.take(rows))

    def key(self, rows: Rows) -> Rows:
        """Hand and seat of some rows as one number."""
        return self.read.hand.take(rows) * SEAT_KEY + self.read.seat.take(rows)

    def flags(self, keys: Rows) -> Flags:
        """For every hand and seat, whether it is among some keys."""
        flags = np.zeros((self.count + 1) * SEAT_KEY, dtype=bool)
        flags[keys] = True
        return flags


def in_order(length: int, *rows: Rows) -> Rows:
    """Several sets of rows below ``length`` as one, in order."""
    among = np.zeros(length, dtype=bool)
    for some in rows:
        among[some] = True
    return np.flatnonzero(among)


def nullable(values: Rows) -> pl.Series:
    return pl.Series(values).set(pl.Series(values == NONE), None)


def added_by_room(batch: Batch) -> Rows:
    """What the room put into each hand's pot."""
    rows = batch.rows("added")
    added = np.zeros(batch.count, dtype=np.int64)
    np.add.at(added, batch.read.hand[rows], batch.value("amount", rows))
    return added
