"""The players at the tables: hands, results and the first stats of each."""

from dataclasses import dataclass
from decimal import Decimal

from pokerstats.reports.html.frames import Connection
from pokerstats.reports.html.numbers import Money, count_of, money
from pokerstats.reports.html.positions import Cell, cell
from pokerstats.reports.stat_definitions import stat_definitions
from pokerstats.reports.stats import StatsRow, stat_rows

PLAYERS_KEPT = 25
COLUMNS = ("vpip", "pfr", "three_bet", "wtsd", "wsd")
MIN_HANDS = 1


@dataclass(frozen=True)
class Player:
    """One player of one room; ``bar`` is his win rate in per cent of the widest bar."""

    player: str
    site: str
    hands: int
    net: list[Money]
    rate: Cell | None
    bar: float | None
    cells: list[Cell | None]


@dataclass(frozen=True)
class Players:
    """The players met most often."""

    lede: str
    labels: list[str]
    rows: list[Player]
    sites: int


def players(con: Connection) -> Players:
    """Everyone dealt in, the most often met first."""
    total, sites = con.sql("select count(*), count(distinct site) from players").fetchall()[0]
    rows = stat_rows(con, by=("player",), min_hands=MIN_HANDS)
    rows.sort(key=lambda row: (-row.hands, row.keys["player"] or "", row.keys["site"] or ""))
    rows = rows[:PLAYERS_KEPT]
    definitions = {stat.name: stat for stat in stat_definitions(con)}
    rates = [row.stats["bb_per_100"].value for row in rows]
    widest = max((abs(rate) for rate in rates if isinstance(rate, int | float)), default=0.0)
    shown = len(rows)
    lede = f"{count_of(total, 'player')} dealt in" + (f"; the {shown} met most often." if shown < total else ".")
    return Players(
        lede,
        [definitions[name].label for name in COLUMNS],
        [
            Player(
                player=row.keys["player"] or "",
                site=row.keys["site"] or "",
                hands=row.hands,
                net=_net(row),
                rate=cell(definitions["bb_per_100"], row.stats["bb_per_100"], -1, 1, None),
                bar=round(100 * rate / widest, 1) if widest and isinstance(rate, int | float) else None,
                cells=[cell(definitions[name], row.stats[name], 0, 1, None) for name in COLUMNS],
            )
            for row, rate in zip(rows, rates, strict=True)
        ],
        sites,
    )


def _net(row: StatsRow) -> list[Money]:
    value = row.stats["net"].value
    nets: dict[str, Decimal] = value if isinstance(value, dict) else {}
    return [money(nets[code], None if code == "unknown" else code, signed=True) for code in sorted(nets)]
