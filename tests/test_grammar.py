"""The line engine: a site is data, and reading by column or one by one gives the same tables."""

import datetime as dt
import re
from dataclasses import replace

import polars as pl
import pytest
from stars_log import log

from pokerstats.parsers.clock import clocks, instant
from pokerstats.parsers.engine import boundary_of, looks_like, parse_lines
from pokerstats.parsers.exact import SeatReader, longest_first, match_line
from pokerstats.parsers.grammar import (
    HEAD,
    MARK,
    PLAY,
    SUMMARY,
    Cut,
    Grammar,
    Heading,
    Line,
    SeatLine,
    cards,
    cut_cards,
    money,
    money_column,
)
from pokerstats.parsers.pieces import Pieces
from pokerstats.parsers.pokerstars import GRAMMAR
from pokerstats.parsers.reading import empty_brackets
from pokerstats.parsers.text import decode, pieces
from pokerstats.pipeline.tables import Parsed

FRAMES = ("hands", "seats", "actions", "payouts", "rejected")


def parse(text: str, grammar: Grammar = GRAMMAR, *, columnar: bool = True) -> Parsed:
    (parsed,) = parse_lines(text.encode(), grammar, columnar=columnar)
    return parsed


# ---------------------------------------------------------------- another site is another grammar

BARN = Grammar(
    format="barn",
    start=r"Barn Poker deal \d+ ",
    start_hint=" deal ",
    inside=r"Barn Poker deal \d+ ",
    header=r"(?P<room>Barn Poker) deal (?P<site_hand_no>\d+) (?P<game>.*)",
    before_time=" at ",
    time=r"\d",
    heading=lambda room, game, zoned: Heading(site=room, game="holdem", betting="nl", kind="cash", currency="EUR"),
    seat=SeatLine(
        pattern=r"Chair (?P<seat>\d): (?P<player>.+) brings {stack}(?P<status> away)?",
        begins="Chair ",
        number_ends=": ",
        name_ends=" brings ",
        stack_ends=" chips",
        usual_end="",
    ),
    marker="== ",
    lines=(
        Line("fold", "{name} passes"),
        Line("call", "{name} pays {amount}"),
        Line("small_blind", "small {amount} from {name}"),
        Line("street", "== cards", where="any"),
        Line("street", "== table {cards}", where="any", street="flop"),
        Line("summary", "== over", where="any"),
        Line("collect", "{name} takes {amount}"),
        Line("table", "at (?P<table>.+)", where="head"),
        Line("total", "in all {amount}(?P<parts>.*)", where="summary"),
        Line("result_won", "Chair (?P<seat>\\d): {name} (?P<said>won {money})", where="summary"),
    ),
    cuts=(Cut(" passes"), Cut(" pays "), Cut(" takes "), Cut(" from ", begins="small ", name_last=True)),
    summary_cut=": ",
    summary_lists_all=False,
    hero_mark="*",
    pot_parts={},
)
BARN_LOG = """Barn Poker deal 12 NL at 2024/01/02 10:00 UTC
at the oak
Chair 1: ol' Tom brings 9
Chair 3: Tom brings 8.5 away
Chair 4: pays 3 brings 7.25
small 0.5 from ol' Tom
== cards
pays 3 pays 0.5
Tom passes
== table [2c 3d 4h]
ol' Tom passes
pays 3 takes 1
== over
in all 1
Chair 4: pays 3 won 1
"""


@pytest.mark.parametrize("columnar", [True, False])
def test_a_grammar_is_all_that_a_site_needs(columnar: bool) -> None:
    parsed = parse(BARN_LOG, BARN, columnar=columnar)
    assert parsed.rejected.rows() == []
    assert parsed.hands.select("site", "site_hand_no", "table_name", "board", "played_at").rows() == [
        ("Barn Poker", "12", "the oak", "2c 3d 4h", dt.datetime(2024, 1, 2, 10))
    ]
    assert parsed.seats.select("seat", "player", "stack").rows() == [
        (1, "ol' Tom", 90_000), (3, "Tom", 85_000), (4, "pays 3", 72_500),
    ]  # fmt: skip
    assert parsed.actions.select("street", "seat", "action", "amount").rows() == [
        ("preflop", 1, "small_blind", 5_000),
        ("preflop", 4, "call", 5_000),
        ("preflop", 3, "fold", None),
        ("flop", 1, "fold", None),
    ]
    assert parsed.payouts.select("seat", "amount").rows() == [(4, 10_000)]


def test_a_log_is_recognised_by_its_header() -> None:
    assert looks_like(BARN_LOG, BARN)
    assert not looks_like(BARN_LOG, GRAMMAR)
    assert boundary_of(BARN).search(b"\n\n" + BARN_LOG.encode()).start() == 2  # type: ignore[union-attr]


def test_a_header_nobody_can_read_is_told() -> None:
    parsed = parse(BARN_LOG, replace(BARN, heading=lambda *_: "no such barn"))
    assert parsed.rejected.select("kind", "reason").rows() == [("unreadable", "header: no such barn")]


# ---------------------------------------------------------------- by column or one by one

ODD = (
    log(),
    log().replace("Bo B", "Bo: folds"),
    log().replace("cy", "Bo B"),
    log().replace("Seat 4: cy ", "Seat 4:  cy "),
    log().replace("HOLE CARDS ***", "HOLE CARDS ***\nDealt to ann\nUncalled bet ($3\nann collected\nann:"),
    log().replace("ann", "[ann]"),
    log().replace("*** SUMMARY", "ghost: checks\n*** SUMMARY"),
    log().replace("ann: folds", "ann: calls $1 and is all-in").replace("Rake $0", "Rake $0 [odd"),
    log().replace("ann: folds", 'ann: folds [2c 3c] [4c\nann said, "[ ] [ ] [ ]"'),
    log().replace("Seat 1: ann ($100 in chips)", "Seat 1: ann ($1 in chips) ($100 in chips) is sitting out"),
    log().replace("Seat 4: cy", "Seat 44: cy").replace("$60 in", "60.12345 in"),
)


@pytest.mark.parametrize("text", ODD)
def test_both_ways_agree(text: str) -> None:
    by_column, one_by_one = parse(text), parse(text, columnar=False)
    for frame in FRAMES:
        assert getattr(by_column, frame).equals(getattr(one_by_one, frame)), frame
    assert by_column.lines_unmatched == one_by_one.lines_unmatched


def test_batches_are_cut_between_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "".join(log().replace("7001", str(number)) + "\n" for number in range(1, 31))
    monkeypatch.setattr("pokerstats.parsers.engine.BATCH_BYTES", 1500)
    monkeypatch.setattr("pokerstats.parsers.engine.MOST_PIECES", 5)
    batches = list(parse_lines(text.encode(), GRAMMAR))
    assert len(batches) > 5
    hands = pl.concat([batch.hands for batch in batches])
    assert hands["site_hand_no"].to_list() == [str(number) for number in range(1, 31)]
    assert hands["line_from"].to_list() == list(range(1, 571, 19))
    assert sum(batch.lines for batch in batches) == text.count("\n")
    assert all(batch.hands["hand"].to_list() == list(range(batch.hands.height)) for batch in batches)


# ---------------------------------------------------------------- pieces


def test_a_piece_is_read_once_and_from_end_to_end() -> None:
    known = Pieces(GRAMMAR)
    call = known.code(f"{MARK}: calls $1,250.50 and is all-in")
    assert GRAMMAR.lines[known.line[call]].kind == "call"
    assert known.numbers["amount"].get(call) == 12_505_000
    assert call in known.all_in
    assert known.code(f"{MARK}: calls $1,250.50 and is all-in") == call
    assert known.code(f"{MARK}: calls $1,250.50 and is all-in!") == -1
    assert known.code(f"so {MARK}: calls $1,250.50") == -1
    assert known.code("") == -1


def test_each_line_of_the_grammar_can_be_found() -> None:
    """No kind of line is hidden behind an earlier one that reads the same."""
    known = Pieces(GRAMMAR)
    for text, kind in (
        (f"{MARK} collected $2 from side pot-3", "collect"), (f"{MARK}: shows [] (a flush)", "show"),
        ("*** RIVER *** [] []", "street"), ("*** RIVER ***", "street"), ("*** SECOND SHOW DOWN ***", "street"),
        (f"Seat 3: {MARK} (big blind) mucked []", "result_mucked"), ("Hand cancelled", "cancelled"),
        (f"Seat 3: {MARK} folded after the 2nd Draw", "result_folded"), (f"{MARK} has timed out", "ignore"),
        ("Table 'a'b' 9-max (Play Money) Seat #3 is the button", "table"), ("STP added: €1", "added"),
    ):  # fmt: skip
        code = known.code(text)
        assert code >= 0, text
        assert GRAMMAR.lines[known.line[code]].kind == kind


def test_the_longest_name_is_tried_first() -> None:
    known = Pieces(GRAMMAR)
    seated = longest_first([("x", 1), ("x: calls $2", 2), ("y", 3)])
    assert match_line("x: calls $2: folds", seated, PLAY, known).seat == 2  # type: ignore[union-attr]
    assert match_line("x: calls $2", seated, PLAY, known).seat == 1  # type: ignore[union-attr]
    assert match_line("z: folds", seated, PLAY, known) is None
    assert match_line("x: folds", seated, SUMMARY, known) is None
    assert match_line("Seat 2: x folded before Flop", seated, SUMMARY, known) is None
    assert match_line("Seat 1: x folded before Flop", seated, SUMMARY, known).seat == 1  # type: ignore[union-attr]
    assert match_line("Total pot $1 | Rake $0", seated, HEAD, known) is None


@pytest.mark.parametrize("name", ["0", "A", "Ah", "pot", "| R"])
def test_a_line_that_is_nobodys_holds_no_name(name: str) -> None:
    known = Pieces(GRAMMAR)
    for line in ("Total pot $3.10 | Rake $0", "Board [Ah 2c 3d]"):
        plain = match_line(line, [], SUMMARY, known)
        assert plain and plain == match_line(line, [(name, 1)], SUMMARY, known)


def test_the_seat_list_is_greedy_for_names() -> None:
    reader = SeatReader(GRAMMAR.seat.pattern)
    assert reader.read("Seat 3: a ($2 in chips) (3,000 in chips, $1.50 bounty) is sitting out") == (
        3, "a ($2 in chips)", 30_000_000, 15_000, " is sitting out",
    )  # fmt: skip
    assert reader.read("Seat 3: a") is None


# ---------------------------------------------------------------- cards and sums


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ah Kd", "Ah Kd"), ("2s3d 3c", "2s 3d 3c"), ("10h 9c", "Th 9c"), ("", ""), (" Ah ", "Ah"), ("of", "??"),
        ("of Ah", "?? Ah"), ("Ax", None), ("hero", None), ("Ah, Kd", None),
    ],
)  # fmt: skip
def test_cards(text: str, wanted: str | None) -> None:
    assert cards(text, {"of": "??"}) == wanted


def test_brackets_are_emptied_in_both_ways() -> None:
    lines = ["a [Ah] b [Kd Ks] c", "no", "[x]", "a [Ah", "a [b] [c] [d]", "] ["]
    text, held, whole = empty_brackets(pl.Series(lines))
    assert whole.to_list() == [True, True, True, False, False, False]
    for number in (0, 1, 2):
        assert (text[number], *held.row(number)) == cut_cards(lines[number])


SUMS = (
    ("$2", 20_000), ("1,234.5", 12_345_000), ("€0.05", 500), ("₹1,00,000", 1_000_000_000), ("Rs. 7.25", 72_500),
    ("¥3", 30_000), ("â€3", None), ("1.23456", None), ("$", None), ("2$", None), ("-3", None), ("1e5", None),
)  # fmt: skip


def test_sums_are_whole_numbers_in_both_ways() -> None:
    column = money_column(pl.Series([text for text, _ in SUMS]))
    for (text, wanted), found in zip(SUMS, column, strict=True):
        assert found == wanted or text == "â€3", text
        if wanted is not None:
            assert money(text) == wanted


# ---------------------------------------------------------------- bytes and clocks


def test_decode() -> None:
    assert decode("a\r\nb".encode("utf-8-sig")) == ("a\nb", "utf-8")
    assert decode(b"a\rb") == ("a\nb", "utf-8")
    assert decode(b"a\r\nb\rc\n") == ("a\nbc\n", "utf-8")
    assert decode("ä€\n".encode("utf-16")) == ("ä€\n", "utf-16-le")
    assert decode("\ufeffhello\n".encode("utf-16-be")) == ("hello\n", "utf-16-be")
    assert decode("hello\n".encode("utf-16-le") + b"a") == ("hello\n", "utf-16-le")
    assert decode("5€ ä".encode("cp1252")) == ("5€ ä", "cp1252")
    assert decode("a\nï»¿b".encode()) == ("a\nb", "utf-8")
    assert decode("é".encode() + b"\x80") == ("é€", "cp1252")
    assert decode(b"hello\n\0\nyou") == ("hello\n\nyou", "utf-8")


def test_pieces_know_their_lines() -> None:
    data = b"\xef\xbb\xbfH1\nx\nH2\r\ny\nH3\nz"
    cut = list(pieces(data, re.compile(rb"(?m)^H\d"), 4))
    assert cut == [(b"H1\nx\n", 1), (b"H2\ny\n", 3), (b"H3\nz", 5)]


def test_clocks() -> None:
    frame = clocks(
        pl.Series(
            ["2024/01/02 3:04:05 ET", "2024/01/02 13:04 UTC", "2024/13/02 3:04:05 ET", "2024/01/02 25:04:05 ET", ""]
        )
    )
    assert frame.rows() == [
        (dt.datetime(2024, 1, 2, 8, 4, 5), dt.datetime(2024, 1, 2, 3, 4, 5), "ET"),
        (dt.datetime(2024, 1, 2, 13, 4), dt.datetime(2024, 1, 2, 13, 4), "UTC"),
        (None, None, "ET"),
        (None, None, "ET"),
        (None, None, None),
    ]


def test_an_hour_that_never_was_is_no_instant() -> None:
    assert instant(dt.datetime(2024, 3, 10, 2, 30), "ET", None, None) is None
    assert instant(dt.datetime(2024, 7, 1, 12), "CET", None, None) == dt.datetime(2024, 7, 1, 10)
    assert instant(dt.datetime(2024, 7, 1, 12), None, None, None) is None
