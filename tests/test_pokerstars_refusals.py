"""PokerStars text that is cut, cancelled, foreign, damaged, or comes in odd bytes."""

from collections.abc import Iterator

import pytest
from stars_log import BLINDS, HEADER, SEATS, WALK, hand, log, moves, parse, seat

from pokerstats.parsers import pokerstars

# ---------------------------------------------------------------- what is not stored


def test_hands_cut_off_and_cancelled() -> None:
    cut = log().split("*** SUMMARY")[0]
    cancelled = log(play="Hand cancelled").replace("7001", "7002")
    whole = log().replace("7001", "7003")
    parsed = parse(cut + cancelled + whole)
    assert parsed.rejected.select("site_hand_no", "site", "kind", "line_from", "line_to").rows() == [
        ("7001", "PokerStars", "incomplete", 1, 13),
        ("7002", "PokerStars", "cancelled", 14, 26),
    ]
    assert parsed.hands.select("site_hand_no", "line_from").rows() == [("7003", 27)]
    assert parsed.actions["hand"].unique().to_list() == [0]


def test_a_hand_is_stored_with_its_last_line_and_not_before() -> None:
    lines = log().splitlines(keepends=True)
    for count in range(1, len(lines)):
        for text in ("".join(lines[:count]), "".join(lines[:count]) + lines[count][:4]):
            (parsed,) = pokerstars.parse(text.encode(), path="growing.txt")
            assert parsed.rejected["kind"].to_list() == ["incomplete"], text
    assert parse("".join(lines)).hands.height == 1


def test_an_exporter_that_tells_of_nobody_ends_its_hands_with_blank_lines() -> None:
    first, second = log(rest=False), log(rest=False).replace("7001", "7002")
    parsed = parse(first + "\n\n" + second)
    assert parsed.hands["site_hand_no"].to_list() == ["7001"]
    assert parsed.rejected.select("site_hand_no", "reason").rows() == [
        ("7002", "cut off: the summary does not tell of every player")
    ]
    assert parse(first + "\n\n" + second + "\n").hands["site_hand_no"].to_list() == ["7001", "7002"]


def test_mailed_logs_number_their_hands_between_them() -> None:
    parsed = parse(log() + "*********** # 2 **************\n" + log().replace("7001", "7002"))
    assert parsed.hands["site_hand_no"].to_list() == ["7001", "7002"]
    assert parsed.lines_unmatched == 0


@pytest.mark.parametrize("kept", ["Bo", "Bo B:", "Bo B: "])
def test_a_hand_that_begins_inside_a_cut_line(kept: str) -> None:
    cut = log().split("Bo B: folds")[0] + kept
    parsed = parse(cut + log().replace("7001", "7002"))
    assert parsed.rejected.select("site_hand_no", "kind", "line", "text").rows() == [
        ("7001", "incomplete", 10, kept.rstrip())
    ]
    assert parsed.hands.select("site_hand_no", "line_from", "line_to").rows() == [("7002", 10, 27)]


def test_an_unknown_game_and_an_unknown_line() -> None:
    parsed = parse(log(HEADER.replace("Hold'em", "Tarock")))
    assert parsed.rejected["reason"].to_list() == [
        "header: 'Tarock No Limit ($0.50/$1 USD)' names no game and limit that is known"
    ]
    parsed = parse(log(play="*** HOLE CARDS ***\nann: levitates\n" + WALK))
    assert parsed.rejected.select("kind", "reason", "line").rows() == [
        ("unreadable", "'ann: levitates' is no line that is known here", 9)
    ]


@pytest.mark.parametrize(
    ("line", "odd"),
    [
        ("Table 'Lyra IV' 6-max", "Tisch 'Lyra IV' 6-max"),
        ("Total pot $1 |", "Total pot Q1 |"),
        ("Seat 1: ann ($100 in chips)", "Seat 1: ann (Q100 in chips)"),
    ],
)
def test_a_line_in_other_words_is_the_fault_and_not_what_it_would_have_told(line: str, odd: str) -> None:
    parsed = parse(log().replace(line, odd))
    assert parsed.rejected["kind"].to_list() == ["unreadable"]
    assert parsed.rejected["text"].to_list()[0].startswith(odd)


@pytest.mark.parametrize("price", ["", "Tournament #9, $10+$1 USD "])
def test_other_rules_of_a_known_game_are_no_known_game(price: str) -> None:
    stakes = "- Level I (10/20)" if price else "($0.50/$1 USD)"
    parsed = parse(log(f"PokerStars Hand #7001:  {price}Swap Hold'em No Limit {stakes} - 2024/05/02 20:00:00 ET"))
    assert parsed.hands.height == 0
    assert parsed.rejected["reason"].to_list() == ["header: 'Swap Hold'em No Limit' is no game that is known"]


STUD_DEALT = (
    "Dealt to ann [Qh Qc 8d]\nDealt to Bo B [Kc]\nDealt to cy [2s]\ncy: brings in for $0.25\nann: calls $0.25\n"
)
DRAW_DEALT = "*** DEALING HANDS ***\nDealt to ann [Jc Jd 8s 4h 2c]\nann: calls $1\n*** FIRST DRAW ***\n"


@pytest.mark.parametrize(
    ("game", "play", "row", "told"),
    [
        ("7 Card Stud Limit", f"*** 3rd STREET ***\n{STUD_DEALT}*** 4th STREET ***\n", "Dealt to cy [2s] [3h]", "2d"),
        (
            "7 Card Stud Limit",
            f"*** 3rd STREET ***\n{STUD_DEALT}*** 4th STREET ***\n",
            "Dealt to ann [Qh Qc 8d] [5c]",
            "Qs Qc 8d",
        ),
        (
            "5 Card Draw No Limit",
            f"{DRAW_DEALT}ann: discards 3 cards [8s 4h 2c]\n",
            "Dealt to ann [Jc Jd] [Js 5d Qh]",
            "Jc Jh",
        ),
    ],
)
def test_a_draw_or_stud_hand_that_changes_its_cards_from_line_to_line(
    game: str, play: str, row: str, told: str
) -> None:
    header = HEADER.replace("Hold'em No Limit", game)
    blinds = BLINDS if "Draw" in game else "ann: posts the ante $0.10\ncy: posts the ante $0.10"
    assert parse(log(header, blinds=blinds, play=f"{play}{row}\n{WALK}")).rejected.height == 0
    other = row.replace(row[row.index("[") + 1 : row.index("]")], told)
    (rejected,) = parse(log(header, blinds=blinds, play=f"{play}{other}\n{WALK}")).rejected.rows(named=True)
    assert (rejected["kind"], rejected["text"]) == ("impossible", other)
    assert rejected["reason"] == f"'{other}' tells of other cards than he was dealt before"


@pytest.mark.parametrize(
    ("line", "other"),
    [
        ("*** TURN *** [7c 2d Ts] [Jh]", "*** TURN *** [7c 2d Th] [Jh]"),
        ("*** RIVER *** [7c 2d Ts Jh] [3s]", "*** RIVER *** [7c 2d Ts Jd] [3s]"),
        ("Board [7c 2d Ts Jh 3s]", "Board [7c 2d Ts Jh 4s]"),
    ],
)
def test_a_board_that_changes_from_line_to_line(line: str, other: str) -> None:
    play = (
        "*** HOLE CARDS ***\nann: calls $1\nBo B: calls $0.50\ncy: checks\n*** FLOP *** [7c 2d Ts]\n{checks}"
        "*** TURN *** [7c 2d Ts] [Jh]\n{checks}*** RIVER *** [7c 2d Ts Jh] [3s]\nBo B: checks\ncy: bets $1\n"
        "ann: folds\nBo B: folds\nUncalled bet ($1) returned to cy\ncy collected $3 from pot\n*** SUMMARY ***\n"
        "Total pot $3 | Rake $0\nBoard [7c 2d Ts Jh 3s]\n"
    ).format(checks="Bo B: checks\ncy: checks\nann: checks\n")
    assert parse(log(HEADER, play=play)).rejected.height == 0
    (rejected,) = parse(log(HEADER, play=play.replace(line, other))).rejected.rows(named=True)
    assert (rejected["kind"], rejected["text"]) == ("impossible", other)
    assert rejected["reason"].endswith("tells of another board than the line before")


def test_text_around_hands_is_counted_and_no_part_of_them() -> None:
    parsed = parse("a preamble\n\n" + log() + "\nYours sincerely\n\nthe room\n" + log().replace("7001", "7002"))
    assert parsed.hands.select("line_from", "line_to").rows() == [(3, 20), (25, 42)]
    assert parsed.lines_unmatched == 3


def test_noise_is_no_action() -> None:
    noise = "\n".join(
        (
            "ann is sitting out", "zoe: sits out", "ann has timed out while disconnected", "ann is disconnected",
            "ann is connected", "ann has returned", "zoe joins the table at seat #5", "zoe leaves the table",
            "zoe will be allowed to play after the button", "zoe was removed from the table for failing to post",
            "Betting is capped", "Pair on board - a double bet is allowed", "The deck is reshuffled",
            'zoe said, "Seat 1: ann ($5 in chips)"', 'ann said, "*** FLOP *** [2c 3c 4c]"',
            "ann re-buys and receives 1500 chips for $5", "cy wins the $2 bounty for eliminating ann",
            "cy, Bo B split the $50 bounty for eliminating ann",
            "ann finished the tournament in 3rd place and received $9.50.",
            "cy wins the tournament and receives $20 - congratulations!",
        )
    )  # fmt: skip
    parsed = parse(log(play="*** HOLE CARDS ***\n" + noise + "\n" + WALK))
    assert parsed.rejected.rows() == []
    assert [action for _, action in moves(parsed)] == ["small_blind", "big_blind", "fold", "fold", "return"]


# ---------------------------------------------------------------- bytes


@pytest.mark.parametrize(
    "data",
    [
        log().encode("utf-8-sig"),
        log().replace("\n", "\r\n").encode(),
        log().replace("\n", "\r").encode(),
        log().replace("\n", "\0\n").encode(),
        log().encode("utf-16"),
        log().encode("utf-16-le") + b"\x20",
        log().encode("utf-16-be"),
        log().replace("\n", " \n").encode(),
    ],
)
def test_encodings_and_line_ends(data: bytes) -> None:
    parsed = parse(data)
    assert parsed.hands.select("line_from", "line_to").rows() == [(1, 18)]
    assert parsed.actions["line"].to_list() == [6, 7, 9, 10, 11]
    assert parsed.hands["text_hash"].to_list() == parse(log()).hands["text_hash"].to_list() or b" \n" in data


def test_old_windows_bytes() -> None:
    text = log(HEADER.replace("$0.50/$1 USD", "€0.50/€1 EUR"), seats=SEATS.replace("ann", "änn")).replace("ann", "änn")
    parsed = parse(text.encode("cp1252"))
    assert parsed.hands["currency"].to_list() == ["EUR"]
    assert seat(parsed, 1)["player"] == "änn"


def test_doubled_line_ends() -> None:
    parsed = parse(log().replace("\n", "\n\n"))
    assert parsed.hands.height == 1


@pytest.mark.parametrize("data", [b"", b"\xef\xbb\xbf", b"\n\n \n"])
def test_nothing_gives_nothing(data: bytes) -> None:
    assert list(pokerstars.parse(data, path="empty.txt")) == []


def test_a_text_without_hands_is_counted() -> None:
    parsed = parse("no hand here\nnor here\n")
    assert (parsed.hands.height, parsed.rejected.height, parsed.lines_unmatched) == (0, 0, 2)


def test_an_edited_copy_has_another_hash() -> None:
    plain = hand(log())["text_hash"]
    assert hand("\n\n" + log() + "\n\n")["text_hash"] == plain
    assert hand(log(seats=SEATS.replace("$60", "$61")))["text_hash"] != plain


def test_the_text_is_kept_if_asked_for() -> None:
    (parsed,) = pokerstars.parse(log().encode(), path="some.txt", keep_text=True)
    assert parsed.hands["text"].to_list() == [log().strip()]


# ---------------------------------------------------------------- damage


def damaged() -> Iterator[str]:
    """The same two hands cut after each line, with two lines swapped, or with foreign characters inside."""
    lines = (log() + "\n\n" + log().replace("7001", "7002")).split("\n")
    for at in range(1, len(lines), 2):
        yield "\n".join(lines[:at])
        yield "\n".join(lines[:at])[:-3]
        yield "\n".join([*lines[: at - 1], lines[at], lines[at - 1], *lines[at + 1 :]])
        yield "\n".join([*lines[:at], "\x00\x01 [[ ]: � *** Seat 3: (", *lines[at:]])
        yield "\n".join([*lines[:at], lines[at][: len(lines[at]) // 2], *lines[at + 1 :]])


def test_damaged_logs_never_lose_a_hand() -> None:
    for text in damaged():
        headers = sum("PokerStars Hand #" in line and ": " in line for line in text.split("\n"))
        found = sum(batch.hands.height + batch.rejected.height for batch in pokerstars.parse(text.encode(), path="x"))
        assert found == headers
