"""The columnar way of matching lines: cut at a literal, find the name among the hand's seats, read each rest once."""

import re

import numpy as np
import polars as pl

from pokerstats.parsers.grammar import MARK, SUMMARY, Cut, Grammar, money_column
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.reading import SEATS, Flags, Read, Rows, empty_brackets, hold

_MOST_SEATS = 24
_NOBODY = -1


def seats_by_column(read: Read, grammar: Grammar, rows: Rows) -> tuple[pl.DataFrame, Rows]:
    """The seat lists' lines of the usual form, and the rows of the others."""
    listed = grammar.seat
    one = read.lines.gather(rows).str.splitn(listed.number_ends, 2).struct.unnest()
    two = one.to_series(1).str.splitn(listed.name_ends, 2).struct.unnest()
    three = two.to_series(1).str.splitn(listed.stack_ends, 2).struct.unnest()
    frame = pl.DataFrame(
        {
            "row": rows,
            "hand": read.hand[rows],
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
    is_usual = frame.select(usual.fill_null(False)).to_series()
    seats = frame.filter(is_usual).select(
        "row", "hand", "seat", "player", "stack", bounty=pl.lit(None, pl.Int64), status=pl.lit("")
    )
    return seats.select(list(SEATS)), rows[~is_usual.to_numpy()]


def match_columns(read: Read, grammar: Grammar, pieces: Pieces, todo: Flags) -> None:
    """Matches what can be matched by column; the rest stays unknown."""
    lookup = _Names(read, grammar)
    rows = np.flatnonzero(todo & ~lookup.odd_hand[np.maximum(read.hand, 0)])
    lines = read.lines.gather(rows)
    bracketed = lines.str.contains("[", literal=True)
    body, held, whole = empty_brackets(lines.filter(bracketed))
    with_cards = rows[bracketed.to_numpy()][whole.to_numpy()]
    hold(read, with_cards, held.filter(whole))
    rows = np.concatenate((rows[~bracketed.to_numpy()], with_cards))
    lines = pl.concat((lines.filter(~bracketed), body.filter(whole)), rechunk=True)

    matcher = _Matcher(read, pieces)
    rows, lines = _summary(matcher, lookup, grammar, rows, lines)
    for cut in grammar.cuts:
        rows, lines = _cut(matcher, lookup, cut, rows, lines)
    matcher.match(rows, lines, np.zeros(len(rows), dtype=np.int64), "", "")
    # What the exact way has to settle brings its own brackets.
    read.held[np.flatnonzero(todo & ~read.known)] = -1


class _Names:
    """Who sits where, by number: players' names as codes, seats as columns."""

    def __init__(self, read: Read, grammar: Grammar) -> None:
        seats = read.seats
        hand, seat = seats["hand"].to_numpy(), seats["seat"].to_numpy()
        hands = len(read.head_rows)
        self.players = seats["player"]
        self.names = pl.Enum(self.players.unique())
        code = self.players.cast(self.names).to_physical().to_numpy().astype(np.int64)
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
        odd_name = self.players.str.contains(odd).to_numpy()
        ordered = np.sort(self.code, axis=1)
        self.odd_hand = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
        self.odd_hand[hand[odd_name]] = True

    def seats(self, hand: Rows, names: pl.Series) -> Rows:
        """The seats of some players, 0 for names that the hand's list does not hold."""
        code = names.cast(self.names, strict=False).to_physical().cast(pl.Int64).fill_null(_NOBODY).to_numpy()
        same = self.code[hand] == code[:, None]
        return np.where(same.any(axis=1), self.seat[hand, same.argmax(axis=1)], 0)


class _Matcher:
    """Writes down which lines have a piece that may stand where they stand."""

    def __init__(self, read: Read, pieces: Pieces) -> None:
        self.read = read
        self.pieces = pieces

    def match(self, rows: Rows, rests: pl.Series, seats: Rows, before: str, after: str) -> Flags:
        """Reads each distinct rest once, put between two texts; says which rows it settled."""
        code = self.pieces.codes(rests, before, after)
        good: Flags = (self.pieces.zones[code] & self.read.zone[rows]) != 0
        settled = rows[good]
        self.read.piece[settled] = code[good]
        self.read.seat[settled] = seats[good]
        self.read.known[settled] = True
        return good


def _summary(
    matcher: _Matcher, lookup: _Names, grammar: Grammar, rows: Rows, lines: pl.Series
) -> tuple[Rows, pl.Series]:
    """Summary lines name the seat: the player's name must follow, whatever it holds."""
    read = matcher.read
    mask = (read.zone[rows] == SUMMARY) & lines.str.starts_with(grammar.seat.begins).to_numpy()
    mine = rows[mask]
    parts = lines.filter(pl.Series(mask)).str.splitn(grammar.summary_cut, 2).struct.unnest()
    seat = parts.to_series(0).str.strip_prefix(grammar.seat.begins).cast(pl.Int64, strict=False).fill_null(-1)
    number = seat.to_numpy()
    inside = (number >= 0) & (number < _MOST_SEATS)
    listed = np.where(inside, lookup.row_of_seat[read.hand[mine], np.where(inside, number, 0)], -1)
    names = lookup.players.gather(np.maximum(listed, 0)) if len(lookup.players) else parts.to_series(0)
    frame = pl.DataFrame({"rest": parts.to_series(1), "name": names})
    named = frame.select(pl.col("rest").str.starts_with(pl.col("name"))).to_series().fill_null(False).to_numpy()
    named &= listed >= 0
    rests = frame.filter(pl.Series(named)).select(pl.col("rest").str.strip_prefix(pl.col("name"))).to_series()
    before = f"{grammar.seat.begins}1{grammar.summary_cut}{MARK}"
    good = matcher.match(mine[named], rests, number[named], before, "")
    done = np.zeros(len(rows), dtype=bool)
    done[np.flatnonzero(mask)[np.flatnonzero(named)[good]]] = True
    return rows[~done], lines.filter(pl.Series(~done))


def _cut(matcher: _Matcher, lookup: _Names, cut: Cut, rows: Rows, lines: pl.Series) -> tuple[Rows, pl.Series]:
    """Lines that one literal parts from the name."""
    place = np.arange(len(rows))
    if cut.begins:
        begins = lines.str.starts_with(cut.begins)
        place, parts = place[begins.to_numpy()], lines.filter(begins).str.strip_prefix(cut.begins)
    else:
        parts = lines
    halves = parts.str.splitn(cut.literal, 2).struct.unnest()
    cut_in_two = halves.to_series(1).is_not_null()
    place, halves = place[cut_in_two.to_numpy()], halves.filter(cut_in_two)
    name, rest = halves.to_series(0), halves.to_series(1)
    if cut.name_last:
        name, rest = rest, name
    seats = lookup.seats(matcher.read.hand[rows[place]], name)
    named = seats > 0
    place, rest, seats = place[named], rest.filter(pl.Series(named)), seats[named]
    before, after = (cut.begins, cut.literal + MARK) if cut.name_last else (cut.begins + MARK + cut.literal, "")
    left = np.ones(len(rows), dtype=bool)
    left[place[matcher.match(rows[place], rest, seats, before, after)]] = False
    return rows[left], lines.filter(pl.Series(left))
