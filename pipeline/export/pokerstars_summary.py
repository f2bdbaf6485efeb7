"""The summary of a hand in PokerStars' words."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pokerstats.pipeline.export.events import money as plain
from pokerstats.pipeline.export.pokerstars_play import Money, Play, sum_text

Hand = dict[str, Any]

_ORDINALS = ("FIRST", "SECOND", "THIRD")
_TIMES = ("once", "twice", "three times")
_FOLDED = {
    "preflop": "before Flop",
    "flop": "on the Flop",
    "turn": "on the Turn",
    "river": "on the River",
    "second": "on the 2nd Street",
    "third": "on the 3rd Street",
    "fourth": "on the 4th Street",
    "fifth": "on the 5th Street",
    "sixth": "on the 6th Street",
    "seventh": "on the River",
    "predraw": "before the Draw",
    "first_draw": "after the 1st Draw",
    "second_draw": "after the 2nd Draw",
    "third_draw": "after the 3rd Draw",
}


def summary(hand: Hand, play: Play, money: Money, *, pot: int, rake: int) -> Iterator[str]:
    """The lines of the summary; pot and rake as printed in the log, else as they follow from the play."""
    end = hand["events"][-1]
    yield "*** SUMMARY ***"
    parts = [(part["part"], part["amount"]) for part in end.get("rake_parts", ())]
    parts = parts or [("rake", end.get("rake", plain(rake)))]
    taken = " | ".join(f"{name.capitalize()} {money(amount)}" for name, amount in parts)
    yield f"Total pot {money(end.get('pot', plain(pot)))}{_pots(hand, money)} | {taken}"
    if len(play.boards) > 1:
        yield f"Hand was run {_TIMES[len(play.boards) - 1]}"
        yield from (f"{_ORDINALS[run - 1]} Board [{' '.join(play.boards[run])}]" for run in sorted(play.boards))
    elif play.boards:
        yield f"Board [{' '.join(play.boards[1])}]"
    known = _known_hands(hand, play)
    for seat in hand["seats"]:
        if seat.get("dealt_in", True):
            roles = ["button"] if seat["seat"] == hand.get("button") else []
            roles += play.blinds.get(seat["seat"], [])
            named = f"Seat {seat['seat']}: {seat['player']}{''.join(f' ({role})' for role in roles)}"
            yield f"{named} {_result(seat['seat'], play, money, known)}"


def _pots(hand: Hand, money: Money) -> str:
    """What main and side pots paid, where the log tells them apart."""
    paid: dict[int, Fraction] = {}
    for event in hand["events"]:
        if event["type"] == "award" and "pot" in event:
            paid[event["pot"]] = paid.get(event["pot"], Fraction(0)) + Fraction(event["amount"])
    if len(paid) < 2:
        return ""
    names = {pot: "Main pot" if pot == 0 else "Side pot" if max(paid) == 1 else f"Side pot-{pot}" for pot in paid}
    return "".join(f" {names[pot]} {money(sum_text(paid[pot]))}." for pot in sorted(paid))


def _result(seat: int, play: Play, money: Money, known: dict[int, str]) -> str:
    won = play.won.get(seat)
    sum_won = f"({money(sum_text(won))})" if won is not None else ""
    if seat in play.folded:
        bet = "" if seat in play.bet or seat in play.blinds else " (didn't bet)"
        return f"folded {_FOLDED.get(play.folded[seat], 'before the Draw')}{bet}"
    if seat in play.shown:
        cards, said = play.shown[seat]
        named = f" with {said}" if said else ""
        outcome = f"won {sum_won}{named}" if sum_won else f"lost{named}"
        return f"showed [{cards.replace('??', 'XX')}] and {outcome}"
    if seat in play.mucked:
        return f"mucked [{known[seat]}]" if seat in known else "mucked"
    return f"collected {sum_won}" if sum_won else "didn't show"


def _known_hands(hand: Hand, play: Play) -> dict[int, str]:
    """The whole hands of players as far as the log knows them, in the order in which the room prints them."""
    down: dict[int, list[str]] = {}
    up: dict[int, list[str]] = {}
    for event in hand["events"]:
        if event["type"] == "deal":
            down.setdefault(event["seat"], []).extend(event.get("down", "").split())
            up.setdefault(event["seat"], []).extend(event.get("up", "").split())
    if play.game.family == "draw":
        down, up = play.held, {seat: [] for seat in play.held}
    first = play.game.down.get(play.game.first_street, play.game.hole_cards)
    found = {seat: [*cards[:first], *up[seat], *cards[first:]] for seat, cards in down.items()}
    for seat in hand["seats"]:
        if "final" in seat:
            found[seat["seat"]] = seat["final"].split()
    return {seat: " ".join(cards) for seat, cards in found.items() if "??" not in cards and cards}
