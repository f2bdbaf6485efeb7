"""The play of a hand in PokerStars' words: posts, streets, actions, showdown, and who collected what."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.games import game

Money = Callable[[int | str], str]
Event = dict[str, Any]
Hand = dict[str, Any]

_POSTS = {
    "ante": "posts the ante",
    "small_blind": "posts small blind",
    "big_blind": "posts big blind",
    "button_blind": "posts button blind",
    "straddle": "posts straddle",
    "post": "posts",
    "bring_in": "brings in for",
}
_SILENT = ("burn", "reshuffle", "end")
"""What the text does not tell; docs/export.md lists it."""
WORDS = (
    *_POSTS, "dead_blind", "fold", "check", "call", "bet", "raise", "complete", "discard", "show", "muck", "return",
    "cash_out", "street", "deal", "board", "award", *_SILENT,
)  # fmt: skip
"""The events that have words."""
_MATCHED = ("ante", "small_blind", "big_blind", "button_blind", "straddle", "post", "call", "bet", "raise")
"""Money that others have to match, in the games of rooms that give no line for what they did not."""
_RUNS = ("", "FIRST ", "SECOND ", "THIRD ")
_SECTIONS = {
    "flop": "FLOP",
    "turn": "TURN",
    "river": "RIVER",
    "second": "2nd STREET",
    "third": "3rd STREET",
    "fourth": "4th STREET",
    "fifth": "5th STREET",
    "sixth": "6th STREET",
    "seventh": "RIVER",
    "first_draw": "FIRST DRAW",
    "second_draw": "SECOND DRAW",
    "third_draw": "THIRD DRAW",
}
_FIRST_SECTIONS = {"community": "HOLE CARDS", "draw": "DEALING HANDS"}
_UNKNOWN = "??"
_HIDDEN = "XX"
"""How an unknown card is printed where others of the hand are known."""


class Play:
    """The lines between the seat list and the summary, and what the summary needs to know of them."""

    def __init__(self, hand: Hand, money: Money, *, takes_uncalled: bool, returns_added: bool) -> None:
        """``takes_uncalled``: without a line that gives it back, the winner collects his own uncalled bet too;
        ``returns_added``: the line that gives it back holds what the room added."""
        self.hand = hand
        self._takes_uncalled = takes_uncalled
        self._returns_added = returns_added
        self.game = game(hand["game"])
        self._money = money
        self._names = {seat["seat"]: seat["player"] for seat in hand["seats"]}
        self._runs = max((event.get("run", 1) for event in hand["events"] if event["type"] == "board"), default=1)
        self._street: str | None = None
        self.held: dict[int, list[str]] = {}  # draw: the hand as far as it is known, stud: all cards in order
        self._totals: dict[int, Fraction] = {}  # money of each player on this street
        self._pending: list[tuple[int, str]] = []  # board sections not yet printed, with their runs
        self._started = False
        self.seats_dealt_in = [seat["seat"] for seat in hand["seats"] if seat.get("dealt_in", True)]
        self.boards: dict[int, list[str]] = {}
        self.blinds: dict[int, list[str]] = {}
        self.folded: dict[int, str] = {}
        self.bet: set[int] = set()
        self.shown: dict[int, tuple[str, str | None]] = {}
        self.mucked: set[int] = set()
        self.won: dict[int, Fraction] = {}
        self.dealt = _openly_dealt(hand)
        self.lines = list(self._told())

    @property
    def hero_is_marked(self) -> bool:
        """Whether the player whose log it is must be marked, as he is not the only one whose cards are dealt openly."""
        return "hero" in self.hand and self.dealt != {self.hand["hero"]}

    # ------------------------------------------------------------ in order

    def _told(self) -> Iterator[str]:
        if "added" in self.hand:
            yield f"STP added: {self._money(self.hand['added'])}"
        events = [event for event in self.hand["events"] if event["type"] not in _SILENT]
        awards = [event for event in events if event["type"] == "award"]
        rest = [event for event in events if event["type"] != "award"]
        for place, event in enumerate(rest):
            if event["type"] == "street":
                if event["street"] == "showdown":
                    yield from self._boards_told()
                    yield from self._showdown(rest[place + 1 :], awards)
                    return
                yield from self._begin(event["street"], rest[place + 1 :])
                continue
            yield from self._event(event)
        yield from self._boards_told()
        yield from self._awards(awards, None)

    def _begin(self, street: str, following: list[Event]) -> Iterator[str]:
        self._street = street
        self._totals = {}
        first = street == self.game.streets[0]
        if first or self.game.board.get(street):
            return
        if self.game.family == "draw" and len(self.game.draws) == 1:
            acts = next((event["type"] for event in following if event["type"] != "street"), None)
            # the room marks no single draw: the first discard tells
            if acts != "discard":
                yield "*** DRAW ***"
            return
        yield from self._boards_told()
        if not any(event["type"] == "board" for event in _on_this_street(following)):
            yield f"*** {_SECTIONS[street]} ***"

    def _open(self) -> Iterator[str]:
        """The section that ends the posts, once."""
        if self._started:
            return
        self._started = True
        yield f"*** {_FIRST_SECTIONS.get(self.game.family) or _SECTIONS[self.game.streets[0]]} ***"

    def _event(self, event: Event) -> Iterator[str]:
        kind = event["type"]
        if kind not in ("ante", "small_blind", "big_blind", "button_blind", "dead_blind", "straddle", "post"):
            yield from self._open()
        if kind == "board":
            self._board(event)
            return
        yield from self._boards_told()
        if kind == "deal":
            yield from self._deal(event)
        elif kind == "discard":
            yield from self._discard(event)
        else:
            yield from self._action(event)

    # ------------------------------------------------------------ cards

    def _deal(self, event: Event) -> Iterator[str]:
        seat, down, up = event["seat"], event.get("down"), event.get("up")
        before = list(self.held.get(seat, ()))
        down = down if seat in self.dealt else None
        new = [*(down or "").split(), *(up or "").split()]
        held = self.held.setdefault(seat, [])
        held += new if new else (event.get("down") or "").split()
        if not new:
            return
        shown = [card for card in before if card != _UNKNOWN]
        seen = f"[{' '.join(shown)}] " if shown else ""
        yield f"Dealt to {self._names[seat]} {seen}[{_printed(' '.join(new))}]"

    def _discard(self, event: Event) -> Iterator[str]:
        seat, name = event["seat"], self._names[event["seat"]]
        thrown, drawn = event.get("cards", "").split(), event.get("drawn", "").split()
        if not event["count"]:
            kept = f" on [{_printed(event['kept'])}]" if "kept" in event else ""
            yield f"{name}: stands pat{kept}"
            return
        which = f" [{_printed(event['cards'])}]" if thrown else ""
        yield f"{name}: discards {event['count']} card{'s' if event['count'] > 1 else ''}{which}"
        held = event["kept"].split() if "kept" in event else _without(self.held.get(seat, []), thrown)
        whole = held is not None and len(held) + len(drawn) == self.game.final_cards
        if held is None or not whole or _UNKNOWN in (*held, *drawn):
            self.held[seat] = [_UNKNOWN] * self.game.final_cards
            if drawn:
                raise Refused(
                    "PokerStars text tells cards drawn only beside those kept, and the log does not tell these"
                )
            return
        self.held[seat] = [*held, *drawn]
        yield f"Dealt to {name} [{' '.join(held)}] [{' '.join(drawn)}]"

    def _board(self, event: Event) -> None:
        run, cards = event.get("run", 1), event["cards"].split()
        if run > 1 and run not in self.boards:
            first = self.boards.get(1, [])
            own = [other["cards"].split() for other in self.hand["events"]
                   if other["type"] == "board" and other.get("run", 1) == run]  # fmt: skip
            self.boards[run] = first[: self.game.board_cards - sum(map(len, own))]
        before = list(self.boards.setdefault(run, []))
        self.boards[run] += cards
        words = f"{_RUNS[run if self._parts(run) else 0]}{self._board_section()}"
        whole = self._street == "flop" or not before
        shown = f"[{' '.join([*before, *cards])}]" if whole else f"[{' '.join(before)}] [{' '.join(cards)}]"
        self._pending.append((run, f"*** {words} *** {shown}"))

    def _parts(self, run: int) -> bool:
        """Whether the board of this street is dealt once for each run, so that it is named for its run."""
        if self._runs == 1:
            return False
        on_street = [event for event in _street_events(self.hand["events"], self._street) if event["type"] == "board"]
        return len(on_street) > 1 or run > 1

    def _board_section(self) -> str:
        if self._street == self.game.streets[0]:
            return "PRE-FLOP"
        return _SECTIONS[str(self._street)]

    def _boards_told(self) -> Iterator[str]:
        """The boards dealt since the last action: all of one run before those of the next."""
        for _, line in sorted(self._pending, key=lambda pending: pending[0]):
            yield line
        self._pending = []

    # ------------------------------------------------------------ actions

    def _action(self, event: Event) -> Iterator[str]:
        kind, seat = event["type"], event.get("seat")
        name = self._names.get(seat or 0, "")
        all_in = " and is all-in" if event.get("all_in") else ""
        match kind:
            case "ante" | "small_blind" | "big_blind" | "button_blind" | "straddle" | "post" | "bring_in":
                self._posted(event)
                yield f"{name}: {_POSTS[kind]} {self._money(event['amount'])}{all_in}"
            case "dead_blind":
                small = any("small blind" in names for names in self.blinds.values())
                yield f"{name}: posts {'small' if small else 'dead'} blind {self._money(event['amount'])}{all_in}"
            case "fold":
                self.folded[event["seat"]] = str(self._street)
                cards = f" [{_printed(event['cards'])}]" if "cards" in event else ""
                yield f"{name}: folds{cards}"
            case "check":
                yield f"{name}: checks"
            case "call" | "bet":
                self._puts(event)
                yield f"{name}: {kind}s {self._money(event['amount'])}{all_in}"
            case "raise" | "complete":
                by = self._puts(event)
                yield f"{name}: raises {self._money(by)} to {self._money(event['to'])}{all_in}"
            case "show":
                self.shown[event["seat"]] = (event["cards"], event.get("said"))
                said = f" ({event['said']})" if "said" in event else ""
                yield f"{name}: shows [{_printed(event['cards'])}]{said}"
            case "muck":
                self.mucked.add(event["seat"])
                yield f"{name}: mucks [{_printed(event['cards'])}]" if "cards" in event else f"{name}: mucks hand"
            case "return":
                added = Fraction(self.hand.get("added", 0)) if self._returns_added else 0
                yield f"Uncalled bet ({self._money(sum_text(Fraction(event['amount']) + added))}) returned to {name}"
            case "cash_out":
                yield f"{name} cashed out the hand for {self._money(event['amount'])}"

    def _posted(self, event: Event) -> None:
        kind, seat = event["type"], event["seat"]
        if kind in ("small_blind", "big_blind", "button_blind"):
            self.blinds.setdefault(seat, []).append(kind.replace("_", " "))
        if kind != "ante":
            self._totals[seat] = self._totals.get(seat, Fraction(0)) + Fraction(event["amount"])

    def _puts(self, event: Event) -> int | str:
        """Notes what is put in; the part of it above what others had."""
        seat, amount = event["seat"], Fraction(event["amount"])
        self.bet.add(seat)
        highest = max(self._totals.values(), default=Fraction(0))
        total = Fraction(event["to"]) if "to" in event else self._totals.get(seat, Fraction(0)) + amount
        self._totals[seat] = total
        return sum_text(max(total - highest, Fraction(0)))

    # ------------------------------------------------------------ showdown

    def _showdown(self, following: list[Event], awards: list[Event]) -> Iterator[str]:
        self._street = "showdown"
        runs = {int(event["run"]) for event in (*following, *awards) if "run" in event}
        alone = len(self.seats_dealt_in) - len(self.folded) < 2
        if alone:
            # who is left collects first and may show then
            yield from self._awards(awards, None)
        elif not runs and any(event["type"] in ("show", "muck") for event in following):
            yield "*** SHOW DOWN ***"
        for event in (event for event in following if "run" not in event and event["type"] != "street"):
            yield from self._event(event)
        if not alone:
            yield from self._awards(awards, None)
        for run in sorted(runs):
            yield f"*** {_RUNS[run]}SHOW DOWN ***"
            for event in (event for event in following if event.get("run") == run and event["type"] == "show"):
                yield from self._event(event)
            yield from self._awards(awards, run)

    def _awards(self, awards: list[Event], run: int | None) -> Iterator[str]:
        pots = {event.get("pot") for event in awards}
        # the last side pot goes first
        for event in sorted(awards, key=lambda event: -(event.get("pot") or 0)):
            if event.get("run") != run:
                continue
            seat, amount = event["seat"], Fraction(event["amount"])
            if self._takes_uncalled and seat not in self.won:
                amount += self._uncalled(seat)
            self.won[seat] = self.won.get(seat, Fraction(0)) + amount
            words = _pot_words(event.get("pot"), pots)
            yield f"{self._names[seat]} collected {self._money(sum_text(amount))} from {words}"

    def _uncalled(self, seat: int) -> Fraction:
        """What a player put in beyond everybody else, if no line gives it back."""
        events = self.hand["events"]
        if any(event["type"] == "return" for event in events):
            return Fraction(0)
        put = {name: Fraction(0) for name in self._names}
        for event in events:
            if event["type"] in _MATCHED:
                put[event["seat"]] += Fraction(event["amount"])
        return max(Fraction(0), put.pop(seat) - max(put.values()))


def _pot_words(pot: int | None, pots: set[int | None]) -> str:
    if pot is None or pots == {0}:
        return "pot"
    if pot == 0:
        return "main pot"
    return "side pot" if max(one or 0 for one in pots) == 1 else f"side pot-{pot}"


def _openly_dealt(hand: Hand) -> set[int]:
    """The players whose down cards the text deals openly: the log's own, and those whose cards no other line tells."""
    family = game(hand["game"]).family
    known = {
        event["seat"]
        for event in hand["events"]
        if event["type"] == "deal" and _UNKNOWN not in event.get("down", _UNKNOWN)
    }
    if family == "draw":
        return known
    told = {event["seat"] for event in hand["events"] if event["type"] in ("show", "muck")}
    dealt = {seat for seat in known if seat not in told or seat == hand.get("hero")}
    # a reader takes the only one dealt openly for the player whose log it is
    return known if len(dealt) == 1 and "hero" not in hand else dealt


def _on_this_street(following: list[Event]) -> Iterator[Event]:
    for event in following:
        if event["type"] == "street":
            return
        yield event


def _street_events(events: list[Event], street: str | None) -> list[Event]:
    here = [place for place, event in enumerate(events) if event["type"] == "street" and event["street"] == street]
    return [event for place in here for event in _on_this_street(events[place + 1 :])]


def _without(held: list[str], thrown: list[str]) -> list[str] | None:
    """The hand less the cards thrown; none if it is not known that well."""
    left = list(held)
    for card in thrown:
        if card not in left:
            return None
        left.remove(card)
    return left if thrown else None


def _printed(cards: str) -> str:
    return cards.replace(_UNKNOWN, _HIDDEN)


def sum_text(amount: Fraction) -> int | str:
    """A sum as it is written: whole, or with two to four decimals."""
    units = int(amount * 10_000)
    whole, part = divmod(units, 10_000)
    return whole if not part else f"{whole}.{f'{part:04d}'.rstrip('0').ljust(2, '0')}"
