"""Which parser reads a file, decided by its content and never by its name."""

import importlib
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Protocol, cast

from pokerstats.pipeline.tables import Parsed

HEAD = 64 * 1024
"""Bytes of a file that decide its format."""


class Parser(Protocol):
    """What a module of ``parsers/`` offers.

    It may also offer ``boundary``, a compiled ``re.Pattern[bytes]`` that matches where a hand's first line starts:
    a large file is then cut there, and ``parse`` is called with ``first_line``, the piece's place in the file.
    """

    FORMAT: str
    __doc__: str | None

    def detect(self, head: bytes) -> bool:
        """Whether the file that begins with ``head`` is of this format."""

    def parse(self, data: bytes, *, path: str, keep_text: bool = False) -> Iterator[Parsed]:
        """The file's hands in batches."""


_MODULES = ("pokerstars", "pokerstats_json")

PARSERS: tuple[Parser, ...] = tuple(
    cast(Parser, importlib.import_module(f"pokerstats.parsers.{name}"))
    for name in _MODULES
    if find_spec(f"pokerstats.parsers.{name}")
)


def detect(head: bytes) -> Parser | None:
    """The first parser that recognises the beginning of a file; none if no one does."""
    return next((parser for parser in PARSERS if parser.detect(head)), None)
