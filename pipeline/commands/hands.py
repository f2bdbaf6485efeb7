"""``pokerstats hands``: which hands are there."""

from difflib import get_close_matches
from typing import Annotated

import polars as pl
import typer

from pokerstats.pipeline import games
from pokerstats.pipeline.commands import output
from pokerstats.pipeline.commands.stats import require_player
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.store import open_database

Player = Annotated[str | None, typer.Option("--player", help="Only hands of this player, with what he or she won.")]
Game = Annotated[str | None, typer.Option("--game", help="Only this game: holdem, omaha, stud …")]
Limit = Annotated[int, typer.Option("--limit", min=1, help="Number of hands.")]

_QUERY = """
select
    coalesce(hands.played_at, hands.played_local) as played,
    hands.site,
    hands.site_hand_no as hand,
    hands.game,
    hands.betting,
    hands.kind,
    hands.currency,
    hands.small_blind,
    hands.big_blind,
    hands.n_players as players,
    hands.pot,
    hands.rake,
    seats.player,
    seats.position,
    seats.hole_cards as cards,
    hands.board,
    seats.net
from hands
left join seats
    on seats.hand_id = hands.hand_id
    and (seats.player = $player or ($player is null and seats.seat = hands.hero_seat))
where (seats.player is not null or $player is null) and (hands.game = $game or $game is null)
order by played desc nulls last, hands.site, hands.site_hand_no desc
limit $limit
"""


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command()
    def hands(
        db: output.Database = output.DEFAULT_DATABASE,
        player: Player = None,
        game: Game = None,
        limit: Limit = 20,
        as_json: output.AsJson = False,
        as_csv: output.AsCsv = False,
    ) -> None:
        """List hands, newest first, with the result of the player whose cards the log shows, or of --player.

        Example: pokerstats hands --player Hero --limit 5
        """
        if game is not None and game not in games.names():
            known = get_close_matches(game, games.names(), n=3) or sorted(games.names())
            raise UsageError(f"--game {game}: not known; choose from {', '.join(known)}")
        connection = open_database(db, read_only=True)
        try:
            if player is not None:
                require_player(connection, player)
            rows = connection.sql(_QUERY, params={"player": player, "game": game, "limit": limit})
            output.emit(pl.DataFrame(rows), as_json=as_json, as_csv=as_csv, keys=("hand",))
        finally:
            connection.close()
