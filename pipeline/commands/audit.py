"""``pokerstats audit``: every rule check over the whole database."""

import sys
from pathlib import Path
from typing import Annotated

import duckdb
import polars as pl
import typer
from rich.console import Console
from rich.text import Text

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.pipeline.games.rules import load_own_rules
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.terminal import visible
from pokerstats.reports.audit import run_checks
from pokerstats.reports.checks import SEVERITIES
from pokerstats.reports.replay_text import SIGNS
from pokerstats.reports.rules_coverage import checks_by_rule
from pokerstats.reports.rules_coverage import rules as house_rules

EXAMPLES = 3
"""Hands shown of a check that found something; the table ``findings`` holds all."""

EXAMPLE_ROWS = """
select site, site_hand_no, path, coalesce(actions.line, line_from) as line, message
from findings
join hands using (hand_id)
left join files using (file_id)
left join actions on actions.hand_id = findings.hand_id and actions.seq = findings.seq
where "check" = $check
order by site, site_hand_no, findings.seq, findings.seat
limit $limit
"""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def audit(
        db: output.Database = output.DEFAULT_DATABASE,
        check: Annotated[list[str] | None, typer.Option("--check", metavar="NAME", help="Only this check.")] = None,
        rule: Annotated[
            list[str] | None, typer.Option("--rule", metavar="ID", help="Only checks of this rule.")
        ] = None,
        checks: Annotated[
            Path | None, typer.Option("--checks", metavar="DIR", help="Run the checks of this folder too.")
        ] = None,
        rules: output.OwnRules = None,
        strict: Annotated[bool, typer.Option("--strict", help="Exit 1 for warnings and notes too.")] = False,
        as_json: output.AsJson = False,
        as_csv: output.AsCsv = False,
    ) -> None:
        """Judge every stored hand by the rules; what offends is listed and kept in the table findings.

        Exit 1 if a rule is broken. Example: pokerstats audit --rule M1
        """
        own_rules = load_own_rules(rules or [])
        if not db.exists():
            raise UnreadableError(f"{db}: no such database; make it with: pokerstats ingest LOGS --db {db}")
        con = open_database(db)
        try:
            wanted = None if rule is None else _rule_ids(rule, own_checks=checks is not None)
            ran = run_checks(con, folder=checks, names=check, rules=wanted, own_rules=own_rules)
            if as_json or as_csv:
                columns = ("check", "rule", "severity", "title", "judged", "offending")
                output.emit(ran.select(columns), as_json=as_json, as_csv=as_csv)
            else:
                _print(con, ran)
        finally:
            con.close()
        counted = ran if strict else ran.filter(pl.col("severity") == "error")
        if counted["offending"].sum():
            raise typer.Exit(1)


def _rule_ids(named: list[str], *, own_checks: bool) -> list[str]:
    """The ids as the checks write them. Refuses a rule that no log can show broken, with the reason."""
    ids = [name.strip().upper() for name in named]
    for name in ids:
        told = house_rules().get(name)
        if told is not None and name not in checks_by_rule() and not own_checks:
            raise UsageError(f"no check judges {name} ({told.says}) {told.unseen}")
    return ids


def _print(con: duckdb.DuckDBPyConnection, ran: pl.DataFrame) -> None:
    console = Console(
        file=sys.stdout,
        width=None if sys.stdout.isatty() else 200,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=True,
    )
    found = ran.filter(pl.col("offending") > 0)
    clean = ran.filter((pl.col("offending") == 0) & (pl.col("judged") > 0))
    idle = ran.filter((pl.col("offending") == 0) & (pl.col("judged") == 0))
    row = con.execute("select count(*) from hands").fetchone()
    console.print(
        Text(
            f"{row[0] if row else 0:,} hands; {ran.height} checks = {found.height} with findings"
            f" + {clean.height} without + {idle.height} not exercised",
            "bold",
        )
    )
    by_severity = [
        f"{found.filter(pl.col('severity') == severity)['offending'].sum():,} {severity}s" for severity in SEVERITIES
    ]
    console.print(Text(f"{found['offending'].sum():,} findings = {' + '.join(by_severity)}"))
    weight = pl.col("severity").replace_strict({name: place for place, name in enumerate(SEVERITIES)})
    for line in found.sort(weight, "offending", "check", descending=[False, True, False]).rows(named=True):
        console.print()
        console.print(
            Text.assemble(
                (f"{SIGNS[line['severity']]} {line['severity']}", "magenta"),
                f"  {line['rule']}  ",
                (line["check"], "bold"),
                f"  {line['title']}: {line['offending']:,} of {line['judged']:,}",
            )
        )
        _print_examples(con, console, line["check"], line["offending"])
    if idle.height:
        console.print()
        console.print(Text(f"Not exercised: {', '.join(idle['check'])}", "dim"))


def _print_examples(con: duckdb.DuckDBPyConnection, console: Console, check: str, offending: int) -> None:
    rows = con.execute(EXAMPLE_ROWS, {"check": check, "limit": EXAMPLES}).fetchall()
    for site, number, path, line, message in rows:
        console.print(Text(f"    {visible(site)}:{visible(number)}  {visible(message)}"))
        console.print(Text(f"        {visible(path or 'file unknown')}:{line}", "dim"))
    if offending > len(rows):
        console.print(Text(f"    and {offending - len(rows):,} more in the table findings", "dim"))
