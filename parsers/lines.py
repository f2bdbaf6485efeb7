"""All lines of a batch at once: hands, sections, seats, and for each line its piece and whose it is.

The columnar way cuts every line at the literals of the grammar, checks the name against the hand's own seats and reads
each distinct piece once; what it cannot settle, and every line of a hand with odd names, goes one by one through ``exact``.
"""

import re
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

from pokerstats.parsers.exact import SeatReader, longest_first, match_line
from pokerstats.parsers.grammar import HEAD, MARK, PLAY, SUMMARY, Grammar, Pieces, expand

Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
MOST_SEATS = 32
BRACKETS = ("first", "second")


@dataclass
class Read:
    """A batch of lines as the grammar reads them; one element per line unless said otherwise."""

    text: str
    lines: pl.Series
    numbers: Rows
    starts: Rows
    """Where each line begins in the UTF-8 text."""
    hand: Rows
    """Number of the line's hand in the batch, -1 before the first one."""
    head_rows: Rows
    """The header line of each hand."""
    headers: pl.DataFrame
    """Room, site_hand_no, game and printed time of each hand; null if the header reads otherwise."""
    seats: pl.DataFrame
    """One row for each line of the seat lists: row, hand, seat, player, stack, bounty, status."""
    twice: Rows
    """Rows of the seat lists that name a seat already taken."""
    piece: Rows
    """Number of the line's piece, -1 if it has none."""
    seat: Rows
    """Whose line it is, 0 nobody's."""
    known: Flags
    """Blank lines, headers, seat lists and lines with a piece."""
    blank: Flags
    section: Rows
    """The row of the section line above, -1 before the first one of the hand."""
    zone: Rows
    held: Rows
    """Where a line's brackets stand in ``brackets``, -1 if it has none."""
    brackets: pl.DataFrame


def _with_inner_headers(text: str, grammar: Grammar) -> tuple[str, list[int]]:
    """The text with a line end before each header that begins inside a line, and the rows so made."""
    inside = re.compile(grammar.inside)
    rows, made, out = text.split("\n"), [], []
    for line in rows:
        found = inside.search(line)
        if found and found.start() > 0 and line[: found.start()].strip():
            out.append(line[: found.start()])
            made.append(len(out))
            line = line[found.start() :]
        out.append(line)
    return "\n".join(out), made


def read(text: str, first_line: int, grammar: Grammar, pieces: Pieces, *, columnar: bool = True) -> Read:
    """The lines of a text, each with its hand, its section, its player and its piece."""
    made: list[int] = []
    raw = pl.Series("line", [text]).str.split("\n").list.explode()
    marked = raw.str.contains(" #", literal=True).arg_true()
    candidates = raw.gather(marked)
    if candidates.str.contains(f"[^\\s]{grammar.inside}").any():
        text, made = _with_inner_headers(text, grammar)
        raw = pl.Series("line", [text]).str.split("\n").list.explode()
        marked = raw.str.contains(" #", literal=True).arg_true()
        candidates = raw.gather(marked)
    numbers = np.arange(len(raw), dtype=np.int64) + first_line
    for row in made:
        numbers[row:] -= 1
    length = raw.str.len_bytes().to_numpy().astype(np.int64) + 1
    starts = np.cumsum(length) - length
    lines = raw.str.strip_chars()
    blank = (lines == "").to_numpy()

    head_rows = marked.to_numpy()[candidates.str.strip_chars().str.contains(f"^{grammar.start}").to_numpy()]
    head_rows = head_rows.astype(np.int64)
    hand = np.full(len(raw), -1, dtype=np.int64)
    hand[head_rows] = 1
    hand = np.cumsum(np.maximum(hand, 0)) - 1
    headers = lines.gather(head_rows).str.extract_groups(f"^{grammar.header}$").struct.unnest()

    read = Read(
        text=text, lines=lines, numbers=numbers, starts=starts, hand=hand, head_rows=head_rows, headers=headers,
        seats=pl.DataFrame(), twice=np.empty(0, np.int64),
        piece=np.full(len(raw), -1, dtype=np.int64), seat=np.zeros(len(raw), dtype=np.int64),
        known=blank.copy(), blank=blank, section=np.full(len(raw), -1, dtype=np.int64),
        zone=np.full(len(raw), HEAD, dtype=np.int64), held=np.full(len(raw), -1, dtype=np.int64),
        brackets=pl.DataFrame(schema=dict.fromkeys(BRACKETS, pl.String)),
    )  # fmt: skip
    read.known[head_rows] = True
    _sections(read, grammar, pieces)
    _seats(read, grammar, columnar)
    todo = ~read.known & (hand >= 0)
    if columnar:
        from pokerstats.parsers.columns import match_columns

        match_columns(read, grammar, pieces, todo)
    _one_by_one(read, pieces, np.flatnonzero(~read.known & (hand >= 0)))
    return read


def _sections(read: Read, grammar: Grammar, pieces: Pieces) -> None:
    """Finds the section lines, and for every line the one above it."""
    rows = read.lines.str.starts_with(grammar.marker).arg_true().to_numpy().astype(np.int64)
    rows = rows[read.hand[rows] >= 0]
    found = read.lines.gather(rows)
    body = found.str.replace_all(r"\[[^\]]*\]", "[]")
    distinct, code = _distinct(body)
    of_distinct = np.array([pieces.code(text) for text in distinct], dtype=np.int64)
    piece = of_distinct[code] if len(rows) else np.empty(0, np.int64)
    line_of = np.array(pieces.line, dtype=np.int64)
    kind = np.array([grammar.lines[line_of[p]].kind if p >= 0 else "" for p in of_distinct], dtype=object)
    is_section = np.isin(kind.astype(str), ("street", "summary"))[code] if len(rows) else np.empty(0, bool)
    sections = rows[is_section]
    read.piece[sections] = piece[is_section]
    read.known[sections] = True
    hold(read, rows[is_section], found.filter(pl.Series(is_section)))
    mark = np.full(len(read.hand), -1, dtype=np.int64)
    mark[sections] = sections
    above = np.maximum.accumulate(mark)
    first_of_hand = np.concatenate((read.head_rows, [len(mark)]))[read.hand]
    read.section = np.where(above >= first_of_hand, above, -1)
    read.section[read.hand < 0] = -1
    is_summary = np.zeros(len(read.hand), dtype=bool)
    is_summary[sections] = (kind == "summary")[code][is_section] if len(rows) else False
    inside = read.section >= 0
    read.zone[inside] = np.where(is_summary[read.section[inside]], SUMMARY, PLAY)


def hold(read: Read, rows: Rows, found: pl.Series) -> None:
    """Keeps what the first two brackets of some lines hold."""
    has = found.str.contains("[", literal=True)
    some = found.filter(has)
    kept = pl.DataFrame(
        {
            "first": some.str.extract(r"\[([^\]]*)\]", 1),
            "second": some.str.extract(r"\][^\[]*\[([^\]]*)\]", 1),
        }
    )
    read.held[rows[has.to_numpy()]] = np.arange(len(kept)) + len(read.brackets)
    read.brackets = pl.concat((read.brackets, kept), rechunk=True)


def _distinct(column: pl.Series) -> tuple[list[str], Rows]:
    """The distinct texts of a column, and for each element its number among them."""
    distinct = column.unique(maintain_order=False)
    code = column.cast(pl.Enum(distinct)).to_physical().to_numpy().astype(np.int64)
    return distinct.to_list(), code


distinct = _distinct


def _seats(read: Read, grammar: Grammar, columnar: bool) -> None:
    """Reads the seat lists."""
    listed = read.lines.str.starts_with(grammar.seat.begins).to_numpy() & (read.zone == HEAD) & (read.hand >= 0)
    rows = np.flatnonzero(listed & ~read.known)
    reader = SeatReader(grammar.seat.pattern)
    frames = []
    if columnar:
        from pokerstats.parsers.columns import seats_by_column

        frame, rows = seats_by_column(read, grammar, rows)
        frames.append(frame)
    by_hand = [(int(row), reader.read(line)) for row, line in zip(rows, read.lines.gather(rows), strict=True)]
    frames.append(
        pl.DataFrame(
            [(row, int(read.hand[row]), *seated) for row, seated in by_hand if seated is not None],
            schema=SEATS,
            orient="row",
        )
    )
    seats = pl.concat(frames).sort("row")
    read.known[seats["row"].to_numpy()] = True
    again = seats.select(pl.struct("hand", "seat").is_first_distinct()).to_series()
    read.twice = seats.filter(~again)["row"].to_numpy()
    read.seats = seats.filter(again)


SEATS = {
    "row": pl.Int64,
    "hand": pl.Int64,
    "seat": pl.Int64,
    "player": pl.String,
    "stack": pl.Int64,
    "bounty": pl.Int64,
    "status": pl.String,
}


def _one_by_one(read: Read, pieces: Pieces, rows: Rows) -> None:
    """Matches the given lines exactly."""
    if not len(rows):
        return
    hands = np.unique(read.hand[rows])
    some = read.seats.filter(pl.col("hand").is_in(hands))
    names: dict[int, list[tuple[str, int]]] = {int(hand): [] for hand in hands}
    for hand, seat, player in some.select("hand", "seat", "player").rows():
        names[hand].append((player, seat))
    for hand, seated in names.items():
        names[hand] = longest_first(seated)
    kept: list[tuple[str | None, str | None]] = []
    for row, line in zip(rows.tolist(), read.lines.gather(rows), strict=True):
        match = match_line(line, names[int(read.hand[row])], int(read.zone[row]), pieces)
        if match is None:
            continue
        read.piece[row], read.seat[row], read.known[row] = match.piece, match.seat, True
        if match.first is not None:
            read.held[row] = len(read.brackets) + len(kept)
            kept.append((match.first, match.second))
    frame = pl.DataFrame(kept, schema=dict.fromkeys(BRACKETS, pl.String), orient="row")
    read.brackets = pl.concat((read.brackets, frame), rechunk=True)


__all__ = ["MARK", "MOST_SEATS", "Read", "distinct", "expand", "hold", "read"]
