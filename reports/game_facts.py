"""What the games are, as a table the checks can join: ``game_facts``, one row a game."""

import duckdb

from pokerstats.pipeline import games
from pokerstats.pipeline.tables import BETTING

FAMILIES = ("community", "draw", "stud")


def applies_words() -> frozenset[str]:
    """The words a check may say it applies to: all, a family of games, a betting structure or a game."""
    return frozenset(("all", *FAMILIES, *BETTING, *games.names()))


def create_game_facts(con: duckdb.DuckDBPyConnection) -> None:
    """Put the temporary table ``game_facts`` beside the stored hands."""
    con.execute(
        """
        create or replace temp table game_facts (
            game varchar primary key,
            title varchar not null,
            family varchar not null,
            deck tinyint not null,
            hole_cards tinyint not null,
            final_cards tinyint not null,
            first_down_cards tinyint not null,
            rounds tinyint not null,
            board_cards tinyint not null,
            first_board_cards tinyint not null,
            boards tinyint not null,
            draws tinyint not null,
            max_draw tinyint not null,
            split boolean not null
        )
        """
    ).fetchall()
    rows = []
    for name in games.names():
        game = games.game(name)
        rows.append(
            (
                name,
                game.title,
                game.family,
                game.deck,
                game.hole_cards,
                game.final_cards,
                game.down.get(game.first_street, game.hole_cards),
                len(game.streets),
                game.board_cards,
                game.board_by(game.first_street),
                game.boards,
                len(game.draws),
                game.max_draw,
                game.split,
            )
        )
    columns = [list(column) for column in zip(*rows, strict=True)]
    con.execute("insert into game_facts select " + ", ".join(["unnest(?)"] * len(columns)), columns).fetchall()
