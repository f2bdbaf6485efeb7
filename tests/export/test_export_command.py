"""``pokerstats export`` on the command line: what is chosen, where it goes, and how a refusal is told."""

import json
from pathlib import Path

import pytest

from pokerstats.pipeline.cli import main

HOUSE_GAMES = Path(__file__).parent.parent.parent / "data" / "house-games"
Captured = pytest.CaptureFixture[str]
LOG = """\
PokerStars Hand #900000000001:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/03/05 20:00:00 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Anouk ($10 in chips)
Seat 2: Bertil ($10 in chips)
Anouk: posts small blind $0.05
Bertil: posts big blind $0.10
*** HOLE CARDS ***
Anouk: calls $0.05
Bertil: checks
*** FLOP *** [2c 7d 9h]
Bertil: checks
Anouk: checks
*** TURN *** [2c 7d 9h] [Js]
Bertil: checks
Anouk: checks
*** RIVER *** [2c 7d 9h Js] [Qc]
Bertil: checks
Anouk: checks
*** SHOW DOWN ***
Bertil: shows [Kh Kd] (a pair of Kings)
Anouk: shows [Ah Ad] (a pair of Aces)
Anouk collected $0.20 from pot
*** SUMMARY ***
Total pot $0.20 | Rake $0
Board [2c 7d 9h Js Qc]
Seat 1: Anouk (button) (small blind) showed [Ah Ad] and won ($0.20) with a pair of Aces
Seat 2: Bertil (big blind) showed [Kh Kd] and lost with a pair of Kings



"""
WRONG = (
    LOG.replace("#900000000001", "#900000000002")
    .replace("Anouk collected", "Bertil collected")
    .replace("[Ah Ad] and won ($0.20)", "[Ah Ad] and lost")
    .replace("[Kh Kd] and lost", "[Kh Kd] and won ($0.20)")
)


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("export")
    (folder / "log.txt").write_text(LOG + WRONG, encoding="utf-8")
    path = str(folder / "hands.duckdb")
    assert main(["ingest", str(HOUSE_GAMES), str(folder / "log.txt"), "--db", path]) == 0
    return path


def test_a_hand_by_its_name(db: str, capsys: Captured) -> None:
    assert main(["export", "--format", "json", "--hand", "pokerstats:SD-3", "--hand", "PK-1", "--db", db]) == 0
    out, err = capsys.readouterr()
    assert [json.loads(line)["hand"] for line in out.splitlines()] == ["PK-1", "SD-3"]
    assert err == "2 hands written, 0 refused\n"


def test_our_own_name_is_a_name_of_the_format(db: str, capsys: Captured) -> None:
    assert main(["export", "--format", "pokerstats", "--hand", "SD-3", "--db", db]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "pokerstats-hand"


def test_hands_by_a_condition_into_a_file(db: str, tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "draw.jsonl"
    assert main(["export", "--format", "json", "--where", "game = 'ante-draw'", "--out", str(out), "--db", db]) == 0
    assert len(out.read_text(encoding="utf-8").splitlines()) == 6
    assert capsys.readouterr().out == ""
    assert [path.name for path in tmp_path.iterdir()] == ["draw.jsonl"]


def test_what_is_refused_is_told_with_its_reason(db: str, capsys: Captured) -> None:
    assert main(["export", "--format", "pokerstars", "--where", "game in ('pokeris', 'holdem')", "--db", db]) == 1
    out, err = capsys.readouterr()
    assert out == LOG
    first, *reasons = err.splitlines()
    assert first == "1 hand written, 5 refused"
    assert "4 hands, such as pokerstats:PK-1: PokerStars text has no name for Pokeris" in reasons[0]
    assert "PokerStars:900000000002: the log paid Bertil 0.2; by the cards it is Anouk 0.2" in reasons[1]


def test_the_best_hand_thrown_away_is_no_contradiction(tmp_path: Path, capsys: Captured) -> None:
    thrown = WRONG.replace("Anouk: shows [Ah Ad] (a pair of Aces)", "Anouk: mucks hand").replace(
        "showed [Ah Ad] and lost with a pair of Aces", "mucked [Ah Ad]"
    )
    (tmp_path / "log.txt").write_text(thrown, encoding="utf-8")
    path = str(tmp_path / "hands.duckdb")
    assert main(["ingest", str(tmp_path / "log.txt"), "--db", path]) == 0
    capsys.readouterr()
    assert main(["export", "--format", "pokerstars", "--db", path]) == 0
    assert capsys.readouterr().out == thrown


def test_a_hand_that_the_cards_contradict_is_written_if_asked_for(db: str, capsys: Captured) -> None:
    where = "site = 'PokerStars'"
    assert main(["export", "--format", "pokerstars", "--where", where, "--unjudged", "--db", db]) == 0
    assert capsys.readouterr().out.count("PokerStars Hand #") == 2


def test_a_phh_file_holds_one_hand(db: str, tmp_path: Path, capsys: Captured) -> None:
    one, many = str(tmp_path / "one.phh"), str(tmp_path / "many.phhs")
    assert main(["export", "--format", "phh", "--hand", "SD-1", "--out", one, "--db", db]) == 0
    assert "\nvariant = " in Path(one).read_text(encoding="utf-8")
    assert main(["export", "--format", "phh", "--where", "game = 'pokeris'", "--out", many, "--db", db]) == 0
    assert [line for line in Path(many).read_text(encoding="utf-8").splitlines() if line.startswith("[")] == [
        "[1]", "[2]", "[3]", "[4]",
    ]  # fmt: skip
    assert main(["export", "--format", "phh", "--out", one, "--db", db]) == 2
    assert "one.phh: a .phh file holds one hand; name it .phhs" in capsys.readouterr().err


def test_masked_hands_hold_no_name(db: str, capsys: Captured) -> None:
    assert main(["export", "--format", "json", "--hand", "SD-6", "--mask", "--db", db]) == 0
    out = capsys.readouterr().out
    hand = json.loads(out)
    assert [seat["player"] for seat in hand["seats"]] == [f"Player {seat}" for seat in (1, 2, 3, 4)]
    assert [seat["seat"] for seat in hand["seats"]] == [1, 2, 3, 4]


@pytest.mark.parametrize("name", ["json", "pokerstars", "ohh", "phh"])
def test_no_format_holds_the_name_of_who_sat_at_the_table_before(name: str, tmp_path: Path, capsys: Captured) -> None:
    at_home = LOG.replace("'Lyra'", "'At Anouk's, with bertilo'")
    later = at_home.replace("#900000000001", "#900000000003").replace("Anouk:", "Cees:").replace("Anouk ", "Cees ")
    (tmp_path / "log.txt").write_text(at_home + later, encoding="utf-8")
    home = str(tmp_path / "home.duckdb")
    assert main(["ingest", str(tmp_path / "log.txt"), "--db", home]) == 0
    capsys.readouterr()
    assert main(["export", "--format", name, "--where", "site_hand_no = '900000000003'", "--mask", "--db", home]) == 0
    out = capsys.readouterr().out
    assert "At Player 3's, with Player 2o" in out
    assert not any(player in out.lower() for player in ("anouk", "bertil", "cees"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "xml"], "--format xml: expected one of json, pokerstars, ohh, phh"),
        (["--format", "json", "--salt", "s"], "--salt is for --mask"),
        (["--format", "json", "--room", "PokerStars"], "--room is for --format pokerstars"),
        (["--format", "pokerstars", "--room", "my room"], "--room my room: expected a name"),
        (["--format", "json", "--hand", "nowhere:1"], "no hand 'nowhere:1'"),
        (["--format", "json", "--where", "pott > 1"], "--where pott > 1: Binder Error"),
        (["--format", "json", "--where", "pot < 0"], "there is no such hand"),
    ],
)
def test_wrong_usage(db: str, capsys: Captured, arguments: list[str], message: str) -> None:
    assert main(["export", *arguments, "--db", db]) == 2
    assert message in capsys.readouterr().err


def test_a_file_that_cannot_be_finished_is_not_there(db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str, *, room: str | None = None, alone: bool = False) -> object:
        return None

    monkeypatch.setattr("pokerstats.pipeline.commands.export.writer", broken)
    with pytest.raises(TypeError):
        main(["export", "--format", "json", "--out", str(tmp_path / "x.jsonl"), "--db", db])
    assert list(tmp_path.iterdir()) == []
