"""The winnings chart: cumulative net, showdown and non-showdown lines over the hands."""

import itertools

import plotly.graph_objects as go
import polars as pl

from pokerstats.reports.charts.template import TEMPLATE

LINES = (
    ("showdown", "showdown", "#1262a3", 1.6),
    ("non_showdown", "non-showdown", "#b3301f", 1.6),
    ("net", "net", "#17211b", 2.75),
)
"""Column, label, colour in light, width; the net lies on top."""
LABEL_GAP = 20
LINES_HEIGHT = 340
STRIP_HEIGHT = 46
STRIP_GAP = 14
MARGINS = 52
STRIP_COLOUR, HOLLOW = "#43504a", "rgba(0,0,0,0)"


def winnings_figure(points: pl.DataFrame, sessions: pl.DataFrame, *, unit: str, places: int) -> go.Figure:
    """The three lines of a frame with the columns nth, showdown, non_showdown and net; below them one bar for each
    session of a frame with the columns first, last and value: solid for a gain, hollow for a loss."""
    hands = points["nth"].to_list()
    values = {column: [float(value) for value in points[column].to_list()] for column, *_ in LINES}
    figure = go.Figure(
        [
            go.Scatter(
                x=hands,
                y=values[column],
                name=label,
                mode="lines",
                hoverinfo="none",
                line={"color": colour, "width": width},
            )
            for column, label, colour, width in LINES
        ]
    )
    low = min(min(series) for series in values.values())
    high = max(max(series) for series in values.values())
    ticks = _ticks(low, high)
    height = LINES_HEIGHT + (0 if sessions.is_empty() else STRIP_GAP + STRIP_HEIGHT)
    bottom = 1 - LINES_HEIGHT / height
    top_tick = _tick(ticks[-1], unit)
    numbers = {column: _signed(series[-1], places) for column, series in values.items()}
    right = max(168, 110 + 8 * max(map(len, numbers.values())))
    labels = _end_labels(values, numbers, right, bottom=min(low, ticks[0]), top=max(high, ticks[-1]))
    figure.update_layout(
        template=TEMPLATE,
        height=height + MARGINS,
        xaxis={"range": [0, max(hands)]},
        yaxis={
            "domain": [bottom, 1],
            "range": [min(low, ticks[0]), max(high, ticks[-1])],
            "tickvals": ticks,
            "ticktext": [_tick(value, unit if value == ticks[-1] else "") for value in ticks],
        },
        annotations=labels,
        margin=TEMPLATE.layout.margin.to_plotly_json() | {"l": max(72, 7 * len(top_tick) + 12), "r": right},
    )
    if not sessions.is_empty():
        _add_strip(figure, sessions, STRIP_HEIGHT / height)
    return figure


def _add_strip(figure: go.Figure, sessions: pl.DataFrame, top: float) -> None:
    bars = sessions.select(
        middle=(pl.col("first") - 1 + pl.col("last")) / 2,
        width=(pl.col("last") - pl.col("first") + 1) * 0.9,
        value=pl.col("value").cast(pl.Float64),
    )
    brought = bars["value"].to_list()
    reach = 1.04 * max(map(abs, brought)) or 1.0
    figure.add_bar(
        x=bars["middle"].to_list(),
        y=brought,
        width=bars["width"].to_list(),
        yaxis="y2",
        hoverinfo="skip",
        marker={
            "color": [STRIP_COLOUR if value >= 0 else HOLLOW for value in brought],
            "line": {"color": STRIP_COLOUR, "width": 1},
        },
    )
    figure.update_layout(
        xaxis={"anchor": "y2"},
        yaxis2={"domain": [0, top], "range": [-reach, reach], "showgrid": False, "showticklabels": False},
    )
    figure.update_layout(yaxis2=TEMPLATE.layout.yaxis.to_plotly_json() | figure.layout.yaxis2.to_plotly_json())
    figure.add_annotation(text="each session", x=1, xref="paper", xshift=10, xanchor="left", y=0, yref="y2")


def _ticks(low: float, high: float) -> list[float]:
    """Round values around the lines, at most eight, zero among them."""
    span = max(high, 0.0) - min(low, 0.0) or 1.0
    power = 0
    while span / 10**power > 70:
        power += 1
    while span / 10.0**power <= 7:
        power -= 1
    step = next(factor * 10.0**power for factor in (1, 2, 2.5, 5, 10, 20) if span / (factor * 10.0**power) <= 6)
    first, last = int(min(low, 0.0) // step), int(-(-max(high, 0.0) // step))
    return [round(nth * step, 6) for nth in range(first, last + 1)]


def _tick(value: float, unit: str) -> str:
    digits = f"{abs(value):,.2f}".rstrip("0").rstrip(".")
    return f"{_sign(value)}{digits} {unit}".rstrip()


def _signed(value: float, places: int) -> str:
    return f"{_sign(value)}{abs(value):,.{places}f}"


def _sign(value: float) -> str:
    return "" if value == 0 else "+" if value > 0 else "−"


def _end_labels(
    values: dict[str, list[float]], numbers: dict[str, str], right: int, *, bottom: float, top: float
) -> list[dict[str, object]]:
    """Names and numbers at the line ends in the order of LINES, pushed apart so that none covers another."""
    per_pixel = (top - bottom) / LINES_HEIGHT
    ends = sorted((-values[column][-1], nth) for nth, (column, *_) in enumerate(LINES))
    at = {nth: -value for value, nth in ends}
    for _ in range(20):
        for (_, upper), (_, lower) in itertools.pairwise(ends):
            if (overlap := LABEL_GAP * per_pixel - (at[upper] - at[lower])) > 0:
                at[upper] += overlap / 2
                at[lower] -= overlap / 2
    labels: list[dict[str, object]] = []
    for nth, (column, label, colour, _) in enumerate(LINES):
        common = {
            "xref": "paper",
            "x": 1,
            "y": at[nth],
            "yref": "y",
            "font": {"color": colour, "weight": 600 if column == "net" else 500},
        }
        labels.append(common | {"text": label, "xshift": 10, "xanchor": "left"})
        labels.append(common | {"text": numbers[column], "xshift": right - 2, "xanchor": "right"})
    return labels
