"""The events of a hand in the order of play, as our history tells them: stored actions with the cards between them."""

from collections.abc import Iterator, Sequence
from typing import Any

from pokerstats.pipeline.export.stored import Row, StoredHand
from pokerstats.pipeline.games import Game, game
from pokerstats.pipeline.tables import MONEY_SCALE

Event = dict[str, Any]

_BEFORE_THE_DEAL = ("ante", "dead_blind", "small_blind", "big_blind", "button_blind", "straddle", "post")
_FORCED = (*_BEFORE_THE_DEAL, "fee", "bring_in")
_PUT = ("call", "bet", "complete", "raise")
_WITH_CARDS = ("fold", "muck", "show_openers")
_TALK = ("check", "propose", "agree", "refuse", "force")
_DEALERS = ("burn", "reshuffle")
_UNKNOWN = "??"


def money(units: int) -> int | str:
    """Money as the history has it: a whole number, or text with two to four decimals."""
    whole, part = divmod(units, MONEY_SCALE)
    return whole if not part else f"{whole}.{f'{part:04d}'.rstrip('0').ljust(2, '0')}"


def events(stored: StoredHand) -> list[Event]:
    """All events of the hand; the awards stand together before its end."""
    return list(_Telling(stored).told())


class _Telling:
    """One hand on the way from rows to events."""

    def __init__(self, stored: StoredHand) -> None:
        self._stored = stored
        self._game = game(stored.hand["game"])
        self._boards = _boards(stored.hand, self._game)
        self._cards = {seat["seat"]: _dealt(seat, self._game) for seat in _from_the_button(stored)}
        self._streets = list(self._game.streets)

    def told(self) -> Iterator[Event]:
        """The events one by one."""
        street: str | None = None
        waiting: list[Event] = []  # what is dealt on the street just begun
        for action in self._stored.actions:
            if action["street"] != street:
                yield from waiting
                street = action["street"]
                *before, own = self._begun(street)
                for name, dealt in before:
                    yield {"type": "street", "street": name}
                    yield from dealt
                yield {"type": "street", "street": street}
                waiting = own[1]
            if waiting and action["action"] not in (*_BEFORE_THE_DEAL, *_DEALERS):
                yield from waiting
                waiting = []
            yield self._event(action)
        yield from waiting
        for name, dealt in self._begun(None)[:-1]:
            yield {"type": "street", "street": name}
            yield from dealt
        for payout in self._stored.payouts:
            yield _some(type="award", seat=payout["seat"], amount=money(payout["amount"]), pot=payout["pot_no"],
                        run=payout["run"], side=payout["side"])  # fmt: skip
        yield self._end()

    def _begun(self, street: str | None) -> list[tuple[str, list[Event]]]:
        """What was dealt on the streets up to this one that are not told yet; this one is the last of the list."""
        if street in self._streets:
            count = self._streets.index(street) + 1
        else:
            # before a showdown, and at the end, what was never bet on is told if cards came
            count = len(self._streets) if street in (None, "showdown") else 0
        found = [(name, self._dealt_on(name)) for name in self._streets[:count]]
        del self._streets[:count]
        own = found.pop()[1] if street is not None and found and found[-1][0] == street else []
        return [*((name, dealt) for name, dealt in found if dealt), (street or "", own)]

    def _dealt_on(self, street: str) -> list[Event]:
        cards = [
            _some(type="deal", seat=seat, down=dealt[street][0], up=dealt[street][1])
            for seat, dealt in self._cards.items()
            if street in dealt
        ]
        boards = [
            {"type": "board", "cards": board[street], **({"run": run} if run > 1 else {})}
            for run, board in enumerate(self._boards, start=1)
            if street in board
        ]
        return cards + boards

    def _event(self, action: Row) -> Event:
        kind, seat, amount = action["action"], action["seat"], action["amount"]
        if kind in _FORCED:
            return _some(type=kind, seat=seat, amount=money(amount or 0), all_in=action["all_in"] or None)
        if kind in _PUT:
            total = action["to_amount"]
            return _some(type=kind, seat=seat, amount=money(amount), to=None if total is None else money(total),
                         all_in=action["all_in"] or None)  # fmt: skip
        if kind in ("return", "cash_out"):
            return {"type": kind, "seat": seat, "amount": money(amount or 0)}
        if kind in _WITH_CARDS:
            return _some(type=kind, seat=seat, cards=action["cards"])
        if kind in _TALK:
            return {"type": kind, "seat": seat}
        return self._card_event(kind, action)

    def _card_event(self, kind: str, action: Row) -> Event:
        seat, cards, said = action["seat"], action["cards"], action["said"]
        match kind:
            case "discard":
                count = len(cards.split()) if cards else action["n_cards"] or 0
                return _some(type=kind, seat=seat, count=count, cards=cards, drawn=action["new_cards"])
            case "stand_pat":
                return _some(type="discard", seat=seat, count=0, kept=cards)
            case "burn":
                return _some(type=kind, cards=cards)
            case "reshuffle":
                return _some(type=kind, count=action["n_cards"])
            case "expose":
                by, _, fate = (said or "").removeprefix("by ").partition(", ")
                return {"type": kind, "seat": seat, "card": cards, "by": by, "kept": fate == "kept"}
            case "replace":
                return {"type": kind, "seat": seat, "card": action["new_cards"]}
            case "show":
                return _some(type=kind, seat=seat, cards=cards or _UNKNOWN, said=said, run=action["run"])
            case "announce":
                return {"type": kind, "seat": seat, "said": said}
            case "challenge":
                return {"type": kind, "seat": seat, "target": action["target_seat"]}
            case "compare":
                return _some(type=kind, drops=seat, stays=action["target_seat"], cards=cards)
            case "dead_hand":
                return {"type": kind, "seat": seat, "reason": said}
        raise AssertionError(f"{kind} is told nowhere")

    def _end(self) -> Event:
        hand = self._stored.hand
        parts = hand["rake_parts"]
        return _some(
            type="end",
            carried_out=money(hand["carried_out"]) if hand["carried_out"] else None,
            rake=None if hand["stated_rake"] is None else money(hand["stated_rake"]),
            rake_parts=[{"part": part["part"], "amount": money(part["amount"])} for part in parts] if parts else None,
            pot=None if hand["stated_pot"] is None else money(hand["stated_pot"]),
        )


def _some(**fields: Any) -> Event:
    """An event with the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def _from_the_button(stored: StoredHand) -> list[Row]:
    """Who was dealt in, from the button's left."""
    button = stored.hand["button_seat"] or 0
    return sorted(
        (seat for seat in stored.seats if seat["dealt_in"]), key=lambda seat: (seat["seat"] - button - 1) % 256
    )


# ---------------------------------------------------------------- cards by street


def _boards(hand: Row, game: Game) -> list[dict[str, str]]:
    """The community cards of each run by street; a later run has only those dealt for it."""
    boards = [hand[name].split() if hand[name] else [] for name in ("board", "board2", "board3")]
    schedule = list(game.board.items())
    return [
        _by_street(board, schedule, game.streets[-1], skip=_shared(boards[0], board) if run else 0)
        for run, board in enumerate(boards)
    ]


def _shared(first: Sequence[str], other: Sequence[str]) -> int:
    """How many cards two boards have in common before they part."""
    pairs = zip(first, other, strict=False)
    return next((place for place, (one, two) in enumerate(pairs) if one != two), min(len(first), len(other)))


def _dealt(seat: Row, game: Game) -> dict[str, tuple[str | None, str | None]]:
    """The cards a player got by street, face down and face up; where the log knows none, how many came at first."""
    first, last = game.first_street, game.streets[-1]
    schedule = list(game.down.items()) or [(first, game.hole_cards)]
    hole = seat["hole_cards"].split() if seat["hole_cards"] else [_UNKNOWN] * dict(schedule).get(first, 0)
    up = seat["up_cards"].split() if seat["up_cards"] else []
    downs, ups = _by_street(hole, schedule, last), _by_street(up, list(game.up.items()), last)
    return {street: (downs.get(street), ups.get(street)) for street in game.streets if street in downs or street in ups}


def _by_street(cards: Sequence[str], schedule: Sequence[tuple[str, int]], last: str, skip: int = 0) -> dict[str, str]:
    """Cards as they came, street by street, without the first ones; what is beyond the schedule came on the last."""
    found: dict[str, str] = {}
    at = 0
    for street, number in schedule:
        own = cards[max(at, skip) : at + number]
        at += number
        if own:
            found[street] = " ".join(own)
    beyond = cards[max(at, skip) :]
    if beyond:
        found[last] = " ".join([*found.get(last, "").split(), *beyond])
    return found
