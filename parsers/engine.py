"""Runs a grammar over a log: bytes in, batches of tables out."""

import re
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
MOST_PIECES = 200_000
"""Pieces remembered from batch to batch before their memory is given back."""


def parse_lines(data: bytes, grammar: Grammar, *, keep_text: bool = False, columnar: bool = True) -> Iterator[Parsed]:
    """The hands of a log in batches of about ten thousand; nothing if the log holds no text."""
    known = Pieces(grammar)
    for text, line in text_pieces(data, boundary_of(grammar), BATCH_BYTES):
        if not text or text.isspace():
            continue
        if len(known) > MOST_PIECES:
            known = Pieces(grammar)
        yield assemble(read(text, line, grammar, known, columnar=columnar), grammar, known, keep_text=keep_text)


def boundary_of(grammar: Grammar) -> re.Pattern[bytes]:
    """The first line of a hand in the bytes of a log that holds ASCII as such."""
    return re.compile(rb"(?m)^(?:\xef\xbb\xbf)?" + grammar.start.encode())


def looks_like(head: str, grammar: Grammar) -> bool:
    """Whether a text begins with a hand of this grammar: among its first lines one is a header that can be read."""
    header = re.compile(grammar.header)
    for line in decode(head.encode("utf-8", "replace"))[0].split("\n", 200)[:200]:
        match = header.fullmatch(line.strip())
        if match and isinstance(grammar.heading(match["room"], match["game"], True), Heading):
            return True
    return False
