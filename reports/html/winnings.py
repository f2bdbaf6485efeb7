"""The winnings of the subject hand by hand: net, and what it is made of, with and without a showdown."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

import polars as pl

from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.numbers import count_of, day, number

POINTS = 240
ROWS = 8

KINDS = """
select kind, count(*) as hands, count(distinct coalesce(currency, '')) as currencies, any_value(currency) as currency
from subject_hands group by kind order by kind <> 'cash', hands desc, kind limit 1
"""
POINTS_OF = """
with own as (
    select row_number() over (order by nth) as nth, started, saw_showdown, {value} as value
    from subject_hands where kind = $kind and {known}
),
buckets as (
    select max(nth) as nth, max(started) as started,
           sum(value) filter (saw_showdown) as showdown, sum(value) filter (not saw_showdown) as non_showdown
    from own
    group by (nth * $points - 1) // greatest($points, (select count(*) from own))
)
select nth, started,
       sum(coalesce(showdown, 0)) over (order by nth)::decimal(38, 4) as showdown,
       sum(coalesce(non_showdown, 0)) over (order by nth)::decimal(38, 4) as non_showdown
from buckets order by nth
"""
SESSIONS_OF = """
with own as (
    select row_number() over (order by nth) as nth, hand_id, {value} as value
    from subject_hands where kind = $kind and {known}
)
select min(nth) as first, max(nth) as last, sum(value)::decimal(38, 4) as value
from own join session_hands using (hand_id)
where player = $player
group by site, kind, session_no
order by first, last
limit $kept
"""
IN_MONEY = ("net", "true")
# exact tenths of a thousandth of a unit, so that no order of summing changes a digit
IN_UNITS = ("round(net * 10000 / unit)::bigint::decimal(38, 0) / 10000", "unit > 0")


@dataclass(frozen=True)
class Line:
    """The three lines in one measure; ``points`` holds nth, started, showdown, non_showdown, net, and ``sessions``
    the first and last hand of each session and what it brought (none if they are too many to draw)."""

    key: str
    label: str
    unit: str
    places: int
    points: pl.DataFrame
    sessions: pl.DataFrame

    def last(self) -> dict[str, str]:
        """The numbers at the end of the lines, as written."""
        return self._written(self.points.row(-1, named=True))

    def rows(self) -> list[dict[str, str]]:
        """A few points, evenly spaced: the numbers behind the lines."""
        step = max(1, -(-self.points.height // ROWS))
        chosen = sorted({*range(step - 1, self.points.height, step), self.points.height - 1})
        return [self._written(self.points.row(nth, named=True)) for nth in chosen]

    def _written(self, row: dict[str, object]) -> dict[str, str]:
        text = {
            name: number(Decimal(str(row[name])), self.places, signed=True)
            for name in ("net", "showdown", "non_showdown")
        }
        started = row["started"]
        when = day(started, year=False) if isinstance(started, dt.datetime) else ""
        return {"nth": f"{row['nth']:,}", "day": when, **text}


@dataclass(frozen=True)
class Winnings:
    """The lines (money first where there is one currency) and a sentence about them; no line without hands."""

    lede: str
    hands: int
    lines: list[Line]


def winnings(con: Connection, player: str | None) -> Winnings:
    """The lines of the subject's cash hands, or of what he plays most if he never plays for cash."""
    kinds = frame(con, KINDS)
    if kinds.is_empty():
        return Winnings("No hand of the player is stored.", 0, [])
    kind, hands, currencies, currency = kinds.row(0)
    lines = []
    if currencies == 1:
        unit = {None: "", "CHIPS": "chips", "PLAY": "play money"}.get(currency, currency or "")
        lines.append(_line(con, player, kind, "money", currency or "amounts", unit, IN_MONEY))
    lines.append(_line(con, player, kind, "units", "big blinds", "bb", IN_UNITS))
    lines = [line for line in lines if not line.points.is_empty()]
    return Winnings(_lede(kind, hands, currencies, lines), hands, lines)


def _line(
    con: Connection, player: str | None, kind: str, key: str, label: str, unit: str, how: tuple[str, str]
) -> Line:
    points = frame(con, POINTS_OF.format(value=how[0], known=how[1]), kind=kind, points=POINTS)
    places = 2 if key == "money" and unit not in ("chips", "play money") else 1 if key == "units" else 0
    # the parts are rounded first and then added: what the reader adds up is what he sees
    points = points.with_columns(pl.col("showdown", "non_showdown").round(places)).with_columns(
        net=pl.col("showdown") + pl.col("non_showdown")
    )
    start = pl.DataFrame(
        {"nth": [0], "started": [None], "showdown": [Decimal(0)], "non_showdown": [Decimal(0)], "net": [Decimal(0)]},
        schema=points.schema,
    )
    sat = frame(con, SESSIONS_OF.format(value=how[0], known=how[1]), kind=kind, player=player, kept=POINTS + 1)
    drawn = pl.concat([start, points]) if points.height else points
    return Line(key, label, unit, places, drawn, sat if sat.height <= POINTS else sat.clear())


def _lede(kind: str, hands: int, currencies: int, lines: list[Line]) -> str:
    what = {"cash": "cash hand", "tournament": "tournament hand", "play": "play-money hand"}.get(kind, "hand")
    said = f"{count_of(hands, what)} in order of time"
    if currencies > 1:
        said += ", in big blinds because the currencies differ"
    if not lines:
        return f"{said}; none names its stakes."
    end = lines[0].points.row(-1, named=True)
    showdown, other = (_part(Decimal(str(end[name])), lines[0]) for name in ("showdown", "non_showdown"))
    return f"{said}. Showdowns {showdown}, hands without one {other}."


def _part(value: Decimal, line: Line) -> str:
    if value == 0:
        return "come out even"
    text = number(abs(value), line.places)
    return f"{'bring' if value > 0 else 'cost'} {text} {line.unit}".rstrip()
