"""What the audit found: the checks in order of weight, their findings, and what was never put to the test."""

import datetime as dt
from dataclasses import dataclass, field

import polars as pl

from pokerstats.reports.html.cards import Card, cards
from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.numbers import clock, day
from pokerstats.reports.html.steps import Sentence, sentence

SEVERITIES = ("error", "warning", "note")
IN_FULL = 3
"""Findings of a check shown with both sides; the others stand in one table."""
IN_TABLE = 9
"""Further findings of a check in the table below the full ones; the database holds all."""

FINDINGS = """
with numbered as (
    select f.hand_id, f."check", f.rule, f.severity, f.seat, f.seq, f.expected, f.actual, f.message,
           row_number() over (
               partition by f."check"
               order by coalesce(h.played_at, h.played_local) desc, h.site, h.site_hand_no, f.seq, f.seat, f.message
           ) as nth,
           h.site, h.site_hand_no, coalesce(h.played_at, h.played_local) as started, s.player
    from findings f
    join hands h using (hand_id)
    left join seats s on s.hand_id = f.hand_id and s.seat = f.seat
)
select * from numbered where nth <= $kept
order by "check", nth
"""


@dataclass(frozen=True)
class Side:
    """What one side says: text, or cards where the text is nothing but cards."""

    text: str
    cards: list[Card]


@dataclass(frozen=True)
class Finding:
    """One place where log and rule differ."""

    hand_id: int
    when: str
    hand: str
    player: str | None
    seq: int | None
    told: Sentence
    actual: Side
    expected: Side


@dataclass(frozen=True)
class Checked:
    """One check, how much it judged, and what it found; ``full`` are the findings shown with both sides."""

    name: str
    title: str
    rule: str
    severity: str
    judged: int
    offending: int
    full: list[Finding] = field(default_factory=list)
    rest: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class Audit:
    """The whole audit: checks that found something, those that found nothing, those that met nothing to judge."""

    found: list[Checked]
    clean: list[Checked]
    not_exercised: list[Checked]
    by_severity: dict[str, int]

    @property
    def total(self) -> int:
        """All findings."""
        return sum(self.by_severity.values())

    @property
    def rest(self) -> list[tuple[Checked, Finding]]:
        """The findings of the last table with their checks."""
        return [(check, finding) for check in self.found for finding in check.rest]

    def hands(self) -> list[int]:
        """The hands that findings link to, the gravest check first."""
        shown = [finding.hand_id for check in self.found for finding in check.full]
        return list(dict.fromkeys(shown + [finding.hand_id for _, finding in self.rest]))


def audit(con: Connection, ran: pl.DataFrame) -> Audit:
    """The findings in the database, grouped by the checks that ran (a frame of ``reports.audit.run_checks``)."""
    by_check: dict[str, list[Finding]] = {}
    for row in frame(con, FINDINGS, kept=IN_FULL + IN_TABLE).iter_rows(named=True):
        by_check.setdefault(row["check"], []).append(_finding(row))
    checks = [
        Checked(
            row["check"], row["title"], row["rule"], row["severity"], row["judged"], row["offending"],
            by_check.get(row["check"], [])[:IN_FULL], by_check.get(row["check"], [])[IN_FULL:],
        )
        for row in ran.iter_rows(named=True)
    ]  # fmt: skip
    checks.sort(key=lambda check: (SEVERITIES.index(check.severity), -check.offending, check.rule, check.name))
    return Audit(
        found=[check for check in checks if check.offending],
        clean=[check for check in checks if check.judged and not check.offending],
        not_exercised=[check for check in checks if not check.judged and not check.offending],
        by_severity={
            severity: sum(check.offending for check in checks if check.severity == severity) for severity in SEVERITIES
        },
    )


def _finding(row: dict[str, object]) -> Finding:
    started = row["started"]
    return Finding(
        hand_id=int(str(row["hand_id"])),
        when=f"{day(started, weekday=True)}, {clock(started)}" if isinstance(started, dt.datetime) else "",
        hand=f"{row['site']} {row['site_hand_no']}",
        player=None if row["player"] is None else str(row["player"]),
        seq=None if row["seq"] is None else int(str(row["seq"])),
        told=sentence(str(row["message"]), None if row["player"] is None else str(row["player"])),
        actual=_side(row["actual"]),
        expected=_side(row["expected"]),
    )


def _side(text: object) -> Side:
    if text is None:
        return Side("", [])
    words = str(text)
    drawn = cards(words)
    return Side(words, drawn if drawn and all(card.suit for card in drawn) else [])
