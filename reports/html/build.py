"""The report as one page: everything inlined, nothing asked of the network, the same data the same bytes."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import polars as pl
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markupsafe import Markup
from plotly.offline import get_plotlyjs

from pokerstats.pipeline.errors import UnreadableError
from pokerstats.reports.audit import run_checks
from pokerstats.reports.charts.winnings import winnings_figure
from pokerstats.reports.html.balances import chip_balances, hands_balance
from pokerstats.reports.html.faces import font_faces
from pokerstats.reports.html.findings import Audit, audit
from pokerstats.reports.html.frames import Connection, select_subject
from pokerstats.reports.html.ledger import ledger
from pokerstats.reports.html.numbers import count_of, day
from pokerstats.reports.html.overview import figures
from pokerstats.reports.html.players import players
from pokerstats.reports.html.positions import positions
from pokerstats.reports.html.replayed import HANDS_KEPT, biggest_pots, replayed
from pokerstats.reports.html.results import results
from pokerstats.reports.html.scope import scope, subject
from pokerstats.reports.html.sessions import sessions
from pokerstats.reports.html.winnings import Line, winnings
from pokerstats.reports.stat_definitions import stat_definitions
from pokerstats.reports.stats import hold_player_hands


@dataclass(frozen=True)
class Entry:
    """One line of the contents."""

    id: str
    title: str
    count: str = ""
    marked: bool = False


def build_report(con: Connection, *, player: str | None = None, checks: Path | None = None) -> str:
    """The page for a player (the hero if none is named); runs the checks first, so the database must be writable.

    ``checks``: a folder of the user's own checks that run beside the shipped ones.
    """
    # DuckDB would draw its own bar between the rows of whoever reads our stdout
    con.execute("set enable_progress_bar = false").fetchall()
    ran = run_checks(con, folder=checks)
    chosen = subject(con, player)
    select_subject(con, chosen)
    head = scope(con, chosen)
    read = ledger(con)
    shared: dict[str, Any] = {
        "scope": head,
        "ledger": read,
        "ledger_balance": hands_balance(con, "All files"),
        "style": Markup(_own_text("style.css")),
        "script": Markup(_own_text("page.js")),
        "fonts": Markup(font_faces()),
        "checks_run": ran.height,
    }
    filled = (
        _filled(con, chosen, ran)
        if head.hands
        else {"contents": [Entry("overview", "Overview")], "data_blocks": [], "data_mark": ""}
    )
    contents = [*filled.pop("contents"), Entry("ledger", "Import ledger", f"{read.refused:,}" if read.refused else "")]
    if head.hands:
        contents.append(Entry("glossary", "Glossary"))
    return _environment().get_template("page.html").render(**shared, **filled, contents=contents, plotly=_plotly())


def write_report(con: Connection, folder: Path, *, player: str | None = None, checks: Path | None = None) -> Path:
    """Write ``index.html`` into a folder (made if it is not there) and return its path."""
    page = build_report(con, player=player, checks=checks)
    path = folder / "index.html"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path.write_text(page, encoding="utf-8", newline="\n")
    except OSError as error:
        raise UnreadableError(f"{path}: cannot be written: {error.strerror}; give another folder with --out") from None
    return path


def _filled(con: Connection, player: str | None, ran: pl.DataFrame) -> dict[str, Any]:
    hold_player_hands(con)
    found = audit(con, ran)
    lines = winnings(con, player)
    sat = sessions(con, player)
    met = players(con)
    placed = positions(con, player)
    hands = replayed(con, [*found.hands()[: HANDS_KEPT * 3 // 4], *biggest_pots(con)])
    table = results(con)
    blocks = (
        [{"id": "winnings-data", "json": Markup(_embedded({line.key: _drawn(line) for line in lines.lines}))}]
        if lines.lines
        else []
    )
    return {
        "figures": figures(con, table, placed, found, sat.total),
        "balances": [hands_balance(con), *chip_balances(con)],
        "results": table,
        "winnings": lines,
        "positions": placed,
        "sessions": sat,
        "players": met,
        "audit": found,
        "audit_lede": _audit_lede(found),
        "others": found.total - sum(len(check.full) for check in found.found),
        "hands": hands,
        "hands_lede": "Hands with a finding, then the player’s biggest pots. Every step with the pot after it.",
        "kept": {hand.hand_id for hand in hands},
        "stats": stat_definitions(con),
        "data_blocks": blocks,
        "data_mark": _data_mark(con),
        "contents": [
            Entry("overview", "Overview"),
            Entry("winnings", "Winnings"),
            Entry("position", "By position"),
            Entry("sessions", "Sessions", f"{sat.total:,}"),
            Entry("players", "At the tables", f"{len(met.rows):,}"),
            Entry("audit", "Audit", f"{found.total:,}" if found.total else "", marked=True),
            Entry("hands", "Replayed hands", f"{len(hands):,}"),
        ],
    }


def _audit_lede(found: Audit) -> str:
    run = len(found.found) + len(found.clean) + len(found.not_exercised)
    said = f"{count_of(run, 'check')}: {len(found.found)} found something, {len(found.clean)} found nothing"
    return f"{said}, {len(found.not_exercised)} met nothing to judge."


def _drawn(line: Line) -> dict[str, Any]:
    figure = winnings_figure(line.points, line.sessions, unit=line.unit, places=line.places)
    days = [day(moment, year=False) if moment else "" for moment in line.points["started"].to_list()]
    return {"figure": figure.to_plotly_json(), "places": line.places, "days": days}


def _embedded(value: Mapping[str, Any]) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=False, default=_plain)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _plain(value: Any) -> Any:
    return value.to_plotly_json() if hasattr(value, "to_plotly_json") else list(value)


def _data_mark(con: Connection) -> str:
    """Twelve digits that are the same if and only if the same hands are stored."""
    rows = con.sql("select hand_id, text_hash from hands order by hand_id").fetchnumpy()
    digest = sha256(rows["hand_id"].tobytes() + rows["text_hash"].tobytes()).hexdigest()
    return f"{digest[:4]} {digest[4:8]} {digest[8:12]}"


def _own_text(name: str) -> str:
    return files("pokerstats.reports.html").joinpath(name).read_text(encoding="utf-8")


@cache
def _plotly() -> Markup:
    return Markup(get_plotlyjs())


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(lambda name: _own_text(f"templates/{name}")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
