"""PokerStars cards: boards of several runs, draws, stud, and cards that are not quite cards."""

import polars as pl
from stars_log import END, HEADER, WALK, hand, log, parse, seat

# ---------------------------------------------------------------- several boards


def test_run_twice() -> None:
    parsed = parse(
        log(
            play="*** HOLE CARDS ***\n*** FLOP *** [2c 7d Ks]\ncy: bets $2\nann: calls $2\n"
            "*** FIRST TURN *** [2c 7d Ks] [3s]\n*** FIRST RIVER *** [2c 7d Ks 3s] [Qh]\n"
            "*** SECOND TURN *** [2c 7d Ks] [4s]\n*** SECOND RIVER *** [2c 7d Ks 4s] [9h]\n*** FIRST SHOW DOWN ***\n"
            "cy: shows [As Ks] (a pair)\nann: shows [Qs Qd] (trips)\nann collected $5 from pot\n"
            "*** SECOND SHOW DOWN ***\ncy: shows [As Ks] (a pair)\ncy collected $5 from pot",
            end="*** SUMMARY ***\nTotal pot $10 | Rake $0\nHand was run twice",
        )
    )
    assert parsed.hands.select("runs", "board", "board2").rows() == [(2, "2c 7d Ks 3s Qh", "2c 7d Ks 4s 9h")]
    assert parsed.payouts.select("run", "seat").rows() == [(1, 1), (2, 4)]
    shows = parsed.actions.filter(pl.col("action") == "show")
    assert shows.select("run", "seat", "said").rows() == [(1, 4, "a pair"), (1, 1, "trips"), (2, 4, "a pair")]


def test_printed_boards_win() -> None:
    row = hand(log(end=END + "\nFIRST Board [2c 3c 4c]\nSECOND Board [5c 6c 7c]\nTHIRD Board [8c 9c Tc]"))
    assert [row[name] for name in ("runs", "board", "board2", "board3")] == [3, "2c 3c 4c", "5c 6c 7c", "8c 9c Tc"]


def test_a_board_without_summary_line_and_without_blanks() -> None:
    play = "*** HOLE CARDS ***\n*** FLOP *** [2s] [2s3d 3c]\n" + WALK
    parsed = parse(log(HEADER.replace("Hold'em No Limit", "Courchevel Pot Limit"), play=play))
    assert parsed.hands["board"].to_list() == ["2s 2s 3d 3c"]
    play = "*** HOLE CARDS *** [2s]*** HOLE CARDSPRE-FLOP *** [2s]\n" + WALK
    parsed = parse(log(HEADER.replace("Hold'em No Limit", "Courchevel Pot Limit"), play=play))
    assert parsed.hands["board"].to_list() == ["2s"]


def test_fusion_deals_a_card_with_the_flop_and_one_with_the_turn() -> None:
    parsed = parse(
        log(
            HEADER.replace("Hold'em No Limit", "Fusion Pot Limit"),
            play="*** HOLE CARDS ***\nDealt to ann [Ah Kd]\nann: calls $1\nBo B: folds\ncy: checks\n"
            "*** FLOP *** [2c 7d Ks]\nDealt to ann [Ah Kd] [3s]\ncy: checks\nann: checks\n"
            "*** TURN *** [2c 7d Ks] [Qh]\nDealt to ann [Ah Kd 3s] [Kh]\ncy: bets $1\nann: calls $1\n"
            "*** RIVER *** [2c 7d Ks Qh] [9h]\ncy: checks\nann: checks\n*** SHOW DOWN ***\n"
            "cy: shows [9c 9d 4h 2s] (three of a kind, Nines)\nann: shows [Ah Kd 3s Kh] (three of a kind, Kings)",
        )
    )
    assert parsed.rejected.rows() == []
    assert parsed.seats["hole_cards"].to_list() == ["Ah Kd 3s Kh", None, "9c 9d 4h 2s"]
    assert parsed.hands["board"].to_list() == ["2c 7d Ks Qh 9h"]
    folded = parse(
        log(
            HEADER.replace("Hold'em No Limit", "Fusion Pot Limit"),
            play="*** HOLE CARDS ***\nDealt to ann [Ah Kd]\n" + WALK,
        )
    )
    assert folded.seats["hole_cards"].to_list() == ["Ah Kd", None, None]


# ---------------------------------------------------------------- draw games

DRAW = HEADER.replace("Hold'em No Limit", "5 Card Draw No Limit")


def test_a_draw_without_marker() -> None:
    parsed = parse(
        log(
            DRAW,
            play="*** DEALING HANDS ***\nDealt to ann [Jc Jd 8s 4h 2c]\nann: calls $1\nBo B: calls $0.50\ncy: checks\n"
            "Bo B: discards 1 card\ncy: stands pat\nann: discards 3 cards [8s 4h 2c]\nDealt to ann [Jc Jd] [Js 5d Qh]\n"
            "Bo B: checks\ncy: bets $1\nann: calls $1\nBo B: folds\n*** SHOW DOWN ***\n"
            "cy: shows [9c 9d 9h Ad 3s] (three of a kind, Nines)\nann: shows [Jc Jd Js 5d Qh] (three of a kind, Jacks)",
        )
    )
    assert parsed.actions.select("street", "action", "n_cards", "cards", "new_cards").rows()[2:9] == [
        ("predraw", "call", None, None, None),
        ("predraw", "call", None, None, None),
        ("predraw", "check", None, None, None),
        ("first_draw", "discard", 1, None, None),
        ("first_draw", "stand_pat", 0, None, None),
        ("first_draw", "discard", 3, "8s 4h 2c", "Js 5d Qh"),
        ("first_draw", "check", None, None, None),
    ]
    assert parsed.seats.select("hole_cards", "final_cards").rows() == [
        ("Jc Jd 8s 4h 2c", "Jc Jd Js 5d Qh"),
        (None, None),
        (None, "9c 9d 9h Ad 3s"),
    ]
    assert parsed.hands["hero_seat"].to_list() == [1]


def test_three_draws_and_a_log_that_deals_the_hand_again() -> None:
    parsed = parse(
        log(
            HEADER.replace("Hold'em No Limit", "Triple Draw 2-7 Lowball Limit"),
            play="*** DEALING HANDS ***\nDealt to ann [2s 7s 5h 3c Qh]\nann: calls $1\n*** FIRST DRAW ***\n"
            "ann: discards 1 card [Qh]\nDealt to ann [2s 7s 5h 3c] [Kd]\ncy: discards 2 cards\nann: checks\n"
            "*** SECOND DRAW ***\nann: discards 1 card []\nDealt to ann [2s 7s 5h 3c Kd] [2s 7s 5h 3c Kd]\n"
            "ann: checks\n"
            "*** THIRD DRAW ***\nann: stands pat on [2s 7s 5h 3c 4d]\nann: bets $2\ncy: folds\n"
            "Uncalled bet ($2) returned to ann\nann collected $4 from pot",
        )
    )
    draws = parsed.actions.filter(pl.col("action").is_in(["discard", "stand_pat"]))
    assert draws.select("street", "seat", "n_cards", "cards", "new_cards").rows() == [
        ("first_draw", 1, 1, "Qh", "Kd"),
        ("first_draw", 4, 2, None, None),
        ("second_draw", 1, 1, None, None),  # ten cards are no hand: what came is not known
        ("third_draw", 1, 0, "2s 7s 5h 3c 4d", None),
    ]
    assert seat(parsed, 1)["final_cards"] == "2s 7s 5h 3c 4d"


def test_a_hand_folded_before_the_draw_has_no_last_hand() -> None:
    parsed = parse(log(DRAW, play="*** DEALING HANDS ***\nDealt to ann [Jc Jd 8s 4h 2c]\n" + WALK))
    assert parsed.seats.select("hole_cards", "final_cards").row(0) == ("Jc Jd 8s 4h 2c", None)


# ---------------------------------------------------------------- stud


def test_stud() -> None:
    parsed = parse(
        log(
            HEADER.replace("Hold'em No Limit", "7 Card Stud Limit"),
            "Table 'Mira' 8-max",
            blinds="ann: posts the ante $0.10\nBo B: posts the ante $0.10\ncy: posts the ante $0.10",
            play="*** 3rd STREET ***\nDealt to ann [Qh Qc 8d]\nDealt to Bo B [Kc]\nDealt to cy [2s]\n"
            "cy: brings in for $0.25\nann: raises $0.25 to $0.50\nBo B: folds\ncy: calls $0.25\n*** 4th STREET ***\n"
            "Dealt to ann [Qh Qc 8d] [5c]\nDealt to cy [2s] [3h]\nann: bets $0.50\ncy: calls $0.50\n"
            "*** 5th STREET ***\n"
            "Dealt to ann [Qh Qc 8d 5c] [8s]\nDealt to cy [2s 3h] [Jd]\n*** 6th STREET ***\n"
            "Dealt to ann [Qh Qc 8d 5c 8s] [2d]\nDealt to cy [2s 3h Jd] [Ts]\n*** RIVER ***\n"
            "Dealt to ann [Qh Qc 8d 5c 8s 2d] [4c]\nann: checks\ncy: checks\n*** SHOW DOWN ***\n"
            "ann: shows [Qh Qc 8d 5c 8s 2d 4c] (two pair)\ncy: shows [Ac 7c 2s 3h Jd Ts 9h] (high card Ace)",
        )
    )
    assert parsed.seats.select("seat", "hole_cards", "up_cards").rows() == [
        (1, "Qh Qc 4c", "8d 5c 8s 2d"),
        (2, None, "Kc"),
        (4, "Ac 7c 9h", "2s 3h Jd Ts"),
    ]
    row = parsed.hands.row(0, named=True)
    assert [row[name] for name in ("hero_seat", "button_seat", "ante", "bring_in", "big_blind", "small_bet")] == [
        1, None, 1_000, 2_500, None, 5_000,
    ]  # fmt: skip
    assert parsed.actions["street"].unique(maintain_order=True).to_list() == ["third", "fourth", "seventh", "showdown"]


def test_the_community_card_of_a_full_stud_table() -> None:
    parsed = parse(
        log(
            HEADER.replace("Hold'em No Limit", "Razz Limit"),
            "Table 'Mira' 8-max",
            play="*** 3rd STREET ***\nDealt to cy [2s]\n*** RIVER *** [6h]\ncy: bets $1\n*** SHOW DOWN ***\n"
            "cy: shows [7s Qs 2s 7h 3s Qh] (Lo: Q,7,6,3,2)\nann: mucks hand",
            end=END + "\nBoard [6h]\nSeat 1: ann mucked [Kd Ks Jd 4h 9h 2h]",
        )
    )
    assert parsed.hands["board"].to_list() == ["6h"]
    assert parsed.seats.select("hole_cards", "up_cards").rows() == [
        ("Kd Ks", "Jd 4h 9h 2h"), (None, None), ("7s Qs 7h 3s Qh", "2s"),
    ]  # fmt: skip


def test_a_card_that_the_client_did_not_name() -> None:
    parsed = parse(log(play="*** HOLE CARDS ***\n" + WALK + "\ncy: shows [XX Qs] ()"))
    assert seat(parsed, 4)["hole_cards"] == "?? Qs"
    parsed = parse(log(play="*** HOLE CARDS ***\n" + WALK + "\ncy: shows [Ah Xy]"))
    assert parsed.rejected.select("kind", "reason").rows() == [("unreadable", "'Ah Xy' is no list of cards")]
