"""A table's own rule file, whatever it may agree on, is dealt by the engine, read and judged without a finding."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from thoroughness import hands as so_many

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.games.rules import RuleSet, load_rules, rule_set, rule_set_names

FILES = so_many(6, thorough=150)
HANDS = "40"


def own_file(rng: Random) -> str:
    """A file that extends some set and agrees on other options, structures, sums, draws, openers or burnt cards."""
    rules = rule_set(rng.choice(rule_set_names()))
    return "\n".join(_tables(rules, rng.choice(rules.structure.allowed), rng)) + "\n"


def _tables(rules: RuleSet, structure: str, rng: Random) -> Iterator[str]:
    yield f'extends = "{rules.name}"\ntitle = "Own"\n[structure]\ndefault = "{structure}"\n[options]'
    for name, option in rules.options.items():
        if name != "ranking" and rng.random() < 0.3:
            yield f'{name} = "{rng.choice(option.choices)}"'
    if rules.draw:
        yield f"[draw]\nmost = {rng.randint(1, rules.draw.most)}"
        if not rules.the_game.split:
            goes = rng.choice(("dealer-left", "next-pot"))
            yield f'[carry]\nodd_chip = "{goes}"'
        if rules.game != "pokeris":
            yield f"[streets.first_draw]\nburn = {rng.randint(0, 2)}"
    if rules.openers:
        pair = rng.choice("9TQKA")
        yield f'[openers]\npair = "{pair}"'
    if "blinds" in rules.forced.kinds and rng.random() < 0.5:
        yield '[forced]\nkinds = ["ante", "blinds"]'
    yield "[stakes]"
    yield from _sums(rules, structure, rng)


def _sums(rules: RuleSet, structure: str, rng: Random) -> Iterator[str]:
    chip = rng.choice((1, 5))
    yield f"chip = {chip}"
    if rules.game == "pokeris":
        most = rng.choice((str(9 * chip), '"none"'))
        yield f"ante = {2 * chip}\nmax_bet = {most}"
    elif "blinds" in rules.forced.kinds:
        yield f"small_blind = {2 * chip}\nbig_blind = {4 * chip}\nante = {chip}"
    elif rules.game == "short-deck":
        yield f"ante = {chip}\nbig_blind = {3 * chip}"
    else:
        yield f"ante = {chip}\nsmall_bet = {6 * chip}\nmin_bet = {3 * chip}"


@pytest.mark.parametrize("seed", range(FILES))
def test_what_a_table_agrees_on_is_dealt_and_judged_alike(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    rng = Random(seed)
    rules, log = tmp_path / "own.toml", tmp_path / "hands.jsonl"
    rules.write_text(own_file(rng), encoding="utf-8")
    players = str(rng.randint(2, min(load_rules(rules).most_players(), 9)))
    options = ["--rules", str(rules)]
    assert main(["simulate", *options, "--players", players, "--hands", HANDS, "--out", str(log)]) == 0
    capsys.readouterr()
    code = main(["validate", str(log), *options, "--json"])
    found = json.loads(capsys.readouterr().out)
    told = (rules.read_text(encoding="utf-8"), found["faults"], found["findings"])
    assert code == 0 and not found["faults"] and all(row["severity"] == "note" for row in found["findings"]), told
    assert found["hands"] == int(HANDS)
