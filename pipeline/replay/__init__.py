"""Replay: every action of a batch gets the state it met, every seat its account, every hand its pots."""

from dataclasses import replace

import numpy as np
import polars as pl

from pokerstats.pipeline.replay.batch import Batch, small
from pokerstats.pipeline.replay.betting import annotate
from pokerstats.pipeline.replay.frames import actions_frame, hands_frame, seats_frame
from pokerstats.pipeline.replay.order import Order
from pokerstats.pipeline.replay.positions import positions
from pokerstats.pipeline.replay.pots import layers, settle
from pokerstats.pipeline.replay.rereading import reread
from pokerstats.pipeline.replay.showdown import score
from pokerstats.pipeline.replay.totals import totals
from pokerstats.pipeline.tables import (
    PARSED_REJECTED,
    POTS,
    REPLAYED_ACTIONS,
    REPLAYED_HANDS,
    REPLAYED_PAYOUTS,
    REPLAYED_SEATS,
    SHOWDOWNS,
    Parsed,
    Replayed,
    empty,
)

__all__ = ["replay"]


def replay(parsed: Parsed) -> Replayed:
    """The batch with the context of its actions, its pots and showdowns; hands whose money cannot be are rejected."""
    if not parsed.hands.height:
        return _nothing(parsed)
    batch = Batch(parsed)
    strangers = _strangers(batch)
    if strangers:
        return replay(_without(parsed, strangers))
    order = Order(batch)
    context = annotate(batch, order)
    sums = totals(batch, context)
    account = settle(batch, sums)
    other = reread(parsed, batch, context, account)
    if other is not None:
        return replace(replay(other[0]), notes={"hands whose raises are read as chips added": other[1]})
    if account.faults:
        return replay(_without(parsed, account.faults))
    pots, payouts = layers(batch, context, sums, account)
    places = positions(batch, order)
    hands = hands_frame(batch, places, sums, account)
    seats = seats_frame(batch, order, places, sums, account)
    actions = actions_frame(batch, context)
    return Replayed(
        hands=hands,
        seats=seats,
        actions=actions,
        payouts=payouts,
        pots=pots,
        showdowns=score(hands, seats, actions, payouts, pots),
        rejected=parsed.rejected,
        lines=parsed.lines,
        lines_unmatched=parsed.lines_unmatched,
    )


def _nothing(parsed: Parsed) -> Replayed:
    return Replayed(
        hands=empty(REPLAYED_HANDS),
        seats=empty(REPLAYED_SEATS),
        actions=empty(REPLAYED_ACTIONS),
        payouts=empty(REPLAYED_PAYOUTS),
        pots=empty(POTS),
        showdowns=empty(SHOWDOWNS),
        rejected=parsed.rejected,
        lines=parsed.lines,
        lines_unmatched=parsed.lines_unmatched,
    )


# ---------------------------------------------------------------- hands that cannot be


def _strangers(batch: Batch) -> dict[int, str]:
    """The hands in which a seat acts or is paid where nobody sits, with that seat."""
    faults: dict[int, str] = {}
    for frame in (batch.actions, batch.payouts):
        hand, seat = frame["hand"].cast(pl.Int64).to_numpy(), small(frame, "seat")
        for row in np.flatnonzero(batch.slots(hand, seat) < 0):
            faults.setdefault(int(hand[row]), f"seat {seat[row]}: nobody sits there")
    return faults


def _without(parsed: Parsed, faults: dict[int, str]) -> Parsed:
    """The batch less the faulty hands, which stand in ``rejected`` with their reasons; the others are numbered anew."""
    gone = parsed.hands.filter(pl.col("hand").is_in(list(faults)))
    rejected = gone.select(
        "line_from",
        "line_to",
        "site",
        "site_hand_no",
        kind=pl.lit("impossible"),
        reason=pl.col("hand").cast(pl.Int64).replace_strict(faults, return_dtype=pl.String),
        line=pl.col("line_from"),
        text=pl.col("text"),
    )
    kept = parsed.hands.filter(~pl.col("hand").is_in(list(faults)))
    number = kept.select("hand", new=pl.int_range(pl.len(), dtype=pl.UInt32))

    def renumbered(frame: pl.DataFrame) -> pl.DataFrame:
        return (
            frame.join(number, on="hand", how="inner", maintain_order="left")
            .with_columns(hand=pl.col("new"))
            .select(frame.columns)
        )

    return replace(
        parsed,
        hands=renumbered(kept),
        seats=renumbered(parsed.seats),
        actions=renumbered(parsed.actions),
        payouts=renumbered(parsed.payouts),
        rejected=pl.concat([parsed.rejected, rejected.select(list(PARSED_REJECTED))]),
    )
