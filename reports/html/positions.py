"""The subject's stats by position: rates with their chances and intervals, one scale for each row."""

from collections.abc import Sequence
from dataclasses import dataclass

from pokerstats.pipeline import games
from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.games import game_name
from pokerstats.reports.html.numbers import count_of, number
from pokerstats.reports.stat_definitions import Stat, stat_definitions
from pokerstats.reports.stats import StatsRow, StatValue, stat_rows

ORDER = ("UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO", "BTN", "SB", "BB")
GROUPS = (
    ("Results", ("bb_per_100",)),
    ("First round", ("vpip", "pfr", "rfi", "limp", "steal", "fold_to_steal", "three_bet", "fold_to_three_bet",
                     "four_bet", "squeeze", "opened", "completed", "defended_bring_in")),
    ("Draw", ("drew", "stood_pat", "improved_on_draw", "bet_after_draw")),
    ("Later rounds", ("cbet_flop", "fold_to_cbet_flop", "check_raise_flop", "donk_flop", "afq")),
    ("Showdown", ("wtsd", "wsd", "wwsf")),
)  # fmt: skip
FEW_CHANCES = 50
WIDE = 0.2

MAIN_GAME = """
select game, betting, kind, count(*) as hands, count(position) as placed from subject_hands
group by game, betting, kind order by placed desc, hands desc, kind, game, betting limit 1
"""


@dataclass(frozen=True)
class Cell:
    """One rate: as written, its chances, its interval in per cent of the row's scale, and pale when unsure."""

    value: str
    chances: str
    interval: str
    title: str
    pale: bool
    left: float
    at: float
    right: float
    mean: float | None


@dataclass(frozen=True)
class Row:
    """One stat: over all hands and by position; None where there never was a chance."""

    stat: Stat
    all: Cell | None
    cells: list[Cell | None]
    scale: str


@dataclass(frozen=True)
class Positions:
    """The table, its columns, and the game it is about."""

    game: str
    lede: str
    columns: list[str]
    groups: list[tuple[str, list[Row]]]

    @property
    def rate(self) -> Cell | None:
        """The win rate over all hands."""
        return next((row.all for _, rows in self.groups for row in rows if row.stat.format == "per100"), None)


def positions(con: Connection, player: str | None) -> Positions | None:
    """The table for the game the subject plays most; None without hands."""
    main = frame(con, MAIN_GAME)
    if main.is_empty() or player is None:
        return None
    game, betting, kind, hands, _ = main.row(0)
    where = f"game = '{_quoted(game)}' and betting = '{_quoted(betting)}' and kind = '{_quoted(kind)}'"
    whole = stat_rows(con, by=(), player=player, where=where)
    placed = {str(row.keys["position"]): row for row in stat_rows(con, by=("position",), player=player, where=where)}
    columns = [name for name in ORDER if name in placed]
    family = games.game(game).family if game in games.names() else "community"
    definitions = {
        stat.name: stat for stat in stat_definitions(con) if not stat.games or {family, game} & set(stat.games)
    }
    groups = []
    for title, names in GROUPS:
        rows = [
            _row(definitions[name], whole, [placed[column] for column in columns])
            for name in names
            if name in definitions
        ]
        rows = [row for row in rows if row.all]
        if rows:
            groups.append((title, rows))
    name = game_name(game, betting) + {"tournament": ", tournaments", "play": ", play money"}.get(kind, "")
    return Positions(name, _lede(name, hands, columns, placed), columns, groups)


def _lede(game: str, hands: int, columns: Sequence[str], placed: dict[str, StatsRow]) -> str:
    said = f"{game}, {count_of(hands, 'hand')}, all table sizes."
    rates = [(name, placed[name].stats["vpip"]) for name in columns if name not in ("SB", "BB")]
    sure = [
        (name, value.value)
        for name, value in rates
        if isinstance(value.value, float) and (value.chance or 0) >= FEW_CHANCES
    ]
    if len(sure) < 2:
        return said
    (first, low), (last, high) = sure[0], sure[-1]
    return f"{said} Plays {number(100 * low)} % of hands from {first} and {number(100 * high)} % from {last}."


def _row(stat: Stat, whole: Sequence[StatsRow], placed: Sequence[StatsRow]) -> Row:
    values = [row.stats[stat.name] for row in placed]
    over_all = whole[0].stats[stat.name] if whole else StatValue(None)
    low, high = _scale(stat, [over_all, *values])
    mean = _place(over_all.value, low, high) if isinstance(over_all.value, float) else None
    suffix = " %" if stat.format == "percent" else ""
    factor = 100 if stat.format == "percent" else 1
    return Row(
        stat,
        cell(stat, over_all, low, high, None),
        [cell(stat, value, low, high, mean if stat.format != "per100" else _place(0, low, high)) for value in values],
        f"{number(factor * low)} to {number(factor * high, signed=stat.format == 'per100')}{suffix}",
    )


def cell(stat: Stat, value: StatValue, low: float, high: float, mean: float | None) -> Cell | None:
    """A stat's value as it is written and drawn between ``low`` and ``high``; None without a chance."""
    if not isinstance(value.value, int | float):
        return None
    percent, signed = stat.format == "percent", stat.format == "per100"
    factor = 100 if percent else 1
    from_, to = value.low, value.high
    known = from_ is not None and to is not None
    chances = value.chance or 0
    pale = chances < FEW_CHANCES or (percent and known and (to or 0.0) - (from_ or 0.0) > WIDE)
    interval = ""
    if from_ is not None and to is not None:
        ends = number(factor * from_, 1, signed=signed), number(factor * to, 1, signed=signed)
        interval = f"{ends[0]} to {ends[1]}" if signed else f"{ends[0]}–{ends[1]}"
    done = f"{value.done:,.0f} of {chances:,}" if percent and value.done is not None else count_of(chances, "hand")
    return Cell(
        value=number(factor * value.value, 0 if pale else 1, signed=signed),
        chances=f"{chances:,}",
        interval=interval,
        title=f"{done}; 95 %: {interval}" if interval else done,
        pale=pale,
        left=_place(from_ if from_ is not None else value.value, low, high),
        at=_place(value.value, low, high),
        right=_place(to if to is not None else value.value, low, high),
        mean=mean,
    )


def _scale(stat: Stat, values: Sequence[StatValue]) -> tuple[float, float]:
    """From where to where the row's intervals are drawn; unsure ones may be cut."""
    sure = [v for v in values if isinstance(v.value, int | float) and (v.chance or 0) >= FEW_CHANCES]
    shown = sure or [v for v in values if isinstance(v.value, int | float)]
    ends = [abs(end) for v in shown for end in (v.low, v.high, v.value) if isinstance(end, int | float)]
    reach = max(ends, default=1.0) or 1.0
    if stat.format == "per100":
        return -reach, reach
    if stat.format == "percent":
        steps = (0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
        return 0.0, next((step for step in steps if step >= reach), 1.0)
    return 0.0, reach


def _place(value: float, low: float, high: float) -> float:
    return round(min(max(100 * (value - low) / (high - low), 0.0), 100.0), 1)


def _quoted(text: str) -> str:
    return text.replace("'", "''")
