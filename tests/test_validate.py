"""``pokerstats validate``: histories judged without a database, as a gate for whatever writes them."""

import gzip
import io
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.commands.validate import validate

HOUSE_GAMES = Path(__file__).parents[1] / "data" / "house-games"

# a flush against a full house in 32 cards
HAND: dict[str, Any] = {
    "format": "pokerstats-hand", "version": 1, "hand": "K-1", "game": "ante-draw", "structure": "spread", "deck": 32,
    "button": 1, "stakes": {"ante": 1, "min_bet": 1, "max_bet": 5, "chip": 1}, "currency": "PLN",
    "seats": [{"seat": 1, "player": "Ola", "stack": 40}, {"seat": 2, "player": "Bogdan", "stack": 25}],
    "events": [
        {"type": "street", "street": "predraw"},
        {"type": "ante", "seat": 2, "amount": 1}, {"type": "ante", "seat": 1, "amount": 1},
        {"type": "deal", "seat": 2, "down": "Ah Kh 9h 8h 7h"}, {"type": "deal", "seat": 1, "down": "Ts Td Tc 9s 9d"},
        {"type": "bet", "seat": 2, "amount": 2}, {"type": "call", "seat": 1, "amount": 2},
        {"type": "street", "street": "first_draw"},
        {"type": "discard", "seat": 2, "count": 0}, {"type": "discard", "seat": 1, "count": 0},
        {"type": "bet", "seat": 2, "amount": 2}, {"type": "call", "seat": 1, "amount": 2},
        {"type": "street", "street": "showdown"},
        {"type": "show", "seat": 2, "cards": "Ah Kh 9h 8h 7h"}, {"type": "show", "seat": 1, "cards": "Ts Td Tc 9s 9d"},
        {"type": "award", "seat": 2, "amount": 10, "pot": 0}, {"type": "end"},
    ],
}  # fmt: skip

Row = dict[str, Any]

QUICK = ["pot-conservation"]
"""One check is enough where it is not the checks that matter."""


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def write(*hands: Row | str, name: str = "log.jsonl") -> str:
    lines = [hand if isinstance(hand, str) else json.dumps(hand) for hand in hands]
    Path(name).write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    return name


def event(number: int, **fields: object) -> list[Row]:
    """The events of the hand with some fields of one of them changed."""
    return [row | fields if place == number else row for place, row in enumerate(HAND["events"])]


TOO_MUCH = HAND | {"hand": "K-2", "stakes": {"ante": 1, "min_bet": 1, "max_bet": 1, "chip": 1}}
"""Bogdan bets two where one is the most."""


def told(capsys: pytest.CaptureFixture[str], code: int, *args: str) -> list[str]:
    """The lines printed by one run that ends with this code."""
    assert main(["validate", *args]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out.splitlines()


def test_a_clean_history_passes_and_leaves_nothing_behind(capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = told(capsys, 0, write(HAND, HAND | {"hand": "K-2"}))
    assert line.startswith("1 file, 2 hands judged by ")
    assert line.endswith(" checks: 0 faults, 0 errors, 0 warnings, 0 notes")
    assert [path.name for path in Path().iterdir()] == ["log.jsonl"]


def test_the_sample_hands_have_the_findings_they_are_meant_to_have() -> None:
    found = validate([str(HOUSE_GAMES)])
    assert (found.faults, found.nothing_read) == ([], False)
    assert {
        (Path(finding.path).name, finding.line, finding.hand, finding.severity, finding.check, finding.place)
        for finding in found.findings
        if finding.check in ("draw-count", "wrong-announcement", "openers")
    } == {
        ("ante-draw.jsonl", 5, "AD-5", "error", "draw-count", "$.events[12]"),
        ("standard-draw.jsonl", 5, "SD-5", "note", "wrong-announcement", "$.events[21]"),
        ("standard-draw.jsonl", 7, "SD-7", "error", "openers", "$.events[10]"),
    }


def test_a_broken_rule_is_told_with_line_step_sentence_and_check(capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, 1, write(HAND, TOO_MUCH))
    line = next(line for line in lines if "(spread-limit, " in line)
    assert line.startswith("log.jsonl:2: error: hand K-2: $.events[5]: Bogdan ")


def test_every_fault_of_a_line_is_told_with_its_json_path() -> None:
    spoiled = HAND | {"deck": 40, "events": [*event(5, amount=0.5), {"type": "en"}], "stakes": {"ante": "one"}}
    spoiled["seat"] = []
    del spoiled["button"], spoiled["structure"]
    found = validate([write(spoiled)], names=QUICK)
    assert {(fault.line, fault.kind, fault.hand) for fault in found.faults} == {(1, "unreadable", "K-1")}
    assert [(fault.place, fault.expected[:32]) for fault in found.faults] == [
        ("$.deck", "40: input should be 24, 32, 36 o"),
        ("$.structure", "missing"),
        ("$.stakes.ante", '"one": expected money as text wi'),
        ("$.events[5].amount", "0.5: expected money as text with"),
        ("$.events[17]", "an object or list: input tag 'en"),
        ("$.seat", "unknown field"),
    ]


FAULTS: list[tuple[Row | str, str, str, str]] = [
    (json.dumps(HAND)[:400], "incomplete", "$", "invalid JSON: EOF"),
    (HAND | {"events": HAND["events"][:-1]}, "incomplete", "$", 'no "end" event: the hand is cut off'),
    ("hand K-1", "unreadable", "$", "invalid JSON: expected value"),
    (HAND | {"events": event(6, seat=3)}, "impossible", "$.events[6].seat", "3: nobody sits there"),
    (HAND | {"rules": {"name": "kitchen"}}, "rules", "$.rules.name", '"kitchen": expected one of holdem, '),
    (HAND | {"rules": {"name": "razz"}}, "rules", "$.rules.name", '"razz": expected a rule set of ante-draw, this '),
    (
        HAND | {"rules": {"name": "ante-draw", "options": {"mukc": "no"}}},
        "rules", "$.rules.options.mukc", "no such option; there are ante_from, ",
    ),
    (
        HAND | {"rules": {"name": "ante-draw", "options": {"muck": "at once"}}},
        "rules", "$.rules.options.muck", '"at once": expected one of no, yes',
    ),
    (
        HAND | {"rules": {"name": "blinds-draw"}, "game": "blinds-draw", "deck": 36},
        "rules", "$.deck", "36: expected one of 52, 32, 24, the decks of blinds-draw",
    ),
    (HAND | {"hand": "0"}, "twice", "$.hand", '"0": stands at log.jsonl:1 already'),
]  # fmt: skip


def test_a_fault_of_each_kind() -> None:
    hands = [
        hand if isinstance(hand, str) else {**hand, "hand": hand["hand"] + f"-{n}" if hand["hand"] != "0" else "0"}
        for n, (hand, *_) in enumerate(FAULTS)
    ]
    found = validate([write(HAND | {"hand": "0"}, *hands)], names=QUICK)
    assert [(fault.line, fault.kind, fault.place) for fault in found.faults] == [
        (line, kind, place) for line, (_, kind, place, _) in enumerate(FAULTS, start=2)
    ]
    for fault, (*_, expected) in zip(found.faults, FAULTS, strict=True):
        assert fault.expected.startswith(expected)


def test_a_table_of_its_own_rules_is_judged_by_them(capsys: pytest.CaptureFixture[str]) -> None:
    own = "kitchen.toml"
    Path(own).write_text('extends = "ante-draw"\n[options]\nranking = "standard"\n', encoding="utf-8")
    full_house_wins = HAND | {"rules": {"name": "kitchen"}, "events": event(15, seat=1)}
    assert len(told(capsys, 0, write(full_house_wins), "--rules", own)) == 1
    found = validate([write(full_house_wins)], names=["showdown-winners"])
    assert [(fault.kind, fault.place) for fault in found.faults] == [("rules", "$.rules.name")]
    assert {finding.check for finding in found.findings} == {"showdown-winners"}


def test_standard_input_and_packed_files(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("log.jsonl.gz").write_bytes(gzip.compress(json.dumps(HAND).encode()))
    standard_input = io.TextIOWrapper(io.BytesIO(json.dumps(HAND | {"hand": "K-2"}).encode()))
    monkeypatch.setattr("sys.stdin", standard_input)
    found = validate(["log.jsonl.gz", "-"], names=QUICK)
    assert (found.files, found.hands, found.faults) == (2, 2, [])


def test_a_damaged_file_is_one_fault_and_the_others_are_judged() -> None:
    Path("a.jsonl.gz").write_bytes(gzip.compress(json.dumps(HAND).encode())[:40])
    found = validate(["a.jsonl.gz", write(HAND)], names=QUICK)
    assert (found.files, found.hands) == (2, 1)
    ((path, line, kind),) = [(fault.path, fault.line, fault.kind) for fault in found.faults]
    assert (path, line, kind) == ("a.jsonl.gz", 1, "unreadable")
    assert found.faults[0].expected.startswith("cannot be unpacked: ")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads("\n".join(told(capsys, 1, write(TOO_MUCH, "{"), "--json")))
    assert (found["files"], found["hands"]) == (1, 1)
    assert found["faults"] == [
        {
            "path": "log.jsonl", "line": 2, "hand": None, "kind": "incomplete", "place": "$",
            "expected": found["faults"][0]["expected"],
        }
    ]  # fmt: skip
    bet = next(finding for finding in found["findings"] if finding["check"] == "spread-limit")
    assert (bet["path"], bet["line"], bet["hand"], bet["place"], bet["seat"], bet["severity"]) == (
        "log.jsonl", 1, "K-2", "$.events[5]", 2, "error"
    )  # fmt: skip
    assert "showdown-winners" in found["judged"]
    assert "bring-in-door-card" in found["not_judged"]


def test_findings_below_a_severity_are_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    low = (HOUSE_GAMES / "standard-draw.jsonl").read_text(encoding="utf-8").splitlines()[4]
    (line,) = told(capsys, 0, write(low), "--least", "warning")
    assert line.endswith(" checks: 0 faults, 0 errors, 0 warnings, 0 notes")


def test_a_severity_that_there_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", write(HAND), "--least", "bad"]) == 2
    assert "--least bad: expected one of error, warning, note" in capsys.readouterr().err


def test_checks_of_ones_own() -> None:
    Path("checks").mkdir()
    head = ("title: Nobody has forty", "rule: M7", "severity: error", "applies: all", "message: {player} has {actual}")
    query = "select hand_id, seat, null::smallint as seq, null as expected, stack as actual from seats where stack = 40"
    Path("checks/no-forties.sql").write_text("".join(f"-- {line}\n" for line in head) + query, encoding="utf-8")
    (finding,) = validate([write(HAND)], checks=Path("checks"), names=["no-forties"]).findings
    assert (finding.place, finding.seat, finding.message) == ("$", 1, "Ola has 40")


def test_much_of_a_kind_is_not_all_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", write(*["{"] * 30)]) == 1
    out, err = capsys.readouterr()
    assert out.count(": incomplete: $: ") == 20
    assert "\n… 10 more of incomplete; --json prints all\n" in out
    assert err == "no hand could be judged; the format has one JSON object a line\n"


@pytest.mark.parametrize("text", ["", "PokerStars Hand #1:  Hold'em No Limit\n", "\x00\x01\x02"])
def test_exit_3_if_there_is_no_hand(capsys: pytest.CaptureFixture[str], text: str) -> None:
    Path("log.txt").write_text(text, encoding="utf-8")
    assert main(["validate", "log.txt"]) == 3
    assert capsys.readouterr().err == "pokerstats: log.txt: no hand of the format pokerstats-hand in it\n"


def test_exit_3_if_there_is_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["validate", "nowhere.jsonl"]) == 3
    assert "nowhere.jsonl: no such file or folder" in capsys.readouterr().err


SAMPLES = [
    json.loads(line)
    for file in sorted(HOUSE_GAMES.glob("*.jsonl"))
    for line in file.read_text(encoding="utf-8").splitlines()
]
VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    1,
    30,
    "",
    "1.50",
    "As",
    "As Kd",
    "raise",
    "call",
    "holdem",
    "no-limit",
    [],
    {},
)


def spoiled(random: Random, number: int) -> Row:
    """A sample hand with some of its values replaced or left out, or its events in another order."""
    hand: Row = json.loads(json.dumps(random.choice(SAMPLES))) | {"hand": f"H-{number}"}
    for _ in range(random.randrange(4)):
        if random.random() < 0.2:
            hand["events"] = random.sample(hand["events"], random.randrange(1, len(hand["events"]) + 1))
            continue
        part = random.choice([hand, hand["stakes"], *hand["seats"], *hand["events"], *hand["events"]])
        key = random.choice(sorted(set(part) - {"seats", "events", "hand", "stakes"}) or [""])
        if random.random() < 0.6:
            part[key] = random.choice(VALUES)
        else:
            part.pop(key, None)
    return hand


@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32))
def test_whatever_stands_in_a_history_each_hand_is_judged_or_told(seed: int) -> None:
    hands = [spoiled(Random(f"{seed}-{number}"), number) for number in range(60)]
    found = validate([write(*hands)])
    refused = {fault.line for fault in found.faults if fault.kind != "rules"}
    assert found.hands + len(refused) == len(hands)
    assert {finding.line for finding in found.findings} <= set(range(1, len(hands) + 1)) - refused
