"""The context of every action: all hands of a batch advance together, step k takes the k-th action of each."""

from dataclasses import dataclass

import numpy as np

from pokerstats.pipeline.replay.batch import (
    CODE,
    NONE,
    PLENTY,
    SHOWDOWN,
    Batch,
    Codes,
    Flags,
    Ints,
    bits,
    following,
    mark,
    money,
)
from pokerstats.pipeline.replay.order import UNKNOWN, Order, Showing

_DECISION = mark("fold", "check", "call", "bet", "complete", "raise", "all_in")
_PUSHES = mark("bet", "complete", "raise", "all_in")
_CHOSEN_MONEY = mark("call", "bet", "complete", "raise", "all_in")
_OUT = mark("fold", "compare", "dead_hand")
_DRAW = mark("discard", "stand_pat")
_LIVE = mark("small_blind", "big_blind", "button_blind", "straddle", "post")
_SETS_PRICE = _LIVE | mark("bring_in")
_ASIDE = mark("ante", "dead_blind", "fee")
_FORCED = _SETS_PRICE | _ASIDE


@dataclass(frozen=True)
class Context:
    """What every action met, one value a row of ``actions``; slots instead of seats, money ``NONE`` where unknown."""

    code: Codes  # the action as the state names it
    amount: Ints
    to_amount: Ints
    is_decision: Flags
    is_draw: Flags
    street_bet: Ints
    to_call: Ints
    pot_before: Ints
    stack_before: Ints  # as far as it may still be bet (cap games)
    level: Codes
    forced: Flags  # the price is forced money
    last_raise: Ints
    pushes: Flags  # bets or raises the price
    short_raise: Flags
    out_of_chips: Flags  # the action took the player's last chips
    players_in: Codes
    players_behind: Codes
    expected: Codes
    entered_before: Codes
    callers_before: Codes
    own_decisions: Codes
    own_last: Codes  # action code, -1 for none
    aggressor: Codes
    last_aggressor: Codes


class _Steps:
    """Row order for the lockstep: hands longest first, so that those still running are always the first ones."""

    def __init__(self, batch: Batch) -> None:
        length = np.bincount(batch.act_hand, minlength=batch.size)
        self.hands = np.argsort(-length, kind="stable")
        self.rank = np.empty(batch.size, dtype=np.int64)
        self.rank[self.hands] = np.arange(batch.size)
        first = np.cumsum(length) - length
        step = np.arange(batch.act_hand.size) - first[batch.act_hand]
        running = np.bincount(step) if step.size else np.zeros(0, dtype=np.int64)
        self.bounds = np.r_[0, np.cumsum(running)]
        self.place = self.bounds[step] + self.rank[batch.act_hand]
        self.size = step.size

    def lay(self, rows: Codes) -> Codes:
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


def _new_street(batch: Batch) -> Flags:
    """Rows that open a betting street after the first one of their hand; what happens at showdown opens none."""
    betting = np.flatnonzero(batch.street != SHOWDOWN)
    new = np.zeros(batch.street.size, dtype=np.bool_)
    if betting.size:
        street, hand = batch.street[betting], batch.act_hand[betting]
        new[betting[1:]] = (street[1:] != street[:-1]) & (hand[1:] == hand[:-1])
    return new


def _first_choice(batch: Batch) -> Flags:
    """The first decision of a hand, where it falls into the first round."""
    rows = np.flatnonzero(_DECISION[batch.code])
    first = np.zeros(batch.code.size, dtype=np.bool_)
    if rows.size:
        hand = batch.act_hand[rows]
        opening = rows[np.r_[True, hand[1:] != hand[:-1]]]
        first[opening[batch.round_no[opening] == 0]] = True
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
    size = np.where(batch.fixed[hand], np.where(batch.big_street, big[hand], small[hand]), free[hand])
    # in draw with blinds the second round is bet in twice the big blind (B5)
    doubled = batch.ruled("blinds-draw")[hand] & (batch.round_no > 0) & ~batch.fixed[hand]
    return np.where(doubled, 2 * size, size)


def _chips(batch: Batch) -> Ints:
    """Chips each action moves as far as its line says it; ``NONE``: the state has to tell."""
    amount, to_amount = money(batch.actions, "amount"), money(batch.actions, "to_amount")
    silent = amount == NONE
    chosen = _CHOSEN_MONEY[batch.code]
    amount = np.where(silent & ~chosen, 0, amount)
    forced = np.flatnonzero(silent & _FORCED[batch.code])
    if forced.size:
        said = to_amount[forced]
        owed = np.zeros(forced.size, dtype=np.int64)
        for name in ("ante", "small_blind", "big_blind", "bring_in"):
            named = batch.code[forced] == CODE[name]
            owed[named] = np.maximum(money(batch.hands, name), 0)[batch.act_hand[forced[named]]]
        owed = np.minimum(owed, batch.stacks.reshape(-1)[batch.act_index[forced]])
        amount[forced] = np.where(said == NONE, owed, said)
    return amount


def _forced_price(batch: Batch, chips: Ints) -> Ints:
    """The price a forced payment sets: what was paid, and never less than the nominal blind or bring-in (M11)."""
    price = np.where(_SETS_PRICE[batch.code], np.maximum(chips, 0), 0)
    for name, owed in (("big_blind", "big_blind"), ("button_blind", "big_blind"), ("bring_in", "bring_in")):
        rows = np.flatnonzero(batch.code == CODE[name])
        price[rows] = np.maximum(price[rows], money(batch.hands, owed)[batch.act_hand[rows]])
    return price


def annotate(batch: Batch, order: Order) -> Context:
    """The context of every action of the batch."""
    steps = _Steps(batch)
    code, hand, columns = batch.code, batch.act_hand, batch.columns
    width = batch.width
    mask_type = np.int32 if columns < 31 else np.int64

    # ---- what the rows say, laid out by step
    slot = steps.lay(batch.act_slot)
    cell = steps.lay(steps.rank[hand] * columns + batch.act_slot)
    slot_bit = np.append(np.left_shift(1, np.arange(width)), 0).astype(mask_type)
    bit = slot_bit[slot]
    laid_code = steps.lay(code)
    decides, pushing, out, draws = _DECISION[laid_code], _PUSHES[laid_code], _OUT[laid_code], _DRAW[laid_code]
    out_bit = np.where(out, bit, 0).astype(mask_type)
    calls_word, all_in_word = laid_code == CODE["call"], laid_code == CODE["all_in"]
    chosen_money = _CHOSEN_MONEY[laid_code]
    said = _chips(batch)
    chips_said = steps.lay(said)
    total_said = steps.lay(money(batch.actions, "to_amount"))
    missing = chips_said == NONE
    gives_back = laid_code == CODE["return"]
    sign = np.where(laid_code == CODE["cash_out"], 0, np.where(gives_back, -1, 1))
    street_sign = np.where(_ASIDE[laid_code], 0, sign)
    says_all_in = steps.lay(batch.actions["all_in"].fill_null(False).to_numpy())
    new = steps.lay(_new_street(batch))
    first_choice = steps.lay(_first_choice(batch))
    round_no = steps.lay(batch.round_no)
    live = _LIVE[laid_code]
    forced_price = steps.lay(_forced_price(batch, said))
    forced_raise = np.where((laid_code == CODE["straddle"]) | (laid_code == CODE["button_blind"]), forced_price, 0)
    sets_price = forced_price > 0
    live_check = (laid_code == CODE["check"]) & (round_no == 0)
    size = steps.lay(_full_size(batch))

    some_new, some_missing, some_out = steps.any(new), steps.any(missing), steps.any(out)
    some_price, some_choice, some_draw = steps.any(sets_price), steps.any(first_choice), steps.any(draws)
    some_push, some_return, some_decision = steps.any(pushing), steps.any(gives_back), steps.any(decides)

    # ---- what the hands are
    hands = steps.hands
    rank_of_row = steps.rank[hand]
    nominal_blind = np.where(batch.stud, 0, np.maximum(money(batch.hands, "big_blind"), 0))[hands]
    has_forced_level = np.zeros(batch.size, dtype=np.bool_)
    has_forced_level[hand[_LIVE[code] & (batch.round_no == 0)]] = True
    has_forced_level = has_forced_level[hands] | (nominal_blind > 0)
    fixed, laps = batch.fixed[hands], batch.laps[hands]
    opener_begins = batch.ruled("standard-draw")[hands]
    stud, up_order = batch.stud[hands], batch.up_order[hands]
    big_option = fixed & stud & (up_order == 1)
    big_bet = np.maximum(money(batch.hands, "big_bet"), 0)[hands]
    later_start = order.later_start[hands].astype(mask_type)
    showing = Showing.of(batch) if stud.any() else None

    # ---- the state of every hand
    left = batch.may_bet[hands].reshape(-1)
    own_total = np.zeros(batch.size * columns, dtype=np.int64)
    decisions = np.zeros(batch.size * columns, dtype=np.int8)
    last_row = np.full(batch.size * columns, -1, dtype=np.int64)
    own_table = own_total.reshape(batch.size, columns)
    decisions_table, last_table = decisions.reshape(batch.size, columns), last_row.reshape(batch.size, columns)
    price = np.zeros(batch.size, dtype=np.int64)
    level = np.zeros(batch.size, dtype=np.int8)
    last_raise = np.zeros(batch.size, dtype=np.int64)
    pot = (money(batch.hands, "added", 0) + money(batch.hands, "carried_in", 0))[hands]
    still_in = order.dealt_bits[hands].astype(mask_type)
    with_chips = bits(batch.may_bet[hands, :width] > 0).astype(mask_type)
    entered = np.zeros(batch.size, dtype=mask_type)
    callers = np.zeros(batch.size, dtype=mask_type)
    aggressor = np.full(batch.size, -1, dtype=np.int8)
    last_aggressor = np.full(batch.size, -1, dtype=np.int8)
    opener = np.full(batch.size, -1, dtype=np.int8)
    turn = order.first_start[hands].astype(mask_type)
    draw_turn = later_start.copy()
    if steps.size:
        running = int(steps.bounds[1])
        last_raise[:running] = size[:running]

    # ---- what each row met
    count = steps.size
    street_bet, to_call, pot_before = (np.empty(count, dtype=np.int64) for _ in range(3))
    stack_before, raise_before, chips, total = (np.empty(count, dtype=np.int64) for _ in range(4))
    level_before, players_in, players_behind, expected, entered_before, callers_before, own_decisions = (
        np.empty(count, dtype=np.int8) for _ in range(7)
    )
    aggressor_before, last_aggressor_before = (np.empty(count, dtype=np.int8) for _ in range(2))
    own_last = np.empty(count, dtype=np.int64)
    pushed, not_short, broke = (np.zeros(count, dtype=np.bool_) for _ in range(3))

    for step in range(len(steps.bounds) - 1):
        at = slice(int(steps.bounds[step]), int(steps.bounds[step + 1]))
        m = at.stop - at.start
        cells, seat_bit = cell[at], bit[at]

        if some_new[step]:
            i = np.flatnonzero(new[at])
            own_table[i] = 0
            decisions_table[i] = 0
            last_table[i] = -1
            entered[i] = 0
            last_aggressor[i] = aggressor[i]
            fresh = i[~laps[i]]
            price[fresh] = 0
            level[fresh] = 0
            last_raise[fresh] = size[at][fresh]
            callers[fresh] = 0
            aggressor[fresh] = -1
            begin = later_start[i]
            if showing is not None:
                s = stud[i]
                begin[s] = showing.leader(hands[i[s]], round_no[at][i[s]] + 1, still_in[i[s]], up_order[i[s]])
            begin = np.where(opener_begins[i] & (opener[i] >= 0), opener[i], begin)
            turn[i] = begin
            draw_turn[i] = later_start[i]
        if some_choice[step]:
            i = np.flatnonzero(first_choice[at] & (nominal_blind[:m] > 0))
            price[i] = np.maximum(price[i], nominal_blind[i])
            level[i] = 1

        own = own_total[cells]
        stack = left[cells]
        now, now_level, now_raise = price[:m], level[:m], last_raise[:m]
        inside, chips_mask = still_in[:m], with_chips[:m]
        owed = np.maximum(now - own, 0)
        can_act = inside & chips_mask

        street_bet[at] = now
        to_call[at] = owed
        pot_before[at] = pot[:m]
        stack_before[at] = stack
        level_before[at] = now_level
        raise_before[at] = now_raise
        players_in[at] = np.bitwise_count(inside)
        players_behind[at] = np.bitwise_count(can_act & ~seat_bit)
        entered_before[at] = np.bitwise_count(entered[:m] & ~seat_bit)
        callers_before[at] = np.bitwise_count(callers[:m] & ~seat_bit)
        own_decisions[at] = decisions[cells]
        own_last[at] = last_row[cells]
        aggressor_before[at] = aggressor[:m]
        last_aggressor_before[at] = last_aggressor[:m]
        begin, among = turn[:m], can_act
        if some_draw[step]:
            begin = np.where(draws[at], draw_turn[:m], begin)
            among = np.where(draws[at], inside, among)
        whose = following(among, np.maximum(begin, 0))
        expected[at] = np.where(begin < 0, UNKNOWN, whose)

        amount = chips_said[at]
        if some_missing[step]:
            to_total = total_said[at]
            # without a stack to go by, an all-in is at least the call
            all_of_it = np.where(stack < PLENTY // 2, stack, owed)
            by_state = np.where(all_in_word[at], all_of_it, np.where(calls_word[at], np.minimum(owed, stack), 0))
            amount = np.where(missing[at], np.where(to_total != NONE, to_total - own, by_state), amount)
        chips[at] = amount
        after = own + amount * street_sign[at]
        moved = amount * sign[at]
        stack = stack - moved
        own_total[cells] = np.maximum(after, 0)
        left[cells] = stack
        total[at] = after
        pot[:m] += moved
        empty = (moved > 0) & ((stack <= 0) | says_all_in[at])
        broke[at] = empty
        with_chips[:m] = chips_mask & ~np.where(empty, seat_bit, 0)
        if some_return[step]:
            with_chips[:m] |= np.where(gives_back[at] & (stack > 0), seat_bit, 0)
        if some_out[step]:
            still_in[:m] = inside & ~out_bit[at]

        if some_price[step]:
            sets = forced_price[at]
            np.maximum(now, sets, out=price[:m])
            level[:m] = np.maximum(now_level, live[at])
            last_raise[:m] = np.where(fixed[:m], now_raise, np.maximum(now_raise, forced_raise[at]))
        if not some_decision[step] and not some_draw[step]:
            continue

        seat = slot[at]
        put_in = chosen_money[at] & (amount > 0)
        entered[:m] |= np.where(put_in | (live_check[at] & (own > 0)), seat_bit, 0)
        called = put_in
        if some_push[step]:
            push = pushing[at] & (after > now)
            added = after - now
            # a raise exactly up to the full bet after a shorter all-in bet counts as the bet (M12)
            completes = (
                push
                & (now_level == 1)
                & (now < size[at])
                & (after <= size[at])
                & ~(has_forced_level[:m] & (round_no[at] == 0))
            )
            pushed[at] = push
            not_short[at] = completes
            called = put_in & ~push
            opener[:m] = np.where(push & (now_level == 0) & (round_no[at] == 0), seat, opener[:m])
            grown = push & ~fixed[:m] & (added >= now_raise)
            next_raise = np.where(grown, added, now_raise)
            if big_option[:m].any():
                bigger = push & big_option[:m] & (round_no[at] == 1) & (added >= big_bet[:m])
                next_raise = np.where(bigger, big_bet[:m], next_raise)
            last_raise[:m] = next_raise
            level[:m] = now_level + (push & ~completes)
            price[:m] = np.where(push, after, now)
            callers[:m] = np.where(push, 0, callers[:m])
            aggressor[:m] = np.where(push, seat, aggressor[:m])
        callers[:m] |= np.where(called, seat_bit, 0)
        decided = decides[at]
        turn[:m] = np.where(decided, seat + 1, turn[:m])
        if some_draw[step]:
            draw_turn[:m] = np.where(draws[at], seat + 1, draw_turn[:m])
        who = cells[decided]
        decisions[who] += 1
        last_row[who] = np.flatnonzero(decided) + at.start

    named = _names(laid_code, pushed, street_bet, level_before, to_call, chips, laps[steps.lay(rank_of_row)])
    own_last_code = np.where(own_last >= 0, named[own_last], -1).astype(np.int8)
    gained = np.where(level_before == 0, total, total - street_bet)
    short = pushed & broke & (gained < raise_before) & ~not_short
    blinds_level = has_forced_level[steps.lay(rank_of_row)] & (level_before == 1)
    forced = (street_bet > 0) & (round_no == 0) & (blinds_level | (level_before == 0))
    place = steps.place
    return Context(
        code=named[place],
        amount=chips[place],
        to_amount=np.maximum(total, 0)[place],
        is_decision=decides[place],
        is_draw=draws[place],
        street_bet=street_bet[place],
        to_call=to_call[place],
        pot_before=pot_before[place],
        stack_before=stack_before[place],
        level=level_before[place],
        forced=forced[place],
        last_raise=raise_before[place],
        pushes=pushed[place],
        short_raise=short[place],
        out_of_chips=broke[place],
        players_in=players_in[place],
        players_behind=players_behind[place],
        expected=expected[place],
        entered_before=entered_before[place],
        callers_before=callers_before[place],
        own_decisions=own_decisions[place],
        own_last=own_last_code[place],
        aggressor=aggressor_before[place],
        last_aggressor=last_aggressor_before[place],
    )


def _names(
    code: Codes, pushed: Flags, street_bet: Ints, level: Codes, to_call: Ints, chips: Ints, laps: Flags
) -> Codes:
    """Bets, completions, raises and all-ins under the name that the state gives them; all else as the log has it."""
    word = _PUSHES[code]
    named = np.where(street_bet == 0, CODE["bet"], np.where(level == 0, CODE["complete"], CODE["raise"])).astype(
        code.dtype
    )
    nothing = (chips == 0) & (to_call == 0)
    is_call = (code == CODE["all_in"]) | (level == 0) | laps
    stays = np.where(is_call & (street_bet > 0), np.where(nothing, CODE["check"], CODE["call"]), named)
    stays = np.where((code == CODE["all_in"]) & nothing, CODE["check"], stays)
    return np.where(word, np.where(pushed, named, stays), code).astype(code.dtype)
