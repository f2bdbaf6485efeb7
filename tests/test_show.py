"""One hand on the terminal: how it is found, what is told of it, and that names in it are only names."""

import json
from pathlib import Path

import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.tables import hand_id
from pokerstats.reports.audit import run_checks

STUD = """\
PokerStars Hand #900000000201:  7 Card Stud Limit ($2/$4 USD) - 2024/04/02 19:00:00 ET
Table 'Lyra' 8-max
Seat 1: Arturs ($60 in chips)
Seat 2: Birk ($75 in chips)
Seat 5: Celia ($90 in chips)
Arturs: posts the ante $0.20
Birk: posts the ante $0.20
Celia: posts the ante $0.20
*** 3rd STREET ***
Dealt to Arturs [Kd]
Dealt to Birk [4c]
Dealt to Celia [6h 6s 9d]
Birk: brings in for $1
Celia: raises $1 to $2
Arturs: folds
Birk: folds
Uncalled bet ($1) returned to Celia
Celia collected $2.60 from pot
Celia: doesn't show hand
*** SUMMARY ***
Total pot $2.60 | Rake $0
Seat 1: Arturs folded on the 3rd Street (didn't bet)
Seat 2: Birk folded on the 3rd Street
Seat 5: Celia collected ($2.60)
"""

HOLDEM = """\
PokerStars Hand #900000000202:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/04/02 19:05:00 ET
Table 'Lyra II' 6-max Seat #1 is the button
Seat 1: [bold]Arturs[/] ($100 in chips)
Seat 2: Birk ($11 in chips)
Birk: posts big blind $1
[bold]Arturs[/]: posts small blind $0.50
*** HOLE CARDS ***
Dealt to Birk [Qh Qd]
[bold]Arturs[/]: calls $0.50
Birk: raises $10 to $11 and is all-in
[bold]Arturs[/]: calls $9
*** FLOP *** [2c 7d Js]
*** TURN *** [2c 7d Js] [5s]
*** RIVER *** [2c 7d Js 5s] [3h]
*** SHOW DOWN ***
Birk: shows [Qh Qd] (a pair of Queens)
[bold]Arturs[/]: shows [8c 8h] (a pair of Eights)
Birk collected $19.50 from pot
*** SUMMARY ***
Total pot $20 | Rake $0.50
Board [2c 7d Js 5s 3h]
Seat 1: [bold]Arturs[/] (button) (small blind) showed [8c 8h] and lost with a pair of Eights
Seat 2: Birk (big blind) showed [Qh Qd] and won ($19.50) with a pair of Queens
"""


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two hands of one room, one with a call too small, and a hand of another room with the same number."""
    folder = tmp_path_factory.mktemp("show")
    (folder / "log.txt").write_text(f"{STUD}\n\n\n{HOLDEM}", encoding="utf-8")
    path = folder / "hands.duckdb"
    con = open_database(path)
    ingest(con, [str(folder / "log.txt")])
    run_checks(con)
    con.execute(
        "insert into hands by name select * replace (77 as hand_id, 'Eastroom' as site) from hands"
        " where site_hand_no = '900000000201'"
    ).fetchall()
    con.close()
    return path


def _show(capsys: pytest.CaptureFixture[str], database: Path, *words: str) -> str:
    assert main(["show", *words, "--db", str(database)]) == 0
    return capsys.readouterr().out


def test_a_hand_is_told_step_by_step(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = _show(capsys, database, "PokerStars:900000000201")
    lines = [line.split() for line in told.splitlines()]
    assert told.startswith(
        "PokerStars 900000000201\nSeven card stud, fixed limit, 2.00/4.00 USD · 2 Apr 2024, 23:00 UTC\n"
    )
    assert ["5", "Celia", "90.00", "6h", "6s", "9d", "1.20", "2.60", "+1.40"] in lines
    assert ["3", "Birk", "brings", "in", "1.00", "1.60", "73.80"] in lines
    assert ["4", "Celia", "completes", "to", "2.00", "3.60", "87.80"] in lines
    assert ["7", "Celia", "takes", "back", "1.00", "2.60", "88.80"] in lines
    assert "Celia collects 2.60 from the pot" in told
    assert "2.60 put in = 2.60 won" in told


def test_findings_stand_at_their_step_and_names_are_only_names(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _show(capsys, database, "900000000202")
    lines = told.splitlines()
    call = next(number for number, line in enumerate(lines) if "calls 9.00" in line)
    assert "[bold]Arturs[/]" in lines[call]
    assert "◆ error J12 M11 M12 call-amount: [bold]Arturs[/] called 9 where 10 was to call" in lines[call + 1]
    assert "Showdown  2c 7d Js 5s 3h  pot 21.00" in told
    assert [line.split()[-2:] for line in lines if line.startswith("main pot")] == [
        ["19.50", "19.50"],
        ["0.00", "0.00"],
    ]
    assert "20.00 put in = 19.50 won + 0.50 rake" in told


def test_json_holds_everything_of_the_hand(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(_show(capsys, database, "900000000202", "--json"))
    assert whole["hand"]["pot"] == 20
    assert [row["player"] for row in whole["seats"]] == ["[bold]Arturs[/]", "Birk"]
    assert [row["action"] for row in whole["actions"]][:5] == ["big_blind", "small_blind", "call", "raise", "call"]
    assert [row["check"] for row in whole["findings"]] == ["call-amount"]
    assert whole["file"]["format"] == "pokerstars"
    assert {row["category"] for row in whole["showdowns"]} == {"pair"}


def test_a_challenge_says_whom_it_meets(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pokeris.duckdb"
    con = open_database(path)
    ingest(con, [str(Path(__file__).parent.parent / "data" / "house-games" / "pokeris.jsonl")])
    con.close()
    lines = [line.split() for line in _show(capsys, path, "PK-1").splitlines()]
    assert ["16", "Rūta", "challenges", "Mantas"] in lines
    assert ["18", "Mantas", "compares", "with", "Rūta", "Kh", "Kd", "Ks", "7d", "2c"] in lines


def test_hands_of_one_number_are_told_apart_by_their_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "hands.duckdb"
    con = open_database(path)
    (tmp_path / "log.txt").write_text(STUD, encoding="utf-8")
    ingest(con, [str(tmp_path / "log.txt")])
    con.execute("insert into hands by name select * replace (77 as hand_id, 'second' as series) from hands").fetchall()
    con.close()
    assert main(["show", "900000000201", "--db", str(path)]) == 2
    told = capsys.readouterr().err.removesuffix("\n").partition("name one of ")[2]
    assert sorted(told.split(", ")) == ["77", str(hand_id("PokerStars", "900000000201"))]


def test_a_hand_id_finds_a_hand_too(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _show(capsys, database, "77").startswith("Eastroom 900000000201\n")


def test_a_number_of_two_rooms_lists_both(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "900000000201", "--db", str(database)]) == 2
    complaint = capsys.readouterr().err
    assert "is the number of 2 hands; name one of Eastroom:900000000201, PokerStars:900000000201" in complaint


def test_an_unknown_hand_is_one_line(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "12\x1b[31m", "--db", str(database)]) == 2
    assert (
        capsys.readouterr().err == "pokerstats: no hand '12�[31m' in the database; list them with: pokerstats hands\n"
    )
