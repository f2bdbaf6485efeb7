"""The four headline numbers."""

from dataclasses import dataclass

from pokerstats.reports.html.findings import Audit
from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.numbers import MINUS, count_of, number
from pokerstats.reports.html.positions import Positions
from pokerstats.reports.html.results import Results

SHOWDOWNS = """
select count(distinct hand_id) from showdowns
"""
CURRENCIES_SHOWN = 2


@dataclass(frozen=True)
class Figure:
    """One headline number: its label, one or more values with their units, and a line below."""

    label: str
    values: list[tuple[str, str]]
    sub: str
    link: str = ""
    link_text: str = ""


def figures(con: Connection, results: Results, placed: Positions | None, found: Audit, sessions: int) -> list[Figure]:
    """Hands, win rate of the game played most, net by currency, showdowns paid as the rules say."""
    return [_hands(con, sessions), _rate(placed), _net(results), _showdowns(con, found)]


def _hands(con: Connection, sessions: int) -> Figure:
    stored, own = con.sql("select (select count(*) from hands), (select count(*) from subject_hands)").fetchall()[0]
    kinds = frame(con, "select kind, count(*) as many from subject_hands group by kind order by many desc, kind").rows()
    words = {"cash": "cash", "tournament": "in tournaments", "play": "play money", "unknown": "of unknown kind"}
    parts = ", ".join(f"{many:,} {words.get(kind, kind)}" for kind, many in kinds)
    all_told = "" if stored == own else f" {stored:,} hands stored."
    return Figure("Hands", [(f"{own:,}", "")], f"{parts}. {count_of(sessions, 'session')}.{all_told}")


def _rate(placed: Positions | None) -> Figure:
    if placed is None or placed.rate is None:
        return Figure("Win rate", [("–", "")], "No hand names its stakes.")
    rate = placed.rate
    low, _, high = rate.interval.partition(" to ")
    settled = low.startswith(MINUS) == high.startswith(MINUS)
    sub = f"95 %: {low} to {high}. " + (
        "The interval leaves out 0." if settled else "Not settled: the interval holds 0."
    )
    return Figure(f"Win rate, {placed.game}", [(rate.value, "bb/100")], sub if high else "One hand has no interval.")


def _net(results: Results) -> Figure:
    shown = results.totals[:CURRENCIES_SHOWN]
    values = [(net.text, net.code or label.lower()) for label, _, net in shown]
    left = len(results.totals) - len(shown)
    if left:
        return Figure("Net", values, f"{count_of(left, 'more currency', 'more currencies')} in the table below.")
    return Figure("Net", values, "After rake." if len(values) == 1 else "After rake; currencies are never added.")


def _showdowns(con: Connection, found: Audit) -> Figure:
    scored = int(con.sql(SHOWDOWNS).fetchall()[0][0])
    checks = [check for check in found.found + found.clean if check.name == "showdown-winners"]
    wrong = sum(check.offending for check in checks)
    label = "Showdowns paid as the rules say"
    if not scored:
        return Figure(label, [("–", "")], "No hand was shown down with known cards.")
    hands = _offending_hands(con)
    right = scored - hands
    if not wrong:
        return Figure(
            label,
            [(f"{right:,}", f"of {scored:,}")],
            "Every pot shown down was scored again.",
            "audit",
            "See the audit",
        )
    verb = "pays" if hands == 1 else "pay"
    return Figure(
        label, [(number(right), f"of {scored:,}")], f"{number(hands)} {verb} otherwise.", "audit", "See the audit"
    )


def _offending_hands(con: Connection) -> int:
    query = "select count(distinct hand_id) from findings where \"check\" = 'showdown-winners'"
    return int(con.sql(query).fetchall()[0][0])
