"""What the lines of a batch say, laid out for the lockstep: the first action of every hand, then every second …"""

from typing import Any

import numpy as np

from pokerstats.pipeline.replay.batch import CODE, NONE, SHOWDOWN, Batch, Codes, Flags, Ints, mark, money

DECISION = mark("fold", "check", "call", "bet", "complete", "raise", "all_in")
PUSHES = mark("bet", "complete", "raise", "all_in")
OUT = mark("fold", "compare", "dead_hand")
LIVE = mark("small_blind", "big_blind", "button_blind", "straddle", "post")
ASIDE = mark("ante", "dead_blind", "fee")
FORCED = LIVE | ASIDE | mark("bring_in")
_CHOSEN_MONEY = PUSHES | mark("call")
_DRAW = mark("discard", "stand_pat")


class Steps:
    """Row order for the lockstep: hands longest first, so that those still running are always the first ones."""

    def __init__(self, batch: Batch) -> None:
        length = np.bincount(batch.act_hand, minlength=batch.size)
        self.hands: Ints = np.argsort(-length, kind="stable")
        self.rank: Ints = np.empty(batch.size, dtype=np.int64)
        self.rank[self.hands] = np.arange(batch.size)
        first = np.cumsum(length) - length
        step = np.arange(batch.act_hand.size) - first.take(batch.act_hand)
        running = np.bincount(step) if step.size else np.zeros(0, dtype=np.int64)
        self.bounds: list[int] = [0, *np.cumsum(running).tolist()]
        self.place: Ints = np.asarray(self.bounds).take(step) + self.rank.take(batch.act_hand)
        self.size = int(step.size)

    def lay(self, rows: Ints | Flags | Codes) -> Any:
        """Values of rows in the order of the steps."""
        laid = np.empty_like(rows)
        laid[self.place] = rows
        return laid

    def any(self, laid: Flags) -> list[bool]:
        """For each step whether any of its rows is marked."""
        if not self.size:
            return []
        found: list[bool] = np.logical_or.reduceat(laid, self.bounds[:-1]).tolist()
        return found


class Told:
    """The rows of ``actions`` in the order of the steps."""

    def __init__(self, batch: Batch, steps: Steps) -> None:
        hand, width = batch.act_hand, batch.width
        chips = _chips(batch)
        price = _forced_price(batch, chips)
        self.code: Codes = steps.lay(batch.code)
        code = self.code
        self.rank: Ints = steps.lay(steps.rank.take(hand))  # the row's hand
        self.slot: Ints = steps.lay(batch.act_slot)
        self.cell: Ints = self.rank * batch.columns + self.slot  # its place in a flat table of hands and slots
        # nobody's slot has no bit: what the dealer does touches no player
        self.bit: Ints = np.append(np.int64(1) << np.arange(width), 0).take(self.slot)
        self.round_no: Ints = steps.lay(batch.round_no).astype(np.int64)
        self.size: Ints = steps.lay(_full_size(batch))
        self.chips: Ints = steps.lay(chips)
        self.total: Ints = steps.lay(money(batch.actions, "to_amount"))
        self.price: Ints = steps.lay(price)
        self.all_in: Flags = steps.lay(batch.actions["all_in"].fill_null(False).to_numpy())
        self.new_street: Flags = steps.lay(_new_street(batch))
        self.first_choice: Flags = steps.lay(_first_choice(batch))

        self.decides: Flags = DECISION.take(code)
        self.pushes: Flags = PUSHES.take(code)
        self.chooses_money: Flags = _CHOSEN_MONEY.take(code)
        self.leaves: Flags = OUT.take(code)
        self.folds: Flags = code == CODE["fold"]
        self.draws: Flags = _DRAW.take(code)
        self.live: Flags = LIVE.take(code)
        self.calls: Flags = code == CODE["call"]
        self.shoves: Flags = code == CODE["all_in"]
        self.gives_back: Flags = code == CODE["return"]
        self.missing: Flags = self.chips == NONE
        self.sign: Ints = np.where(code == CODE["cash_out"], 0, np.where(self.gives_back, -1, 1))
        self.street_sign: Ints = np.where(ASIDE.take(code), 0, self.sign)
        self.first_check: Flags = (code == CODE["check"]) & (self.round_no == 0)
        sizes = (code == CODE["straddle"]) | (code == CODE["button_blind"])
        self.forced_raise: Ints = np.where(sizes, self.price, 0)


def _new_street(batch: Batch) -> Flags:
    """Rows that open a betting street after the first one of their hand; what happens at showdown opens none."""
    betting = np.flatnonzero(batch.street != SHOWDOWN)
    new = np.zeros(batch.street.size, dtype=np.bool_)
    street, hand = batch.street.take(betting), batch.act_hand.take(betting)
    new[betting[1:]] = (street[1:] != street[:-1]) & (hand[1:] == hand[:-1])
    return new


def _first_choice(batch: Batch) -> Flags:
    """The first decision of a hand, where it falls into the first round."""
    rows = np.flatnonzero(DECISION[batch.code])
    first = np.zeros(batch.code.size, dtype=np.bool_)
    hand = batch.act_hand.take(rows)
    opening = rows[np.flatnonzero(np.diff(hand, prepend=-1))]
    first[opening] = batch.round_no[opening] == 0
    return first


def _full_size(batch: Batch) -> Ints:
    """The size of a full bet on the street of each action."""
    hands, hand = batch.hands, batch.act_hand
    big_blind, least, ante = (money(hands, name) for name in ("big_blind", "min_bet", "ante"))
    small_bet, big_bet = money(hands, "small_bet"), money(hands, "big_bet")
    spread = (hands["betting"] == "spread").fill_null(False).to_numpy()
    free = np.where(spread & (least != NONE), least, big_blind)
    for other in (least, small_bet, ante):
        free = np.where(free == NONE, other, free)
    free = np.maximum(free, 0)
    small = np.where(small_bet != NONE, small_bet, free)
    big = np.where(big_bet != NONE, big_bet, 2 * small)
    size = np.where(
        batch.fixed.take(hand), np.where(batch.big_street, big.take(hand), small.take(hand)), free.take(hand)
    )
    # in draw with blinds the second round is bet in twice the big blind (B5)
    doubled = batch.ruled("blinds-draw")[hand] & (batch.round_no > 0) & ~batch.fixed[hand]
    return np.where(doubled, 2 * size, size)


def _chips(batch: Batch) -> Ints:
    """Chips each action moves as far as its line says it; ``NONE``: the state has to tell."""
    amount = money(batch.actions, "amount")
    silent = amount == NONE
    amount = np.where(silent & ~_CHOSEN_MONEY[batch.code], 0, amount)
    forced = np.flatnonzero(silent & FORCED[batch.code])
    if forced.size:
        said = money(batch.actions, "to_amount")[forced]
        owed = np.zeros(forced.size, dtype=np.int64)
        for name in ("ante", "small_blind", "big_blind", "bring_in"):
            named = batch.code[forced] == CODE[name]
            owed[named] = np.maximum(money(batch.hands, name), 0)[batch.act_hand[forced[named]]]
        owed = np.minimum(owed, batch.stacks.reshape(-1)[batch.act_index[forced]])
        amount[forced] = np.where(said == NONE, owed, said)
    return amount


def _forced_price(batch: Batch, chips: Ints) -> Ints:
    """The price a forced payment sets: what was paid, and never less than the nominal blind or bring-in (M11)."""
    sets_price = FORCED[batch.code] & ~ASIDE[batch.code]
    price = np.where(sets_price, np.maximum(chips, 0), 0)
    for name, owed in (("big_blind", "big_blind"), ("button_blind", "big_blind"), ("bring_in", "bring_in")):
        rows = np.flatnonzero(batch.code == CODE[name])
        price[rows] = np.maximum(price[rows], money(batch.hands, owed)[batch.act_hand[rows]])
    return price
