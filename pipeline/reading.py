"""Contents read, parsed and replayed side by side, in portions that fit into memory and in a fixed order."""

import os
import re
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO

import numpy as np

from pokerstats.pipeline.detect import HEAD, Parser, detect, encoding_of
from pokerstats.pipeline.ledger import FileRead
from pokerstats.pipeline.portion import Content, Portion, read_group, read_piece
from pokerstats.pipeline.sources import BrokenSource, Source, path_text, unpacking

PORTION = 10 << 20
"""Bytes parsed at once: some ten thousand hands; fewer pay more for each batch, more only take more memory."""

_WINDOW = 1 << 13
"""Bytes in which some hand begins, as a rule."""
_LINE_END, _BARE_RETURN = b"\n", b"\r"
"""A bare CR ends a line in texts without an LF."""


@dataclass(frozen=True)
class Unread:
    """A content that nothing more is to be done with: known from before, or not to be had at all."""

    path: str
    read: FileRead | None
    complaint: str | None = None

    @property
    def size(self) -> int:
        """Bytes of text."""
        return self.read.bytes if self.read else 0


ReadSoFar = Callable[[int], None]
"""Told the bytes of every portion that is done."""

ParserOf = Callable[[bytes], Parser | None]
"""Which parser reads a file that begins so."""

Skip = Callable[[FileRead, Parser | None], bool]
"""Whether a content is known already and needs no reading."""


def portions(
    sources: Iterator[Source],
    *,
    skip: Skip,
    keep_text: bool,
    workers: int,
    portion: int = PORTION,
    parser_of: ParserOf = detect,
) -> Iterator[Portion | Unread]:
    """All sources, in their order: portions ready to be stored, and contents that need none."""
    waiting: deque[Future[Portion] | Unread] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for work in _works(sources, skip, keep_text, portion, parser_of):
                waiting.append(work if isinstance(work, Unread) else pool.submit(work))
                # a bound on what is parsed and not yet stored is the bound on memory
                while sum(isinstance(item, Future) for item in waiting) > workers:
                    yield _outcome(waiting.popleft())
            while waiting:
                yield _outcome(waiting.popleft())
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _outcome(item: Future[Portion] | Unread) -> Portion | Unread:
    return item if isinstance(item, Unread) else item.result()


def _works(
    sources: Iterator[Source], skip: Skip, keep_text: bool, portion: int, parser_of: ParserOf
) -> Iterator[Callable[[], Portion] | Unread]:
    group: list[Content] = []
    for source in sources:
        with ExitStack() as stack:
            try:
                content = _content(source, portion, stack, parser_of)
            except BrokenSource as error:
                broken = _broken(source, str(error))
                if isinstance(broken, Unread) or skip(broken.read, None):
                    yield broken if isinstance(broken, Unread) else Unread(source.path, broken.read, str(error))
                else:
                    group.append(broken)
                continue
            if skip(content.read, content.parser):
                yield Unread(source.path, content.read)
            elif isinstance(content, _Large):
                if group:
                    yield _work_of_group(group, keep_text)
                    group = []
                yield from content.works(keep_text, portion)
            else:
                group.append(content)
                if sum(len(member.data) for member in group) >= portion:
                    yield _work_of_group(group, keep_text)
                    group = []
    if group:
        yield _work_of_group(group, keep_text)


# ---------------------------------------------------------------- contents


def _content(source: Source, portion: int, stack: ExitStack, parser_of: ParserOf) -> "Content | _Large":
    limit = portion
    if source.is_plain and source.container and (source.size or 0) > limit:
        with unpacking():
            return _large(source.path, stack.enter_context(source.container.open("rb")), parser_of)
    with unpacking(), source.open() as stream:
        data = stream.read(limit + 1)
        if len(data) <= limit:
            return _small(source.path, data, parser_of)
        spool = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 (the stack is its context manager)
        while data:
            spool.write(data)
            data = stream.read(1 << 20)
        spool.flush()
    return _large(source.path, spool, parser_of)


def _small(path: str, data: bytes, parser_of: ParserOf) -> Content:
    parser = parser_of(data)
    read = FileRead(
        path=path,
        sha256=sha256(data).hexdigest(),
        bytes=len(data),
        encoding=encoding_of(data) if data else None,
        format=parser.FORMAT if parser else None,
        lines=_lines(data),
    )
    return Content(read, data, parser)


def _lines(data: bytes) -> int:
    end = _LINE_END if _LINE_END in data else _BARE_RETURN
    return _line_ends(data, end) + (not data.endswith((end, end + b"\0")) if data else 0)


def _line_ends(data: bytes, end: bytes = _LINE_END) -> int:
    # unlike ``bytes.count`` it lets the threads that parse go on meanwhile
    return int(np.count_nonzero(np.frombuffer(data, dtype=np.uint8) == ord(end)))


def _broken(source: Source, complaint: str) -> "Content | Unread":
    """A content that cannot be unpacked is known by its container, so that it is reported once and not twice."""
    if source.container is None:
        return Unread(source.path, None, complaint)
    try:
        with source.container.open("rb") as stream:
            digest, size = sha256(), 0
            while piece := stream.read(1 << 20):
                digest.update(piece)
                size += len(piece)
    except OSError:
        return Unread(source.path, None, complaint)
    member = source.path.removeprefix(path_text(source.container))
    digest.update(member.encode())
    return Content(FileRead(source.path, digest.hexdigest(), size, None, None, 0), b"", None, complaint)


def _work_of_group(contents: list[Content], keep_text: bool) -> Callable[[], Portion]:
    return lambda: read_group(contents, keep_text=keep_text)


# ---------------------------------------------------------------- large files


@dataclass(frozen=True)
class _Large:
    """A file that is not held in memory."""

    read: FileRead
    file: BinaryIO
    parser: Parser | None

    def works(self, keep_text: bool, portion: int) -> Iterator[Callable[[], Portion]]:
        """Its pieces, cut at the first line of a hand."""
        boundary = self.parser.boundary if self.parser else None
        if self.parser is None or boundary is None or (self.read.encoding or "").startswith("utf-16"):
            data = _part(self.file, 0, HEAD if self.parser is None else self.read.bytes)
            yield _work_of_group([Content(self.read, data, self.parser)], keep_text)
            return
        lines_before = 0
        for data, is_last in _cut(self.file, boundary, self.read.bytes, portion):
            yield self._work(data, self.parser, lines_before, not is_last, keep_text)
            lines_before += _line_ends(data)

    def _work(
        self, data: bytes, parser: Parser, lines_before: int, more: bool, keep_text: bool
    ) -> Callable[[], Portion]:
        return lambda: read_piece(data, parser, self.read, lines_before=lines_before, more=more, keep_text=keep_text)


def _cut(file: BinaryIO, boundary: re.Pattern[bytes], length: int, size: int) -> Iterator[tuple[bytes, bool]]:
    """The file in pieces that end before a boundary, and whether a piece is the last."""
    start, end = 0, size
    while end < length:
        cut = _last(file, boundary, start, end)
        if cut > start:
            # read again by itself: to cut it out of something larger would hold up the threads that parse
            yield _part(file, start, cut), False
            start = cut
        end += size
    yield _part(file, start, length), True


def _part(file: BinaryIO, start: int, end: int) -> bytes:
    file.seek(start)
    return file.read(end - start)


def _last(file: BinaryIO, boundary: re.Pattern[bytes], start: int, end: int) -> int:
    """Where the last boundary stands in a part of a file, or the start of the part if there is none behind it."""
    window = _WINDOW
    while True:
        begin = max(start, end - window)
        # one byte more tells whether the first line is whole
        before = 1 if begin else 0
        data = _part(file, begin - before, end)
        found = [match.start() for match in boundary.finditer(data, before)]
        if found or begin == start:
            return begin - before + found[-1] if found else start
        window *= 16


def _large(path: str, file: BinaryIO, parser_of: ParserOf) -> _Large:
    digest, size, lines, returns, head, last = sha256(), 0, 0, 0, b"", b""
    is_ascii = True
    file.seek(0)
    while piece := file.read(1 << 20):
        digest.update(piece)
        size += len(piece)
        lines += _line_ends(piece)
        returns += 0 if lines else _line_ends(piece, _BARE_RETURN)
        is_ascii = is_ascii and piece.isascii()
        head, last = head or piece[:HEAD], piece[-1:]
    parser = parser_of(head)
    encoding = encoding_of(head, cut=True)
    read = FileRead(
        path=path,
        sha256=digest.hexdigest(),
        bytes=size,
        encoding="utf-8" if encoding == "ascii" and not is_ascii else encoding,
        format=parser.FORMAT if parser else None,
        lines=(lines or returns) + (last != (_LINE_END if lines else _BARE_RETURN)),
    )
    return _Large(read, file, parser)


def workers_for_this_machine() -> int:
    """Threads that parse and replay; more than four only wait for the one that stores."""
    return max(1, min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))
