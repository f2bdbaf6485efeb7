"""The context of every action: all hands of a batch advance together, step k takes the k-th action of each."""

from dataclasses import dataclass

import numpy as np

from pokerstats.pipeline.replay.batch import CODE, NONE, PLENTY, Batch, Codes, Flags, Ints, bits, following, money
from pokerstats.pipeline.replay.order import UNKNOWN, Order, Showing
from pokerstats.pipeline.replay.told import LIVE, PUSHES, Steps, Told


@dataclass(frozen=True)
class Context:
    """What every action met, one value a row of ``actions``; slots instead of seats."""

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


def annotate(batch: Batch, order: Order) -> Context:
    """The context of every action of the batch."""
    table = _Table(batch, order)
    for step in range(len(table.steps.bounds) - 1):
        table.advance(step)
    return table.context()


class _Table:
    """The state of all hands, by rank (the longest hand is 0), and what each action met, by step and rank."""

    def __init__(self, batch: Batch, order: Order) -> None:
        self.steps = steps = Steps(batch)
        self.told = told = Told(batch, steps)
        self.hands = hands = steps.hands
        self.width = batch.width
        size, cells = batch.size, batch.size * batch.columns

        # what the hands are
        self.blind: Ints = np.where(batch.stud, 0, np.maximum(money(batch.hands, "big_blind"), 0))[hands]
        posted = np.zeros(size, dtype=np.bool_)
        posted[batch.act_hand[LIVE[batch.code] & (batch.round_no == 0)]] = True
        self.has_blinds: Flags = posted[hands] | (self.blind > 0)
        self.fixed, self.laps, self.stud = batch.fixed[hands], batch.laps[hands], batch.stud[hands]
        self.opener_begins = batch.ruled("standard-draw")[hands]
        self.up_order = batch.up_order[hands]
        self.big_bet: Ints = np.maximum(money(batch.hands, "big_bet"), 0)[hands]
        self.big_option = self.fixed & self.stud & (self.up_order == 1)
        self.some_big_option = bool(self.big_option.any())
        self.later_start = order.later_start[hands]
        self.showing = Showing.of(batch) if batch.stud.any() else None

        # the state of each hand and, in flat tables of hands and slots, of each player
        self.left: Ints = batch.may_bet[hands].reshape(-1)
        self.own_total: Ints = np.zeros(cells, dtype=np.int64)
        self.decisions: Codes = np.zeros(cells, dtype=np.int8)
        self.last_row: Ints = np.full(cells, -1, dtype=np.int64)
        self.price: Ints = np.zeros(size, dtype=np.int64)
        self.level: Codes = np.zeros(size, dtype=np.int8)
        self.last_raise: Ints = np.zeros(size, dtype=np.int64)
        self.pot: Ints = (money(batch.hands, "added", 0) + money(batch.hands, "carried_in", 0))[hands]
        self.still_in: Ints = order.dealt_bits[hands]
        self.with_chips: Ints = bits(batch.may_bet[hands, : self.width] > 0)
        self.entered: Ints = np.zeros(size, dtype=np.int64)
        self.callers: Ints = np.zeros(size, dtype=np.int64)
        self.aggressor: Codes = np.full(size, -1, dtype=np.int8)
        self.last_aggressor: Codes = np.full(size, -1, dtype=np.int8)
        self.opener: Codes = np.full(size, -1, dtype=np.int8)
        self.turn: Ints = order.first_start[hands]
        self.draw_turn: Ints = self.later_start.copy()
        if steps.size:
            self.last_raise[: steps.bounds[1]] = told.size[: steps.bounds[1]]

        # which steps need which part
        self.some_new, self.some_missing = steps.any(told.new_street), steps.any(told.missing)
        self.some_price, self.some_choice = steps.any((told.price > 0) | told.live), steps.any(told.first_choice)
        self.some_push, self.some_return = steps.any(told.pushes), steps.any(told.gives_back)
        self.some_leave, self.some_draw = steps.any(told.leaves), steps.any(told.draws)
        self.some_decision = steps.any(told.decides)

        # what the actions met
        wide: list[Ints] = [np.empty(steps.size, dtype=np.int64) for _ in range(8)]
        narrow: list[Codes] = [np.empty(steps.size, dtype=np.int8) for _ in range(9)]
        self.street_bet, self.to_call, self.pot_before, self.stack_before = wide[:4]
        self.raise_before, self.chips, self.total, self.own_last = wide[4:]
        self.level_before, self.players_in, self.players_behind, self.expected = narrow[:4]
        self.entered_before, self.callers_before, self.own_decisions = narrow[4:7]
        self.aggressor_before, self.last_aggressor_before = narrow[7:]
        self.pushed, self.completed, self.broke = (np.zeros(steps.size, dtype=np.bool_) for _ in range(3))
        self.decided: Flags = told.decides.copy()

    # ------------------------------------------------------------ one step

    def advance(self, step: int) -> None:
        """Note what the actions of a step meet, then let them happen."""
        at = slice(self.steps.bounds[step], self.steps.bounds[step + 1])
        if self.some_new[step]:
            self._open_streets(at)
        if self.some_choice[step]:
            first = np.flatnonzero(self.told.first_choice[at] & (self.blind[: at.stop - at.start] > 0))
            self.price[first] = np.maximum(self.price[first], self.blind[first])
            self.level[first] = 1
        self._note(at, self.some_draw[step])
        self._move_chips(step, at)
        if self.some_price[step]:
            self._set_price(at)
        if self.some_decision[step]:
            self._decide(at, self.some_push[step])
        if self.some_draw[step]:
            now = self.draw_turn[: at.stop - at.start]
            now[:] = np.where(self.told.draws[at], self.told.slot[at] + 1, now)
        if self.some_leave[step]:
            told, inside = self.told, self.still_in[: at.stop - at.start]
            inside &= ~np.where(told.leaves[at], told.bit[at], 0)

    def _open_streets(self, at: slice) -> None:
        """A new street: nothing is bet on it, and it has its own first to act."""
        told = self.told
        i = np.flatnonzero(told.new_street[at])
        columns = self.width + 1
        self.own_total.reshape(-1, columns)[i] = 0
        self.decisions.reshape(-1, columns)[i] = 0
        self.last_row.reshape(-1, columns)[i] = -1
        self.entered[i] = 0
        self.last_aggressor[i] = self.aggressor[i]
        # laps of Pokeris go on from the last bet of the lap before (P11)
        fresh = i[~self.laps[i]]
        self.price[fresh] = 0
        self.level[fresh] = 0
        self.last_raise[fresh] = told.size[at][fresh]
        self.callers[fresh] = 0
        self.aggressor[fresh] = -1
        begin = self.later_start[i]
        if self.showing is not None:
            stud = self.stud[i]
            s = i[stud]
            cards = told.round_no[at][s] + 1
            begin[stud] = self.showing.leader(self.hands[s], cards, self.still_in[s], self.up_order[s])
        # the opener begins the round after the draw (J7)
        self.turn[i] = np.where(self.opener_begins[i] & (self.opener[i] >= 0), self.opener[i], begin)
        self.draw_turn[i] = self.later_start[i]

    def _note(self, at: slice, some_draw: bool) -> None:
        """What the actions of the step meet."""
        told, m = self.told, at.stop - at.start
        cells, bit = told.cell[at], told.bit[at]
        price, inside = self.price[:m], self.still_in[:m]
        can_act = inside & self.with_chips[:m]
        others = ~bit

        self.street_bet[at] = price
        self.to_call[at] = np.maximum(price - self.own_total[cells], 0)
        self.pot_before[at] = self.pot[:m]
        self.stack_before[at] = self.left[cells]
        self.level_before[at] = self.level[:m]
        self.raise_before[at] = self.last_raise[:m]
        self.players_in[at] = np.bitwise_count(inside)
        self.players_behind[at] = np.bitwise_count(can_act & others)
        self.entered_before[at] = np.bitwise_count(self.entered[:m] & others)
        self.callers_before[at] = np.bitwise_count(self.callers[:m] & others)
        self.own_decisions[at] = self.decisions[cells]
        self.own_last[at] = self.last_row[cells]
        self.aggressor_before[at] = self.aggressor[:m]
        self.last_aggressor_before[at] = self.last_aggressor[:m]
        begin, among = self.turn[:m], can_act
        if some_draw:
            begin = np.where(told.draws[at], self.draw_turn[:m], begin)
            among = np.where(told.draws[at], inside, among)
        self.expected[at] = np.where(begin < 0, UNKNOWN, following(among, np.maximum(begin, 0)))
        # a room may fold an absent player whose blind was all he had: he decides nothing
        self.decided[at] &= ~(told.folds[at] & (self.with_chips[:m] & bit == 0))

    def _move_chips(self, step: int, at: slice) -> None:
        """Chips go from stacks to the middle and back."""
        told, m = self.told, at.stop - at.start
        cells, bit = told.cell[at], told.bit[at]
        own, stack = self.own_total[cells], self.left[cells]
        amount = told.chips[at]
        if self.some_missing[step]:
            to_call, to_total = self.to_call[at], told.total[at]
            # without a stack to go by, an all-in is at least the call
            shove = np.where(stack < PLENTY // 2, stack, to_call)
            by_state = np.where(told.shoves[at], shove, np.where(told.calls[at], np.minimum(to_call, stack), 0))
            amount = np.where(told.missing[at], np.where(to_total != NONE, to_total - own, by_state), amount)
        moved = amount * told.sign[at]
        after = own + amount * told.street_sign[at]
        stack = stack - moved
        self.chips[at] = amount
        self.total[at] = after
        self.own_total[cells] = np.maximum(after, 0)
        self.left[cells] = stack
        self.pot[:m] += moved
        broke = (moved > 0) & ((stack <= 0) | told.all_in[at])
        self.broke[at] = broke
        chips = self.with_chips[:m]
        chips &= ~np.where(broke, bit, 0)
        if self.some_return[step]:
            chips |= np.where(told.gives_back[at] & (stack > 0), bit, 0)

    def _set_price(self, at: slice) -> None:
        """Forced money makes the first price."""
        told, m = self.told, at.stop - at.start
        np.maximum(self.price[:m], told.price[at], out=self.price[:m])
        np.maximum(self.level[:m], told.live[at], out=self.level[:m])
        size = self.last_raise[:m]
        size[:] = np.where(self.fixed[:m], size, np.maximum(size, told.forced_raise[at]))

    def _decide(self, at: slice, some_push: bool) -> None:
        """Calls, bets and raises change what the next players face."""
        told, m = self.told, at.stop - at.start
        slot, bit = told.slot[at], told.bit[at]
        paid = told.chooses_money[at] & (self.chips[at] > 0)
        own_before = self.total[at] - self.chips[at]
        self.entered[:m] |= np.where(paid | (told.first_check[at] & (own_before > 0)), bit, 0)
        if some_push:
            paid &= ~self._push(at)
        self.callers[:m] |= np.where(paid, bit, 0)
        decided = self.decided[at]
        turn, expected = self.turn[:m], self.expected[at]
        # in Pokeris one may fold at any moment: the turn stays where it was (P16)
        early = told.folds[at] & self.laps[:m] & (expected >= 0) & (expected != slot)
        turn[:] = np.where(decided & ~early, slot + 1, turn)
        who = told.cell[at][decided]
        self.decisions[who] += 1
        self.last_row[who] = np.flatnonzero(decided) + at.start

    def _push(self, at: slice) -> Flags:
        """Bets and raises of the step: a new price, a new level, a new aggressor."""
        told, m = self.told, at.stop - at.start
        price, level, size = self.price[:m], self.level[:m], self.last_raise[:m]
        after, first_round = self.total[at], told.round_no[at] == 0
        push: Flags = told.pushes[at] & (after > price)
        added = after - price
        # a raise exactly up to the full bet after a shorter all-in bet counts as the bet (M12)
        short_before = (level == 1) & (price < told.size[at]) & ~(self.has_blinds[:m] & first_round)
        completes = push & short_before & (after <= told.size[at])
        self.pushed[at] = push
        self.completed[at] = completes

        opens = push & (level == 0) & first_round
        self.opener[:m] = np.where(opens, told.slot[at], self.opener[:m])
        size[:] = np.where(push & ~self.fixed[:m] & (added >= size), added, size)
        if self.some_big_option:
            # an open pair on fourth street may be bet big, and then all raises are big (S5)
            big = push & self.big_option[:m] & (told.round_no[at] == 1) & (added >= self.big_bet[:m])
            size[:] = np.where(big, self.big_bet[:m], size)
        level += push & ~completes
        price[:] = np.where(push, after, price)
        self.callers[:m] = np.where(push, 0, self.callers[:m])
        self.aggressor[:m] = np.where(push, told.slot[at], self.aggressor[:m])
        return push

    # ------------------------------------------------------------ all steps

    def context(self) -> Context:
        """What every action met, in the order of the log."""
        told, place, level = self.told, self.steps.place, self.level_before
        named = self._names()
        own_last = np.where(self.own_last >= 0, named[self.own_last], -1).astype(np.int8)
        gained = np.where(level == 0, self.total, self.total - self.street_bet)
        short = self.pushed & self.broke & (gained < self.raise_before) & ~self.completed
        by_blinds = (level == 0) | ((level == 1) & self.has_blinds[told.rank])
        forced = (self.street_bet > 0) & (told.round_no == 0) & by_blinds
        return Context(
            code=named[place],
            amount=self.chips[place],
            to_amount=np.maximum(self.total, 0)[place],
            is_decision=self.decided[place],
            is_draw=told.draws[place],
            street_bet=self.street_bet[place],
            to_call=self.to_call[place],
            pot_before=self.pot_before[place],
            stack_before=self.stack_before[place],
            level=level[place],
            forced=forced[place],
            last_raise=self.raise_before[place],
            short_raise=short[place],
            out_of_chips=self.broke[place],
            players_in=self.players_in[place],
            players_behind=self.players_behind[place],
            expected=self.expected[place],
            entered_before=self.entered_before[place],
            callers_before=self.callers_before[place],
            own_decisions=self.own_decisions[place],
            own_last=own_last[place],
            aggressor=self.aggressor_before[place],
            last_aggressor=self.last_aggressor_before[place],
        )

    def _names(self) -> Codes:
        """Bets, completions, raises and all-ins as the state names them; all else as the log has it."""
        code, priced, no_level = self.told.code, self.street_bet > 0, self.level_before == 0
        by_state = np.where(priced, np.where(no_level, CODE["complete"], CODE["raise"]), CODE["bet"])
        shove, nothing = self.told.shoves, (self.chips == 0) & (self.to_call == 0)
        matches = priced & (shove | no_level | self.laps[self.told.rank])
        below = np.where(matches, np.where(nothing, CODE["check"], CODE["call"]), by_state)
        below = np.where(shove & nothing, CODE["check"], below)
        named: Codes = np.where(PUSHES[code], np.where(self.pushed, by_state, below), code).astype(code.dtype)
        return named
