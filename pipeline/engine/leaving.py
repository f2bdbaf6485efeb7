"""Folding at any moment, in turn or not, as Pokeris allows it (P3, P16)."""

from collections.abc import Callable, Generator

from pokerstats.pipeline.engine.deal import Deal
from pokerstats.pipeline.engine.illegal import IllegalAction
from pokerstats.pipeline.engine.turn import Choice, Turn

LEFT = Choice("left")
"""What the course of a hand is told when somebody has left it: who is in turn may have other choices now."""


def choice_of(deal: Deal, place: int, turn: Callable[[], Turn | None]) -> Generator[Turn, Choice, Choice | None]:
    """What the player chooses; none if he has left meanwhile, is the last one left, or has no turn any more."""
    while deal.inside[place] and deal.players_in > 1:
        due = turn()
        if due is None:
            return None
        choice = yield due
        if choice is not LEFT:
            return choice
    return None


def may_leave(deal: Deal, turn: Turn, seat: int) -> bool:
    """Whether a fold of this player is not one of his turn to bet, which is a choice like any other."""
    terms = deal.terms
    in_turn = seat == turn.seat and turn.kind != "draw"
    return terms.laps and terms.lap_by_lap and turn.kind != "show" and not in_turn


def leave(deal: Deal, turn: Turn, seat: int) -> None:
    """A player throws his hand away before or between his turns; refused with the rule if he may not."""
    place = deal.seats.index(seat) if seat in deal.seats else -1
    if place < 0 or not deal.inside[place]:
        raise IllegalAction("P3", f"seat {seat} is not in the hand")
    if not deal.room[place]:
        raise IllegalAction("P14", f"seat {seat} is all in and waits for the showdown")
    if deal.answering or turn.kind in ("answer", "force"):
        raise IllegalAction(deal.answering or "P15", f"seat {seat} waits until seat {turn.seat} has answered")
    if len(deal.held[place]) < deal.terms.game.final_cards and turn.kind == "draw":
        raise IllegalAction("J9", f"seat {seat} waits for the card that is due to him")
    deal.record("fold", seat=seat)
    deal.fold(place)
