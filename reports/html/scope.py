"""Whom the report is about, and what it covers."""

import datetime as dt
from dataclasses import dataclass

from pokerstats.pipeline.errors import UsageError
from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.numbers import clock, count_of, day

HEROES = """
select s.player, count(*) as hands
from hands h join seats s on s.hand_id = h.hand_id and s.seat = h.hero_seat
where s.dealt_in
group by s.player order by hands desc, s.player limit 1
"""
MOST_SEEN = """
select player, count(*) as hands from seats where dealt_in
group by player order by hands desc, player limit 5
"""
COVERED = """
select count(*) as hands, count(distinct game) as games, list(distinct site order by site) as sites,
       min(coalesce(played_at, played_local)) as first, max(coalesce(played_at, played_local)) as last,
       arg_max(played_at is null, coalesce(played_at, played_local)) as last_is_local,
       list(distinct currency order by currency) filter (currency not in ('CHIPS', 'PLAY')) as currencies
from hands
"""


ROOMS_NAMED = 4


@dataclass(frozen=True)
class Scope:
    """The subject (none in an empty database) and the extent of the data."""

    player: str | None
    own_hands: int
    hands: int
    lede: str
    until: str


def subject(con: Connection, wanted: str | None) -> str | None:
    """The player asked for; else the one whose cards the logs show most often; else the one dealt in most often."""
    seen = frame(con, MOST_SEEN)["player"].to_list()
    if wanted is not None:
        if frame(con, "select 1 from seats where player = $player and dealt_in limit 1", player=wanted).is_empty():
            known = ", ".join(repr(name) for name in seen) or "nobody: the database has no hands"
            raise UsageError(f"no hand of a player {wanted!r}; the most often seen: {known}")
        return wanted
    heroes = frame(con, HEROES)["player"].to_list()
    return next(iter(heroes + seen), None)


def scope(con: Connection, player: str | None) -> Scope:
    """What the head of the page says; ``subject_hands`` must be there."""
    own = int(con.sql("select count(*) from subject_hands").fetchall()[0][0])
    row = frame(con, COVERED).row(0, named=True)
    if not row["hands"]:
        return Scope(player, 0, 0, "No hand is stored yet.", "")
    sites: list[str] = row["sites"]
    more = f" and {len(sites) - ROOMS_NAMED} more" if len(sites) > ROOMS_NAMED else ""
    places = sites[0] if len(sites) == 1 else f"{len(sites)} rooms: {', '.join(sites[:ROOMS_NAMED])}{more}"
    stored = count_of(row["hands"], "hand" if row["hands"] == own else "stored hand")
    parts = [f"{stored} in {count_of(row['games'], 'game')}{_between(row['first'], row['last'])}."]
    parts.append(f"{places}.")
    currencies = row["currencies"] or []
    if len(currencies) > 1:
        parts.append(f"{len(currencies)} currencies, never added.")
    zone = "" if row["last"] is None else " local" if row["last_is_local"] else " UTC"
    until = "" if row["last"] is None else f"{day(row['last'])}, {clock(row['last'])}{zone}"
    return Scope(player, own, row["hands"], " ".join(parts), until)


def _between(first: dt.datetime | None, last: dt.datetime | None) -> str:
    if first is None or last is None:
        return ""
    if first.date() == last.date():
        return f", {day(first)}"
    return f", {day(first, year=first.year != last.year)} to {day(last)}"
