"""Formats are recognised by content, in any encoding the rooms write."""

import pytest

from pokerstats.pipeline.detect import PARSERS, detect, encoding_of

STARS = (
    "PokerStars Hand #7:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/02/03 4:05:06 ET\n"
    "Table 'Né' 6-max Seat #1 is the button\n"
)


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (b"plain", "ascii"),
        ("Zoë".encode(), "utf-8"),
        ("Zoë".encode("cp1252"), "cp1252"),
        ("Zoë".encode("utf-8-sig"), "utf-8-sig"),
        ("Zoë".encode("utf-16"), "utf-16"),
        ("Zoë".encode("utf-16-le"), "utf-16-le"),
        ("Zoë".encode("utf-16-be"), "utf-16-be"),
        ("Zoë says a cut é".encode("cp1252"), "cp1252"),
    ],
)
def test_encoding(data: bytes, encoding: str) -> None:
    assert encoding_of(data) == encoding


def test_a_beginning_may_end_inside_a_character() -> None:
    assert encoding_of("Zoë".encode()[:-1], cut=True) == "utf-8"
    assert encoding_of("Zoë".encode()[:-1]) == "cp1252"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_format_is_recognised_in_every_encoding(encoding: str) -> None:
    parser = detect(STARS.encode(encoding))
    assert parser is not None and parser.FORMAT == "pokerstars"


def test_own_histories_are_recognised() -> None:
    parser = detect(b'{"format": "pokerstats-hand", "version": 1}\n')
    assert parser is not None and parser.FORMAT == "pokerstats-json"


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", b"Dear diary, I lost again.\n", b"\x89PNG\r\n\x1a\n\0\0\0", b"{}\n", b"\xff\xfe"]
)
def test_other_content_is_of_no_format(data: bytes) -> None:
    assert detect(data) is None


def test_every_format_has_its_name_and_says_what_it_is() -> None:
    names = [parser.FORMAT for parser in PARSERS]
    assert len(names) == len(set(names))
    assert all(parser.__doc__ for parser in PARSERS)
