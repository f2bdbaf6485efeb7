"""The engine: deals and plays hands by the rule sets, step by step, and records them as our own histories.

It knows nothing of how the audit judges, and the audit nothing of it.
"""

from pokerstats.pipeline.engine.deal import Post, Seat
from pokerstats.pipeline.engine.deck import Deck
from pokerstats.pipeline.engine.hand import Hand
from pokerstats.pipeline.engine.illegal import AgainstRules, IllegalAction, IllegalDeal
from pokerstats.pipeline.engine.record import Header, history_line
from pokerstats.pipeline.engine.slips import NO_SLIPS, Slips
from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.engine.turn import Choice, Legal, Turn
from pokerstats.pipeline.engine.view import View, view_of

__all__ = [
    "NO_SLIPS",
    "AgainstRules",
    "Choice",
    "Deck",
    "Hand",
    "Header",
    "IllegalAction",
    "IllegalDeal",
    "Legal",
    "Post",
    "Seat",
    "Slips",
    "Terms",
    "Turn",
    "View",
    "history_line",
    "view_of",
]
