"""The table of actions: what each player did, on which street."""

import numpy as np
import polars as pl

from pokerstats.parsers.batch import KIND, Batch, added_by_room, in_order, nullable
from pokerstats.parsers.reading import Rows
from pokerstats.parsers.streets import STREET, Streets
from pokerstats.pipeline.tables import ACTIONS, STREETS, ActionType, StreetType

_TOLD_ONCE = (*(action for action in ACTIONS if action != "muck"), "both_blinds")


def actions_table(batch: Batch, streets: Streets) -> pl.DataFrame:
    """The actions of all hands, with the row each stands on."""
    read = batch.read
    rows = in_order(len(read.piece), batch.rows(*_TOLD_ONCE), _first_mucks(batch), _shown_in_summary(batch))
    kind = batch.kind(rows)
    action = kind.copy()
    action[kind == KIND["result_shown"]] = KIND["show"]
    action[kind == KIND["result_mucked"]] = KIND["muck"]
    hand, seat, amount = read.hand[rows], read.seat[rows], batch.value("amount", rows)
    last = np.isin(action, [KIND[name] for name in ("show", "muck", "cash_out")])
    on = np.where(last, STREET["showdown"], streets.of(rows))

    small = np.flatnonzero(action == KIND["small_blind"])
    _, live = np.unique(hand[small], return_index=True)
    action[np.delete(small, live)] = KIND["dead_blind"]

    returned = np.flatnonzero(action == KIND["return"])
    holds_added = batch.heading("returns_added")
    added = added_by_room(batch)
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
            "amount": nullable(amount),
            "to_amount": nullable(batch.value("to", rows)),
            "all_in": batch.all_in(rows),
            "n_cards": nullable(np.where(action == KIND["stand_pat"], 0, batch.value("n", rows))),
            "cards": batch.bracket("first", rows).replace("", None),
            "said": batch.text("said", rows),
            "run": nullable(batch.run(rows)),
            "line": read.numbers[rows],
        }
    )
    frame = frame.with_columns(
        said=pl.when(pl.Series(kind == KIND["show"])).then("said"),
        run=pl.when(pl.col("action") == KIND["show"]).then("run"),
    )
    frame = _split_blinds(frame, batch)
    frame = frame.with_columns(
        seq=_seq(frame["hand"].to_numpy(), batch.count),
        street=pl.Series(STREETS, dtype=StreetType).gather(frame["street"]),
        action=pl.Series(ACTIONS, dtype=ActionType).gather(frame["action"]),
    )
    return frame


def _seq(hand: Rows, hands: int) -> pl.Series:
    """The number of each action in its hand."""
    count = np.bincount(hand, minlength=hands)
    return pl.Series(np.arange(len(hand)) - np.repeat(np.cumsum(count) - count, count))


def _first_mucks(batch: Batch) -> Rows:
    """A hand can be thrown away once; some logs say it before the showdown and again in it."""
    rows = batch.rows("muck")
    _, first = np.unique(batch.key(rows), return_index=True)
    return rows[first]


def _shown_in_summary(batch: Batch) -> Rows:
    """Summary lines that alone tell that a hand was shown or mucked at the showdown."""
    rows = batch.rows("result_shown", "result_mucked")
    told = batch.flags(batch.key(batch.rows("fold", "show", "muck")))
    return rows[~told[batch.key(rows)]]


def _split_blinds(frame: pl.DataFrame, batch: Batch) -> pl.DataFrame:
    """A post of both blinds as a dead small blind and a live big one."""
    both = frame.filter(pl.col("action") == KIND["both_blinds"])
    if not len(both):
        return frame
    posted = (
        frame.filter((pl.col("action") == KIND["big_blind"]) & ~pl.col("all_in"))
        .group_by("hand")
        .agg(posted=pl.col("amount").first())
    )
    nominal = [heading.big_blind or heading.small_bet for heading in batch.headings]
    both = both.join(posted, on="hand", how="left").with_columns(
        nominal=pl.Series([nominal[batch.heading_of[hand]] for hand in both["hand"]], dtype=pl.Int64)
    )
    live = pl.min_horizontal("amount", pl.coalesce("posted", "nominal", "amount"))
    big = both.with_columns(action=pl.lit(KIND["big_blind"], pl.Int64), amount=live, part=pl.lit(1, pl.Int64))
    dead = both.with_columns(
        action=pl.lit(KIND["dead_blind"], pl.Int64), amount=pl.col("amount") - live, all_in=pl.lit(False)
    ).filter(pl.col("amount") > 0)
    rest = frame.filter(pl.col("action") != KIND["both_blinds"])
    return pl.concat((rest, dead.select(frame.columns), big.select(frame.columns))).sort("row", "part")


def with_new_cards(actions: pl.DataFrame, new_cards: pl.DataFrame) -> pl.DataFrame:
    if not len(new_cards):
        return actions.with_columns(new_cards=pl.lit(None, pl.String))
    return actions.join(new_cards, on="row", how="left", maintain_order="left")
