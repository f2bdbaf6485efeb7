"""One line at a time, with plain regular expressions and every seated name tried: slow, and right for any name."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pokerstats.parsers.grammar import MARK, cut_cards, expand, money
from pokerstats.parsers.pieces import Pieces


class Match(NamedTuple):
    """What a line turned out to be: whose it is (seat 0: nobody's), its piece, and the cards in its brackets."""

    seat: int
    piece: int
    first: str | None
    second: str | None


class Seated(NamedTuple):
    """A player as the seat list of a hand names him."""

    seat: int
    player: str
    stack: int
    bounty: int | None
    status: str


def match_line(line: str, seated: Sequence[tuple[str, int]], zone: int, pieces: Pieces) -> Match | None:
    """The kind of a line among players given longest name first, or nothing if it is no line of this site."""
    for player, seat in seated:
        at = line.find(player)
        while at >= 0:
            piece, first, second = cut_cards(line[:at] + MARK + line[at + len(player) :])
            code = pieces.code(piece)
            # a name may be like a part of a sum or of a card in a line that is nobody's
            if code >= 0 and pieces.where[pieces.line[code]] & zone and pieces.names_player[pieces.line[code]]:
                said_seat = pieces.numbers["seat"].get(code)
                if said_seat is None or said_seat == seat:
                    return Match(seat, code, first, second)
            at = line.find(player, at + 1)
    piece, first, second = cut_cards(line)
    code = pieces.code(piece)
    if code >= 0 and pieces.where[pieces.line[code]] & zone:
        return Match(0, code, first, second)
    return None


def longest_first(seated: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """Players in the order in which their names are to be tried."""
    return sorted(seated, key=lambda one: (-len(one[0]), one[1]))


class SeatReader:
    """Reads the lines of a hand's seat list."""

    def __init__(self, pattern: str) -> None:
        self._pattern = re.compile(expand(pattern))

    def read(self, line: str) -> Seated | None:
        """The player that a line of the seat list names, or nothing if it is no such line."""
        match = self._pattern.fullmatch(line)
        if match is None:
            return None
        groups = match.groupdict()
        bounty = groups.get("bounty")
        return Seated(
            int(match["seat"]),
            match["player"],
            money(match["stack"]),
            None if bounty is None else money(bounty),
            groups.get("status") or "",
        )
