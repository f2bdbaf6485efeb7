"""PokerStars headers: room, game, stakes, tournament and time."""

import datetime as dt

import pytest
from stars_log import HEADER, TABLE, WALK, hand, log

from pokerstats.parsers import pokerstars

# ---------------------------------------------------------------- headers


@pytest.mark.parametrize(
    ("header", "wanted"),
    [
        (
            "PokerStars Zoom Hand #1:  Omaha Hi/Lo Pot Limit (€0.05/€0.10 EUR) - 2024/01/05 12:00:00 ET",
            {"game": "omahahilo", "betting": "pl", "currency": "EUR", "fast_fold": True},
        ),
        (
            "PokerStars Hand #1:  Hold'em No Limit ($1/$2 - $40 Cap -  USD) - 2024/01/05 12:00:00 ET",
            {"betting": "cap-nl", "cap": 400_000, "big_blind": 20_000},
        ),
        (
            "PokerStars Hand #1:  6+ Hold'em No Limit (Button Blind\xa0$2 - Ante\xa0$1  USD) - 2024/01/05 12:00:00 ET",
            {"game": "short-deck", "big_blind": 20_000, "ante": 10_000, "small_blind": None},
        ),
        (
            "PokerStars Hand #1:  8-Game (7 Card Stud Hi/Lo Limit, $4/$8 CAD) - 2024/01/05 12:00:00 ET",
            {"game": "studhilo", "mix": "8-Game", "small_bet": 40_000, "currency": "CAD"},
        ),
        (
            "PokerStars Hand #1: Tournament #55, $10+$5+$1.50 USD Mixed Omaha (5 Card Omaha Pot Limit)"
            " - Level XI (20/40) - 2024/01/05 12:00:00 ET",
            {
                "game": "omaha5", "mix": "Mixed Omaha", "kind": "tournament", "currency": "CHIPS",
                "tournament_no": "55", "buy_in": 100_000, "bounty": 50_000, "fee": 15_000, "level": "XI",
                "buy_in_currency": "USD",
                "small_blind": 200_000,
            },
        ),
        (
            "PokerStars Game #1: Tournament #55, 250FPP Hold'em Limit - Match Round I, Level IV (50/100)"
            " - 2010/01/05 12:00:00 ET",
            {"buy_in": 2_500_000, "fee": None, "buy_in_currency": "FPP", "level": "IV", "big_bet": 1_000_000},
        ),
        (
            "PokerStars Hand #1: Tournament #55, 250 SC Hold'em No Limit - Level I (10/20) - 2015/01/05 12:00:00 ET",
            {"buy_in": 2_500_000, "buy_in_currency": "SC"},
        ),
        (
            "PokerStars Hand #1: Tournament #55, Freeroll  Hold'em No Limit - Level I (10/20) - 2015/01/05 12:00:00 ET",
            {"buy_in": 0, "fee": 0, "tournament_name": None, "buy_in_currency": None},
        ),
        (
            "PokerStars Hand #1: Tournament #55, ₹1,136.50+₹113.50 INR Hold'em No Limit - Level I (10/20)"
            " - 2015/01/05 12:00:00 IST [2015/01/05 1:30:00 ET]",
            {"buy_in": 11_365_000, "fee": 1_135_000, "buy_in_currency": "INR"},
        ),
        (
            "POKERSTARS GAME #1: TOURNAMENT #55, $10+$1 7 CARD STUD LIMIT - LEVEL I (25/50) - 2009/06/14 11:45:00 ET",
            {"game": "stud", "site": "PokerStars", "buy_in": 100_000, "fee": 10_000, "level": "I"},
        ),
        (
            "Run It Once Poker Hand #1: Tournament #9, €4.69+€0.31 Cub3d, Hold'em No Limit (10/20)"
            " - 2021/04/12 16:01 UTC [2021/04/12 17:01 CET]",
            {"site": "Run It Once", "tournament_name": "Cub3d", "zone": "UTC", "collects_uncalled": True,
             "played_at": dt.datetime(2021, 4, 12, 16, 1)},
        ),
        (
            "PokerMaster Hand #1: Hold'em No Limit (¥2/¥4 CNY) - 2019/03/19 10:57:09 UTC",
            {"site": "PokerMaster", "currency": "CNY", "kind": "cash", "collects_uncalled": False},
        ),
        (
            "PokerStars Hand #1: Hold'em No Limit ($10/$20) - 2017/01/01 17:36:54",
            {"currency": "USD", "played_at": None, "played_local": dt.datetime(2017, 1, 1, 17, 36, 54), "zone": None,
             "collects_uncalled": True},
        ),
        (
            "PokerStars Game #1: Hold'em No Limit ($1/$2) - 2009/10/12 - 23:45:12 (ET)",
            {"currency": "USD", "zone": "ET", "played_at": dt.datetime(2009, 10, 13, 3, 45, 12)},
        ),
        (
            "PokerStars Home Game Hand #1: {my (club)}  Hold'em No Limit (1/2) - 2012/01/28 20:58:29 ET",
            {"site": "PokerStars", "kind": "unknown", "currency": "CHIPS"},
        ),
        (
            "PokerStars Home Game #1: {Club #7}  Hold'em No Limit (1/2) - 2020/01/28 20:58:29 ET",
            {"site": "PokerStars"},
        ),
        (
            "PokerStars Fast Hand #1:  Hold'em No Limit ($1/$2 USD) - 2020/01/28 20:58:29 ET",
            {"site": "PokerStars", "fast_fold": True},
        ),
        (
            "PPPoker Hand #TX17-4:  Hold'em No Limit ($1/$2 USD) - 2020/01/28 20:58:29 UTC",
            {"site": "PPPoker", "site_hand_no": "TX17-4"},
        ),
        (
            "PokerStars Hand #1: Tournament #55, + Hold'em No Limit - Level I (10/20) - 2020/01/28 20:58:29 ET",
            {"buy_in": None, "tournament_name": None},
        ),
        (
            "Full Tilt Rush Hand #1:  Hold'em No Limit (25/50) - 2016/05/20 8:39:15 ET",
            {"site": "Full Tilt", "fast_fold": True},
        ),
    ],
)  # fmt: skip
def test_headers(header: str, wanted: dict[str, object]) -> None:
    row = hand(log(header))
    assert {name: row[name] for name in wanted} == wanted


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("Split Hold'em No Limit", "split-holdem"), ("6 Card Omaha Pot Limit", "omaha6"),
        ("6 Card Omaha Hi/Lo Pot Limit", "omaha6hilo"), ("Courchevel Pot Limit", "courchevel"),
        ("Courchevel Hi/Lo Pot Limit", "courchevelhilo"), ("5 Card Draw No Limit", "5cd"),
        ("Single Draw 2-7 Lowball No Limit", "27sd"), ("Triple Draw 2-7 Lowball Limit", "27td"),
        ("Omaha 5 Cards Pot Limit", "omaha5"), ("Omaha 6 Cards Pot Limit", "omaha6"), ("Fusion Pot Limit", "fusion"),
        ("Badugi Limit", "badugi"), ("7 Card Stud Limit", "stud"), ("Razz Limit", "razz"),
    ],
)  # fmt: skip
def test_games(words: str, game: str) -> None:
    assert hand(log(HEADER.replace("Hold'em No Limit", words)))["game"] == game


def test_play_money_is_told_by_the_table() -> None:
    row = hand(log(HEADER.replace("($0.50/$1 USD)", "(50/100)"), TABLE.replace("6-max", "6-max (Play Money)")))
    assert (row["kind"], row["currency"]) == ("play", "PLAY")


def test_the_cards_dealt_tell_the_omaha() -> None:
    text = log(
        HEADER.replace("Hold'em No Limit", "Omaha Pot Limit"),
        play="*** HOLE CARDS ***\nDealt to ann [2c 3c 4c 5c 6c]\n" + WALK,
    )
    assert hand(text)["game"] == "omaha5"


# ---------------------------------------------------------------- time


@pytest.mark.parametrize(
    ("printed", "at"),
    [
        ("2024/07/07 15:30:00 CET [2024/07/07 9:30:00 ET]", dt.datetime(2024, 7, 7, 13, 30)),
        ("2024/11/03 5:30:00 WET [2024/11/03 1:30:00 ET]", dt.datetime(2024, 11, 3, 5, 30)),
        ("2024/11/03 6:30:00 WET [2024/11/03 1:30:00 ET]", dt.datetime(2024, 11, 3, 6, 30)),
        ("2024/11/03 1:30:00 CT [2024/11/03 1:30:00 ET]", dt.datetime(2024, 11, 3, 6, 30)),
        ("2024/11/03 1:30:00 ET", None),
        ("2024/11/03 3:30:00 ET", dt.datetime(2024, 11, 3, 8, 30)),
        ("2024/05/05 3:30:00 QQT", None),
    ],
)
def test_the_instant(printed: str, at: dt.datetime | None) -> None:
    row = hand(log(HEADER.replace("2024/05/02 20:00:00 ET", printed)))
    assert row["played_at"] == at
    assert row["played_local"] is not None


@pytest.mark.parametrize(
    ("head", "answer"),
    [
        (log(), True),
        ("\ufeff" + log(), True),
        ("ï»¿" + log(), True),
        ("\n\n" + log(), True),
        ("PPPoker Hand #1:  5 Card Omaha Pot Limit ($1/$2 USD) - 2025/06/21 17:47:21 UTC\n", True),
        (log(HEADER.replace("Hold'em", "Tarock")), True),
        ("Poker Hand #12: Hold'em No Limit ($1/$2) - 2024/05/19 12:03:44\n", False),
        ("Full Tilt Poker Game #1: Table Ore (6 max) - $1/$2 - No Limit Hold'em - 2:19:11 ET - 2010/08/04\n", False),
        ("Full Tilt Poker Game #2: Table Ore - $1/$2 - Pot Limit - 8:19:11 CET - 2012/08/04 [2:19:11 ET]\n", False),
        ("Full Tilt Poker Game #3: Table Ore - $1/$2 - Pot Limit - 2012/08/04 8:19:11 CET\n", False),
        ("", False),
        ("hello\n", False),
    ],
)
def test_detect(head: str, answer: bool) -> None:
    assert pokerstars.detect(head) is answer
