"""``pokerstats equity`` from a log to the players' luck."""

import json
from pathlib import Path

import pytest

from pokerstats.pipeline.cli import main

# Aces against kings, all in before the flop: about 82 % for the aces, which lose here.
LOG = """\
PokerStars Hand #900000000077:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/03/05 20:00:00 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Anouk ($10 in chips)
Seat 2: Bertil ($10 in chips)
Anouk: posts small blind $0.05
Bertil: posts big blind $0.10
*** HOLE CARDS ***
Dealt to Anouk [Ah As]
Anouk: raises $9.90 to $10 and is all-in
Bertil: calls $9.90 and is all-in
*** FLOP *** [Kd 7s 4c]
*** TURN *** [Kd 7s 4c] [2h]
*** RIVER *** [Kd 7s 4c 2h] [9d]
*** SHOW DOWN ***
Anouk: shows [Ah As] (a pair of Aces)
Bertil: shows [Kh Ks] (three of a kind, Kings)
Bertil collected $20 from pot
*** SUMMARY ***
Total pot $20 | Rake $0
Board [Kd 7s 4c 2h 9d]
Seat 1: Anouk (button) (small blind) showed [Ah As] and lost with a pair of Aces
Seat 2: Bertil (big blind) showed [Kh Ks] and won ($20) with three of a kind, Kings
"""


def test_luck_of_an_all_in(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "lyra.txt"
    log.write_text(LOG, encoding="utf-8")
    db = str(tmp_path / "lyra.duckdb")
    assert main(["ingest", str(log), "--db", db]) == 0
    capsys.readouterr()
    assert main(["equity", "--db", db, "--json"]) == 0
    anouk, bertil = json.loads(capsys.readouterr().out)
    assert anouk["player"] == "Anouk"
    assert anouk["ev_net"] == -bertil["ev_net"] == pytest.approx(6.4, abs=0.2)
    assert anouk["luck"] == -10 - anouk["ev_net"]

    assert main(["equity", "--db", db, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [anouk, bertil]


def test_no_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["equity", "--db", str(tmp_path / "none.duckdb")]) == 3
    assert "no such database" in capsys.readouterr().err
