"""The bytes of a log as text: encoding found, line ends made one, line numbers kept."""

import codecs
import re
from collections.abc import Iterator

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SNIFF = 4096
_MARK_AS_TEXT = codecs.BOM_UTF8.decode("cp1252")
"""A byte-order mark that some program took for three letters."""


def _cp1252_byte(error: UnicodeError) -> tuple[str, int]:
    """The characters that old Windows clients meant by bytes that are no UTF-8."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    wrong = error.object[error.start : error.end]
    return "".join(bytes([byte]).decode("cp1252", "replace") for byte in wrong), error.end


codecs.register_error("cp1252-byte", _cp1252_byte)


def encoding_of(data: bytes) -> tuple[str, int]:
    """The encoding of a log and the length of its byte-order mark."""
    for bom, name in _BOMS:
        if data.startswith(bom):
            return name, len(bom)
    head = data[:_SNIFF]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if odd > len(head) // 5 and odd > 4 * even:
        return "utf-16-le", 0
    if even > len(head) // 5 and even > 4 * odd:
        return "utf-16-be", 0
    return "utf-8", 0


def _characters(data: bytes, encoding: str) -> tuple[str, str]:
    if encoding != "utf-8":
        return data[: len(data) & ~1].decode(encoding, "replace"), encoding
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        # A file may mix both: valid UTF-8 sequences stay, only the bytes that are none are read as cp1252.
        return data.decode("utf-8", "cp1252-byte"), "cp1252"


def _one_line_end(text: str, bare_returns: bool) -> str:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n" if bare_returns else "")
    if "\0" in text:
        text = text.replace("\0", "")
    for mark in ("\ufeff", _MARK_AS_TEXT):
        if mark in text:
            text = text.replace(mark, "")
    return text


def decode(data: bytes) -> tuple[str, str]:
    r"""The text of a log with ``\n`` line ends, and its encoding; a bare CR ends a line where no LF does."""
    encoding, skip = encoding_of(data)
    text, encoding = _characters(data[skip:], encoding)
    return _one_line_end(text, "\n" not in text), encoding


def _plain(piece: bytes, encoding: str) -> bytes:
    """A piece of a log as UTF-8 with ``\\n`` line ends; most logs are that already."""
    ascii_only = encoding == "utf-8" and piece.isascii()
    text, encoding = ("", encoding) if ascii_only else _characters(piece, encoding)
    marks = (b"\r", b"\0") if ascii_only else (b"\r", b"\0", codecs.BOM_UTF8, _MARK_AS_TEXT.encode())
    if encoding == "utf-8" and not any(mark in piece for mark in marks):
        return piece
    text = piece.decode() if ascii_only else text
    return _one_line_end(text, "\n" not in text).encode()


def pieces(data: bytes, start: re.Pattern[bytes], size: int) -> Iterator[tuple[bytes, int]]:
    """The text as UTF-8 in pieces of about ``size`` bytes that begin with ``start``, and where their lines begin."""
    encoding, skip = encoding_of(data)
    if encoding != "utf-8" or len(data) <= size or b"\n" not in data:
        yield _plain(data[skip:] if skip else data, encoding), 1
        return
    at, line = skip, 1
    while at < len(data):
        end = len(data)
        if at + size < end and (found := start.search(data, at + size)):
            end = found.start()
        piece = data[at:end]
        yield _plain(piece, encoding), line
        line += piece.count(b"\n")
        at = end
