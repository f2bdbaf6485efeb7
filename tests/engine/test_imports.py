"""The engine and the audit are two independent minds: neither imports the other's notion of what is legal."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINE = "pokerstats.pipeline.engine"
JUDGES = (
    "pokerstats.sql",
    "pokerstats.reports",
    "pokerstats.parsers",
    "pokerstats.pipeline.replay",
    "pokerstats.pipeline.store",
    "pokerstats.pipeline.ingest",
)
PLAYERS = ("pipeline/commands/", "pipeline/engine/")
"""The only folders that may import the engine."""


def imports_of(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def files_under(*folders: str) -> list[Path]:
    return sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))


@pytest.mark.parametrize("file", files_under("pipeline/engine"), ids=lambda file: file.stem)
def test_the_engine_imports_nothing_of_the_audit(file: Path) -> None:
    assert [name for name in imports_of(file) if name.startswith(JUDGES)] == []


def test_nothing_of_the_audit_imports_the_engine() -> None:
    others = [
        file
        for file in files_under("pipeline", "parsers", "sql", "reports")
        if not file.relative_to(ROOT).as_posix().startswith(PLAYERS)
    ]
    assert len(others) > 50
    assert {file.name for file in others if any(name.startswith(ENGINE) for name in imports_of(file))} == set()
