"""The command line: what stands where, which exit code, how errors read."""

import csv
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from pokerstats.pipeline.cli import COMMANDS, main
from pokerstats.pipeline.commands import output
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database

HAND = """\
PokerStars Hand #{number}:  Hold'em No Limit ($0.05/$0.10 USD) - 2024/02/0{number} 4:05:06 ET
Table 'Vesta' 6-max Seat #1 is the button
Seat 1: {name} ($10 in chips)
Seat 2: Bob ($7.35 in chips)
{name}: posts small blind $0.05
Bob: posts big blind $0.10
*** HOLE CARDS ***
Dealt to {name} [Ah Kd]
{name}: folds
Uncalled bet ($0.05) returned to Bob
Bob collected $0.10 from pot
Bob: doesn't show hand
*** SUMMARY ***
Total pot $0.10 | Rake $0
Seat 1: {name} (button) (small blind) folded before Flop
Seat 2: Bob (big blind) collected ($0.10)

"""

Captured = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("cli")
    (folder / "a.txt").write_text(
        HAND.format(number=1, name="Ann") + HAND.format(number=2, name='Zoë "x", \x1b[31mred') + "PokerStars Hand #3: "
    )
    path = folder / "hands.duckdb"
    with open_database(path) as connection:
        ingest(connection, [str(folder / "a.txt")])
    return str(path)


def query(capsys: Captured, db: str, text: str, *options: str) -> str:
    assert main(["sql", text, "--db", db, *options]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    return told.out


# ---------------------------------------------------------------- all commands


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(capsys: Captured, command: str) -> None:
    assert main([command, "--help"]) == 0
    assert f"Example: pokerstats {command}" in " ".join(capsys.readouterr().out.split())


def test_without_a_command_the_help_is_shown(capsys: Captured) -> None:
    assert main([]) == 2
    told = capsys.readouterr()
    assert "ingest" in told.out + told.err


def test_a_command_loads_no_other() -> None:
    ask = "import sys; from pokerstats.pipeline.cli import main; main(['formats', '--json']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", ask], check=True, capture_output=True, text=True).stdout.split()
    assert [name for name in loaded if re.fullmatch(r"pokerstats\.pipeline\.commands\.(?!output)\w+", name)] == [
        "pokerstats.pipeline.commands.formats"
    ]


def test_version(capsys: Captured) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pokerstats 0.")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["shuffle"], 2, "No such command 'shuffle'"),
        (["ingest"], 2, "Missing argument"),
        (["hands", "--limit", "none"], 2, "Invalid value for '--limit'"),
        (["sql", "select 1", "--db", "nowhere.duckdb"], 3, "nowhere.duckdb: no such database"),
        (["ingest", "nowhere", "--db", "x.duckdb"], 3, "nowhere: no such file or folder"),
    ],
)
def test_errors_are_one_line_on_stderr(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, arguments: list[str], code: int, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments) == code
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("pokerstats: ") and message in told.err and told.err.count("\n") == 1


def test_the_database_may_be_named_by_the_environment(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch, db: str
) -> None:
    monkeypatch.setenv("POKERSTATS_DB", db)
    assert main(["sql", "select count(*) as hands from hands", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == [{"hands": 2}]


def test_a_reader_that_stops_reading_is_no_error(db: str) -> None:
    arguments = [sys.executable, "-m", "pokerstats.pipeline", "sql", "from range(300000)", "--csv", "--db", db]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout and running.stderr
        assert running.stdout.readline() == b"range\n"
        running.stdout.close()
        assert running.stderr.read() == b""


def test_an_interrupt_is_one_line(capsys: Captured, monkeypatch: pytest.MonkeyPatch, db: str) -> None:
    def interrupted(*_arguments: object, **_named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("pokerstats.pipeline.commands.sql.open_database", interrupted)
    assert main(["sql", "select 1", "--db", db]) == 130
    told = capsys.readouterr()
    assert told.err.count("\n") == 1 and "Traceback" not in told.err


# ---------------------------------------------------------------- rows


def test_json_numbers_have_their_exact_digits(capsys: Captured, db: str) -> None:
    text = query(
        capsys,
        db,
        "select 0.1::decimal(18,4) as a, 1500::decimal(18,4) as b, 99999999999999.9999::decimal(18,4) as c, null as d, "
        "true as e, timestamp '2024-02-03 04:05:06' as f, [1.50, 2] as g, {'h': 0.5::decimal(3,2)} as h, "
        "'nan'::double as i",
        "--json",
    )
    assert text == (
        '[\n{"a": 0.1, "b": 1500, "c": 99999999999999.9999, "d": null, "e": true, "f": "2024-02-03T04:05:06", '
        '"g": [1.5, 2], "h": {"h": 0.5}, "i": null}\n]\n'
    )


def test_no_rows_are_an_empty_list(capsys: Captured, db: str) -> None:
    assert query(capsys, db, "from hands where false", "--json") == "[]\n"


def test_columns_of_one_name_are_kept_apart(capsys: Captured, db: str) -> None:
    assert json.loads(query(capsys, db, "select 1 as n, 2 as n, 3 as n", "--json")) == [{"n": 1, "n_1": 2, "n_2": 3}]


def test_csv_is_quoted_where_it_must_be(capsys: Captured, db: str) -> None:
    text = query(capsys, db, "select player, net from seats where seat = 1 order by line", "--csv")
    assert text.splitlines()[2] == '"Zoë ""x"", \x1b[31mred",-0.05'
    assert list(csv.reader(io.StringIO(text)))[1:] == [["Ann", "-0.05"], ['Zoë "x", \x1b[31mred', "-0.05"]]


def test_names_cannot_drive_the_terminal(capsys: Captured, db: str) -> None:
    text = query(capsys, db, "select player from seats where seat = 1 order by line")
    assert "\x1b" not in text and '"x", �[31mred' in text


def test_amounts_for_people_are_rounded_nowhere(capsys: Captured) -> None:
    frame = pl.DataFrame({"net": ["1234567.5", "-0.0001", "12", None], "who": ["[red]", "b", "c", "d"]}).with_columns(
        pl.col("net").cast(pl.Decimal(18, 4))
    )
    output.emit(frame, as_json=False, as_csv=False)
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == [
        "         net  who",
        "1,234,567.50  [red]",
        "     -0.0001  b",
        "          12  c",
        "              d",
    ]


def test_a_table_wider_than_the_terminal_comes_in_parts(capsys: Captured, monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ["day", "player", "board", "net"]
    rows = [("Monday", "a" * 12, "b" * 12, 1), ("Tuesday", "Bo", "c" * 50, -20)]
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "40")
    output.emit_rows(columns, rows, as_json=False, as_csv=False, keys=("player",))
    told = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    lines = [line.split() for line in told.splitlines()]
    assert lines[:3] == [["day", "player", "board"], ["Monday", "a" * 12, "b" * 12], ["Tuesday", "Bo", "c" * 17]]
    assert "".join(line[-1] for line in lines[2:-4]) == "c" * 50
    assert lines[-4:] == [[], ["player", "net"], ["a" * 12, "1"], ["Bo", "-20"]]


def test_two_forms_at_once_are_refused(capsys: Captured, db: str) -> None:
    assert main(["sql", "select 1", "--json", "--csv", "--db", db]) == 2
    assert "--json and --csv exclude each other" in capsys.readouterr().err


# ---------------------------------------------------------------- sql


def test_the_schema_explains_itself(capsys: Captured, db: str) -> None:
    schema = json.loads(query(capsys, db, ".schema", "--json"))
    (net,) = (row for row in schema if (row["table"], row["column"]) == ("seats", "net"))
    assert net["type"] == "DECIMAL(18,4)"
    assert net["holds"] == "Result of the hand: won - (put_in - returned) + adjust"
    only = json.loads(query(capsys, db, ".schema pots", "--json"))
    assert [row["column"] for row in only] == ["hand_id", "pot_no", "amount", "paid", "eligible"]
    assert {row["name"] for row in json.loads(query(capsys, db, ".tables", "--json"))} >= {"hands", "open_rejects"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("selec 1", 'Parser Error: syntax error at or near "selec"'),
        ("delete from hands", "read-only"),
        ("select nett from seats", 'Referenced column "nett" not found'),
        ("", "the query is empty"),
        (".schema moods", "moods: no such table"),
        (".dump", ".dump: unknown command"),
    ],
)
def test_questions_that_cannot_be_answered(capsys: Captured, db: str, text: str, message: str) -> None:
    assert main(["sql", text, "--db", db]) == 2
    told = capsys.readouterr()
    assert message in told.err and told.err.count("\n") == 1 and told.out == ""


# ---------------------------------------------------------------- ingest, hands, formats


def test_the_ledger_as_json(capsys: Captured, tmp_path: Path) -> None:
    log = tmp_path / "a.txt"
    log.write_text(HAND.format(number=1, name="Ann") * 2 + HAND.format(number=2, name="Cyd")[:300])
    arguments = ["ingest", str(log), "--db", str(tmp_path / "hands.duckdb"), "--json"]
    assert main(arguments) == 0
    told = capsys.readouterr()
    document = json.loads(told.out)
    assert told.err == ""
    (file,) = document["files"]
    unmatched = file.pop("lines_unmatched")
    assert file == {"path": str(log), "format": "pokerstars", "new": 1, "duplicate": 1, "rejected": 1}
    assert document["totals"] == {"files": 1, "new": 1, "duplicate": 1, "rejected": 1, "lines_unmatched": unmatched}
    assert main([*arguments, "--strict"]) == 1
    assert json.loads(capsys.readouterr().out)["totals"]["duplicate"] == 2


def test_the_ledger_for_people(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(HAND.format(number=1, name="Ann") + HAND.format(number=2, name="Cyd")[:300])
    (tmp_path / "b.txt").write_text(HAND.format(number=1, name="Ann"))
    assert main(["ingest", str(tmp_path), "--db", str(tmp_path / "hands.duckdb")]) == 0
    told = capsys.readouterr()
    assert "2 files, 3 hands read: 1 new, 1 duplicate, 1 rejected" in told.out
    assert "1  incomplete: " in told.out and f"(at {tmp_path}/a.txt:" in told.out
    assert told.err == ""
    assert "another text" not in told.out


def test_the_ledger_tells_of_copies_with_another_text(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(HAND.format(number=1, name="Ann"))
    (tmp_path / "b.txt").write_text(HAND.format(number=1, name="Eve"))
    assert main(["ingest", str(tmp_path), "--db", str(tmp_path / "hands.duckdb")]) == 0
    assert "1 duplicate with another text: pokerstats sql" in capsys.readouterr().out


def test_nothing_readable_is_exit_3(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "diary.txt").write_text("I quit.\n")
    assert main(["ingest", str(tmp_path), "--db", str(tmp_path / "hands.duckdb")]) == 3
    assert "no known format begins with 'I quit.'" in capsys.readouterr().out


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_what_cannot_be_opened_is_told_in_every_form(capsys: Captured, tmp_path: Path, form: list[str]) -> None:
    (tmp_path / "a.txt").write_text(HAND.format(number=1, name="Ann"))
    (tmp_path / "gone.txt").symlink_to(tmp_path / "nowhere.txt")
    assert main(["ingest", str(tmp_path), "--db", str(tmp_path / "hands.duckdb"), *form]) == 0
    assert capsys.readouterr().err == f"{tmp_path}/gone.txt: no such file or directory\n"


def test_an_empty_folder_is_no_fault(capsys: Captured, tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    assert main(["ingest", str(tmp_path / "logs"), "--db", str(tmp_path / "hands.duckdb"), "--strict"]) == 0
    assert "0 files, 0 hands read" in capsys.readouterr().out


def test_hands_are_listed_newest_first_with_the_net_of_the_hero(capsys: Captured, db: str) -> None:
    assert main(["hands", "--json", "--db", db]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert [(row["hand"], row["net"], row["cards"]) for row in rows] == [("2", -0.05, "Ah Kd"), ("1", -0.05, "Ah Kd")]
    assert main(["hands", "--player", "Bob", "--limit", "1", "--json", "--db", db]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["hand"], row["player"], row["net"], row["position"]) == ("2", "Bob", 0.05, "BB")
    assert main(["hands", "--game", "stud", "--json", "--db", db]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_hands_of_nobody_and_of_no_game_are_refused(capsys: Captured, db: str) -> None:
    assert main(["hands", "--player", "Bo", "--db", db]) == 2
    assert "--player Bo: no hands of that player; did you mean Bob?" in capsys.readouterr().err
    assert main(["hands", "--game", "hold'em", "--db", db]) == 2
    assert "--game hold'em: not known; choose from holdem" in capsys.readouterr().err


def test_formats_are_listed(capsys: Captured) -> None:
    assert main(["formats", "--json"]) == 0
    assert {row["format"] for row in json.loads(capsys.readouterr().out)} >= {"pokerstars", "pokerstats-json"}
