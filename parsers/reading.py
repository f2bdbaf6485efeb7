"""A batch of lines with all that was found out about them, shared by the ways of reading."""

from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray

Rows = NDArray[np.int64]
Flags = NDArray[np.bool_]
BRACKETS = ("first", "second")
SEATS = {
    "row": pl.Int64,
    "hand": pl.Int64,
    "seat": pl.Int64,
    "player": pl.String,
    "stack": pl.Int64,
    "bounty": pl.Int64,
    "status": pl.String,
}


@dataclass
class Read:
    """A batch of lines as the grammar reads them; one element per line unless said otherwise."""

    data: bytes
    """The text as UTF-8."""
    texts: pl.Series
    """What the lines say, without the blanks around: each text that differs once, as most come again and again."""
    text: Rows
    """Which of the texts each line is."""
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

    def line(self, row: int) -> str:
        """What a line says."""
        line: str = self.texts[int(self.text[row])]
        return line

    def lines(self, rows: Rows) -> pl.Series:
        """What some lines say."""
        return self.texts.gather(self.text[rows])


def hold(read: Read, rows: Rows, places: Rows, kept: pl.DataFrame) -> None:
    """Keeps what the first two brackets of some lines hold: for each of them a place in what is kept."""
    read.held[rows] = places + len(read.brackets)
    read.brackets = pl.concat((read.brackets, kept), rechunk=True)


def narrowed(texts: pl.Series, at: Rows) -> tuple[pl.Series, Rows]:
    """Those of some texts that lines are at, and where the lines are now."""
    used = np.zeros(len(texts), dtype=bool)
    used[at] = True
    return texts.filter(pl.Series(used)), (np.cumsum(used) - 1).take(at)


def coded(lines: pl.Series) -> tuple[pl.Series, Rows]:
    """The distinct texts of many lines, and for each line the number of its own."""
    # categories of their own: they are gone with the batch
    code = lines.cast(pl.Categorical(pl.Categories.random())).to_physical().to_numpy().astype(np.int64)
    where = np.zeros(int(code.max(initial=-1)) + 1, dtype=np.int64)
    where[code] = np.arange(len(code))
    return lines.gather(where), code


def empty_brackets(lines: pl.Series) -> tuple[pl.Series, pl.DataFrame, pl.Series]:
    """Lines without what their brackets hold, what the first two held, and which lines have at most two, all closed."""
    parts = lines.str.splitn("[", 3).struct.unnest()
    parts.columns = ["before", "one", "two"]
    one = parts["one"].str.splitn("]", 2).struct.unnest()
    two = parts["two"].str.splitn("]", 2).struct.unnest()
    frame = pl.DataFrame(
        {
            "before": parts["before"],
            "first": one.to_series(0),
            "middle": one.to_series(1),
            "second": two.to_series(0),
            "after": two.to_series(1),
        }
    )
    second = pl.when(pl.col("second").is_not_null()).then(pl.concat_str(pl.lit("[]"), "after"))
    text = pl.concat_str("before", pl.lit("[]"), "middle", second.fill_null(""))
    plain = pl.col("first").is_null()
    whole = (pl.col("middle").is_not_null() & (pl.col("second").is_null() | pl.col("after").is_not_null())) | plain
    odd = pl.col("after").str.contains("[", literal=True).fill_null(False)
    done = frame.select(
        text=pl.when(plain).then("before").when(whole).then(text).otherwise(pl.lit("")),
        whole=whole & ~odd,
        first="first",
        second="second",
    )
    return done["text"], done.select(BRACKETS), done["whole"]


def distinct(column: pl.Series) -> tuple[list[str], Rows]:
    """The distinct texts of a column, and for each element its number among them."""
    if not len(column):
        return [], np.empty(0, np.int64)
    texts = column.unique()
    code = column.cast(pl.Enum(texts)).to_physical().to_numpy().astype(np.int64)
    return texts.to_list(), code
