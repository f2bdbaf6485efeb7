"""Bots: players of plainly different styles, each a small function of what its player may see."""

from pokerstats.pipeline.engine.bots.play import Bot, bots_of, stays_in
from pokerstats.pipeline.engine.bots.styles import NAMES, STYLE_OF, STYLES, Style

__all__ = ["NAMES", "STYLES", "STYLE_OF", "Bot", "Style", "bots_of", "stays_in"]
