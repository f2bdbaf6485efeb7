"""What each player of a PHH hand won: as the file says, else by the cards, as the notation leaves it to readers."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import Any

import numpy as np

from pokerstats.parsers.phh_actions import Event, Table, Unreadable
from pokerstats.pipeline.cards import codes_of
from pokerstats.pipeline.games import Half
from pokerstats.pipeline.ranking import order

_CENT = Decimal("0.01")


def payouts(told: dict[str, Any], table: Table) -> list[Event]:
    """The awards of a hand; none if only one player is left, who takes all without a word."""
    won = _won(told, table)
    if won is not None:
        return [_award(table, player, amount) for player, amount in enumerate(won) if amount > 0]
    if sum(not folded for folded in table.folded) < 2:
        return []
    return list(_by_the_cards(table))


def _award(table: Table, player: int, amount: Decimal, **more: Any) -> Event:
    return {"type": "award", "seat": table.seats[player], "amount": amount, **more}


def _won(told: dict[str, Any], table: Table) -> list[Decimal] | None:
    """What the file says that each player collected."""
    if "winnings" in told:
        return [Decimal(amount) for amount in told["winnings"]]
    stacks, finishing = told["starting_stacks"], told.get("finishing_stacks")
    if finishing is None or any(not Decimal(stack).is_finite() for stack in (*stacks, *finishing)):
        return None
    back = table.uncalled()
    return [Decimal(end) - Decimal(start) + table.put_in[player] - back[player]
            for player, (start, end) in enumerate(zip(stacks, finishing, strict=True))]  # fmt: skip


def _by_the_cards(table: Table) -> Iterator[Event]:
    """The pots divided among the best hands; the first player left of the dealer gets the odd cent or chip."""
    playing = [player for player, folded in enumerate(table.folded) if not folded and player not in table.mucked]
    if not playing:
        raise Unreadable("nobody is left to win the pot")
    back = table.uncalled()
    kept = [amount - given for amount, given in zip(table.put_in, back, strict=True)]
    coin = Decimal(1) if all(amount == amount.to_integral_value() for amount in kept) else _CENT
    levels = sorted({kept[player] for player in playing})
    for number, (below, top) in enumerate(pairwise([Decimal(0), *levels])):
        pot = sum((min(amount, top) - min(amount, below) for amount in kept), Decimal(0))
        if top == levels[-1]:
            pot += sum((max(amount - top, Decimal(0)) for amount in kept), Decimal(0))
        eligible = [player for player in playing if kept[player] >= top]
        for player, amount in _divided(table, pot, eligible, coin).items():
            if amount:
                yield _award(table, player, amount, pot=number)


def _divided(table: Table, pot: Decimal, eligible: list[int], coin: Decimal) -> dict[int, Decimal]:
    """What each player gets of one pot."""
    won = dict.fromkeys(eligible, Decimal(0))
    if len(eligible) == 1:
        return {eligible[0]: pot}
    halves = [_winners(table, half, eligible) for half in table.game.halves]
    halves = [winners for winners in halves if winners] or [eligible]
    for place, winners in enumerate(halves):
        part = _share(pot, len(halves), place, coin)
        for rank, player in enumerate(winners):
            won[player] += _share(part, len(winners), rank, coin)
    return won


def _share(amount: Decimal, parts: int, place: int, coin: Decimal) -> Decimal:
    """The part at this place: equal parts in whole coins, the odd ones to the first places."""
    coins, rest = divmod(amount, coin)
    each, odd = divmod(int(coins), parts)
    return coin * (each + (place < odd)) + (rest if place == 0 else 0)


def _winners(table: Table, half: Half, eligible: list[int]) -> list[int]:
    """Who holds the best hand of one half; nobody if none qualifies."""
    ranked = order(half.order, table.game.deck)
    strengths = {}
    # a card for all of those who would get none counts as one of each player's own (S7)
    shared = len(table.board) if table.game.family == "stud" else 0
    for player in eligible:
        held = codes_of(" ".join(table.cards[player]))
        if len(held) + shared < table.game.final_cards or min(held, default=-1) < 0:
            raise Unreadable(f"no winnings are told, and the cards of p{player + 1} are not all known")
        hole, common = np.array([held], dtype=np.int8), np.array([codes_of(" ".join(table.board))], dtype=np.int8)
        if half.from_hand is not None and half.board:
            found = ranked.strength_exactly(hole, common, half.from_hand)
        else:
            found = ranked.strength(np.hstack([hole, common]) if half.board and table.board else hole)
        strengths[player] = int(found[0])
    best = max(strengths.values())
    return [player for player in eligible if best and strengths[player] == best]
