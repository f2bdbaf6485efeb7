"""Whether the cards speak for those who were paid: each hand is scored anew before it is written (M4, M5, H4)."""

import polars as pl

from pokerstats.pipeline.replay.showdown import score
from pokerstats.pipeline.tables import MONEY_SCALE, Replayed

_HAND_AND_SEAT = ["hand", "seat"]
_CHIPS = ("CHIPS", "PLAY")


def disputed(stored: Replayed) -> dict[int, str]:
    """The hands whose stored payouts are not what their cards are due, and what they are due instead.

    As in the audit, a hand is judged where all that counts is known; the odd coin of each share, and the rake where
    the log does not tell the pots apart, are the room's. Cards that were thrown away unshown do not count (M8).
    """
    counts = pl.when(~pl.col("mucked") | pl.col("showed"))
    seats = stored.seats.with_columns(counts.then("hole_cards"), counts.then("final_cards"))
    scored = score(stored.hands, seats, stored.actions, stored.payouts, stored.pots)
    if not scored.height:
        return {}
    judged = scored.filter(pl.col("share_due").is_not_null().all().over("hand"))
    judged = judged.join(_wrongly_announced(stored, judged), on="hand", how="anti")
    due = judged.group_by(_HAND_AND_SEAT).agg(due=pl.col("share_due").sum())
    compared = (
        stored.seats.join(_leeway(stored, judged), on="hand")
        .join(due, on=_HAND_AND_SEAT, how="left")
        .with_columns(due=pl.col("due").fill_null(0))
        .with_columns(wrong=(pl.col("won") - pl.col("due")).abs() > pl.col("leeway"))
        .filter(pl.col("wrong").any().over("hand") & ((pl.col("due") > 0) | (pl.col("won") > 0)))
    )
    reasons: dict[int, str] = {}
    for (hand,), seats in compared.group_by(["hand"], maintain_order=True):
        owed = ", ".join(f"{player} {_plain(due)}" for player, due in seats.select("player", "due").iter_rows() if due)
        paid = ", ".join(f"{player} {_plain(won)}" for player, won in seats.select("player", "won").iter_rows() if won)
        reasons[int(str(hand))] = f"the log paid {paid}; by the cards it is {owed}"
    return reasons


def _leeway(stored: Replayed, judged: pl.DataFrame) -> pl.DataFrame:
    """For each judged hand by how much a payout may differ from what is due."""
    shares = judged.group_by("hand").agg(shares=pl.struct("pot_no", "run", "side").n_unique())
    paid = stored.seats.group_by("hand").agg(
        whole=(pl.col("won") % MONEY_SCALE == 0).all(), nickels=(pl.col("won") % (MONEY_SCALE // 20) == 0).all()
    )
    untold = stored.pots.group_by("hand").agg(untold=pl.col("paid").is_null().any())
    in_chips = pl.col("kind").is_in(["tournament", "play"]) | pl.col("currency").is_in(_CHIPS).fill_null(False)
    coin = (
        pl.when(pl.col("chip").is_not_null())
        .then("chip")
        .when(in_chips & pl.col("whole"))
        .then(MONEY_SCALE)
        .when(~in_chips & pl.col("nickels"))
        .then(MONEY_SCALE // 20)
        .otherwise(MONEY_SCALE // 100)
    )
    return (
        stored.hands.with_columns(kind=pl.col("kind").cast(pl.String))
        .join(shares, on="hand")
        .join(paid, on="hand")
        .join(untold, on="hand")
        .select("hand", leeway=pl.col("shares") * coin + pl.when("untold").then("rake").otherwise(0))
    )


def _wrongly_announced(stored: Replayed, judged: pl.DataFrame) -> pl.DataFrame:
    """Hands of jacks or better in which an announcement left uncorrected stands against the cards (M5)."""
    strict = (pl.col("game") == "standard-draw") | (pl.col("rules") == "standard-draw")
    ruled = stored.hands.filter(strict.fill_null(False)).select("hand")
    last = (
        stored.actions.filter(pl.col("action") == "announce")
        .join(ruled, on="hand", how="semi")
        .group_by(_HAND_AND_SEAT)
        .agg(said=pl.col("said").last().str.to_lowercase())
    )
    said_otherwise = ~pl.col("said").str.contains(pl.col("category"), literal=True)
    return (
        judged.join(last, on=_HAND_AND_SEAT).filter((pl.col("share_due") > 0) & said_otherwise).select("hand").unique()
    )


def _plain(units: int) -> str:
    whole, part = divmod(units, MONEY_SCALE)
    return str(whole) if not part else f"{whole}.{part:04d}".rstrip("0")
