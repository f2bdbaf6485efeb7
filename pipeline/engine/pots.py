"""Main pot and side pots, and how each is divided."""

from collections.abc import Sequence

from pokerstats.pipeline.engine.deal import Deal

Pot = tuple[int, list[int]]
"""Chips, and the places that may win them, from the dealer's left."""

_WITHOUT_LIMIT = 1 << 60


def layers(deal: Deal) -> list[Pot]:
    """The pots from the main pot up: layers of matchable money; dead money lies in the main pot (M10)."""
    inside = [place for place in range(deal.number) if deal.inside[place]]
    put = deal.put
    tops = sorted({put[place] for place in inside})
    if len(tops) == 1:
        return [(deal.pot, inside)]
    pots: list[Pot] = []
    below, laid = 0, deal.pot - sum(put)
    for top in tops:
        ceiling = top if top < tops[-1] else max(put)
        amount = sum(min(sum_put, ceiling) - min(sum_put, below) for sum_put in put) + laid
        if amount:
            pots.append((amount, [place for place in inside if put[place] >= top]))
        below, laid = top, 0
    return pots


def claimed(pots: Sequence[Pot], dead: set[int]) -> tuple[list[Pot], int]:
    """The pots without the hands that take no part, and what nobody is left to claim.

    A pot whose only claimants are dead goes to the winner of the pot below (D5).
    """
    alive: list[Pot] = []
    unclaimed = 0
    for amount, places in pots:
        left = [place for place in places if place not in dead]
        if left:
            alive.append((amount + unclaimed, left))
            unclaimed = 0
        elif alive:
            below, who = alive[-1]
            alive[-1] = (below + amount, who)
        else:
            unclaimed += amount
    return alive, unclaimed


def parts(amount: int, winners: Sequence[int], chip: int) -> list[int]:
    """Equal parts in whole chips; odd chips go one by one from the dealer's left (M4)."""
    number = len(winners)
    each = amount // chip // number * chip
    shares = [each] * number
    rest = amount - each * number
    place = 0
    while rest > 0:
        odd = min(chip, rest)
        shares[place] += odd
        rest -= odd
        place = (place + 1) % number
    return shares


def halves_of(amount: int, chip: int) -> tuple[int, int]:
    """The two halves of a pot; the first gets the odd chip."""
    second = amount // chip // 2 * chip
    return amount - second, second


def lap_pots(deal: Deal) -> list[Pot]:
    """The pots of Pokeris: one bank, of whose last lap a player all in wins only what he could match (P10, P14)."""
    inside = [place for place in range(deal.number) if deal.inside[place]]
    sums = deal.lap_sums
    reach = {place: _reach(deal, place) for place in inside}
    tops = sorted(set(reach.values()))
    stakes = deal.pot - sum(map(sum, sums))
    pots: list[Pot] = []
    below = 0
    for top in tops:
        lap, height = top
        covered = deal.pot
        if top != tops[-1]:
            covered = stakes + sum(map(sum, sums[: max(lap, 0)]))
            if lap >= 0:
                covered += sum(min(put, height) for put in sums[lap])
        if covered > below:
            pots.append((covered - below, [place for place in inside if reach[place] >= top]))
        below = covered
    return pots


def _reach(deal: Deal, place: int) -> tuple[int, int]:
    """His last lap and his sum in it if he is all in; all of the bank if he has chips left."""
    if deal.stack[place]:
        return len(deal.lap_sums), _WITHOUT_LIMIT
    for lap in range(len(deal.lap_sums) - 1, -1, -1):
        if deal.lap_sums[lap][place]:
            return lap, deal.lap_sums[lap][place]
    return -1, 0
