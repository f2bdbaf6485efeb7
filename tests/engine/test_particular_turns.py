"""The particular turns of the home games happen in simulated play, each of them by its rule."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.engine.simulate import Simulation
from pokerstats.pipeline.engine.slips import Slips
from pokerstats.pipeline.games.rules import rule_set

CLUMSY = Slips(dealer_exposes=0.02, player_exposes=0.02, miscount=0, misreads=0.03)


def histories(name: str, count: int, *, players: int, **options: Any) -> Iterator[dict[str, Any]]:
    for dealt in Simulation(rule_set(name), players=players, seed=1, **options).hands(count):
        yield dealt.history


def turns_of(history: dict[str, Any]) -> Iterator[str]:
    """What happened in a hand, in the words of the rules."""
    events, stakes = history["events"], history["stakes"]
    kinds = {event["type"] for event in events}
    yield from kinds
    yield "carried pot" if "carried_in" in history else ""
    yield "shown at the showdown, openers too" if {"show", "show_openers"} <= kinds else ""
    yield "openers shown alone" if "show_openers" in kinds - {"show"} and "show" not in kinds else ""
    street, price, raises, inside = "", 0, 0, {seat["seat"] for seat in history["seats"] if seat.get("dealt_in", True)}
    for event in events:
        kind = event["type"]
        if event.get("all_in"):
            yield f"{kind} all in"
        if kind == "street":
            street, price, raises = event["street"], 0, 0
        elif kind == "expose":
            yield f"exposed by the {event['by']}, " + ("kept" if event["kept"] else "set aside")
        elif kind == "fold":
            inside.discard(event["seat"])
        elif kind in ("bet", "raise", "complete"):
            added, price = event.get("to", event["amount"]) - price, event.get("to", event["amount"])
            raises += kind == "raise"
            if street == "fourth" and added == stakes.get("big_bet"):
                yield "big bet on fourth street"
            if raises == 4 and "small_bet" in stakes and len(inside) == 2:
                yield "fourth raise of two players"
        elif kind == "award" and event["pot"]:
            yield "side pot"
        elif kind == "end" and event.get("carried_out"):
            yield "pot carried on"
    yield "reshuffle for all" if "reshuffle" in kinds and "board" not in kinds and "burn" in kinds else ""


HAPPENS = {
    ("standard-draw", 10, 3_000): (
        "pot carried on/carried pot/openers shown alone/shown at the showdown, openers too/announce/reshuffle/replace/"
        "exposed by the dealer, set aside/exposed by the dealer, kept/exposed by the player, kept/ante all in/"
        "bet all in/raise all in/call all in/return/side pot"
    ),
    ("ante-draw", 8, 1_500): "raise all in/call all in/muck/return/replace",
    ("pokeris", 6, 1_500): (
        "fee/fee all in/ante all in/challenge/compare/propose/agree/refuse/force/call all in/side pot/muck/reshuffle"
    ),
    ("seven-card-stud", 8, 1_500): (
        "bring_in/complete/bet/big bet on fourth street/fourth raise of two players/board/reshuffle for all/muck/return"
    ),
    ("blinds-draw", 6, 1_500): "call all in/raise all in/bet all in/side pot/replace/muck/return",
}  # fmt: skip


@pytest.mark.parametrize(("table", "turns"), HAPPENS.items(), ids=[name for name, *_ in HAPPENS])
def test_every_particular_turn_happens(table: tuple[str, int, int], turns: str) -> None:
    name, players, count = table
    happened: Counter[str] = Counter()
    for history in histories(name, count, players=players, slips=CLUMSY):
        happened.update(set(turns_of(history)))
    assert [turn for turn in turns.split("/") if not happened[turn]] == []


def test_s7_the_deck_runs_short_where_eight_stay_to_the_end() -> None:
    reshuffled = shared = 0
    for history in histories("seven-card-stud", 1_200, players=8):
        kinds = [event["type"] for event in history["events"]]
        reshuffled += "reshuffle" in kinds
        shared += "board" in kinds
    assert reshuffled > shared > 0


def test_d5_dead_hands_happen_where_draws_are_miscounted() -> None:
    def dead(slips: Slips) -> int:
        told = histories("standard-draw", 300, players=5, slips=slips)
        return sum(event["type"] == "dead_hand" for history in told for event in history["events"])

    assert dead(Slips()) == 0 < dead(Slips(miscount=0.1))


def test_miscounted_draws_are_for_who_asks_for_them_and_the_audit_tells(tmp_path: Path) -> None:
    log = str(tmp_path / "hands.jsonl")
    options = ["simulate", "--rules", "5cd", "--hands", "80", "--out", log]
    assert main(options) == 0
    assert main(["validate", log]) == 0
    usual = Path(log).read_text(encoding="utf-8")
    assert main([*options, "--miscounts", "10"]) == 0
    assert main(["validate", log]) == 1
    text = Path(log).read_text(encoding="utf-8")
    assert '"dead_hand"' in text
    numbers = [{json.loads(line)["hand"] for line in told.splitlines()} for told in (usual, text)]
    assert numbers[0].isdisjoint(numbers[1])


def test_cards_burnt_before_a_draw_are_gone_from_the_deck(tmp_path: Path) -> None:
    rules, log = tmp_path / "kitchen.toml", tmp_path / "hands.jsonl"
    rules.write_text('extends = "standard-draw"\n[streets.first_draw]\nburn = 2\n', encoding="utf-8")
    options = ["--rules", str(rules)]
    assert main(["simulate", *options, "--players", "9", "--hands", "150", "--out", str(log)]) == 0
    assert '"reshuffle"' in log.read_text(encoding="utf-8")
    assert main(["validate", str(log), *options]) == 0
