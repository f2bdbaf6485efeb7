"""Why a hand cannot be written."""

from pokerstats.pipeline.errors import PokerstatsError


class Refused(PokerstatsError):
    """The format cannot express the hand, or its cards do not speak for those who were paid."""
