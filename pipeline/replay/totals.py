"""What every player put in, got back and kept of his seat: the sums over his actions."""

from dataclasses import dataclass

import numpy as np

from pokerstats.pipeline.replay.batch import CODE, SHOWDOWN, Batch, Codes, Flags, Ints, mark
from pokerstats.pipeline.replay.betting import Context

_FORCED = mark(
    "ante", "dead_blind", "fee", "small_blind", "big_blind", "button_blind", "straddle", "post", "bring_in"
)  # fmt: skip
_OUT = mark("fold", "compare", "dead_hand")
NO_STREET = -1


@dataclass(frozen=True)
class Totals:
    """Sums and facts by hand and slot."""

    put_in: Ints
    given_back: Ints  # by lines of the log
    dead_blinds: Ints
    matchable: Ints  # what others must match: no dead blinds, no fees, no ante that only one player pays (M10)
    received: Ints  # cash-out
    cashed_out: Flags
    cash_out_told: Flags  # with an amount
    still_in: Flags
    showed: Flags
    mucked: Flags
    folded_on: Codes  # street code or NO_STREET
    broke_on: Codes  # street of the last chips, if they did not come back
    forced_broke: Flags  # they were forced money


def totals(batch: Batch, context: Context) -> Totals:
    """The sums of a batch."""
    code, index, amount = context.code, batch.act_index, context.amount
    cells = batch.size * batch.columns
    shape = (batch.size, batch.columns)

    def summed(rows: Flags) -> Ints:
        grid = np.zeros(cells, dtype=np.int64)
        np.add.at(grid, index.compress(rows), amount.compress(rows))
        return grid.reshape(shape)

    def touched(rows: Flags) -> Flags:
        grid = np.zeros(cells, dtype=np.bool_)
        grid[index.compress(rows)] = True
        return grid.reshape(shape)

    def last_street(rows: Flags) -> Codes:
        grid = np.full(cells, NO_STREET, dtype=np.int8)
        grid[index.compress(rows)] = batch.street.compress(rows)
        return grid.reshape(shape)

    returns, cash_outs = code == CODE["return"], code == CODE["cash_out"]
    put_in = summed((amount != 0) & ~returns & ~cash_outs)
    dead_blinds = summed(code == CODE["dead_blind"])
    antes = summed(code == CODE["ante"])
    one_pays = ((antes > 0).sum(axis=1) == 1) & (batch.dealt.sum(axis=1) > 1)
    aside = dead_blinds + summed(code == CODE["fee"]) + np.where(one_pays[:, None], antes, 0)
    given_back = summed(returns)
    folds = _OUT.take(code)
    still_in = batch.dealt & ~touched(folds)

    broke_rows = context.out_of_chips & (code != CODE["return"]) & (batch.street != SHOWDOWN)
    return Totals(
        put_in=put_in,
        given_back=given_back,
        dead_blinds=dead_blinds,
        matchable=put_in - aside,
        received=summed(cash_outs),
        cashed_out=touched(cash_outs),
        cash_out_told=touched(cash_outs & (amount != 0)),
        still_in=still_in,
        showed=touched(code == CODE["show"]),
        mucked=touched(code == CODE["muck"]),
        folded_on=last_street((code == CODE["fold"]) | (code == CODE["compare"])),
        broke_on=last_street(broke_rows),
        forced_broke=touched(broke_rows & _FORCED[code]),
    )
