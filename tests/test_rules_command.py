"""``pokerstats rules``: the sets as a table, one of them in plain words, and the tables' own files."""

import json
import re
from pathlib import Path

import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.games.rules import rule_set, rule_set_names

Captured = pytest.CaptureFixture[str]


def told(capsys: Captured, *args: str) -> str:
    assert main(["rules", *args]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_all_sets_are_listed_the_house_games_first(capsys: Captured) -> None:
    lines = told(capsys).splitlines()
    assert re.split(r"  +", lines[0].strip()) == ["name", "title", "players", "deck", "structure"]
    assert re.split(r"  +", lines[1].strip()) == [
        "standard-draw", "Standard draw: jacks or better", "2-10", "52", "spread"
    ]  # fmt: skip
    names = [line.split()[0] for line in lines[1:]]
    assert sorted(names) == sorted(rule_set_names())
    assert set(names[:5]) == {"standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw"}


def test_all_sets_as_json(capsys: Captured) -> None:
    rows = {row["name"]: row for row in json.loads(told(capsys, "--json"))}
    assert rows["seven-card-stud"] == {
        "name": "seven-card-stud", "title": "Seven card stud", "players": "2-8", "deck": "52", "structure": "fixed",
        "structures": "fixed spread", "source": "House rules S (document 003).",
    }  # fmt: skip


@pytest.mark.parametrize("name", rule_set_names())
def test_one_set_is_told_with_every_option_and_rule(capsys: Captured, name: str) -> None:
    text = told(capsys, name)
    rules = rule_set(name)
    assert rules.source in text
    for option in rules.options.values():
        assert option.says in text
    for street in rules.streets:
        assert f"\n{street.replace('_', ' ')}  " in text
    for rule in (rules.players.rule, rules.deck.rule, rules.forced.rule, rules.structure.rule, rules.carry.rule):
        assert rule in text


def test_plain_words(capsys: Captured) -> None:
    text = " ".join(told(capsys, "standard-draw").split())
    for words in (
        "opening needs a pair of jacks or better J2",
        "first draw a draw; the opener begins, big bet if fixed D3 J7 J13",
        "drawing up to 3 cards J5",
        "a hand that nobody opens leaves its antes in the next pot",
        "split_openers yes, or no J11 whether the opener may throw his openers away in the draw",
        "max_raises by-structure, or none, 1 to 9 L8",
    ):
        assert words in text
    assert "first_to_show dealer-left P17 who" in " ".join(told(capsys, "pokeris").split())
    assert "predraw 5 cards down; the dealer's left begins, no checking" in " ".join(told(capsys, "ante-draw").split())
    assert "by the highest door card" in told(capsys, "razz")
    assert "high half: standard order; low half: ace-to-five low" in told(capsys, "omahahilo")


@pytest.mark.parametrize(
    ("name", "letter", "count"),
    [("standard-draw", "J", 16), ("ante-draw", "A", 9), ("pokeris", "P", 18), ("seven-card-stud", "S", 16),
     ("blinds-draw", "B", 7)],
)  # fmt: skip
def test_a_home_game_tells_its_document_rule_by_rule(capsys: Captured, name: str, letter: str, count: int) -> None:
    text = told(capsys, name)
    assert [line.split()[0] for line in text.splitlines()[-count:]] == [f"{letter}{n}" for n in range(1, count + 1)]


@pytest.mark.parametrize("name", rule_set_names())
def test_each_structure_is_told_in_words_with_its_rule(capsys: Captured, name: str) -> None:
    text = told(capsys, name)
    for structure in rule_set(name).structure.allowed:
        assert re.search(rf"^  {structure} +[^:]+: .*chip \d+ +[LP]\d", text, re.M), structure


def test_a_file_tells_what_it_changed(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(
        'extends = "standard-draw"\ntitle = "K\\u001bitchen"\n[options]\nmuck = "yes"\n[draw]\nmost = 1\n',
        encoding="utf-8",
    )
    text = told(capsys, str(path))
    assert text.startswith("K�itchen  kitchen\n")
    assert "As standard-draw, with values of its own." in text
    assert re.search(r"\nmuck \* +yes, or no", text)
    assert "up to 1 card " in text
    assert json.loads(told(capsys, str(path), "--json"))["options"]["muck"]["value"] == "yes"


def test_options_as_csv(capsys: Captured) -> None:
    lines = told(capsys, "pokeris", "--csv").splitlines()
    assert lines[0] == "option,value,choices,rule,says"
    assert lines[1].startswith('exchange_fee,per-card,"[""per-card"", ""per-exchange"", ""none""]",P2,')


def test_what_is_no_set_and_no_file_is_refused(capsys: Captured) -> None:
    assert main(["rules", "standart-draw"]) == 2
    assert "standart-draw: no such file, and no rule set of this name; there are " in capsys.readouterr().err


def test_a_fault_in_a_file_is_one_line(capsys: Captured, tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text('extends = "standard-draw"\n[options]\nmuck = "perhaps"\n', encoding="utf-8")
    assert main(["rules", str(path)]) == 3
    assert capsys.readouterr().err == f"pokerstats: {path}: options.muck: 'perhaps': expected one of no, yes\n"
