"""The report: what it says is what the database holds, names are only names, and nothing leaves the page."""

import json
import re
import shutil
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path

import duckdb
import pytest

from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.tables import ACTIONS, STREETS
from pokerstats.reports.html.build import build_report, write_report
from pokerstats.reports.html.steps import STREET_NAMES, WORDS

Connection = duckdb.DuckDBPyConnection


class Page(HTMLParser):
    """The elements of a page, its visible text by section, and the text of its scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: dict[str, str] = {}
        self.scripts: list[str] = []
        self.section = "head"
        self.raw = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.raw = tag if tag in ("script", "style") else ""
        self._part(tag)
        if tag == "section":
            self.section = dict(attrs)["id"] or ""

    def handle_endtag(self, tag: str) -> None:
        self.raw = ""
        self._part(tag)

    def _part(self, tag: str) -> None:
        if tag != "bdi":
            self.text[self.section] = self.text.get(self.section, "") + " "

    def handle_data(self, data: str) -> None:
        if self.raw == "script":
            self.scripts.append(data)
        elif not self.raw:
            self.text[self.section] = self.text.get(self.section, "") + data

    def said(self, section: str) -> str:
        """The text of a section with its blanks joined."""
        return " ".join(self.text[section].split())

    def attributes(self, name: str) -> list[str]:
        """Every value of an attribute."""
        return [value for _, attrs in self.elements if (value := attrs.get(name)) is not None]


def page(connection: Connection, *, player: str | None = None) -> Page:
    return Page(build_report(connection, player=player))


@pytest.fixture(scope="module")
def html(six: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of the sixty-one hands as they are."""
    with open_database(Path(shutil.copy(six, tmp_path_factory.mktemp("page")))) as connection:
        return build_report(connection)


@pytest.fixture(scope="module")
def whole(html: str) -> Page:
    """The same, parsed."""
    return Page(html)


def test_the_same_data_gives_the_same_bytes(hands_of_six: Connection, tmp_path: Path) -> None:
    first = write_report(hands_of_six, tmp_path / "one")
    second = write_report(hands_of_six, tmp_path / "two")
    assert first.name == "index.html"
    assert first.read_bytes() == second.read_bytes()


def test_the_page_asks_nothing_of_the_network(html: str, whole: Page) -> None:
    parsed = whole
    assert not [value for value in parsed.attributes("src") if not value.startswith("data:")]
    assert {value[0] for value in parsed.attributes("href")} <= {"#", "d"}
    assert "link" not in {tag for tag, attrs in parsed.elements if attrs.get("href") != "data:,"}
    styles = html.partition("<style>")[2].partition("</style>")[0] + html.rpartition("<style>")[2]
    assert set(re.findall(r"url\((.{4})", styles)) == {"data"}
    assert "@import" not in styles
    policy = next(attrs["content"] for tag, attrs in parsed.elements if attrs.get("http-equiv"))
    assert policy is not None and policy.startswith("default-src 'none'")
    assert html.count("plotly.js v") == 1


@pytest.mark.parametrize("shipped", ["OFL-Besley.txt", "OFL-IBM-Plex-Sans.txt"])
def test_the_licence_of_each_font_lies_beside_it(shipped: str) -> None:
    assert "SIL OPEN FONT LICENSE" in files("pokerstats.reports.html").joinpath("fonts", shipped).read_text()


def test_names_and_log_text_are_only_text(html: str, whole: Page) -> None:
    parsed = whole
    assert "<script>alert" not in html
    assert not [script for script in parsed.scripts if "alert(1)" in script]
    assert "img" not in {tag for tag, _ in parsed.elements}
    assert "<script>alert(1)</script>" in parsed.said("players")
    assert 'O\'Hara "& Sons"' in parsed.said("players")
    assert "🦊 lapė 🌙" in parsed.said("players")
    assert "<img src=x>: tanks" in parsed.said("ledger")
    assert "logs/<b>six.txt" in parsed.said("ledger")


def test_a_name_that_turns_the_writing_round_stands_alone(html: str) -> None:
    turned = html.split("\u202e")[1:]
    assert turned
    for rest in turned:
        # either inside an element of its own, or in an attribute that ends with the name
        assert re.match(r"abc(</bdi>|\")", rest)


@pytest.mark.parametrize("name", ["</script><script>alert(2)</script>", "<!--", "\u2028"])
def test_no_name_ends_the_data_of_the_page(hands_of_six: Connection, name: str) -> None:
    hands_of_six.execute("update hands set site_hand_no = ?, table_name = ? where hand_id = 1", [name, name])
    hands_of_six.execute("update seats set player = ? where seat = 1", [name])
    parsed = page(hands_of_six)
    data = next(script for script in parsed.scripts if script.startswith("{"))
    assert "<" not in data and "\u2028" not in data
    json.loads(data)


def test_every_hand_read_is_somewhere(whole: Page) -> None:
    assert "64 read = 61 stored + 2 duplicate + 1 refused balances" in whole.said("overview")


def test_a_hand_that_vanished_breaks_the_equation(hands_of_six: Connection) -> None:
    hands_of_six.execute("update files set hands_read = 70")
    said = page(hands_of_six).said("overview")
    assert "70 read ≠ 61 stored + 2 duplicate + 1 refused 6 hands missing" in said


def test_chips_in_are_chips_out_in_each_currency(whole: Page) -> None:
    said = whole.said("overview")
    assert "Chips, EUR 270.00 put in = 264.00 won + 6.00 rake balances" in said
    assert "Chips, USD 4.50 put in = 4.50 won + 0.00 rake balances" in said


def test_a_missing_cent_breaks_the_equation(hands_of_six: Connection) -> None:
    hands_of_six.execute("update seats set won = won - 0.01 where hand_id = 2 and seat = 1")
    said = page(hands_of_six).said("overview")
    assert "270.00 put in ≠ 263.99 won + 6.00 rake 1 hand, 0.01 missing" in said


def test_two_wrong_hands_do_not_make_a_right_sum(hands_of_six: Connection) -> None:
    hands_of_six.execute("update seats set won = won - 0.01 where hand_id = 2 and seat = 1")
    hands_of_six.execute("update seats set won = won + 0.01 where hand_id = 6 and seat = 1")
    assert "won + 6.00 rake 2 hands" in page(hands_of_six).said("overview")


def test_results_stand_apart_by_currency(whole: Page) -> None:
    said = whole.said("overview")
    assert "+79.50 EUR +2.50 USD" in said
    assert "+82.00" not in said


def test_the_lines_add_up_at_every_point(hands_of_six: Connection) -> None:
    hands_of_six.execute("delete from hands where currency = 'USD'")
    parsed = page(hands_of_six)
    measures = json.loads(next(script for script in parsed.scripts if script.startswith("{")))
    assert list(measures) == ["money", "units"]
    lines = {trace["name"]: trace["y"] for trace in measures["money"]["figure"]["data"][:3]}
    assert len(lines["net"]) == 61
    assert (lines["showdown"][-1], lines["non-showdown"][-1], lines["net"][-1]) == (4.5, 75.0, 79.5)
    for net, showdown, other in zip(lines["net"], lines["showdown"], lines["non-showdown"], strict=True):
        assert net == pytest.approx(showdown + other)
    bars = measures["money"]["figure"]["data"][3]["y"]
    assert (len(bars), sum(bars)) == (4, 79.5)
    assert "net +79.50 = showdown +4.50 + non-showdown +75.00" in parsed.said("winnings")


def test_many_hands_are_read_at_a_few_points(hands_of_six: Connection) -> None:
    copies = (
        "insert into {0} select {0}.* replace (hand_id + n as hand_id) from {0}, range(99, 399) t(n) where hand_id = 1"
    )
    for table in ("hands", "seats"):
        hands_of_six.execute(copies.format(table))
    measures = json.loads(next(script for script in page(hands_of_six).scripts if script.startswith("{")))
    hands = measures["units"]["figure"]["data"][0]["x"]
    assert (len(hands), hands[0], hands[-1]) == (241, 0, 361)


def test_stats_by_position_have_their_chances(hands_of_six: Connection) -> None:
    said = page(hands_of_six, player='O\'Hara "& Sons"').said("position")
    assert re.search(r"VPIP 0 to 100 % 100.0 94.1–100.0 61 100.0 61", said)


def test_the_report_is_about_the_hero_or_the_player_asked_for(hands_of_six: Connection, whole: Page) -> None:
    assert "Rūta 61 hands in 1 game" in whole.said("head")
    assert "Bo 61 hands in 1 game" in page(hands_of_six, player="Bo").said("head")


def test_an_unknown_player_is_named_with_the_known_ones(hands_of_six: Connection) -> None:
    with pytest.raises(UsageError, match=r"no hand of a player 'Nobody'; the most often seen: .*'Bo'"):
        build_report(hands_of_six, player="Nobody")


def test_every_link_leads_somewhere(whole: Page) -> None:
    parsed = whole
    targets = {value[1:] for value in parsed.attributes("href") if value.startswith("#")}
    ids = parsed.attributes("id")
    assert targets <= set(ids)
    assert len(ids) == len(set(ids))
    assert any(target.startswith("hand-") for target in targets)


def test_a_finding_shows_both_sides_and_its_hand(hands_of_six: Connection) -> None:
    hands_of_six.execute("update seats set won = won - 0.01 where hand_id = 2 and seat = 1")
    parsed = page(hands_of_six)
    said = parsed.said("audit")
    assert "M1 Chips out equal chips in" in said
    assert re.search(r"The log says 4.49 The rule says 4.5 ", said)
    assert "hand-2" in parsed.attributes("id")


def test_checks_of_a_users_own_folder_stand_in_the_report(hands_of_six: Connection, tmp_path: Path) -> None:
    own = """-- title: Six-handed tables only
-- rule: M1
-- severity: note
-- applies: all
-- message: {player} sits at a table of {actual}

select hand_id, null as seat, null as seq, 'another table' as expected, max_seats as actual
from hands
where max_seats = 6
order by hand_id;
"""
    (tmp_path / "six-handed.sql").write_text(own, encoding="utf-8")
    assert "sits at a table of 6" in Page(build_report(hands_of_six, checks=tmp_path)).said("audit")


def test_what_was_never_put_to_the_test_is_named(whole: Page) -> None:
    said = whole.said("audit")
    named = said.partition("Not exercised: ")[2]
    assert "bring-in-door-card" in named.partition("Nothing in the data")[0]


def test_a_hand_is_told_step_by_step(hands_of_six: Connection) -> None:
    hands_of_six.execute("update hands set pot = 400 where hand_id = 4")
    said = page(hands_of_six).said("hands").partition("PokerStars 4 ")[2]
    steps = (
        "Before the flop pot 1 <script>alert(1)</script> posts the small blind 0.50 0.50",
        "6 Rūta raises to 2.00 3.50",
        'Flop K ♦ 7 ♣ 2 ♠ 9 O\'Hara "& Sons" checks',
        "River 4 ♦ Showdown 11 Rūta shows A ♥ K ♥",
        "collects 4.30 from the main pot",
    )
    places = [said.find(step) for step in steps]
    assert -1 not in places and places == sorted(places), said


def test_each_street_and_action_has_its_words() -> None:
    assert set(STREET_NAMES) == set(STREETS)
    assert set(WORDS) == set(ACTIONS)


def test_an_empty_database_says_what_to_do(no_hands: Connection) -> None:
    parsed = page(no_hands)
    assert "No hand is stored in this database" in parsed.said("overview")
    assert "pokerstats ingest" in parsed.said("overview")
    assert "No file was read yet" in parsed.said("ledger")


def test_a_database_of_refused_hands_shows_the_reasons(no_hands: Connection) -> None:
    no_hands.execute("insert into rejected values (1, 1, 2, 1, null, null, 'cancelled', 'the hand was cancelled', 'x')")
    no_hands.execute(
        "insert into files values (1, 'a.txt', 'a', 1, null, null, '2026-01-01', '2026-01-01', 1, 0, 0, 1, 2, 0)"
    )
    assert "Cancelled line 1 of a.txt : the hand was cancelled" in page(no_hands).said("ledger")
