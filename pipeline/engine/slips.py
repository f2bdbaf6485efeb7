"""How often the people at the table slip: what the rules of a home game have an answer for."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Slips:
    """Chances between 0 and 1, each for one draw or one showing of a hand."""

    dealer_exposes: float = 0.004
    """The dealer turns up a draw card; it is set aside and replaced (J9)."""
    player_exposes: float = 0.002
    """The player turns up a card he drew; it is kept (J9)."""
    miscount: float = 0.0
    """The dealer gives a card too many or too few and nobody notices: a dead hand at the showdown (D5). It offends
    against D8, so it happens only where it is asked for."""
    misreads: float = 0.01
    """A player announces another hand than he holds and corrects himself when it lies open (M5)."""


NO_SLIPS = Slips(0, 0, 0, 0)
"""Nobody ever slips."""
