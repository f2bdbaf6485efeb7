"""What is to be read: folders, files, archives, compressed files and standard input, each content with its name."""

import gzip
import io
import os
import sys
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, BinaryIO, cast

from pokerstats.pipeline.errors import UnreadableError, UsageError

STANDARD_INPUT = "-"
_ZIP = b"PK\x03\x04"
_GZIP = b"\x1f\x8b"


class BrokenSource(Exception):
    """The content cannot be had: a damaged archive, a file without permission. The message says what is the matter."""


@dataclass(frozen=True)
class Source:
    """One content to read."""

    path: str
    """As given; archive members as ``archive.zip!member.txt``; ``-`` is standard input."""
    size: int | None
    """Bytes to expect, unpacked; none if that shows only on reading."""
    open: Callable[[], BinaryIO]
    container: Path | None
    """The file on disk it lies in: itself, or the archive."""
    is_plain: bool = False
    """The container holds the content as it is."""


class unpacking:
    """Turns all the ways in which a file or an archive can be damaged into :class:`BrokenSource`."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        if isinstance(error, OSError | EOFError | zlib.error | zipfile.BadZipFile | NotImplementedError | RuntimeError):
            # zipfile says RuntimeError for a password and NotImplementedError for an unknown compression
            reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            raise BrokenSource(reason[:1].lower() + reason[1:]) from error


def require(paths: Sequence[str]) -> None:
    """Refuse paths that cannot be read, before anything is done."""
    for path in paths:
        if path != STANDARD_INPUT and not os.path.exists(path):
            raise UnreadableError(f"{path}: no such file or folder")
    if list(paths).count(STANDARD_INPUT) > 1:
        raise UsageError("- names standard input and can be read once only")


def find(paths: Sequence[str], *, database: Path | None = None) -> Iterator[Source]:
    """All contents under the paths in a fixed order, without hidden files, rule sets and the database itself."""
    require(paths)
    skipped = _identities(database)
    for path in paths:
        if path == STANDARD_INPUT:
            yield Source(STANDARD_INPUT, None, lambda: _unpacked(sys.stdin.buffer), None)
        elif os.path.isdir(path):
            for file in _files_under(path):
                yield from _in_file(file, skipped)
        else:
            yield from _in_file(Path(path), skipped)


def path_text(path: Path | str) -> str:
    """The path as text that can be stored and printed: file names may hold bytes that are none."""
    return os.fsencode(path).decode(errors="replace")


def size_on_disk(path: str) -> int:
    """Bytes of a file or of all files under a folder."""
    files = _files_under(path) if os.path.isdir(path) else [Path(path)]
    return sum(file.stat().st_size for file in files if file.is_file())


def _identities(database: Path | None) -> set[tuple[int, int]]:
    files = [database, database.with_name(f"{database.name}.wal")] if database else []
    return {(stat.st_dev, stat.st_ino) for stat in (file.stat() for file in files if file.exists())}


def _files_under(folder: str) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder, onerror=_refuse):
        folders[:] = sorted(name for name in folders if not name.startswith(".") and name != "__MACOSX")
        for name in sorted(files):
            # rule sets of the table may lie beside its logs
            if not name.startswith(".") and not name.endswith(".toml"):
                yield Path(parent, name)


def _refuse(error: OSError) -> None:
    raise UnreadableError(f"{error.filename}: {(error.strerror or 'cannot be read').lower()}")


def _in_file(file: Path, skipped: set[tuple[int, int]]) -> Iterator[Source]:
    path = path_text(file)
    try:
        stat = file.stat()
        if (stat.st_dev, stat.st_ino) in skipped:
            return
        if not file.is_file():
            if file.is_fifo():  # such as a shell's <(command)
                yield Source(path, None, lambda: _unpacked(file.open("rb")), None)
            return
        with file.open("rb") as stream:
            magic = stream.read(4)
    except OSError as error:
        yield Source(path, None, _failing(error), None)
        return
    if magic == _ZIP:
        yield from _in_archive(path, file)
    elif magic.startswith(_GZIP):
        yield Source(path, None, lambda: _unpacked(file.open("rb")), file)
    else:
        yield Source(path, stat.st_size, lambda: file.open("rb"), file, is_plain=True)


def _in_archive(path: str, file: Path) -> Iterator[Source]:
    try:
        archive = zipfile.ZipFile(file)
    except (OSError, zipfile.BadZipFile) as error:
        yield Source(path, None, _failing(error), file)
        return
    for member in sorted(archive.infolist(), key=lambda info: info.filename):
        parts = member.filename.split("/")
        if member.is_dir() or "__MACOSX" in parts or any(part.startswith(".") for part in parts):
            continue
        yield Source(f"{path}!{member.filename}", member.file_size, _member(archive, member), file)


def _failing(error: Exception) -> Callable[[], BinaryIO]:
    """Says when it is read, and not before, what is the matter: the other sources go on."""

    def fail() -> BinaryIO:
        raise error

    return fail


def _member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Callable[[], BinaryIO]:
    # the archive stays open for as long as one of its members is waiting to be read
    return lambda: _unpacked(archive.open(member))


def _unpacked(stream: IO[bytes]) -> BinaryIO:
    """The stream, decompressed if its content is gzip."""
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream))
    if buffered.peek(2).startswith(_GZIP):
        return cast(BinaryIO, _Gunzipped(buffered))
    return buffered


class _Gunzipped(gzip.GzipFile):
    """A gzip stream that closes what it reads from."""

    def __init__(self, packed: io.BufferedReader) -> None:
        super().__init__(fileobj=packed)
        self._packed = packed

    def close(self) -> None:
        super().close()
        self._packed.close()
