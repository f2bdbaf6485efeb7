"""Portions: text parsed and replayed together, ready to be stored together."""

from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from pokerstats.pipeline import tables
from pokerstats.pipeline.detect import HEAD, Parser
from pokerstats.pipeline.ledger import FileRead
from pokerstats.pipeline.replay import replay
from pokerstats.pipeline.tables import Parsed, Replayed

Lines = npt.NDArray[np.int64]
Record = TypeVar("Record", Parsed, Replayed)

_START: Lines = np.zeros(1, dtype=np.int64)
_MARK = b"\xef\xbb\xbf"
_SHOWN_OF_UNKNOWN = 60
_ODD_IN_TEXT = 3
"""Characters that cannot be printed in the beginning of what may still be a text."""
_HANDS_REPLAYED_AT_ONCE = 5_000


@dataclass(frozen=True)
class Content:
    """A whole file in memory, with the parser that reads it."""

    read: FileRead
    data: bytes
    parser: Parser | None
    complaint: str | None = None
    """Why it could not be unpacked."""


@dataclass(frozen=True)
class Batch:
    """Replayed hands, and for each of them and each refused text the file it comes from, as an index of the portion."""

    replayed: Replayed
    hand_file: pl.Series
    rejected_file: pl.Series


@dataclass(frozen=True)
class Portion:
    """What is stored together. A large file spreads over several portions; all but its last say ``more``."""

    files: list[FileRead]
    batches: list[Batch]
    lines_unmatched: list[int]
    """Of each file, in this portion."""
    size: int
    """Bytes of text."""
    more: bool = False


def read_group(contents: list[Content], *, keep_text: bool) -> Portion:
    """Small files, together."""
    unmatched = [0] * len(contents)
    # every file gets its own stretch of line numbers until after replay: by its lines a hand is known to be the file's
    starts = np.cumsum([0, *(content.read.lines + 1 for content in contents[:-1])])
    pieces: list[Parsed] = []
    joinable: dict[str, list[int]] = {}
    for index, content in enumerate(contents):
        if content.parser is None:
            pieces.extend(_moved(parsed, _START, starts[index:]) for parsed in _refused(content))
        elif _can_be_joined(content):
            joinable.setdefault(content.parser.FORMAT, []).append(index)
        else:
            for parsed in content.parser.parse(content.data, path=content.read.path, keep_text=keep_text):
                unmatched[index] += parsed.lines_unmatched
                pieces.append(_moved(parsed, _START, starts[index:]))
    for indices in joinable.values():
        pieces.extend(_read_joined(contents, indices, keep_text, starts, unmatched))
    return Portion(
        files=[content.read for content in contents],
        batches=_replayed(pieces, starts),
        lines_unmatched=unmatched,
        size=sum(content.read.bytes for content in contents),
    )


def _can_be_joined(content: Content) -> bool:
    """Whether the file begins with a hand and is plain text, so that it can follow another file of its format."""
    boundary = content.parser.boundary if content.parser else None
    if boundary is None or (content.read.encoding or "").startswith("utf-16"):
        return False
    # lines that end with a bare CR are counted differently
    if b"\r" in content.data and content.data.count(b"\r") != content.data.count(b"\r\n"):
        return False
    text = content.data.removeprefix(_MARK)
    first = boundary.search(text)
    return first is not None and not text[: first.start()].strip()


def _read_joined(
    contents: list[Content], indices: list[int], keep_text: bool, starts: Lines, unmatched: list[int]
) -> list[Parsed]:
    """Files of one format parsed as one: a call for every small file would cost more than its hands."""
    members = [contents[index] for index in indices]
    parser = members[0].parser
    assert parser is not None
    # no blank line is added: it would say that the writer had done with a hand that is cut off
    texts = [member.data.removeprefix(_MARK) for member in members]
    texts[:-1] = [text if text.endswith(b"\n") else text + b"\n" for text in texts[:-1]]
    text = b"".join(texts)
    pieces = list(parser.parse(text, path=members[0].read.path, keep_text=keep_text))
    in_text = np.cumsum([0, *(before.count(b"\n") for before in texts[:-1])])
    lines = sum(parsed.lines_unmatched for parsed in pieces)
    if lines and len(indices) > 1:
        # the parser says how many such lines there are and not where: ask again where text stands outside hands
        for place in _with_other_text(text, pieces, in_text):
            member = members[place]
            parsed_alone = parser.parse(member.data, path=member.read.path)
            unmatched[indices[place]] += sum(parsed.lines_unmatched for parsed in parsed_alone)
    else:
        unmatched[indices[0]] += lines
    return [_moved(parsed, in_text, starts[indices]) for parsed in pieces]


def _with_other_text(text: bytes, pieces: list[Parsed], in_text: Lines) -> list[int]:
    """The files, by their place, that hold more than blank lines outside their hands."""
    lines = text.split(b"\n")
    outside = np.array([bool(line.strip()) for line in lines])
    for parsed in pieces:
        for first, last in parsed.hands.select("line_from", "line_to").iter_rows():
            outside[first - 1 : last] = False
    return [int(place) for place in np.unique(np.searchsorted(in_text, np.flatnonzero(outside), side="right") - 1)]


def _refused(content: Content) -> list[Parsed]:
    """One row of ``rejected`` for a content that no parser can read; an empty file is no fault."""
    if content.complaint is not None:
        reason, text = f"cannot be unpacked: {content.complaint}", None
    elif content.data.strip(b"\0 \t\r\n\xef\xbb\xbf\xff\xfe"):
        reason, text = _unknown(content.data, content.read.encoding or "utf-8")
    else:
        return []
    row = {
        "line_from": 1,
        "line_to": max(1, content.read.lines),
        "kind": "unreadable",
        "reason": reason,
        "line": 1,
        "text": text,
    }
    return [
        Parsed(
            tables.empty(tables.PARSED_HANDS),
            tables.empty(tables.PARSED_SEATS),
            tables.empty(tables.PARSED_ACTIONS),
            tables.empty(tables.PARSED_PAYOUTS),
            pl.DataFrame([row], schema=tables.PARSED_REJECTED),
        )
    ]


def _unknown(head: bytes, encoding: str) -> tuple[str, str]:
    text = head[:HEAD].decode(encoding, errors="replace").strip("\ufeff\0 \t\r\n")
    if "\0" in text or sum(not (character.isprintable() or character.isspace()) for character in text) > _ODD_IN_TEXT:
        return "not text, as every log is", ""
    first = text.splitlines()[0]
    shown = first if len(first) <= _SHOWN_OF_UNKNOWN else f"{first[:_SHOWN_OF_UNKNOWN]}…"
    return f"no known format begins with {shown!r}; see: pokerstats formats", first[:1000]


def read_piece(
    data: bytes, parser: Parser, read: FileRead, *, lines_before: int, more: bool, keep_text: bool
) -> Portion:
    """A piece of a large file that begins after so many lines of it."""
    pieces = list(parser.parse(data, path=read.path, keep_text=keep_text))
    batches = [
        replace(batch, replayed=_moved(batch.replayed, _START, np.array([lines_before])))
        for batch in _replayed(pieces, _START)
    ]
    return Portion([read], batches, [sum(parsed.lines_unmatched for parsed in pieces)], len(data), more)


# ---------------------------------------------------------------- frames


def _moved(record: Record, before: Lines, after: Lines) -> Record:
    """The rows with their line numbers moved: file *i* began after line ``before[i]`` and begins after ``after[i]``."""
    of_hand = _file(record.hands["line_from"], before)
    shift = (after[: len(before)] - before)[of_hand]
    of_rejected = _file(record.rejected["line_from"], before)
    return replace(
        record,
        hands=_shifted(record.hands, shift),
        seats=_shifted(record.seats, shift.take(record.seats["hand"].to_numpy())),
        actions=_shifted(record.actions, shift.take(record.actions["hand"].to_numpy())),
        payouts=_shifted(record.payouts, shift.take(record.payouts["hand"].to_numpy())),
        rejected=_shifted(record.rejected, (after[: len(before)] - before)[of_rejected]),
    )


def _file(line: pl.Series, starts: Lines) -> Lines:
    return np.searchsorted(starts, line.to_numpy().astype(np.int64) - 1, side="right") - 1


def _shifted(rows: pl.DataFrame, shift: Lines) -> pl.DataFrame:
    if not shift.any():
        return rows
    columns = [name for name in ("line_from", "line_to", "line") if name in rows.columns]
    lines = pl.Series(shift)
    return rows.with_columns((rows[name].cast(pl.Int64) + lines).cast(pl.UInt32).alias(name) for name in columns)


def _replayed(pieces: list[Parsed], starts: Lines) -> list[Batch]:
    """The pieces made batches and replayed, each row with the line numbers of its own file again."""
    batches: list[Batch] = []
    waiting: list[Parsed] = []
    for place, parsed in enumerate(pieces, start=1):
        waiting.append(parsed)
        # small ones together, for what a batch costs even if it holds one hand
        if place == len(pieces) or sum(other.hands.height for other in waiting) >= _HANDS_REPLAYED_AT_ONCE:
            replayed = replay(_joined(waiting))
            batches.append(
                Batch(
                    _moved(replayed, starts, np.zeros_like(starts)),
                    pl.Series(_file(replayed.hands["line_from"], starts), dtype=pl.Int32),
                    pl.Series(_file(replayed.rejected["line_from"], starts), dtype=pl.Int32),
                )
            )
            waiting = []
    return batches


def _joined(pieces: list[Parsed]) -> Parsed:
    if len(pieces) == 1:
        return pieces[0]
    first_hand = np.cumsum([0, *(parsed.hands.height for parsed in pieces)])

    def rows(name: str) -> pl.DataFrame:
        frames: list[pl.DataFrame] = [getattr(parsed, name) for parsed in pieces]
        return pl.concat(
            frame.with_columns((pl.col("hand") + int(first)).cast(pl.UInt32))
            for frame, first in zip(frames, first_hand, strict=False)
        )

    return Parsed(
        hands=rows("hands"),
        seats=rows("seats"),
        actions=rows("actions"),
        payouts=rows("payouts"),
        rejected=pl.concat(parsed.rejected for parsed in pieces),
    )
