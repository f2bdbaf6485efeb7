"""The look of every chart: hairlines across, no legend, no box; the page's style sheet recolours it in the dark."""

import plotly.graph_objects as go

SANS = '"Report Symbols","Report Sans","Segoe UI","Helvetica Neue",system-ui,sans-serif'
TEMPLATE = go.layout.Template(
    layout={
        "font": {"family": SANS, "size": 13, "color": "#5f6c64"},
        "paper_bgcolor": "rgba(0,0,0,0)",
        "plot_bgcolor": "rgba(0,0,0,0)",
        "colorway": ["#17211b", "#1262a3", "#b3301f", "#b87400"],
        "showlegend": False,
        "dragmode": False,
        "hovermode": "x",
        "separators": ".,",
        "margin": {"l": 72, "r": 168, "t": 18, "b": 34, "pad": 0},
        "uniformtext": {"minsize": 12, "mode": "hide"},
        "xaxis": {
            "showgrid": False, "zeroline": False, "ticks": "outside", "ticklen": 5, "tickcolor": "#a9b5aa",
            "tickformat": ",d", "fixedrange": True, "showspikes": True, "spikemode": "across", "spikesnap": "cursor",
            "spikethickness": 1, "spikedash": "solid",
        },
        "yaxis": {
            "gridcolor": "#d6dcd1", "zerolinecolor": "#a9b5aa", "zerolinewidth": 1, "ticks": "",
            "ticklabelstandoff": 10, "nticks": 8, "fixedrange": True,
        },
        "annotationdefaults": {"showarrow": False, "xanchor": "left", "font": {"size": 13}},
    }
)  # fmt: skip
CONFIG = {"displayModeBar": False, "responsive": True}
