"""A table's own rule set: its hands are read, replayed and judged as it agreed."""

import json
from pathlib import Path
from typing import Any

import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.games.rules import RuleSet, load_rules
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database

KITCHEN = """
extends = "ante-draw"
title = "Kitchen"
[deck]
cards = 32
[options]
ranking = "standard"
ace_low_straight = "no"
round2_check = "yes"
"""

# a flush against a full house in 32 cards
HAND: dict[str, Any] = {
    "format": "pokerstats-hand", "version": 1, "game": "ante-draw", "structure": "spread", "button": 1,
    "stakes": {"ante": 1, "min_bet": 1, "max_bet": 5}, "currency": "PLN",
    "seats": [{"seat": 1, "player": "Ola", "stack": 40}, {"seat": 2, "player": "Bogdan", "stack": 25}],
    "events": [
        {"type": "street", "street": "predraw"},
        {"type": "ante", "seat": 2, "amount": 1}, {"type": "ante", "seat": 1, "amount": 1},
        {"type": "deal", "seat": 2, "down": "Ah Kh 9h 8h 7h"}, {"type": "deal", "seat": 1, "down": "Ts Td Tc 9s 9d"},
        {"type": "bet", "seat": 2, "amount": 2}, {"type": "call", "seat": 1, "amount": 2},
        {"type": "street", "street": "first_draw"},
        {"type": "discard", "seat": 2, "count": 0}, {"type": "discard", "seat": 1, "count": 0},
        {"type": "check", "seat": 2}, {"type": "check", "seat": 1},
        {"type": "street", "street": "showdown"},
        {"type": "show", "seat": 2, "cards": "Ah Kh 9h 8h 7h"}, {"type": "show", "seat": 1, "cards": "Ts Td Tc 9s 9d"},
        {"type": "award", "seat": 1, "amount": 6, "pot": 0}, {"type": "end"},
    ],
}  # fmt: skip

Row = dict[str, Any]


@pytest.fixture
def kitchen(tmp_path: Path) -> RuleSet:
    path = tmp_path / "kitchen.toml"
    path.write_text(KITCHEN, encoding="utf-8")
    return load_rules(path)


def stored(tmp_path: Path, hands: list[Row], own: list[RuleSet]) -> dict[str, Row]:
    """The rows of hands by their number, with the seats to which the pot is due."""
    log = tmp_path / "log.jsonl"
    log.write_text("".join(json.dumps(HAND | hand) + "\n" for hand in hands), encoding="utf-8")
    with open_database(tmp_path / "hands.duckdb") as connection:
        ingest(connection, [str(log)], own_rules=own)
        found = connection.execute(
            """
            select site_hand_no, rules, rule_options, deck, ranking,
                (select list(seat order by seat) from showdowns where hand_id = hands.hand_id and share_due > 0) as due
            from hands
            """
        ).fetchall()
    return {
        number: {"rules": rules, "options": json.loads(options or "{}"), "deck": deck, "ranking": ranking, "due": due}
        for number, rules, options, deck, ranking, due in found
    }


def test_without_the_file_its_hands_are_judged_as_their_game(tmp_path: Path) -> None:
    rows = stored(tmp_path, [{"hand": "1"}, {"hand": "2", "rules": {"name": "kitchen"}, "deck": 32}], [])
    assert rows["1"] == {"rules": None, "options": {}, "deck": None, "ranking": None, "due": [1]}
    # by frequency a flush is the rarer hand of 32 cards
    assert rows["2"] == {"rules": "kitchen", "options": {}, "deck": 32, "ranking": None, "due": [2]}


def test_hands_that_name_the_set_or_none_get_what_they_do_not_say(tmp_path: Path, kitchen: RuleSet) -> None:
    hands: list[Row] = [
        {"hand": "none"},
        {"hand": "named", "rules": {"name": "kitchen"}},
        {"hand": "own", "rules": {"name": "kitchen", "options": {"round2_check": "no", "muck": "no"}}},
        {"hand": "shipped", "rules": {"name": "ante-draw"}, "deck": 32},
        {"hand": "ranked", "ranking": "by-frequency"},
    ]
    rows = stored(tmp_path, hands, [kitchen])
    agreed = {"ace_low_straight": "no", "round2_check": "yes"}
    assert rows["none"] == {"rules": "kitchen", "options": agreed, "deck": 32, "ranking": "standard", "due": [1]}
    assert rows["named"] == rows["none"]
    assert rows["own"]["options"] == {"ace_low_straight": "no", "round2_check": "no", "muck": "no"}
    assert rows["shipped"] == {"rules": "ante-draw", "options": {}, "deck": 32, "ranking": None, "due": [2]}
    assert rows["ranked"] == {"rules": "kitchen", "options": agreed, "deck": 32, "ranking": "by-frequency", "due": [2]}


def test_of_two_sets_of_one_game_the_first_is_for_hands_that_name_none(tmp_path: Path, kitchen: RuleSet) -> None:
    attic = kitchen.with_options({"muck": "no"}).model_copy(update={"name": "attic"})
    rows = stored(tmp_path, [{"hand": "none"}, {"hand": "attic", "rules": {"name": "attic"}}], [kitchen, attic])
    assert rows["none"]["rules"] == "kitchen"
    assert rows["attic"]["options"]["muck"] == "no"


def test_laps_of_a_table_of_pokeris_with_rules_of_its_own(tmp_path: Path) -> None:
    own = tmp_path / "salon.toml"
    own.write_text('extends = "pokeris"\n[options]\nexchange_fee = "none"\n', encoding="utf-8")
    hand = HAND | {
        "hand": "1", "game": "pokeris", "structure": "pokeris", "stakes": {"ante": 1}, "rules": {"name": "salon"},
        "events": [
            {"type": "street", "street": "exchange"},
            {"type": "ante", "seat": 2, "amount": 1}, {"type": "ante", "seat": 1, "amount": 1},
            {"type": "deal", "seat": 2, "down": "Ah Kh 9h 8h 7h"},
            {"type": "deal", "seat": 1, "down": "Ts Td Tc 9s 9d"},
            {"type": "street", "street": "first_lap"},
            {"type": "bet", "seat": 2, "amount": 2}, {"type": "raise", "seat": 1, "amount": 5},
            {"type": "street", "street": "second_lap"},
            {"type": "fold", "seat": 2}, {"type": "award", "seat": 1, "amount": 9, "pot": 0}, {"type": "end"},
        ],
    }  # fmt: skip
    log = tmp_path / "log.jsonl"
    log.write_text(json.dumps(hand) + "\n", encoding="utf-8")
    with open_database(tmp_path / "hands.duckdb") as connection:
        ingest(connection, [str(log)], own_rules=[load_rules(own)])
        # nobody tops up a later, larger bet, and nothing of it goes back (P10)
        assert connection.execute("select seat, put_in, returned from seats order by seat").fetchall() == [
            (1, 6, 0), (2, 3, 0)
        ]  # fmt: skip


def test_ingest_and_audit_take_the_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, own, db = tmp_path / "log.jsonl", tmp_path / "kitchen.toml", str(tmp_path / "hands.duckdb")
    own.write_text(KITCHEN, encoding="utf-8")
    log.write_text(json.dumps(HAND | {"hand": "1"}) + "\n", encoding="utf-8")
    assert main(["ingest", str(log), "--db", db, "--rules", str(own)]) == 0
    assert main(["audit", "--db", db, "--rules", str(own), "--check", "showdown-winners"]) == 0
    assert main(["sql", "select rules, deck, ranking from hands", "--db", db, "--csv"]) == 0
    assert capsys.readouterr().out.endswith("kitchen,32,standard\n")


@pytest.mark.parametrize("command", ["ingest", "audit"])
def test_two_files_of_one_name_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    (tmp_path / "a").mkdir()
    files = [tmp_path / "kitchen.toml", tmp_path / "a" / "kitchen.toml"]
    for file in files:
        file.write_text(KITCHEN, encoding="utf-8")
    options = ["--rules", str(files[0]), "--rules", str(files[1]), "--db", str(tmp_path / "hands.duckdb")]
    assert main([command, *([str(tmp_path)] if command == "ingest" else []), *options]) == 2
    assert "kitchen.toml: a rule set named 'kitchen' is given already" in capsys.readouterr().err
