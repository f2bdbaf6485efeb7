"""PokerStars text: names, blinds, seats and money of a hand in the parser's tables."""

import datetime as dt

import polars as pl
import pytest
from stars_log import BLINDS, END, HEADER, SEATS, TABLE, WALK, hand, log, moves, parse, seat

from pokerstats.pipeline.tables import (
    PARSED_ACTIONS,
    PARSED_HANDS,
    PARSED_PAYOUTS,
    PARSED_REJECTED,
    PARSED_SEATS,
)

# ---------------------------------------------------------------- the whole hand


def test_a_plain_hand() -> None:
    parsed = parse(log())
    assert parsed.seats.select("seat", "player", "stack", "dealt_in", "line").rows() == [
        (1, "ann", 1_000_000, True, 3),
        (2, "Bo B", 805_000, True, 4),
        (4, "cy", 600_000, True, 5),
    ]
    assert parsed.actions.select("seq", "street", "seat", "action", "amount", "line").rows() == [
        (0, "preflop", 2, "small_blind", 5_000, 6),
        (1, "preflop", 4, "big_blind", 10_000, 7),
        (2, "preflop", 1, "fold", None, 9),
        (3, "preflop", 2, "fold", None, 10),
        (4, "preflop", 4, "return", 5_000, 11),
    ]
    assert parsed.payouts.select("pot_no", "run", "side", "seat", "amount", "line").rows() == [
        (None, None, None, 4, 10_000, 12)
    ]
    row = parsed.hands.row(0, named=True)
    wanted = {
        "site": "PokerStars", "site_hand_no": "7001", "line_from": 1, "line_to": 18, "game": "holdem", "betting": "nl",
        "kind": "cash", "currency": "USD", "small_blind": 5_000, "big_blind": 10_000, "table_name": "Lyra IV",
        "max_seats": 6, "button_seat": 1, "hero_seat": None, "runs": 1, "board": None, "stated_pot": 10_000,
        "stated_rake": 0, "added": 0, "fast_fold": False, "collects_uncalled": False,
        "played_at": dt.datetime(2024, 5, 3, 0, 0), "played_local": dt.datetime(2024, 5, 2, 20, 0), "zone": "ET",
    }  # fmt: skip
    assert {name: row[name] for name in wanted} == wanted


def test_the_tables_keep_to_the_contract() -> None:
    parsed = parse(log())
    for frame, schema in (
        (parsed.hands, PARSED_HANDS), (parsed.seats, PARSED_SEATS), (parsed.actions, PARSED_ACTIONS),
        (parsed.payouts, PARSED_PAYOUTS), (parsed.rejected, PARSED_REJECTED),
    ):  # fmt: skip
        assert frame.schema == pl.Schema(schema)


def test_streets_shows_and_board() -> None:
    parsed = parse(
        log(
            play="*** HOLE CARDS ***\nDealt to ann [Ah Kd]\nann: raises $1 to $2\nBo B: folds\ncy: calls $1\n"
            "*** FLOP *** [2c 7d Ks]\ncy: checks\nann: bets $58 and is all-in\ncy: calls $58 and is all-in\n"
            "*** TURN *** [2c 7d Ks] [3s]\n*** RIVER *** [2c 7d Ks 3s] [Qh]\n*** SHOW DOWN ***\n"
            "ann: shows [Ah Kd] (a pair of Kings)\ncy: mucks hand\nann collected $119 from pot",
            end="*** SUMMARY ***\nTotal pot $120.50 | Rake $1.50\nBoard [2c 7d Ks 3s Qh]\n"
            "Seat 1: ann (button) showed [Ah Kd] and won ($119) with a pair of Kings\n"
            "Seat 2: Bo B (small blind) folded before Flop\nSeat 4: cy (big blind) mucked [Qs Qd]",
        )
    )
    assert parsed.actions.select("street", "action", "amount", "to_amount", "all_in").rows()[2:8] == [
        ("preflop", "raise", None, 20_000, False),
        ("preflop", "fold", None, None, False),
        ("preflop", "call", 10_000, None, False),
        ("flop", "check", None, None, False),
        ("flop", "bet", 580_000, None, True),
        ("flop", "call", 580_000, None, True),
    ]
    assert parsed.actions.select("street", "seat", "action", "cards", "said").rows()[8:] == [
        ("showdown", 1, "show", "Ah Kd", "a pair of Kings"),
        ("showdown", 4, "muck", None, None),
    ]
    assert parsed.hands["board"].to_list() == ["2c 7d Ks 3s Qh"]
    assert parsed.hands["hero_seat"].to_list() == [1]
    assert parsed.seats["hole_cards"].to_list() == ["Ah Kd", None, "Qs Qd"]


def test_a_hand_only_in_the_summary_is_shown_or_mucked_there() -> None:
    parsed = parse(
        log(end=END + "\nSeat 1: ann (button) mucked [9c 9d]\nSeat 2: Bo B (small blind) mucked [2c 3c]\n"
            "Seat 4: cy (big blind) showed [Ac Ad] and won ($1)")
    )  # fmt: skip
    # ann and Bo B folded: a converter that knows their cards does not make them reach the showdown
    assert [action for _, action in moves(parsed)] == ["small_blind", "big_blind", "fold", "fold", "return", "show"]
    assert parsed.seats["hole_cards"].to_list() == ["9c 9d", "2c 3c", "Ac Ad"]


# ---------------------------------------------------------------- names


def test_names_that_read_like_the_log() -> None:
    text = (
        HEADER + "\n" + TABLE + "\n"
        "Seat 1: [kb] 7:folds ($5 in chips)\nSeat 3: Mr (button) ($7.12 in chips)\n"
        "Seat 4: x: calls $2 ($4.44 in chips)\n"
        "Seat 5: x ($9 in chips)\nSeat 6: Ünal$ collected $3 from pot ($5.05 in chips)\n"
        "x: calls $2: posts small blind $0.50\nx: posts big blind $1\n*** HOLE CARDS ***\n"
        "Dealt to [kb] 7:folds [Ts Tc]\n"
        'x said, "Ünal$ collected $3 from pot: folds"\n'
        "Ünal$ collected $3 from pot: calls $1\nzed:9 joins the table at seat #2\n[kb] 7:folds: raises $1 to $2\n"
        "Mr (button): folds\nx: calls $2: folds\nx: calls $1\nÜnal$ collected $3 from pot: folds\n"
        "x leaves the table\nUncalled bet ($1) returned to [kb] 7:folds\n[kb] 7:folds collected $3.50 from pot\n"
        "*** SUMMARY ***\nTotal pot $3.50 | Rake $0\nSeat 1: [kb] 7:folds collected ($3.50)\n"
        "Seat 3: Mr (button) (button) folded before Flop (didn't bet)\n"
        "Seat 4: x: calls $2 (small blind) folded before Flop\n"
        "Seat 5: x (big blind) folded before Flop\nSeat 6: Ünal$ collected $3 from pot folded before Flop\n"
    )
    parsed = parse(text)
    assert parsed.rejected.rows() == []
    assert moves(parsed, "amount", "to_amount") == [
        (4, "small_blind", 5_000, None),
        (5, "big_blind", 10_000, None),
        (6, "call", 10_000, None),
        (1, "raise", None, 20_000),
        (3, "fold", None, None),
        (4, "fold", None, None),
        (5, "call", 10_000, None),
        (6, "fold", None, None),
        (1, "return", 10_000, None),
    ]
    assert parsed.payouts.select("seat", "amount").rows() == [(1, 35_000)]
    assert seat(parsed, 1)["hole_cards"] == "Ts Tc"


def test_an_action_of_a_player_without_a_seat_refuses_the_hand() -> None:
    parsed = parse(log(play="*** HOLE CARDS ***\nghost: folds\n" + WALK))
    assert parsed.hands.height == 0
    assert parsed.rejected.select("kind", "line", "text", "reason").rows() == [
        ("unreadable", 9, "ghost: folds", "'ghost' acts here, but the seat list names no such player")
    ]
    assert parsed.lines_unmatched == 1


# ---------------------------------------------------------------- blinds


@pytest.mark.parametrize(
    ("post", "rows"),
    [
        ("ann: posts small & big blinds $1.50", [(1, "dead_blind", 5_000, 8), (1, "big_blind", 10_000, 8)]),
        ("ann: posts small & big blinds $0.80 and is all-in", [(1, "big_blind", 8_000, 8)]),
        ("ann: posts small blind $0.50", [(1, "dead_blind", 5_000, 8)]),
        ("ann: posts big blind $1", [(1, "big_blind", 10_000, 8)]),
        ("ann: posts straddle $2", [(1, "straddle", 20_000, 8)]),
        ("ann: posts the ante $0.10", [(1, "ante", 1_000, 8)]),
        ("ann: posts button blind $1", [(1, "button_blind", 10_000, 8)]),
    ],
)
def test_posts(post: str, rows: list[tuple[object, ...]]) -> None:
    parsed = parse(log(blinds=BLINDS + "\n" + post))
    assert moves(parsed, "amount", "line")[2:-3] == rows


def test_fixed_limit_prints_bets_and_posts_blinds() -> None:
    row = hand(log(HEADER.replace("No Limit ($0.50/$1 USD)", "Limit ($1/$2 USD)")))
    assert [row[name] for name in ("betting", "small_bet", "big_bet", "small_blind", "big_blind")] == [
        "fl", 10_000, 20_000, 5_000, 10_000,
    ]  # fmt: skip


# ---------------------------------------------------------------- seats


def test_who_is_dealt_in() -> None:
    seats = (
        "Seat 1: ann ($100 in chips) is sitting out\nSeat 2: Bo B (1,080.50 in chips, $3.25 bounty)\n"
        "Seat 3: dot ($9 in chips)\nSeat 4: cy ($60 in chips)\n"
        "Seat 9: eve ($5 in chips) out of hand (moved from another table into small blind)"
    )
    told = "".join(f"\nSeat {seat} folded before Flop" for seat in ("1: ann", "2: Bo B", "4: cy"))
    parsed = parse(log(seats=seats, end=END + told, rest=False))
    assert parsed.seats.select("seat", "stack", "bounty", "dealt_in").rows() == [
        (1, 1_000_000, None, True),  # sits out, but folds: a tournament deals him in
        (2, 10_805_000, 32_500, True),
        (3, 90_000, None, False),
        (4, 600_000, None, True),
        (9, 50_000, None, False),
    ]


def test_a_log_that_deals_to_all_names_its_hero() -> None:
    dealt = "*** HOLE CARDS ***\nDealt to ann [2c 3c]\nDealt to cy [4c 5c]\n" + WALK
    assert hand(log(play=dealt))["hero_seat"] is None
    assert hand(log(seats=SEATS + " [hero]", play=dealt))["hero_seat"] == 4


def test_a_seat_listed_twice_refuses_the_hand() -> None:
    parsed = parse(log(seats=SEATS + "\nSeat 4: dan ($2 in chips)"))
    assert parsed.rejected["reason"].to_list() == ["this seat is listed twice"]


# ---------------------------------------------------------------- money


def test_pots_have_their_numbers() -> None:
    play = (
        "*** HOLE CARDS ***\n*** SHOW DOWN ***\nann collected $3 from side pot-2\nann collected $4 from side pot-1\n"
        "ann collected $5 from side pot\ncy collected $6.01 from main pot\ncy collected $1,000 from pot"
    )
    assert parse(log(play=play)).payouts.select("pot_no", "seat", "amount").rows() == [
        (2, 1, 30_000), (1, 1, 40_000), (1, 1, 50_000), (0, 4, 60_100), (None, 4, 10_000_000),
    ]  # fmt: skip


def test_who_cashes_out_is_paid_what_the_summary_says() -> None:
    parsed = parse(
        log(
            play="*** HOLE CARDS ***\n*** SHOW DOWN ***\nann: shows [As Ad] (a pair of Aces)\n"
            "cy cashed out the hand for $11.20 | Cash Out Fee $0.12\n"
            "ann cashed out the hand for $3 | Cash Out Fee $0.03",
            end="*** SUMMARY ***\nTotal pot $20 | Rake $1\n"
            "Seat 1: ann (button) showed [As Ad] and lost with a pair of Aces (cashed out).\n"
            "Seat 4: cy (big blind) showed [Ks Kd] and won ($19) with trips (pot not awarded as player cashed out)",
        )
    )
    assert moves(parsed, "amount")[3:5] == [(4, "cash_out", 112_000), (1, "cash_out", 30_000)]
    assert parsed.payouts.select("pot_no", "seat", "amount", "line").rows() == [(None, 4, 190_000, 16)]


def test_money_of_the_room() -> None:
    parsed = parse(
        log(
            header="Run It Once Poker Hand #3:  Hold'em No Limit (€0.50/€1)"
            " - 2019/06/25 16:12 UTC [2019/06/25 17:12 CET]",
            table="Table ID '302' 6-Max Seat #1 is the button",
            play="*** HOLE CARDS ***\nSTP added: €2\nann: folds\nBo B: folds\ncy: mucks hand\n*** SHOWDOWN ***\n"
            "cy: mucks hand\nUncalled bet (€2.50) returned to cy\ncy collected €3 from pot",
            end="*** SUMMARY ***\nTotal pot €3 | Main pot €1 | STP €2 | Rake €0.04\n"
            "Seat 4: cy (big blind) mucked hand and won €3",
        )
    )
    row = parsed.hands.row(0, named=True)
    assert (row["added"], row["stated_rake"], row["rake_parts"], row["max_seats"]) == (20_000, 400, None, 6)
    # the room's uncalled line holds its own money, too
    assert moves(parsed, "amount")[4:] == [(4, "muck", None), (4, "return", 5_000)]


def test_parts_of_the_rake() -> None:
    row = hand(log(end="*** SUMMARY ***\nTotal pot $10 Main pot $7. Side pot $2. | Rake $0.75 | Jackpot $0.25"))
    assert row["stated_rake"] == 10_000
    assert row["rake_parts"] == [{"part": "rake", "amount": 7_500}, {"part": "jackpot", "amount": 2_500}]
