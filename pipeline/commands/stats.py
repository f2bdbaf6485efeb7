"""``pokerstats stats``: VPIP, PFR, win rate and the other stats, by player or by what else the hands differ in."""

import sys
from dataclasses import asdict
from decimal import Decimal
from difflib import get_close_matches
from typing import Annotated

import duckdb
import polars as pl
import typer

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.store import open_database
from pokerstats.reports.stat_definitions import Stat, stat_definitions
from pokerstats.reports.stats import GROUPINGS, StatsRow, StatValue, stat_rows

NO_CHANCE = "–"
"""What a rate without a chance reads as: it is not 0 %."""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def stats(
        db: output.Database = output.DEFAULT_DATABASE,
        player: Annotated[str | None, typer.Option(help="Only this player's hands.", metavar="NAME")] = None,
        by: Annotated[
            list[str] | None,
            typer.Option(help=f"What to group by, may be repeated: {', '.join(GROUPINGS)}.", metavar="WHAT"),
        ] = None,
        min_hands: Annotated[int, typer.Option(min=1, help="Leave out groups with fewer hands.", metavar="N")] = 1,
        as_json: output.AsJson = False,
        as_csv: output.AsCsv = False,
    ) -> None:
        """Show the stats of every player, or of one player by position, game, stakes, site, month or kind.

        Rates stand with the number of chances they come from. --json prints a list of rows: the keys of the group,
        "hands", and "stats" with "value", "done", "chance", "low" and "high" for each stat; low and high are the
        95 % interval, rates are parts of 1, net is an amount for each currency.

        Example: pokerstats stats --player Tarn --by position
        """
        with open_database(db, read_only=True) as con:
            definitions = stat_definitions(con)
            if player is not None:
                require_player(con, player)
            rows = stat_rows(con, by=tuple(by or ("player",)), player=player, min_hands=min_hands)
        if as_json and not as_csv:
            output.write_json([{**row.keys, "hands": row.hands, "stats": _plain(row)} for row in rows])
            return
        if not rows and not as_csv:
            print(f"no group has {output.many(min_hands, 'hand')}", file=sys.stderr)
            return
        frame = tidy_frame(rows) if as_csv else shown_frame(rows, definitions)
        output.emit(frame, as_json=as_json, as_csv=as_csv, keys=list(rows[0].keys) if len(rows) > 1 else ())


def require_player(con: duckdb.DuckDBPyConnection, player: str) -> None:
    """Refuse a name that no hand knows, with the names that are like it."""
    names = [name for (name,) in con.execute("select distinct player from players order by player").fetchall()]
    if player not in names:
        close = get_close_matches(player, names, n=3)
        hint = f"did you mean {', '.join(close)}?" if close else "list them: pokerstats sql 'select * from players'"
        raise UsageError(f"--player {player}: no hands of that player; {hint}")


def _plain(row: StatsRow) -> dict[str, object]:
    return {name: asdict(value) for name, value in row.stats.items()}


def tidy_frame(rows: list[StatsRow]) -> pl.DataFrame:
    """One line for each group and stat; money has a line for each currency."""
    lines: list[dict[str, object]] = []
    for row in rows:
        for name, stat in row.stats.items():
            amounts = stat.value if isinstance(stat.value, dict) else {None: stat.value}
            for currency, value in amounts.items():
                text = None if value is None else output.plain(value)
                done = None if stat.done is None else output.plain(stat.done)
                numbers = {"value": text, "done": done, "chance": stat.chance, "low": stat.low, "high": stat.high}
                lines.append({**row.keys, "stat": name, "currency": currency, **numbers})
    return pl.DataFrame(lines, infer_schema_length=None)


def shown_frame(rows: list[StatsRow], definitions: tuple[Stat, ...]) -> pl.DataFrame:
    """A line for each group with the main stats; a lone group has a line for each stat instead."""
    met = [stat for stat in definitions if any(_is_met(row.stats[stat.name]) for row in rows)]
    if len(rows) == 1:
        values = rows[0].stats
        return pl.DataFrame(
            {
                "stat": [stat.label for stat in met],
                "value": [shown(stat, values[stat.name], with_chances=False) for stat in met],
                "chances": [
                    "" if values[stat.name].chance is None else f"{values[stat.name].chance:,}" for stat in met
                ],
                "95 %": [_interval(stat, values[stat.name]) for stat in met],
                "what": [stat.title for stat in met],
            }
        )
    columns = {key: [row.keys[key] for row in rows] for key in (rows[0].keys if rows else ())}
    main = {stat.label: [shown(stat, row.stats[stat.name]) for row in rows] for stat in met if stat.table}
    return pl.DataFrame(columns | main)


def _is_met(value: StatValue) -> bool:
    return bool(value.chance) or value.chance is None or bool(value.done)


def shown(stat: Stat, value: StatValue, *, with_chances: bool = True) -> str:
    """A stat as people read it: ``24.1 % (58)``, a dash without a chance."""
    if isinstance(value.value, dict):
        return "  ".join(f"{_amount(amount)} {currency}" for currency, amount in value.value.items())
    if stat.format == "count":
        return f"{value.value:,}"
    if stat.format == "ratio":
        # without a call there is no factor: the counts speak
        counts = f"{value.done:.0f}/{value.chance}"
        return (
            counts if value.value is None else f"{value.value:.2f} ({counts})" if with_chances else f"{value.value:.2f}"
        )
    if value.value is None:
        return NO_CHANCE
    text = f"{100 * value.value:.1f} %" if stat.format == "percent" else f"{value.value:.2f}"
    return f"{text} ({value.chance:,})" if with_chances and stat.format != "per100" else text


def _interval(stat: Stat, value: StatValue) -> str:
    if value.low is None or value.high is None:
        return ""
    if stat.format == "percent":
        return f"{100 * value.low:.1f} – {100 * value.high:.1f} %"
    return f"{value.low:.2f} – {value.high:.2f}"


def _amount(amount: Decimal) -> str:
    whole, _, part = output.exact(abs(amount)).partition(".")
    return f"{'-' if amount < 0 else ''}{int(whole):,}{'.' + part.ljust(2, '0') if part else ''}"
