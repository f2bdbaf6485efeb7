"""From read lines to the parser's tables: the same for every site whose log is lines."""

from dataclasses import replace

import numpy as np
import polars as pl

from pokerstats.parsers.actions import actions_table, with_new_cards
from pokerstats.parsers.batch import Batch
from pokerstats.parsers.faults import Faults, last_rows, note_cut_off, note_headers, note_unknown_lines
from pokerstats.parsers.grammar import CARDS, Grammar, Heading, cards
from pokerstats.parsers.hands import hands_table
from pokerstats.parsers.payouts import payouts_table
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.reading import Read, Rows, distinct
from pokerstats.parsers.seats import seats_table
from pokerstats.parsers.streets import Streets
from pokerstats.pipeline.tables import (
    PARSED_ACTIONS,
    PARSED_HANDS,
    PARSED_PAYOUTS,
    PARSED_REJECTED,
    PARSED_SEATS,
    Parsed,
    empty,
)

_WITH_CARDS = ("street", "board", "dealt", "discard", "stand_pat", "show", "fold", "result_shown", "result_mucked")
_NO_HEADING = Heading(site="", game="holdem", betting="nl", kind="unknown")


def assemble(read: Read, grammar: Grammar, pieces: Pieces, *, keep_text: bool) -> Parsed:
    """The tables of a batch."""
    if not len(read.head_rows):
        return _no_hands(read)
    faults = Faults()
    batch = Batch(read, grammar, pieces, *_headings(read, grammar))
    note_cut_off(batch, faults)
    note_headers(batch, faults)
    _normalise_cards(batch, faults)
    outside = note_unknown_lines(read, grammar, pieces, faults)
    last_row = last_rows(batch, outside)

    streets = Streets(batch)
    seats, hero, new_cards, game = seats_table(batch, streets, faults)
    actions = with_new_cards(actions_table(batch, streets), new_cards)
    payouts = payouts_table(batch)
    hands = hands_table(batch, game, hero, actions, last_row, faults, keep_text=keep_text)

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
        rejected=faults.rejected(read, last_row, [batch.headings[number].site or None for number in batch.heading_of])
        if len(refused)
        else empty(PARSED_REJECTED),
        lines=_lines(read),
        lines_unmatched=outer + int(np.sum(in_refused)),
    )


def _no_hands(read: Read) -> Parsed:
    """A text without a hand: only its lines are counted."""
    return Parsed(
        hands=empty(PARSED_HANDS),
        seats=empty(PARSED_SEATS),
        actions=empty(PARSED_ACTIONS),
        payouts=empty(PARSED_PAYOUTS),
        rejected=empty(PARSED_REJECTED),
        lines=_lines(read),
        lines_unmatched=int(np.sum(~read.blank)),
    )


def _lines(read: Read) -> int:
    """How many lines the text has; what follows its last line end is a line if there is something."""
    lines = int(read.numbers[-1] - read.numbers[0]) + 1
    return lines - 1 if read.data.endswith(b"\n") else lines


def _headings(read: Read, grammar: Grammar) -> tuple[list[Heading], Rows]:
    """The distinct headings of a batch, and for each hand its own; one that cannot be read says why."""
    zoned = pl.when(pl.col("time").str.contains("[A-Z]")).then(pl.lit("z")).otherwise(pl.lit(""))
    whole = pl.concat_str("room", pl.lit("\0"), zoned, pl.lit("\0"), "game").fill_null("")
    texts, code = distinct(read.headers.select(whole).to_series())
    headings = []
    for text in texts:
        room, zone, game = text.split("\0", 2) if text else ("", "", "")
        found = (
            grammar.heading(room.strip(), game, bool(zone)) if text else "no room, number, game and time in this order"
        )
        headings.append(replace(_NO_HEADING, fault=found) if isinstance(found, str) else found)
    return headings, code


def _normalise_cards(batch: Batch, faults: Faults) -> None:
    """Brackets that hold cards in another spelling are respelled; those that hold something else refuse the hand."""
    read = batch.read
    rows = batch.rows(*_WITH_CARDS)
    rows = rows[read.held[rows] >= 0]
    held = read.held[rows]
    used = np.unique(held)
    for name in ("first", "second"):
        column = read.brackets[name]
        is_odd = np.zeros(len(column), dtype=bool)
        is_odd[used] = (~column.gather(used).str.contains(f"^{CARDS}$")).fill_null(False).to_numpy()
        odd = np.flatnonzero(is_odd[held])
        if not len(odd):
            continue
        respelled = []
        for row, text in zip(rows[odd].tolist(), column.gather(held[odd]), strict=True):
            spelled = cards(text, batch.grammar.odd_cards)
            if spelled is None:
                faults.note(int(read.hand[row]), "unreadable", f"'{text}' is no list of cards", row)
            respelled.append(spelled)
        read.brackets = read.brackets.with_columns(
            column.scatter(pl.Series(held[odd]), pl.Series(respelled, dtype=pl.String))
        )
