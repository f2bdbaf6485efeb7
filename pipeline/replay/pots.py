"""Uncalled money, the layers of the pot, and what was paid from each of them."""

from dataclasses import dataclass

import numpy as np
import polars as pl

from pokerstats.pipeline.replay.batch import NONE, Batch, Flags, Ints, money, small
from pokerstats.pipeline.replay.betting import Context
from pokerstats.pipeline.replay.laps import lap_pots, short_of_a_lap
from pokerstats.pipeline.replay.totals import Totals
from pokerstats.pipeline.tables import PARSED_PAYOUTS, POTS

_WITHOUT_LIMIT = 1 << 61
COIN = 100
"""The smallest coin, 0.01, in units of money."""


@dataclass(frozen=True)
class Money:
    """The account of every hand and seat, and the payouts cleared of the payee's own uncalled bet."""

    returned: Ints  # by hand and slot
    won: Ints
    pot: Ints  # by hand
    rake: Ints
    payouts: pl.DataFrame
    faults: dict[int, str]  # hand → why its money is impossible


def settle(batch: Batch, totals: Totals) -> Money:
    """The account of a batch."""
    excess = _uncalled(batch, totals)
    returned = totals.given_back + excess
    put_in, back = totals.put_in.sum(axis=1), returned.sum(axis=1)
    added, carried_in, carried_out = (money(batch.hands, name, 0) for name in ("added", "carried_in", "carried_out"))
    pot = put_in - back + added + carried_in
    payouts = batch.payouts
    paid = _paid(batch, payouts)
    stated_rake = money(batch.hands, "stated_rake")

    uncalled = excess.sum(axis=1)
    collected = paid.sum(axis=1) + carried_out
    covers_all = (stated_rake != NONE) & (collected + stated_rake == pot + uncalled)
    too_much = collected > pot
    included = (uncalled > 0) & (batch.hands["collects_uncalled"].fill_null(False).to_numpy() | covers_all | too_much)
    if included.any():
        payouts = _less(batch, payouts, np.where(included[:, None], np.minimum(excess, paid), 0))
        paid = _paid(batch, payouts)

    unpaid = (paid.sum(axis=1) == 0) & (carried_out < pot) & (pot > 0)
    survivors = totals.still_in.sum(axis=1)
    lone = unpaid & (survivors == 1)
    if lone.any():
        payouts = _award(batch, payouts, totals, lone, pot - carried_out - np.maximum(stated_rake, 0))
        paid = _paid(batch, payouts)
    rake = pot - paid.sum(axis=1) - carried_out

    faults = {
        int(hand): "nobody was paid: expected a payout or one player left" for hand in np.flatnonzero(unpaid & ~lone)
    }
    for hand in np.flatnonzero(-rake > _slips(paid, pot)):
        faults[int(hand)] = f"{_text(paid[hand].sum() + carried_out[hand])} was paid from a pot of {_text(pot[hand])}"
    return Money(returned=returned, won=paid, pot=pot, rake=rake, payouts=payouts, faults=faults)


def _slips(paid: Ints, pot: Ints) -> Ints:
    """What a room may pay too much by rounding: up to a hundredth of the pot, or one coin a payee. Such a hand is kept
    for the audit to find; more than that is a log with lines missing.
    """
    slips: Ints = np.maximum(pot // 100, (paid > 0).sum(axis=1) * COIN)
    return slips


def _text(units: int) -> str:
    whole, part = divmod(int(units), 10_000)
    return f"{whole}.{part:04d}".rstrip("0").rstrip(".") if part % 100 else f"{whole}.{part // 100:02d}"


def _uncalled(batch: Batch, totals: Totals) -> Ints:
    """What a player put in beyond the largest sum of any other (M3), where no line of the log gives it back."""
    excess = np.zeros_like(totals.matchable)
    everyone = np.arange(batch.size)
    top = totals.matchable.argmax(axis=1)
    highest = totals.matchable[everyone, top]
    second = np.partition(totals.matchable, -2, axis=1)[:, -2]
    silent = (totals.given_back.sum(axis=1) == 0) & ~batch.laps
    excess[everyone, top] = np.where(silent, highest - np.maximum(second, 0), 0)
    return excess


def _paid(batch: Batch, payouts: pl.DataFrame) -> Ints:
    grid = np.zeros((batch.size, batch.columns), dtype=np.int64)
    hand = payouts["hand"].cast(pl.Int64).to_numpy()
    np.add.at(grid, (hand, batch.slots(hand, small(payouts, "seat"))), money(payouts, "amount", 0))
    return grid


def _less(batch: Batch, payouts: pl.DataFrame, own: Ints) -> pl.DataFrame:
    """The payouts without each payee's own uncalled money, taken from his last pot first."""
    hand = payouts["hand"].cast(pl.Int64).to_numpy()
    owed = own[hand, batch.slots(hand, small(payouts, "seat"))]
    later = pl.col("amount").cum_sum(reverse=True).over("hand", "seat", order_by=["pot_no", "row"])
    return (
        payouts.with_row_index("row")
        .with_columns(owed=pl.Series(owed))
        .with_columns(taken=(pl.col("owed") - later + pl.col("amount")).clip(0, pl.col("amount")))
        .with_columns(amount=pl.col("amount") - pl.col("taken"))
        .filter((pl.col("amount") > 0) | (pl.col("taken") == 0))
        .sort("row")
        .select(payouts.columns)
    )


def _award(batch: Batch, payouts: pl.DataFrame, totals: Totals, lone: Flags, amount: Ints) -> pl.DataFrame:
    """The payouts with one more for each hand that its last player won without a line that says so."""
    hand = np.flatnonzero(lone)
    slot = totals.still_in[hand].argmax(axis=1)
    rows = pl.DataFrame(
        {
            "hand": hand,
            "pot_no": [None] * hand.size,
            "run": [None] * hand.size,
            "side": [None] * hand.size,
            "seat": batch.numbers[hand, slot],
            "amount": np.maximum(amount[hand], 0),
            "line": batch.hands["line_to"].gather(pl.Series(hand)),
        }
    ).cast(dict(PARSED_PAYOUTS))  # type: ignore[arg-type]
    return pl.concat([payouts.select(list(PARSED_PAYOUTS)), rows]).sort("hand", maintain_order=True)


# ---------------------------------------------------------------- layers


def layers(batch: Batch, context: Context, totals: Totals, account: Money) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The pots of every hand, main pot first, and the payouts with their pots numbered as these are."""
    kept = np.maximum(totals.matchable - account.returned, 0)
    still_in = totals.still_in
    levels = np.where(still_in, kept, -1)
    lowest = np.where(still_in, kept, _WITHOUT_LIMIT).min(axis=1)
    several = (still_in.sum(axis=1) > 1) & (levels.max(axis=1) > lowest) & ~batch.laps
    hand_no, pot_no, amounts, eligible = [], [], [], []

    laps = short_of_a_lap(batch, totals)
    single = np.flatnonzero(~several & ~laps)
    hand_no.append(single)
    pot_no.append(np.zeros(single.size, dtype=np.int64))
    amounts.append(account.pot[single])
    eligible.append(still_in[single])

    stacked = np.flatnonzero(several)
    if stacked.size:
        rows = _stack(kept[stacked], still_in[stacked], account.pot[stacked])
        for number, (at, amount, who) in enumerate(rows):
            hand_no.append(stacked[at])
            pot_no.append(np.full(at.size, number))
            amounts.append(amount)
            eligible.append(who)

    for hand in np.flatnonzero(laps):
        for number, (part, players) in enumerate(lap_pots(batch, context, totals, int(hand), int(account.pot[hand]))):
            hand_no.append(np.array([hand]))
            pot_no.append(np.array([number]))
            amounts.append(np.array([part]))
            eligible.append(players[None, :])

    hands, numbers, amount = np.concatenate(hand_no), np.concatenate(pot_no), np.concatenate(amounts)
    who = np.concatenate(eligible)
    sort = np.lexsort((numbers, hands))
    pots = pl.DataFrame(
        {
            "hand": hands[sort],
            "pot_no": numbers[sort],
            "amount": amount[sort],
            "eligible": _seat_lists(batch, hands[sort], who[sort]),
        }
    )
    payouts = _numbered(batch, pots, account, several | laps)
    return _with_paid(pots, payouts, account, several | laps), payouts


def _stack(kept: Ints, still_in: Flags, pot: Ints) -> list[tuple[Ints, Ints, Flags]]:
    """The layers of hands with side pots: for pot 0, 1, … the hands that have it, its amount and who plays for it."""
    size = kept.shape[0]
    tops = np.sort(np.where(still_in, kept, _WITHOUT_LIMIT), axis=1)
    number = np.zeros(size, dtype=np.int64)
    below = np.zeros(size, dtype=np.int64)
    found: dict[int, list[tuple[Ints, Ints, Flags]]] = {}
    in_pots = np.zeros(size, dtype=np.int64)
    best = np.where(still_in, kept, -1).max(axis=1)
    only_dead = pot > kept.sum(axis=1)
    for column in range(tops.shape[1]):
        top = tops[:, column]
        # who has matched nothing still plays for the dead money
        real = (top < _WITHOUT_LIMIT) & ((top > below) | ((column == 0) & (top == 0) & only_dead))
        at = np.flatnonzero(real)
        if not at.size:
            continue
        last = top[at] == best[at]
        # what folded players put in above the last layer lies in it; so does nothing else
        ceiling = np.where(last, _WITHOUT_LIMIT, top[at])
        share = np.clip(kept[at], below[at, None], ceiling[:, None]) - below[at, None]
        amount = share.sum(axis=1)
        who = still_in[at] & (kept[at] >= top[at, None])
        for one in np.unique(number[at]):
            mine = number[at] == one
            found.setdefault(int(one), []).append((at[mine], amount[mine], who[mine]))
        in_pots[at] += amount
        number[at] += 1
        below[at] = top[at]
    dead = pot - in_pots
    result = []
    for one in sorted(found):
        at, amount, who = (np.concatenate(part) for part in zip(*found[one], strict=True))
        result.append((at, amount + (dead[at] if one == 0 else 0), who))
    return result


def _seat_lists(batch: Batch, hands: Ints, who: Flags) -> pl.Series:
    """The seat numbers of the marked slots, a list a row; few combinations occur, so each is made once."""
    taken = np.where(who, batch.numbers[hands], 0)
    key = np.where(taken > 0, np.int64(1) << np.minimum(taken, 62), 0).sum(axis=1)
    if taken.max(initial=0) >= 62:
        key = np.arange(hands.size)
    combinations, place = np.unique(key, return_inverse=True)
    first = np.zeros(combinations.size, dtype=np.int64)
    first[place] = np.arange(hands.size)
    lists = [[int(seat) for seat in row if seat] for row in taken[first]]
    return pl.Series(lists, dtype=pl.List(pl.Int8)).gather(pl.Series(place))


def _numbered(batch: Batch, pots: pl.DataFrame, account: Money, several: Flags) -> pl.DataFrame:
    """The payouts with the room's pot numbers replaced by ours, where the payees show which pot is meant."""
    payouts = account.payouts.with_row_index("row")
    told = payouts.filter(
        pl.Series(several[payouts["hand"].cast(pl.Int64).to_numpy()]) & pl.col("pot_no").is_not_null()
    )
    if not told.height:
        return account.payouts
    fits = told.join(
        pots.select(pl.col("hand").cast(pl.UInt32), pl.col("pot_no").cast(pl.Int8), "eligible"),
        on=["hand", "pot_no"],
        how="left",
    ).with_columns(fits=pl.col("eligible").list.contains(pl.col("seat")).fill_null(False))
    odd = fits.group_by("hand").agg(pl.col("fits").all()).filter(~pl.col("fits"))["hand"]
    if not len(odd):
        return account.payouts
    meant = _meant(told.filter(pl.col("hand").is_in(odd.implode())), pots)
    return (
        payouts.join(meant, on="row", how="left", maintain_order="left")
        .with_columns(
            pot_no=pl.when(pl.col("hand").is_in(odd.implode())).then(pl.col("meant")).otherwise(pl.col("pot_no"))
        )
        .select(account.payouts.columns)
    )


def _meant(told: pl.DataFrame, pots: pl.DataFrame) -> pl.DataFrame:
    """Our pot for each payout whose number does not fit, going up with the room's numbers; null if none can be."""
    rows: list[int] = []
    meant: list[int | None] = []
    for (hand,), group in told.group_by(["hand"], maintain_order=True):
        ours = pots.filter(pl.col("hand") == hand).sort("pot_no").rows(named=True)
        at, room = 0, [pot["amount"] for pot in ours]
        for _, part in group.sort("pot_no").group_by(["pot_no"], maintain_order=True):
            payees, total = set(part["seat"]), part["amount"].sum()
            # two pots of the room are one of ours when the player between them folded
            found = next(
                (one for one in range(at, len(ours)) if payees <= set(ours[one]["eligible"]) and total <= room[one]),
                None,
            )
            rows += part["row"].to_list()
            meant += [found] * part.height
            if found is not None:
                at = found
                room[found] -= total
    return pl.DataFrame({"row": rows, "meant": meant}, schema={"row": pl.UInt32, "meant": pl.Int8})


def _with_paid(pots: pl.DataFrame, payouts: pl.DataFrame, account: Money, several: Flags) -> pl.DataFrame:
    """The pots with what was paid from each: known with one pot, with numbered payouts, or with one payee for all."""
    all_paid = account.won.sum(axis=1)[pots["hand"].to_numpy()]
    plain = pots.with_columns(paid=pl.Series(all_paid)).cast(dict(POTS)).select(list(POTS))  # type: ignore[arg-type]
    if not several.any():
        return plain
    stacked = pl.Series(np.flatnonzero(several).astype(np.uint32)).implode()
    paid = payouts.filter(pl.col("hand").is_in(stacked))
    by_hand = paid.group_by("hand").agg(named=pl.col("pot_no").is_not_null().all(), payees=pl.col("seat").n_unique())
    by_pot = paid.group_by("hand", "pot_no").agg(pot_paid=pl.col("amount").sum())
    total = pl.col("amount").sum().over("hand")
    share = (pl.col("amount").cast(pl.Int128) * pl.col("paid") // pl.max_horizontal(total, pl.lit(1))).cast(pl.Int64)
    rest = pl.col("paid") - share.sum().over("hand")
    told = (
        plain.filter(pl.col("hand").is_in(stacked))
        .join(by_hand, on="hand", how="left")
        .join(by_pot, on=["hand", "pot_no"], how="left")
        .with_columns(
            paid=pl.when(pl.col("named").fill_null(True))
            .then(pl.col("pot_paid").fill_null(0))
            .when(pl.col("payees") == 1)
            .then(share + pl.when(pl.col("pot_no") == 0).then(rest).otherwise(0))
        )
        .select(list(POTS))
    )
    return pl.concat([plain.filter(~pl.col("hand").is_in(stacked)), told]).sort("hand", "pot_no")
