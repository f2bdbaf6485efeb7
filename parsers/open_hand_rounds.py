"""Rounds, actions and pots of Open Hand History as the events of our history."""

from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from pokerstats.pipeline.games import Game, game

EXTENSION = "_pokerstats"
"""Our own object in any object of a hand: fields for which Open Hand History has no word."""

FORCED = {
    "Post Ante": "ante",
    "Post SB": "small_blind",
    "Post BB": "big_blind",
    "Straddle": "straddle",
    "Post Dead": "dead_blind",
    "Post Extra Blind": "post",
}
DECISIONS = {"Fold": "fold", "Check": "check", "Call": "call", "Bet": "bet", "Raise": "raise"}
_SHOWN = {"Shows Cards": "show", "Mucks Cards": "muck"}
_AT_THE_TABLE = ("Added Chips", "Sits Down", "Stands Up")
_CASH_OUT = "Payout"
"""What older writers call the money of a player who cashed out."""
_BEFORE_THE_CARDS = (*FORCED.values(), "button_blind", "burn", "reshuffle")
_UNITS = Decimal("0.0001")
_UNKNOWN = "??"

Ohh = dict[str, Any]
Event = dict[str, Any]


class Strange(Exception):
    """Something else stands where the format has a word or a number."""


def sum_of(value: Any) -> str | None:
    """A sum of money as our history writes it; numbers that went through a float lose what is beyond four decimals."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | Decimal) or not Decimal(value).is_finite():
        raise Strange(f"{value!r}: expected a sum of money")
    return f"{Decimal(value).quantize(_UNITS).normalize():f}"


def extended(told: dict[str, Any], place: Ohh) -> dict[str, Any]:
    """What was told, with our own fields of that place; a field that is null there is not told at all."""
    told = {**told, **(place.get(EXTENSION) or {})}
    return {name: value for name, value in told.items() if value is not None}


def events(ohh: Ohh, hand: dict[str, Any], seat_of: dict[Any, int]) -> tuple[list[Event], Decimal]:
    """The events of a hand whose header is known, and what the house put into the pot."""
    reading = _Rounds(ohh, hand, seat_of)
    told = list(reading.told())
    if EXTENSION not in ohh and _are_totals(told, ohh):
        _as_added(told)
    return told, reading.added


class _Rounds:
    """One hand on the way from rounds to events."""

    def __init__(self, ohh: Ohh, hand: dict[str, Any], seat_of: dict[Any, int]) -> None:
        self._ohh = ohh
        self._hand = hand
        self._seat_of = seat_of
        self._game: Game = game(hand["game"])
        self._begun: set[str] = set()
        self._boards: Counter[str] = Counter()
        self.added = Decimal(0)

    def told(self) -> Iterator[Event]:
        for place, part in enumerate(self._ohh["rounds"]):
            word = str(part.get("street", ""))
            name = self._street(word, place)
            # without actions a street told again is only its board of a later run
            if name not in self._begun or part.get("actions") or EXTENSION in part:
                yield {"type": "street", "street": name}
            self._begun.add(name)
            waiting = [*self._board(part, name), *(self._untold_cards(part) if place == 0 else ())]
            for event in self._events(part, name):
                if waiting and event["type"] not in _BEFORE_THE_CARDS:
                    yield from waiting
                    waiting = []
                yield event
            yield from waiting
        yield from self._pots()

    def _events(self, part: Ohh, street: str) -> Iterator[Event]:
        """The actions of a round with the steps of our extension between them."""
        yield from self._own_steps(part, -1)
        for number, action in enumerate(part.get("actions") or ()):
            yield from self._action(action, street)
            yield from self._own_steps(part, number)

    def _street(self, word: str, place: int) -> str:
        name = word.strip().lower().replace(" ", "_")
        if name == "preflop" and self._game.first_street != "preflop":
            return self._game.first_street
        if name in (*self._game.streets, "showdown"):
            return name
        raise Strange(f"$.ohh.rounds[{place}].street: {word!r} is no street of {self._game.title}")

    def _board(self, part: Ohh, street: str) -> list[Event]:
        cards = _cards(part.get("cards"))
        if not cards:
            return []
        self._boards[street] += 1
        return [{"type": "board", "cards": cards, "run": self._boards[street]}]

    def _own_steps(self, part: Ohh, after: int) -> Iterator[Event]:
        """Steps of our extension behind an action of the round, -1 for its beginning."""
        for step in (part.get(EXTENSION) or {}).get("steps", ()):
            if step.get("after") == after:
                yield {name: value for name, value in step.items() if name != "after"}

    def _action(self, action: Ohh, street: str) -> Iterator[Event]:
        word = action.get("action")
        if word in _AT_THE_TABLE:
            return
        if word == "Add to Pot":
            self.added += Decimal(sum_of(action.get("amount")) or 0)
            return
        seat = self._seat_of.get(action.get("player_id"))
        if seat is None:
            raise Strange(f"{word}: player_id {action.get('player_id')!r}: nobody has it")
        cards, amount = _cards(action.get("cards")), sum_of(action.get("amount"))
        told: Event = {"seat": seat}
        if word == "Dealt Cards":
            told |= {"type": "deal", "down": cards}
            if EXTENSION not in action and self._game.family == "stud":
                told |= self._stud_cards(cards, street)
        elif word in FORCED:
            told |= {"type": FORCED[word], "amount": amount or "0", "all_in": bool(action.get("is_allin"))}
        elif word in DECISIONS:
            told["type"] = DECISIONS[word]
            if told["type"] not in ("fold", "check"):
                told |= {"amount": amount or "0", "all_in": bool(action.get("is_allin"))}
        elif word in _SHOWN:
            told |= {"type": _SHOWN[word], "cards": cards}
            if told["type"] == "show" and not cards:
                return
        elif word == _CASH_OUT:
            told |= {"type": "cash_out", "amount": amount or "0"}
        else:
            raise Strange(f"{word!r} is no action of Open Hand History")
        yield extended(told, action)

    def _stud_cards(self, cards: str | None, street: str) -> Event:
        """Cards dealt in stud, the ones face up last."""
        words = (cards or "").split()
        up = words[len(words) - self._game.up.get(street, 0) :] if words else []
        down = words[: len(words) - len(up)]
        return {"down": " ".join(down) or None, "up": " ".join(up) or None}

    def _untold_cards(self, part: Ohh) -> Iterator[Event]:
        """How many cards the players got whose cards no action tells; some files tell them with the player."""
        actions = part.get("actions") or ()
        told = {
            self._seat_of.get(action.get("player_id")) for action in actions if action.get("action") == "Dealt Cards"
        }
        cards_of = {self._seat_of[player.get("id")]: _cards(player.get("cards")) for player in self._ohh["players"]}
        count = self._game.down.get(self._game.first_street, self._game.hole_cards)
        for seat in self._hand["seats"]:
            if seat["seat"] not in told and seat.get("dealt_in", True):
                yield {
                    "type": "deal",
                    "seat": seat["seat"],
                    "down": cards_of[seat["seat"]] or " ".join([_UNKNOWN] * count),
                }

    def _pots(self) -> Iterator[Event]:
        """Who was paid, and the end of the hand."""
        for number, pot in enumerate(self._ohh.get("pots") or ()):
            for win in pot.get("player_wins") or ():
                seat = self._seat_of.get(win.get("player_id"))
                if seat is None:
                    raise Strange(f"$.ohh.pots[{number}]: player_id {win.get('player_id')!r}: nobody has it")
                # our own files tell it where it happened
                if win.get("cashout_amount") and EXTENSION not in self._ohh:
                    yield {"type": "cash_out", "seat": seat, "amount": sum_of(win["cashout_amount"])}
                if win.get("win_amount") or EXTENSION in win:
                    award = {"type": "award", "seat": seat, "amount": sum_of(win.get("win_amount")), "pot": number}
                    yield extended(award, win)
        yield extended(end_of(self._ohh), {EXTENSION: (self._ohh.get(EXTENSION) or {}).get("end")})


def end_of(ohh: Ohh) -> Event:
    """The end of the hand with pot and rake as the pots tell them."""
    pots = ohh.get("pots") or ()
    total, rake, jackpot = (
        sum((Decimal(sum_of(pot.get(name)) or 0) for pot in pots), Decimal(0)) for name in ("amount", "rake", "jackpot")
    )
    end: Event = {"type": "end", "rake": sum_of(rake + jackpot), "pot": sum_of(total)}
    if jackpot:
        parts = (("rake", rake), ("jackpot", jackpot))
        end["rake_parts"] = [{"part": part, "amount": sum_of(amount)} for part, amount in parts]
    return end


def _cards(found: Any) -> str | None:
    """Cards of a list, or of one text without blanks, as our history writes them."""
    if not found:
        return None
    words = found if isinstance(found, list) else [found[at : at + 2] for at in range(0, len(found), 2)]
    return " ".join(_UNKNOWN if str(word).upper() in ("XX", "??", "") else str(word) for word in words)


# ---------------------------------------------------------------- writers that give totals


def _are_totals(told: list[Event], ohh: Ohh) -> bool:
    """Whether the writer gave each player's total on the street, against the format: only so the pots are filled."""
    pots = sum((Decimal(sum_of(pot.get("amount")) or 0) for pot in ohh.get("pots") or ()), Decimal(0))
    added, totals = _put_in(told, totals=False), _put_in(told, totals=True)
    return pots not in _sums(added) and pots in _sums(totals)


def _sums(put: dict[int, Decimal]) -> tuple[Decimal, Decimal]:
    """All that was put in, and all of it that was called."""
    most = sorted(put.values(), reverse=True)
    uncalled = most[0] - most[1] if len(most) > 1 else Decimal(0)
    return sum(most, Decimal(0)), sum(most, Decimal(0)) - uncalled


def _put_in(told: list[Event], *, totals: bool) -> dict[int, Decimal]:
    """What each player put in, if amounts are what was added, or what he had put in on the street by then."""
    put: Counter[int] = Counter()
    street: dict[int, Decimal] = {}
    for event in told:
        if event["type"] == "street":
            street = {}
        elif event["type"] in (*FORCED.values(), "call", "bet", "raise"):
            seat, amount = event["seat"], Decimal(event["amount"])
            aside = event["type"] in ("ante", "dead_blind")
            more = amount if not totals or aside else amount - street.get(seat, Decimal(0))
            put[seat] += more  # type: ignore[assignment]
            street[seat] = street.get(seat, Decimal(0)) + (Decimal(0) if aside else more)
    return {seat: Decimal(amount) for seat, amount in put.items()}


def _as_added(told: list[Event]) -> None:
    """Makes amounts that are totals what was added."""
    street: dict[int, Decimal] = {}
    for event in told:
        if event["type"] == "street":
            street = {}
        elif event["type"] in (*FORCED.values(), "call", "bet", "raise") and event["type"] not in (
            "ante",
            "dead_blind",
        ):
            seat, total = event["seat"], Decimal(event["amount"])
            event["amount"] = sum_of(max(total - street.get(seat, Decimal(0)), Decimal(0)))
            street[seat] = total
