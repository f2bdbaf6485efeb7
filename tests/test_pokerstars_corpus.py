"""Real PokerStars logs: each header becomes a stored or a refused hand, and each refusal has a reason we can defend."""

import re
from collections import Counter
from pathlib import Path

import pytest

from pokerstats.parsers.engine import parse_lines
from pokerstats.parsers.pokerstars import GRAMMAR, detect
from pokerstats.parsers.text import decode
from pokerstats.pipeline.tables import Parsed

HEADER = re.compile(r"\b(?:Hand|Game) #\d+: ", re.IGNORECASE)

# Two hands were cancelled by the room; four logs break off inside a hand; in one, edited by hand, the players of the
# seat list are not those who act.
REFUSED = Counter(
    {
        ("cancelled", "the room cancelled the hand"): 2,
        ("incomplete", "cut off: no summary"): 4,
        ("unreadable", "acts here, but the seat list names no such player"): 1,
    }
)


@pytest.fixture(scope="module")
def logs(shared: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((shared / "corpus" / "pokerstars").rglob("*.txt"))}


@pytest.fixture(scope="module")
def parsed(logs: dict[str, bytes]) -> dict[str, list[Parsed]]:
    return {name: list(parse_lines(data, GRAMMAR)) for name, data in logs.items()}


def test_every_header_is_a_hand(logs: dict[str, bytes], parsed: dict[str, list[Parsed]]) -> None:
    headers = {name: len(HEADER.findall(decode(data)[0])) for name, data in logs.items()}
    found = {name: sum(b.hands.height + b.rejected.height for b in batches) for name, batches in parsed.items()}
    assert found == headers
    assert sum(headers.values()) > 700


def test_every_refusal_is_known(parsed: dict[str, list[Parsed]]) -> None:
    refused = [row for batches in parsed.values() for batch in batches for row in batch.rejected.rows(named=True)]
    assert Counter((row["kind"], re.sub("^'.*?' ", "", row["reason"])) for row in refused) == REFUSED
    assert all(row["line_from"] <= row["line"] <= row["line_to"] for row in refused)


def test_no_line_of_a_stored_hand_is_unread(parsed: dict[str, list[Parsed]]) -> None:
    for name, batches in parsed.items():
        for batch in batches:
            if batch.lines_unmatched:
                assert batch.rejected.height, name


def test_every_log_is_recognised(logs: dict[str, bytes]) -> None:
    assert [name for name, data in logs.items() if not detect(decode(data)[0])] == ["hhs-Seats-4 Max.txt"]


def test_other_rooms_logs_are_left_to_their_parsers(shared: Path) -> None:
    others = (path for path in (shared / "corpus").glob("*/*/*") if path.parts[-3] != "pokerstars")
    assert [path.name for path in others if detect(decode(path.read_bytes()[:4096])[0])] == []


def test_both_ways_of_reading_agree(logs: dict[str, bytes], parsed: dict[str, list[Parsed]]) -> None:
    for name, data in logs.items():
        one_by_one = list(parse_lines(data, GRAMMAR, columnar=False))
        for a, b in zip(parsed[name], one_by_one, strict=True):
            for frame in ("hands", "seats", "actions", "payouts", "rejected"):
                assert getattr(a, frame).equals(getattr(b, frame)), (name, frame)


def test_line_ends_make_no_difference(logs: dict[str, bytes], parsed: dict[str, list[Parsed]]) -> None:
    for name in ("5-Carddraw-USD-0.10-0.20-200911.txt", "NLHE-FPP-MTT-1r-201005.AllinLotsRebuy.txt"):
        data = logs[name].replace(b"\n", b"\r\n")
        for a, b in zip(parsed[name], parse_lines(data, GRAMMAR), strict=True):
            assert a.hands.equals(b.hands)
            assert a.actions.equals(b.actions)
