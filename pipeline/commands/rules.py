"""``pokerstats rules``: the rule sets, and one of them in plain words."""

import sys
from typing import Annotated

import polars as pl
import typer
from rich.console import Console

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.games.rules import load_rules, rule_set, rule_set_names
from pokerstats.reports.rule_text import rule_text


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def rules(
        name: Annotated[
            str | None, typer.Argument(metavar="[NAME|FILE]", help="One rule set, or a file with your own.")
        ] = None,
        as_json: output.AsJson = False,
        as_csv: output.AsCsv = False,
    ) -> None:
        """List the rule sets, or tell one in plain words with the ids of its rules and all that a table may agree on.

        Example: pokerstats rules standard-draw
        """
        if name is None:
            sets = _all()
            # for people the usual structure and no sentences: a row is to fit on a terminal
            output.emit(
                sets if as_json or as_csv else sets.drop("structures", "source"), as_json=as_json, as_csv=as_csv
            )
            return
        told = load_rules(name)
        if as_json:
            output.write_json(told.model_dump(mode="json", by_alias=True, exclude_none=True))
        elif as_csv:
            options = [{"option": key, **option.model_dump(mode="json")} for key, option in told.options.items()]
            output.emit(pl.DataFrame(options), as_json=False, as_csv=True)
        else:
            on_terminal = sys.stdout.isatty()
            Console(
                file=sys.stdout, width=None if on_terminal else 200, highlight=False, markup=False, emoji=False
            ).print(rule_text(told))


def _all() -> pl.DataFrame:
    rows = []
    house_first = sorted(map(rule_set, rule_set_names()), key=lambda rules: not rules.source.startswith("House rules"))
    for rules in house_first:
        rows.append(
            {
                "name": rules.name,
                "title": rules.title,
                "players": f"{rules.players.fewest}-{rules.players.most}",
                "deck": " ".join(map(str, rules.deck.choices)),
                "structure": rules.structure.default,
                "structures": " ".join(rules.structure.allowed),
                "source": rules.source,
            }
        )
    return pl.DataFrame(rows)
