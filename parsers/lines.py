"""All lines of a batch at once: hands, sections, seats, and for each line its piece and whose it is.

The columnar way cuts every line at the literals of the grammar, checks the name against the hand's own seats and reads
each distinct piece once; what it cannot settle, and every line of a hand with odd names, goes one by one through
``exact``.
"""

import re
from io import BytesIO

import numpy as np
import polars as pl

from pokerstats.parsers.batch import SEAT_KEY
from pokerstats.parsers.columns import match_columns, seats_by_column
from pokerstats.parsers.exact import SeatReader, longest_first, match_line
from pokerstats.parsers.grammar import HEAD, PLAY, SUMMARY, Grammar
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.reading import BRACKETS, SEATS, Flags, Read, Rows, coded, empty_brackets, hold


def _split(data: bytes) -> pl.Series:
    lines = pl.read_lines(BytesIO(data)).to_series()
    # What follows the last line end is a line too, so that lines and bytes tally.
    lines = lines.append(pl.Series([""])) if not data or data.endswith(b"\n") else lines
    # from one piece lines are gathered ten times as fast
    return lines.rechunk()


def _with_inner_headers(data: bytes, grammar: Grammar) -> tuple[bytes, list[int]]:
    """The text with a line end before each header that begins inside a line, and the rows so made."""
    inside = re.compile(grammar.inside)
    made: list[int] = []
    out: list[str] = []
    for line in data.decode().split("\n"):
        found = inside.search(line)
        if found and line[: found.start()].strip():
            out.append(line[: found.start()])
            made.append(len(out))
            line = line[found.start() :]
        out.append(line)
    return "\n".join(out).encode(), made


def read(data: bytes, first_line: int, grammar: Grammar, pieces: Pieces, *, columnar: bool = True) -> Read:
    """The lines of a text, each with its hand, its section, its player and its piece."""
    made: list[int] = []
    raw = _split(data)
    texts, text = coded(raw)
    marked = texts.str.contains(grammar.start_hint, literal=True).arg_true()
    candidates = texts.gather(marked)
    if candidates.str.strip_chars().str.slice(1).str.contains(grammar.inside).any():
        data, made = _with_inner_headers(data, grammar)
        raw = _split(data)
        texts, text = coded(raw)
        marked = texts.str.contains(grammar.start_hint, literal=True).arg_true()
        candidates = texts.gather(marked)
    numbers = np.arange(len(raw), dtype=np.int64) + first_line
    for row in made:
        numbers[row:] -= 1
    length = texts.str.len_bytes().to_numpy().astype(np.int64).take(text) + 1
    starts = np.cumsum(length) - length
    texts = texts.str.strip_chars()
    blank = (texts == "").to_numpy().take(text)

    is_head = np.zeros(len(texts), dtype=bool)
    is_head[marked.to_numpy()] = candidates.str.strip_chars().str.contains(f"^{grammar.start}").to_numpy()
    is_head = is_head.take(text)
    head_rows = np.flatnonzero(is_head)
    hand = np.cumsum(is_head) - 1
    headers = _headers(texts.gather(text[head_rows]), grammar)

    read = Read(
        data=data, texts=texts, text=text, numbers=numbers, starts=starts, hand=hand, head_rows=head_rows,
        headers=headers, seats=pl.DataFrame(), twice=np.empty(0, np.int64),
        piece=np.full(len(raw), -1, dtype=np.int64), seat=np.zeros(len(raw), dtype=np.int64),
        known=blank.copy(), blank=blank, section=np.full(len(raw), -1, dtype=np.int64),
        zone=np.full(len(raw), HEAD, dtype=np.int64), held=np.full(len(raw), -1, dtype=np.int64),
        brackets=pl.DataFrame(schema=dict.fromkeys(BRACKETS, pl.String)),
    )  # fmt: skip
    read.known[head_rows] = True
    _sections(read, grammar, pieces)
    _seats(read, grammar, columnar=columnar)
    todo = ~read.known & (hand >= 0)
    if columnar and len(head_rows):
        match_columns(read, grammar, pieces, todo)
    _one_by_one(read, pieces, np.flatnonzero(~read.known & (hand >= 0)))
    return read


def _headers(lines: pl.Series, grammar: Grammar) -> pl.DataFrame:
    """What the first lines of hands say, null where a line reads otherwise."""
    begins = re.escape(grammar.before_time) + grammar.time
    at, line = pl.col("at"), pl.col("line").cast(pl.Binary)
    halves = (
        pl.DataFrame({"line": lines})
        .with_columns(at=pl.col("line").str.find(begins))
        .select(
            head=line.bin.slice(0, at).cast(pl.String),
            time=line.bin.slice(at + len(grammar.before_time.encode())).cast(pl.String),
        )
    )
    if halves["time"].str.contains(begins).any():
        return lines.str.extract_groups(f"^{grammar.whole_header}$").struct.unnest()
    return halves["head"].str.extract_groups(f"^{grammar.header}$").struct.unnest().with_columns(halves["time"])


def _sections(read: Read, grammar: Grammar, pieces: Pieces) -> None:
    """Finds the section lines, and for every line the one above it."""
    marked = read.texts.str.starts_with(grammar.marker).arg_true().to_numpy()
    body, kept, whole = empty_brackets(read.texts.gather(marked))
    code = pieces.codes(body)
    kinds = [*(line.kind for line in grammar.lines), ""]
    line = np.append(pieces.lines, len(grammar.lines))[code]
    begins_summary = np.array([kind == "summary" for kind in kinds], dtype=bool)[line]
    is_section = (np.array([kind == "street" for kind in kinds], dtype=bool)[line] | begins_summary) & whole.to_numpy()
    place = np.full(len(read.texts), -1, dtype=np.int64)
    place[marked[is_section]] = np.flatnonzero(is_section)
    place = place.take(read.text)
    sections = np.flatnonzero((place >= 0) & (read.hand >= 0))
    place = place[sections]
    read.piece[sections] = code[place]
    read.known[sections] = True
    some = kept["first"].is_not_null().to_numpy()[place]
    hold(read, sections[some], place[some], kept)
    mark = np.full(len(read.hand), -1, dtype=np.int64)
    mark[sections] = sections
    above = np.maximum.accumulate(mark)
    first_of_hand = np.concatenate((read.head_rows, [len(mark)])).take(read.hand)
    read.section = np.where((above >= first_of_hand) & (read.hand >= 0), above, -1)
    is_summary = np.zeros(len(read.hand), dtype=bool)
    is_summary[sections] = begins_summary[place]
    read.zone = np.where(read.section >= 0, np.where(is_summary.take(read.section), SUMMARY, PLAY), read.zone)


def _seats(read: Read, grammar: Grammar, *, columnar: bool) -> None:
    """Reads the seat lists."""
    begins = read.texts.str.starts_with(grammar.seat.begins).to_numpy()
    listed = begins.take(read.text) & (read.zone == HEAD) & (read.hand >= 0)
    rows = np.flatnonzero(listed & ~read.known)
    reader = SeatReader(grammar.seat.pattern)
    frames = []
    if columnar:
        frame, rows = seats_by_column(read, grammar, rows)
        frames.append(frame)
    by_hand = [(int(row), reader.read(line)) for row, line in zip(rows, read.lines(rows), strict=True)]
    frames.append(
        pl.DataFrame(
            [(row, int(read.hand[row]), *seated) for row, seated in by_hand if seated is not None],
            schema=SEATS,
            orient="row",
        )
    )
    seats = pl.concat(frames).sort("row")
    read.known[seats["row"].to_numpy()] = True
    first = _first_places(seats["hand"].to_numpy() * SEAT_KEY + seats["seat"].to_numpy())
    read.twice = seats["row"].to_numpy()[~first]
    read.seats = seats if first.all() else seats.filter(pl.Series(first))


def _first_places(keys: Rows) -> Flags:
    """Whether each of some small numbers is the first of its kind."""
    place = np.zeros(int(keys.max(initial=-1)) + 1, dtype=np.int64)
    # of several numbers at one place the last one written stays
    place[keys[::-1]] = np.arange(len(keys))[::-1]
    first: Flags = place.take(keys) == np.arange(len(keys))
    return first


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
    for row, line in zip(rows.tolist(), read.lines(rows), strict=True):
        match = match_line(line, names[int(read.hand[row])], int(read.zone[row]), pieces)
        if match is None:
            continue
        read.piece[row], read.seat[row], read.known[row] = match.piece, match.seat, True
        if match.first is not None:
            read.held[row] = len(read.brackets) + len(kept)
            kept.append((match.first, match.second))
    frame = pl.DataFrame(kept, schema=dict.fromkeys(BRACKETS, pl.String), orient="row")
    read.brackets = pl.concat((read.brackets, frame), rechunk=True)
