"""Where five cards stand among all that a deck can deal, looked up without arrays: a bot asks it at every turn."""

from collections.abc import Mapping, Sequence
from functools import cache

from pokerstats.pipeline.ranking import order
from pokerstats.pipeline.ranking.order import FiveCardOrder
from pokerstats.pipeline.ranking.tables import FIVE_CARD_KEYS

KEYS = tuple(FIVE_CARD_KEYS[code >> 2] for code in range(52))
"""What each card adds to the sum that tells the ranks of five cards."""

_WAYS = {"pair": 384, "two pair": 144, "three of a kind": 64, "full house": 24, "four of a kind": 4}
_SUITED = {"flush": 4, "straight flush": 4}
_FLUSHES, _DISTINCT = 4, 4**5


class Places:
    """The share of all deals of five cards that each five cards beat, ties counted by half."""

    def __init__(self, ranking: FiveCardOrder) -> None:
        tables = ranking.tables
        categories = ranking.definition.by_deck.get(ranking.deck, ranking.definition.categories)
        flushes = "flush" in categories
        ways = [0.0]
        for strength in range(1, len(tables.category_of)):
            name = categories[tables.category_of[strength]]
            plain = _DISTINCT - _FLUSHES if flushes else _DISTINCT
            ways.append(float(_WAYS.get(name) or _SUITED.get(name) or plain))
        every, beaten = sum(ways), 0.0
        shares: list[float] = []
        for number in ways:
            shares.append((beaten + number / 2) / every)
            beaten += number
        strengths: list[int] = tables.by_ranks.tolist()
        self._by_ranks = {key: shares[strength] for key, strength in enumerate(strengths) if strength}
        self._by_flush: Mapping[int, float] = {}
        if flushes:
            suited: list[int] = tables.by_flush.tolist()
            self._by_flush = {bits: shares[suited[bits]] for bits in range(8192) if bits.bit_count() == 5}
        best: dict[str, float] = {}
        for strength in range(1, len(tables.category_of)):
            best.setdefault(categories[tables.category_of[strength]], shares[strength])
        self.least = best
        """By category, the share that its weakest hand beats."""

    def of(self, cards: Sequence[int]) -> float:
        """The share that these five cards beat, 0 … 1; without a place (no eight-or-better low) it is 0."""
        one, two, three, four, five = cards
        if (one ^ two) & 3 or (one ^ three) & 3 or (one ^ four) & 3 or (one ^ five) & 3 or not self._by_flush:
            return self._by_ranks.get(KEYS[one] + KEYS[two] + KEYS[three] + KEYS[four] + KEYS[five], 0.0)
        return self._by_flush[
            1 << (one >> 2) | 1 << (two >> 2) | 1 << (three >> 2) | 1 << (four >> 2) | 1 << (five >> 2)
        ]


@cache
def places(name: str, deck: int = 52, ace_low_straight: bool = True) -> Places:
    """The places in the order of this name."""
    ranking = order(name, deck, ace_low_straight)
    if not isinstance(ranking, FiveCardOrder):
        raise TypeError(f"{name} is no order of five cards")
    return Places(ranking)
