"""From a query to a polars frame, and the table the report reads most: the subject's hands in order of time."""

import duckdb
import polars as pl

Connection = duckdb.DuckDBPyConnection

SUBJECT_HANDS = """
create or replace temporary table subject_hands as
select
    row_number() over (
        order by coalesce(h.played_at, h.played_local), h.site, length(h.site_hand_no), h.site_hand_no
    ) as nth,
    h.hand_id, h.site, h.site_hand_no, h.game, h.betting::varchar as betting, h.kind::varchar as kind, h.currency,
    h.small_blind, h.big_blind, h.small_bet, h.big_bet, h.ante,
    coalesce(h.played_at, h.played_local) as started, h.played_at is null as is_local,
    coalesce(case when h.betting = 'fl' then h.small_bet end, h.big_blind, h.small_bet, h.open_bet, h.min_bet,
             nullif(h.ante, 0)) as unit,
    s.seat, s.position, s.net, s.saw_showdown, h.pot
from hands h
join seats s using (hand_id)
where s.player = $player and s.dealt_in
"""


def frame(con: Connection, query: str, **values: object) -> pl.DataFrame:
    """The rows of one query."""
    return pl.DataFrame(con.sql(query, params=values) if values else con.sql(query))


def select_subject(con: Connection, player: str | None) -> None:
    """Make the table ``subject_hands`` for a player; without one it is empty."""
    con.execute(SUBJECT_HANDS, {"player": player})
