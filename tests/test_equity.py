"""All-in equity as exact fractions, and the money it comes to."""

from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from itertools import combinations
from typing import Any

import duckdb
import numpy as np
import pytest

from pokerstats import sql
from pokerstats.pipeline import cards, games, ranking, runouts
from pokerstats.pipeline.equity import allin_equity
from pokerstats.pipeline.runouts import Winning, by_board, choices, same_suits


@pytest.fixture
def con() -> Iterator[duckdb.DuckDBPyConnection]:
    connection = duckdb.connect()
    for name in sql.names("schema"):
        connection.execute(sql.text("schema", name)).fetchall()
    yield connection
    connection.close()


def insert(con: duckdb.DuckDBPyConnection, table: str, **row: Any) -> None:
    """One row; what a column needs and the test does not say is nothing at all."""
    columns = con.execute(
        "select column_name, data_type from duckdb_columns() where table_name = ? and not is_nullable", [table]
    ).fetchall()
    empty: dict[str, Any] = {"VARCHAR": "", "BOOLEAN": False, "INTEGER[]": []}
    full = {name: empty.get(kind, 0) for name, kind in columns if not kind.startswith("ENUM")} | row
    names, marks = ", ".join(full), ", ".join("?" * len(full))
    con.execute(f"insert into {table} ({names}) values ({marks})", list(full.values())).fetchall()


def add(
    con: duckdb.DuckDBPyConnection,
    game: str,
    held: dict[int, Any],
    pots: list[tuple[int, list[int]]],
    *,
    closed: str | None,
    won: dict[int, int],
    put_in: dict[int, int],
    number: int = 1,
    **hand: Any,
) -> None:
    """A hand whose betting closed on a street; a seat without cards has folded."""
    insert(con, "hands", hand_id=number, game=game, showdown=True, betting="nl", kind="cash", runs=1, **hand)
    for seat, own in held.items():
        columns = {"hole_cards": own} if isinstance(own, str) else own or {}
        folded = own is None or "folded" in columns
        columns.pop("folded", None)
        net = won.get(seat, 0) - put_in[seat]
        insert(
            con, "seats", hand_id=number, seat=seat, dealt_in=True, saw_showdown=not folded, won=won.get(seat, 0),
            put_in=put_in[seat], net=net, **columns,
        )  # fmt: skip
    if closed is not None:
        insert(con, "actions", hand_id=number, seq=7, street=closed, seat=1, action="call", is_decision=True)
    for pot_no, (amount, eligible) in enumerate(pots):
        insert(con, "pots", hand_id=number, pot_no=pot_no, amount=amount, eligible=eligible)


def equities(con: duckdb.DuckDBPyConnection) -> dict[tuple[int, int], Fraction]:
    """(pot, seat) → share."""
    rows = con.execute("select pot_no, seat, equity_num, equity_den from allin_equity").fetchall()
    return {(pot_no, seat): Fraction(num, den) for pot_no, seat, num, den in rows}


def results(con: duckdb.DuckDBPyConnection) -> dict[int, tuple[str, str]]:
    rows = con.execute("select seat, ev_collected, ev_net from allin_results order by seat").fetchall()
    return {seat: (f"{collected:.4f}", f"{net:.4f}") for seat, collected, net in rows}


def test_seven_outs_with_one_card_to_come(con: duckdb.DuckDBPyConnection) -> None:
    # nine diamonds are left, and two of them (2d, 9d) fill up the queens
    add(
        con, "holdem", {1: "Qh Qs", 3: "Ad 8d", 4: None}, [(46, [1, 3])], closed="turn",
        won={3: 44}, put_in={1: 22, 3: 22, 4: 2}, board="Qd 9c 4d 2s Jd",
    )  # fmt: skip
    assert allin_equity(con) == 1
    assert equities(con) == {(0, 1): Fraction(37, 44), (0, 3): Fraction(7, 44)}
    assert results(con) == {1: ("37.0000", "15.0000"), 3: ("7.0000", "-15.0000"), 4: ("0.0000", "-2.0000")}


def test_the_expected_money_and_the_rake_are_the_money_put_in(con: duckdb.DuckDBPyConnection) -> None:
    add(
        con, "holdem", {1: "Qh Qs", 3: "Ad Kd", 5: "7c 7d"}, [(90, [1, 3, 5]), (20, [1, 3])], closed="flop",
        won={5: 87, 1: 19}, put_in={1: 40, 3: 40, 5: 30}, board="2c 7h Jd 2s 3s",
    )  # fmt: skip
    assert allin_equity(con) == 1
    shares = equities(con)
    assert sum(share for (pot, _), share in shares.items() if pot == 0) == 1
    assert shares[1, 1] + shares[1, 3] == 1
    total = con.execute("select sum(ev_net) from allin_results").fetchone()
    assert total == (Decimal("-4.0000"),)


def test_aces_against_kings_before_the_flop(con: duckdb.DuckDBPyConnection) -> None:
    # 82.64 % is what published tables give for aces against kings of the same suits
    add(
        con, "holdem", {1: "As Ah", 2: "Ks Kh"}, [(200, [1, 2])], closed="preflop",
        won={1: 200}, put_in={1: 100, 2: 100}, board="2c 7d 9h Js 3c",
    )  # fmt: skip
    allin_equity(con)
    shares = equities(con)
    assert shares[0, 1] + shares[0, 2] == 1
    assert round(float(shares[0, 1]), 4) == 0.8264


def test_all_in_by_the_blinds_alone_counts_from_the_first_street(con: duckdb.DuckDBPyConnection) -> None:
    add(
        con, "holdem", {1: "As Ah", 2: "Ac Ad"}, [(2, [1, 2])], closed=None,
        won={1: 1, 2: 1}, put_in={1: 1, 2: 1}, board="2c 7d 9h Js 3c",
    )  # fmt: skip
    allin_equity(con)
    shares = equities(con)
    assert shares == {(0, 1): Fraction(1, 2), (0, 2): Fraction(1, 2)}


@pytest.mark.parametrize(
    "change",
    [
        "update seats set hole_cards = null where seat = 2",
        "update seats set hole_cards = 'Ks ??' where seat = 2",
        "update actions set street = 'river'",
        "update hands set showdown = false",
    ],
)
def test_not_counted(con: duckdb.DuckDBPyConnection, change: str) -> None:
    add(
        con, "holdem", {1: "As Ah", 2: "Ks Kh"}, [(200, [1, 2])], closed="flop",
        won={1: 200}, put_in={1: 100, 2: 100}, board="2c 7d 9h Js 3c",
    )  # fmt: skip
    con.execute(change).fetchall()
    assert allin_equity(con) == 0
    assert equities(con) == {}
    assert results(con) == {}


def test_a_hand_is_counted_once_and_again_only_when_asked(con: duckdb.DuckDBPyConnection) -> None:
    add(
        con, "holdem", {1: "As Ah", 2: "Ks Kh"}, [(200, [1, 2])], closed="flop",
        won={1: 200}, put_in={1: 100, 2: 100}, board="2c 7d 9h Js 3c",
    )  # fmt: skip
    seen: list[tuple[int, int]] = []
    assert [allin_equity(con, progress=lambda done, of: seen.append((done, of))), allin_equity(con)] == [1, 0]
    assert seen == [(1, 1)]
    con.execute("update seats set hole_cards = '7c 8c' where seat = 2").fetchall()
    before = equities(con)
    assert allin_equity(con, [1]) == 1
    assert len(equities(con)) == len(before) == 2
    assert equities(con) != before
    assert allin_equity(con, [99]) == 0


def test_a_high_low_pot_goes_by_halves(con: duckdb.DuckDBPyConnection) -> None:
    held = {1: "As 2s Kh Kc", 2: "9c 9h Qd Jd"}
    add(
        con, "omahahilo", held, [(80, [1, 2])], closed="turn",
        won={1: 80}, put_in={1: 40, 2: 40}, board="3d 5c 8h 9s Ts",
    )  # fmt: skip
    allin_equity(con)
    gone = cards.codes_of(" ".join([*held.values(), "3d 5c 8h 9s"]))
    rest = [code for code in range(52) if code not in gone]
    high, low = ranking.order("standard"), ranking.order("eight-or-better")
    expected = Fraction(0)
    for river in rest:
        board = np.array([[*cards.codes_of("3d 5c 8h 9s"), river]], dtype=np.int8)
        hands = [np.array([cards.codes_of(text)], dtype=np.int8) for text in held.values()]
        for order in (high, low):
            mine, his = (int(order.strength_exactly(hand, board)[0]) for hand in hands)
            expected += Fraction(1, 2) if mine > his else Fraction(1, 4) if mine == his else 0
    assert len(rest) == 40
    assert equities(con)[0, 1] == expected / 40


def test_without_a_low_the_high_half_takes_all(con: duckdb.DuckDBPyConnection) -> None:
    add(
        con, "omahahilo", {1: "Ks Kh Qc Jc", 2: "2s 3s 4h 5h"}, [(80, [1, 2])], closed="turn",
        won={1: 80}, put_in={1: 40, 2: 40}, board="Kd Kc Th 9d Ts",
    )  # fmt: skip
    allin_equity(con)
    assert equities(con) == {(0, 1): Fraction(1), (0, 2): Fraction(0)}


def test_several_runs_count_from_before_the_first(con: duckdb.DuckDBPyConnection) -> None:
    add(
        con, "holdem", {1: "Qh Qs", 3: "Ad 8d"}, [(44, [1, 3])], closed="turn",
        won={1: 22, 3: 22}, put_in={1: 22, 3: 22}, board="Qd 9c 4d 2s Jd", board2="Qd 9c 4d 2s 3c",
    )  # fmt: skip
    con.execute("update hands set runs = 2").fetchall()
    allin_equity(con)
    assert equities(con) == {(0, 1): Fraction(37, 44), (0, 3): Fraction(7, 44)}


def test_two_boards_from_the_start_are_half_the_pot_each(con: duckdb.DuckDBPyConnection) -> None:
    # the first board is dead (quads); on the second seat 2 needs one of two kings out of 40 cards
    add(
        con, "split-holdem", {1: "As Ah", 2: "Ks Kh"}, [(40, [1, 2])], closed="turn",
        won={1: 40}, put_in={1: 20, 2: 20}, board="Ac Ad 7c 7d 2h", board2="3c 9d Js 4h 2s",
    )  # fmt: skip
    con.execute("update hands set runs = 2").fetchall()
    allin_equity(con)
    assert equities(con)[0, 2] == Fraction(2, 40) / 2


@pytest.mark.parametrize(("closed", "rows"), [("flop", 0), ("turn", 2)])
def test_hole_cards_that_came_after_the_betting_were_not_held(
    con: duckdb.DuckDBPyConnection, closed: str, rows: int
) -> None:
    add(
        con, "fusion", {1: "As Ah 5c 5d", 2: "Ks Kh 6c 6d"}, [(40, [1, 2])], closed=closed,
        won={1: 40}, put_in={1: 20, 2: 20}, board="Ac Kd 7c 8d 2h",
    )  # fmt: skip
    allin_equity(con)
    assert len(equities(con)) == rows


def test_stud_with_one_card_each_to_come(con: duckdb.DuckDBPyConnection) -> None:
    # seat 2 has a flush draw against trips; folded up cards are gone from the deck
    held: dict[int, Any] = {
        1: {"hole_cards": "9c 9d 2h", "up_cards": "9h 4c 5d Jh"},
        2: {"hole_cards": "As Ks 3d", "up_cards": "Qs 7s Th 8c"},
        3: {"folded": True, "hole_cards": None, "up_cards": "2s 3s"},
    }
    add(con, "stud", held, [(80, [1, 2])], closed="sixth", won={1: 80}, put_in={1: 39, 2: 39, 3: 2})
    allin_equity(con)
    mine, his = cards.codes_of("9c 9d 9h 4c 5d Jh"), cards.codes_of("As Ks Qs 7s Th 8c")
    rest = [code for code in range(52) if code not in {*mine, *his, *cards.codes_of("2s 3s")}]
    order = ranking.order("standard")
    deals = [(a, b) for a in rest for b in rest if a != b]
    one = order.strength(np.array([[*mine, a] for a, _ in deals], dtype=np.int8))
    two = order.strength(np.array([[*his, b] for _, b in deals], dtype=np.int8))
    assert equities(con)[0, 2] == Fraction(int((two > one).sum()), len(deals))


def test_a_draw_to_come_counts_for_what_was_thrown_away(con: duckdb.DuckDBPyConnection) -> None:
    # seat 2 draws one of 42 cards to 7-5-4-3: three deuces beat 8-6-5-3-2; a six is a straight, an eight is 8-7
    held = {1: "8c 6d 5h 3s 2c", 2: "7c 5d 4h 3d Kd"}
    add(con, "27sd", held, [(40, [1, 2])], closed="predraw", won={1: 40}, put_in={1: 20, 2: 20})
    draw = {"hand_id": 1, "street": "first_draw", "is_decision": False}
    insert(con, "actions", seq=8, seat=1, action="stand_pat", n_cards=0, **draw)
    insert(con, "actions", seq=9, seat=2, action="discard", n_cards=1, cards="Kd", **draw)
    assert allin_equity(con) == 1
    assert equities(con)[0, 2] == Fraction(3, 42)


def test_a_draw_of_unknown_cards_or_two_draws_to_come_are_not_counted(con: duckdb.DuckDBPyConnection) -> None:
    held = {1: "8c 6d 5h 3s 2c", 2: "7c 5d 4h 3d Kd"}
    add(con, "27sd", held, [(40, [1, 2])], closed="predraw", won={1: 40}, put_in={1: 20, 2: 20})
    insert(con, "actions", hand_id=1, seq=9, street="first_draw", seat=2, action="discard", n_cards=1)
    add(con, "27td", held, [(40, [1, 2])], closed="first_draw", won={1: 40}, put_in={1: 20, 2: 20}, number=2)
    assert allin_equity(con) == 0


def test_what_cannot_be_gone_through_is_not_counted(con: duckdb.DuckDBPyConnection) -> None:
    held: dict[int, Any] = {
        1: {"hole_cards": "9c 9d 2h", "up_cards": "9h 4c 5d Jh"},
        2: {"hole_cards": "As Ks 3d", "up_cards": "Qs 7s Th 8c"},
    }
    add(con, "stud", held, [(80, [1, 2])], closed="third", won={1: 80}, put_in={1: 40, 2: 40})
    assert allin_equity(con) == 0


def test_choices_are_all_combinations() -> None:
    assert [tuple(row) for row in choices(7, 3).tolist()] == list(combinations(range(7), 3))
    assert choices(5, 0).shape == (1, 0)


def test_deals_that_differ_in_suits_alone_look_the_same() -> None:
    def look(*texts: str) -> tuple[tuple[int, ...], ...]:
        return same_suits([tuple(cards.codes_of(text)) for text in texts])

    assert look("As Kh", "2c 2d", "7s 8h 9c") == look("Ad Kc", "2h 2s", "7d 8c 9h")
    assert look("As Kh", "2c 2d", "7s 8h 9c") != look("As Kh", "2c 2d", "7h 8h 9c")


def test_three_way_ties_are_thirds() -> None:
    game = games.game("holdem")
    winning = [Winning(game.halves[0], ranking.order("standard"))]
    held = [tuple(cards.codes_of(text)) for text in ("2c 3d", "2d 3h", "2h 3s")]
    board = tuple(cards.codes_of("Ts Js Qs Ks"))
    found = by_board(winning, cards.deck(), held, board, 5, (), [(0, 1, 2), (1, 2)])
    assert found is not None
    assert [sum(shares) for shares in found] == [1, 1]
    # only seat three holds a spade: no other river than a spade keeps the others in the pot
    assert found[0][2] > found[0][0] == found[0][1]


@pytest.mark.parametrize(
    ("name", "held", "board"),
    [
        ("holdem", ("As Ks", "7h 7d", "Kd 2d"), ""),
        ("omahahilo", ("As 2s Kh Kc", "9c 9h Qd 3d"), "4s"),
        ("short-deck", ("As Ks", "7h 7d"), ""),
    ],
)
def test_boards_of_the_same_ranks_may_be_counted_together(
    name: str, held: tuple[str, ...], board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = games.game(name)
    winning = [Winning(half, ranking.order(half.order, game.deck)) for half in game.halves]
    # a deck without the lower ranks keeps the number of boards small
    deck = cards.deck(36)
    hands = [tuple(cards.codes_of(text)) for text in held]
    known, pots = tuple(cards.codes_of(board)), [tuple(range(len(hands))), (0, 1)]
    one_by_one = by_board(winning, deck, hands, known, 5, (), pots)
    monkeypatch.setattr(runouts, "_CHUNK", 1_000)
    assert by_board(winning, deck, hands, known, 5, (), pots) == one_by_one
