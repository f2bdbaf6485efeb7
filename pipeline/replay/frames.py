"""The replayed frames: the parsed columns with what the replay adds to them."""

from typing import Any

import numpy as np
import polars as pl

from pokerstats.pipeline.replay.batch import PLENTY, Batch, Codes, Flags, Ints
from pokerstats.pipeline.replay.betting import Context
from pokerstats.pipeline.replay.order import Order
from pokerstats.pipeline.replay.positions import NOWHERE, Positions
from pokerstats.pipeline.replay.pots import Money
from pokerstats.pipeline.replay.told import DECISION
from pokerstats.pipeline.replay.totals import NO_STREET, Totals
from pokerstats.pipeline.tables import (
    FACING,
    REPLAYED_ACTIONS,
    REPLAYED_HANDS,
    REPLAYED_SEATS,
    ActionType,
    FacingType,
    StreetType,
)

_FACING = {name: number for number, name in enumerate(FACING)}


def _words(codes: Codes, kind: pl.Enum) -> pl.Series:
    """Codes as words; null where the code is negative."""
    numbers = pl.Series(np.maximum(codes, 0).astype(np.uint8)).cat.to(kind)
    return _where(codes >= 0, numbers)


def _where(known: Flags, values: pl.Series) -> pl.Series:
    """The values where they are known, else null."""
    if known.all():
        return values
    return pl.select(pl.when(pl.lit(pl.Series(known))).then(pl.lit(values))).to_series()


def hands_frame(batch: Batch, places: Positions, sums: Totals, account: Money) -> pl.DataFrame:
    """One row a hand."""
    return batch.hands.with_columns(
        n_players=pl.Series(batch.dealt.sum(axis=1).astype(np.int8)),
        pot=pl.Series(account.pot),
        rake=pl.Series(account.rake),
        showdown=pl.Series(_showdowns(sums, account)),
        dead_button=pl.Series(places.dead_button),
    ).select(list(REPLAYED_HANDS))


def _showdowns(sums: Totals, account: Money) -> Flags:
    """Hands that came to a showdown: two players left, and somebody was paid or showed (a hand passed out by all, J4,
    has neither).
    """
    came: Flags = (sums.still_in.sum(axis=1) >= 2) & (account.won.any(axis=1) | sums.showed.any(axis=1))
    return came


def seats_frame(batch: Batch, order: Order, places: Positions, sums: Totals, account: Money) -> pl.DataFrame:
    """One row a seat, with the player's position and account."""
    index = batch.seat_index

    def at(table: Codes | Flags) -> Any:
        return table.reshape(-1)[index]

    put_in, returned, won = at(sums.put_in), at(account.returned), at(account.won)
    cashed_out = at(sums.cashed_out)
    adjust = np.where(cashed_out & at(sums.cash_out_told), at(sums.received) - won, 0)
    number = at(places.number)
    stack = at(batch.stacks)
    has_left = (stack < PLENTY) & (stack - put_in + returned > 0)
    showdown = _showdowns(sums, account)[batch.seat_hand]
    return batch.seats.with_columns(
        dealt_in=pl.Series(at(batch.dealt)),
        position=places.names(index),
        position_no=_where(number != NOWHERE, pl.Series(np.where(number == NOWHERE, 0, number).astype(np.int8))),
        posted_out_of_position=pl.Series(at(order.out_of_turn)),
        put_in=pl.Series(put_in),
        returned=pl.Series(returned),
        won=pl.Series(won),
        adjust=pl.Series(adjust),
        net=pl.Series(won - put_in + returned + adjust),
        dead=pl.Series(at(sums.dead_blinds)),
        saw_showdown=pl.Series(showdown & at(sums.still_in)),
        showed=pl.Series(at(sums.showed)),
        mucked=pl.Series(at(sums.mucked)),
        folded_on=_words(at(sums.folded_on), StreetType),
        all_in_street=_words(np.where(has_left, NO_STREET, at(sums.broke_on)), StreetType),
        allin_forced=pl.Series(at(sums.forced_broke) & ~has_left),
        cashed_out=pl.Series(cashed_out),
    ).select(list(REPLAYED_SEATS))


def actions_frame(batch: Batch, context: Context) -> pl.DataFrame:
    """One row an action, with the state it met."""
    decision = context.is_decision
    in_turn = decision | context.is_draw
    somebody = batch.act_slot < batch.width
    moves_money = DECISION[context.code] | (context.amount != 0) | _tells(batch, "amount") | _tells(batch, "to_amount")
    stack = batch.stacks.reshape(-1)[batch.act_index]
    beyond = stack - np.minimum(stack, batch.may_bet.reshape(-1)[batch.act_index])
    stack_known = somebody & (stack < PLENTY)

    facing = np.full(context.code.size, _FACING["raise"])
    first_bet = (context.level == 1) | ((context.level == 0) & (context.street_bet > 0))
    facing[first_bet] = _FACING["bet"]
    facing[context.to_call == 0] = _FACING["nothing"]
    facing[context.forced] = _FACING["forced"]
    facing[~decision] = -1

    def seat(slot: Codes, known: Flags | bool = True) -> pl.Series:
        number = batch.numbers[batch.act_hand, np.maximum(slot, 0)]
        seen = (slot >= 0) & known
        return _where(seen, pl.Series(np.where(seen, number, 0).astype(np.int8)))

    def seated(values: Ints | Codes) -> pl.Series:
        return _where(somebody, pl.Series(values))

    others = context.players_behind > 0
    return batch.actions.with_columns(
        action=_words(context.code, ActionType),
        amount=_where(moves_money, pl.Series(context.amount)),
        to_amount=pl.coalesce("to_amount", _where(moves_money, pl.Series(context.to_amount))),
        all_in=pl.col("all_in").fill_null(False),
        street_no=pl.Series(batch.round_no),
        is_decision=pl.Series(decision),
        street_bet=pl.Series(context.street_bet),
        to_call=seated(context.to_call),
        pot_before=pl.Series(context.pot_before),
        stack_before=_where(stack_known, pl.Series(np.where(stack_known, context.stack_before + beyond, 0))),
        level=pl.Series(context.level),
        raises_before=pl.Series(np.maximum(context.level - 1, 0).astype(np.int8)),
        last_raise=pl.Series(context.last_raise),
        short_raise=pl.Series(context.short_raise),
        can_raise=pl.Series(decision & others & (context.stack_before > context.to_call)),
        players_in=pl.Series(context.players_in),
        players_behind=pl.Series(context.players_behind),
        expected_seat=seat(context.expected, in_turn),
        facing=_words(facing, FacingType),
        entered_before=pl.Series(context.entered_before),
        callers_before=pl.Series(context.callers_before),
        own_decisions_before=seated(context.own_decisions),
        own_last=_words(np.where(somebody, context.own_last, -1), ActionType),
        aggressor_seat=seat(context.aggressor),
        last_street_aggressor=seat(context.last_aggressor),
        is_aggressor=pl.Series(decision & (context.aggressor == batch.act_slot)),
    ).select(list(REPLAYED_ACTIONS))


def _tells(batch: Batch, column: str) -> Flags:
    told: Flags = batch.actions[column].is_not_null().to_numpy()
    return told
