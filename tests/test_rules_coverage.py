"""Every rule is judged by a check, or the page says why no log can show it."""

from pathlib import Path

import pytest

from pokerstats.pipeline.games.rule_values import known_options
from pokerstats.pipeline.games.rules import rule_set, rule_set_names
from pokerstats.reports.checks import shipped_checks
from pokerstats.reports.rules_coverage import HOME_GAMES, checks_by_rule, page, rules

LAST = {"H": 8, "M": 15, "L": 9, "D": 11, "J": 16, "A": 9, "P": 18, "S": 16, "B": 7}
"""The last id of each section of the rules."""


def test_all_ids_are_there() -> None:
    assert list(rules()) == [f"{letter}{number}" for letter, last in LAST.items() for number in range(1, last + 1)]


def test_a_rule_has_a_check_or_a_reason() -> None:
    judged = checks_by_rule()
    assert [name for name, rule in rules().items() if name not in judged and rule.unseen is None] == []


@pytest.mark.parametrize("check", sorted(shipped_checks()))
def test_checks_cite_rules_that_there_are(check: str) -> None:
    cited = shipped_checks()[check].rule.split()
    assert [name for name in cited if name not in rules()] == []
    assert len(cited) == len(set(cited))


def test_rule_sets_cite_rules_that_there_are() -> None:
    cited = {name for option in known_options().values() for name in option.rule.split()}
    for name in rule_set_names():
        cited |= {name for option in rule_set(name).options.values() for name in option.rule.split()}
    assert cited - {"O"} <= set(rules())


def test_the_page_is_as_it_would_be_made_now() -> None:
    made = Path(__file__).parents[1] / "docs" / "rules-coverage.md"
    assert made.read_text(encoding="utf-8") == page()


def test_every_house_game_has_a_section() -> None:
    letters = {"standard-draw": "J", "ante-draw": "A", "pokeris": "P", "seven-card-stud": "S", "blinds-draw": "B"}
    assert set(letters) == set(HOME_GAMES)
    assert {f"{letter}1" for letter in letters.values()} <= set(rules())


def test_each_room_game_has_a_line() -> None:
    lines = [line for line in page().splitlines() if line.startswith("| `")]
    assert "| `27td` | 2-7 triple draw |" in "\n".join(lines)
    assert all("`" in line.split("|")[3] for line in lines)
