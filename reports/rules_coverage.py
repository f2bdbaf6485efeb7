"""Which checks judge which rule, and why no log can show the others broken: the page ``docs/rules-coverage.md``.

``python -m pokerstats.reports.rules_coverage`` prints it.
"""

import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pokerstats.pipeline import games
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.games.rules import rule_set, rule_set_names
from pokerstats.reports.checks import Check, shipped_checks

HOME_GAMES = ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw")

_BETTING_OF = {
    "no-limit": "nl",
    "pot": "pl",
    "fixed": "fl",
    "spread": "spread",
    "cap-no-limit": "cap-nl",
    "cap-pot": "cap-pl",
}

_INTRO = """\
# Rules and the checks that judge them

Every rule of the house documents by its id, the checks of `pokerstats audit` that find it broken in a log (see
[`checks.md`](checks.md)), and what of it no log can show. `pokerstats audit --rule J6` runs the checks of one rule.

Made by `python -m pokerstats.reports.rules_coverage > docs/rules-coverage.md` out of the headers in
[`sql/checks`](../sql/checks) and of [`sql/rules.toml`](../sql/rules.toml).
"""


class Rule(BaseModel):
    """One rule in a few words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    says: str
    unseen: str | None = None
    """What of it no log can show, and why."""


_Section = TypeAdapter(dict[Annotated[str, Field(pattern=r"^\d+$")], Rule])


@cache
def sections() -> Mapping[str, str]:
    """The titles of the sections by their letter."""
    return MappingProxyType({letter: str(section["title"]) for letter, section in _written().items()})


@cache
def rules() -> Mapping[str, Rule]:
    """All rules by id, section by section."""
    found: dict[str, Rule] = {}
    for letter, section in _written().items():
        try:
            numbered = _Section.validate_python({key: row for key, row in section.items() if key != "title"})
        except ValidationError as fault:
            raise UnreadableError(f"sql/rules.toml: section {letter}: {fault}") from fault
        found |= {f"{letter}{number}": rule for number, rule in numbered.items()}
    return MappingProxyType(found)


@cache
def _written() -> dict[str, dict[str, object]]:
    return tomllib.loads(files("pokerstats.sql").joinpath("rules.toml").read_text(encoding="utf-8"))


def checks_by_rule() -> Mapping[str, list[str]]:
    """The names of the shipped checks by the rules they cite."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, check in sorted(shipped_checks().items()):
        for rule in check.rule.split():
            found[rule].append(name)
    return found


def page() -> str:
    """The page, one table a section."""
    return "\n".join((_INTRO, *_house_rules(), *_room_games())) + "\n"


def _house_rules() -> Iterator[str]:
    judged = checks_by_rule()
    for letter, title in sections().items():
        yield f"## {letter}. {title}\n"
        yield "| id | rule | checks | what no log can show |"
        yield "|---|---|---|---|"
        for name, rule in rules().items():
            if name[0] == letter:
                yield f"| {name} | {rule.says} | {_names(judged.get(name, []))} | {rule.unseen or ''} |"
        yield ""


def _room_games() -> Iterator[str]:
    checks = shipped_checks().values()
    everywhere = [check.name for check in checks if "all" in check.applies]
    yield "## O. The games of the rooms\n"
    yield f"Every game is judged by {len(everywhere)} checks: {_names(everywhere)}.\n"
    yield "These judge it too:\n"
    yield "| game | | checks |"
    yield "|---|---|---|"
    for name in games.names():
        if name not in HOME_GAMES:
            own = [check.name for check in checks if "all" not in check.applies and _applies(check, name)]
            yield f"| `{name}` | {games.game(name).title} | {_names(own)} |"


def _applies(check: Check, game: str) -> bool:
    structures = rule_set(game).structure.allowed if game in rule_set_names() else tuple(_BETTING_OF)
    words = {game, games.game(game).family, *(_BETTING_OF[word] for word in structures if word in _BETTING_OF)}
    return not words.isdisjoint(check.applies)


def _names(checks: list[str]) -> str:
    return " ".join(f"`{name}`" for name in checks)


if __name__ == "__main__":
    print(page(), end="")
