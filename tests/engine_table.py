"""A table for the engine's tests: hands dealt as written, choices as words, events as short lines."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from pokerstats.pipeline.cards import codes_of, text_of
from pokerstats.pipeline.engine import NO_SLIPS, Choice, Deck, Hand, Seat, Terms
from pokerstats.pipeline.games.rules import rule_set

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon")


def terms_of(
    name: str,
    *,
    options: Mapping[str, str] | None = None,
    structure: str | None = None,
    stakes: Mapping[str, int | None] | None = None,
    deck: int | None = None,
) -> Terms:
    """A shipped rule set with some options and sums changed."""
    rules = rule_set(name).with_options(options or {})
    usual = rules.stakes_in(structure or rules.structure.default)
    return Terms(rules, structure=structure, stakes=usual.model_copy(update=dict(stakes or {})), deck=deck)


def in_turn(*hands: str) -> str:
    """The deck that deals these hands one card at a time, the first hand to the dealer's left."""
    cards = [hand.split() for hand in hands]
    return " ".join(hand[number] for number in range(len(cards[0])) for hand in cards)


def seated(terms: Terms, stacks: Sequence[int], deck: str = "", **more: Any) -> Hand:
    """A hand in play; seat 1 is on the dealer's left, the dealer sits in the last seat.

    The deck deals the cards named, then all others in order.
    """
    if deck:
        named = deck.split()
        rest = [card for card in text_of(range((52 - terms.deck), 52)).split() if card not in named]
        more["deck"] = Deck.in_order(" ".join([*named, *rest]))
    seats = [Seat(number, NAMES[number - 1], stack) for number, stack in enumerate(stacks, start=1)]
    more = {"button": len(stacks), "rng": Random(1), "slips": NO_SLIPS, **more}
    return Hand(terms, seats, **more)


def choice(words: str) -> Choice:
    """``"bet 5"``, ``"raise 10 propose"``, ``"draw Kd 9c"``, ``"pat"``, ``"call challenge"``."""
    kind, *rest = words.split()
    if kind == "pat":
        return Choice("draw")
    if kind == "draw":
        return Choice("draw", 0, tuple(codes_of(" ".join(rest))))
    to = int(rest.pop(0)) if rest and rest[0].isdigit() else 0
    return Choice(kind, to, (), rest[0] if rest else "")


def play(hand: Hand, script: str) -> Hand:
    """The choices of a script, separated by commas, one after the other."""
    for words in script.split(","):
        hand.act(choice(words.strip()))
    return hand


def lines(hand: Hand, *kinds: str) -> list[str]:
    """The events of these kinds (none: all but the cards dealt) as lines: ``"raise 2 4 4"``."""
    told = []
    for event in hand.deal.events:
        kind = event["type"]
        if kind in kinds if kinds else kind not in ("deal", "burn", "board"):
            told.append(
                " ".join([kind, *(str(value) for name, value in event.items() if name not in ("type", "said"))])
            )
    return told
