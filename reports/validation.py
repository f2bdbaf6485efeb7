"""Histories of our own format as their writer sees them: what their fields and their play get wrong, and where."""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
import polars as pl

from pokerstats.parsers import pokerstats_json
from pokerstats.parsers.history_steps import events_with_rows
from pokerstats.pipeline.games.rule_values import known_options
from pokerstats.pipeline.games.rules import RuleSet, rule_set, rule_set_names
from pokerstats.pipeline.tables import empty
from pokerstats.reports.audit import AUDIT, run_checks

_PLACED = re.compile(r"(\$[^:\s]*): (.*)", re.S)
_RULES = """
select rules, game, rule_options, hands.deck, list((path, line_from, site, site_hand_no) order by file_id, line_from)
from hands
join files using (file_id)
where rules is not null
group by rules, game, rule_options, hands.deck
"""
_REFUSED = """
select path, line, kind, reason, site, site_hand_no, text
from rejected
join files using (file_id)
order by file_id, line
"""
_TWICE = """
select met.path, duplicates.line_from, site, site_hand_no, stored.path, hands.line_from
from duplicates
join hands using (hand_id)
join files as met on met.file_id = duplicates.file_id
join files as stored on stored.file_id = hands.file_id
order by met.file_id, duplicates.line_from
"""
_FOUND = """
select path, line_from, site, site_hand_no, "check", rule, severity, findings.seat, seq, message, text
from findings
join hands using (hand_id)
join files using (file_id)
order by file_id, line_from, seq nulls last, "check", findings.seat
"""


@dataclass(frozen=True, kw_only=True)
class Fault:
    """Something in a history that is not as the format has it; the hand is not judged any further."""

    path: str
    line: int
    hand: str | None
    """The number of the hand, if it can be told."""
    kind: str
    """unreadable, incomplete (cut off), impossible (it contradicts itself), rules (names none that is there), twice."""
    place: str
    """The JSON path; ``$`` is the whole line."""
    expected: str


@dataclass(frozen=True, kw_only=True)
class Finding:
    """A rule that a hand breaks."""

    path: str
    line: int
    hand: str
    check: str
    rule: str
    severity: str
    place: str
    """The JSON path of the step, as far as the check names one."""
    seat: int | None
    message: str


@dataclass(frozen=True, kw_only=True)
class Validation:
    """What came of it."""

    files: int
    hands: int
    """Hands whose play could be judged."""
    faults: list[Fault]
    findings: list[Finding]
    judged: list[str]
    """Checks that met something to judge."""
    not_judged: list[str]
    nothing_read: bool
    """No line was a hand, and none looked like one."""


def judged(
    connection: duckdb.DuckDBPyConnection,
    *,
    own_rules: Sequence[RuleSet] = (),
    checks: Path | None = None,
    names: Collection[str] | None = None,
) -> Validation:
    """What is wrong with the histories stored here with their text.

    ``own_rules``: rule sets of the user, ``checks``: a folder of further checks, ``names``: only the checks named so.
    """
    files, hands = _count(connection, "files"), _count(connection, "hands")
    # the checks take a second even if there is nothing to judge
    ran = run_checks(connection, folder=checks, names=names, own_rules=own_rules) if hands else empty(AUDIT)
    refused = connection.execute(_REFUSED).fetchall()
    faults = [*_refused(refused), *_twice(connection), *_rules(connection, own_rules)]
    return Validation(
        files=files,
        hands=hands,
        faults=sorted(faults, key=lambda fault: (fault.path, fault.line)),
        findings=list(_findings(connection)),
        judged=ran.filter(pl.col("judged") > 0)["check"].to_list(),
        not_judged=ran.filter(pl.col("judged") == 0)["check"].to_list(),
        nothing_read=not hands and not any((row[-1] or "").startswith("{") for row in refused),
    )


def _count(connection: duckdb.DuckDBPyConnection, table: str) -> int:
    row = connection.execute(f"select count(*) from {table}").fetchone()
    return int(row[0]) if row else 0


def _refused(rows: Iterable[tuple[str, int, str, str, str | None, str | None, str | None]]) -> Iterator[Fault]:
    for path, line, kind, reason, _site, number, text in rows:
        # the reason names three faults at most
        told = pokerstats_json.faults(text.encode()) if text else []
        if not told:
            placed = _PLACED.fullmatch(reason)
            told = [(placed[1], placed[2]) if placed else ("$", reason)]
        for place, expected in told:
            yield Fault(path=path, line=line, hand=number, kind=kind, place=place, expected=expected)


def _twice(connection: duckdb.DuckDBPyConnection) -> Iterator[Fault]:
    for path, line, _site, number, stored_path, stored_line in connection.execute(_TWICE).fetchall():
        expected = f"{json.dumps(number, ensure_ascii=False)}: stands at {stored_path}:{stored_line} already"
        yield Fault(path=path, line=line, hand=number, kind="twice", place="$.hand", expected=expected)


def _rules(connection: duckdb.DuckDBPyConnection, own: Sequence[RuleSet]) -> Iterator[Fault]:
    """Rule sets, options and decks that are not there: such a hand would be judged by other rules than its own."""
    sets = {name: rule_set(name) for name in rule_set_names()} | {rules.name: rules for rules in own}
    for name, game, options, deck, hands in connection.execute(_RULES).fetchall():
        for place, expected in _rule_faults(sets, name, game, json.loads(options) if options else {}, deck):
            for path, line, _site, number in hands:
                yield Fault(path=path, line=line, hand=number, kind="rules", place=place, expected=expected)


def _rule_faults(
    sets: dict[str, RuleSet], name: str, game: str, options: dict[str, str], deck: int | None
) -> Iterator[tuple[str, str]]:
    rules = sets.get(name)
    if rules is None:
        yield "$.rules.name", f"{json.dumps(name)}: expected one of {', '.join(sets)}, or its file with --rules"
    elif rules.game != game:
        yield "$.rules.name", f"{json.dumps(name)}: expected a rule set of {game}, this one is of {rules.game}"
    elif deck is not None and deck not in rules.deck.choices:
        yield "$.deck", f"{deck}: expected one of {', '.join(map(str, rules.deck.choices))}, the decks of {name}"
    for option, value in options.items():
        known = known_options().get(option)
        if option == "structure":  # the parser keeps the structures here that the table hands has no word for
            continue
        if known is None:
            yield f"$.rules.options.{option}", f"no such option; there are {', '.join(known_options())}"
            continue
        listed = rules.options.get(option) if rules else None
        choices = listed.choices if listed else known.choices
        if value not in choices:
            yield (
                f"$.rules.options.{option}",
                f"{json.dumps(value, ensure_ascii=False)}: expected one of {', '.join(choices)}",
            )


def _findings(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    rows = connection.execute(_FOUND).fetchall()
    for path, line, _site, number, check, rule, severity, seat, seq, message, text in rows:
        yield Finding(
            path=path,
            line=line,
            hand=number,
            check=check,
            rule=rule,
            severity=severity,
            place="$" if seq is None else _place(text, seq),
            seat=seat,
            message=message,
        )


def _place(text: str, seq: int) -> str:
    rows = events_with_rows(event["type"] for event in json.loads(text)["events"])
    return f"$.events[{rows[seq]}]"
