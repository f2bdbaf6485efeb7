"""``pokerstats equity``: all-in expected value of the hands that are not in yet."""

import sys

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.equity import allin_equity
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.store import open_database

LUCK = """
select
    seats.player, hands.currency, count(*) as hands,
    sum(ev_net) as ev_net, sum(net) as net, sum(net - ev_net) as luck
from allin_results
join seats using (hand_id, seat)
join hands using (hand_id)
where hand_id in (select hand_id from allin_equity)
group by all
order by hands desc, seats.player, hands.currency
"""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def equity(
        db: output.Database = output.DEFAULT_DATABASE,
        as_json: output.AsJson = False,
        as_csv: output.AsCsv = False,
    ) -> None:
        """Work out the equities of all-in hands exactly, keep them, and list each player's luck in those hands.

        Only hands that are not in yet are worked out. Example: pokerstats equity --csv
        """
        if not db.exists():
            raise UnreadableError(f"{db}: no such database; make it with: pokerstats ingest LOGS --db {db}")
        with open_database(db) as con:
            with _progress() as bar:
                task = bar.add_task("all-in hands", total=None)
                allin_equity(con, progress=lambda done, total: bar.update(task, completed=done, total=total))
            output.emit_rows(
                (rows := con.sql(LUCK)).columns, rows.fetchall(), as_json=as_json, as_csv=as_csv, title="All-in luck"
            )


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
