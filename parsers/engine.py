"""Runs a grammar over a log: bytes in, batches of tables out."""

import re
import threading
from collections.abc import Iterator

from pokerstats.parsers.assembly import assemble
from pokerstats.parsers.grammar import Grammar, Heading
from pokerstats.parsers.lines import read
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.text import decode
from pokerstats.parsers.text import pieces as text_pieces
from pokerstats.pipeline.tables import Parsed

BATCH_BYTES = 16_000_000
"""The most taken at once, some sixteen thousand hands: more costs memory, less wastes the columns."""
MOST_PIECES = 60_000
"""Pieces remembered from log to log before their memory is given back."""


def parse_lines(data: bytes, grammar: Grammar, *, keep_text: bool = False, columnar: bool = True) -> Iterator[Parsed]:
    """The hands of a log in batches of about ten thousand; nothing if the log holds no text."""
    for text, line in text_pieces(data, boundary_of(grammar), BATCH_BYTES):
        if not text or text.isspace():
            continue
        known = _known_pieces(grammar)
        yield assemble(read(text, line, grammar, known, columnar=columnar), grammar, known, keep_text=keep_text)


class _Remembered(threading.local):
    """Pieces of each grammar, by thread: they are filled without a lock."""

    def __init__(self) -> None:
        self.pieces: dict[int, Pieces] = {}


_remembered = _Remembered()


def _known_pieces(grammar: Grammar) -> Pieces:
    """What this thread has read of the grammar's pieces so far: the same texts come in every log of a room."""
    known = _remembered.pieces.get(id(grammar))
    if known is None or len(known) > MOST_PIECES:
        known = _remembered.pieces[id(grammar)] = Pieces(grammar)
    return known


def boundary_of(grammar: Grammar) -> re.Pattern[bytes]:
    """The first line of a hand in the bytes of a log that holds ASCII as such."""
    return re.compile(rb"(?m)^(?:\xef\xbb\xbf)?" + grammar.start.encode())


def looks_like(head: str, grammar: Grammar) -> bool:
    """Whether a text begins with a hand of this grammar: among its first lines one is a header that can be read."""
    header = re.compile(grammar.whole_header)
    for line in decode(head.encode("utf-8", "replace"))[0].split("\n", 200)[:200]:
        match = header.fullmatch(line.strip())
        if match and isinstance(grammar.heading(match["room"].strip(), match["game"], True), Heading):
            return True
    return False
