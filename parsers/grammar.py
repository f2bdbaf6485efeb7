"""What the grammar of a line-based log is: its lines as patterns, its cuts, its words for ours.

A pattern is written like the site's own line, with placeholders: ``{name}`` a seated player, ``{who}`` anybody,
``{cards}`` cards in brackets, ``{money}`` a sum of no interest, ``{amount}`` ``{to}`` ``{n}`` ``{said}`` what they say,
``{all_in}`` the site's note that it was the last chip.  A line matches from its first to its last character.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import polars as pl

MARK = "\x01"
"""Stands where a player's name stood in a line."""

# Digits and letters are listed: classes of all scripts cost the column's regular expressions three times as much.
SYMBOL = r"(?:Rs\.? ?|[^0-9A-Za-z\s.,()\[\]#'|:*+-]{1,4})?"
MONEY = SYMBOL + r"[0-9][0-9,]{0,15}(?:\.[0-9]{1,4})?"
"""A sum of money as rooms print it: symbol or none, thousands commas, at most four decimals."""

MONEY_FIELDS = ("amount", "to", "stack", "bounty")
NUMBER_FIELDS = ("n", "seat", "max_seats", "button")
TEXT_FIELDS = ("said", "table", "parts", "status", "play")

HEAD, PLAY, SUMMARY = 1, 2, 4
"""Where in a hand a line may stand: before the first marker, between the markers, in the summary."""
ZONES = {"head": HEAD, "play": PLAY, "summary": SUMMARY, "action": HEAD | PLAY, "any": HEAD | PLAY | SUMMARY}


@dataclass(frozen=True)
class Line:
    """One kind of line: what it is, how it reads, where it may stand, and what is the same in all lines of the kind.

    Kinds are the actions of ``tables.ACTIONS`` and ``both_blinds``, ``street``, ``summary``, ``table``, ``dealt``,
    ``added``, ``collect``, ``total``, ``board``, ``runs``, ``cancelled``, ``ignore``, and for the summary's word on a
    player ``result_folded``, ``result_shown``, ``result_mucked``, ``result_won``, ``result_of`` another name.
    """

    kind: str
    pattern: str
    where: str = "action"
    street: str | None = None
    run: int | None = None
    pot: int | None = None
    brackets: int = 2
    """How many brackets of the line hold the cards that are new in it, and those before them."""


@dataclass(frozen=True)
class Cut:
    """A literal that parts a player's name from the rest of the line, which begins with ``begins``."""

    literal: str
    begins: str = ""
    name_last: bool = False


@dataclass(frozen=True)
class SeatLine:
    """How a player is listed: the whole pattern, and the literals between seat number, name and stack."""

    pattern: str
    begins: str
    number_ends: str
    name_ends: str
    stack_ends: str
    usual_end: str


@dataclass(frozen=True)
class Heading:
    """What the first line of a hand says, less the hand number and the time."""

    site: str
    game: str
    betting: str
    kind: str
    mix: str | None = None
    currency: str | None = None
    small_blind: int | None = None
    big_blind: int | None = None
    ante: int | None = None
    small_bet: int | None = None
    big_bet: int | None = None
    cap: int | None = None
    tournament_no: str | None = None
    tournament_name: str | None = None
    buy_in: int | None = None
    fee: int | None = None
    bounty: int | None = None
    buy_in_currency: str | None = None
    level: str | None = None
    fast_fold: bool = False
    collects_uncalled: bool = False
    fault: str | None = None
    """Why the heading could not be read; then nothing else of it counts."""
    returns_added: bool = False
    """The room's line about the uncalled bet also holds the money that the room itself put into the pot."""


@dataclass(frozen=True)
class Grammar:
    """A site's log format, for the engine in ``lines`` and ``assembly``."""

    format: str
    start: str
    """The first line of a hand, from its beginning, as far as the literal before the game."""
    start_hint: str
    """A literal in every such line and in few others, by which they are looked for."""
    inside: str
    """The same in the middle of a line, where one hand was cut off and the next one follows."""
    header: str
    """The first line up to its time: room, hand number and game. It is fast where each character leaves one way on."""
    before_time: str
    """The literal between game and time."""
    time: str
    """How the time begins, so that no game's name does."""
    heading: Callable[[str, str, bool], Heading | str]
    """Room and game of a header line, with whether its time has a zone, or why they cannot be read."""
    seat: SeatLine
    marker: str
    """What every section line begins with."""
    lines: tuple[Line, ...]
    cuts: tuple[Cut, ...]
    summary_cut: str
    """The literal between seat number and name in the summary."""
    summary_lists_all: bool
    """Whether the summary tells of every player dealt in: then one of whom it does not shows that the log was cut."""
    hero_mark: str
    pot_parts: Mapping[str, str]
    """The words beside the pot total: ``ignore``, ``added`` or ``rake``; unknown words are part of the rake."""
    odd_cards: Mapping[str, str] = field(default_factory=dict)
    """What a client printed in place of a card, and the card."""

    @property
    def whole_header(self) -> str:
        """The whole first line: room, hand number, game and time."""
        return f"{self.header}{re.escape(self.before_time)}(?P<time>{self.time}.*)"


# ---------------------------------------------------------------- the games, as far as a log's shape depends on them

FAMILY = {
    **dict.fromkeys(
        (
            "holdem", "short-deck", "split-holdem", "omaha", "omahahilo", "omaha5", "omaha5hilo", "omaha6",
            "omaha6hilo", "courchevel", "courchevelhilo", "fusion",
        ),
        "board",
    ),
    **dict.fromkeys(("5cd", "27sd", "27td", "a5td", "badugi", "badacey", "badeucey"), "draw"),
    **dict.fromkeys(("stud", "studhilo", "razz"), "stud"),
    "5stud": "stud",
}  # fmt: skip
FIRST_STREET = {"board": "preflop", "draw": "predraw", "stud": "third"}
FIRST_STREET_OF_GAME = {"5stud": "second"}
STREET_WORDS = {("stud", "river"): "seventh", ("draw", "preflop"): "predraw"}
"""Where a family's street has another name than the marker says."""
HAND_SIZE = {"holdem": 2, "short-deck": 2, "split-holdem": 2, "fusion": 2, "badugi": 4}
DOWN_CARDS = {"5stud": 1}
BY_CARDS_DEALT = {
    ("omaha", 5): "omaha5",
    ("omaha", 6): "omaha6",
    ("omahahilo", 5): "omaha5hilo",
    ("omahahilo", 6): "omaha6hilo",
}
"""Some exporters say just Omaha whatever the number of cards: the cards dealt tell."""

# ---------------------------------------------------------------- patterns

_PLACEHOLDERS = {
    "{name}": MARK,
    "{who}": ".+?",
    "{cards}": r"\[\]",
    "{money}": f"(?:{MONEY})",
    "{amount}": f"(?P<amount>{MONEY})",
    "{to}": f"(?P<to>{MONEY})",
    "{stack}": f"(?P<stack>{MONEY})",
    "{bounty}": f"(?P<bounty>{MONEY})",
    "{n}": r"(?P<n>\d{1,2})",
    "{said}": "(?P<said>.+)",
    "{all_in}": f"(?:(?P<all_in> and is all-in)|(?: and has reached the {MONEY} cap))?",
}


def expand(pattern: str) -> str:
    """The regular expression of a pattern with placeholders."""
    for placeholder, meaning in _PLACEHOLDERS.items():
        pattern = pattern.replace(placeholder, meaning)
    return pattern


_SYMBOL = re.compile(r"^[^\d]+")
_MONEY_PARTS = rf"^{SYMBOL}([0-9][0-9,]{{0,15}})(?:\.([0-9]{{1,4}}))?$"


def money(text: str) -> int:
    """A printed sum as an integer of 1/10,000."""
    whole, _, part = _SYMBOL.sub("", text).replace(",", "").partition(".")
    return int(whole or "0") * 10_000 + int(part.ljust(4, "0"))


def money_column(texts: pl.Series) -> pl.Series:
    """A column of printed sums as integers of 1/10,000, null where a text is no sum."""
    parts = texts.str.extract_groups(_MONEY_PARTS).struct.unnest()
    whole, part = parts.to_series(0), parts.to_series(1)
    if whole.str.contains(",", literal=True).any():
        whole = whole.str.replace_all(",", "", literal=True)
    return whole.cast(pl.Int64) * 10_000 + part.str.pad_end(4, "0").cast(pl.Int64).fill_null(0)


_CARD = re.compile(r"(10|[2-9TJQKA])([cdhs])(?:\s+|(?=[2-9TJQKA1])|$)")
CARDS = "(?:[2-9TJQKA][cdhs](?: |$))*"
"""Cards as the tables hold them."""


def cards(text: str, odd: Mapping[str, str]) -> str | None:
    """The text of a bracket as the tables hold cards, or nothing if it holds something else."""
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        if match := _CARD.match(text, at):
            found.append(("T" if match[1] == "10" else match[1]) + match[2])
            at = match.end()
            continue
        word = text[at:].split(maxsplit=1)[0]
        if word not in odd:
            return None
        found.append(odd[word])
        at += len(word)
        at += len(text[at:]) - len(text[at:].lstrip())
    return " ".join(found)


_BRACKET = re.compile(r"\[([^\]]*)\]")


def cut_cards(line: str) -> tuple[str, str | None, str | None]:
    """A line with its brackets emptied, and what the first two held."""
    if "[" not in line:
        return line, None, None
    held = _BRACKET.findall(line)
    return _BRACKET.sub("[]", line), held[0] if held else None, held[1] if len(held) > 1 else None
