"""The sums of a table: which of them a structure needs, and what follows from the others where a file is silent."""

from collections.abc import Mapping
from typing import NamedTuple

from pokerstats.pipeline.games.rule_values import Stakes

Sums = dict[str, int | None]

_TIMES_THE_MINIMUM = 5
"""The "fivefold raise" of the documents (L1, L2)."""
_BLINDS_OF_A_CAP = 30
_HOME_DRAW = ("standard-draw", "ante-draw", "blinds-draw")

NOT_AGREED: Mapping[str, tuple[str, ...]] = {
    "no-limit": ("small_bet", "big_bet", "max_bet", "cap"),
    "pot": ("small_bet", "big_bet", "max_bet", "cap"),
    "cap-no-limit": ("small_bet", "big_bet", "max_bet"),
    "cap-pot": ("small_bet", "big_bet", "max_bet"),
    "fixed": ("min_bet", "max_bet", "cap"),
    "spread": ("small_bet", "big_bet", "cap"),
    "three-figure": ("small_bet", "big_bet", "cap"),
    "pokeris": ("small_bet", "big_bet", "cap", "min_bet"),
}
"""Sums that are not agreed on in a structure."""


def sums_in(structure: str, agreed: Stakes, kinds: tuple[str, ...], *, openers: bool) -> Stakes:
    """The sums of one structure. ``kinds``: the game's forced money; ``openers``: whether openers open it (J2)."""
    sums = _with_what_follows(agreed, kinds)
    for name in NOT_AGREED[structure]:
        sums[name] = None
    match structure:
        case "three-figure":  # L2
            sums["ante"] = sums["open_bet"] = sums["min_bet"]
            sums["max_bet"] = _TIMES_THE_MINIMUM * (sums["min_bet"] or 0)
        case "spread" if "bring_in" in kinds:  # S12
            sums["bring_in"] = sums["min_bet"]
        case "fixed" if openers:  # L6: every bet is exactly of its round's size
            sums["open_bet"] = sums["small_bet"]
    if not openers:
        sums["open_bet"] = None
    if "blinds" not in kinds:
        sums["small_blind"] = None
    if "blinds" in kinds and sums["max_bet"] is None:
        sums["min_bet"] = None  # B3, L7: it is the big blind
    return agreed.model_copy(update=sums)


def _with_what_follows(agreed: Stakes, kinds: tuple[str, ...]) -> Sums:
    """All sums, those that the file leaves out made to follow from others by rule."""
    sums: Sums = agreed.model_dump()

    def follow(name: str, other: str, times: int) -> None:
        base = sums[other]
        if sums[name] is None and base is not None:
            sums[name] = times * base

    if "blinds" in kinds:
        follow("big_blind", "small_blind", 2)  # B2
        follow("small_bet", "big_blind", 1)  # B5
        follow("min_bet", "big_blind", 1)  # B3
        follow("cap", "big_blind", _BLINDS_OF_A_CAP)
    follow("big_bet", "small_bet", 2)  # L6
    follow("max_bet", "min_bet", _TIMES_THE_MINIMUM)  # L1
    follow("open_bet", "min_bet", 1)  # L1
    if "ante" in kinds:
        follow("ante", "min_bet", 1)  # L1
    if "bring_in" in kinds and sums["bring_in"] is None:
        sums["bring_in"] = usual_bring_in(agreed)
    return sums


def usual_bring_in(sums: Stakes) -> int:
    """Half the small bet, rounded down to a whole coin (S13)."""
    return (sums.small_bet or 0) // 2 // sums.chip * sums.chip


class Fault(NamedTuple):
    """A sum that cannot be played: the rule that says so, and key, value and expectation in words."""

    rule: str
    says: str


def uneven(sums: Stakes) -> Fault | None:
    """The first sum that cannot be paid in whole coins."""
    for name, chips in sums.model_dump(exclude={"chip"}, exclude_none=True).items():
        if chips % sums.chip:
            return Fault("M4", f"stakes.{name} = {chips}: expected whole coins of {sums.chip}")
    return None


def fault_of(sums: Stakes, structure: str, game: str, kinds: tuple[str, ...]) -> Fault | None:
    """What is wrong with the sums of a structure; none if they can be played. ``kinds``: the game's forced money."""
    if "blinds" in kinds:
        small, big = sums.small_blind or 0, sums.big_blind or 0
        if not 0 < small <= big:
            return Fault("B2", f"stakes.big_blind = {big}: expected a small blind above 0 and a big one not below it")
        if game == "blinds-draw" and big != 2 * small:
            return Fault("B2", f"stakes.big_blind = {big}: expected {2 * small}, twice the small blind")
    match structure:
        case "fixed":
            return _fault_of_fixed(sums, game, kinds)
        case "pokeris":
            return _fault_of_laps(sums)
    least = sums.min_bet or sums.big_blind or 0
    if not least:
        return Fault("L1", "stakes.min_bet = 0: expected more than 0")
    if structure in ("spread", "three-figure"):
        most = sums.max_bet or 0
        if most < least:
            return Fault("L1", f"stakes.max_bet = {most}: expected at least the minimum {least}")
        if sums.open_bet is not None and not least <= sums.open_bet <= most:
            return Fault("L1", f"stakes.open_bet = {sums.open_bet}: expected {least} to {most}")
    if structure.startswith("cap-") and (sums.cap or 0) < least:
        return Fault("O", f"stakes.cap = {sums.cap or 0}: expected at least the big blind {least}")
    return None


def _fault_of_fixed(sums: Stakes, game: str, kinds: tuple[str, ...]) -> Fault | None:
    small, big = sums.small_bet or 0, sums.big_bet or 0
    if not 0 < small < big:
        return Fault("L6", f"stakes.big_bet = {big}: expected a small bet above 0 and a big bet above it")
    if game in _HOME_DRAW and big != 2 * small:
        return Fault("L6", f"stakes.big_bet = {big}: expected {2 * small}, twice the small bet")
    bring_in = usual_bring_in(sums) if sums.bring_in is None else sums.bring_in
    if "bring_in" in kinds and not 0 < bring_in < small:
        return Fault("S13", f"stakes.bring_in = {bring_in}: expected more than 0 and less than the small bet {small}")
    return None


def _fault_of_laps(sums: Stakes) -> Fault | None:
    if not sums.ante:
        return Fault("P11", "stakes.ante = 0: expected more than 0, as it is the first bet too")
    if sums.max_bet is not None and sums.max_bet < sums.ante:
        return Fault("P11", f'stakes.max_bet = {sums.max_bet}: expected at least the ante {sums.ante}, or "none"')
    return None
