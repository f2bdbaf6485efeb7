"""What a style does with a hand it has judged, whatever the game: pass, call or raise, and for how much."""

from random import Random

from pokerstats.pipeline.engine.bots.styles import Style

PASS, CALL, RAISE = range(3)
"""Fold or check, whichever is free; match the stake; bet or raise."""

_HOPELESS, _GOOD, _STRONG = 0.3, 0.6, 0.8


def first_round(style: Style, share: float, late: float, raises: int, to_call: int, random: Random) -> int:
    """What he does before the draw, the flop or fourth street.

    ``share`` of the starting hands are worse; ``late`` is above 1 where few act after him and below 1 where many do;
    ``raises`` have gone before, blinds and bring-in not counted.
    """
    better = 1.0 - share
    if raises == 0:
        if better < style.opens * late:
            return RAISE
        if to_call == 0:
            return PASS
        return CALL if better < style.plays * late else PASS
    if raises == 1:
        if better < style.rethinks or random.random() < style.bluffs * 0.05:
            return RAISE
        return CALL if better < style.plays * 0.62 * late else PASS
    if better < 0.02 or (raises == 2 and random.random() < style.bluffs * 0.02):
        return RAISE
    return CALL if better < 0.05 + 0.12 * style.calls else PASS


def later_round(style: Style, chance: float, to_call: int, pot: int, raises: int, random: Random) -> int:
    """What he does in any later round with this chance to have the best hand; ``pot`` holds all money in the middle."""
    luck = random.random()
    if to_call == 0:
        bets = style.bets if chance > _GOOD else style.bluffs if chance < _HOPELESS else style.bets * 0.4
        return RAISE if luck < bets else PASS
    price = to_call / (pot + to_call)
    if chance > _STRONG:
        return RAISE if luck < style.bets * (0.6 if raises < 3 else 0.25) else CALL
    if chance > _GOOD:
        return CALL if luck > 0.3 * price else PASS
    if chance > _HOPELESS:
        return CALL if luck < style.calls * (1.9 - 3.0 * price) + (chance - price) else PASS
    if luck < style.bluffs * 0.12:
        return RAISE
    return CALL if luck < style.calls * 0.18 else PASS


def amount(style: Style, pot: int, chips: int, chip: int, random: Random) -> int:
    """What he would like to bet or add: about his style's part of the pot, or all ``chips`` if little would be left."""
    wished = int(pot * style.size * (0.6 + 0.8 * random.random()))
    return chips if wished * 3 > chips * 2 else max(wished - wished % chip, chip)
