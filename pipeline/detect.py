"""Which parser reads a file, decided by its content and never by its name."""

import re
from collections.abc import Iterator
from typing import Protocol

from pokerstats.parsers import open_hand_history, phh, pokerstars, pokerstats_json
from pokerstats.pipeline.tables import Parsed

HEAD = 64 * 1024
"""Bytes at the beginning of a file that decide its format."""


class Parser(Protocol):
    """What a module of ``parsers/`` offers."""

    FORMAT: str
    __doc__: str | None

    @property
    def boundary(self) -> re.Pattern[bytes] | None:
        """Matches the first line of every hand, the line's start included (``(?m)^…``); none if there is no such line.

        A large file is cut there and its pieces are read side by side; small files of one format are read as one,
        because no hand reaches over the first line of the next.
        """

    def detect(self, head: str) -> bool:
        """Whether a file that begins with ``head`` is of this format."""

    def parse(self, data: bytes, *, path: str, keep_text: bool = False) -> Iterator[Parsed]:
        """The file's hands in batches, line numbers counted from the first line of ``data``."""


PARSERS: tuple[Parser, ...] = (pokerstars, pokerstats_json, open_hand_history, phh)


def detect(head: bytes) -> Parser | None:
    """The first parser that recognises the beginning of a file; none if no one does."""
    text = head[:HEAD].decode(encoding_of(head[:HEAD], cut=True), errors="replace")
    return next((parser for parser in PARSERS if parser.detect(text)), None)


def encoding_of(data: bytes, *, cut: bool = False) -> str:
    """How a text is encoded: rooms write UTF-8, UTF-16 and Windows-1252; ``cut``: it may end inside a character."""
    if data.startswith(b"\xef\xbb\xbf"):
        return "utf-8-sig"
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "utf-16"
    if b"\0" in data[:64]:
        # without a mark: Western text has its zero bytes on the high side
        return "utf-16-le" if data[1:64:2].count(0) > data[:64:2].count(0) else "utf-16-be"
    if data.isascii():
        return "ascii"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return "utf-8" if cut and error.reason == "unexpected end of data" else "cp1252"
    return "utf-8"
