"""The subject's sessions: when, how long, what was played, and how it went in money and in units."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.games import game_name
from pokerstats.reports.html.numbers import DASH, Money, clock, count_of, day, duration, money, number

SESSIONS_KEPT = 40

SESSIONS = """
with own as (
    select sh.site, sh.kind::varchar as kind, sh.session_no, h.hand_id, h.game, h.betting, h.unit, h.net
    from session_hands sh join subject_hands h using (hand_id)
    where sh.player = $player
),
played as (
    select site, kind, session_no, list(distinct game || ' ' || betting order by game || ' ' || betting) as games,
           sum(round(net * 10000 / unit)::bigint) filter (unit > 0) as units, count(*) filter (unit > 0) as counted
    from own group by site, kind, session_no
),
marked as (
    select site, kind, session_no, list(distinct f.rule order by f.rule) as rules,
           list(distinct f.severity order by f.severity) as severities
    from own join findings f using (hand_id) group by site, kind, session_no
)
select s.site, s.kind::varchar as kind, s.started, s.ended, s.hands, s.active_minutes, s.most_tables, s.results,
       s.local_time, p.games, p.units, p.counted, m.rules, m.severities, count(*) over () as sessions
from sessions s
join played p on p.site = s.site and p.kind = s.kind::varchar and p.session_no = s.session_no
left join marked m on m.site = s.site and m.kind = s.kind::varchar and m.session_no = s.session_no
where s.player = $player
order by s.started desc, s.site, s.kind
limit $kept
"""
UNDATED = "select count(*) from subject_hands where started is null"


@dataclass(frozen=True)
class Session:
    """One session as a row; ``bar`` is its result in units in per cent of the longest bar, negative for a loss."""

    started: str
    time: str
    order: int
    games: str
    hands: int
    active: str
    net: list[Money]
    net_value: str
    units: str
    units_value: str
    bar: float | None
    rules: str
    severity: str


@dataclass(frozen=True)
class Sessions:
    """The latest sessions and how many there are."""

    total: int
    rows: list[Session]
    undated: int
    any_local: bool

    @property
    def lede(self) -> str:
        """What the section says first."""
        said = f"{count_of(self.total, 'session')}; a new one begins after 30 minutes without a hand."
        return said + (f" {count_of(self.undated, 'hand')} without a date in none." if self.undated else "")


def sessions(con: Connection, player: str | None) -> Sessions:
    """The subject's sessions, the latest first."""
    found = list(frame(con, SESSIONS, player=player, kept=SESSIONS_KEPT).iter_rows(named=True))
    undated = int(con.sql(UNDATED).fetchall()[0][0])
    widest = max((abs(row["units"]) for row in found if row["counted"]), default=Decimal(0))
    return Sessions(
        total=found[0]["sessions"] if found else 0,
        rows=[_row(row, nth, widest) for nth, row in enumerate(reversed(found))][::-1],
        undated=undated,
        any_local=any(row["local_time"] for row in found),
    )


def _row(row: dict[str, Any], order: int, widest: Decimal) -> Session:
    names = [game_name(*played.rsplit(" ", 1)) for played in row["games"] or []]
    what = names[0] if len(names) == 1 else count_of(len(names), "game")
    if row["kind"] == "tournament":
        what += ", tournament"
    if row["most_tables"] and row["most_tables"] > 1:
        what += f", {row['most_tables']} tables"
    units = row["units"] if row["counted"] else None
    results = [result for result in row["results"] if result["net"] is not None]
    gravest = next((level for level in ("error", "warning", "note") if level in (row["severities"] or [])), "")
    rules = sorted({rule for listed in row["rules"] or [] if listed for rule in listed.split()})
    return Session(
        started=day(row["started"], weekday=True),
        time=f"{clock(row['started'])}{DASH}{clock(row['ended'])}{' local' if row['local_time'] else ''}",
        order=order,
        games=what,
        hands=row["hands"],
        active=duration(row["active_minutes"]),
        net=[money(result["net"], result["currency"], signed=True) for result in results],
        net_value=str(results[0]["net"]) if len(results) == 1 else "0",
        units=DASH if units is None else number(Decimal(units) / 10_000, 1, signed=True),
        units_value=str(units or 0),
        bar=None if units is None or not widest else round(float(100 * Decimal(units) / widest), 1),
        rules=", ".join(rules[:3]) + (" …" if len(rules) > 3 else ""),
        severity=gravest,
    )
