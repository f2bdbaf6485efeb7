"""The subject's results by game: hands, money, and the win rate for each hundred hands with its interval."""

import math
from dataclasses import dataclass
from decimal import Decimal

from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.games import game_name
from pokerstats.reports.html.numbers import Money, amount, currency_name, money, number

Z95 = 1.959963984540054
FEW_HANDS = 50
KINDS = {"tournament": " (tournaments)", "play": " (play money)"}

BY_GAME = """
with own as (
    select game, betting, kind, currency, net, small_blind, big_blind, small_bet, big_bet, ante,
           case when unit > 0 then round(net * 10000 / unit)::hugeint end as units
    from subject_hands
)
select game, betting, kind, currency, count(*) as hands, sum(net) as net, count(units) as counted,
       sum(units) as units, sum(units * units) as squares,
       min(coalesce(case when betting = 'fl' then small_bet end, small_blind)) as low,
       min(coalesce(case when betting = 'fl' then big_bet end, big_blind, ante)) as high,
       count(distinct coalesce(case when betting = 'fl' then big_bet end, big_blind, ante)) as stakes,
       max(coalesce(case when betting = 'fl' then big_bet end, big_blind, ante)) as highest
from own
group by game, betting, kind, currency
order by hands desc, game, betting, kind, currency
"""
BY_CURRENCY = """
select currency, count(*) as hands, sum(net) as net from subject_hands group by currency
order by currency in ('CHIPS', 'PLAY'), currency is null, hands desc, currency
"""


@dataclass(frozen=True)
class Rate:
    """A win rate for each hundred hands as written, its interval in per cent of the row's scale; pale when unsure."""

    value: str
    low: str
    high: str
    pale: bool
    left: float
    at: float
    right: float


@dataclass(frozen=True)
class Row:
    """One game in one currency."""

    game: str
    stakes: str
    hands: int
    net: Money
    unit: str
    rate: Rate | None


@dataclass(frozen=True)
class Results:
    """All games, the scale of their intervals, and one total for each currency."""

    rows: list[Row]
    scale: str
    totals: list[tuple[str, int, Money]]


def results(con: Connection) -> Results:
    """The subject's games, the most played first."""
    found = list(frame(con, BY_GAME).iter_rows(named=True))
    spans = [_per_hundred(row) for row in found]
    widest = max((max(abs(span[0]), abs(span[2])) for span in spans if span and not _pale(span)), default=0.0)
    reach = _round_up(min(widest or max((abs(span[1]) for span in spans if span), default=0.0), 1_000.0))
    return Results(
        rows=[
            Row(
                game=game_name(row["game"], row["betting"]) + KINDS.get(row["kind"], ""),
                stakes=_stakes(row),
                hands=row["hands"],
                net=money(row["net"], row["currency"], signed=True),
                unit="small bet" if row["betting"] == "fl" else "big blind",
                rate=_rate(span, reach) if span else None,
            )
            for row, span in zip(found, spans, strict=True)
        ],
        scale=f"{number(-reach)} to {number(reach, signed=True)}",
        totals=[
            (currency_name(row["currency"]), row["hands"], money(row["net"], row["currency"], signed=True))
            for row in frame(con, BY_CURRENCY).iter_rows(named=True)
        ],
    )


def _per_hundred(row: dict[str, object]) -> tuple[float, float, float, int] | None:
    """Low, mean and high of the 95 % interval for a hundred hands, and the hands counted."""
    counted = int(str(row["counted"]))
    if not counted:
        return None
    total, squares = Decimal(str(row["units"])), Decimal(str(row["squares"]))
    mean = total / counted
    spread = (squares - total * mean) / (counted - 1) if counted > 1 else Decimal(0)
    half = Z95 * math.sqrt(max(float(spread), 0.0) / counted) / 100
    middle = float(mean) / 100
    return middle - half, middle, middle + half, counted


def _pale(span: tuple[float, float, float, int]) -> bool:
    return span[3] < FEW_HANDS


def _rate(span: tuple[float, float, float, int], reach: float) -> Rate:
    low, middle, high, counted = span
    return Rate(
        value=number(middle, 1, signed=True),
        low=number(low, 1, signed=True) if counted > 1 else "–",
        high=number(high, 1, signed=True) if counted > 1 else "–",
        pale=_pale(span),
        left=_place(low, reach),
        at=_place(middle, reach),
        right=_place(high, reach),
    )


def _place(value: float, reach: float) -> float:
    return round(min(max(50 + 50 * value / reach, 0.0), 100.0), 1)


def _round_up(value: float) -> float:
    """The next round number of the form 1, 2, 3, 4, 5, 6 or 8 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value)) if value > 0 else 1.0
    return next(factor * power for factor in (1, 2, 3, 4, 5, 6, 8, 10) if factor * power >= value)


def _stakes(row: dict[str, object]) -> str:
    code = None if row["currency"] is None else str(row["currency"])
    high, low, highest = (row[name] if isinstance(row[name], Decimal) else None for name in ("high", "low", "highest"))
    if not isinstance(high, Decimal):
        return "–"
    if row["stakes"] != 1 and isinstance(highest, Decimal):
        return f"{amount(high, code)} to {amount(highest, code)}"
    return f"{amount(low, code)}/{amount(high, code)}" if isinstance(low, Decimal) and low else amount(high, code)
