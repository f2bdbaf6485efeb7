"""The winnings chart: cumulative net, showdown and non-showdown lines over the hands."""

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
HEIGHT = 372


def winnings_figure(points: pl.DataFrame, *, unit: str, places: int) -> go.Figure:
    """The three lines of a frame with the columns nth, showdown, non_showdown and net."""
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
    figure.update_layout(
        template=TEMPLATE,
        height=HEIGHT,
        xaxis={"range": [0, max(hands)]},
        yaxis={
            "range": [min(low, ticks[0]), max(high, ticks[-1])],
            "tickvals": ticks,
            "ticktext": [_tick(value, unit if value == ticks[-1] else "") for value in ticks],
        },
        annotations=_end_labels(values, ticks, low, high, places),
    )
    return figure


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
    sign = "" if value == 0 else "+" if value > 0 else "−"
    return f"{sign}{digits} {unit}".rstrip()


def _end_labels(
    values: dict[str, list[float]], ticks: list[float], low: float, high: float, places: int
) -> list[dict[str, object]]:
    """Names and numbers at the line ends, pushed apart so that none covers another."""
    bottom, top = min(low, ticks[0]), max(high, ticks[-1])
    per_pixel = (top - bottom) / (HEIGHT - 52)
    ends = sorted(
        ((values[column][-1], label, colour) for column, label, colour, _ in LINES), key=lambda end: (-end[0], end[1])
    )
    at = [value for value, *_ in ends]
    for _ in range(20):
        for nth in range(1, len(at)):
            if (overlap := LABEL_GAP * per_pixel - (at[nth - 1] - at[nth])) > 0:
                at[nth - 1] += overlap / 2
                at[nth] -= overlap / 2
    labels: list[dict[str, object]] = []
    for place, (value, label, colour) in zip(at, ends, strict=True):
        sign = "" if value == 0 else "+" if value > 0 else "−"
        common = {"xref": "paper", "x": 1, "y": place, "yref": "y", "font": {"color": colour}}
        labels.append(common | {"text": label, "xshift": 10, "xanchor": "left", "name": label})
        text = f"{sign}{abs(value):,.{places}f}"
        labels.append(common | {"text": text, "xshift": 166, "xanchor": "right", "name": label})
    return labels
