"""The table of payouts: who got what from which pot."""

import re

import numpy as np
import polars as pl

from pokerstats.parsers.batch import Batch, nullable
from pokerstats.parsers.grammar import MONEY, money

_WON = re.compile(rf"(?:won|collected) \(?({MONEY})\)?")


def payouts_table(batch: Batch) -> pl.DataFrame:
    """What each player got from each pot."""
    read = batch.read
    rows = batch.rows("collect")
    amount = batch.value("amount", rows)
    frames = [
        pl.DataFrame(
            {
                "hand": read.hand[rows],
                "pot_no": nullable(batch.constant("pot", rows)),
                "run": nullable(batch.run(rows)),
                "seat": read.seat[rows],
                "amount": amount,
                "line": read.numbers[rows],
                "row": rows,
            }
        )
    ]
    # Who cashed out has no line of his own: the summary says what his hand won.
    told = batch.flags(batch.key(rows))
    results = batch.rows("result_shown", "result_mucked", "result_won")
    results = results[~told[batch.key(results)]]
    won = [sum(money(text) for text in _WON.findall(said or "")) for said in batch.text("said", results)]
    extra = [(row, total) for row, total in zip(results.tolist(), won, strict=True) if total]
    if extra:
        rows = np.array([row for row, _ in extra], dtype=np.int64)
        frames.append(
            pl.DataFrame(
                {
                    "hand": read.hand[rows],
                    "pot_no": pl.Series([None] * len(rows), dtype=pl.Int64),
                    "run": pl.Series([None] * len(rows), dtype=pl.Int64),
                    "seat": read.seat[rows],
                    "amount": [total for _, total in extra],
                    "line": read.numbers[rows],
                    "row": rows,
                }
            )
        )
    return pl.concat(frames).sort("row")
