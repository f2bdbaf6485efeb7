"""Rule facts: what the rule sets say, as checks can ask it for each hand."""

from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

from pokerstats.pipeline.games.rules import RuleSet, load_rules
from pokerstats.reports.rule_facts import create_rule_facts

HANDS = [
    # hand_id, rules, game, rule_options
    (1, "standard-draw", "standard-draw", None),
    (2, "standard-draw", "standard-draw", '{"split_openers": "no"}'),
    (3, None, "standard-draw", None),
    (4, "kitchen", "standard-draw", None),
    (5, "kitchen", "standard-draw", '{"split_openers": "yes"}'),
    (6, "attic", "standard-draw", None),
    (7, None, "irish", None),
    (8, None, "no such game", None),
]


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    con = duckdb.connect()
    con.execute("create table hands (hand_id bigint, rules varchar, game varchar, rule_options varchar)").fetchall()
    con.executemany("insert into hands values (?, ?, ?, ?)", HANDS)
    yield con
    con.close()


@pytest.fixture
def kitchen(tmp_path: Path) -> RuleSet:
    path = tmp_path / "kitchen.toml"
    path.write_text('extends = "standard-draw"\n[options]\nsplit_openers = "no"\n[draw]\nmost = 4\n', encoding="utf-8")
    return load_rules(path)


def values(con: duckdb.DuckDBPyConnection, option: str) -> dict[int, str | None]:
    query = "select hand_id, rule_option(rules, game, rule_options, ?) from hands"
    return dict(con.execute(query, [option]).fetchall())


def test_a_hand_is_judged_by_its_own_options_then_its_set_then_its_game(con: duckdb.DuckDBPyConnection) -> None:
    create_rule_facts(con)
    assert values(con, "split_openers") == {
        1: "yes", 2: "no", 3: "yes", 4: "yes", 5: "yes", 6: "yes", 7: "yes", 8: None
    }  # fmt: skip


def test_a_users_set_holds_where_it_is_named_or_none_is(con: duckdb.DuckDBPyConnection, kitchen: RuleSet) -> None:
    create_rule_facts(con, [kitchen])
    assert values(con, "split_openers") == {
        1: "yes", 2: "no", 3: "no", 4: "no", 5: "yes", 6: "yes", 7: "yes", 8: None
    }  # fmt: skip
    assert values(con, "draw_most")[3] == "4"
    assert values(con, "draw_most")[1] == "3"


def test_the_view_tells_the_same_as_the_macro(con: duckdb.DuckDBPyConnection, kitchen: RuleSet) -> None:
    create_rule_facts(con, [kitchen])
    view = con.execute("select hand_id, value from hand_options where option = 'split_openers'").fetchall()
    assert dict(view) == {hand: value for hand, value in values(con, "split_openers").items() if value}


def test_facts_of_a_set_beside_its_options(con: duckdb.DuckDBPyConnection) -> None:
    create_rule_facts(con)
    query = "select option, value from rule_facts where rules = 'standard-draw' and option in (select unnest(?))"
    asked = ["deck", "draw_most", "openers", "odd_chip", "pass_out", "players_most", "structure"]
    assert dict(con.execute(query, [asked]).fetchall()) == {
        "deck": "52", "draw_most": "3", "openers": "J", "odd_chip": "dealer-left", "pass_out": "yes",
        "players_most": "10", "structure": "spread",
    }  # fmt: skip


def test_where_two_sets_of_one_game_are_given_the_first_is_for_hands_that_name_none(
    con: duckdb.DuckDBPyConnection, kitchen: RuleSet
) -> None:
    attic = kitchen.with_options({"split_openers": "yes"}).model_copy(update={"name": "attic"})
    create_rule_facts(con, [kitchen, attic])
    told = values(con, "split_openers")
    assert (told[3], told[4], told[6]) == ("no", "no", "yes")
