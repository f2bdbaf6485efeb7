"""The table of seats: who sat where with what, and which of his cards the log makes known."""

import numpy as np
import polars as pl

from pokerstats.parsers.batch import KIND, SEAT_KEY, Batch, nullable
from pokerstats.parsers.faults import Faults
from pokerstats.parsers.grammar import BY_CARDS_DEALT, FAMILY, HAND_SIZE
from pokerstats.parsers.holdings import Seen, heroes, holdings_by_rule, holdings_on_board
from pokerstats.parsers.reading import Rows
from pokerstats.parsers.streets import Streets
from pokerstats.pipeline.tables import ACTIONS

_HOW = pl.Series(["dealt", "discard", "stand_pat", "shown"], dtype=pl.String)
_SHOWN = len(_HOW) - 1
_HOW_OF_KIND = np.full(len(KIND), _SHOWN, dtype=np.int64)
_HOW_OF_KIND[[KIND[name] for name in _HOW[:_SHOWN]]] = np.arange(_SHOWN)


def seats_table(batch: Batch, streets: Streets, faults: Faults) -> tuple[pl.DataFrame, Rows, pl.DataFrame, np.ndarray]:
    """The seats with the cards known, the hero of each hand, the new cards of draws by row, and the games as dealt.

    A draw or stud hand of which one line tells other cards than the line before is refused.
    """
    read = batch.read
    game = batch.heading("game").astype(object)
    dealt = batch.rows("dealt")
    shown = batch.rows("show", "result_shown", "result_mucked", "fold", "muck")
    shown = shown[read.held[shown] >= 0]
    draws = batch.rows("discard", "stand_pat")
    family_of = {name: FAMILY[name] for name in set(game.tolist())}
    family = np.array([family_of[name] for name in game.tolist()], dtype=object) if len(game) else game
    rows = np.sort(np.concatenate((dealt, shown, draws)))
    kind = batch.kind(rows)
    seen = pl.DataFrame(
        {
            "row": rows,
            "hand": read.hand[rows],
            "seat": read.seat[rows],
            "how": _HOW.gather(_HOW_OF_KIND[kind]),
            "first": batch.bracket("first", rows),
            "second": batch.bracket("second", rows),
            "street": streets.of(rows),
            "n": nullable(batch.value("n", rows)),
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
    for hand, row in by_rule.drop_nulls("strange_row").select("hand", "strange_row").rows():
        faults.note(hand, "impossible", f"'{batch.read.line(row)}' tells of other cards than he was dealt before", row)
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
    key = (read.seats["hand"] * SEAT_KEY + read.seats["seat"]).to_numpy()
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
