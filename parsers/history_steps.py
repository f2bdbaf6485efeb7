"""The steps of one of our own histories, taken one by one: rows of actions and payouts, and what they tell of cards."""

import json
from collections.abc import Iterable
from typing import Any, get_args

from pokerstats.parsers import history as h

_UNKNOWN = "??"

Row = tuple[Any, ...]

_SEAT_FIELDS: dict[type, tuple[str, ...]] = {
    model: tuple(field for field in ("seat", "target", "drops", "stays") if field in model.model_fields)
    for model in get_args(get_args(h.Event)[0])
}
"""Where each kind of event names a seat."""


_PARTS = (h.Deal, h.Check, h.Step, h.Fold, h.Muck, h.Put, h.Discard, h.Show, h.Award)
"""Events that only a player who is dealt in can have."""

_WITHOUT_ROW = ("street", "deal", "board", "award", "end")
"""Events that are no action."""


def events_with_rows(types: Iterable[str]) -> list[int]:
    """The places of the events, given by their types, that become rows of actions: the first is that of row 0."""
    return [number for number, kind in enumerate(types) if kind not in _WITHOUT_ROW]


class Impossible(Exception):
    """The hand contradicts itself."""


class CutOff(Exception):
    """The hand has no end."""


class _Cards:
    """What the log knows of one player's cards."""

    def __init__(self) -> None:
        self.down: list[str] = []
        self.up: list[str] = []
        self.after: list[str] | None = None
        self.drew = False
        self.untold = 0
        self.shown: list[str] = []

    def draw(self, event: h.Discard) -> None:
        """The hand after a draw, as long as every card thrown can be told."""
        hand = list(self.down) if not self.drew else self.after
        self.drew = True
        if event.kept is not None:
            hand = event.kept.split()
        elif hand is not None and event.cards is not None:
            hand = _without(hand, event.cards.split())
        elif hand is not None and event.count:
            hand = [_UNKNOWN] * (len(hand) - event.count) if set(hand) <= {_UNKNOWN} else None
        if hand is not None:
            drawn = event.drawn.split() if event.drawn else [_UNKNOWN] * (event.count if event.drawn is None else 0)
            hand = hand + drawn
        self.after = hand
        self.untold = event.count if event.drawn is None else 0

    def set_aside(self) -> None:
        """A draw card is set aside: where the draw was not told, one of its unknown cards was this one."""
        if self.untold and self.after is not None:
            self.after = _without(self.after, [_UNKNOWN])
            self.untold -= 1

    def hole_cards(self) -> str | None:
        hole = self.down
        if self.shown and not self.drew and (not hole or _UNKNOWN in hole):
            shown = _without(self.shown, self.up)
            if shown is not None and (not hole or len(shown) == len(hole)):
                hole = shown
        return card_text(hole)

    def final_cards(self) -> str | None:
        if not self.drew:
            return None
        if self.after is None or (_UNKNOWN in self.after and self.shown):
            return card_text(self.shown)
        return card_text(self.after)


def _without(hand: list[str], gone: list[str]) -> list[str] | None:
    """The hand less the cards thrown from it; None if it did not hold them."""
    left = list(hand)
    for card in gone:
        if card in left:
            left.remove(card)
        elif _UNKNOWN in left:
            left.remove(_UNKNOWN)
        else:
            return None
    return left


def card_text(cards: list[str]) -> str | None:
    return " ".join(cards) if set(cards) - {_UNKNOWN} else None


class Steps:
    """The events of one hand as rows of actions and payouts, and what they tell of cards."""

    def __init__(self, hand: h.Hand, index: int, line: int) -> None:
        self.index = index
        self.line = line
        self.cards = {seat.seat: _Cards() for seat in hand.seats}
        self.boards: dict[int, list[str]] = {}
        self.actions: list[Row] = []
        self.payouts: list[Row] = []
        self.end: h.End | None = None
        self.street: str | None = None
        _check_seats(hand)
        away = {seat.seat for seat in hand.seats if not seat.dealt_in}
        for number, event in enumerate(hand.events):
            if self.end is not None:
                raise Impossible(f'$.events[{number}]: {event.type}: expected nothing after "end"')
            for field in _SEAT_FIELDS[type(event)]:
                if (seat := getattr(event, field)) not in self.cards:
                    raise Impossible(f"$.events[{number}].{field}: {seat}: nobody sits there")
            if away and isinstance(event, _PARTS) and event.seat in away:
                raise Impossible(f'$.events[{number}].seat: {event.seat}: is not dealt in, by his seat\'s "dealt_in"')
            self._take(event, number)
        if self.end is None:
            raise CutOff('no "end" event: the hand is cut off')

    def _row(
        self,
        seat: int | None,
        action: str,
        *,
        amount: int | None = None,
        to_amount: int | None = None,
        all_in: bool = False,
        n_cards: int | None = None,
        cards: str | None = None,
        new_cards: str | None = None,
        said: str | None = None,
        target: int | None = None,
        run: int | None = None,
    ) -> None:
        if self.street is None:
            raise Impossible(f'{action} before the first "street" event')
        self.actions.append(
            (
                self.index, len(self.actions), self.street, seat, action, amount, to_amount, all_in, n_cards, cards,
                new_cards, said, target, run, self.line,
            )
        )  # fmt: skip

    def _take(self, event: h.Event, number: int) -> None:
        match event:
            case h.Street():
                self.street = event.street
            case h.Forced():
                self._row(event.seat, event.type, amount=event.amount, all_in=event.all_in)
            case h.Deal():
                cards = self.cards[event.seat]
                cards.down += event.down.split() if event.down else []
                cards.up += event.up.split() if event.up else []
            case h.Board():
                self.boards.setdefault(event.run, []).extend(event.cards.split())
            case h.Burn():
                self._row(None, "burn", n_cards=len(event.cards.split()), cards=event.cards)
            case h.Reshuffle():
                self._row(None, "reshuffle", n_cards=event.count)
            case h.Check() | h.Step():
                self._row(event.seat, event.type)
            case h.Fold() | h.Muck():
                self._row(event.seat, event.type, cards=event.cards)
            case h.Put():
                self._row(event.seat, event.type, amount=event.amount, to_amount=event.to, all_in=event.all_in)
            case h.Discard():
                self.cards[event.seat].draw(event)
                action = "discard" if event.count else "stand_pat"
                # the cards of who stands pat are those he keeps
                told = event.cards if event.count else event.kept
                self._row(event.seat, action, n_cards=event.count, cards=told, new_cards=event.drawn)
            case h.Expose():
                said = f"by {event.by}, {'kept' if event.kept else 'set aside'}"
                self._row(event.seat, "expose", n_cards=1, cards=event.card, said=said)
                if not event.kept:
                    self.cards[event.seat].set_aside()
            case h.Replace():
                cards = self.cards[event.seat]
                cards.after = None if cards.after is None else [*cards.after, event.card]
                self._row(event.seat, "replace", n_cards=1, new_cards=event.card)
            case h.Show():
                self.cards[event.seat].shown = event.cards.split()
                self._row(event.seat, "show", cards=event.cards, said=event.said, run=event.run)
            case h.ShowOpeners():
                self._row(event.seat, "show_openers", cards=event.cards)
            case h.Say():
                self._row(event.seat, "announce", said=event.said)
            case h.Challenge():
                self._row(event.seat, "challenge", target=event.target)
            case h.Compare():
                if event.drops == event.stays:
                    raise Impossible(
                        f"$.events[{number}].stays: {event.stays}: expected another seat than the one that drops"
                    )
                self._row(event.drops, "compare", cards=event.cards, target=event.stays)
            case h.DeadHand():
                self._row(event.seat, "dead_hand", said=event.reason)
            case h.Return() | h.CashOut():
                self._row(event.seat, event.type, amount=event.amount)
            case h.Award():
                self.payouts.append((self.index, event.pot, event.run, event.side, event.seat, event.amount, self.line))
            case h.End():
                self.end = event

    def board(self, run: int) -> str | None:
        """The whole board of one run; later runs share the cards dealt before they parted."""
        first, own = self.boards.get(1, []), self.boards.get(run, [])
        if not own:
            return None
        shared = first[: len(first) - len(own)] if run > 1 else []
        return card_text([*shared, *own])


def _check_seats(hand: h.Hand) -> None:
    for field in ("seat", "player"):
        values = [getattr(seat, field) for seat in hand.seats]
        for number, value in enumerate(values):
            if value in values[:number]:
                raise Impossible(f"$.seats[{number}].{field}: {json.dumps(value, ensure_ascii=False)}: given twice")
    if hand.hero is not None and hand.hero not in {seat.seat for seat in hand.seats}:
        raise Impossible(f"$.hero: {hand.hero}: nobody sits there")
