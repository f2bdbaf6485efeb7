"""Histories through the door that everybody's logs take: read, replayed, stored, audited."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from two_minds.story import History

from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database
from pokerstats.reports.audit import run_checks


@dataclass(frozen=True)
class Finding:
    """One thing that a check found."""

    check: str
    severity: str
    message: str


@dataclass(frozen=True)
class Audited:
    """What the audit says of some hands."""

    findings: dict[str, list[Finding]]
    """By the number of the hand; hands without a finding are not in it."""
    judged: dict[str, int]
    """How much each check could judge."""
    rejected: dict[str, str]
    """Why hands were refused, by their number; hands of an engine never should be."""


def audited(histories: Iterable[History], folder: Path) -> Audited:
    """The histories stored in a new database in ``folder`` and judged by every shipped check."""
    log, database = folder / "hands.jsonl", folder / "hands.duckdb"
    database.unlink(missing_ok=True)
    numbers = []
    with log.open("w", encoding="utf-8") as lines:
        for history in histories:
            lines.write(json.dumps(history, ensure_ascii=False) + "\n")
            numbers.append(str(history["hand"]))
    con = open_database(database)
    try:
        ingest(con, [str(log)])
        ran = run_checks(con)
        rows = con.execute(
            """
            select site_hand_no, "check", severity, message
            from findings
            join hands using (hand_id)
            order by all
            """
        ).fetchall()
        rejected = dict(con.execute("select line_from, reason from rejected order by all").fetchall())
    finally:
        con.close()
    findings: dict[str, list[Finding]] = {}
    for number, check, severity, message in rows:
        findings.setdefault(number, []).append(Finding(check, severity, message))
    return Audited(
        findings,
        dict(zip(ran["check"], ran["judged"], strict=True)),
        {numbers[line - 1]: str(reason) for line, reason in rejected.items()},
    )
