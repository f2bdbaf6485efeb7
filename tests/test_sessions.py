"""Sessions, results and the winnings line: a player's hands in order of time."""

from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hand_notation import database

HAND = """
1 ann 200 button
2 bob 200
preflop: ann small_blind 1, bob big_blind 2, ann raise 5, bob fold
return: ann 4
won: ann 4
"""
SHOWN = """
1 ann 200 button
2 bob 200
preflop: ann small_blind 1, bob big_blind 2, ann call 1, bob check
flop 2c 7d Jh: bob check, ann check
turn 3s: bob check, ann check
river 4s: bob check, ann check
showdown: bob show Jd Td, ann show Ah Kh
won: bob 4
"""


def at(*times: str, words: str = "", hand: str = HAND) -> list[str]:
    return [f"holdem nl 1/2 {words} at 2024-05-01T{time}{hand}" for time in times]


def ask(con: duckdb.DuckDBPyConnection, query: str) -> list[tuple[Any, ...]]:
    return con.execute(query).fetchall()


def test_gap_of_more_than_half_an_hour_cuts(tmp_path: Path) -> None:
    with database(tmp_path, *at("20:00", "20:30", "21:00:01")) as con:
        assert ask(con, "select session_no, hands from sessions where player = 'ann' order by all") == [(1, 2), (2, 1)]
        assert ask(con, "select hands from sessions_by_gap(interval 1 hour) where player = 'ann'") == [(3,)]


def test_tables_play_in_one_session_and_midnight_does_not_cut(tmp_path: Path) -> None:
    hands = at("23:50", words="table Elm") + at("23:50:20", "23:50:40", words="table Oak")
    hands.append(f"holdem nl 1/2 table Elm at 2024-05-02T00:10{HAND}")
    with database(tmp_path, *hands) as con:
        found = ask(
            con,
            """select hands, tables, most_tables, active_minutes, table_minutes, clock_minutes, started, ended
            from sessions where player = 'bob'""",
        )
    ((hands_played, tables, most_tables, active, by_table, clock, started, ended),) = found
    assert (hands_played, tables, most_tables) == (4, ["Elm", "Oak"], 2)
    # minutes 23:50 and 00:10, the first at two tables
    assert (active, by_table) == (2, 3)
    assert clock == pytest.approx(20 + 20 / 3)
    assert (started.isoformat(), ended.isoformat()) == ("2024-05-01T23:50:00", "2024-05-02T00:10:00")


def test_lone_hand_takes_a_minute(tmp_path: Path) -> None:
    with database(tmp_path, *at("20:00")) as con:
        assert ask(con, "select clock_minutes, active_minutes from sessions where player = 'ann'") == [(1, 1)]


def test_kinds_are_sessions_of_their_own(tmp_path: Path) -> None:
    with database(tmp_path, *at("20:00"), *at("20:01", words="play in PLAY")) as con:
        found = ask(con, "select kind::varchar, hands from sessions where player = 'ann' order by all")
    assert found == [("cash", 1), ("play", 1)]


def test_session_of_two_currencies_has_no_single_net(tmp_path: Path) -> None:
    with database(tmp_path, *at("20:00", "20:01"), *at("20:02", words="in USD")) as con:
        found = ask(con, "select currency, net, results from sessions where player = 'ann'")
    assert found == [(None, None, [{"currency": "EUR", "net": Decimal(4)}, {"currency": "USD", "net": Decimal(2)}])]


def test_local_time_is_used_and_flagged(tmp_path: Path) -> None:
    hands = [f"holdem nl 1/2 local 2024-05-01T{time}{HAND}" for time in ("20:00", "20:10")]
    with database(tmp_path, *hands) as con:
        assert ask(con, "select hands, local_time from sessions where player = 'ann'") == [(2, True)]


def test_winnings_run_in_order_of_play(tmp_path: Path) -> None:
    hands = [*at("20:10", hand=SHOWN), *at("20:00", "20:20")]
    with database(tmp_path, *hands) as con:
        found = ask(
            con,
            """select hand_no, running_net, running_showdown, running_non_showdown
            from winnings where player = 'ann' order by hand_no""",
        )
    assert found == [(1, 2, 0, 2), (2, 0, -2, 2), (3, 2, -2, 4)]


def test_results_are_by_player_and_currency(tmp_path: Path) -> None:
    hands = [*at("20:00", "20:01"), *at("20:02", words="in USD", hand=SHOWN)]
    with database(tmp_path, *hands) as con:
        found = ask(
            con,
            """select player, currency, hands, net, showdown_net, non_showdown_net, bb_per_100
            from results order by player, currency""",
        )
    assert found == [
        ("ann", "EUR", 2, 4, 0, 4, 100),
        ("ann", "USD", 1, -2, -2, 0, -100),
        ("bob", "EUR", 2, -4, 0, -4, -100),
        ("bob", "USD", 1, 2, 2, 0, 100),
    ]


def test_players_name_what_they_played(tmp_path: Path) -> None:
    hero = HAND.replace("2 bob 200", "2 bob 200 hero")
    with database(tmp_path, *at("20:00"), *at("20:05", words="in USD", hand=hero)) as con:
        found = ask(con, "select player, hands, hands_as_hero, currencies, games from players order by player")
    assert found == [("ann", 2, 0, ["EUR", "USD"], ["holdem"]), ("bob", 2, 1, ["EUR", "USD"], ["holdem"])]
