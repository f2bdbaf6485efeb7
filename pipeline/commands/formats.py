"""``pokerstats formats``: which logs can be read."""

import polars as pl
import typer

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.detect import PARSERS


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def formats(as_json: output.AsJson = False, as_csv: output.AsCsv = False) -> None:
        """List the log formats that ingest recognises.

        Example: pokerstats formats
        """
        rows = [
            {"format": parser.FORMAT, "what": (parser.__doc__ or "").strip().partition("\n")[0]} for parser in PARSERS
        ]
        output.emit(pl.DataFrame(rows, schema={"format": pl.String, "what": pl.String}), as_json=as_json, as_csv=as_csv)
