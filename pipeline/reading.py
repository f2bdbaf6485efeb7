"""Contents read, parsed and replayed side by side, in portions that fit into memory and in a fixed order."""

import mmap
import os
import tempfile
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO

from pokerstats.pipeline.detect import HEAD, Parser, detect, encoding_of
from pokerstats.pipeline.ledger import FileRead
from pokerstats.pipeline.portion import Content, Portion, read_group, read_piece
from pokerstats.pipeline.sources import BrokenSource, Source, unpacking

PORTION = 12 << 20
"""Bytes parsed at once: some ten thousand hands, which is where columns pay and memory still stays small."""


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

Skip = Callable[[FileRead, Parser | None], bool]
"""Whether a content is known already and needs no reading."""


def portions(
    sources: Iterator[Source], *, skip: Skip, keep_text: bool, workers: int, portion: int = PORTION
) -> Iterator[Portion | Unread]:
    """All sources, in their order: portions ready to be stored, and contents that need none."""
    waiting: deque[Future[Portion] | Unread] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for work in _works(sources, skip, keep_text, portion):
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
    sources: Iterator[Source], skip: Skip, keep_text: bool, portion: int
) -> Iterator[Callable[[], Portion] | Unread]:
    group: list[Content] = []
    for source in sources:
        with ExitStack() as stack:
            try:
                content = _content(source, portion, stack)
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


def _content(source: Source, portion: int, stack: ExitStack) -> "Content | _Large":
    limit = portion
    if source.is_plain and source.container and (source.size or 0) > limit:
        with unpacking():
            return _large(source.path, stack.enter_context(source.container.open("rb")), stack)
    with unpacking(), source.open() as stream:
        data = stream.read(limit + 1)
        if len(data) <= limit:
            return _small(source.path, data)
        spool = stack.enter_context(tempfile.TemporaryFile())  # noqa: SIM115 (the stack is its context manager)
        while data:
            spool.write(data)
            data = stream.read(1 << 20)
        spool.flush()
    return _large(source.path, spool, stack)


def _small(path: str, data: bytes) -> Content:
    parser = detect(data)
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
    return data.count(b"\n") + (not data.endswith(b"\n") if data else 0)


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
    member = source.path.removeprefix(str(source.container))
    digest.update(member.encode())
    return Content(FileRead(source.path, digest.hexdigest(), size, None, None, 0), b"", None, complaint)


def _work_of_group(contents: list[Content], keep_text: bool) -> Callable[[], Portion]:
    return lambda: read_group(contents, keep_text=keep_text)


# ---------------------------------------------------------------- large files


@dataclass(frozen=True)
class _Large:
    """A file too large for memory, mapped."""

    read: FileRead
    data: mmap.mmap
    parser: Parser | None

    def works(self, keep_text: bool, portion: int) -> Iterator[Callable[[], Portion]]:
        """Its pieces, cut at the first line of a hand."""
        boundary = self.parser.boundary if self.parser else None
        if self.parser is None or boundary is None or (self.read.encoding or "").startswith("utf-16"):
            content = Content(self.read, self.data[: HEAD if self.parser is None else None], self.parser)
            yield _work_of_group([content], keep_text)
            return
        start, first_line = 0, 0
        while start < len(self.data):
            cut = boundary.search(self.data, min(start + portion, len(self.data)))
            end = cut.start() if cut else len(self.data)
            data = self.data[start:end]
            yield self._work(data, first_line, end < len(self.data), keep_text)
            first_line += data.count(b"\n")
            start = end

    def _work(self, data: bytes, lines_before: int, more: bool, keep_text: bool) -> Callable[[], Portion]:
        assert self.parser is not None
        parser = self.parser
        return lambda: read_piece(data, parser, self.read, lines_before=lines_before, more=more, keep_text=keep_text)


def _large(path: str, file: BinaryIO, stack: ExitStack) -> _Large:
    data = stack.enter_context(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    head = data[:HEAD]
    parser = detect(head)
    digest, lines = sha256(), 0
    is_ascii = True
    for start in range(0, len(data), 1 << 20):
        piece = data[start : start + (1 << 20)]
        digest.update(piece)
        lines += piece.count(b"\n")
        is_ascii = is_ascii and piece.isascii()
    encoding = encoding_of(head, cut=True)
    if encoding == "ascii" and not is_ascii:
        encoding = "utf-8"
    read = FileRead(
        path=path,
        sha256=digest.hexdigest(),
        bytes=len(data),
        encoding=encoding,
        format=parser.FORMAT if parser else None,
        lines=lines + (data[-1:] != b"\n"),
    )
    return _Large(read, data, parser)


def workers_for_this_machine() -> int:
    """Threads that parse and replay; more than four only wait for the one that stores."""
    return max(1, min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1))
