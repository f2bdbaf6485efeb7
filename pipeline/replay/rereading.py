"""Raises whose printed total is in truth what was added: some rooms print so when the raiser had money on the street.

Such a hand cannot pay out what it says it paid. It is read the other way only if pot and rake then are as printed.
"""

from dataclasses import replace

import numpy as np
import polars as pl

from pokerstats.pipeline.replay.batch import NONE, Batch, Flags, money
from pokerstats.pipeline.replay.betting import Context, annotate
from pokerstats.pipeline.replay.order import Order
from pokerstats.pipeline.replay.pots import Money, settle
from pokerstats.pipeline.replay.told import PUSHES
from pokerstats.pipeline.replay.totals import totals
from pokerstats.pipeline.tables import Parsed


def reread(parsed: Parsed, batch: Batch, context: Context, account: Money) -> tuple[Parsed, int] | None:
    """The batch with such raises read as chips added, and in how many hands; None if none becomes right by that."""
    wrong = ~_as_printed(batch, account)
    rows = PUSHES[batch.code] & wrong[batch.act_hand] & _told_as_total(batch, context)
    if not rows.any():
        return None
    doubtful = np.unique(batch.act_hand[rows])
    other = _with_added(parsed, rows)
    trial = _only(other, doubtful)
    trial_batch = Batch(trial)
    trial_context = annotate(trial_batch, Order(trial_batch))
    trial_account = settle(trial_batch, totals(trial_batch, trial_context))
    right = _as_printed(trial_batch, trial_account)
    right[list(trial_account.faults)] = False
    if not right.any():
        return None
    return _with_added(parsed, rows & np.isin(batch.act_hand, doubtful[right])), int(right.sum())


def _as_printed(batch: Batch, account: Money) -> Flags:
    """Hands whose pot and rake are as printed; as printed is also what the log does not print."""
    pot, rake = money(batch.hands, "stated_pot"), money(batch.hands, "stated_rake")
    found: Flags = (pot == NONE) | (rake == NONE) | ((pot == account.pot) & (rake == account.rake))
    return found


def _told_as_total(batch: Batch, context: Context) -> Flags:
    """Raises told by their total alone, by a player who had money on the street."""
    amount, total = money(batch.actions, "amount"), money(batch.actions, "to_amount")
    found: Flags = (amount == NONE) & (total != NONE) & (context.amount != total)
    return found


def _with_added(parsed: Parsed, rows: Flags) -> Parsed:
    chosen = pl.Series(rows)
    actions = parsed.actions.with_columns(
        amount=pl.when(chosen).then("to_amount").otherwise("amount"),
        to_amount=pl.when(~chosen).then("to_amount"),
    )
    return replace(parsed, actions=actions)


def _only(parsed: Parsed, hands: np.ndarray[tuple[int], np.dtype[np.int64]]) -> Parsed:
    """The named hands, numbered from 0."""
    number = pl.DataFrame({"hand": hands.astype(np.uint32), "new": np.arange(hands.size, dtype=np.uint32)})

    def few(frame: pl.DataFrame) -> pl.DataFrame:
        joined = frame.join(number, on="hand", how="inner", maintain_order="left")
        return joined.with_columns(hand=pl.col("new")).drop("new")

    return replace(
        parsed,
        hands=few(parsed.hands),
        seats=few(parsed.seats),
        actions=few(parsed.actions),
        payouts=few(parsed.payouts),
    )
