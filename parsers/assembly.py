"""From read lines to the parser's tables: the same for every site whose log is lines."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from hashlib import blake2b

import numpy as np
import polars as pl

from pokerstats.parsers.batch import Flags, Read, Rows
from pokerstats.parsers.clock import clocks
from pokerstats.parsers.faults import Faults, note_unknown_lines
from pokerstats.parsers.grammar import (
    BY_CARDS_DEALT,
    CARDS,
    FAMILY,
    FIRST_STREET,
    FIRST_STREET_OF_GAME,
    HAND_SIZE,
    MONEY,
    MONEY_FIELDS,
    NUMBER_FIELDS,
    STREET_WORDS,
    Grammar,
    Heading,
    Pieces,
    cards,
    money,
)
from pokerstats.parsers.holdings import Seen, heroes, holdings_by_rule, holdings_on_board
from pokerstats.pipeline.tables import (
    ACTIONS,
    PARSED_ACTIONS,
    PARSED_HANDS,
    PARSED_PAYOUTS,
    PARSED_REJECTED,
    PARSED_SEATS,
    STREETS,
    ActionType,
    Parsed,
    StreetType,
    empty,
)

_KINDS = (
    *ACTIONS, "both_blinds", "street", "summary", "table", "dealt", "added", "collect", "total", "board", "runs",
    "result_folded", "result_shown", "result_mucked", "result_won", "cancelled", "ignore",
)  # fmt: skip
_KIND = {name: number for number, name in enumerate(_KINDS)}
_STREET = {name: number for number, name in enumerate(STREETS)}
_SHOWDOWN = _STREET["showdown"]
_DRAWS = tuple(_STREET[name] for name in ("first_draw", "second_draw", "third_draw"))
_FAMILIES = ("board", "draw", "stud")
_SEAT_KEY = 128
_WITH_CARDS = ("street", "board", "dealt", "discard", "stand_pat", "show", "fold", "result_shown", "result_mucked")
_NO_HEADING = Heading(site="", game="holdem", betting="nl", kind="unknown")
NONE = -(1 << 62)
"""An absent number in an integer array."""


@dataclass
class Batch:
    """A read batch with the columns that every table is made from."""

    read: Read
    grammar: Grammar
    pieces: Pieces

    @cached_property
    def count(self) -> int:
        return len(self.read.head_rows)

    @cached_property
    def line_of_piece(self) -> Rows:
        return np.array(self.pieces.line, dtype=np.int64)

    @cached_property
    def kind(self) -> Rows:
        """The kind of each line, -1 for lines without a piece."""
        return self._by_piece(np.array([_KIND[line.kind] for line in self.grammar.lines], dtype=np.int64), -1)

    def _by_piece(self, of_line: Rows, missing: int) -> Rows:
        piece = self.read.piece
        if not len(self.line_of_piece):
            return np.full(len(piece), missing, dtype=np.int64)
        return np.where(piece >= 0, of_line[self.line_of_piece[np.maximum(piece, 0)]], missing)

    def constant(self, name: str, rows: Rows) -> Rows:
        """What the grammar says once for all lines of a kind, for some rows: ``run``, ``pot`` or ``brackets``."""
        values = [getattr(line, name) for line in self.grammar.lines]
        of_line = np.array([NONE if value is None else value for value in values], dtype=np.int64)
        return of_line[self.line_of_piece[self.read.piece[rows]]]

    @cached_property
    def _values(self) -> dict[str, Rows]:
        return {
            name: _spread(self.pieces.numbers[name], len(self.pieces.line)) for name in (*MONEY_FIELDS, *NUMBER_FIELDS)
        }

    def value(self, name: str, rows: Rows) -> Rows:
        """A number that the lines of some rows say."""
        return self._values[name][self.read.piece[rows]]

    def text(self, name: str, rows: Rows) -> pl.Series:
        """A text that the lines of some rows say."""
        texts = self.pieces.texts[name]
        distinct = pl.Series([None, *texts.values()], dtype=pl.String)
        place = np.zeros(len(self.pieces.line), dtype=np.int64)
        place[list(texts)] = np.arange(1, len(texts) + 1)
        return distinct.gather(place[self.read.piece[rows]])

    def all_in(self, rows: Rows) -> Flags:
        """Whether the lines of some rows say that these were the last chips."""
        flags = np.zeros(len(self.pieces.line), dtype=bool)
        flags[self.pieces.all_in] = True
        return flags[self.read.piece[rows]]

    def bracket(self, name: str, rows: Rows) -> pl.Series:
        """The cards in the ``first`` or ``second`` bracket of some rows."""
        held = self.read.held[rows]
        return self.read.brackets[name].gather(pl.Series(np.where(held >= 0, held, 0)).set(pl.Series(held < 0), None))

    def rows(self, *kinds: str) -> Rows:
        """The rows of some kinds of line, in order."""
        wanted = np.zeros(len(_KINDS) + 1, dtype=bool)
        wanted[[_KIND[kind] for kind in kinds]] = True
        return np.flatnonzero(wanted[self.kind])

    def key(self, rows: Rows) -> Rows:
        """Hand and seat of some rows as one number."""
        return self.read.hand[rows] * _SEAT_KEY + self.read.seat[rows]

    def flags(self, keys: Rows) -> Flags:
        """For every hand and seat, whether it is among some keys."""
        flags = np.zeros((self.count + 1) * _SEAT_KEY, dtype=bool)
        flags[keys] = True
        return flags


def _spread(some: dict[int, int], length: int) -> Rows:
    """An array with some values at some places, nothing elsewhere."""
    values = np.full(length, NONE, dtype=np.int64)
    values[list(some.keys())] = list(some.values())
    return values


def assemble(read: Read, grammar: Grammar, pieces: Pieces, *, keep_text: bool) -> Parsed:
    """The tables of a batch."""
    batch = Batch(read, grammar, pieces)
    faults = Faults()
    _note_faults(batch, faults)
    headings, heading_of = _headings(batch, faults)
    _normalise_cards(batch, faults)
    outside = note_unknown_lines(read, grammar, pieces, faults)
    last_row = _last_rows(batch, outside)
    game = np.array([heading.game for heading in headings], dtype=object)[heading_of]

    actions, street = _actions(batch, headings, heading_of)
    payouts = _payouts(batch)
    seats, hero, new_cards, game = _seats(batch, game, street, actions)
    actions = _with_new_cards(actions, new_cards)
    hands = _hands(batch, headings, heading_of, game, hero, actions, last_row, keep_text)

    refused = faults.hands()
    kept = np.ones(batch.count, dtype=bool)
    kept[refused] = False
    renumbered = np.cumsum(kept) - 1

    def final(frame: pl.DataFrame, schema: dict[str, pl.DataType | type[pl.DataType]]) -> pl.DataFrame:
        if len(refused):
            hand = frame["hand"].to_numpy()
            frame = frame.with_columns(hand=renumbered[hand]).filter(pl.Series(kept[hand]))
        told = set(frame.columns)
        return frame.select(
            (pl.col(name) if name in told else pl.lit(None)).cast(dtype).alias(name) for name, dtype in schema.items()
        )

    outer = int(np.sum((read.hand < 0) & ~read.blank)) + len(outside)
    in_refused = np.isin(read.hand, refused) & ~read.known
    return Parsed(
        hands=final(hands, PARSED_HANDS),
        seats=final(seats, PARSED_SEATS),
        actions=final(actions, PARSED_ACTIONS),
        payouts=final(payouts, PARSED_PAYOUTS),
        rejected=faults.rejected(read, last_row, [headings[h].site or None for h in heading_of])
        if len(refused)
        else empty(PARSED_REJECTED),
        lines=int(read.numbers[-1] - read.numbers[0] + 1) if len(read.numbers) else 0,
        lines_unmatched=outer + int(np.sum(in_refused)),
    )


# ---------------------------------------------------------------- headers and faults


def _headings(batch: Batch, faults: Faults) -> tuple[list[Heading], Rows]:
    """The distinct headings of a batch, and for each hand its own; hands with an unreadable header are refused."""
    headers = batch.read.headers
    zoned = pl.when(pl.col("time").str.contains("[A-Z]")).then(pl.lit("z")).otherwise(pl.lit(""))
    texts = headers.select(pl.concat_str(["room", pl.lit("\0"), zoned, pl.lit("\0"), "game"]).fill_null("")).to_series()
    distinct = texts.unique(maintain_order=True)
    code = texts.cast(pl.Enum(distinct)).to_physical().to_numpy().astype(np.int64)
    headings: list[Heading] = []
    for number, text in enumerate(distinct.to_list()):
        room, zone, game = text.split("\0", 2) if text else ("", "", "")
        found = (
            batch.grammar.heading(room, game, bool(zone)) if text else "no room, number, game and time in this order"
        )
        if isinstance(found, str):
            for hand in np.flatnonzero(code == number).tolist():
                faults.note(hand, "unreadable", f"header: {found}", int(batch.read.head_rows[hand]))
            found = _NO_HEADING
        headings.append(found)
    return headings, code


def _normalise_cards(batch: Batch, faults: Faults) -> None:
    """Brackets that hold cards in another spelling are respelled; those that hold something else refuse the hand."""
    read = batch.read
    rows = batch.rows(*_WITH_CARDS)
    rows = rows[read.held[rows] >= 0]
    held = read.held[rows]
    for name in ("first", "second"):
        column = read.brackets[name]
        some = column.gather(held)
        odd = (~some.str.contains(f"^{CARDS}$")).fill_null(False).arg_true().to_numpy()
        if not len(odd):
            continue
        respelled = []
        for row, text in zip(rows[odd].tolist(), some.gather(odd), strict=True):
            spelled = cards(text, batch.grammar.odd_cards)
            if spelled is None:
                faults.note(int(read.hand[row]), "unreadable", f"'{text}' is no list of cards", row)
            respelled.append(spelled)
        read.brackets = read.brackets.with_columns(
            column.scatter(pl.Series(held[odd]), pl.Series(respelled, dtype=pl.String))
        )


def _note_faults(batch: Batch, faults: Faults) -> None:
    read = batch.read
    for row in batch.rows("cancelled").tolist():
        faults.note(int(read.hand[row]), "cancelled", "the room cancelled the hand", row)
    ends = np.concatenate((read.head_rows[1:], [len(read.hand)])) - 1
    has = {kind: np.zeros(batch.count, dtype=bool) for kind in ("summary", "total", "table")}
    for kind, flags in has.items():
        flags[read.hand[batch.rows(kind)]] = True
    seated = np.zeros(batch.count, dtype=bool)
    seated[read.seats["hand"].to_numpy()] = True
    for missing, reason in (
        (~has["summary"], "cut off: no summary"),
        (~has["total"], "cut off: no total pot in the summary"),
        (~has["table"], "cut off: no table line"),
        (~seated, "cut off: no seat list"),
    ):
        for hand in np.flatnonzero(missing).tolist():
            row = int(ends[hand])
            while read.blank[row] and row > read.head_rows[hand]:
                row -= 1
            faults.note(hand, "incomplete", reason, row)
    for row in read.twice.tolist():
        faults.note(int(read.hand[row]), "unreadable", "this seat is listed twice", row)


def _last_rows(batch: Batch, outside: Rows) -> Rows:
    """The last line of each hand that is not blank."""
    read = batch.read
    inside = ~read.blank & (read.hand >= 0)
    inside[outside] = False
    last = read.head_rows.copy()
    rows = np.flatnonzero(inside)
    last[read.hand[rows]] = rows
    return last


# ---------------------------------------------------------------- actions


def _streets(batch: Batch, headings: list[Heading], heading_of: Rows) -> tuple[Rows, Rows]:
    """For each line the betting street it stands on, and the run of the section above it."""
    read = batch.read
    family = np.array([_FAMILIES.index(FAMILY[heading.game]) for heading in headings], dtype=np.int64)
    first = np.array(
        [_STREET[FIRST_STREET_OF_GAME.get(heading.game, FIRST_STREET[FAMILY[heading.game]])] for heading in headings],
        dtype=np.int64,
    )
    table = np.tile(np.arange(len(STREETS)), (len(_FAMILIES), 1))
    for (name, word), street in STREET_WORDS.items():
        table[_FAMILIES.index(name), _STREET[word]] = _STREET[street]
    hand = np.maximum(read.hand, 0)
    of_line = np.array([_STREET[line.street] if line.street else NONE for line in batch.grammar.lines], dtype=np.int64)
    marker = np.full(len(read.hand), -1, dtype=np.int64)
    rows = batch.rows("street")
    named = of_line[batch.line_of_piece[read.piece[rows]]]
    betting = rows[(named >= 0) & (named != _SHOWDOWN)]
    marker[betting] = betting
    above = np.maximum.accumulate(marker) if len(marker) else marker
    # A section without a street of its own (the deal) leaves the game's first street.
    own = above >= read.head_rows[hand] if batch.count else above >= 0
    street_of_marker = np.zeros(len(read.hand), dtype=np.int64)
    street_of_marker[rows] = np.maximum(named, 0)
    street = np.where(
        own & (read.hand >= 0),
        table[family[heading_of[hand]], street_of_marker[np.maximum(above, 0)]],
        first[heading_of[hand]],
    )
    run = np.full(len(read.hand), NONE, dtype=np.int64)
    run[rows] = batch.constant("run", rows)
    return street, np.where(read.section >= 0, run[np.maximum(read.section, 0)], NONE)


def _draw_streets(batch: Batch, street: Rows, family: Flags) -> Rows:
    """Old draw games print no marker: there the first discard opens the street after the draw."""
    rows = batch.rows("discard", "stand_pat")
    rows = rows[family[batch.read.hand[rows]]]
    if not len(rows):
        return street
    hands, where = np.unique(batch.read.hand[rows], return_index=True)
    opened = np.full(batch.count, len(street), dtype=np.int64)
    opened[hands] = rows[where]
    hand = np.maximum(batch.read.hand, 0)
    after = (batch.read.hand >= 0) & (np.arange(len(street)) >= opened[hand]) & (street == _STREET["predraw"])
    return np.where(after, _DRAWS[0], street)


def _actions(batch: Batch, headings: list[Heading], heading_of: Rows) -> tuple[pl.DataFrame, Rows]:
    """The actions of all hands, with the row each stands on, and the street of every line."""
    read = batch.read
    street, run = _streets(batch, headings, heading_of)
    is_draw = np.array([FAMILY[heading.game] == "draw" for heading in headings], dtype=bool)[heading_of]
    street = _draw_streets(batch, street, is_draw)
    rows = np.concatenate((batch.rows(*ACTIONS, "both_blinds"), _shown_in_summary(batch)))
    rows.sort()
    kind = batch.kind[rows]
    action = kind.copy()
    action[kind == _KIND["result_shown"]] = _KIND["show"]
    action[kind == _KIND["result_mucked"]] = _KIND["muck"]
    hand, seat, amount = read.hand[rows], read.seat[rows], batch.value("amount", rows)
    last = np.isin(action, [_KIND[name] for name in ("show", "muck", "cash_out")])
    on = np.where(last, _SHOWDOWN, street[rows])

    small = np.flatnonzero(action == _KIND["small_blind"])
    _, live = np.unique(hand[small], return_index=True)
    action[np.delete(small, live)] = _KIND["dead_blind"]

    returned = np.flatnonzero(action == _KIND["return"])
    holds_added = np.array([heading.returns_added for heading in headings], dtype=bool)[heading_of]
    added = _added(batch)
    with_added = returned[holds_added[hand[returned]]]
    amount[with_added] -= np.where(amount[with_added] > added[hand[with_added]], added[hand[with_added]], 0)

    frame = pl.DataFrame(
        {
            "hand": hand,
            "row": rows,
            "part": np.zeros(len(rows), dtype=np.int64),
            "street": on,
            "seat": seat,
            "action": action,
            "amount": _nullable(amount),
            "to_amount": _nullable(batch.value("to", rows)),
            "all_in": batch.all_in(rows),
            "n_cards": _nullable(np.where(action == _KIND["stand_pat"], 0, batch.value("n", rows))),
            "cards": batch.bracket("first", rows).replace("", None),
            "said": batch.text("said", rows),
            "run": _nullable(run[rows]),
            "line": read.numbers[rows],
        }
    )
    shows = pl.col("action") == _KIND["show"]
    frame = frame.with_columns(
        said=pl.when(shows & (pl.col("row").is_in(batch.rows("show")))).then("said"),
        run=pl.when(shows).then("run"),
    )
    frame = _split_blinds(frame, headings, heading_of)
    frame = frame.with_columns(
        seq=_seq(frame["hand"].to_numpy(), batch.count),
        street=pl.Series(STREETS, dtype=StreetType).gather(frame["street"]),
        action=pl.Series(ACTIONS, dtype=ActionType).gather(frame["action"]),
    )
    return frame, street


def _seq(hand: Rows, hands: int) -> pl.Series:
    """The number of each action in its hand."""
    count = np.bincount(hand, minlength=hands)
    return pl.Series(np.arange(len(hand)) - np.repeat(np.cumsum(count) - count, count))


def _nullable(values: Rows) -> pl.Series:
    return pl.Series(values).set(pl.Series(values == NONE), None)


def _shown_in_summary(batch: Batch) -> Rows:
    """Summary lines that alone tell that a hand was shown or mucked at the showdown."""
    rows = batch.rows("result_shown", "result_mucked")
    told = batch.flags(batch.key(batch.rows("fold", "show", "muck")))
    return rows[~told[batch.key(rows)]]


def _split_blinds(frame: pl.DataFrame, headings: list[Heading], heading_of: Rows) -> pl.DataFrame:
    """A post of both blinds as a dead small blind and a live big one."""
    both = frame.filter(pl.col("action") == _KIND["both_blinds"])
    if not len(both):
        return frame
    posted = (
        frame.filter((pl.col("action") == _KIND["big_blind"]) & ~pl.col("all_in"))
        .group_by("hand")
        .agg(posted=pl.col("amount").first())
    )
    nominal = [heading.big_blind or heading.small_bet for heading in headings]
    both = both.join(posted, on="hand", how="left").with_columns(
        nominal=pl.Series([nominal[heading_of[hand]] for hand in both["hand"]], dtype=pl.Int64)
    )
    live = pl.min_horizontal("amount", pl.coalesce("posted", "nominal", "amount"))
    big = both.with_columns(action=pl.lit(_KIND["big_blind"], pl.Int64), amount=live, part=pl.lit(1, pl.Int64))
    dead = both.with_columns(
        action=pl.lit(_KIND["dead_blind"], pl.Int64), amount=pl.col("amount") - live, all_in=pl.lit(False)
    ).filter(pl.col("amount") > 0)
    rest = frame.filter(pl.col("action") != _KIND["both_blinds"])
    return pl.concat((rest, dead.select(frame.columns), big.select(frame.columns))).sort("row", "part")


def _with_new_cards(actions: pl.DataFrame, new_cards: pl.DataFrame) -> pl.DataFrame:
    if not len(new_cards):
        return actions.with_columns(new_cards=pl.lit(None, pl.String))
    return actions.join(new_cards, on="row", how="left", maintain_order="left")


def _added(batch: Batch) -> Rows:
    """What the room put into each hand's pot."""
    rows = batch.rows("added")
    added = np.zeros(batch.count, dtype=np.int64)
    np.add.at(added, batch.read.hand[rows], batch.value("amount", rows))
    return added


# ---------------------------------------------------------------- payouts

_WON = re.compile(rf"(?:won|collected) \(?({MONEY})\)?")


def _payouts(batch: Batch) -> pl.DataFrame:
    """What each player got from each pot."""
    read = batch.read
    rows = batch.rows("collect")
    run = np.full(len(read.hand), NONE, dtype=np.int64)
    sections = batch.rows("street")
    run[sections] = batch.constant("run", sections)
    above = read.section[rows]
    amount = batch.value("amount", rows)
    frames = [
        pl.DataFrame(
            {
                "hand": read.hand[rows],
                "pot_no": _nullable(batch.constant("pot", rows)),
                "run": _nullable(np.where(above >= 0, run[np.maximum(above, 0)], NONE)),
                "seat": read.seat[rows],
                "amount": amount,
                "line": read.numbers[rows],
                "row": rows,
            }
        )
    ]
    # Who cashed out has no line of his own: the summary says what his hand won.
    told = batch.flags(batch.key(rows))
    results = batch.rows("result_shown", "result_mucked", "result_won")
    results = results[~told[batch.key(results)]]
    won = [sum(money(text) for text in _WON.findall(said or "")) for said in batch.text("said", results)]
    extra = [(row, total) for row, total in zip(results.tolist(), won, strict=True) if total]
    if extra:
        rows = np.array([row for row, _ in extra], dtype=np.int64)
        frames.append(
            pl.DataFrame(
                {
                    "hand": read.hand[rows],
                    "pot_no": pl.Series([None] * len(rows), dtype=pl.Int64),
                    "run": pl.Series([None] * len(rows), dtype=pl.Int64),
                    "seat": read.seat[rows],
                    "amount": [total for _, total in extra],
                    "line": read.numbers[rows],
                    "row": rows,
                }
            )
        )
    return pl.concat(frames).sort("row")


# ---------------------------------------------------------------- seats


def _seats(
    batch: Batch, game: np.ndarray, street: Rows, actions: pl.DataFrame
) -> tuple[pl.DataFrame, Rows, pl.DataFrame, np.ndarray]:
    """The seats with the cards known, the hero of each hand, the new cards of draws by row, and the games as dealt."""
    read = batch.read
    dealt = batch.rows("dealt")
    shown = batch.rows("show", "result_shown", "result_mucked", "fold", "muck")
    shown = shown[read.held[shown] >= 0]
    draws = batch.rows("discard", "stand_pat")
    family_of = {name: FAMILY[name] for name in set(game.tolist())}
    family = np.array([family_of[name] for name in game.tolist()], dtype=object) if len(game) else game
    rows = np.sort(np.concatenate((dealt, shown, draws)))
    kind = batch.kind[rows]
    seen = pl.DataFrame(
        {
            "row": rows,
            "hand": read.hand[rows],
            "seat": read.seat[rows],
            "how": pl.Series(
                np.where(
                    kind == _KIND["dealt"], "dealt",
                    np.where(
                        kind == _KIND["discard"], "discard",
                        np.where(kind == _KIND["stand_pat"], "stand_pat", "shown"),
                    ),
                ),
                dtype=pl.String,
            ),
            "first": batch.bracket("first", rows),
            "second": batch.bracket("second", rows),
            "street": street[rows],
            "n": _nullable(batch.value("n", rows)),
        }
    )  # fmt: skip
    on_board = (family == "board")[read.hand[rows]] if len(rows) else np.empty(0, bool)
    board_seen = seen.filter(pl.Series(on_board, dtype=pl.Boolean))
    game, width = _games_as_dealt(board_seen, game)
    board_seen = board_seen.with_columns(width=pl.Series(width[board_seen["hand"].to_numpy()], dtype=pl.Int64))
    held = holdings_on_board(board_seen)

    other: dict[tuple[int, int], list[Seen]] = {}
    for row in seen.filter(pl.Series(~on_board, dtype=pl.Boolean)).iter_rows():
        other.setdefault((row[1], row[2]), []).append(Seen(*row))
    games = {hand: (str(game[hand]), str(family[hand])) for hand, _ in other}
    by_rule = holdings_by_rule(other, games)
    holdings = pl.concat(
        (held, by_rule.select("hand", "seat", "hole_cards", "up_cards", "final_cards")), how="diagonal"
    )
    if "up_cards" not in holdings.columns:
        holdings = holdings.with_columns(up_cards=pl.lit(None, pl.String), final_cards=pl.lit(None, pl.String))

    down = pl.concat(
        (
            board_seen.filter(pl.col("how") == "dealt").select("hand", "seat"),
            by_rule.filter("saw_down_cards").select("hand", "seat"),
        )
    )
    marked = read.seats.filter(pl.col("status").str.contains(batch.grammar.hero_mark, literal=True))
    hero = heroes(down, marked, batch.count)

    results = batch.rows("result_folded", "result_shown", "result_mucked", "result_won")
    part = batch.flags(
        np.concatenate((batch.key(results), batch.key(dealt), batch.key(batch.rows(*ACTIONS, "both_blinds"))))
    )
    key = (read.seats["hand"] * _SEAT_KEY + read.seats["seat"]).to_numpy()
    seats = (
        read.seats.with_columns(
            dealt_in=pl.Series(part[key]),
            line=pl.Series(read.numbers[read.seats["row"].to_numpy()]),
        )
        .join(holdings, on=["hand", "seat"], how="left", maintain_order="left")
        .sort("hand", "seat")
    )
    new_cards = (
        by_rule.select(pl.col("draw_rows").alias("row"), "new_cards").explode("row", "new_cards").drop_nulls("row")
    )
    return seats, hero, new_cards, game


def _games_as_dealt(board_seen: pl.DataFrame, game: np.ndarray) -> tuple[np.ndarray, Rows]:
    """The games, corrected where more cards were dealt than the name says, and the width of a whole hand's text."""
    most = board_seen.group_by("hand").agg(most=((pl.col("first").str.len_chars() + 1) // 3).max()).drop_nulls("most")
    count = np.zeros(len(game), dtype=np.int64)
    count[most["hand"].to_numpy()] = most["most"].to_numpy()
    game = game.copy()
    for (name, number), better in BY_CARDS_DEALT.items():
        game[(game == name) & (count == number)] = better
    size = np.array([HAND_SIZE.get(str(name), 0) for name in game], dtype=np.int64)
    size = np.where(size > 0, size, np.maximum(count, 4))
    return game, size * 3 - 1


# ---------------------------------------------------------------- hands

_PART = re.compile(rf"\|\s*([A-Za-z][A-Za-z ]*?):? \(?({MONEY})\)?")


def _hands(
    batch: Batch,
    headings: Sequence[Heading],
    heading_of: Rows,
    game: np.ndarray,
    hero: Rows,
    actions: pl.DataFrame,
    last_row: Rows,
    keep_text: bool,
) -> pl.DataFrame:
    """One row for each hand."""
    read = batch.read
    names = [field.name for field in fields(Heading) if field.name not in ("game", "returns_added")]
    of_heading = pl.DataFrame(
        {name: [getattr(heading, name) for heading in headings] for name in names},
        schema={name: PARSED_HANDS[name] for name in names},
    )
    hands = of_heading[heading_of].with_columns(
        hand=pl.Series(np.arange(batch.count)),
        site_hand_no=read.headers["site_hand_no"],
        line_from=pl.Series(read.numbers[read.head_rows]),
        line_to=pl.Series(read.numbers[last_row]),
        game=pl.Series(game.tolist(), dtype=pl.String),
        hero_seat=_nullable(np.where(hero > 0, hero, NONE)),
        carried_in=pl.lit(0, pl.Int64),
        carried_out=pl.lit(0, pl.Int64),
    )
    hands = pl.concat((hands, clocks(read.headers["time"])), how="horizontal")
    hands = _with_table(batch, hands)
    hands = _with_posts(hands, actions)
    hands = _with_boards(batch, hands)
    hands = _with_pot(batch, hands)
    return _with_text(batch, hands, last_row, keep_text)


def _first_of_hand(batch: Batch, rows: Rows, values: pl.Series, dtype: type[pl.DataType]) -> pl.Series:
    """A column by hand from some rows, the first row of a hand counting."""
    hands, first = np.unique(batch.read.hand[rows], return_index=True)
    column = pl.Series([None], dtype=dtype).new_from_index(0, batch.count)
    return column.scatter(pl.Series(hands), values.cast(dtype).gather(first)) if len(hands) else column


def _with_table(batch: Batch, hands: pl.DataFrame) -> pl.DataFrame:
    rows = batch.rows("table")
    play = _first_of_hand(batch, rows, batch.text("play", rows), pl.String).is_not_null()
    hands = hands.with_columns(
        table_name=_first_of_hand(batch, rows, batch.text("table", rows), pl.String),
        max_seats=_first_of_hand(batch, rows, _nullable(batch.value("max_seats", rows)), pl.Int64),
        button_seat=_first_of_hand(batch, rows, _nullable(batch.value("button", rows)), pl.Int64),
    )
    money = play & (hands["kind"].cast(pl.String) != "tournament")
    return hands.with_columns(
        kind=pl.when(money).then(pl.lit("play")).otherwise(pl.col("kind").cast(pl.String)),
        currency=pl.when(money).then(pl.lit("PLAY")).otherwise("currency"),
    )


def _with_posts(hands: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
    """Blinds, ante and bring-in that only the posts tell."""
    full = actions.filter(~pl.col("all_in") | (pl.col("action") == "ante"))
    posted = full.group_by("hand").agg(
        posted_small=pl.col("amount").filter(pl.col("action") == "small_blind").first(),
        posted_big=pl.col("amount").filter(pl.col("action") == "big_blind").first(),
        posted_ante=pl.col("amount").filter(pl.col("action") == "ante").max(),
        bring_in=pl.col("amount").filter(pl.col("action") == "bring_in").first(),
    )
    fixed = pl.col("betting").cast(pl.String) == "fl"
    return hands.join(posted, on="hand", how="left", maintain_order="left").with_columns(
        small_blind=pl.coalesce("small_blind", pl.when(fixed).then("posted_small")),
        big_blind=pl.coalesce(
            "big_blind",
            pl.when(fixed).then("posted_big"),
            # In fixed limit the big blind is the small bet, also where the player who posts it is short.
            pl.when(fixed & ~pl.col("game").is_in(["stud", "studhilo", "razz", "5stud"])).then("small_bet"),
        ),
        ante=pl.coalesce("ante", "posted_ante"),
    )


def _with_boards(batch: Batch, hands: pl.DataFrame) -> pl.DataFrame:
    read = batch.read
    rows = batch.rows("board", "street")
    rows = rows[read.held[rows] >= 0]
    brackets = batch.constant("brackets", rows)
    frame = pl.DataFrame(
        {
            "hand": read.hand[rows],
            "run": np.where(batch.constant("run", rows) == NONE, 1, batch.constant("run", rows)),
            "printed": batch.kind[rows] == _KIND["board"],
            "cards": pl.select(
                pl.concat_str(
                    batch.bracket("first", rows),
                    pl.Series(batch.bracket("second", rows)).set(pl.Series(brackets < 2), None),
                    separator=" ",
                    ignore_nulls=True,
                ).str.strip_chars()
            ).to_series(),
        }
    )
    last = frame.group_by("hand", "run").agg(
        pl.coalesce(pl.col("cards").filter("printed").last(), pl.col("cards").last())
    )
    runs = last.group_by("hand").agg(runs=pl.col("run").max())
    hands = hands.join(runs, on="hand", how="left", maintain_order="left").with_columns(pl.col("runs").fill_null(1))
    for run, name in ((1, "board"), (2, "board2"), (3, "board3")):
        one = last.filter(pl.col("run") == run).select("hand", pl.col("cards").replace("", None).alias(name))
        hands = hands.join(one, on="hand", how="left", maintain_order="left")
    return hands


def _with_pot(batch: Batch, hands: pl.DataFrame) -> pl.DataFrame:
    """What the log prints about pot and rake, and what the room added."""
    rows = batch.rows("total")
    texts = batch.text("parts", rows)
    distinct = texts.unique().to_list()
    words = batch.grammar.pot_parts
    rake: dict[str | None, int | None] = {}
    parts: dict[str | None, list[dict[str, str | int]] | None] = {}
    added: dict[str | None, int] = {}
    for text in distinct:
        named = [(word, money(amount)) for word, amount in _PART.findall(text or "")]
        taken = [(word, amount) for word, amount in named if words.get(word, "rake") == "rake"]
        rake[text] = sum(amount for _, amount in taken) if taken else None
        parts[text] = [{"part": word.lower(), "amount": amount} for word, amount in taken] if len(taken) > 1 else None
        added[text] = sum(amount for word, amount in named if words.get(word) == "added")
    values = texts.to_list()
    said = _added(batch)
    printed = np.zeros(batch.count, dtype=np.int64)
    if any(added.values()):
        printed[batch.read.hand[rows]] = [added[text] for text in values]
    rake_parts = PARSED_HANDS["rake_parts"]
    if any(value is not None for value in parts.values()):
        by_row = pl.Series([parts[text] for text in values], dtype=rake_parts)
        hands_of, first = np.unique(batch.read.hand[rows], return_index=True)
        of_hand: list[object] = [None] * batch.count
        for hand, value in zip(hands_of.tolist(), by_row.gather(first).to_list(), strict=True):
            of_hand[hand] = value
        column = pl.Series(of_hand, dtype=rake_parts)
    else:
        column = pl.Series([None], dtype=rake_parts).new_from_index(0, batch.count)
    return hands.with_columns(
        stated_pot=_first_of_hand(batch, rows, _nullable(batch.value("amount", rows)), pl.Int64),
        stated_rake=_first_of_hand(batch, rows, pl.Series([rake[text] for text in values], dtype=pl.Int64), pl.Int64),
        rake_parts=column,
        added=pl.Series(np.where(said > 0, said, printed)),
    )


def _with_text(batch: Batch, hands: pl.DataFrame, last_row: Rows, keep_text: bool) -> pl.DataFrame:
    """The text of each hand as a number that tells an edited copy, and itself if asked for."""
    read = batch.read
    data = read.text.encode()
    begin = read.starts[read.head_rows].tolist()
    ends = np.append(read.starts, len(data) + 1)[last_row + 1].tolist()
    spans = [data[start:end].strip() for start, end in zip(begin, ends, strict=True)]
    digests = b"".join([blake2b(span, digest_size=8).digest() for span in spans])
    return hands.with_columns(
        text_hash=pl.Series(np.frombuffer(digests, dtype=">u8").astype(np.uint64)),
        text=pl.Series([span.decode() for span in spans] if keep_text else [None] * len(spans), dtype=pl.String),
    )
