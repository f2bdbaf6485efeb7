"""``pokerstats report``: the whole database as one HTML file."""

from pathlib import Path
from typing import Annotated

import typer

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.errors import UnreadableError
from pokerstats.pipeline.store import open_database


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def report(
        db: output.Database = output.DEFAULT_DATABASE,
        out: Annotated[
            Path,
            typer.Option("--out", metavar="DIR", help="The folder to write index.html into; made if it is not there."),
        ] = Path("report"),
        player: Annotated[
            str | None,
            typer.Option(
                "--player", metavar="NAME", help="Whom the report is about; else whose cards the logs show most."
            ),
        ] = None,
        checks: Annotated[
            Path | None, typer.Option("--checks", metavar="DIR", help="Run the checks of this folder too.")
        ] = None,
        as_json: output.AsJson = False,
    ) -> None:
        """Write the report of one player and his tables: a single HTML file that works offline. Prints where it is.

        The rule checks run first and their findings replace the old ones. Example: pokerstats report --out report
        """
        # the charts' library is slow to start and no other command needs it
        from pokerstats.reports.html.build import write_report

        if not db.exists():
            raise UnreadableError(f"{db}: no such database; make it with: pokerstats ingest LOGS --db {db}")
        with open_database(db) as con:
            path = write_report(con, out, player=player, checks=checks)
        if as_json:
            output.write_json({"path": str(path)})
        else:
            print(path)
