"""Which hands of a batch cannot be stored, and why: cancelled, cut off, or with a line that reads as nothing known."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from pokerstats.parsers.batch import KINDS, SEAT_KEY, Batch
from pokerstats.parsers.grammar import MARK, Grammar, cut_cards
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.reading import Flags, Read, Rows
from pokerstats.pipeline.tables import ACTIONS, PARSED_REJECTED


@dataclass(frozen=True)
class Fault:
    """One reason to refuse a hand, with the row of the line at fault."""

    kind: str
    reason: str
    row: int


class Faults:
    """The faults of a batch; the first one noted for a hand is the one told."""

    def __init__(self) -> None:
        self._of: dict[int, Fault] = {}

    def note(self, hand: int, kind: str, reason: str, row: int) -> None:
        """Refuses a hand."""
        self._of.setdefault(hand, Fault(kind, reason, row))

    def hands(self) -> Rows:
        """The hands refused."""
        return np.array(sorted(self._of), dtype=np.int64)

    def rejected(self, read: Read, last_row: Rows, site: list[str | None]) -> pl.DataFrame:
        """The rows of the ``rejected`` table."""
        rows = []
        numbers = read.headers["site_hand_no"]
        for hand, fault in sorted(self._of.items()):
            rows.append(
                (
                    int(read.numbers[read.head_rows[hand]]),
                    int(read.numbers[last_row[hand]]),
                    site[hand],
                    numbers[hand],
                    fault.kind,
                    fault.reason,
                    int(read.numbers[fault.row]),
                    read.line(fault.row),
                )
            )
        return pl.DataFrame(rows, schema=PARSED_REJECTED, orient="row")


def tail_rows(read: Read, hand_rows: Rows) -> Rows:
    """Of one hand's rows, those behind its end: after a blank line that follows the last line known in the summary."""
    known = read.known[hand_rows] & ~read.blank[hand_rows]
    last = int(hand_rows[np.flatnonzero(known)[-1]])
    behind = hand_rows[hand_rows > last]
    if read.zone[last] != 4 or not len(behind) or not read.blank[behind[0]]:
        return np.empty(0, np.int64)
    return behind


def _reason(line: str, grammar: Grammar, pieces: Pieces) -> str:
    """What is wrong with a line: its player, or all of it."""
    for cut in grammar.cuts:
        if not line.startswith(cut.begins) or cut.literal not in line:
            continue
        before, after = line.removeprefix(cut.begins).split(cut.literal, 1)
        name = after if cut.name_last else before
        rest = cut.begins + (before + cut.literal + MARK if cut.name_last else MARK + cut.literal + after)
        if pieces.code(cut_cards(rest)[0]) >= 0:
            return f"'{name}' acts here, but the seat list names no such player"
    return f"'{line}' is no line that is known here"


def note_unknown_lines(read: Read, grammar: Grammar, pieces: Pieces, faults: Faults) -> Rows:
    """Refuses hands with a line of no known kind; returns the rows of such lines that lie behind a hand's end."""
    unknown = np.flatnonzero(~read.known & (read.hand >= 0))
    outside: list[Rows] = []
    for hand in np.unique(read.hand[unknown]).tolist():
        rows = np.flatnonzero(read.hand == hand)
        behind = tail_rows(read, rows)
        outside.append(behind[~read.blank[behind]])
        inside = unknown[(read.hand[unknown] == hand) & ~np.isin(unknown, behind)]
        if len(inside):
            row = int(inside[0])
            faults.note(hand, "unreadable", _reason(read.line(row), grammar, pieces), row)
    return np.concatenate(outside) if outside else np.empty(0, np.int64)


def note_headers(batch: Batch, faults: Faults) -> None:
    """Refuses hands whose header cannot be read."""
    unreadable = [number for number, heading in enumerate(batch.headings) if heading.fault]
    for hand in np.flatnonzero(np.isin(batch.heading_of, unreadable)).tolist():
        fault = batch.headings[batch.heading_of[hand]].fault
        faults.note(hand, "unreadable", f"header: {fault}", int(batch.read.head_rows[hand]))


def note_cut_off(batch: Batch, faults: Faults) -> None:
    """Refuses hands that the room cancelled or whose log lacks a part."""
    read = batch.read
    for row in batch.rows("cancelled").tolist():
        faults.note(int(read.hand[row]), "cancelled", "the room cancelled the hand", row)
    has = {kind: np.zeros(batch.count, dtype=bool) for kind in ("summary", "total", "table")}
    for kind, flags in has.items():
        flags[read.hand[batch.rows(kind)]] = True
    seated = np.zeros(batch.count, dtype=bool)
    seated[read.seats["hand"].to_numpy()] = True
    _note_missing(read, faults, ~has["summary"], "cut off: no summary")
    clear = ~_garbled(read)
    _note_missing(read, faults, clear & ~has["total"], "cut off: no total pot in the summary")
    if batch.grammar.summary_lists_all:
        untold = clear & _someone_untold(batch)
        for hand in np.flatnonzero(untold).tolist():
            untold[hand] = not _is_closed(read, hand)
        _note_missing(read, faults, untold, "cut off: the summary does not tell of every player")
    _note_missing(read, faults, clear & ~has["table"], "cut off: no table line")
    _note_missing(read, faults, clear & ~seated, "cut off: no seat list")
    for row in read.twice.tolist():
        faults.note(int(read.hand[row]), "unreadable", "this seat is listed twice", row)


def _note_missing(read: Read, faults: Faults, missing: Flags, reason: str) -> None:
    """Refuses some hands as incomplete, at the last line of each that is not blank."""
    ends = np.append(read.head_rows[1:], len(read.hand)) - 1
    for hand in np.flatnonzero(missing).tolist():
        row = int(ends[hand])
        while read.blank[row] and row > read.head_rows[hand]:
            row -= 1
        faults.note(hand, "incomplete", reason, row)


def _is_closed(read: Read, hand: int) -> bool:
    """Whether blank lines follow: the writer had done with the hand, though he may tell of few players."""
    last = hand == len(read.head_rows) - 1
    behind = read.blank[read.head_rows[hand] : None if last else read.head_rows[hand + 1]][::-1]
    # the end of the last line of a text is no blank line
    return bool(behind[: 2 if last else 1].all())


def _garbled(read: Read) -> Flags:
    """Hands that go on behind a line of no known kind: what they lack may stand there, in words not known here."""
    rows = np.flatnonzero((read.hand >= 0) & ~read.blank)
    goes_on = np.append(read.hand[rows[1:]] == read.hand[rows[:-1]], False)
    garbled = np.zeros(len(read.head_rows), dtype=bool)
    garbled[read.hand[rows[goes_on & ~read.known[rows]]]] = True
    return garbled


def _someone_untold(batch: Batch) -> Flags:
    """Hands in which a player acted of whom the summary says nothing."""
    results = batch.rows(*(kind for kind in KINDS if kind.startswith("result_")))
    seat = batch.read.seat[results]
    named = np.where(seat > 0, seat, np.maximum(batch.value("seat", results), 0))
    told = batch.flags(batch.read.hand[results] * SEAT_KEY + named)
    acting = batch.key(batch.rows(*ACTIONS, "both_blinds"))
    untold = np.zeros(batch.count, dtype=bool)
    untold[acting[~told[acting]] // SEAT_KEY] = True
    return untold


def last_rows(batch: Batch, outside: Rows) -> Rows:
    """The last line of each hand that is not blank."""
    read = batch.read
    inside = ~read.blank & (read.hand >= 0)
    inside[outside] = False
    last = read.head_rows.copy()
    rows = np.flatnonzero(inside)
    last[read.hand[rows]] = rows
    return last
