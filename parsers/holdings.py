"""Which cards of which player a log makes known: dealt, drawn, shown, mucked face up, or printed in the summary."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
import polars as pl

from pokerstats.parsers.grammar import DOWN_CARDS, HAND_SIZE
from pokerstats.pipeline.tables import STREETS


class Seen(NamedTuple):
    """One line that names cards: ``dealt``, ``discard``, ``stand_pat``, or ``shown`` for any way of showing a hand."""

    row: int
    hand: int
    seat: int
    how: str
    first: str | None
    second: str | None
    street: int
    n: int | None


@dataclass
class Holding:
    """What is known of a player's cards in one hand."""

    hole: list[str] = field(default_factory=list)
    up: list[str] = field(default_factory=list)
    final: list[str] = field(default_factory=list)
    new_of_row: dict[int, str] = field(default_factory=dict)
    saw_down_cards: bool = False
    strange_row: int | None = None
    """A line that has him hold a card he was not dealt."""

    def row(self) -> tuple[str | None, str | None, str | None]:
        """Hole, up and final cards as the tables hold them."""
        return (" ".join(self.hole) or None, " ".join(self.up) or None, " ".join(self.final) or None)

    def compare(self, line: Seen, told: list[str], held: list[str]) -> None:
        """Notes a line that tells of other cards than those he holds, as far as they are known."""
        if self.strange_row is None and held and not set(told) <= set(held):
            self.strange_row = line.row


def _draw(seen: Iterable[Seen], size: int) -> Holding:
    """Five card draw and its kin: the hand before the first draw, and the one after the last."""
    held = Holding()
    now: list[str] = []
    before: list[str] = []
    drawn = True
    discard: Seen | None = None
    for line in seen:
        first, second = (line.first or "").split(), (line.second or "").split()
        if line.how == "dealt" and line.second is None:
            if not held.hole and len(first) == size:
                held.hole, now, held.saw_down_cards = first, first, True
                before = first
        elif line.how == "dealt":
            held.compare(line, first, before)
            # Some logs print the hand of before again: then nobody can say what came and what is held.
            held.final = now = first + second if len(first) + len(second) == size else []
            before, drawn = now, True
            too_few = len(first) + len(second) < size
            if discard is not None and (too_few or (now and len(second) == discard.n)):
                held.new_of_row[discard.row] = " ".join(second)
        elif line.how == "discard":
            # a draw whose new cards were not told leaves the hand unknown
            before = before if drawn else []
            discard, held.final, now, drawn = line, [], [], False
        elif line.how == "stand_pat":
            held.final = now = first if len(first) == size else now
        elif line.how == "shown" and len(first) == size:
            held.final = first
    return held


def _stud(seen: Iterable[Seen], down: int) -> Holding:
    """Stud: the first cards and the seventh street's face down, the others face up."""
    held = Holding()
    seventh = STREETS.index("seventh")
    for line in seen:
        first, second = (line.first or "").split(), (line.second or "").split()
        if line.how == "dealt" and line.second is None:
            held.hole, held.up = first[:-1], first[-1:]
            held.saw_down_cards = len(first) > 1
        elif line.how == "dealt":
            held.compare(line, first, held.hole + held.up)
            if line.street == seventh:
                held.hole += second
            else:
                held.up += second
        elif line.how == "shown" and len(first) > max(len(held.hole), down) and not held.saw_down_cards:
            ups = len(held.up) or max(0, min(4, len(first) - down))
            held.hole, held.up = first[:down] + first[down + ups :], first[down : down + ups]
    return held


def holdings_by_rule(seen: Mapping[tuple[int, int], list[Seen]], games: Mapping[int, tuple[str, str]]) -> pl.DataFrame:
    """Known cards of the draw and stud hands, by hand and seat, and the rows whose draws brought known cards."""
    rows = []
    for (hand, seat), lines in sorted(seen.items()):
        game, family = games[hand]
        lines.sort(key=lambda line: line.row)
        held = _draw(lines, HAND_SIZE.get(game, 5)) if family == "draw" else _stud(lines, DOWN_CARDS.get(game, 2))
        rows.append(
            (
                hand, seat, *held.row(), list(held.new_of_row), list(held.new_of_row.values()), held.saw_down_cards,
                held.strange_row,
            )
        )  # fmt: skip
    return pl.DataFrame(
        rows,
        schema={
            "hand": pl.Int64,
            "seat": pl.Int64,
            "hole_cards": pl.String,
            "up_cards": pl.String,
            "final_cards": pl.String,
            "draw_rows": pl.List(pl.Int64),
            "new_cards": pl.List(pl.String),
            "saw_down_cards": pl.Boolean,
            "strange_row": pl.Int64,
        },
        orient="row",
    )


def holdings_on_board(seen: pl.DataFrame) -> pl.DataFrame:
    """Hole cards of the games with a board: as dealt, else as shown; a hand shown in part stays unknown.

    Where cards come later (Fusion), a log deals the cards of before and the new one: the most that is known counts.
    """
    later = pl.when(pl.col("how") == "dealt").then(pl.col("second"))
    whole = (
        seen.with_columns(hole_cards=pl.concat_str("first", later, separator=" ", ignore_nulls=True))
        .with_columns(size=pl.col("hole_cards").str.len_chars())
        .filter(pl.col("first").is_not_null() & (pl.col("size") >= pl.col("width")))
    )
    return (
        whole.sort("hand", "seat", -pl.col("size").cast(pl.Int64), pl.col("how") != "dealt", "row")
        .unique(["hand", "seat"], keep="first", maintain_order=True)
        .select("hand", "seat", "hole_cards")
    )


def heroes(dealt_down: pl.DataFrame, marked: pl.DataFrame, hands: int) -> np.ndarray:
    """The seat for which each hand was logged (0: unknown): the only one whose down cards are dealt openly."""
    hero = np.zeros(hands, dtype=np.int64)
    alone = dealt_down.unique(["hand", "seat"]).filter(pl.len().over("hand") == 1)
    hero[alone["hand"].to_numpy()] = alone["seat"].to_numpy()
    hero[marked["hand"].to_numpy()] = marked["seat"].to_numpy()
    return hero
