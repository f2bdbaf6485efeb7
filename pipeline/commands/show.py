"""``pokerstats show``: one hand, replayed."""

import sys
from typing import Annotated

import duckdb
import typer
from rich.console import Console

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.store import open_database
from pokerstats.pipeline.terminal import visible
from pokerstats.reports.replay_text import replay_text, stored_hand

CANDIDATES_SHOWN = 10

FIND = """
select hand_id, site, site_hand_no
from hands
where site_hand_no = $name or hand_id::varchar = $name or (site_hand_no = $number and lower(site) = lower($site))
order by site, site_hand_no
"""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def show(
        hand: Annotated[str, typer.Argument(help="The room's hand number, SITE:NUMBER, or a hand_id.")],
        db: output.Database = output.DEFAULT_DATABASE,
        as_json: output.AsJson = False,
    ) -> None:
        """Replay one hand: every step with the pot after it, the board, who was paid and why.

        Example: pokerstats show PokerStars:29421487615
        """
        con = open_database(db, read_only=True)
        try:
            whole = stored_hand(con, find_hand(con, hand))
        finally:
            con.close()
        if as_json:
            output.write_json(whole)
        else:
            on_terminal = sys.stdout.isatty()
            Console(
                file=sys.stdout, width=None if on_terminal else 200, highlight=False, markup=False, emoji=False
            ).print(replay_text(whole))


def find_hand(con: duckdb.DuckDBPyConnection, name: str) -> int:
    """The hand_id behind what a user calls a hand."""
    wanted = name.strip().removeprefix("#")
    site, _, number = wanted.partition(":")
    found = con.execute(FIND, {"name": wanted, "number": number, "site": site}).fetchall()
    if not found:
        raise UsageError(f"no hand {visible(name)!r} in the database; list them with: pokerstats hands")
    if len(found) > 1:
        names = [f"{site}:{number}" for _, site, number in found]
        if len(set(names)) < len(names):
            names = [str(hand_id) for hand_id, _, _ in found]
        shown = ", ".join(visible(name) for name in names[:CANDIDATES_SHOWN])
        more = f" and {len(found) - CANDIDATES_SHOWN} more" if len(found) > CANDIDATES_SHOWN else ""
        raise UsageError(f"{visible(name)!r} is the number of {len(found)} hands; name one of {shown}{more}")
    return int(found[0][0])
