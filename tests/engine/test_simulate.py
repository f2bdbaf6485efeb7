"""``pokerstats simulate``: sessions that go from hand to hand, one player's log, money, rake, refusals by rule."""

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.engine import history_line
from pokerstats.pipeline.engine.rake import Rake
from pokerstats.pipeline.engine.retold import in_money, seen_by
from pokerstats.pipeline.engine.simulate import Simulation
from pokerstats.pipeline.games.rules import rule_set
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database
from pokerstats.reports.audit import run_checks

HOUSE_GAMES = ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw")

Captured = pytest.CaptureFixture[str]


def histories(name: str, count: int, *, players: int = 5, seed: int = 1, **options: Any) -> Iterator[dict[str, Any]]:
    for dealt in Simulation(rule_set(name), players=players, seed=seed, **options).hands(count):
        yield dealt.history


def lines(name: str, count: int, **options: Any) -> list[str]:
    return [history_line(history) for history in histories(name, count, **options)]


def test_hands_of_other_simulations_have_other_numbers() -> None:
    numbers = set()
    for players in (4, 5):
        for seed in (1, 2):
            for name in ("5cd", "27sd"):
                numbers |= {history["hand"] for history in histories(name, 5, players=players, seed=seed)}
    assert len(numbers) == 40


@pytest.mark.parametrize("name", [*HOUSE_GAMES, "5cd"])
def test_money_and_the_deal_go_on_from_hand_to_hand(name: str) -> None:
    told = list(histories(name, 240, sessions_of=60))
    assert [table for table, _ in groupby(told, key=lambda history: history["table"]["name"])] == list(
        dict.fromkeys(history["table"]["name"] for history in told)
    )
    bought = 0
    for before, after in pairwise(told):
        began, begins = (datetime.fromisoformat(history["played_at"]) for history in (before, after))
        if before["table"] != after["table"]:
            assert begins - began > timedelta(hours=2)
            assert "carried_in" not in after
            continue
        assert timedelta(seconds=10) < begins - began < timedelta(minutes=10)
        assert after.get("carried_in", 0) == before["events"][-1].get("carried_out", 0)
        seats = [seat["seat"] for seat in after["seats"] if seat.get("dealt_in", True)]
        assert after["button"] == min(seats, key=lambda seat: (seat <= before["button"], seat))
        left = stacks_after(before)
        for seat in after["seats"]:
            bought += left.get(seat["player"], seat["stack"]) != seat["stack"]
    assert 0 < bought < 240


def stacks_after(history: dict[str, Any]) -> dict[str, int]:
    stacks = {seat["seat"]: seat["stack"] for seat in history["seats"]}
    for event in history["events"]:
        if "amount" in event:
            back = event["type"] in ("return", "award")
            stacks[event["seat"]] += event["amount"] if back else -event["amount"]
    return {seat["player"]: stacks[seat["seat"]] for seat in history["seats"]}


def test_what_is_won_is_lost_by_others() -> None:
    simulation = Simulation(rule_set("standard-draw"), players=5, seed=4, sessions_of=20)
    carried = [dealt.history["events"][-1].get("carried_out", 0) for dealt in simulation.hands(300)]
    left = sum(carried[19::20])
    assert left > 0
    # less than a chip for each of the last players of a table stays over
    assert -5 * 15 < sum(simulation.won.values()) <= 0
    assert sum(simulation.played.values()) > 300 * 3
    assert {simulation.style_of(player) for player in simulation.played} >= {"nit", "solid", "loose", "station"}


def test_a_table_that_ends_with_carried_money_may_leave_it_open() -> None:
    rules = rule_set("standard-draw").with_options({"carry_end": "open"})
    simulation = Simulation(rules, players=5, seed=4, sessions_of=20)
    carried = [dealt.history["events"][-1].get("carried_out", 0) for dealt in simulation.hands(300)]
    assert sum(simulation.won.values()) == -sum(carried[19::20]) < 0


def test_limits_change_after_a_passed_out_deal() -> None:
    changed = 0
    for before, after in pairwise(histories("standard-draw", 150, sessions_of=150)):
        passed_out = not any(event["type"] == "bet" for event in before["events"])
        antes = sum(event["amount"] for event in after["events"] if event["type"] == "ante")
        if passed_out:
            pot = before["events"][-1]["carried_out"] + antes
            assert after["stakes"]["max_bet"] == max(5, pot)
            changed += 1
        else:
            assert after["stakes"]["max_bet"] == 5
    assert changed > 10


# ---------------------------------------------------------------- one player's log, and money


def test_a_players_own_log_tells_only_what_he_saw() -> None:
    hidden_draws = 0
    for name in ("pokeris", "seven-card-stud", "holdem"):
        for history in histories(name, 80, hero="Me"):
            told = seen_by(history, "Me")
            (seat,) = (seat["seat"] for seat in told["seats"] if seat["player"] == "Me")
            assert told["hero"] == seat
            assert {**told, "events": 0} == {**history, "events": 0, "hero": seat}
            for full, seen in zip(history["events"], told["events"], strict=True):
                if full.get("seat") == seat or full["type"] in ("show", "show_openers", "board", "award", "bet"):
                    assert seen == full
                elif full["type"] == "deal":
                    assert set(seen.get("down", "??").split()) == {"??"}
                    assert len(seen.get("down", "")) == len(full.get("down", ""))
                    assert seen.get("up") == full.get("up")
                elif full["type"] == "discard":
                    assert seen.keys() == {"type", "seat", "count"}
                    hidden_draws += full["count"] > 0
                elif full["type"] == "compare" and seat not in (full["drops"], full["stays"]):
                    assert "cards" not in seen
    assert hidden_draws > 50


def test_chips_are_worth_money_to_four_decimals() -> None:
    (history,) = histories("holdem", 1, currency="USD")
    told = in_money(history, Decimal("0.05"))
    assert told["stakes"]["small_blind"] == "0.05"
    assert told["stakes"]["big_blind"] == "0.10"
    for before, after in zip(history["seats"], told["seats"], strict=True):
        assert Decimal(after["stack"]) == before["stack"] * Decimal("0.05")
    sums = [(before, after) for before, after in zip(history["events"], told["events"], strict=True)]
    for before, after in sums:
        for name, value in before.items():
            expected = str(after[name])
            assert Decimal(expected) == value * Decimal("0.05") if name in ("amount", "to") else after[name] == value
    assert in_money(history, Decimal("0.0001"))["stakes"]["small_blind"] == "0.0001"
    assert in_money(history, Decimal(2))["stakes"]["big_blind"] == "4"


# ---------------------------------------------------------------- rake


def test_a_room_keeps_its_part_of_every_pot_that_saw_a_second_street() -> None:
    raked = 0
    simulation = Simulation(rule_set("omahahilo"), players=6, seed=3, rake=Rake(5, 6))
    for dealt in simulation.hands(300):
        events = dealt.history["events"]
        paid = sum(event["amount"] for event in events if event["type"] == "award")
        put = sum(event["amount"] for event in events if "amount" in event and event["type"] not in ("award", "return"))
        back = sum(event["amount"] for event in events if event["type"] == "return")
        taken = events[-1].get("rake", 0)
        assert put == paid + back + taken
        seen = any(event["type"] == "board" for event in events)
        assert taken == (min((put - back) * 5 // 100, 6) if seen else 0)
        raked += taken
    assert raked == -sum(simulation.won.values()) > 100


def test_winners_bear_the_rake_alike() -> None:
    def award(seat: int, amount: int, pot: int, side: str | None = None) -> dict[str, Any]:
        return {"type": "award", "seat": seat, "amount": amount, "pot": pot} | ({"side": side} if side else {})

    streets = [{"type": "street", "street": name} for name in ("preflop", "flop", "showdown")]
    split = [*streets, award(1, 51, 0, "high"), award(2, 25, 0, "low"), award(4, 25, 0, "low"), award(4, 40, 1, "high")]
    events = [*split, {"type": "end"}]
    assert Rake(10, 1_000).take(events, 1) == {1: 6, 2: 2, 4: 6}
    assert [event["amount"] for event in events[3:7]] == [45, 23, 22, 37]
    assert events[-1] == {"type": "end", "rake": 14}
    folded = [streets[0], award(1, 100, 0), {"type": "end"}]
    assert Rake(10, 1_000).take(folded, 1) == {}
    capped = [*streets, award(1, 50, 0), award(2, 50, 0), {"type": "end"}]
    assert Rake(10, 5).take(capped, 1) == {1: 2, 2: 3}


# ---------------------------------------------------------------- the command


def test_one_file_or_one_a_session(tmp_path: Path, capsys: Captured) -> None:
    options = ["simulate", "--rules", "ante-draw", "--hands", "50", "--seed", "7", "--sessions", "4"]
    assert main([*options, "--out", str(tmp_path / "all.jsonl")]) == 0
    assert main([*options, "--out", str(tmp_path / "sessions")]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert "50 hands of ante-draw; chips won in 100 hands: nit" in told.err
    assert main(options) == 0
    text = (tmp_path / "all.jsonl").read_text(encoding="utf-8")
    assert capsys.readouterr().out == text
    files = sorted((tmp_path / "sessions").iterdir())
    assert files[0].name == "ante-draw-0001-2026-01-05.jsonl"
    assert [len(file.read_text(encoding="utf-8").splitlines()) for file in files] == [13, 13, 13, 11]
    assert "".join(file.read_text(encoding="utf-8") for file in files) == text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.jsonl", "sessions"]


def test_a_users_own_rules_are_played(tmp_path: Path) -> None:
    (tmp_path / "kitchen.toml").write_text(
        'title = "Kitchen"\nsource = "Ours"\nextends = "standard-draw"\n[options]\nsplit_openers = "no"\n', "utf-8"
    )
    out = tmp_path / "hands.jsonl"
    assert main(["simulate", "--rules", str(tmp_path / "kitchen.toml"), "--hands", "20", "--out", str(out)]) == 0
    for line in out.read_text(encoding="utf-8").splitlines():
        assert json.loads(line)["rules"] == {"name": "kitchen", "options": {"split_openers": "no"}}


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rules", "standard-draw", "--players", "11"], "rule D10"),
        (["--rules", "seven-card-stud", "--players", "9"], "rule S1"),
        (["--rules", "seven-card-stud", "--players", "1"], "rule S1"),
        (["--rules", "ante-draw", "--players", "9"], "rule A1"),
        (["--rules", "blinds-draw", "--deck", "24", "--players", "5"], "rule D10"),
        (["--rules", "blinds-draw", "--deck", "36"], "rule B1"),
        (["--rules", "5cd", "--structure", "pokeris"], "is played no-limit"),
        (["--rules", "nowhere.toml"], "no such file"),
        (["--rules", "5cd", "--hands", "3", "--sessions", "4"], "only 3 hands"),
        (["--rules", "5cd", "--chip", "0.05"], "give both"),
        (["--rules", "5cd", "--chip", "0.00001", "--currency", "EUR"], "at most four decimals"),
        (["--rules", "5cd", "--hero", "Comet"], "the name of a bot"),
        (["--rules", "ante-draw", "--rake", "5"], "rule M1"),
        (["--rules", "5cd", "--rake", "100"], "1 to 99"),
        (["--rules", "5cd", "--rake-cap", "3"], "give both"),
        (["--rules", "holdem", "--miscounts", "9"], "nothing is drawn in holdem"),
    ],
)
def test_what_the_rules_do_not_allow_is_refused(options: list[str], said: str, capsys: Captured) -> None:
    assert main(["simulate", *options]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert said in told.err


def test_the_table_is_as_large_as_the_deck_allows(capsys: Captured) -> None:
    assert main(["simulate", "--rules", "blinds-draw", "--deck", "24", "--hands", "5"]) == 0
    first = json.loads(capsys.readouterr().out.splitlines()[0])
    assert len(first["seats"]) == first["table"]["max_seats"] == 4
    assert first["deck"] == 24


def test_simulated_logs_are_read_and_found_clean_also_as_a_player_saw_them(tmp_path: Path) -> None:
    for name in HOUSE_GAMES:
        simulate = ["simulate", "--rules", name, "--hands", "60"]
        assert main([*simulate, "--out", str(tmp_path / f"{name}.jsonl")]) == 0
        own = ["--hero", "Me", "--currency", "EUR", "--chip", "0.25", "--seed", "2"]
        assert main([*simulate, *own, "--out", str(tmp_path / f"{name}-own.jsonl")]) == 0
    with closing(open_database(tmp_path / "hands.duckdb")) as connection:
        result = ingest(connection, [str(path) for path in tmp_path.glob("*.jsonl")])
        assert (result.counts.new, result.counts.duplicate, result.counts.rejected) == (600, 0, 0)
        run_checks(connection)
        found = connection.execute(
            """select "check", site_hand_no from findings join hands using (hand_id) where severity <> 'note'"""
        ).fetchall()
        assert found == []
