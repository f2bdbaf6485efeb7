"""Re-scores every showdown of a batch: who has the best hand of each pot, run and half, and what he is due.

What a pot paid is the pot less its rake. It is divided, in units of the smallest coin: between the runs (the first get
what is left over), then between the halves (the first half of the game gets the odd unit, and all of it if nobody
qualifies for the other), then among equal hands (odd units one by one from the button's left; rule M4).

Where the log does not tell how much each pot paid, the rake is shared out by the size of the pots: side pots bear their
share rounded down to a unit, the main pot the rest. A player still in whose cards are unknown has thrown them away if
he was paid nothing; if he was paid, that pot cannot be judged: its rows have no ``share_due``. A pot that only one
player can win goes to him, cards known or not.

A hand is judged as a whole where the sum of ``share_due`` is the sum of ``seats.won`` and no row of it is null; then
each seat's ``share_due`` and ``won`` may differ by one coin for each pot, run and half that was shared.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from pokerstats.pipeline import cards
from pokerstats.pipeline.replay.shown_hands import (
    MOST_RUNS,
    SIDES,
    Flags,
    Ints,
    ShownHands,
    find,
    seat_keys,
    shown_hands,
)
from pokerstats.pipeline.tables import MONEY_SCALE, SHOWDOWNS, empty

_COINS = {True: (MONEY_SCALE // 20, MONEY_SCALE // 100, 1), False: (MONEY_SCALE, MONEY_SCALE // 100, 1)}
"""Units in which a room may split, largest first: money and chips. Old logs split in nickels."""
_NOBODY = 1 << 40


@dataclass(frozen=True)
class _Claims:
    """One row for each pot and player who did not fold; the other arrays hold one value a pot."""

    pot: Ints
    player: Ints  # row among the players at showdown
    pot_hand: Ints  # row among the hands
    pot_no: Ints
    net: Ints  # what the pot paid
    coin: Ints


def score(
    hands: pl.DataFrame, seats: pl.DataFrame, actions: pl.DataFrame, payouts: pl.DataFrame, pots: pl.DataFrame
) -> pl.DataFrame:
    """One row for each hand shown, pot, run and half, with what it is due; frames in and out as in tables."""
    contested = hands.filter(pl.col("showdown"))
    pots = pots.filter(pl.col("hand").is_in(contested["hand"].implode()))
    if not len(contested) or not len(pots):
        return empty(SHOWDOWNS)
    of_contested = pl.col("hand").is_in(contested["hand"].implode())
    seats, payouts = seats.filter(of_contested), payouts.filter(of_contested)
    actions = actions.filter(of_contested & pl.col("action").is_in(["show", "discard", "dead_hand"]))

    hand_numbers = contested["hand"].cast(pl.Int64).to_numpy()
    keys = seat_keys(seats["hand"], seats["seat"])
    dead = actions.filter(pl.col("action") == "dead_hand")
    claims_pot = np.repeat(np.arange(len(pots)), pots["eligible"].list.len().to_numpy())
    claimed = pots.select("hand", "eligible").explode("eligible", empty_as_null=False, keep_nulls=False)
    claim_keys = seat_keys(claimed["hand"], claimed["eligible"])
    rows = find(keys, claim_keys)
    alive = (rows >= 0) & ~np.isin(claim_keys, seat_keys(dead["hand"], dead["seat"]))
    if not alive.any():
        return empty(SHOWDOWNS)
    used, player = np.unique(rows[alive], return_inverse=True)
    players = seats[used]
    players_hand = find(hand_numbers, players["hand"].cast(pl.Int64).to_numpy())
    shown = shown_hands(contested, players, players_hand, actions)

    pot_hand = find(hand_numbers, pots["hand"].cast(pl.Int64).to_numpy())
    coin = _coins(contested, payouts, hand_numbers)
    won = np.zeros(len(contested), dtype=np.int64)
    np.add.at(won, find(hand_numbers, seats["hand"].cast(pl.Int64).to_numpy()), seats["won"].fill_null(0).to_numpy())
    claims = _Claims(
        pot=claims_pot[alive],
        player=player,
        pot_hand=pot_hand,
        pot_no=pots["pot_no"].cast(pl.Int64).to_numpy(),
        net=paid_by_pot(pots, pot_hand, won, coin),
        coin=coin[pot_hand],
    )
    return _divide(claims, shown, contested, players, actions, payouts)


def paid_by_pot(pots: pl.DataFrame, pot_hand: Ints, won: Ints, coin: Ints) -> Ints:
    """What each pot paid: as told, else the pot less its part of the rake."""
    amount = pots["amount"].to_numpy()
    told = pots["paid"].fill_null(-_NOBODY).to_numpy()
    number = len(won)
    gross, told_sum = np.zeros(number, dtype=np.int64), np.zeros(number, dtype=np.int64)
    np.add.at(gross, pot_hand, amount)
    np.add.at(told_sum, pot_hand, told)
    unit = coin[pot_hand]
    taken = (gross - won)[pot_hand]
    # as Python numbers: the product of two big sums does not fit 64 bits
    share = (amount.astype(object) * taken // np.maximum(gross, 1)[pot_hand] // unit * unit).astype(np.int64)
    main = np.concatenate([[True], pot_hand[1:] != pot_hand[:-1]])
    share[main] = 0
    side_share = np.zeros(number, dtype=np.int64)
    np.add.at(side_share, pot_hand, share)
    share[main] = taken[main] - side_share[pot_hand[main]]
    return np.where((told_sum == won)[pot_hand], told, amount - share)


def _coins(hands: pl.DataFrame, payouts: pl.DataFrame, hand_numbers: Ints) -> Ints:
    """The unit in which each hand's room splits: the largest usual coin that every payout is a multiple of."""
    money = hands.select(
        (pl.col("kind") != "tournament") & (pl.col("kind") != "play") & ~pl.col("currency").is_in(["CHIPS", "PLAY"])
    ).to_series()
    row = find(hand_numbers, payouts["hand"].cast(pl.Int64).to_numpy())
    amount = payouts["amount"].to_numpy()
    common = np.zeros(len(hands), dtype=np.int64)
    np.gcd.at(common, row, amount)
    coin = np.ones(len(hands), dtype=np.int64)
    is_money = money.fill_null(False).to_numpy()
    for kind, units in _COINS.items():
        for unit in reversed(units):
            coin = np.where((is_money == kind) & (common % unit == 0), unit, coin)
    named = hands["chip"].fill_null(0).to_numpy()
    return np.where(named > 0, named, coin)


def _divide(
    claims: _Claims,
    shown: ShownHands,
    hands: pl.DataFrame,
    players: pl.DataFrame,
    actions: pl.DataFrame,
    payouts: pl.DataFrame,
) -> pl.DataFrame:
    told = _Told(hands, players, payouts, claims)
    known = shown.known[claims.player]
    contenders = np.bincount(claims.pot, minlength=len(claims.net))
    single = contenders[claims.pot] == 1
    mucked = ~known & ~single & (told.won_in_pot(claims, single, players) <= 0)
    kept = shown.scored[claims.player] & ~mucked
    pot, player, known = claims.pot[kept], claims.player[kept], known[kept]
    if not len(pot):
        return empty(SHOWDOWNS)
    contenders = np.bincount(pot, minlength=len(claims.net))
    open_question = np.zeros(len(claims.net), dtype=np.bool_)
    open_question[pot[~known]] = True
    open_question &= contenders > 1

    # one row for each claim, run and half
    hand = claims.pot_hand[pot]
    runs = np.clip(hands["runs"].cast(pl.Int64).fill_null(1).to_numpy(), 1, MOST_RUNS)[hand]
    halves = shown.halves[player]
    times = runs * halves
    claim = np.repeat(np.arange(len(pot)), times)
    place = np.arange(len(claim)) - np.repeat(np.cumsum(times) - times, times)
    run, half = place // halves[claim], place % halves[claim]
    seat = players["seat"].cast(pl.Int64).to_numpy()[player]
    button = hands["button_seat"].cast(pl.Int64).fill_null(0).to_numpy()[hand]
    from_button = (seat - button - 1) % 256
    group = (pot[claim] * MOST_RUNS + run) * 2 + half
    order = np.lexsort((from_button[claim], group))
    claim, run, half, group = claim[order], run[order], half[order], group[order]

    alone = (contenders[pot] == 1) & ~known
    strength = shown.strength[player[claim], run, half]
    due = _shares(group, strength + (alone[claim] & (half == 0)), claims, pot, claim, runs, halves, run, half)
    judged = ~open_question[pot[claim]]
    shown_here = known[claim]
    best = cards.to_texts(shown.best[player[claim], run, half])
    side = shown.side[player[claim], half]
    paid, paid_told = told.paid(claims.pot_no[pot[claim]], run, side, hand[claim], seat[claim], half, due)

    frame = pl.DataFrame(
        {
            "hand": hands["hand"].to_numpy()[hand[claim]],
            "pot_no": claims.pot_no[pot[claim]],
            "run": run + 1,
            "side": np.array(SIDES, dtype=object)[side],
            "seat": seat[claim],
            "cards": best,
            "category": pl.Series(shown.category[player[claim], run, half].tolist(), dtype=pl.String),
            "strength": strength,
            "share_due": due,
            "share_paid": paid,
            "stated": _stated(players, actions, player[claim], run),
        }
    )
    return (
        frame.with_columns(
            pl.when(pl.col("cards") != "").then("cards").alias("cards"),
            pl.when(pl.lit(pl.Series(shown_here))).then("strength").alias("strength"),
            pl.when(pl.lit(pl.Series(judged))).then("share_due").alias("share_due"),
            pl.when(pl.lit(pl.Series(paid_told))).then("share_paid").alias("share_paid"),
        )
        .cast(dict(SHOWDOWNS))  # type: ignore[arg-type]
        .sort("hand", "pot_no", "run", "side", "seat")
    )


def _shares(
    group: Ints,
    strength: npt.NDArray[np.int32],
    claims: _Claims,
    pot: Ints,
    claim: Ints,
    runs: Ints,
    halves: Ints,
    run: Ints,
    half: Ints,
) -> Ints:
    """What each row is due; rows are grouped by pot, run and half, and from the button's left inside a group."""
    starts = np.flatnonzero(np.concatenate([[True], group[1:] != group[:-1]]))
    lengths = np.diff(np.append(starts, len(group)))
    best = np.maximum.reduceat(strength, starts)
    first = claim[starts]
    of_pot = pot[first]
    coin, net = claims.coin[of_pot], claims.net[of_pot]

    part = _part(net, runs[first], run[starts], coin)
    two = halves[first] == 2
    other = np.where(half[starts] == 0, np.arange(len(starts)) + 1, np.arange(len(starts)) - 1)
    other[~two] = 0
    halved = _part(part, np.full(len(part), 2), half[starts], coin)
    amount = np.where(~two, part, np.where(best == 0, 0, np.where(best[other] == 0, part, halved)))

    wins = (strength == np.repeat(best, lengths)) & (strength > 0)
    before = np.cumsum(wins) - wins
    place = before - np.repeat(before[starts], lengths)
    winners = np.maximum(np.add.reduceat(wins.astype(np.int64), starts), 1)
    due = _part(np.repeat(amount, lengths), np.repeat(winners, lengths), place, np.repeat(coin, lengths))
    return np.where(wins, due, 0)


def _part(amount: Ints, parts: Ints, place: Ints, coin: Ints) -> Ints:
    """The part of an amount at this place: equal parts in whole coins, the odd coins one by one to the first places."""
    each = amount // coin // parts * coin
    left = amount - each * parts
    return each + coin * (place < left // coin) + np.where(place == 0, left % coin, 0)


class _Told:
    """What the log tells of who was paid what from where."""

    def __init__(self, hands: pl.DataFrame, players: pl.DataFrame, payouts: pl.DataFrame, claims: _Claims) -> None:
        number = len(hands)
        self._hand = find(hands["hand"].cast(pl.Int64).to_numpy(), payouts["hand"].cast(pl.Int64).to_numpy())
        self._seat = payouts["seat"].cast(pl.Int64).to_numpy()
        self._amount = payouts["amount"].to_numpy()
        self._pot_no = payouts["pot_no"].cast(pl.Int64).fill_null(-1).to_numpy()
        self._run = payouts["run"].cast(pl.Int64).fill_null(-1).to_numpy() - 1
        sides = payouts["side"].replace_strict(list(SIDES), [0, 1], default=-1, return_dtype=pl.Int64)
        self._side = sides.fill_null(-1).to_numpy()
        self._one_pot = np.bincount(claims.pot_hand, minlength=number) == 1
        self._one_run = hands["runs"].cast(pl.Int64).fill_null(1).to_numpy() == 1
        self.pots = self._one_pot | self._all(self._pot_no >= 0, number)
        self.runs = self._one_run | self._all(self._run >= 0, number)
        self.sides = self._all(self._side >= 0, number)

    def _all(self, said: Flags, number: int) -> Flags:
        silent = np.zeros(number, dtype=np.bool_)
        silent[self._hand[~said]] = True
        return ~silent

    def _pot_key(self, hand: Ints, pot_no: Ints, seat: Ints) -> Ints:
        return (hand * 128 + np.where(self._one_pot[hand], 0, pot_no)) * 256 + seat

    def won_in_pot(self, claims: _Claims, single: Flags, players: pl.DataFrame) -> Ints:
        """What each claimant got out of his pot; if pots are not told apart, out of all that others could win too."""
        hand, seat = claims.pot_hand[claims.pot], players["seat"].cast(pl.Int64).to_numpy()[claims.player]
        told = self.pots[self._hand]
        keys = self._pot_key(self._hand[told], self._pot_no[told], self._seat[told])
        by_pot = _summed(keys, self._amount[told], self._pot_key(hand, claims.pot_no[claims.pot], seat))
        alone = np.zeros(len(players), dtype=np.int64)
        np.add.at(alone, claims.player[single], claims.net[claims.pot[single]])
        # a coin more than the pots he had for himself is rounding, not a share in another pot
        in_all = (players["won"].fill_null(0).to_numpy() - alone)[claims.player]
        return np.where(self.pots[hand], by_pot, np.where(in_all > claims.coin[claims.pot], in_all, 0))

    def paid(
        self, pot_no: Ints, run: Ints, side: Ints, hand: Ints, seat: Ints, half: Ints, due: Ints
    ) -> tuple[Ints, Flags]:
        """What each row was paid, and whether the log tells it."""
        halved = np.zeros(len(self._one_pot), dtype=np.bool_)
        halved[hand[(half == 1) & (due > 0)]] = True
        sides = self.sides | ~halved
        told = self.pots & self.runs & sides

        def key(rows: Ints, number: Ints, at_run: Ints, at_side: Ints, at_seat: Ints) -> Ints:
            by_run = np.where(self._one_run[rows], 0, at_run)
            return (self._pot_key(rows, number, at_seat) * MOST_RUNS + by_run) * 2 + at_side

        # a pot that was not halved was paid to its first half, whatever the log calls it
        main_side = np.zeros(len(self._one_pot), dtype=np.int64)
        main_side[hand[half == 0]] = side[half == 0]
        of_payout = np.where(self.sides[self._hand] & halved[self._hand], self._side, main_side[self._hand])
        use = told[self._hand]
        keys = key(self._hand, self._pot_no, self._run, of_payout, self._seat)[use]
        return _summed(keys, self._amount[use], key(hand, pot_no, run, side, seat)), told[hand]


def _summed(keys: Ints, amounts: Ints, wanted: Ints) -> Ints:
    """The sum of the amounts under each wanted key."""
    known, place = np.unique(keys, return_inverse=True)
    sums = np.zeros(len(known) + 1, dtype=np.int64)
    np.add.at(sums, place, amounts)
    return sums[find(known, wanted)] if len(known) else np.zeros(len(wanted), dtype=np.int64)


def _stated(players: pl.DataFrame, actions: pl.DataFrame, player: Ints, run: Ints) -> pl.Series:
    """What the log called the hand, for this run if it says so."""
    shows = actions.filter((pl.col("action") == "show") & pl.col("said").is_not_null())
    row = find(seat_keys(players["hand"], players["seat"]), seat_keys(shows["hand"], shows["seat"]))
    shows, row = shows.filter(pl.Series(row >= 0)), row[row >= 0]
    words = np.full((len(players), MOST_RUNS + 1), None, dtype=object)
    words[row, np.clip(shows["run"].cast(pl.Int64).fill_null(0).to_numpy(), 0, MOST_RUNS)] = shows["said"].to_numpy()
    by_run = words[player, run + 1]
    return pl.Series(np.where(by_run == None, words[player, 0], by_run).tolist(), dtype=pl.String)  # noqa: E711
