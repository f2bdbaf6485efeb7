"""What the replay writes beside each action, seat and pot, by hands small enough to do on paper."""

from collections.abc import Mapping
from typing import Any

import polars as pl
import pytest

from pokerstats.pipeline import tables
from pokerstats.pipeline.replay import replay

Row = dict[str, Any]
STAKES = {"holdem": (5, 10), "omaha": (5, 10), "5cd": (5, 10), "27td": (5, 10), "badugi": (5, 10)}


def parsed(
    lines: str,
    stacks: Mapping[int, int | None],
    *,
    button: int | None = 1,
    game: str = "holdem",
    paid: list[tuple[int, int]] | list[tuple[int, int, int | None]] | None = None,
    up: dict[int, str] | None = None,
    out: tuple[int, ...] = (),
    number: int = 0,
    **header: Any,
) -> tables.Parsed:
    """One hand: a line is ``street:`` or ``seat action [amount] [to total] [all-in]``, money in whole chips of 1."""
    small, big = STAKES.get(game, (None, None))
    hand: Row = dict.fromkeys(tables.PARSED_HANDS) | {
        "hand": 0, "site": "Room", "site_hand_no": str(number), "line_from": 1, "line_to": 20, "game": game,
        "betting": "nl", "kind": "cash", "small_blind": small, "big_blind": big, "button_seat": button, "runs": 1,
        "added": 0, "carried_in": 0, "carried_out": 0, "collects_uncalled": False, "text_hash": number,
    }  # fmt: skip
    actions: list[Row] = []
    street = ""
    for line in filter(None, map(str.strip, lines.splitlines())):
        if line.endswith(":"):
            street = line[:-1]
            continue
        seat, action, *rest = line.split()
        numbers = [int(word) for word in rest if word.isdigit()]
        actions.append(
            dict.fromkeys(tables.PARSED_ACTIONS)
            | {
                "hand": 0, "seq": len(actions), "street": street, "seat": int(seat), "action": action, "line": 5,
                "amount": numbers[0] if numbers and "to" not in rest else None,
                "to_amount": numbers[0] if "to" in rest else None, "all_in": "all-in" in rest,
            }
        )  # fmt: skip
    seats: list[Row] = [
        dict.fromkeys(tables.PARSED_SEATS)
        | {
            "hand": 0, "seat": seat, "player": f"player {seat}", "stack": stack, "dealt_in": seat not in out,
            "up_cards": (up or {}).get(seat), "line": 2,
        }
        for seat, stack in sorted(stacks.items())
    ]  # fmt: skip
    payouts: list[Row] = [
        {"hand": 0, "pot_no": rest[0] if rest else None, "run": None, "side": None, "seat": seat, "amount": amount,
         "line": 9}
        for seat, amount, *rest in paid or []
    ]  # fmt: skip
    return tables.Parsed(
        hands=pl.DataFrame([hand | header], schema=tables.PARSED_HANDS),
        seats=pl.DataFrame(seats, schema=tables.PARSED_SEATS),
        actions=pl.DataFrame(actions, schema=tables.PARSED_ACTIONS),
        payouts=pl.DataFrame(payouts, schema=tables.PARSED_PAYOUTS),
        rejected=tables.empty(tables.PARSED_REJECTED),
    )


def played(lines: str, stacks: Mapping[int, int | None], **header: Any) -> tables.Replayed:
    """The hand replayed."""
    result = replay(parsed(lines, stacks, **header))
    assert result.rejected.rows() == []
    return result


def column(result: tables.Replayed, name: str, *, all_rows: bool = False) -> list[Any]:
    """One column of the decisions, or of all actions."""
    rows = result.actions if all_rows else result.actions.filter("is_decision")
    return rows[name].to_list()


def by_seat(result: tables.Replayed, name: str) -> dict[int, Any]:
    """One column of the seats."""
    return dict(result.seats.select("seat", name).rows())


def pots(result: tables.Replayed) -> list[tuple[int, int, int | None, list[int]]]:
    """Number, amount, what was paid, who could win it."""
    return result.pots.select("pot_no", "amount", "paid", "eligible").rows()


FOUR = {1: 1000, 2: 1000, 3: 1000, 4: 1000}
LIMPED = """
preflop:
  2 small_blind 5
  3 big_blind 10
  4 call 10
  1 raise to 40
  2 fold
  3 raise to 120
  4 fold
  1 call 80
flop:
  3 check
  1 bet 100
  3 raise to 300
  1 call 200
turn:
  3 check
  1 check
"""


def test_context_of_a_three_bet_pot() -> None:
    result = played(LIMPED, FOUR, paid=[(1, 850)])
    assert column(result, "level") == [1, 1, 2, 2, 3, 3, 0, 0, 1, 2, 0, 0]
    assert column(result, "raises_before") == [0, 0, 1, 1, 2, 2, 0, 0, 0, 1, 0, 0]
    assert column(result, "street_bet") == [10, 10, 40, 40, 120, 120, 0, 0, 100, 300, 0, 0]
    assert column(result, "to_call") == [10, 10, 35, 30, 110, 80, 0, 0, 100, 200, 0, 0]
    assert column(result, "amount") == [10, 40, 0, 110, 0, 80, 0, 100, 300, 200, 0, 0]
    assert column(result, "to_amount") == [10, 40, 5, 120, 10, 120, 0, 100, 300, 300, 0, 0]
    assert column(result, "pot_before") == [15, 25, 65, 65, 175, 175, 255, 255, 355, 655, 855, 855]
    assert column(result, "last_raise") == [10, 10, 30, 30, 80, 80, 10, 10, 100, 200, 10, 10]
    assert column(result, "facing")[:6] == ["forced", "forced", "raise", "raise", "raise", "raise"]
    assert column(result, "facing")[6:] == ["nothing", "nothing", "bet", "raise", "nothing", "nothing"]
    assert column(result, "expected_seat") == column(result, "seat")
    assert column(result, "players_in") == [4, 4, 4, 3, 3, 2, 2, 2, 2, 2, 2, 2]
    assert column(result, "entered_before") == [0, 1, 2, 2, 2, 2, 0, 0, 1, 1, 0, 0]
    assert column(result, "callers_before") == [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    assert column(result, "own_decisions_before") == [0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0]
    assert column(result, "own_last")[4:] == ["call", "raise", None, None, "check", "bet", None, None]
    assert column(result, "aggressor_seat") == [None, None, 1, 1, 3, 3, None, None, 1, 3, None, None]
    assert column(result, "last_street_aggressor") == [None] * 6 + [3] * 4 + [3] * 2
    assert column(result, "street_no") == [0] * 6 + [1] * 4 + [2] * 2
    assert by_seat(result, "net") == {1: 430, 2: -5, 3: -420, 4: -10}
    assert result.hands.select("pot", "rake", "showdown", "n_players").rows() == [(855, 5, True, 4)]


def test_a_street_checked_through_has_no_aggressor_on_the_next() -> None:
    lines = LIMPED + "river:\n 3 check\n 1 bet 50\n 3 fold"
    result = played(lines, FOUR, paid=[(1, 855)])
    assert column(result, "last_street_aggressor")[-3:] == [None] * 3
    assert by_seat(result, "returned") == {1: 50, 2: 0, 3: 0, 4: 0}


def test_the_big_blind_has_his_option_and_faces_forced_money() -> None:
    result = played(
        "preflop:\n2 small_blind 5\n3 big_blind 10\n4 fold\n1 fold\n2 call 5\n3 check", FOUR, paid=[(3, 20)]
    )
    assert column(result, "facing")[-1] == "forced"
    assert column(result, "can_raise")[-1] is True


def test_m11_a_short_blind_leaves_the_price_nominal() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 4 all-in\n4 raise to 20\n1 fold\n2 call 15"
    result = played(lines, {**FOUR, 3: 4}, paid=[(4, 44)])
    assert column(result, "street_bet") == [10, 20, 20]
    assert column(result, "last_raise") == [10, 10, 10]
    assert by_seat(result, "allin_forced") == {1: False, 2: False, 3: True, 4: False}
    assert pots(result) == [(0, 12, 12, [2, 3, 4]), (1, 32, 32, [2, 4])]


def test_a_straddle_raises_the_price_of_level_one_and_moves_the_turn() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 10\n4 straddle 20\n1 call 20\n2 fold\n3 fold\n4 check"
    result = played(lines, FOUR, paid=[(4, 55)])
    assert column(result, "level") == [1] * 4
    assert column(result, "street_bet") == [20] * 4
    assert column(result, "last_raise") == [20] * 4
    assert column(result, "expected_seat") == [1, 2, 3, 4]


def test_a_straddle_from_elsewhere_leaves_the_first_turn_open() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 10\n1 straddle 20\n2 fold\n3 fold\n4 fold"
    result = played(lines, FOUR, paid=[(1, 25)])
    assert column(result, "expected_seat") == [None, 3, 4]


def test_m13_a_short_all_in_raise_makes_a_level_but_no_new_size() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 10\n4 raise to 40\n1 all_in 55 all-in\n2 fold\n3 fold\n4 call 15"
    result = played(lines, {**FOUR, 1: 55}, paid=[(1, 125)])
    assert column(result, "action")[1] == "raise"
    assert column(result, "short_raise") == [False, True, False, False, False]
    assert column(result, "last_raise")[2:] == [30, 30, 30]
    assert column(result, "level")[2:] == [3, 3, 3]
    assert column(result, "can_raise")[-1] is False
    assert by_seat(result, "all_in_street")[1] == "preflop"


def test_m12_a_raise_up_to_the_full_bet_after_a_short_one_is_the_bet() -> None:
    start = "preflop:\n2 small_blind 5\n1 big_blind 10\n2 call 5\n1 check\nflop:\n"
    stacks = {1: 1000, 2: 16}
    result = played(start + "1 check\n2 all_in 6 all-in\n1 raise to 10", stacks, button=2, paid=[(1, 32)])
    assert column(result, "action")[-2:] == ["bet", "raise"]
    assert column(result, "short_raise")[-2:] == [True, False]
    assert by_seat(result, "returned") == {1: 4, 2: 0}
    three = {1: 1000, 2: 16, 3: 1000}
    lines = """
    preflop:
      2 small_blind 5
      3 big_blind 10
      1 call 10
      2 call 5
      3 check
    flop:
      2 bet 6 all-in
      3 raise to 10
      1 raise to 30
      3 fold
    """
    result = played(lines, three, paid=[(1, 52)])
    assert column(result, "level")[3:] == [0, 1, 1, 2]
    assert column(result, "facing")[3:] == ["nothing", "bet", "bet", "raise"]


@pytest.mark.parametrize(
    ("word", "amount", "named"),
    [
        ("bet", 30, "raise"),
        ("complete", 30, "raise"),
        ("all_in", 30, "raise"),
        ("all_in", 7, "call"),
        ("call", 30, "call"),
    ],
)
def test_the_state_names_what_the_log_calls_otherwise(word: str, amount: int, named: str) -> None:
    lines = f"preflop:\n2 small_blind 5\n3 big_blind 10\n4 {word} {amount}\n1 fold\n2 fold"
    result = played(lines, FOUR, paid=[(3, 15)])
    assert column(result, "action")[0] == named


def test_an_all_in_without_amount_is_the_stack_and_a_call_what_is_owed() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 10\n4 all_in\n1 fold\n2 call\n3 fold"
    result = played(lines, {**FOUR, 2: 300, 4: 420}, paid=[(4, 610)])
    assert column(result, "amount") == [420, 0, 295, 0]
    assert by_seat(result, "returned") == {1: 0, 2: 0, 3: 0, 4: 120}
    assert by_seat(result, "all_in_street") == {1: None, 2: "preflop", 3: None, 4: None}


def test_dead_and_missed_blinds_do_not_count_toward_the_call() -> None:
    lines = """
    preflop:
      2 small_blind 5
      3 big_blind 10
      4 dead_blind 5
      4 post 10
      5 small_blind 5
      4 check
      5 call 10
      1 fold
      2 call 5
      3 check
    """
    result = played(lines, {**FOUR, 5: 1000}, paid=[(4, 50)])
    assert column(result, "action", all_rows=True)[4] == "dead_blind"
    assert by_seat(result, "dead") == {1: 0, 2: 0, 3: 0, 4: 5, 5: 5}
    assert column(result, "to_call") == [0, 10, 10, 5, 0]
    assert by_seat(result, "posted_out_of_position") == {1: False, 2: False, 3: False, 4: True, 5: True}
    assert column(result, "entered_before") == [0, 1, 2, 2, 3]
    assert column(result, "callers_before") == [0, 0, 1, 1, 2]
    assert by_seat(result, "position") == {1: "BTN", 2: "SB", 3: "BB", 4: "UTG", 5: "CO"}
    assert pots(result) == [(0, 50, 50, [2, 3, 4, 5])]


def test_two_big_blinds_and_no_small_one() -> None:
    lines = "preflop:\n3 big_blind 10\n1 big_blind 10\n4 fold\n1 check\n3 check"
    result = played(lines, FOUR, button=2, paid=[(1, 20)])
    assert by_seat(result, "position") == {1: "CO", 2: "BTN", 3: "BB", 4: "UTG"}
    assert by_seat(result, "posted_out_of_position") == {1: True, 2: False, 3: False, 4: False}
    assert column(result, "expected_seat")[0] == 4


def test_an_absent_player_folded_all_in_has_no_decision() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 4 all-in\n4 fold\n1 raise to 20\n2 call 15\n3 fold"
    result = played(lines, {**FOUR, 3: 4}, paid=[(1, 44)])
    assert column(result, "is_decision", all_rows=True)[-1] is False
    assert column(result, "expected_seat", all_rows=True)[-1] is None
    assert by_seat(result, "folded_on")[3] == "preflop"
    assert pots(result) == [(0, 44, 44, [1, 2])]


# ---------------------------------------------------------------- other games


def stud(lines: str, up: dict[int, str], game: str = "stud", **header: Any) -> tables.Replayed:
    """A stud hand of three at fixed limit 10-20."""
    antes = "third:\n1 ante 2\n2 ante 2\n3 ante 2\n"
    limits = {"betting": "fl", "ante": 2, "bring_in": 5, "small_bet": 10, "big_bet": 20}
    stacks: dict[int, int | None] = dict.fromkeys((1, 2, 3), 500)
    return played(antes + lines, stacks, button=None, game=game, up=up, **(limits | header))


def test_s13_bring_in_completion_and_raise() -> None:
    lines = "2 bring_in 5\n3 call 5\n1 raise to 10\n2 raise to 20\n3 fold\n1 call 10"
    result = stud(lines, {1: "Kd", 2: "2c", 3: "9h"}, paid=[(1, 51)])
    assert column(result, "action") == ["call", "complete", "raise", "fold", "call"]
    assert column(result, "level") == [0, 0, 1, 2, 2]
    assert column(result, "facing") == ["forced", "forced", "bet", "raise", "raise"]
    assert column(result, "last_raise") == [10] * 5
    assert column(result, "expected_seat") == [3, 1, 2, 3, 1]
    assert by_seat(result, "position") == {1: None, 2: None, 3: None}
    assert column(result, "can_raise") == [True] * 5


CALLED_DOWN = "2 bring_in 5\n3 call 5\n1 call 5\n"


@pytest.mark.parametrize(
    ("game", "up", "first"),
    [
        ("stud", {1: "Kd 3s", 2: "2c 2d", 3: "Ah 9h"}, 2),
        ("stud", {1: "Kd 3s", 2: "2c 4d", 3: "Ah 9h"}, 3),
        ("razz", {1: "Kd 3s", 2: "2c 2d", 3: "Ah 9h"}, 3),
        ("razz", {1: "8d 3s", 2: "8c 2d", 3: "Ah 9h"}, 2),
        ("stud", {1: "Kd 3s", 2: "Kc 3d", 3: "Jh 9h"}, None),
        ("stud", {1: "Kd 3s", 2: "Kc ??", 3: "Jh 9h"}, None),
    ],
)
def test_s4_the_leading_showing_hand_begins(game: str, up: dict[int, str], first: int | None) -> None:
    result = stud(CALLED_DOWN + "fourth:\n1 check", up, game, paid=[(1, 21)])
    assert column(result, "expected_seat")[-1] == first


def test_s5_a_big_bet_on_fourth_street_makes_raises_big() -> None:
    lines = CALLED_DOWN + "fourth:\n2 bet 20\n3 raise to 40\n1 fold\n2 call 20\nfifth:\n2 check"
    result = stud(lines, {1: "Kd 3s", 2: "2c 2d", 3: "Ah 9h"}, paid=[(2, 101)])
    assert column(result, "last_raise")[2:] == [10, 20, 20, 20, 20]


def test_fixed_limit_streets() -> None:
    lines = """
    preflop:
      2 small_blind 5
      1 big_blind 10
      2 raise to 20
      1 call 10
    flop:
      1 bet 10
      2 call 10
    turn:
      1 bet 20
      2 raise to 40
      1 call 20
    """
    limits = {"betting": "fl", "small_bet": 10, "big_bet": 20}
    result = played(lines, {1: 500, 2: 500}, button=2, paid=[(1, 140)], **limits)
    assert column(result, "last_raise") == [10, 10, 10, 10, 20, 20, 20]
    assert column(result, "expected_seat") == column(result, "seat")


def test_d3_everybody_left_draws_from_the_left_of_the_button_all_in_or_not() -> None:
    lines = """
    predraw:
      2 small_blind 5
      3 big_blind 8 all-in
      1 call 10
      2 call 5
    first_draw:
      2 discard
      3 stand_pat
      1 discard
      2 check
      1 check
    """
    result = played(lines, {1: 100, 2: 100, 3: 8}, game="5cd", paid=[(1, 28)])
    assert column(result, "expected_seat", all_rows=True)[4:] == [2, 3, 1, 2, 1]
    assert column(result, "players_in")[2:] == [3, 3]
    assert column(result, "players_behind")[2:] == [1, 1]


def test_j7_the_opener_begins_the_second_round() -> None:
    lines = """
    predraw:
      1 ante 1
      2 ante 1
      3 ante 1
      2 check
      3 bet 10
      1 call 10
      2 call 10
    first_draw:
      2 discard
      3 discard
      1 discard
      3 check
      1 bet 10
      2 fold
      3 fold
    """
    stacks: dict[int, int | None] = {1: 100, 2: 100, 3: 100}
    header = {"game": "standard-draw", "rules": "standard-draw", "betting": "spread", "min_bet": 10, "max_bet": 50}
    result = played(lines, stacks, paid=[(1, 33)], **header)
    assert column(result, "level") == [0, 0, 1, 1, 0, 0, 1, 1]
    assert column(result, "facing")[:3] == ["nothing", "nothing", "bet"]
    turns = result.actions.filter("is_decision")["expected_seat"].to_list()
    assert turns == column(result, "seat")
    assert by_seat(result, "position") == {1: "BTN", 2: "UTG", 3: "CO"}


POKERIS = """
exchange:
  1 ante 1
  2 ante 1
  3 ante 1
  2 fee 2
first_lap:
  2 bet 2
  3 raise 4
  1 {third}
second_lap:
  2 bet 4
  3 call 4
"""
POKERIS_TABLE: Row = {"game": "pokeris", "rules": "pokeris", "betting": "spread", "ante": 1, "max_bet": 10}


def test_p10_laps_need_not_be_equal_and_the_price_goes_on() -> None:
    result = played(POKERIS.format(third="fold"), {1: 50, 2: 50, 3: 50}, paid=[(2, 19)], **POKERIS_TABLE)
    assert column(result, "action") == ["bet", "raise", "fold", "call", "call"]
    assert column(result, "street_bet") == [0, 2, 4, 4, 4]
    assert column(result, "street_no") == [0, 0, 0, 1, 1]
    assert by_seat(result, "returned") == {1: 0, 2: 0, 3: 0}
    assert pots(result) == [(0, 19, 19, [2, 3])]


def test_p14_who_is_short_wins_of_his_lap_only_his_own_sum_from_each() -> None:
    stacks: dict[int, int | None] = {1: 4, 2: 50, 3: 50}
    result = played(POKERIS.format(third="call 3 all-in"), stacks, paid=[(1, 13, 0), (3, 9, 1)], **POKERIS_TABLE)
    assert pots(result) == [(0, 13, 13, [1, 2, 3]), (1, 9, 9, [2, 3])]


def test_cap_games_end_at_the_cap() -> None:
    lines = "preflop:\n2 small_blind 5\n1 big_blind 10\n2 raise to 60\n1 call 50"
    result = played(lines, {1: 500, 2: 500}, button=2, cap=60, paid=[(1, 120)])
    assert column(result, "can_raise") == [True, False]
    assert column(result, "stack_before") == [495, 490]
    assert by_seat(result, "all_in_street") == {1: None, 2: None}


# ---------------------------------------------------------------- positions


NAMES = {
    2: "BTN BB",
    3: "BTN SB BB",
    4: "CO BTN SB BB",
    5: "UTG CO BTN SB BB",
    6: "UTG HJ CO BTN SB BB",
    7: "UTG LJ HJ CO BTN SB BB",
    8: "UTG UTG+1 LJ HJ CO BTN SB BB",
    9: "UTG UTG+1 UTG+2 LJ HJ CO BTN SB BB",
    10: "UTG UTG+1 UTG+2 UTG+3 LJ HJ CO BTN SB BB",
}


@pytest.mark.parametrize("number", NAMES)
def test_names_by_players_dealt_in(number: int) -> None:
    seats = list(range(1, number + 1))
    first = number - 1 if number > 2 else 1
    lines = f"preflop:\n{first} small_blind 5\n{first + 1} big_blind 10"
    stacks: dict[int, int | None] = dict.fromkeys([*seats, 20], 100)
    result = played(lines, stacks, button=max(first - 1, 1), out=(20,), paid=[(2, 10)])
    expected = dict(zip(seats, NAMES[number].split(), strict=True))
    assert by_seat(result, "position") == {**expected, 20: None}
    assert by_seat(result, "position_no")[first] == (-1 if number > 2 else 0)
    assert by_seat(result, "position_no")[first + 1] == -2
    assert result.hands["n_players"].to_list() == [number]


def test_dead_button_and_dead_small_blind() -> None:
    lines = "preflop:\n4 big_blind 10\n1 fold\n2 fold"
    result = played(lines, {1: 100, 2: 100, 4: 100}, button=3, paid=[(4, 10)])
    assert result.hands["dead_button"].to_list() == [True]
    assert by_seat(result, "position") == {1: "CO", 2: "BTN", 4: "BB"}
    assert column(result, "expected_seat") == [1, 2]


def test_without_blinds_names_are_counted_from_the_button() -> None:
    lines = "preflop:\n1 ante 5\n2 ante 5\n3 ante 5\n1 button_blind 10\n2 call 10\n3 fold\n1 check"
    result = played(lines, {1: 100, 2: 100, 3: 100}, game="short-deck", paid=[(1, 35)])
    assert by_seat(result, "position_no") == {1: 0, 2: 2, 3: 1}
    assert column(result, "expected_seat") == [2, 3, 1]
    assert column(result, "level") == [1, 1, 1]


def test_a_blind_whose_ante_took_all_keeps_his_position() -> None:
    lines = "preflop:\n1 ante 2\n2 ante 2\n3 ante 2 all-in\n4 ante 2\n2 small_blind 5\n4 call 10\n1 fold\n2 call 5"
    result = played(lines, {**FOUR, 3: 2}, ante=2, paid=[(3, 8), (4, 20)])
    assert by_seat(result, "position") == {1: "BTN", 2: "SB", 3: "BB", 4: "CO"}
    assert column(result, "to_call") == [10, 10, 5]
    assert column(result, "expected_seat") == [4, 1, 2]


# ---------------------------------------------------------------- money


def test_m3_what_nobody_matched_goes_back_without_a_line() -> None:
    lines = (
        "preflop:\n2 small_blind 5\n3 big_blind 10\n4 fold\n1 raise to 40\n2 call 35\n3 fold\nflop:\n2 bet 60\n1 fold"
    )
    result = played(lines, FOUR, paid=[(2, 86)])
    assert by_seat(result, "returned") == {1: 0, 2: 60, 3: 0, 4: 0}
    assert result.hands.select("pot", "rake").rows() == [(90, 4)]
    assert "return" not in column(result, "action", all_rows=True)


BET_UNCALLED = """
preflop:
  2 small_blind 5
  3 big_blind 10
  4 fold
  1 raise to 40
  2 call 35
  3 fold
flop:
  2 bet 60
  1 fold
"""


@pytest.mark.parametrize("header", [{"collects_uncalled": True}, {"stated_rake": 4}])
def test_won_never_holds_the_own_uncalled_bet(header: Row) -> None:
    result = played(BET_UNCALLED, FOUR, paid=[(2, 146)], **header)
    assert by_seat(result, "won")[2] == 86
    assert result.payouts["amount"].to_list() == [86]
    assert result.hands["rake"].to_list() == [4]


def test_more_than_pot_and_uncalled_bet_cannot_be_paid() -> None:
    refused = replay(parsed(BET_UNCALLED, FOUR, paid=[(2, 400)])).rejected
    assert refused["reason"].to_list() == ["0.034 was paid from a pot of 0.009"]


def test_a_coin_too_much_is_kept_for_the_audit() -> None:
    lines = "preflop:\n2 small_blind 500\n3 big_blind 1000\n4 fold\n1 fold\n2 call 500\n3 check"
    result = played(lines, {seat: 100_000 for seat in FOUR}, paid=[(3, 2100)])
    assert result.hands.select("pot", "rake").rows() == [(2000, -100)]


def test_m10_layers_and_dead_money() -> None:
    lines = """
    preflop:
      2 small_blind 5
      3 big_blind 10
      5 dead_blind 5
      4 all_in 30 all-in
      5 all_in 80 all-in
      1 call 80
      2 call 75
      3 fold
    flop:
      2 bet 100
      1 call 100
    turn:
      2 bet 50
      1 fold
      2 return 50
    """
    stacks: dict[int, int | None] = {1: 1000, 2: 1000, 3: 1000, 4: 30, 5: 85}
    result = played(lines, stacks, added=7, paid=[(4, 142, 0), (5, 150, 1), (2, 200, 2)])
    assert pots(result) == [(0, 142, 142, [2, 4, 5]), (1, 150, 150, [2, 5]), (2, 200, 200, [2])]
    assert result.hands.select("pot", "rake").rows() == [(492, 0)]


def test_an_ante_that_one_player_pays_for_all_needs_no_matching() -> None:
    lines = "preflop:\n3 ante 10\n2 small_blind 5\n3 big_blind 10\n4 fold\n1 fold\n2 fold"
    result = played(lines, FOUR, ante=10, paid=[(3, 20)])
    assert by_seat(result, "returned") == {1: 0, 2: 0, 3: 5, 4: 0}
    assert by_seat(result, "net") == {1: 0, 2: -5, 3: 5, 4: 0}


SIDE_POT = "preflop:\n2 small_blind 5\n3 big_blind 10\n4 all_in 30 all-in\n1 raise to 90\n2 call 85\n3 fold"


@pytest.mark.parametrize(
    ("paid", "expected"),
    [
        ([(4, 95, 0), (1, 120, 1)], [95, 120]),
        ([(4, 95, 1), (1, 120, 2)], [95, 120]),
        ([(1, 200, None)], [91, 109]),
        ([(4, 95, None), (1, 120, None)], [None, None]),
    ],
)
def test_payouts_find_their_pots(paid: list[tuple[int, int, int | None]], expected: list[int | None]) -> None:
    result = played(SIDE_POT, {**FOUR, 4: 30}, paid=paid)
    assert [row[:2] for row in pots(result)] == [(0, 100), (1, 120)]
    assert [row[2] for row in pots(result)] == expected


def test_the_last_player_wins_what_no_line_gives_him() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 10\n4 fold\n1 fold\n2 fold"
    result = played(lines, FOUR)
    assert result.payouts.select("seat", "amount").rows() == [(3, 10)]
    assert by_seat(result, "net") == {1: 0, 2: -5, 3: 5, 4: 0}
    assert result.hands["showdown"].to_list() == [False]


def test_hands_whose_money_cannot_be_are_refused_and_the_others_numbered_anew() -> None:
    lines = "preflop:\n2 small_blind 5\n3 big_blind 10\n4 fold\n1 fold\n2 call 5\n3 check"
    one = [parsed(lines, FOUR, paid=paid, number=n) for n, paid in enumerate([[(3, 300)], [(3, 20)], [], [(9, 20)]])]
    many = {
        name: pl.concat(
            [getattr(hand, name).with_columns(hand=pl.lit(number, pl.UInt32)) for number, hand in enumerate(one)]
        )
        for name in ("hands", "seats", "actions", "payouts")
    }
    result = replay(tables.Parsed(**many, rejected=tables.empty(tables.PARSED_REJECTED)))
    assert result.hands.select("hand", "site_hand_no").rows() == [(0, "1")]
    assert result.seats["hand"].unique().to_list() == [0]
    assert dict(result.rejected.select("site_hand_no", "reason").rows()) == {
        "0": "0.03 was paid from a pot of 0.002",
        "2": "nobody was paid: expected a payout or one player left",
        "3": "seat 9: nobody sits there",
    }
    assert result.rejected["kind"].unique().to_list() == ["impossible"]


def test_a_passed_out_pot_is_carried() -> None:
    lines = "predraw:\n1 ante 1\n2 ante 1\n2 check\n1 check"
    result = played(lines, {1: 50, 2: 50}, game="standard-draw", carried_in=3, carried_out=5)
    assert result.hands.select("pot", "rake").rows() == [(5, 0)]
    assert by_seat(result, "net") == {1: -1, 2: -1}


def test_cash_out_is_between_player_and_house() -> None:
    lines = """
    preflop:
      1 small_blind 5
      2 big_blind 10
      1 all_in 95 all-in
      2 call 90
    showdown:
      1 show
      2 show
      1 cash_out 70
    """
    result = played(lines, {1: 100, 2: 100}, paid=[(2, 195)])
    assert by_seat(result, "adjust") == {1: 70, 2: 0}
    assert by_seat(result, "net") == {1: -30, 2: 95}
    assert by_seat(result, "cashed_out") == {1: True, 2: False}
    assert by_seat(result, "saw_showdown") == {1: True, 2: True}


def test_a_raise_told_by_what_was_added_is_read_so_if_only_that_pays_out() -> None:
    lines = """
    preflop:
      2 small_blind 5
      1 big_blind 10
      2 raise to 30
      1 raise to 80
      2 raise to 160
      1 call 105
    """
    table: Row = {"button": 2, "stated_pot": 390, "stated_rake": 10, "paid": [(1, 380)]}
    result = played(lines, {1: 1000, 2: 1000}, **table)
    assert column(result, "to_amount") == [35, 90, 195, 195]
    assert result.notes == {"hands whose raises are read as chips added": 1}
    assert result.hands.select("pot", "rake").rows() == [(390, 10)]


def test_an_empty_batch() -> None:
    nothing = {
        name: tables.empty(getattr(tables, f"PARSED_{name.upper()}"))
        for name in ("hands", "seats", "actions", "payouts", "rejected")
    }
    result = replay(tables.Parsed(**nothing, lines=4, lines_unmatched=2))
    assert (result.hands.height, result.lines, result.lines_unmatched) == (0, 4, 2)
    assert result.actions.columns == list(tables.REPLAYED_ACTIONS)


def test_frames_have_the_columns_and_types_of_the_contract() -> None:
    result = played(LIMPED, FOUR, paid=[(1, 850)])
    schemas = {
        "hands": tables.REPLAYED_HANDS,
        "seats": tables.REPLAYED_SEATS,
        "actions": tables.REPLAYED_ACTIONS,
        "payouts": tables.REPLAYED_PAYOUTS,
        "pots": tables.POTS,
        "showdowns": tables.SHOWDOWNS,
    }
    for name, schema in schemas.items():
        assert dict(getattr(result, name).schema) == schema, name
