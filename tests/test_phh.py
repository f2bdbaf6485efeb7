"""PHH: the notation as it is specified, and as real files have it."""

import tomllib
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pokerstats.parsers import phh
from pokerstats.pipeline import tables
from pokerstats.pipeline.detect import detect
from pokerstats.pipeline.replay import replay
from pokerstats.pipeline.store import hand_ids
from pokerstats.pipeline.tables import Parsed, Replayed

HOLDEM = """\
# a hand of three
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 40, 100.50]
actions = ['d dh p1 AcKc', 'd dh p2 ????', 'd dh p3 7h7d  # a pair', 'p3 cbr 3', 'p1 cc', 'p2 f', '# a pause',
  'd db 7c2c9d', 'p1 cc', 'p3 cbr 5', 'p1 cc', 'd db Qc', 'p1 cbr 20', 'p3 cc', 'd db 9h', 'p1 cc', 'p3 cbr 30', 'p1 f']
venue = 'Club'
hand = 7
year = 2026
month = 5
day = 1
time = 20:00:00
time_zone = 'Europe/Oslo'
seats = [3, 4, 6]
seat_count = 6
table = 'A'
players = ['Ann', 'Bo', '']
winnings = [0, 0, 57]
currency = 'EUR'
"""


def fields(*lines: str) -> str:
    return "\n".join(lines) + "\n"


def read(text: str) -> Parsed:
    (parsed,) = phh.parse(text.encode(), path="x.phh")
    return parsed


def replayed(text: str) -> Replayed:
    found = replay(read(text))
    assert found.rejected.height == 0, found.rejected["reason"].to_list()
    return found


def actions(found: Replayed) -> list[tuple[Any, ...]]:
    return found.actions.select("street", "seat", "action", pl.col("amount") / 10_000, "all_in").rows()


def test_a_hand() -> None:
    found = replayed(HOLDEM)
    (hand,) = found.hands.to_dicts()
    told = {
        "site": "Club", "site_hand_no": "7", "game": "holdem", "betting": "nl", "kind": "cash", "currency": "EUR",
        "small_blind": 5_000, "big_blind": 10_000, "max_seats": 6, "table_name": "A", "button_seat": 6,
        "board": "7c 2c 9d Qc 9h", "pot": 570_000, "rake": 0, "zone": "Europe/Oslo",
    }  # fmt: skip
    assert {name: hand[name] for name in told} == told
    assert str(hand["played_at"]) == "2026-05-01 18:00:00"
    assert found.seats.select("seat", "player", "hole_cards", "won", "returned").rows() == [
        (3, "Ann", "Ac Kc", 0, 0),
        (4, "Bo", None, 0, 0),
        (6, "Player 3", "7h 7d", 570_000, 300_000),
    ]
    assert actions(found)[:8] == [
        ("preflop", 3, "small_blind", 0.5, False),
        ("preflop", 4, "big_blind", 1, False),
        ("preflop", 6, "raise", 3, False),
        ("preflop", 3, "call", 2.5, False),
        ("preflop", 4, "fold", 0, False),
        ("flop", 3, "check", 0, False),
        ("flop", 6, "bet", 5, False),
        ("flop", 3, "call", 5, False),
    ]


def test_heads_up_the_lists_are_the_other_way_round() -> None:
    found = replayed(
        fields(
            "variant = 'NT'",
            "antes = [0, 3]",
            "blinds_or_straddles = [1, 2]",
            "min_bet = 2",
            "starting_stacks = [4, 90]",
            "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']",
        )
    )
    assert actions(found) == [
        ("preflop", 1, "ante", 3, False),
        ("preflop", 2, "small_blind", 1, False),
        ("preflop", 1, "big_blind", 1, True),
        ("preflop", 2, "fold", 0, False),
    ]
    assert found.hands["button_seat"].to_list() == [2]


def test_straddle_post_and_button_blind() -> None:
    head = ("antes = [0, 0, 0, 0]", "min_bet = 2", "starting_stacks = [90, 90, 90, inf]")
    deals = "'d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', 'd dh p4 ????'"
    blinds = "blinds_or_straddles = [1, 2, 4, -2]"
    found = replayed(fields("variant = 'NT'", *head, blinds, f"actions = [{deals}, 'p4 f', 'p1 f', 'p2 f']"))
    assert [row[2] for row in actions(found)][:4] == ["small_blind", "big_blind", "straddle", "post"]
    assert found.seats["stack"].to_list()[3] is None
    blinds = "blinds_or_straddles = [0, 0, 0, 2]"
    found = replayed(fields("variant = 'NS'", *head, blinds, f"actions = [{deals}, 'p1 f', 'p2 f', 'p3 f']"))
    assert actions(found)[0] == ("preflop", 4, "button_blind", 2, False)


def test_draws_bring_cards_to_those_who_threw() -> None:
    found = replayed(
        fields(
            "variant = 'F2L3D'",
            "antes = [0, 0]",
            "blinds_or_straddles = [1, 2]",
            "small_bet = 2",
            "big_bet = 4",
            "starting_stacks = [90, 90]",
            "actions = ['d dh p1 7h6c4c3d2c', 'd dh p2 AsQs6s5c3c', 'p2 cc', 'p1 cc', 'p1 sd', 'p2 sd AsQs',",
            "'d dh p2 2hQh', 'p1 cbr 2', 'p2 cc', 'p1 sd', 'p2 sd Qh', 'd dh p2 ??', 'p1 cbr 4', 'p2 cc', 'p1 sd',",
            "'p2 sd ??', 'd dh p2 8d', 'p1 cc', 'p2 cc', 'p1 sm 7h6c4c3d2c', 'p2 sm 8d6s5c3c2h']",
        )
    )
    draws = found.actions.filter(pl.col("action").is_in(["discard", "stand_pat"]))
    assert draws.select("street", "seat", "n_cards", "cards", "new_cards").rows() == [
        ("first_draw", 1, 0, None, None),
        ("first_draw", 2, 2, "As Qs", "2h Qh"),
        ("second_draw", 1, 0, None, None),
        ("second_draw", 2, 1, "Qh", None),
        ("third_draw", 1, 0, None, None),
        ("third_draw", 2, 1, None, "8d"),
    ]
    assert found.seats["won"].to_list() == [160_000, 0]


def test_stud_is_dealt_street_by_street() -> None:
    found = replayed(
        fields(
            "variant = 'F7S/8'",
            "antes = [1, 1]",
            "bring_in = 2",
            "small_bet = 4",
            "big_bet = 8",
            "starting_stacks = [90, 90]",
            "actions = ['d dh p1 ????2s', 'd dh p2 AsAdAh', 'p1 pb', 'p2 cbr 4', 'p1 cc', 'd dh p1 3s', 'd dh p2 4d',",
            "'p2 cbr 4', 'p1 cc', 'd dh p1 4s', 'd dh p2 5d', 'p2 cc', 'p1 cc', 'd dh p1 5s', 'd dh p2 6d', 'p2 cc',",
            "'p1 cc', 'd dh p1 ??', 'd dh p2 7d', 'p2 cbr 8', 'p1 f']",
            "finishing_stacks = [81, 99]",
        )
    )
    assert found.seats.select("hole_cards", "up_cards").rows() == [(None, "2s 3s 4s 5s"), ("As Ad 7d", "Ah 4d 5d 6d")]
    assert found.actions.select("street", "action").rows()[2:6] == [
        ("third", "bring_in"),
        ("third", "complete"),
        ("third", "call"),
        ("fourth", "bet"),
    ]
    assert found.seats["won"].to_list() == [0, 180_000]
    assert found.hands["button_seat"].to_list() == [None]


@pytest.mark.parametrize(
    ("shown", "won"),
    [
        (("AsAh", "KsKh", "QsQh"), [150, 100, 0]),
        (("KsKh", "AsAh", "QsQh"), [0, 250, 0]),
        (("KsKh", "KdKc", "QsQh"), [75, 175, 0]),
        (("5s5h", "KdKc", "KsKh"), [0, 125, 125]),
    ],
)
def test_without_winnings_the_cards_speak(shown: tuple[str, ...], won: list[int]) -> None:
    deals = ", ".join(f"'d dh p{place} {cards}'" for place, cards in enumerate(shown, start=1))
    shows = ", ".join(f"'p{place} sm -'" for place in (1, 2, 3))
    found = replayed(
        fields(
            "variant = 'NT'",
            "antes = [0, 0, 0]",
            "blinds_or_straddles = [1, 2, 0]",
            "min_bet = 2",
            "starting_stacks = [50, 100, 100]",
            f"actions = [{deals}, 'p3 cbr 100', 'p1 cc', 'p2 cc', {shows}, 'd db 2d3d9h', 'd db 9s', 'd db Jc']",
        )
    )
    assert [amount // 10_000 for amount in found.seats["won"]] == won


def test_an_odd_chip_goes_left_of_the_dealer() -> None:
    found = replayed(
        fields(
            "variant = 'FO/8'",
            "antes = [0, 1, 0]",
            "blinds_or_straddles = [1, 2, 0]",
            "small_bet = 2",
            "big_bet = 4",
            "starting_stacks = [90, 90, 90]",
            "actions = ['d dh p1 AsAh2d3d', 'd dh p2 AcAd2c3c', 'd dh p3 ????????', 'p3 cc', 'p1 cc', 'p2 cc',",
            "'d db 4s5h8d', 'p1 cc', 'p2 cc', 'p3 f', 'd db 9s', 'p1 cc', 'p2 cc', 'd db Kh', 'p1 cc', 'p2 cc',",
            "'p1 sm AsAh2d3d', 'p2 sm AcAd2c3c']",
        )
    )
    assert found.seats["won"].to_list() == [40_000, 30_000, 0]


@pytest.mark.parametrize(
    ("lines", "played_at", "zone"),
    [
        (("time_zone_abbreviation = 'ET'",), "2026-05-02 00:00:00", "ET"),
        (("time_zone_abbreviation = 'XYZ'",), None, "XYZ"),
        ((), "2026-05-01 20:00:00", "UTC"),
        (("city = 'Oslo'", "region = 'Oslo'", "country = 'Norway'"), None, None),
    ],
)
def test_clocks(lines: tuple[str, ...], played_at: str | None, zone: str | None) -> None:
    text = HOLDEM.replace("time_zone = 'Europe/Oslo'", "\n".join(lines))
    (hand,) = read(text).hands.to_dicts()
    assert (hand["played_at"] and str(hand["played_at"]), hand["zone"]) == (played_at, zone)
    assert str(hand["played_local"]) == "2026-05-01 20:00:00"


def test_a_hand_without_a_venue_is_known_by_its_text() -> None:
    one = HOLDEM.replace("venue = 'Club'\n", "")
    other = one.replace("Ann", "Ada")
    names = [
        read(text).hands.select("site", "site_hand_no", "series").row(0)
        for text in (one, f"[3]\n{one}", f"[4]\n{other}")
    ]
    assert names[0] == names[1] != names[2]
    assert {name[:2] for name in names} == {("PHH", "7")}
    ids = hand_ids(pl.concat([read(text).hands for text in (one, other)])).tolist()
    assert ids == [tables.hand_id(*names[0]), tables.hand_id(*names[2])]
    assert ids[0] != ids[1]
    assert read(one).hands["site"].item() == "PHH"


def test_many_hands_in_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phh, "BATCH", 2)
    text = "".join(f"[{number}]\n{HOLDEM.replace('hand = 7', f'hand = {number}')}\n" for number in range(1, 6))
    batches = list(phh.parse(text.encode(), path="x.phhs"))
    assert [batch.hands.height for batch in batches] == [2, 2, 1]
    assert sum(batch.lines for batch in batches) == text.count("\n")
    assert batches[1].hands["line_from"].to_list() == [
        text[: text.index("[3]")].count("\n") + 1,
        text[: text.index("[4]")].count("\n") + 1,
    ]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("variant = 'NT'", "variant = 'XX'", "variant 'XX': expected one of FT, NT"),
        ("variant = 'NT'", "variant = '_whist/fixed'", "variant '_whist/fixed': expected one of"),
        ("'p3 cbr 3'", "'p3 cbr three'", "actions[3]: 'p3 cbr three' is no notation of PHH"),
        ("'p3 cbr 3'", "'p9 f'", "actions[3]: p9: there are 3 players"),
        ("'p3 cbr 3'", "3", "actions[3]: 3: expected text"),
        ("'p3 cbr 3'", "'p3 cbr -3'", "raise: -3: expected a sum of money"),
        ("'d db 9h'", "'d db 9h', 'd db 8h'", "more boards than Texas hold'em has"),
        ("actions = [", "moves = [", "actions: expected a list"),
        ("players = ['Ann', 'Bo', '']", "players = ['Ann']", "expected 3 of each"),
        ("Europe/Oslo", "Europe/Atlantis", "time_zone 'Europe/Atlantis': expected a name"),
        ("winnings = [0, 0, 57]", "winnings = ['all']", "a field holds something else than PHH has there"),
        ("hand = 7", "hand = ", "no TOML"),
    ],
)
def test_what_is_strange_is_refused_with_its_place(old: str, new: str, reason: str) -> None:
    parsed = read(f"[1]\n{HOLDEM.replace(old, new)}\n[2]\n{HOLDEM}")
    (row,) = parsed.rejected.to_dicts()
    assert row["kind"] == "unreadable"
    assert reason in row["reason"]
    assert (row["line_from"], parsed.hands.height) == (1, 1)


def test_cards_nobody_knows_leave_a_pot_to_nobody() -> None:
    text = fields(
        "variant = 'NT'",
        "antes = [0, 0]",
        "blinds_or_straddles = [1, 2]",
        "min_bet = 2",
        "starting_stacks = [9, 9]",
        "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 9', 'p1 cc', 'd db 2c3c4c', 'd db 5c', 'd db 6d']",
    )
    assert read(text).rejected["reason"].to_list() == ["no winnings are told, and the cards of p1 are not all known"]


@pytest.mark.parametrize(
    ("head", "ours"),
    [
        (HOLDEM.encode(), True),
        (f"[1]\n{HOLDEM}".encode(), True),
        (b"variant = 'NT'\n", False),
        (b"title = 'x'\nactions = []\n", False),
        (b"PokerStars Hand #1: variant = 'NT'\nactions = 1\n", False),
    ],
)
def test_the_format_is_known_by_its_beginning(head: bytes, ours: bool) -> None:
    parser = detect(head)
    assert (parser is not None and parser.FORMAT == phh.FORMAT) is ours


def test_real_files_end_with_the_stacks_they_say(shared: Path) -> None:
    found: Counter[str] = Counter()
    for path in sorted((shared / "corpus" / "phh").rglob("*.phh*")):
        text = path.read_text(encoding="utf-8")
        result = replayed(text)
        found["hands"] += result.hands.height
        told = tomllib.loads(text, parse_float=Decimal)
        if "finishing_stacks" not in told:
            continue
        seats = told.get("seats") or range(1, 99)
        finishing = {seat: int(stack * 10_000) for seat, stack in zip(seats, told["finishing_stacks"], strict=False)}
        for seat, stack, net in result.seats.select("seat", "stack", "net").rows():
            assert stack + net == finishing[seat], path.name
        due = result.showdowns.group_by("seat").agg(pl.col("share_due").sum(), known=pl.col("share_due").count())
        for seat, won in result.seats.select("seat", "won").rows():
            judged = due.filter((pl.col("seat") == seat) & (pl.col("known") > 0))["share_due"].to_list()
            assert judged in ([], [won]), path.name
        found["checked"] += 1
    assert found == {"hands": 84, "checked": 74}
