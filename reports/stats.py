"""Stats of players and of groups of hands, counted over the view ``player_hands``."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from math import sqrt

import duckdb

from pokerstats.pipeline.errors import UsageError
from pokerstats.reports.stat_definitions import Stat, player_hands_columns, stat_definitions

Z_95 = 1.959963984540054
"""Standard deviations that hold 95 % of a normal distribution."""

GROUPINGS: Mapping[str, tuple[str, ...]] = {
    "player": ("site", "player"),
    "position": ("position",),
    "game": ("game", "betting"),
    "stakes": ("kind", "currency", "betting", "stakes"),
    "site": ("site",),
    "month": ("month",),
    "kind": ("kind",),
}
"""What the hands can be grouped by, and the columns that name a group."""

UNNAMED_CURRENCY = "unknown"
"""Key of money whose log names no currency."""

Keys = tuple[str | None, ...]


@dataclass(frozen=True)
class StatValue:
    """What a stat came to. ``value`` is None without a chance; an interval is None where it has no meaning."""

    value: float | int | dict[str, Decimal] | None
    done: float | None = None
    chance: int | None = None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class StatsRow:
    """The stats of one group of hands: ``keys`` name the group, ``stats`` has a value for each stat by its name."""

    keys: dict[str, str | None]
    hands: int
    stats: dict[str, StatValue]


def wilson(done: float, chance: int) -> tuple[float, float] | None:
    """The 95 % interval of a rate by Wilson's score; None without a chance."""
    if chance == 0:
        return None
    rate = done / chance
    scale = 1 + Z_95**2 / chance
    middle = (rate + Z_95**2 / (2 * chance)) / scale
    half = Z_95 * sqrt(rate * (1 - rate) / chance + Z_95**2 / (4 * chance**2)) / scale
    # rounding must not leave a hair below or above what never or always happened
    return 0.0 if done == 0 else max(0.0, middle - half), 1.0 if done == chance else min(1.0, middle + half)


def hold_player_hands(con: duckdb.DuckDBPyConnection) -> None:
    """Compute ``player_hands`` once for all later queries of this connection; worth it from the third query on."""
    con.execute("create or replace temp table player_hands as select * from main.player_hands").fetchall()


def stat_rows(
    con: duckdb.DuckDBPyConnection,
    *,
    by: Sequence[str] = ("player",),
    player: str | None = None,
    min_hands: int = 1,
    where: str = "true",
) -> list[StatsRow]:
    """The stats of each group of hands; ``where`` is a condition on the columns of ``player_hands``.

    Positions come in the order of the table, months in the order of time, everything else with the most hands first.
    """
    definitions = stat_definitions(con)
    kinds = player_hands_columns(con)
    keys = group_columns(by, of_player=player is not None)
    if player is not None:
        where = f"({where}) and player = $player"
    parameters = {} if player is None else {"player": player}

    names = [f"{key}::varchar" for key in keys]
    grouping = f"group by {', '.join(keys)}" if keys else ""
    order = ", ".join(
        [f"max({key}_no) desc nulls last" if key == "position" else key for key in keys if key in ("position", "month")]
    )
    money = _money(con, definitions, names, grouping, where, parameters)
    query = f"""
        select {", ".join([*names, "count(*)", *(_measure(stat, kinds) for stat in definitions)])}
        from player_hands
        where {where}
        {grouping}
        having count(*) >= {min_hands:d}
        order by {order + ", " if order else ""}count(*) desc{"".join(f", {key}" for key in keys)}
    """
    rows = []
    for found in con.execute(query, parameters).fetchall():
        group: Keys = found[: len(keys)]
        hands, measured = found[len(keys)], found[len(keys) + 1 :]
        stats = {
            stat.name: StatValue(money[stat.name].get(group, {}))
            if stat.format == "money"
            else _value(stat, hands, measures)
            for stat, measures in zip(definitions, measured, strict=True)
        }
        rows.append(StatsRow(dict(zip(keys, group, strict=True)), hands, stats))
    return rows


def group_columns(by: Sequence[str], *, of_player: bool) -> tuple[str, ...]:
    """The columns of ``player_hands`` that name a group; a single player's groups carry his name."""
    unknown = [name for name in by if name not in GROUPINGS]
    if unknown:
        raise UsageError(f"--by {unknown[0]}: not known; choose from {', '.join(GROUPINGS)}")
    columns = [column for name in (["player"] if of_player else []) + list(by) for column in GROUPINGS[name]]
    return tuple(dict.fromkeys(columns))


def _measure(stat: Stat, kinds: Mapping[str, str]) -> str:
    """What SQL has to count for a stat, as one struct."""
    if stat.format in ("count", "money"):
        return "null"
    if stat.format in ("percent", "ratio"):
        return f"{{'done': {_total(stat.done, kinds)}, 'chance': {_total(stat.chance, kinds)}}}"
    only = f" filter (where {stat.chance})" if stat.chance else ""
    return (
        f"{{'mean': avg({stat.done}){only}, 'deviation': stddev_samp({stat.done}){only}, "
        f"'done': sum({stat.done}){only}, 'chance': count({stat.done}){only}}}"
    )


def _total(column: str | None, kinds: Mapping[str, str]) -> str:
    assert column is not None  # the definition was refused without it
    return f"count(*) filter (where {column})" if kinds[column] == "BOOLEAN" else f"coalesce(sum({column}), 0)"


def _value(stat: Stat, hands: int, measures: dict[str, float] | None) -> StatValue:
    if measures is None:
        return StatValue(hands)
    done, chance = measures["done"], int(measures["chance"])
    if stat.format in ("percent", "ratio"):
        low, high = (wilson(done, chance) or (None, None)) if stat.format == "percent" else (None, None)
        return StatValue(done / chance if chance else None, int(done), chance, low, high)
    if chance == 0:
        return StatValue(None, None, 0)
    scale = 100 if stat.format == "per100" else 1
    mean = measures["mean"] * scale
    if chance == 1:
        return StatValue(mean, float(done), chance)
    half = Z_95 * scale * measures["deviation"] / sqrt(chance)
    return StatValue(mean, float(done), chance, mean - half, mean + half)


def _money(
    con: duckdb.DuckDBPyConnection,
    definitions: Sequence[Stat],
    names: Sequence[str],
    grouping: str,
    where: str,
    parameters: dict[str, str],
) -> dict[str, dict[Keys, dict[str, Decimal]]]:
    """The sums of money of each group by currency; currencies are never added up."""
    stats = [stat for stat in definitions if stat.format == "money"]
    if not stats:
        return {}
    grouping = f"{grouping}, currency" if grouping else "group by currency"
    query = f"""
        select {"".join(f"{name}, " for name in names)}currency, {", ".join(f"sum({stat.done})" for stat in stats)}
        from player_hands
        where {where}
        {grouping}
        order by currency
    """
    sums: dict[str, dict[Keys, dict[str, Decimal]]] = {stat.name: {} for stat in stats}
    for found in con.execute(query, parameters).fetchall():
        group, currency = found[: len(names)], found[len(names)]
        for stat, amount in zip(stats, found[len(names) + 1 :], strict=True):
            sums[stat.name].setdefault(group, {})[currency or UNNAMED_CURRENCY] = amount
    return sums
