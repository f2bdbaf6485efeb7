"""Showdowns scored again: who wins which pot, run and half, and what he is due."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import polars as pl
import pytest

from pokerstats.pipeline import tables
from pokerstats.pipeline.replay.showdown import score

CENT = 100
DOLLAR = 10_000


def frame(schema: tables.Schema, rows: list[dict[str, Any]]) -> pl.DataFrame:
    return pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=dict(schema))


@dataclass
class Table:
    """A tiny batch: hands are added one by one, then scored together."""

    hands: list[dict[str, Any]] = field(default_factory=list)
    seats: list[dict[str, Any]] = field(default_factory=list)
    actions: list[dict[str, Any]] = field(default_factory=list)
    payouts: list[dict[str, Any]] = field(default_factory=list)
    pots: list[dict[str, Any]] = field(default_factory=list)

    def add(
        self,
        game: str,
        cards: Mapping[int, str | dict[str, str]],
        pots: list[tuple[int, list[int]]],
        paid: list[tuple[Any, ...]],
        *,
        boards: list[str] | None = None,
        button: int | None = 1,
        **hand: Any,
    ) -> "Table":
        """``paid``: (seat, cents) or (seat, cents, pot, run, side); ``pots``: (cents, eligible)."""
        number = len(self.hands)
        boards = boards or []
        self.hands.append(
            {
                "hand": number, "game": game, "kind": "cash", "currency": "USD", "showdown": True,
                "runs": max(len(boards), 1), "button_seat": button, "betting": "nl",
                **dict(zip(("board", "board2", "board3"), boards, strict=False)), **hand,
            }
        )  # fmt: skip
        for seat, held in cards.items():
            won = sum(row[1] for row in paid if row[0] == seat) * CENT
            known = {"hole_cards": held} if isinstance(held, str) else held
            self.seats.append({"hand": number, "seat": seat, "player": f"p{seat}", "won": won, **known})
        for seat, cents, *place in paid:
            pot_no, run, side = [*place, None, None, None][:3]
            self.payouts.append(
                {"hand": number, "seat": seat, "amount": cents * CENT, "pot_no": pot_no, "run": run, "side": side}
            )
        for pot_no, (cents, eligible) in enumerate(pots):
            told = [row for row in paid if len(row) > 2 and row[2] == pot_no]
            self.pots.append(
                {
                    "hand": number, "pot_no": pot_no, "amount": cents * CENT, "eligible": eligible,
                    "paid": sum(row[1] for row in told) * CENT if told else None,
                }
            )  # fmt: skip
        return self

    def act(self, seat: int, action: str, **more: Any) -> "Table":
        hand = len(self.hands) - 1
        self.actions.append({"hand": hand, "seq": len(self.actions), "seat": seat, "action": action, **more})
        return self

    def score(self) -> pl.DataFrame:
        scored = score(
            frame(tables.REPLAYED_HANDS, self.hands),
            frame(tables.REPLAYED_SEATS, self.seats),
            frame(tables.REPLAYED_ACTIONS, self.actions),
            frame(tables.REPLAYED_PAYOUTS, self.payouts),
            frame(tables.POTS, self.pots),
        )
        assert scored.schema == pl.Schema(tables.SHOWDOWNS)
        return scored

    def due(self) -> dict[tuple[int, int, str, int], float | None]:
        """(pot, run, side, seat) → cents due, of the rows that are due something or cannot be judged."""
        return {
            (row["pot_no"], row["run"], row["side"], row["seat"]): None
            if row["share_due"] is None
            else row["share_due"] / CENT
            for row in self.score().iter_rows(named=True)
            if row["share_due"] != 0
        }


BOARD = "Ah Kd 7c 7d 2s"


def test_the_best_hand_takes_the_pot() -> None:
    scored = (
        Table()
        .add("holdem", {2: "As Qc", 5: "7h 6h"}, [(1_000, [2, 5])], [(5, 950)], boards=[BOARD])
        .act(5, "show", said="three of a kind, Sevens")
        .score()
    )
    assert scored.select("seat", "cards", "category", "share_due", "share_paid", "stated").rows() == [
        (2, "As Ah 7d 7c Kd", "two pair", 0, 0, None),
        (5, "7h 7d 7c Ah Kd", "three of a kind", 950 * CENT, 950 * CENT, "three of a kind, Sevens"),
    ]
    assert scored["strength"][1] > scored["strength"][0] > 0


def test_m4_odd_cents_go_one_by_one_from_the_buttons_left() -> None:
    same = {1: "Qc Jd", 3: "Qd Jc", 6: "Qh Js"}
    table = Table().add("holdem", same, [(1_100, [1, 3, 6])], [(6, 334), (1, 333), (3, 333)], boards=[BOARD], button=3)
    assert table.due() == {(0, 1, "high", 6): 334, (0, 1, "high", 1): 333, (0, 1, "high", 3): 333}


def test_a_room_that_splits_in_nickels_is_taken_at_its_word() -> None:
    same = {1: "Qc Jd", 2: "Qd Jc", 3: "Qh Js", 4: "Qs Jh"}
    table = Table().add(
        "holdem", same, [(200, [1, 2, 3, 4])], [(2, 50), (3, 50), (4, 45), (1, 45)], boards=[BOARD], button=1
    )
    assert list(table.due().values()) == [45, 50, 50, 45]


def test_chips_of_a_tournament_are_not_cut() -> None:
    same = {1: "Qc Jd", 2: "Qd Jc"}
    table = Table().add(
        "holdem",
        same,
        [(70_500, [1, 2])],
        [(2, 35_300), (1, 35_200)],
        boards=[BOARD],
        kind="tournament",
        currency="CHIPS",
    )
    assert table.due() == {(0, 1, "high", 1): 35_200, (0, 1, "high", 2): 35_300}


def test_the_smallest_coin_of_a_home_game_is_its_unit() -> None:
    same = {1: "Qc Jd", 2: "Qd Jc"}
    table = Table().add("holdem", same, [(1_500, [1, 2])], [(2, 1_000), (1, 500)], boards=[BOARD], chip=5 * DOLLAR)
    assert table.due() == {(0, 1, "high", 1): 500, (0, 1, "high", 2): 1_000}


def test_each_pot_is_won_by_those_who_filled_it() -> None:
    held = {2: "7h 7s", 4: "As Kc", 6: "Ac Ks"}
    table = Table().add(
        "holdem", held, [(3_705, [2, 4, 6]), (5_530, [4, 6])], [(2, 3_604, 0), (4, 2_691, 1), (6, 2_690, 1)],
        boards=[BOARD], button=6,
    )  # fmt: skip
    scored = table.score()
    assert table.due() == {(0, 1, "high", 2): 3_604, (1, 1, "high", 4): 2_691, (1, 1, "high", 6): 2_690}
    assert scored["share_due"].to_list() == scored["share_paid"].to_list()


def test_rake_of_pots_that_are_not_told_apart_follows_their_size() -> None:
    held = {2: "7h 7s", 4: "As Kc", 6: "Ac Qs"}
    table = Table().add("holdem", held, [(3_705, [2, 4, 6]), (5_530, [4, 6])], [(2, 3_604), (4, 5_381)], boards=[BOARD])
    assert table.due() == {(0, 1, "high", 2): 3_604, (1, 1, "high", 4): 5_381}
    assert table.score()["share_paid"].to_list() == [None] * 5


def test_a_high_low_pot_gives_the_odd_cent_to_the_high_half_and_quarters_the_low() -> None:
    held = {1: "Ac 2c Kh Ks", 2: "Ad 2d Jh Jc", 3: "Qh Qd Tc 9c"}
    table = Table().add(
        "omahahilo", held, [(2_256, [1, 2, 3])], [(1, 1_076), (2, 538), (1, 537)], boards=["3c 6d 8h Kd Js"], button=1
    )
    assert table.due() == {(0, 1, "high", 1): 1_076, (0, 1, "low", 1): 537, (0, 1, "low", 2): 538}
    rows = {(row["side"], row["seat"]): row for row in table.score().iter_rows(named=True)}
    assert rows["low", 2]["category"] == "eight low"
    assert rows["low", 2]["cards"] == "8h 6d 3c 2d Ad"
    assert (rows["low", 3]["category"], rows["low", 3]["cards"], rows["low", 3]["strength"]) == (None, None, 0)
    assert {row["share_paid"] for row in rows.values()} == {None}


def test_payouts_that_name_their_half_are_compared_by_half() -> None:
    held = {1: "Ac 2c Kh Ks", 2: "Ad 2d Jh Jc"}
    paid = [(1, 1_000, 0, None, "high"), (2, 500, 0, None, "low"), (1, 500, 0, None, "low")]
    scored = Table().add("omahahilo", held, [(2_000, [1, 2])], paid, boards=["3c 6d 8h Kd Js"]).score()
    assert scored["share_paid"].to_list() == [1_000 * CENT, 0, 500 * CENT, 500 * CENT]
    assert scored["share_due"].to_list() == scored["share_paid"].to_list()


def test_without_a_qualifying_low_the_high_hand_takes_all() -> None:
    held = {1: "Ac 2c Kh Ks", 2: "Ad 2d Jh Jc"}
    table = Table().add("omahahilo", held, [(2_000, [1, 2])], [(1, 1_900)], boards=["3c Td 8h Kd Js"])
    assert table.due() == {(0, 1, "high", 1): 1_900}
    assert table.score()["share_paid"].to_list() == [1_900 * CENT, 0, 0, 0]


def test_omaha_plays_exactly_two_cards_of_the_hand() -> None:
    table = Table().add(
        "omaha", {1: "Ah Kc Qd Jd", 2: "4h 3h 2c 2d"}, [(1_000, [1, 2])], [(2, 1_000)], boards=["Kh Th 9h 8h 3s"]
    )
    assert table.due() == {(0, 1, "high", 2): 1_000}
    assert table.score()["category"].to_list() == ["straight", "flush"]


def test_every_run_is_scored_on_its_own_board_and_the_first_gets_the_odd_cent() -> None:
    table = Table().add(
        "holdem", {1: "As Ac", 2: "Ks Kc"}, [(6_707, [1, 2])], [(1, 3_354, 0, 1), (2, 3_353, 0, 2)],
        boards=["2c 3d 7h 9s Jd", "2c 3d 7h Kh Jd"],
    )  # fmt: skip
    assert table.due() == {(0, 1, "high", 1): 3_354, (0, 2, "high", 2): 3_353}
    scored = table.score()
    assert scored["share_paid"].to_list() == scored["share_due"].to_list()


def test_runs_that_are_not_told_apart_have_no_share_paid() -> None:
    table = Table().add(
        "holdem", {1: "As Ac", 2: "Ks Kc"}, [(6_000, [1, 2])], [(1, 3_000), (2, 3_000)],
        boards=["2c 3d 7h 9s Jd", "2c 3d 7h Kh Jd"],
    )  # fmt: skip
    assert table.due() == {(0, 1, "high", 1): 3_000, (0, 2, "high", 2): 3_000}
    assert table.score()["share_paid"].to_list() == [None] * 4


def test_what_was_said_belongs_to_its_run() -> None:
    table = Table().add(
        "holdem", {1: "As Ac", 2: "Ks Kc"}, [(6_000, [1, 2])], [(1, 3_000), (2, 3_000)],
        boards=["2c 3d 7h 9s Jd", "2c 3d 7h Kh Jd"],
    )  # fmt: skip
    table.act(2, "show", said="a pair of Kings", run=1).act(2, "show", said="three of a kind, Kings", run=2)
    table.act(1, "show", said="a pair of Aces")
    assert table.score()["stated"].to_list() == [
        "a pair of Aces", "a pair of Kings", "a pair of Aces", "three of a kind, Kings",
    ]  # fmt: skip


DRAWN = [
    ("27td", "7c 5d 4h 3s 2c", "8c 5d 4h 3s 2d", 1, "seven low"),
    ("27sd", "6c 5d 4h 3s 2c", "Kc Qd 4h 3s 2d", 2, "king low"),
    ("a5td", "6c 5d 4h 3s 2c", "5c 4d 3h 2s Ad", 2, "five low"),
    ("5cd", "6c 5d 4h 3s 2c", "5c 4d 3h 2s Ad", 1, "straight"),
    ("badugi", "8s 3d Ac 4h", "3s 2s Ad 4h", 1, "badugi"),
]
STUD = [  # hole cards and up cards
    ("stud", ("As Ac 2d", "9h 8h 7c 3d"), ("Ks Kc Kd", "Qh Jh 5c 3s"), 2, "three of a kind"),
    ("razz", ("As 2c 3d", "4h 8h Kc Kd"), ("Ks Kc Kd", "Qh Jh 5c 3s"), 1, "eight low"),
    ("5stud", ("As", "Ah 8h Kc Kd"), ("Ks", "Qh Jh 5c 3s"), 1, "two pair"),
]


@pytest.mark.parametrize(
    ("game", "held", "winner", "category"),
    [(game, {1: {"final_cards": a}, 2: {"final_cards": b}}, *due) for game, a, b, *due in DRAWN]
    + [
        (game, {seat: {"hole_cards": down, "up_cards": up} for seat, (down, up) in ((1, a), (2, b))}, *due)
        for game, a, b, *due in STUD
    ],
)
def test_draw_and_stud_hands(game: str, held: dict[int, Any], winner: int, category: str) -> None:
    table = Table().add(game, held, [(900, [1, 2])], [(winner, 900)])
    side = "low" if game in ("27td", "27sd", "a5td", "badugi", "razz") else "high"
    assert table.due() == {(0, 1, side, winner): 900}
    assert table.score().filter(seat=winner)["category"].to_list() == [category]


def test_who_stood_pat_holds_what_he_was_dealt_and_who_drew_does_not() -> None:
    held: dict[int, Any] = {1: "7c 5d 4h 3s 2c", 2: "9c 8d 4d 3h 2d"}
    pat = Table().add("27sd", held, [(900, [1, 2])], [(1, 900)]).act(1, "stand_pat").act(2, "discard", n_cards=0)
    assert pat.due() == {(0, 1, "low", 1): 900}
    drew = Table().add("27sd", held, [(900, [1, 2])], [(1, 900)]).act(2, "discard", n_cards=1)
    assert drew.score()["seat"].to_list() == [1]


def test_badacey_splits_between_badugi_and_low() -> None:
    held: dict[int, Any] = {2: {"final_cards": "Ad 2h 8h 7c 9s"}, 4: {"final_cards": "6c 4d 6h 9h 5s"}}
    assert Table().add("badacey", held, [(33_600, [2, 4])], [(2, 16_800), (4, 16_800)]).due() == {
        (0, 1, "high", 4): 16_800,
        (0, 1, "low", 2): 16_800,
    }


def test_s7_a_community_card_completes_the_hands_of_eight_players() -> None:
    held: dict[int, Any] = {
        1: {"hole_cards": "As Kc", "up_cards": "9h 8h 7c 3d"},
        2: {"hole_cards": "Qs Qc", "up_cards": "Jh Th 5c 3s"},
    }
    assert Table().add("stud", held, [(900, [1, 2])], [(1, 900)], boards=["Ad"]).due() == {(0, 1, "high", 1): 900}


@pytest.mark.parametrize(("deck", "ranking", "winner"), [(32, None, 1), (32, "standard", 2), (None, None, 2)])
def test_h7_deck_and_order_come_from_the_log(deck: int | None, ranking: str | None, winner: int) -> None:
    held: dict[int, Any] = {1: {"final_cards": "As Qs 9s 8s 7s"}, 2: {"final_cards": "Kh Kd Kc Ks 7h"}}
    table = Table().add("ante-draw", held, [(900, [1, 2])], [(winner, 900)], deck=deck, ranking=ranking)
    assert table.due() == {(0, 1, "high", winner): 900}


def test_h7_the_order_may_stand_among_the_options_of_the_rules() -> None:
    held: dict[int, Any] = {1: {"final_cards": "Ah Kh 9h 8h 7h"}, 2: {"final_cards": "Ad Ac As Kd Kc"}}
    table = Table().add("ante-draw", held, [(900, [1, 2])], [(2, 900)], deck=32, rule_options='{"ranking": "standard"}')
    assert table.due() == {(0, 1, "high", 2): 900}


def test_h8_the_low_straight_is_an_option_of_the_table() -> None:
    held: dict[int, Any] = {1: {"final_cards": "As Td 9s 8s 7s"}, 2: {"final_cards": "Kh Kd Kc Qs 7h"}}
    table = Table().add("ante-draw", held, [(900, [1, 2])], [(1, 900)], deck=32)
    table.add("ante-draw", held, [(900, [1, 2])], [(2, 900)], deck=32, rule_options='{"ace_low_straight": "no"}')
    assert table.score().filter(pl.col("share_due") > 0)["seat"].to_list() == [1, 2]


# ---------------------------------------------------------------- cards that are not known


def test_m8_unknown_cards_that_won_nothing_were_thrown_away() -> None:
    held: dict[int, Any] = {1: "As Qc", 2: {}, 3: "Ks Qd"}
    scored = Table().add("holdem", held, [(900, [1, 2, 3])], [(1, 900)], boards=[BOARD]).score()
    assert scored.select("seat", "share_due").rows() == [(1, 900 * CENT), (3, 0)]


def test_a_pot_won_by_unknown_cards_cannot_be_judged() -> None:
    held: dict[int, Any] = {1: "As Qc", 2: {}, 3: "Ks ??"}
    scored = Table().add("holdem", held, [(900, [1, 2, 3])], [(2, 900)], boards=[BOARD]).score()
    assert scored.select("seat", "category", "strength", "share_due").rows() == [
        (1, "two pair", scored["strength"][0], None),
        (2, None, None, None),
    ]


@pytest.mark.parametrize("paid", [[(1, 900, 0), (2, 300, 1)], [(1, 900), (2, 300)]])
def test_a_side_pot_nobody_else_can_win_is_due_with_cards_unknown(paid: list[tuple[Any, ...]]) -> None:
    table = Table().add("holdem", {1: "As Qc", 2: {}}, [(900, [1, 2]), (300, [2])], paid, boards=[BOARD])
    assert table.due() == {(0, 1, "high", 1): 900, (1, 1, "high", 2): 300}


def test_cards_shown_count_where_the_log_tells_them_nowhere_else() -> None:
    held: dict[int, Any] = {1: "As Qc", 2: {}}
    table = Table().add("holdem", held, [(900, [1, 2])], [(2, 900)], boards=[BOARD]).act(2, "show", cards="7s 6s")
    assert table.due() == {(0, 1, "high", 2): 900}


def test_d5_a_dead_hand_takes_no_part() -> None:
    held: dict[int, Any] = {1: {"final_cards": "As Ad Ac Kc Kd"}, 2: {"final_cards": "7c 7d 5h 4s 2s"}}
    table = Table().add("5cd", held, [(900, [1, 2])], [(2, 900)]).act(1, "dead_hand")
    assert table.due() == {(0, 1, "high", 2): 900}


def test_an_unfinished_board_is_not_scored() -> None:
    assert (
        Table()
        .add("holdem", {1: "As Qc", 2: "Ks Kh"}, [(900, [1, 2])], [(2, 900)], boards=["Ah 7d 2c"])
        .score()
        .is_empty()
    )


def test_no_showdown_is_no_row() -> None:
    table = Table().add("holdem", {1: "As Qc", 2: "Ks Kh"}, [(900, [2])], [(2, 900)], boards=[BOARD], showdown=False)
    assert table.score().is_empty()


def test_hands_of_many_games_are_scored_together() -> None:
    table = (
        Table()
        .add("holdem", {1: "As Qc", 2: "7h 6h"}, [(900, [1, 2])], [(2, 900)], boards=[BOARD])
        .add(
            "27td",
            {1: {"final_cards": "7c 5d 4h 3s 2c"}, 2: {"final_cards": "8c 5d 4h 3s 2d"}},
            [(900, [1, 2])],
            [(1, 900)],
        )
        .add("holdem", {1: "As Qc", 2: "Kh 6h"}, [(900, [1, 2])], [(1, 900)], boards=[BOARD])
        .add("omaha", {1: "As Qc Jc Tc", 2: "Kh 6h 7h 2h"}, [(900, [1, 2])], [(2, 900)], boards=[BOARD])
    )
    assert table.score().filter(pl.col("share_due") > 0).select("hand", "seat").rows() == [
        (0, 2),
        (1, 1),
        (2, 1),
        (3, 2),
    ]
