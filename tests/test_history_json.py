"""Our own JSON histories: what a hand becomes in the tables, and what a faulty line is told."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any, get_args

import polars as pl
import pytest

from pokerstats.parsers import history, pokerstats_json
from pokerstats.pipeline import tables

ROOT = Path(__file__).parent.parent
EVENTS = get_args(get_args(history.Event)[0])

DRAW: dict[str, Any] = {
    "format": "pokerstats-hand",
    "version": 1,
    "hand": "T-1",
    "played_at": "2026-02-03T20:15:00+01:00",
    "table": {"name": "Attic", "max_seats": 6},
    "game": "standard-draw",
    "rules": {"name": "standard-draw", "options": {"split_openers": "yes"}},
    "structure": "spread",
    "stakes": {"ante": "0.50", "min_bet": "0.50", "max_bet": "2.50", "open_bet": "0.50", "chip": "0.50"},
    "currency": "PLN",
    "button": 1,
    "hero": 2,
    "carried_in": "1.50",
    "seats": [
        {"seat": 1, "player": "Ola", "stack": "20"},
        {"seat": 2, "player": "Bogdan", "stack": "12.50"},
    ],
    "events": [
        {"type": "street", "street": "predraw"},
        {"type": "ante", "seat": 2, "amount": "0.50"},
        {"type": "ante", "seat": 1, "amount": "0.50"},
        {"type": "deal", "seat": 2, "down": "Js Jd 4c 8h 2s"},
        {"type": "deal", "seat": 1, "down": "?? ?? ?? ?? ??"},
        {"type": "bet", "seat": 2, "amount": "0.50"},
        {"type": "call", "seat": 1, "amount": "0.50"},
        {"type": "street", "street": "first_draw"},
        {"type": "discard", "seat": 2, "count": 3, "cards": "4c 8h 2s", "drawn": "Jc 9d"},
        {"type": "expose", "seat": 2, "card": "Kd", "by": "dealer", "kept": False},
        {"type": "discard", "seat": 1, "count": 0},
        {"type": "replace", "seat": 2, "card": "9s"},
        {"type": "bet", "seat": 2, "amount": 2, "to": 2},
        {"type": "call", "seat": 1, "amount": "2"},
        {"type": "street", "street": "showdown"},
        {"type": "show", "seat": 1, "cards": "Tc 9c 8c 7d 6c", "said": "straight"},
        {"type": "show", "seat": 2, "cards": "Js Jd Jc 9d 9s", "said": "full house"},
        {"type": "award", "seat": 2, "amount": "7.50", "pot": 0},
        {"type": "end", "rake": "0"},
    ],
}


def read(*hands: object, keep_text: bool = False) -> tables.Parsed:
    text = "\n".join(hand if isinstance(hand, str) else json.dumps(hand) for hand in hands) + "\n"
    batches = list(pokerstats_json.parse(text.encode(), path="t.jsonl", keep_text=keep_text))
    assert len(batches) == 1
    return batches[0]


def spoiled(*path: Any, value: Any = None, drop: bool = False) -> dict[str, Any]:
    hand = deepcopy(DRAW)
    place: Any = hand
    for step in path[:-1]:
        place = place[step]
    if drop:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return hand


def fault(hand: object) -> tuple[str, str]:
    parsed = read(hand)
    assert parsed.hands.height == parsed.seats.height == parsed.actions.height == 0
    (row,) = parsed.rejected.to_dicts()
    return row["kind"], row["reason"]


def test_every_frame_has_the_columns_of_the_contract() -> None:
    parsed = read(DRAW)
    assert dict(parsed.hands.schema) == tables.empty(tables.PARSED_HANDS).schema
    assert dict(parsed.seats.schema) == tables.empty(tables.PARSED_SEATS).schema
    assert dict(parsed.actions.schema) == tables.empty(tables.PARSED_ACTIONS).schema
    assert dict(parsed.payouts.schema) == tables.empty(tables.PARSED_PAYOUTS).schema
    assert dict(parsed.rejected.schema) == tables.empty(tables.PARSED_REJECTED).schema


def test_the_header_becomes_a_row_of_hands() -> None:
    (row,) = read(DRAW).hands.to_dicts()
    told = {
        "site": "pokerstats",
        "site_hand_no": "T-1",
        "line_from": 1,
        "game": "standard-draw",
        "rules": "standard-draw",
        "rule_options": '{"split_openers": "yes"}',
        "deck": None,
        "betting": "spread",
        "kind": "cash",
        "currency": "PLN",
        "ante": 5_000,
        "max_bet": 25_000,
        "open_bet": 5_000,
        "chip": 5_000,
        "big_blind": None,
        "table_name": "Attic",
        "max_seats": 6,
        "button_seat": 1,
        "hero_seat": 2,
        "zone": "+01:00",
        "carried_in": 15_000,
        "carried_out": 0,
        "stated_rake": 0,
        "runs": 1,
        "text": None,
    }
    assert {name: row[name] for name in told} == told
    assert (str(row["played_at"]), str(row["played_local"])) == ("2026-02-03 19:15:00", "2026-02-03 20:15:00")


def test_a_draw_gives_first_and_final_hand() -> None:
    cards = read(DRAW).seats.select("seat", "hole_cards", "final_cards", "stack").rows()
    assert cards == [
        (1, None, "Tc 9c 8c 7d 6c", 200_000),
        (2, "Js Jd 4c 8h 2s", "Js Jd Jc 9d 9s", 125_000),
    ]


def test_the_only_card_of_a_draw_may_be_set_aside() -> None:
    hand = spoiled("events", 8, value={"type": "discard", "seat": 2, "count": 1, "cards": "2s"})
    assert read(hand).seats["final_cards"][1] == "Js Jd 4c 8h 9s"


def test_each_step_is_an_action_in_order() -> None:
    rows = read(DRAW).actions.select("street", "seat", "action", "amount", "n_cards", "cards", "new_cards", "said")
    assert rows.rows() == [
        ("predraw", 2, "ante", 5_000, None, None, None, None),
        ("predraw", 1, "ante", 5_000, None, None, None, None),
        ("predraw", 2, "bet", 5_000, None, None, None, None),
        ("predraw", 1, "call", 5_000, None, None, None, None),
        ("first_draw", 2, "discard", None, 3, "4c 8h 2s", "Jc 9d", None),
        ("first_draw", 2, "expose", None, 1, "Kd", None, "by dealer, set aside"),
        ("first_draw", 1, "stand_pat", None, 0, None, None, None),
        ("first_draw", 2, "replace", None, 1, None, "9s", None),
        ("first_draw", 2, "bet", 20_000, None, None, None, None),
        ("first_draw", 1, "call", 20_000, None, None, None, None),
        ("showdown", 1, "show", None, None, "Tc 9c 8c 7d 6c", None, "straight"),
        ("showdown", 2, "show", None, None, "Js Jd Jc 9d 9s", None, "full house"),
    ]
    assert read(DRAW).payouts.rows() == [(0, 0, None, None, 2, 75_000, 1)]


def test_stud_cards_up_and_down() -> None:
    events = [
        {"type": "street", "street": "third"},
        {"type": "deal", "seat": 1, "down": "Ah Ad", "up": "2c"},
        {"type": "deal", "seat": 2, "down": "?? ??", "up": "9c"},
        {"type": "bring_in", "seat": 1, "amount": 1},
        {"type": "complete", "seat": 2, "amount": 2, "to": 2},
        {"type": "call", "seat": 1, "amount": 1, "to": 2},
        {"type": "street", "street": "fourth"},
        {"type": "burn"},
        {"type": "deal", "seat": 1, "up": "3c"},
        {"type": "deal", "seat": 2, "up": "9d"},
        {"type": "street", "street": "seventh"},
        {"type": "board", "cards": "Kh"},
        {"type": "street", "street": "showdown"},
        {"type": "show", "seat": 2, "cards": "5s 6s 9c 9d"},
        {"type": "award", "seat": 2, "amount": 4},
        {"type": "end"},
    ]
    parsed = read(DRAW | {"game": "seven-card-stud", "structure": "fixed", "carried_in": 0, "events": events})
    assert parsed.seats.select("hole_cards", "up_cards", "final_cards").rows() == [
        ("Ah Ad", "2c 3c", None),
        ("5s 6s", "9c 9d", None),
    ]
    assert parsed.hands["board"].to_list() == ["Kh"]
    assert parsed.actions.filter(parsed.actions["action"] == "burn").select("seat", "cards").rows() == [(None, "??")]


def test_a_second_run_shares_the_board_dealt_before() -> None:
    events = [
        {"type": "street", "street": "preflop"},
        {"type": "board", "cards": "2c 3d 4h"},
        {"type": "board", "cards": "5s 6c"},
        {"type": "board", "cards": "Ks Kc", "run": 2},
        {"type": "award", "seat": 1, "amount": "1.50", "run": 2},
        {"type": "end"},
    ]
    parsed = read(DRAW | {"game": "holdem", "structure": "no-limit", "events": events})
    assert parsed.hands.select("runs", "board", "board2", "board3").rows() == [
        (2, "2c 3d 4h 5s 6c", "2c 3d 4h Ks Kc", None)
    ]
    assert parsed.payouts["run"].to_list() == [2]


def test_talk_of_pokeris() -> None:
    events = [
        {"type": "street", "street": "first_lap"},
        {"type": "fee", "seat": 1, "amount": 1},
        {"type": "bet", "seat": 1, "amount": 2},
        {"type": "challenge", "seat": 1, "target": 2},
        {"type": "call", "seat": 2, "amount": 2},
        {"type": "compare", "drops": 1, "stays": 2},
        {"type": "propose", "seat": 2},
        {"type": "refuse", "seat": 1},
        {"type": "force", "seat": 2},
        {"type": "announce", "seat": 2, "said": "flush"},
        {"type": "dead_hand", "seat": 1, "reason": "six cards"},
        {"type": "end", "carried_out": "5"},
    ]
    parsed = read(DRAW | {"structure": "pokeris", "events": events})
    assert parsed.actions.select("seat", "action", "target_seat", "said").rows() == [
        (1, "fee", None, None),
        (1, "bet", None, None),
        (1, "challenge", 2, None),
        (2, "call", None, None),
        (1, "compare", 2, None),
        (2, "propose", None, None),
        (1, "refuse", None, None),
        (2, "force", None, None),
        (2, "announce", None, "flush"),
        (1, "dead_hand", None, "six cards"),
    ]
    assert parsed.hands.select("betting", "carried_out").rows() == [("spread", 50_000)]


@pytest.mark.parametrize(
    ("hand", "kind", "reason"),
    [
        (
            spoiled("events", 5, "amount", value=0.5),
            "unreadable",
            '$.events[5].amount: 0.5: expected money as text with at most four decimals ("2.50") or a whole number, '
            "0 or more",
        ),
        (
            spoiled("seats", 0, "stack", value="1e3"),
            "unreadable",
            '$.seats[0].stack: "1e3": expected money as text with at most four decimals ("2.50") or a whole number, '
            "0 or more",
        ),
        (spoiled("events", 5, "colour", value="red"), "unreadable", "$.events[5].colour: unknown field"),
        (spoiled("events", 6, "seat", drop=True), "unreadable", "$.events[6].seat: missing"),
        (spoiled("events", 6, "seat", value=7), "impossible", "$.events[6].seat: 7: nobody sits there"),
        (spoiled("seats", 1, "seat", value=1), "impossible", "$.seats[1].seat: 1: given twice"),
        (spoiled("seats", 1, "player", value="Ola"), "impossible", '$.seats[1].player: "Ola": given twice'),
        (
            spoiled("seats", 1, "dealt_in", value=False),
            "impossible",
            '$.events[3].seat: 2: is not dealt in, by his seat\'s "dealt_in"',
        ),
        (spoiled("hero", value=5), "impossible", "$.hero: 5: nobody sits there"),
        (spoiled("events", 0, drop=True), "impossible", 'ante before the first "street" event'),
        (spoiled("events", 18, drop=True), "incomplete", 'no "end" event: the hand is cut off'),
        (
            spoiled("events", 8, "count", value=2),
            "unreadable",
            '$.events[8]: an object or list: expected as many "cards" as "count" says',
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_fault_names_its_place(hand: object, kind: str, reason: str) -> None:
    assert fault(hand) == (kind, reason)


def test_a_card_that_does_not_exist_is_unreadable() -> None:
    kind, reason = fault(spoiled("events", 3, "down", value="Js 1d 4c 8h 2s"))
    assert kind == "unreadable"
    assert reason.startswith('$.events[3].down: "Js 1d 4c 8h 2s": ')


def test_an_unknown_event_type_is_unreadable() -> None:
    kind, reason = fault(spoiled("events", 5, "type", value="shove"))
    assert kind == "unreadable"
    assert reason.startswith("$.events[5]: ")
    assert "'shove'" in reason


def test_a_line_cut_off_is_incomplete_and_keeps_its_number() -> None:
    whole = json.dumps(DRAW)
    parsed = read(DRAW, "", whole[:399])
    assert parsed.hands["line_from"].to_list() == [1]
    (row,) = parsed.rejected.to_dicts()
    assert (row["kind"], row["line"], row["site_hand_no"], row["text"]) == ("incomplete", 3, "T-1", whole[:399])
    assert parsed.lines == 3


def test_foreign_text_and_foreign_bytes_are_unreadable() -> None:
    (parsed,) = pokerstats_json.parse(b"hello\n\xff\xfe{}\n" + json.dumps(DRAW).encode() + b"\n", path="x")
    assert parsed.rejected.select("line", "kind").rows() == [(1, "unreadable"), (2, "unreadable")]
    assert parsed.hands["line_from"].to_list() == [3]


def test_every_cut_of_a_hand_is_one_row() -> None:
    whole = json.dumps(DRAW).encode()
    for cut in range(1, len(whole), 7):
        (parsed,) = pokerstats_json.parse(whole[:cut], path="x")
        assert (parsed.hands.height, parsed.rejected.height) == (0, 1)
        assert parsed.rejected["kind"].to_list() == ["incomplete"]


def test_text_is_kept_on_request_and_its_hash_ignores_line_ends() -> None:
    line = json.dumps(DRAW)
    (unix,) = pokerstats_json.parse(f"{line}\n".encode(), path="x", keep_text=True)
    (dos,) = pokerstats_json.parse(f"\ufeff{line}\r\n".encode(), path="x")
    assert unix.hands["text"].to_list() == [line]
    assert unix.hands["text_hash"].to_list() == dos.hands["text_hash"].to_list()


def test_batches_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pokerstats_json, "BATCH", 2)
    lines = "\n".join(json.dumps(DRAW | {"hand": str(number)}) for number in range(5))
    batches = list(pokerstats_json.parse(lines.encode(), path="x"))
    assert [batch.hands["site_hand_no"].to_list() for batch in batches] == [["0", "1"], ["2", "3"], ["4"]]
    assert [batch.hands["line_from"].to_list() for batch in batches] == [[1, 2], [3, 4], [5]]
    assert sum(batch.lines for batch in batches) == 5


@pytest.mark.parametrize(
    ("field", "expected"),
    [("game", "one of holdem, short-deck, split-holdem, "), ("ranking", "one of standard, by-frequency, ")],
)
def test_a_game_or_order_of_hands_that_does_not_exist_is_refused(field: str, expected: str) -> None:
    ((kind, reason),) = read(DRAW | {field: "nope"}).rejected.select("kind", "reason").rows()
    assert kind == "unreadable"
    assert reason.startswith(f'$.{field}: "nope": expected {expected}')


@pytest.mark.parametrize(
    ("head", "ours"),
    [
        (json.dumps(DRAW)[:300], True),
        ('\ufeff{"version":1,"format":"pokerstats-hand"', True),
        ('{"format": "ohh"}\n{"format": "pokerstats-hand"}', False),
        ("PokerStars Hand #1", False),
        ("", False),
    ],
)
def test_detect(head: str, ours: bool) -> None:
    assert pokerstats_json.detect(head) is ours


@pytest.mark.parametrize(
    ("units", "text"), [(25_000, "2.50"), (20_000, "2"), (1, "0.0001"), (0, "0"), (12_340, "1.234")]
)
def test_money_text(units: int, text: str) -> None:
    assert history.money_text(units) == text


def test_a_hand_written_and_read_again_is_the_same() -> None:
    hand = history.Hand.model_validate(DRAW)
    assert history.Hand.model_validate_json(hand.model_dump_json(exclude_none=True)) == hand


def test_what_only_rooms_tell() -> None:
    hand = spoiled("events", 8, value={"type": "discard", "seat": 2, "count": 2, "kept": "Js Jd 4c", "drawn": "9d 9s"})
    hand |= {"deck": None, "fast_fold": True, "tournament": {"name": "Sunday"}, "table": {"max_seats": 6}}
    hand["events"] = [event for event in hand["events"] if event["type"] not in ("expose", "replace", "show")]
    hand["events"][11] = {"type": "fold", "seat": 1, "cards": "Tc 9c 8c 7d 6c"}
    hand["events"].insert(-2, {"type": "muck", "seat": 2, "cards": "Js Jd 4c 9d 9s"})
    hand["events"][-1] |= {"rake": "0.50", "rake_parts": [{"part": "rake", "amount": "0.30"}]}
    hand["events"][-1]["rake_parts"].append({"part": "jackpot", "amount": "0.20"})
    parsed = read(hand)
    (row,) = parsed.hands.to_dicts()
    assert (row["deck"], row["fast_fold"], row["table_name"], row["tournament_name"]) == (None, True, None, "Sunday")
    assert row["rake_parts"] == [{"part": "rake", "amount": 3_000}, {"part": "jackpot", "amount": 2_000}]
    held = parsed.actions.filter(pl.col("action").is_in(["fold", "muck"])).select("action", "cards").rows()
    assert held == [("fold", "Tc 9c 8c 7d 6c"), ("muck", "Js Jd 4c 9d 9s")]
    assert parsed.seats["final_cards"][1] == "Js Jd 4c 9d 9s"


def test_the_last_hand_may_be_told_with_the_seat() -> None:
    parsed = read(spoiled("seats", 0, value={"seat": 1, "player": "Ola", "stack": 20, "final": "6c 7d 8c 9c Tc"}))
    assert parsed.seats["final_cards"][0] == "6c 7d 8c 9c Tc"
    unknown = read(spoiled("seats", 0, value={"seat": 1, "player": "Ola", "stack": 20, "final": "??"}))
    assert unknown.seats["final_cards"][0] is None


def test_who_stands_pat_may_show_what_he_keeps() -> None:
    parsed = read(spoiled("events", 10, value={"type": "discard", "seat": 1, "count": 0, "kept": "Tc 9c 8c 7d 6c"}))
    assert parsed.actions.filter(action="stand_pat")["cards"].to_list() == ["Tc 9c 8c 7d 6c"]
    assert parsed.seats["final_cards"][0] == "Tc 9c 8c 7d 6c"


def test_every_action_of_the_contract_can_be_said() -> None:
    said: set[str] = set()
    for model in EVENTS:
        said.update(get_args(model.model_fields["type"].annotation))
    cards_only = {"street", "deal", "board", "award", "end"}
    assert said - cards_only | {"stand_pat", "all_in"} == set(tables.ACTIONS)
    assert set(get_args(history.StreetName)) == set(tables.STREETS)


def test_the_schema_in_docs_is_up_to_date() -> None:
    kept = (ROOT / "docs" / "pokerstats-hand.schema.json").read_text(encoding="utf-8")
    assert kept == history.schema_text(), "run: python -m pokerstats.parsers.history > docs/pokerstats-hand.schema.json"


def test_the_hand_in_the_manual_is_one() -> None:
    manual = (ROOT / "docs" / "history-format.md").read_text(encoding="utf-8")
    example = json.loads(manual.split("```json\n")[1].split("```")[0])
    parsed = read(example)
    assert (parsed.hands.height, parsed.rejected.height) == (1, 0)


def test_the_manual_names_every_field_and_event() -> None:
    manual = (ROOT / "docs" / "history-format.md").read_text(encoding="utf-8")
    fields = set(history.Hand.model_fields) | set(history.Stakes.model_fields) | set(history.Seat.model_fields)
    for model in EVENTS:
        fields.update(model.model_fields)
        fields.update(get_args(model.model_fields["type"].annotation))
    fields |= set(history.Tournament.model_fields) | set(history.Rules.model_fields) | set(history.Table.model_fields)
    assert [name for name in sorted(fields) if f"`{name}`" not in manual] == ["events"]
