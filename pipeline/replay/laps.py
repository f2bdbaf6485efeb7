"""The pots of Pokeris: one bank for all, but who went all in wins of that lap only what he could match (P10, P14)."""

from collections.abc import Iterator

import numpy as np

from pokerstats.pipeline.replay.batch import CODE, Batch, Flags, Ints
from pokerstats.pipeline.replay.betting import Context
from pokerstats.pipeline.replay.totals import NO_STREET, Totals

_NO_LIMIT = 1 << 60
_FIRST_LAP = 0


def short_of_a_lap(batch: Batch, totals: Totals) -> Flags:
    """Hands in which a player still in went all in during a lap that others bet on."""
    broke = (totals.broke_on != NO_STREET) & totals.still_in
    found: Flags = batch.laps & broke.any(axis=1) & (totals.still_in.sum(axis=1) > 1)
    return found


def lap_pots(batch: Batch, context: Context, totals: Totals, hand: int, pot: int) -> Iterator[tuple[int, Flags]]:
    """The pots of one such hand from the main pot up: amount and who plays for it."""
    rows = np.flatnonzero((batch.act_hand == hand) & (context.amount > 0))
    rows = rows[~np.isin(context.code[rows], (CODE["return"], CODE["cash_out"])) & (batch.act_slot[rows] < batch.width)]
    lap_sums = np.zeros((10, batch.columns), dtype=np.int64)
    np.add.at(lap_sums, (np.maximum(batch.round_no[rows], 0), batch.act_slot[rows]), _in_lap(batch, context, rows))
    inside = np.flatnonzero(totals.still_in[hand])
    reach = {int(slot): _reach(batch, context, rows, lap_sums, int(slot)) for slot in inside}

    below = 0
    tops = sorted(set(reach.values()))
    for top in tops:
        who = np.zeros(batch.columns, dtype=np.bool_)
        who[[slot for slot, limit in reach.items() if limit >= top]] = True
        lap, height = top
        covered = pot if top == tops[-1] else pot - _above(lap_sums, lap, height)
        yield covered - below, who
        below = covered


def _in_lap(batch: Batch, context: Context, rows: Ints) -> Ints:
    """What counts in the lap; stakes and fees lie in the main pot."""
    return np.where(batch.round_no[rows] < _FIRST_LAP, 0, context.amount[rows])


def _above(lap_sums: Ints, lap: int, height: int) -> int:
    """What was bet beyond the reach of a player: in later laps, and in his own above what he put in."""
    return int(lap_sums[lap + 1 :].sum() + np.maximum(lap_sums[lap] - height, 0).sum())


def _reach(batch: Batch, context: Context, rows: Ints, lap_sums: Ints, slot: int) -> tuple[int, int]:
    """How far up the bank a player can win: his last lap and his sum in it; without limit if he has chips left."""
    mine = rows[batch.act_slot[rows] == slot]
    last = mine[context.out_of_chips[mine]]
    if not last.size:
        return len(lap_sums) - 1, _NO_LIMIT
    lap = int(batch.round_no[last[-1]])
    return (lap, int(lap_sums[lap, slot])) if lap >= _FIRST_LAP else (_FIRST_LAP, 0)
