"""The audit as a user meets it: what it prints, keeps and refuses."""

import json
from pathlib import Path

import duckdb
import pytest

from pokerstats.pipeline.cli import main
from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.pipeline.store import open_database
from pokerstats.reports.audit import run_checks
from pokerstats.reports.checks import load_checks, read_check

DOCS = Path(__file__).parents[1] / "docs"

GOOD = """\
-- title: Pots are not small
-- rule: M1
-- severity: note
-- applies: holdem
-- message: {player} plays for {actual}, less than {expected}
-- What users write themselves.

select hand_id, seat, null as seq, 100 as expected, stack as actual
from seats
where stack < 100
order by hand_id, seat
"""

HAND = """
insert into hands (
    hand_id, site, site_hand_no, file_id, line_from, line_to, game, betting, kind, currency, runs, added, carried_in,
    carried_out, n_players, pot, rake, stated_rake, showdown, dead_button, text_hash
) values ($hand, $site, $number, 1, $line, $line + 20, 'holdem', 'nl', 'cash', 'USD', 1, 0, 0, 0, 2, 20, 1, $rake,
    false, false, 0);
insert into seats (
    hand_id, seat, player, stack, dealt_in, posted_out_of_position, put_in, returned, won, adjust, net, dead,
    saw_showdown, showed, mucked, allin_forced, cashed_out, line
) values
    ($hand, 1, 'Oskars', 50, true, false, 10, 0, 19, 0, 9, 0, false, false, false, false, false, 3),
    ($hand, 2, $player, 300, true, false, 10, 0, 0, 0, -10, 0, false, false, false, false, false, 4);
"""


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Two hands of two rooms; in the second the printed rake is a cent too small."""
    path = tmp_path / "hands.duckdb"
    con = open_database(path)
    con.execute(
        "insert into files values (1, 'logs/evening.txt',"
        " 'aa', 9, 'utf-8', 'pokerstars', '2024-01-01', '2024-01-01', 2,"
        " 2, 0, 0, 60, 0)"
    ).fetchall()
    _add(con, hand=1, site="Northroom", number="700", line=1, rake="1", player="Ilze")
    _add(con, hand=2, site="Southroom", number="701", line=31, rake="0.99", player="Ilze\x1b[31m [bold]")
    con.close()
    return path


def _add(con: duckdb.DuckDBPyConnection, **values: object) -> None:
    for statement in HAND.split(";\n")[:2]:
        used = {name: value for name, value in values.items() if f"${name}" in statement}
        con.execute(statement, used).fetchall()


def test_a_broken_rule_is_exit_1_and_says_where(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--db", str(database)]) == 1
    told = capsys.readouterr().out
    assert "2 hands" in told
    assert "1 findings = 1 errors + 0 warnings + 0 notes" in told
    assert "pot-conservation  Chips out equal chips in: 1 of 2" in told
    assert "Southroom:701  20 went into the pot, but winnings, rake and carried money come to 19.99" in told
    assert "logs/evening.txt:31" in told
    assert "Northroom" not in told
    assert "Not exercised: acts-after-fold" in told


def test_json_has_a_row_a_check(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["audit", "--db", str(database), "--json"])
    rows = {row["check"]: row for row in json.loads(capsys.readouterr().out)}
    assert rows.keys() == {check.name for check in load_checks()}
    row = rows["pot-conservation"]
    assert (row["rule"], row["severity"], row["judged"], row["offending"]) == ("M1", "error", 2, 1)
    assert rows["turn-order"]["judged"] == 0


def test_findings_are_kept_once_however_often_the_audit_runs(database: Path) -> None:
    for _ in range(2):
        main(["audit", "--db", str(database)])
    con = open_database(database, read_only=True)
    assert con.execute('select hand_id, "check", rule, severity, expected, actual from findings').fetchall() == [
        (2, "pot-conservation", "M1", "error", "20", "19.99")
    ]


def test_only_the_checks_asked_for_run(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", "--db", str(database), "--check", "turn-order", "--json"]) == 0
    assert [row["check"] for row in json.loads(capsys.readouterr().out)] == ["turn-order"]
    assert main(["audit", "--db", str(database), "--rule", "L4", "--json"]) == 0
    assert [row["check"] for row in json.loads(capsys.readouterr().out)] == ["pot-limit"]


def test_a_partial_audit_leaves_the_other_findings(database: Path) -> None:
    con = open_database(database)
    run_checks(con)
    run_checks(con, names=["turn-order"])
    assert con.execute("select count(*) from findings").fetchall() == [(1,)]


def test_checks_of_a_users_own_folder_run_too(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "small-stacks.sql").write_text(GOOD, encoding="utf-8")
    command = ["audit", "--db", str(database), "--checks", str(tmp_path / "mine"), "--check", "small-stacks"]
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "○ note  M1  small-stacks  Pots are not small: 2 of 2" in told
    assert "Oskars plays for 50, less than 100" in told
    assert main([*command, "--strict"]) == 1


def test_names_from_logs_cannot_drive_the_terminal(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "deep-stacks.sql").write_text(GOOD.replace("< 100", "> 100"), encoding="utf-8")
    main(["audit", "--db", str(database), "--checks", str(tmp_path / "mine"), "--check", "deep-stacks"])
    told = capsys.readouterr().out
    assert "\x1b" not in told
    assert "Ilze�[31m [bold] plays for 300" in told


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("-- rule: M1", "-- rule: conservation"), "mine.sql:2: rule 'conservation' is no list of rule ids"),
        (("severity: note", "severity: bad"), "mine.sql:3: severity 'bad' is none of error, warning, note"),
        (("applies: holdem", "applies: holdum"), "mine.sql:4: applies to 'holdum', which is no game"),
        (("{player} plays", "{name} plays"), "mine.sql:5: message names {name}; it may name"),
        (("-- rule: M1\n", ""), "the header lacks rule"),
        (("-- rule: M1", "-- title: Again"), "mine.sql:2: 'title' stands twice"),
        (("-- rule: M1", "-- law: M1"), "mine.sql:2: unknown header 'law'"),
        (("select hand_id", "delete from seats; select hand_id"), "mine.sql: a check only selects; delete"),
        (("from seats", "frm seats"), "mine.sql:9: Parser Error"),
    ],
)
def test_a_faulty_check_is_named_by_file_and_line(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(UnreadableError) as error:
        read_check("mine", "mine.sql", GOOD.replace(*change))
    assert str(error.value).startswith(complaint) or complaint in str(error.value)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("stack < 100", "stick < 100"), "mine.sql:10: Binder Error"),
        (("100 as expected", "100 as wanted"), "mine.sql: returns hand_id, seat, seq, wanted, actual; a check returns"),
    ],
)
def test_a_check_that_cannot_run_changes_nothing(
    database: Path, tmp_path: Path, change: tuple[str, str], complaint: str
) -> None:
    con = open_database(database)
    run_checks(con)
    (tmp_path / "mine.sql").write_text(GOOD.replace(*change), encoding="utf-8")
    with pytest.raises(UnreadableError, match=r"mine\.sql") as error:
        run_checks(con, folder=tmp_path)
    assert complaint in str(error.value)
    assert con.execute("select count(*) from findings").fetchall() == [(1,)]


def test_what_does_not_exist_is_named() -> None:
    with pytest.raises(UsageError, match="no check is named 'turn-odor'; there are acts-after-fold"):
        load_checks(names=["turn-odor"])
    with pytest.raises(UsageError, match="no check judges rule 'Z9'"):
        load_checks(rules=["Z9"])


def test_the_manual_lists_every_check_as_it_is() -> None:
    manual = (DOCS / "checks.md").read_text(encoding="utf-8")
    rows = [line for line in manual.splitlines() if line.startswith("| `")]
    assert rows == [
        f"| `{check.name}` | {check.rule} | {check.severity} | {check.title} | {' '.join(check.applies)} |"
        for check in load_checks()
    ]


def test_the_check_in_the_manual_runs(database: Path, tmp_path: Path) -> None:
    manual = (DOCS / "checks.md").read_text(encoding="utf-8")
    (tmp_path / "forty.sql").write_text(manual.split("```sql\n")[1].split("```")[0], encoding="utf-8")
    con = open_database(database)
    con.execute("update hands set big_blind = 5 where hand_id = 1").fetchall()
    (row,) = run_checks(con, folder=tmp_path, names=["forty"]).rows(named=True)
    assert (row["judged"], row["offending"]) == (4, 1)
    assert con.execute("select message from findings").fetchall() == [
        ("Oskars sat down with 50, forty big blinds are 200",)
    ]


def test_no_database_is_exit_3_and_makes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "none.duckdb"
    assert main(["audit", "--db", str(path)]) == 3
    assert "no such database" in capsys.readouterr().err
    assert not path.exists()


def test_a_rule_is_found_in_small_letters_and_one_that_no_log_shows_is_told_with_the_reason(
    database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", "--db", str(database), "--rule", "m6"]) == 0
    assert "2 checks" in capsys.readouterr().out
    assert main(["audit", "--db", str(database), "--rule", "D9"]) == 2
    assert "no check judges D9 (Nobody looks at discards.) Who looked at what" in capsys.readouterr().err
