"""Strengths in words."""

from collections.abc import Sequence

from pokerstats.pipeline.cards import RANKS

NAMES = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")


def plural(rank: int) -> str:
    """The rank's name for more than one card: "sixes"."""
    return NAMES[rank] + ("es" if NAMES[rank].endswith("x") else "s")


def category_words(category: str, first: int, *, low: bool) -> str:
    """The category as shown to people: a low of five different ranks is named after its highest card."""
    return f"{NAMES[first]} low" if low and category == "high card" else category


def description(category: str, ranks: Sequence[int], *, low: bool) -> str:
    """A hand in words, from its ranks in the order in which they are compared."""
    first = ranks[0]
    if category == "high card":
        return f"{NAMES[first]} low, {dashed(ranks)}" if low else f"{NAMES[first]} high"
    if category == "pair":
        return f"pair of {plural(first)}"
    if category == "two pair":
        return f"two pair, {plural(first)} and {plural(ranks[2])}"
    if category in ("three of a kind", "four of a kind"):
        return f"{category}, {plural(first)}"
    if category == "full house":
        return f"full house, {plural(first)} full of {plural(ranks[3])}"
    if category == "flush":
        return f"flush, {NAMES[first]} high"
    if category == "straight flush" and NAMES[first] == "ace":
        return "royal flush"
    if category in ("straight", "straight flush"):
        return f"{category}, {NAMES[ranks[4]]} to {NAMES[first]}"
    return f"{category}, {dashed(ranks)}"


def dashed(ranks: Sequence[int]) -> str:
    """Ranks as they are compared: "8-6-4-3-2"."""
    return "-".join(RANKS[rank] for rank in ranks)
