"""How many random hands a test deals: few in the usual run, all that the proof asks for when thorough."""

import os

THOROUGH = os.environ.get("POKERSTATS_THOROUGH", "") not in ("", "0")
"""Set POKERSTATS_THOROUGH=1 to deal the full numbers; a run then takes minutes."""


def hands(usual: int, *, thorough: int) -> int:
    """The number of hands to deal in this run."""
    return thorough if THOROUGH else usual
