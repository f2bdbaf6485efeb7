"""A small database filled by hand: what the report has to show is known to the cent."""

import datetime as dt
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import pytest

from pokerstats.pipeline.store import open_database

HERO = "Rūta"
SCRIPT = "<script>alert(1)</script>"
QUOTES = 'O\'Hara "& Sons"'
RIGHT_TO_LEFT = "دني \u202eabc"
EMOJI = "🦊 lapė 🌙"
NAMES = (HERO, SCRIPT, QUOTES, RIGHT_TO_LEFT, EMOJI, "Bo")
POSITIONS = ("BTN", "SB", "BB", "UTG", "HJ", "CO")
HANDS = 60
EVENING = dt.datetime(2026, 1, 4, 19)

FILE = {
    "file_id": 1, "path": "logs/<b>six.txt", "sha256": "a", "bytes": 9, "format": "pokerstars",
    "first_seen": "2026-01-05 10:00:00", "last_seen": "2026-01-05 10:00:00",
    "hands_read": 64, "hands_new": 61, "hands_duplicate": 2, "hands_rejected": 1, "lines": 1300, "lines_unmatched": 0,
}  # fmt: skip
REFUSED = {
    "file_id": 1, "line_from": 1250, "line_to": 1260, "line": 1252, "site": "PokerStars", "site_hand_no": "99",
    "kind": "unreadable", "reason": "no line kind fits", "text": "<img src=x>: tanks\n",
}  # fmt: skip
HAND = {
    "site": "PokerStars", "file_id": 1, "game": "holdem", "betting": "nl", "kind": "cash", "small_blind": "0.5",
    "big_blind": "1", "button_seat": 1, "hero_seat": 1, "max_seats": 6, "runs": 1, "pot": "4.5", "stated_pot": "4.5",
    "added": 0, "carried_in": 0, "carried_out": 0, "n_players": 6, "dead_button": False,
}  # fmt: skip
SEAT = {
    "stack": 100, "dealt_in": True, "position_no": 0, "posted_out_of_position": False, "adjust": 0, "dead": 0,
    "mucked": False, "allin_forced": False, "cashed_out": False, "line": 2,
}  # fmt: skip
ACTION = {
    "all_in": False, "to_call": 0, "pot_before": 0, "stack_before": 100, "raises_before": 0, "can_raise": True,
    "players_in": 3, "players_behind": 2, "facing": "forced", "entered_before": 0, "callers_before": 0,
    "own_decisions_before": 0, "is_aggressor": False, "line": 3,
}  # fmt: skip

Step = tuple[str, int, str, str | None]

PREFLOP: list[Step] = [
    ("preflop", 2, "small_blind", "0.5"), ("preflop", 3, "big_blind", "1"), ("preflop", 4, "fold", None),
    ("preflop", 5, "fold", None), ("preflop", 6, "fold", None), ("preflop", 1, "raise", "2"),
    ("preflop", 2, "fold", None), ("preflop", 3, "call", "1"), ("flop", 3, "check", None),
]  # fmt: skip
BET_AND_FOLD: list[Step] = [("flop", 1, "bet", "3"), ("flop", 3, "fold", None), ("flop", 1, "return", "3")]
CHECKED_DOWN: list[Step] = [("flop", 1, "check", None), ("showdown", 1, "show", None), ("showdown", 3, "show", None)]


@pytest.fixture(scope="session")
def six(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file behind ``hands_of_six``, made once."""
    path = tmp_path_factory.mktemp("six") / "six.duckdb"
    connection = open_database(path)
    connection.begin()
    insert(connection, "files", FILE)
    insert(connection, "rejected", REFUSED)
    for number in range(1, HANDS + 1):
        add_hand(connection, number, currency="EUR")
    add_hand(connection, HANDS + 1, currency="USD")
    connection.commit()
    connection.close()
    return path


@pytest.fixture
def hands_of_six(six: Path, tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """Sixty hold'em hands in EUR and one in USD of six players, four of them with names that try to break the page."""
    connection = open_database(Path(shutil.copy(six, tmp_path)))
    yield connection
    connection.close()


@pytest.fixture
def no_hands(tmp_path: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """A database that holds nothing."""
    connection = open_database(tmp_path / "empty.duckdb")
    yield connection
    connection.close()


def add_hand(connection: duckdb.DuckDBPyConnection, number: int, *, currency: str) -> None:
    """One hand: seat 1 raises and the big blind calls. Even numbers are checked down, and seat 1 loses every fourth
    hand; odd ones end with his bet on the flop."""
    showdown = number % 2 == 0
    winner = 3 if number % 4 == 0 else 1
    won = "4.3" if showdown else "4.5"
    board = "Kd 7c 2s 9h 4d" if showdown else "Kd 7c 2s"
    first = {
        "hand_id": number, "site_hand_no": str(number), "line_from": number * 20 - 19, "line_to": number * 20 - 1,
        "currency": currency, "played_at": EVENING + dt.timedelta(minutes=number * 2 + 60 * (number // 20)),
        "board": board, "stated_rake": "0.20" if showdown else "0", "rake": "0.20" if showdown else "0",
        "showdown": showdown, "text_hash": number,
    }  # fmt: skip
    insert(connection, "hands", HAND | first)
    for seat in range(1, 7):
        put_in = {1: 2.0 if showdown else 5.0, 2: 0.5, 3: 2.0}.get(seat, 0.0)
        returned = 3.0 if seat == 1 and not showdown else 0.0
        collected = float(won) if seat == winner else 0.0
        stays = seat == winner or (showdown and seat in (1, 3))
        of_seat = {
            "hand_id": number, "seat": seat, "player": NAMES[seat - 1], "position": POSITIONS[seat - 1],
            "hole_cards": "Ah Kh" if seat == 1 else "Qs Jd" if seat == 3 and showdown else None,
            "put_in": f"{put_in}", "returned": f"{returned}", "won": f"{collected}",
            "net": f"{collected - put_in + returned:.4f}",
            "saw_showdown": showdown and stays, "showed": showdown and stays,
            "folded_on": None if stays else "flop" if seat == 3 else "preflop",
        }  # fmt: skip
        insert(connection, "seats", SEAT | of_seat)
    for seq, (street, seat, action, amount) in enumerate(PREFLOP + (CHECKED_DOWN if showdown else BET_AND_FOLD)):
        step = {
            "hand_id": number, "seq": seq, "street": street, "street_no": int(street == "flop"), "seat": seat,
            "action": action, "amount": amount, "to_amount": amount,
            "cards": {1: "Ah Kh", 3: "Qs Jd"}[seat] if action == "show" else None,
            "is_decision": action in ("fold", "check", "raise", "call", "bet"),
            "level": 1 if seq < 6 else 2 if seq < 8 else 0,
            "last_street_aggressor": 1 if street == "flop" else None,
        }  # fmt: skip
        insert(connection, "actions", ACTION | step)
    paid = {"hand_id": number, "pot_no": 0, "run": 1, "seat": winner, "amount": won, "line": 4}
    insert(connection, "payouts", paid)


def insert(connection: duckdb.DuckDBPyConnection, table: str, row: Mapping[str, object]) -> None:
    """Put one row into a table; what it does not name is null."""
    columns, marks = ", ".join(row), ", ".join("?" * len(row))
    connection.execute(f"insert into {table} ({columns}) values ({marks})", list(row.values()))
