"""The check files of ``sql/checks`` and of users: a header for people and machine, a query for what offends."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from types import MappingProxyType

import duckdb

from pokerstats.pipeline.errors import UnreadableError, UsageError
from pokerstats.reports.game_facts import applies_words

SEVERITIES = ("error", "warning", "note")
COLUMNS = ("hand_id", "seat", "seq", "expected", "actual")
HEADER = ("title", "rule", "severity", "applies", "message")
PLACEHOLDERS = ("expected", "actual", "seat", "player")

_HEADER_LINE = re.compile(r"-- ([a-z]+): *(.*?) *")
_RULE_ID = re.compile(r"[A-Z]\d+[a-z]?")
_SQL_LINE = re.compile(r"LINE (\d+):")


@dataclass(frozen=True, kw_only=True)
class Check:
    """One rule as SQL: a query for what breaks it and a query for how much it could judge."""

    name: str
    path: str
    title: str
    rule: str
    severity: str
    applies: tuple[str, ...]
    message: str
    offences: str
    judged: str | None  # null: every hand of the games it applies to


def read_check(name: str, path: str, text: str) -> Check:
    """A check file as a check; a fault in its header is named by file and line."""
    header: dict[str, str] = {}
    number = 0
    for number, line in enumerate(text.splitlines(), start=1):
        match = _HEADER_LINE.fullmatch(line)
        if not match:
            break
        key, value = match.groups()
        if key not in HEADER:
            raise UnreadableError(f"{path}:{number}: unknown header {key!r}; a check has {', '.join(HEADER)}")
        if key in header:
            raise UnreadableError(f"{path}:{number}: {key!r} stands twice in the header")
        if fault := _header_fault(key, value):
            raise UnreadableError(f"{path}:{number}: {fault}")
        header[key] = value
    if missing := [key for key in HEADER if key not in header]:
        raise UnreadableError(f"{path}:{number}: the header lacks {', '.join(missing)}")
    offences, judged = _queries(path, text)
    return Check(
        name=name,
        path=path,
        title=header["title"],
        rule=header["rule"],
        severity=header["severity"],
        applies=tuple(header["applies"].split()),
        message=header["message"],
        offences=offences,
        judged=judged,
    )


def _header_fault(key: str, value: str) -> str | None:
    if not value:
        return f"{key!r} is empty"
    if key == "rule" and not all(_RULE_ID.fullmatch(rule) for rule in value.split()):
        return f"rule {value!r} is no list of rule ids such as 'M1' or 'S10 L6'"
    if key == "applies" and (strange := [word for word in value.split() if word not in applies_words()]):
        return f"applies to {strange[0]!r}, which is no game, family of games or betting structure"
    if key == "severity" and value not in SEVERITIES:
        return f"severity {value!r} is none of {', '.join(SEVERITIES)}"
    if key == "message":
        unknown = [word for word in re.findall(r"\{(.*?)\}", value) if word not in PLACEHOLDERS]
        if unknown:
            return f"message names {{{unknown[0]}}}; it may name {', '.join(PLACEHOLDERS)}"
    return None


def _queries(path: str, text: str) -> tuple[str, str | None]:
    try:
        statements = duckdb.extract_statements(text)
    except duckdb.Error as error:
        raise UnreadableError(sql_fault(path, error, 0)) from None
    if not 1 <= len(statements) <= 2:
        raise UnreadableError(
            f"{path}: {len(statements)} statements; a check is a query for what offends and one for the count judged"
        )
    for statement in statements:
        if statement.type != duckdb.StatementType.SELECT:
            raise UnreadableError(f"{path}: a check only selects; {statement.type.name.lower()} is not allowed")
    return statements[0].query, statements[1].query if len(statements) == 2 else None


def sql_fault(path: str, error: duckdb.Error, lines_before: int) -> str:
    """What DuckDB found wrong, in one line that begins with file and line."""
    text = str(error)
    line = _SQL_LINE.search(text)
    place = f"{path}:{lines_before + int(line.group(1))}" if line else path
    return f"{place}: {text.strip().splitlines()[0]}"


@cache
def shipped_checks() -> Mapping[str, Check]:
    """The checks that come with pokerstats, by name."""
    return MappingProxyType(_read_folder(files("pokerstats.sql").joinpath("checks"), "sql/checks"))


def load_checks(
    folder: Path | None = None, *, names: Collection[str] | None = None, rules: Collection[str] | None = None
) -> list[Check]:
    """The checks to run, sorted by name: the shipped ones and those of ``folder``, if wanted only some of them."""
    checks = dict(shipped_checks())
    if folder is not None:
        if not folder.is_dir():
            raise UsageError(f"{folder}: no folder of checks")
        own = _read_folder(folder, str(folder))
        if not own:
            raise UsageError(f"{folder}: no .sql file in this folder")
        if taken := sorted(own.keys() & checks.keys()):
            raise UsageError(f"{own[taken[0]].path}: a check of this name is shipped already; rename the file")
        checks |= own
    if names and (unknown := sorted(set(names) - checks.keys())):
        raise UsageError(f"no check is named {unknown[0]!r}; there are {', '.join(sorted(checks))}")
    known_rules = {rule for check in checks.values() for rule in check.rule.split()}
    if rules and (strange := sorted(set(rules) - known_rules)):
        raise UsageError(
            f"no check judges rule {strange[0]!r}; judged are {', '.join(sorted(known_rules, key=_by_rule))}"
        )
    return [
        check
        for name, check in sorted(checks.items())
        if (not names or name in names) and (not rules or not set(rules).isdisjoint(check.rule.split()))
    ]


def _by_rule(rule: str) -> tuple[str, int]:
    return rule[0], int(re.sub(r"\D", "", rule))


def _read_folder(folder: Traversable, shown_as: str) -> dict[str, Check]:
    checks = {}
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".sql"):
            name = entry.name.removesuffix(".sql")
            path = f"{shown_as}/{entry.name}"
            try:
                text = entry.read_text(encoding="utf-8")
            except UnicodeDecodeError as error:
                raise UnreadableError(f"{path}: not UTF-8 text ({error.reason} at byte {error.start})") from None
            checks[name] = read_check(name, path, text)
    return checks
