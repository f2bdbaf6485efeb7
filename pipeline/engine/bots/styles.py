"""The styles, and the players who have one for ever: a report over simulated hands shows who is who."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """How a bot plays; the figures are shares of hands or of chances, 0 … 1."""

    name: str
    plays: float
    """Hands he puts money in for without being forced."""
    opens: float
    """Hands he makes the first raise, or the opening bet, with."""
    rethinks: float
    """Hands he raises a raise with."""
    bets: float
    """How often he bets or raises a good hand."""
    bluffs: float
    """How often he bets a hand that is nothing."""
    calls: float
    """How far beyond its price he calls with a middling hand."""
    size: float
    """His bets as a part of the pot, where the structure lets him choose."""


STYLES = (
    Style("nit", plays=0.14, opens=0.10, rethinks=0.025, bets=0.50, bluffs=0.04, calls=0.20, size=0.50),
    Style("solid", plays=0.22, opens=0.18, rethinks=0.06, bets=0.68, bluffs=0.16, calls=0.35, size=0.66),
    Style("loose", plays=0.34, opens=0.26, rethinks=0.09, bets=0.75, bluffs=0.26, calls=0.45, size=0.75),
    Style("station", plays=0.52, opens=0.06, rethinks=0.02, bets=0.30, bluffs=0.04, calls=0.85, size=0.45),
    Style("maniac", plays=0.56, opens=0.42, rethinks=0.17, bets=0.88, bluffs=0.45, calls=0.55, size=1.00),
)

NAMES: Mapping[str, tuple[str, ...]] = {
    "nit": (
        "Anchor", "Bunker", "Granite", "Icicle", "Ledger", "Mole", "Padlock", "Shutter", "Thimble", "Tortoise",
    ),
    "solid": (
        "Beacon", "Cedar", "Compass", "Gauge", "Keel", "Lathe", "Mason", "Plumb", "Rowan", "Sextant",
    ),
    "loose": (
        "Breeze", "Driftwood", "Feather", "Juniper", "Lagoon", "Meadow", "Ribbon", "Saffron", "Skylark", "Tumbleweed",
    ),
    "station": (
        "Barnacle", "Burdock", "Gecko", "Ivy", "Limpet", "Magnet", "Putty", "Resin", "Sponge", "Velcro",
    ),
    "maniac": (
        "Comet", "Cymbal", "Firecracker", "Geyser", "Hornet", "Piranha", "Rocket", "Tornado", "Typhoon", "Wildfire",
    ),
}  # fmt: skip
"""Ten players of each style."""

STYLE_OF: Mapping[str, Style] = {name: style for style in STYLES for name in NAMES[style.name]}
