"""Which hands of a batch cannot be stored, and why: cancelled, cut off, or with a line that reads as nothing known."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from pokerstats.parsers.grammar import MARK, Grammar, Pieces, cut_cards
from pokerstats.parsers.reading import Read, Rows
from pokerstats.pipeline.tables import PARSED_REJECTED


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
                    read.lines[fault.row],
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
            faults.note(hand, "unreadable", _reason(read.lines[row], grammar, pieces), row)
    return np.concatenate(outside) if outside else np.empty(0, np.int64)
