"""``pokerstats validate``: a gate for whatever writes histories of our format."""

import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Annotated

import typer

from pokerstats.parsers import pokerstats_json
from pokerstats.pipeline.commands import output
from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.pipeline.games.rules import RuleSet, load_own_rules
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.sources import require
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.terminal import visible
from pokerstats.reports.checks import SEVERITIES
from pokerstats.reports.validation import Fault, Finding, Validation, judged

SHOWN = 20
"""Lines of one kind of fault or of one check that people are shown; ``--json`` has all."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("validate")
    def command(
        paths: Annotated[
            list[str],
            typer.Argument(metavar="FILE...", help="Histories, also packed; - is standard input.", show_default=False),
        ],
        rules: output.OwnRules = None,
        checks: Annotated[
            Path | None, typer.Option("--checks", metavar="DIR", help="Run the checks of this folder too.")
        ] = None,
        least: Annotated[
            str, typer.Option("--least", metavar="SEVERITY", help="Leave out findings below it: error, warning, note.")
        ] = "note",
        as_json: output.AsJson = False,
    ) -> None:
        """Judge histories of our own format (docs/history-format.md) without a database: their fields and their play.

        Exit 1 if anything is found, 3 if there is no hand to read. Example: pokerstats validate hands.jsonl
        """
        if least not in SEVERITIES:
            raise UsageError(f"--least {least}: expected one of {', '.join(SEVERITIES)}")
        own_rules = load_own_rules(rules or [])
        require(paths)
        found = validate(paths, own_rules=own_rules, checks=checks)
        if found.nothing_read:
            raise UnreadableError(f"{', '.join(paths)}: no hand of the format pokerstats-hand in it")
        counted = SEVERITIES[: SEVERITIES.index(least) + 1]
        findings = [finding for finding in found.findings if finding.severity in counted]
        if as_json:
            output.write_json(as_document(found, findings))
        else:
            _print(found, findings)
        if found.faults or findings:
            raise typer.Exit(1)


def validate(
    paths: Sequence[str],
    *,
    own_rules: Sequence[RuleSet] = (),
    checks: Path | None = None,
    names: Collection[str] | None = None,
) -> Validation:
    """Every file read as histories of our format into a database in memory, and judged there."""
    connection = open_database(Path(":memory:"))
    try:
        result = ingest(connection, paths, own_rules=own_rules, format=pokerstats_json, keep_text=True)
        found = judged(connection, own_rules=own_rules, checks=checks, names=names)
    finally:
        connection.close()
    unopened = [
        Fault(path=file.path, line=1, hand=None, kind="unreadable", place="$", expected=file.complaint)
        for file in result.files
        if file.complaint and file.path not in {fault.path for fault in found.faults}
    ]
    return replace(found, files=len(result.files), faults=[*found.faults, *unopened])


def as_document(found: Validation, findings: list[Finding]) -> dict[str, object]:
    """All of it as other programs read it."""
    return {
        "files": found.files,
        "hands": found.hands,
        "faults": [asdict(fault) for fault in found.faults],
        "findings": [asdict(finding) for finding in findings],
        "judged": found.judged,
        "not_judged": found.not_judged,
    }


def _print(found: Validation, findings: list[Finding]) -> None:
    for line in _first((fault.kind, _fault_line(fault)) for fault in found.faults):
        print(visible(line))
    for line in _first((finding.check, _finding_line(finding)) for finding in findings):
        print(visible(line))
    if not found.hands:
        print("no hand could be judged; the format has one JSON object a line", file=sys.stderr)
    severities = [sum(finding.severity == severity for finding in findings) for severity in SEVERITIES]
    told = ", ".join(output.many(number, severity) for number, severity in zip(severities, SEVERITIES, strict=True))
    print(
        f"{output.many(found.files, 'file')}, {output.many(found.hands, 'hand')} judged by"
        f" {output.many(len(found.judged), 'check')}: {output.many(len(found.faults), 'fault')}, {told}"
    )


def _fault_line(fault: Fault) -> str:
    hand = "" if fault.hand is None else f"hand {fault.hand}: "
    return f"{fault.path}:{fault.line}: {fault.kind}: {hand}{fault.place}: {fault.expected}"


def _finding_line(finding: Finding) -> str:
    told = f"hand {finding.hand}: {finding.place}: {finding.message} ({finding.check}, {finding.rule})"
    return f"{finding.path}:{finding.line}: {finding.severity}: {told}"


def _first(lines: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The first lines of each kind, and how many more there are."""
    met: defaultdict[str, int] = defaultdict(int)
    for kind, line in lines:
        met[kind] += 1
        if met[kind] <= SHOWN:
            yield line
    for kind, number in met.items():
        if number > SHOWN:
            yield f"… {number - SHOWN:,} more of {kind}; --json prints all"
