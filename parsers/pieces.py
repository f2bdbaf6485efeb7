"""The distinct lines of a log, names and cards taken out, each read once and remembered."""

import re

import numpy as np
import polars as pl

from pokerstats.parsers.grammar import (
    MARK,
    MONEY_FIELDS,
    NUMBER_FIELDS,
    TEXT_FIELDS,
    ZONES,
    Grammar,
    expand,
    money,
)
from pokerstats.parsers.reading import Rows

NONE = -(1 << 62)
"""Stands for a number that is not said."""

_NAMED = re.compile(r"\(\?P<(\w+)>")
_LITERAL = re.compile(r"\\?([*])|([\w #\x01])(?![?*{|])")


def _begins(pattern: str) -> str | None:
    """The one character that all lines of a pattern begin with, if there is one."""
    if "|" in pattern and not pattern.startswith(MARK) and _alternates(pattern):
        return None
    match = _LITERAL.match(pattern)
    return match[1] or match[2] if match else None


def _alternates(pattern: str) -> bool:
    """Whether a bar stands outside all brackets of a pattern."""
    depth = 0
    for character in pattern:
        depth += (character == "(") - (character == ")")
        if character == "|" and depth == 0:
            return True
    return False


def _numbered(pattern: str, number: int) -> str:
    """A pattern whose groups bear its number, so that it can stand beside others."""
    return _NAMED.sub(rf"(?P<\1_{number}>", pattern)


class _Finder:
    """One pattern for all kinds of line that may begin with a character."""

    def __init__(self, kinds: dict[int, str]) -> None:
        marked = [f"(?:{_numbered(kind, number)})(?P<kind_{number}>)" for number, kind in kinds.items()]
        self._pattern = re.compile("|".join(marked))
        self._fields: dict[int, list[tuple[str, int]]] = {number: [] for number in kinds}
        for group, place in self._pattern.groupindex.items():
            name, _, number = group.rpartition("_")
            if name != "kind":
                self._fields[int(number)].append((name, place))

    def find(self, piece: str) -> tuple[int, list[tuple[str, str]]] | None:
        """The kind of a piece, and what it says."""
        found = self._pattern.fullmatch(piece)
        if found is None or found.lastgroup is None:
            return None
        number = int(found.lastgroup.rpartition("_")[2])
        said = [(name, found.group(place)) for name, place in self._fields[number]]
        return number, [(name, text) for name, text in said if text is not None]


class _Rests:
    """What is left of pieces between two texts: each distinct rest has a place, from batch to batch the same."""

    def __init__(self) -> None:
        self._seen = pl.Categories.random()
        # The library forgets categories that no column uses.
        self._anchor = pl.Series([], dtype=pl.Categorical(self._seen))
        self.codes: Rows = np.empty(0, dtype=np.int64)

    def places(self, rests: pl.Series) -> Rows:
        """The place of each rest of a column."""
        return rests.cast(self._anchor.dtype).to_physical().to_numpy()

    def new(self, rests: pl.Series, places: Rows) -> list[str]:
        """The rests of a column that have a place and no code yet, in order of their places."""
        rows = np.flatnonzero(places >= len(self.codes))
        _, first = np.unique(places[rows], return_index=True)
        return rests.gather(rows[first]).to_list()


class Said:
    """Numbers that some pieces say, by the number of the piece."""

    def __init__(self) -> None:
        self._known: dict[int, int] = {}
        self._new: list[int] = []
        self._spread: Rows = np.empty(0, dtype=np.int64)

    def put(self, code: int, number: int) -> None:
        """Keep what a piece says."""
        self._known[code] = number
        self._new.append(code)

    def get(self, code: int) -> int | None:
        """What a piece says, if it does."""
        return self._known.get(code)

    def spread(self, length: int) -> Rows:
        """An array over the first pieces, ``NONE`` where a piece says nothing."""
        self._spread = np.append(self._spread, np.full(length - len(self._spread), NONE, dtype=np.int64))
        self._spread[self._new] = [self._known[code] for code in self._new]
        self._new = []
        return self._spread


class Pieces:
    """The pieces of a log: ``code`` numbers them, the columns say what each of them means."""

    def __init__(self, grammar: Grammar) -> None:
        self._kinds = {number: expand(line.pattern) for number, line in enumerate(grammar.lines)}
        self._finders: dict[str, _Finder] = {}
        self._codes: dict[str, int] = {}
        self._rests: dict[tuple[str, str], _Rests] = {}
        self.names_player = [MARK in kind for kind in self._kinds.values()]
        self.where = np.array([ZONES[line.where] for line in grammar.lines], dtype=np.int64)
        self._zones: Rows = np.zeros(1, dtype=np.int64)
        self.line: list[int] = []
        self.numbers = {name: Said() for name in (*MONEY_FIELDS, *NUMBER_FIELDS)}
        self._lines: Rows = np.empty(0, dtype=np.int64)
        self.texts: dict[str, dict[int, str]] = {name: {} for name in TEXT_FIELDS}
        self.all_in: list[int] = []

    def __len__(self) -> int:
        return len(self._codes)

    def code(self, piece: str) -> int:
        """The number of a piece, or -1 if no kind of line reads so."""
        known = self._codes.get(piece)
        if known is None:
            known = self._codes[piece] = self._read(piece)
        return known

    def codes(self, rests: pl.Series, before: str = "", after: str = "") -> Rows:
        """The numbers of a column of pieces, each put between two texts."""
        known = self._rests.get((before, after))
        if known is None:
            known = self._rests[before, after] = _Rests()
        place = known.places(rests)
        new = [self.code(before + text + after) for text in known.new(rests, place)]
        known.codes = np.append(known.codes, np.array(new, dtype=np.int64))
        codes: Rows = known.codes.take(place)
        return codes

    @property
    def lines(self) -> Rows:
        """The line of the grammar that each piece is of."""
        new = np.array(self.line[len(self._lines) :], dtype=np.int64)
        self._lines = np.append(self._lines, new)
        return self._lines

    @property
    def zones(self) -> Rows:
        """Where each piece may stand; the last place is that of the number -1, which may stand nowhere."""
        if len(self._zones) != len(self.line) + 1:
            self._zones = np.append(self.where[self.lines], 0)
        return self._zones

    def _read(self, piece: str) -> int:
        first = piece[:1]
        finder = self._finders.get(first)
        if finder is None:
            kinds = {number: kind for number, kind in self._kinds.items() if _begins(kind) in (None, first)}
            finder = self._finders[first] = _Finder(kinds)
        found = finder.find(piece)
        if found is None:
            return -1
        code = len(self.line)
        self.line.append(found[0])
        for name, text in found[1]:
            if name in MONEY_FIELDS:
                self.numbers[name].put(code, money(text))
            elif name in NUMBER_FIELDS:
                self.numbers[name].put(code, int(text))
            elif name == "all_in":
                self.all_in.append(code)
            else:
                self.texts[name][code] = text
        return code
