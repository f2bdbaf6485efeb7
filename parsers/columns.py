"""The columnar way of matching lines: cut at a literal, find the name among the hand's seats, read each rest once."""

import re
from dataclasses import dataclass

import numpy as np
import polars as pl

from pokerstats.parsers.grammar import MARK, SUMMARY, Cut, Grammar, money_column
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.reading import SEATS, Flags, Read, Rows, empty_brackets, hold, narrowed

_MOST_SEATS = 24
_NOBODY = -1


def seats_by_column(read: Read, grammar: Grammar, rows: Rows) -> tuple[pl.DataFrame, Rows]:
    """The seat lists' lines of the usual form, and the rows of the others."""
    listed = grammar.seat
    texts, at = narrowed(read.texts, read.text[rows])
    one = texts.str.splitn(listed.number_ends, 2).struct.unnest()
    two = one.to_series(1).str.splitn(listed.name_ends, 2).struct.unnest()
    three = two.to_series(1).str.splitn(listed.stack_ends, 2).struct.unnest()
    frame = pl.DataFrame(
        {
            "seat": one.to_series(0).str.strip_prefix(listed.begins).cast(pl.Int64, strict=False),
            "player": two.to_series(0),
            "stack": money_column(three.to_series(0)),
            "end": three.to_series(1),
        }
    )
    usual = (
        (pl.col("end") == listed.usual_end)
        & pl.col("seat").is_between(0, _MOST_SEATS - 1)
        & pl.col("stack").is_not_null()
        & (pl.col("player") != "")
    )
    is_usual = frame.select(usual.fill_null(False)).to_series().to_numpy().take(at)
    usual_rows = rows.compress(is_usual)
    seats = frame[at.compress(is_usual)].select(
        "seat",
        "player",
        "stack",
        row=pl.Series(usual_rows),
        hand=pl.Series(read.hand.take(usual_rows)),
        bounty=pl.lit(None, pl.Int64),
        status=pl.lit(""),
    )
    return seats.select(list(SEATS)), rows.compress(~is_usual)


def match_columns(read: Read, grammar: Grammar, pieces: Pieces, todo: Flags) -> None:
    """Matches what can be matched by column; the rest stays unknown."""
    lookup = _Names(read, grammar)
    rows = np.flatnonzero(todo & ~lookup.odd_hand[np.maximum(read.hand, 0)])
    texts, at = narrowed(read.texts, read.text.take(rows))
    texts, kept, whole = empty_brackets(texts)
    can_be_cut = whole.to_numpy().take(at)
    rows, at = rows.compress(can_be_cut), at.compress(can_be_cut)
    bracketed = kept["first"].is_not_null().to_numpy().take(at)
    hold(read, rows.compress(bracketed), at.compress(bracketed), kept)

    matcher = _Matcher(read, pieces)
    left = _summary(matcher, lookup, grammar, _Lines(rows, at, texts))
    for cut in grammar.cuts:
        left = _cut(matcher, lookup, cut, left)
    left = left.some(np.arange(len(left.rows)))
    matcher.match(left, np.zeros(len(left.rows), dtype=np.int64), "", "")
    # What the exact way has to settle brings its own brackets.
    read.held[np.flatnonzero(todo & ~read.known)] = -1


@dataclass(frozen=True)
class _Lines:
    """Lines with what is left of their texts, each text that differs once."""

    rows: Rows
    at: Rows
    """Which of the texts each line has."""
    texts: pl.Series

    def some(self, places: Rows) -> "_Lines":
        """Some of the lines, and no more texts than they need."""
        texts, at = narrowed(self.texts, self.at.take(places))
        return _Lines(self.rows.take(places), at, texts)

    def but(self, places: Rows) -> "_Lines":
        """All lines but some."""
        left = np.ones(len(self.rows), dtype=bool)
        left[places] = False
        return _Lines(self.rows.compress(left), self.at.compress(left), self.texts)


class _Names:
    """Who sits where, by number: players' names as codes, seats as columns."""

    def __init__(self, read: Read, grammar: Grammar) -> None:
        seats = read.seats
        hand, seat = seats["hand"].to_numpy(), seats["seat"].to_numpy()
        hands = len(read.head_rows)
        self.players = seats["player"]
        self.names = pl.Enum(self.players.unique())
        self.code_of_row = code = self.players.cast(self.names).to_physical().to_numpy().astype(np.int64)
        _, first, count = np.unique(hand, return_index=True, return_counts=True)
        slot = np.arange(len(hand)) - np.repeat(first, count)
        width = int(slot.max(initial=0)) + 1
        self.code = np.full((hands, width), _NOBODY - 1, dtype=np.int64)
        self.code[hand, slot] = code
        self.seat = np.zeros((hands, width), dtype=np.int64)
        self.seat[hand, slot] = seat
        self.row_of_seat = np.full((hands, _MOST_SEATS), -1, dtype=np.int64)
        self.row_of_seat[hand, seat] = np.arange(len(hand))

        literals = {cut.literal for cut in grammar.cuts} | {cut.begins for cut in grammar.cuts if cut.begins}
        odd = "|".join([r"[\[\]\x01]", *(re.escape(literal) for literal in sorted(literals))])
        odd_name = self.names.categories.str.contains(odd).to_numpy().take(code)
        ordered = np.sort(self.code, axis=1)
        self.odd_hand = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
        self.odd_hand[hand[odd_name]] = True

    def codes(self, names: pl.Series) -> Rows:
        """The numbers of some names, ``_NOBODY`` for those of no seated player."""
        codes = names.cast(self.names, strict=False).to_physical().cast(pl.Int64).fill_null(_NOBODY)
        return codes.to_numpy()

    def seats(self, hand: Rows, codes: Rows) -> Rows:
        """The seats of some players, 0 for names that the hand's list does not hold."""
        same = self.code.take(hand, axis=0) == codes[:, None]
        slot = same.argmax(axis=1)
        width = same.shape[1]
        found = same.ravel().take(np.arange(0, same.size, width) + slot)
        return np.where(found, self.seat.ravel().take(hand * width + slot), 0)


class _Matcher:
    """Writes down which lines have a piece that may stand where they stand."""

    def __init__(self, read: Read, pieces: Pieces) -> None:
        self.read = read
        self.pieces = pieces

    def match(self, lines: _Lines, seats: Rows, before: str, after: str) -> Flags:
        """Reads what is left of the lines, put between two texts; says which lines it settled."""
        code = self.pieces.codes(lines.texts, before, after).take(lines.at)
        good: Flags = (self.pieces.zones.take(code) & self.read.zone.take(lines.rows)) != 0
        settled = lines.rows.compress(good)
        self.read.piece[settled] = code.compress(good)
        self.read.seat[settled] = seats.compress(good)
        self.read.known[settled] = True
        return good


def _summary(matcher: _Matcher, lookup: _Names, grammar: Grammar, lines: _Lines) -> _Lines:
    """Summary lines name the seat: the player's name must follow, whatever it holds."""
    read = matcher.read
    places = np.flatnonzero(read.zone.take(lines.rows) == SUMMARY)
    mine = lines.some(places)
    parts = mine.texts.str.splitn(grammar.summary_cut, 2).struct.unnest()
    begins = parts.to_series(0)
    number = begins.str.strip_prefix(grammar.seat.begins).cast(pl.Int64, strict=False).fill_null(-1).to_numpy()
    is_seat = begins.str.starts_with(grammar.seat.begins).to_numpy() & (number >= 0) & (number < _MOST_SEATS)
    seat = np.where(is_seat, number, 0).take(mine.at)
    listed = np.where(
        is_seat.take(mine.at), lookup.row_of_seat.ravel().take(read.hand.take(mine.rows) * _MOST_SEATS + seat), -1
    )
    seated = np.flatnonzero(listed >= 0)
    places, seat, at = places.take(seated), seat.take(seated), mine.at.take(seated)
    player = lookup.code_of_row.take(listed.take(seated))

    # a text comes with one player as a rule, whose name is taken off once
    one = np.zeros(len(mine.texts), dtype=np.int64)
    one[at] = player
    other = np.flatnonzero(one.take(at) != player)
    text = np.concatenate((np.arange(len(one)), at[other]))
    at[other] = len(one) + np.arange(len(other))
    frame = pl.DataFrame(
        {
            "rest": parts.to_series(1).gather(text),
            "name": lookup.names.categories.gather(np.concatenate((one, player[other]))),
        }
    )
    rest = frame.select(
        pl.when(pl.col("rest").str.starts_with(pl.col("name"))).then(pl.col("rest").str.strip_prefix(pl.col("name")))
    ).to_series()
    named = np.flatnonzero(rest.is_not_null().to_numpy().take(at))
    before = f"{grammar.seat.begins}1{grammar.summary_cut}{MARK}"
    left = _Lines(lines.rows.take(places), at, rest).some(named)
    good = matcher.match(left, seat.take(named), before, "")
    return lines.but(places[named[good]])


def _cut(matcher: _Matcher, lookup: _Names, cut: Cut, lines: _Lines) -> _Lines:
    """Lines that one literal parts from the name."""
    texts, at = narrowed(lines.texts, lines.at)
    if cut.begins:
        begun = pl.DataFrame({"text": texts}).select(
            pl.when(pl.col("text").str.starts_with(cut.begins)).then(pl.col("text").str.strip_prefix(cut.begins))
        )
        texts = begun.to_series()
    halves = texts.str.splitn(cut.literal, 2).struct.unnest()
    name, rest = halves.to_series(0), halves.to_series(1)
    places = np.flatnonzero(rest.is_not_null().to_numpy().take(at))
    if cut.name_last:
        name, rest = rest, name
    at, rows = at.take(places), lines.rows.take(places)
    seats = lookup.seats(matcher.read.hand.take(rows), lookup.codes(name).take(at))
    named = np.flatnonzero(seats > 0)
    before, after = (cut.begins, cut.literal + MARK) if cut.name_last else (cut.begins + MARK + cut.literal, "")
    left = _Lines(rows, at, rest).some(named)
    good = matcher.match(left, seats.take(named), before, after)
    return lines.but(places[named[good]])
