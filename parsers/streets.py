"""On which street a line stands: what the section lines say, in the words of the game's family."""

import numpy as np

from pokerstats.parsers.batch import Batch
from pokerstats.parsers.grammar import FAMILY, FIRST_STREET, FIRST_STREET_OF_GAME, STREET_WORDS
from pokerstats.parsers.pieces import NONE
from pokerstats.parsers.reading import Flags, Rows
from pokerstats.pipeline.tables import STREETS

STREET = {name: number for number, name in enumerate(STREETS)}
_FAMILIES = ("board", "draw", "stud")


def _words_of_families() -> Rows:
    """For each family the street that each street's word means in it."""
    table = np.tile(np.arange(len(STREETS)), (len(_FAMILIES), 1))
    for (family, word), meant in STREET_WORDS.items():
        table[_FAMILIES.index(family), STREET[word]] = STREET[meant]
    return table


_MEANT = _words_of_families()


class Streets:
    """The betting streets of a batch."""

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        names = [heading.game for heading in batch.headings]
        family = np.array([_FAMILIES.index(FAMILY[name]) for name in names], dtype=np.int64)
        first = np.array([STREET[FIRST_STREET_OF_GAME.get(name, FIRST_STREET[FAMILY[name]])] for name in names])
        self._family, self._first = family[batch.heading_of], first[batch.heading_of]

        rows = batch.rows("street")
        said = np.array([STREET[line.street] if line.street else NONE for line in batch.grammar.lines], dtype=np.int64)
        named = said.take(batch.line_of_piece.take(batch.read.piece.take(rows)))
        betting = (named >= 0) & (named != STREET["showdown"])
        place = np.zeros(len(batch.read.hand), dtype=np.int64)
        place[rows[betting]] = np.arange(1, int(betting.sum()) + 1)
        # For each line the last such section above it, in whatever hand.
        self._section = np.maximum.accumulate(place)
        self._row = np.append(-1, rows[betting])
        self._word = np.append(0, named[betting])
        self._drawn = self._first_draws(self._family == _FAMILIES.index("draw"))

    def _first_draws(self, is_draw: Flags) -> Rows:
        """Old draw games print no marker: there the first discard opens the street after the draw."""
        batch = self._batch
        rows = batch.rows("discard", "stand_pat")
        rows = rows[is_draw[batch.read.hand[rows]]]
        drawn = np.full(batch.count, len(batch.read.hand), dtype=np.int64)
        hands, where = np.unique(batch.read.hand[rows], return_index=True)
        drawn[hands] = rows[where]
        return drawn

    def of(self, rows: Rows) -> Rows:
        """The street of each of some rows."""
        hand, section = self._batch.read.hand.take(rows), self._section.take(rows)
        # A section without a street of its own (the deal) leaves the game's first street.
        own = self._row.take(section) >= self._batch.read.head_rows.take(hand)
        street = np.where(own, _MEANT[self._family.take(hand), self._word.take(section)], self._first.take(hand))
        after = (street == STREET["predraw"]) & (rows >= self._drawn.take(hand))
        return np.where(after, STREET["first_draw"], street)
