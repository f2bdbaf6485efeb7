"""A small invented PokerStars hand, to be altered by the tests, and short ways to look at what became of it."""

import re

import polars as pl

from pokerstats.parsers import pokerstars
from pokerstats.pipeline.tables import Parsed

HEADER = "PokerStars Hand #7001:  Hold'em No Limit ($0.50/$1 USD) - 2024/05/02 20:00:00 ET"
TABLE = "Table 'Lyra IV' 6-max Seat #1 is the button"
SEATS = "Seat 1: ann ($100 in chips)\nSeat 2: Bo B ($80.50 in chips)\nSeat 4: cy ($60 in chips)"
BLINDS = "Bo B: posts small blind $0.50\ncy: posts big blind $1"
WALK = "ann: folds\nBo B: folds\nUncalled bet ($0.50) returned to cy\ncy collected $1 from pot\ncy: doesn't show hand"
END = "*** SUMMARY ***\nTotal pot $1 | Rake $0"


def log(
    header: str = HEADER,
    table: str = TABLE,
    seats: str = SEATS,
    blinds: str = BLINDS,
    play: str = "*** HOLE CARDS ***\n" + WALK,
    end: str = END,
    rest: bool = True,
) -> str:
    """A hand of three, with other words where a test wants them; ``rest`` adds the players that the summary lacks."""
    listed = re.findall(r"^(Seat \d+: )(.+) \([^()]+ in chips", seats, re.MULTILINE)
    told = [f"{number}{name} folded before Flop" for number, name in listed if number not in end] if rest else []
    return "\n".join((header, table, seats, blinds, play, end, *told)) + "\n"


def parse(text: str | bytes) -> Parsed:
    data = text.encode() if isinstance(text, str) else text
    batches = list(pokerstars.parse(data, path="some.txt"))
    assert len(batches) == 1
    return batches[0]


def hand(text: str | bytes) -> dict[str, object]:
    parsed = parse(text)
    assert parsed.rejected.rows() == []
    assert parsed.lines_unmatched == 0
    return parsed.hands.row(0, named=True)


def moves(parsed: Parsed, *columns: str) -> list[tuple[object, ...]]:
    return parsed.actions.select("seat", "action", *columns).rows()


def seat(parsed: Parsed, number: int) -> dict[str, object]:
    return parsed.seats.filter(pl.col("seat") == number).row(0, named=True)
