"""Open Hand History: the format as it is specified, and as real files have it."""

import json
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from pokerstats.parsers import open_hand_history
from pokerstats.pipeline.detect import detect
from pokerstats.pipeline.replay import replay
from pokerstats.pipeline.tables import Parsed, Replayed


def action(player: int, word: str, amount: float | None = None, **more: Any) -> dict[str, Any]:
    return {"action_number": 1, "player_id": player, "action": word, "amount": amount, **more}


HAND: dict[str, Any] = {
    "spec_version": "1.4.7",
    "site_name": "Kitchen Poker",
    "network_name": "Kitchen",
    "game_number": "K-1",
    "start_date_utc": "2026-05-01T18:30:00Z",
    "table_name": "T1",
    "table_size": "6",
    "game_type": "Holdem",
    "bet_limit": {"bet_type": "NL", "bet_cap": 0},
    "currency": "EUR",
    "dealer_seat": 2,
    "small_blind_amount": 0.05,
    "big_blind_amount": 0.1,
    "ante_amount": 0.0,
    "hero_player_id": 7,
    "players": [
        {"id": 7, "seat": 2, "name": "Hero", "starting_stack": 10.0},
        {"id": 8, "seat": 4, "name": "Vic", "starting_stack": 4.3},
        {"id": 9, "seat": 5, "name": "Out", "starting_stack": 5, "is_sitting_out": True},
    ],
    "rounds": [
        {
            "id": 0,
            "street": "Preflop",
            "cards": "",
            "actions": [
                action(7, "Post SB", 0.05),
                action(8, "Post BB", 0.1),
                action(7, "Dealt Cards", cards=["Ah", "Kh"]),
                action(7, "Raise", 0.25),
                action(8, "Call", 0.2),
            ],
        },
        {
            "id": 1,
            "street": "Flop",
            "cards": ["2c", "7d", "Kc"],
            "actions": [action(8, "Check"), action(7, "Bet", 0.30000000000000004), action(8, "Fold")],
        },
    ],
    "pots": [{"number": 0, "amount": 0.6, "rake": 0.03, "player_wins": [{"player_id": 7, "win_amount": 0.57}]}],
}


def spoiled(*path: Any, value: Any) -> dict[str, Any]:
    hand = deepcopy(HAND)
    place: Any = hand
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return hand


def read(*hands: dict[str, Any] | str, wrapped: dict[str, Any] | None = None) -> Parsed:
    texts = [
        hand if isinstance(hand, str) else json.dumps({**(wrapped or {}), "ohh": hand}, indent=1) for hand in hands
    ]
    (parsed,) = open_hand_history.parse("\n\n".join(texts).encode(), path="x.ohh")
    return parsed


def replayed(hand: dict[str, Any]) -> Replayed:
    found = replay(read(hand))
    assert found.rejected.height == 0, found.rejected["reason"].to_list()
    return found


def test_a_hand() -> None:
    found = replayed(HAND)
    (hand,) = found.hands.to_dicts()
    told = {
        "site": "Kitchen Poker", "site_hand_no": "K-1", "game": "holdem", "betting": "nl", "kind": "cash",
        "currency": "EUR", "small_blind": 500, "big_blind": 1000, "ante": None, "cap": None, "max_seats": 6,
        "button_seat": 2, "hero_seat": 2, "board": "2c 7d Kc", "stated_pot": 6000, "stated_rake": 300, "pot": 6000,
        "rake": 300, "runs": 1, "deck": None,
    }  # fmt: skip
    assert {name: hand[name] for name in told} == told
    assert str(hand["played_at"]) == "2026-05-01 18:30:00"
    assert found.actions.select("street", "seat", "action", "amount").rows() == [
        ("preflop", 2, "small_blind", 500),
        ("preflop", 4, "big_blind", 1000),
        ("preflop", 2, "raise", 2500),
        ("preflop", 4, "call", 2000),
        ("flop", 4, "check", 0),
        ("flop", 2, "bet", 3000),
        ("flop", 4, "fold", 0),
    ]
    assert found.seats.select("player", "dealt_in", "hole_cards", "put_in", "returned", "won").rows() == [
        ("Hero", True, "Ah Kh", 6000, 3000, 5700),
        ("Vic", True, None, 3000, 0, 0),
        ("Out", False, None, 0, 0, 0),
    ]


def test_a_hand_played_on_two_boards() -> None:
    hand = deepcopy(HAND)
    hand["flags"] = ["Run_It_Twice"]
    hand["rounds"] += [
        {"id": 2, "street": "Turn", "cards": ["3h"], "actions": []},
        {"id": 3, "street": "River", "cards": ["4h"], "actions": []},
        {"id": 4, "street": "Turn", "cards": ["5h"], "actions": []},
        {"id": 5, "street": "River", "cards": ["6h"], "actions": []},
    ]
    (row,) = read(hand).hands.to_dicts()
    assert (row["board"], row["board2"], row["runs"]) == ("2c 7d Kc 3h 4h", "2c 7d Kc 5h 6h", 2)


def test_a_tournament() -> None:
    info = {"tournament_number": "5", "name": "Sunday", "currency": "USD", "buyin_amount": 9.5, "fee_amount": 0.5}
    (row,) = read(HAND | {"tournament": True, "tournament_info": info}).hands.to_dicts()
    told = ("kind", "currency", "tournament_no", "tournament_name", "buy_in", "fee", "bounty", "buy_in_currency")
    assert [row[name] for name in told] == ["tournament", "CHIPS", "5", "Sunday", 95_000, 5_000, None, "USD"]


@pytest.mark.parametrize(
    ("fields", "column", "value"),
    [
        ({"bet_limit": {"bet_type": "FL"}}, "small_bet", 1000),
        ({"bet_limit": {"bet_type": "FL"}}, "big_bet", 2000),
        ({"bet_limit": {"bet_type": "PL", "bet_cap": 3}}, "betting", "cap-pl"),
        ({"currency": "XPM"}, "kind", "play"),
        ({"currency": "Chips"}, "kind", "unknown"),
        ({"flags": ["Fast"]}, "fast_fold", True),
        ({"hero_player_id": 3}, "hero_seat", None),
        ({"start_date_utc": ""}, "played_at", None),
    ],
)
def test_headers(fields: dict[str, Any], column: str, value: Any) -> None:
    assert read(HAND | fields).hands[column].to_list() == [value]


def test_more_than_four_cards_are_another_omaha() -> None:
    hand = spoiled("rounds", 0, "actions", 2, "cards", value=["Ah", "Kh", "2s", "3s", "4s"])
    assert read(hand | {"game_type": "Omaha"}).hands["game"].to_list() == ["omaha5"]


def test_amounts_that_are_totals_are_known_by_the_pot() -> None:
    hand = spoiled("rounds", 0, "actions", 3, "amount", value=0.3)
    hand["rounds"][0]["actions"][4]["amount"] = 0.3
    assert replayed(hand).actions["amount"].to_list()[:4] == [500, 1000, 2500, 2000]


def test_what_the_room_adds_and_pays_beside_the_pot() -> None:
    hand = deepcopy(HAND)
    hand["rounds"][0]["actions"].insert(0, {"action_number": 0, "action": "Add to Pot", "amount": 0.5})
    hand["pots"] = [
        {
            "number": 0,
            "amount": 1.1,
            "rake": 0.02,
            "jackpot": 0.01,
            "player_wins": [{"player_id": 7, "win_amount": 1.07, "cashout_amount": 0.9}],
        }
    ]
    found = replayed(hand)
    (row,) = found.hands.to_dicts()
    assert (row["added"], row["pot"], row["rake"]) == (5_000, 11_000, 300)
    assert row["rake_parts"] == [{"part": "rake", "amount": 200}, {"part": "jackpot", "amount": 100}]
    assert found.seats["adjust"].to_list() == [-1_700, 0, 0]


def test_cards_told_with_the_players() -> None:
    hand = spoiled("players", 1, "cards", value=["9s", "9d"])
    assert read(hand).seats["hole_cards"].to_list() == ["Ah Kh", "9s 9d", None]


def test_a_number_may_stand_beside_the_hand() -> None:
    assert read(HAND | {"game_number": ""}, wrapped={"id": "w1"}).hands["site_hand_no"].to_list() == ["w1"]


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        (HAND | {"game_number": ""}, "$.ohh.game_number: missing"),
        (HAND | {"game_type": "Whist"}, "$.ohh.game_type: 'Whist': expected Holdem"),
        (HAND | {"bet_limit": {}}, "$.ohh.bet_limit.bet_type: '': expected NL, PL or FL"),
        (HAND | {"players": 2}, "$.ohh.players: expected a list of objects"),
        (spoiled("rounds", 1, "street", value="Seventh"), "'Seventh' is no street of Texas hold'em"),
        (spoiled("rounds", 1, "actions", 0, "action", value="Wave"), "'Wave' is no action of Open Hand History"),
        (spoiled("rounds", 1, "actions", 0, "player_id", value=1), "Check: player_id 1: nobody has it"),
        (spoiled("rounds", 1, "actions", 1, "amount", value="two"), "'two': expected a sum of money"),
        (spoiled("pots", 0, "player_wins", 0, "player_id", value=3), "$.ohh.pots[0]: player_id 3: nobody has it"),
        ('{"ohh": []}', 'expected an object with "ohh"'),
    ],
)
def test_what_is_strange_is_refused_with_its_place(hand: dict[str, Any] | str, reason: str) -> None:
    parsed = read(hand, HAND)
    (row,) = parsed.rejected.to_dicts()
    assert row["kind"] == "unreadable"
    assert reason in row["reason"]
    assert parsed.hands.height == 1


def test_a_broken_hand_does_not_hide_the_next() -> None:
    whole = json.dumps({"ohh": HAND}, indent=1)
    parsed = read(whole, whole[:300], whole.replace("K-1", "K-2"), whole[:-2])
    assert parsed.hands["site_hand_no"].to_list() == ["K-1", "K-2"]
    lines = whole.count("\n") + 1
    assert parsed.hands["line_from"].to_list()[0] == 1
    assert parsed.rejected["kind"].to_list() == ["incomplete", "incomplete"]
    assert parsed.rejected.select("site", "site_hand_no").rows() == [("Kitchen Poker", "K-1")] * 2
    assert parsed.rejected["line_from"].to_list()[0] == lines + 2
    assert (
        parsed.lines == sum(text.count("\n") + 2 for text in (whole, whole[:300], whole)) + whole[:-2].count("\n") + 1
    )


def test_lines_and_lists_are_read_too() -> None:
    one, two = json.dumps({"ohh": HAND}), json.dumps({"ohh": HAND | {"game_number": "K-2"}})
    for text in (f"{one}\n{two}\n", f"[{one},\n{two}]", f"\ufeff{one}\n\n{two}"):
        (parsed,) = open_hand_history.parse(text.encode(), path="x")
        assert parsed.hands.select("site_hand_no", "line_from").rows()[0] == ("K-1", 1)
        assert parsed.hands["site_hand_no"].to_list() == ["K-1", "K-2"]


def test_many_hands_come_in_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_hand_history, "BATCH", 2)
    text = "".join(json.dumps({"ohh": HAND | {"game_number": f"K-{number}"}}) + "\n\n" for number in range(5))
    batches = list(open_hand_history.parse(text.encode(), path="x"))
    assert [batch.hands.height for batch in batches] == [2, 2, 1]
    assert sum(batch.lines for batch in batches) == 10


@pytest.mark.parametrize(
    ("head", "ours"),
    [
        (b'{"ohh":{"spec_version": "1.4.6"', True),
        (b'{"id":"hand1","ohh":{"spec', True),
        (b'{\n    "ohh": {\n', True),
        (b'[{"ohh": {', True),
        (b'{"ots": {', False),
        (b'{"hands": [{"ohh": 1}]}', False),
        (b'{"format": "pokerstats-hand", "version": 1}', False),
    ],
)
def test_the_format_is_known_by_its_beginning(head: bytes, ours: bool) -> None:
    parser = detect(head)
    assert (parser is not None and parser.FORMAT == open_hand_history.FORMAT) is ours


def test_real_files(shared: Path) -> None:
    found: Counter[str] = Counter()
    for path in sorted((shared / "corpus" / "ohh").rglob("*")):
        if path.is_file() and open_hand_history.detect(path.read_bytes()[:4096].decode()):
            (parsed,) = open_hand_history.parse(path.read_bytes(), path=str(path))
            result = replay(parsed)
            found["hands"] += result.hands.height
            found["rejected"] += result.rejected.height
            as_printed = pl.col("pot") == pl.col("stated_pot")
            found["as printed"] += result.hands.filter(as_printed & (pl.col("rake") == pl.col("stated_rake"))).height
    # one writer counts the uncalled bet into the pot
    assert found == {"hands": 108, "rejected": 0, "as printed": 107}
