"""Cards as numbers: a code is ``rank * 4 + suit``, ranks 0..12 from deuce to ace, suits c d h s; -1 is unknown."""

from collections.abc import Iterable
from functools import cache

import numpy as np
import numpy.typing as npt
import polars as pl

from pokerstats.pipeline.errors import UnreadableError

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN = -1
TEXTS = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The text of every card, by code."""

DECKS = {52: 0, 36: 4, 32: 5, 24: 7}
"""Deck sizes and the lowest rank of each: the short decks begin at the six, the seven and the nine."""

Codes = npt.NDArray[np.int8]
Counts = npt.NDArray[np.int64]

_PACKED_UNKNOWN = int.from_bytes(b"??", "big")


@cache
def _code_of_pair() -> Codes:
    table = np.full(65_536, UNKNOWN, dtype=np.int8)
    for code, text in enumerate(TEXTS):
        rank, suit = text[0], text[1]
        for written in (rank + suit, rank.lower() + suit, rank + suit.upper(), rank.lower() + suit.upper()):
            table[int.from_bytes(written.encode(), "big")] = code
    return table


@cache
def _pair_of_code() -> npt.NDArray[np.uint16]:
    pairs = [int.from_bytes(text.encode(), "little") for text in TEXTS]
    return np.array([*pairs, _PACKED_UNKNOWN], dtype=np.uint16)


def deck(size: int = 52) -> Codes:
    """The codes of a deck of 52, 36, 32 or 24 cards, lowest first."""
    return np.arange(lowest_rank(size) * 4, 52, dtype=np.int8)


def lowest_rank(size: int) -> int:
    """The lowest rank in a deck of this size."""
    if size not in DECKS:
        raise UnreadableError(f"deck of {size} cards: decks have {', '.join(map(str, DECKS))} cards")
    return DECKS[size]


def codes_of(text: str) -> list[int]:
    """The codes of one text of cards, ``"Td 9c"`` → ``[33, 28]``; what is no card is unknown."""
    table = _code_of_pair()
    return [int(table[int.from_bytes(card.encode()[:2], "big")]) for card in text.split()]


def text_of(codes: Iterable[int]) -> str:
    """The text of some codes, unknown cards as ``??``."""
    return " ".join("??" if code < 0 else TEXTS[code] for code in codes)


def to_codes(texts: pl.Series, width: int | None = None) -> tuple[Codes, Counts]:
    """Card texts as one row of codes each, padded with -1, and how many cards each text names.

    Cards beyond ``width`` are counted but not kept; a null text has no cards.
    """
    filled = texts.cast(pl.String).fill_null("")
    lengths = filled.str.len_bytes().to_numpy().astype(np.int64)
    counts = (lengths + 1) // 3
    most = int(counts.max()) if len(counts) else 0
    width = most if width is None else width
    if not width or not most:
        return np.full((len(filled), width), UNKNOWN, dtype=np.int8), counts
    padded = filled.str.slice(0, 3 * width - 1).str.pad_end(3 * width, " ")
    raw = np.frombuffer("".join(padded.to_list()).encode("ascii", "replace"), dtype=np.uint8).reshape(-1, width, 3)
    packed = raw[:, :, 0].astype(np.uint16) << 8 | raw[:, :, 1]
    return _code_of_pair()[packed], counts


def to_texts(codes: Codes) -> pl.Series:
    """One text a row; -1 at the end of a row is left out, -1 before a known card is ``??``."""
    rows, width = codes.shape
    if not rows or not width:
        return pl.Series([""] * rows, dtype=pl.String)
    raw = np.full((rows, width, 3), ord(" "), dtype=np.uint8)
    raw[:, :, :2] = _pair_of_code()[codes].view(np.uint8).reshape(rows, width, 2)
    texts = pl.Series(raw.reshape(rows, width * 3).view(f"S{width * 3}")[:, 0].tolist(), dtype=pl.Binary)
    return texts.cast(pl.String).str.replace(r"( \?\?)+ *$|^\?\?( \?\?)* *$", "").str.strip_chars_end(" ")
