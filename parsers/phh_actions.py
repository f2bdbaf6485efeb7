"""The actions of a PHH hand as events of our history: calls and bets get the amounts that the notation implies."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pokerstats.pipeline.games import Game

Event = dict[str, Any]
Told = tuple[int, Event]
"""An event and the place in ``actions`` that it comes from; -1 for what antes and blinds say."""

_UNKNOWN = "??"
_BETS = ("f", "cc", "cbr", "pb")


class Unreadable(Exception):
    """The notation says something that is no notation, or what cannot be."""


@dataclass
class Table:
    """The state of the betting that the notation leaves to its reader; players are numbered from 0."""

    game: Game
    seats: list[int]
    stacks: list[Decimal]
    """Behind; infinite if it is not known."""
    bring_in: Decimal = Decimal(0)
    streets_told: dict[int, str] = field(default_factory=dict)
    """Streets by the action that begins them, where a writer says so."""

    def __post_init__(self) -> None:
        count = len(self.seats)
        self.street = self.game.first_street
        self.bets = [Decimal(0)] * count
        self.put_in = [Decimal(0)] * count
        self.antes = [Decimal(0)] * count
        self.mucked: set[int] = set()
        self.board: list[str] = []
        self.folded = [False] * count
        self.cards: list[list[str]] = [[] for _ in self.seats]
        self.dealt_here: set[int] = set()
        self.drew: dict[int, Event] = {}
        self.acted = False  # somebody bet, checked or folded since the street began
        self.boards = 0

    # ------------------------------------------------------------ forced money

    def forced(self, antes: list[Decimal], blinds: list[Decimal]) -> Iterator[Event]:
        """Antes and blinds in the order of the players; with two players the lists are the other way round."""
        if len(self.seats) == 2:
            antes, blinds = antes[::-1], blinds[::-1]
        for player, ante in enumerate(antes):
            if ante:
                amount = self.antes[player] = min(ante, self.stacks[player])
                yield self._put(player, amount, {"type": "ante", "seat": self.seats[player]}, bet=False)
        for player in self._blind_order():
            if player < len(blinds) and blinds[player]:
                amount = min(abs(blinds[player]), self.stacks[player])
                yield self._put(player, amount, {"type": self._blind(player, blinds), "seat": self.seats[player]})

    def _blind_order(self) -> list[int]:
        return [1, 0] if len(self.seats) == 2 else list(range(len(self.seats)))

    def _blind(self, player: int, blinds: list[Decimal]) -> str:
        """What a forced bet is called: below zero is a post of one who comes in, on the button alone a button blind."""
        if blinds[player] < 0:
            return "post"
        if "button_blind" in self.game.forced and player == len(self.seats) - 1:
            return "button_blind"
        small, big = (1, 0) if len(self.seats) == 2 else (0, 1)
        return {small: "small_blind", big: "big_blind"}.get(player, "straddle")

    # ------------------------------------------------------------ actions

    def told(self, actions: list[Any]) -> Iterator[Told]:
        """The events of the actions; hands shown before the board is complete come after it."""
        yield -1, {"type": "street", "street": self.street}
        shown: list[Told] = []
        for place, action in enumerate(actions):
            if not isinstance(action, str):
                raise Unreadable(f"actions[{place}]: {action!r}: expected text")
            words = action.split("#")[0].split()
            if not words:
                continue
            try:
                for event in self._event(words, place):
                    if event["type"] in ("show", "muck"):
                        shown.append((place, event))
                    else:
                        yield place, event
            except (IndexError, ValueError, ArithmeticError):
                raise Unreadable(f"actions[{place}]: {action!r} is no notation of PHH") from None
        if shown:
            yield shown[0][0], {"type": "street", "street": "showdown"}
            yield from shown

    def _event(self, words: list[str], place: int) -> Iterator[Event]:
        if words[0] == "d":
            yield from self._dealer(words, place)
            return
        if not words[0].startswith("p"):
            raise ValueError
        player = int(words[0][1:]) - 1
        if not 0 <= player < len(self.seats):
            raise Unreadable(f"actions[{place}]: p{player + 1}: there are {len(self.seats)} players")
        kind, rest = words[1], words[2:]
        if kind in _BETS:
            yield from self._street_told(place)
            self.acted = True
            yield self._bet(player, kind, rest)
        elif kind == "sd":
            yield from self._draw_begins(player, place)
            yield self._discard(player, rest)
        elif kind == "sm":
            yield self._shown(player, rest)
        else:
            raise ValueError

    def _bet(self, player: int, kind: str, rest: list[str]) -> Event:
        seat, price = self.seats[player], max(self.bets)
        if kind == "f":
            self.folded[player] = True
            return {"type": "fold", "seat": seat}
        if kind == "pb":
            return self._put(player, min(self.bring_in, self.stacks[player]), {"type": "bring_in", "seat": seat})
        if kind == "cc":
            owed = min(price - self.bets[player], self.stacks[player])
            if owed <= 0:
                return {"type": "check", "seat": seat}
            return self._put(player, owed, {"type": "call", "seat": seat})
        total = Decimal(rest[0])
        event = {"type": "raise" if price else "bet", "seat": seat}
        return self._put(player, total - self.bets[player], event)

    def _put(self, player: int, amount: Decimal, event: Event, *, bet: bool = True) -> Event:
        """Money from a player's stack."""
        if not amount.is_finite() or amount < 0:
            raise Unreadable(f"{event['type']}: {amount}: expected a sum of money")
        self.stacks[player] -= amount
        self.put_in[player] += amount
        if bet:
            self.bets[player] += amount
        all_in = {"all_in": True} if self.stacks[player] <= 0 else {}
        return {**event, "amount": amount, **all_in}

    def _shown(self, player: int, rest: list[str]) -> Event:
        seat = self.seats[player]
        cards = self.cards[player] if rest == ["-"] else cards_of(rest[0]) if rest else []
        if set(cards) <= {_UNKNOWN}:
            # in a cash game a loser may neither show nor throw away
            self.mucked.add(player)
            return {"type": "muck", "seat": seat}
        self.cards[player] = list(cards)
        return {"type": "show", "seat": seat, "cards": " ".join(cards)}

    def uncalled(self) -> list[Decimal]:
        """What each player put in beyond what others matched; an ante that one pays for all is matched by nobody."""
        alone = sum(ante > 0 for ante in self.antes) == 1
        matched = [amount - (ante if alone else 0) for amount, ante in zip(self.put_in, self.antes, strict=True)]
        most, second = sorted(matched, reverse=True)[:2]
        return [most - second if amount == most else Decimal(0) for amount in matched]

    # ------------------------------------------------------------ streets

    def _begin(self, street: str) -> Event:
        self.street = street
        self.bets = [Decimal(0)] * len(self.seats)
        self.dealt_here, self.drew = set(), {}
        self.acted = False
        return {"type": "street", "street": street}

    def _street_told(self, place: int) -> Iterator[Event]:
        if self.streets_told.get(place, self.street) != self.street:
            yield self._begin(self.streets_told[place])

    def _next_street(self) -> str:
        at = self.game.streets.index(self.street)
        if at + 1 >= len(self.game.streets):
            raise Unreadable(f"more streets than {self.game.title} has")
        return self.game.streets[at + 1]

    def _draw_begins(self, player: int, place: int) -> Iterator[Event]:
        if place in self.streets_told:
            yield from self._street_told(place)
        elif not self.streets_told and (self.street not in self.game.draws or self.acted or player in self.drew):
            yield self._begin(self._next_street())

    def _discard(self, player: int, rest: list[str]) -> Event:
        thrown = cards_of(rest[0]) if rest else []
        event: Event = {"type": "discard", "seat": self.seats[player], "count": len(thrown)}
        if thrown and _UNKNOWN not in thrown:
            event["cards"] = " ".join(thrown)
            self.cards[player] = _without(self.cards[player], thrown)
        elif thrown:
            self.cards[player] = [_UNKNOWN] * (len(self.cards[player]) - len(thrown))
        self.drew[player] = event
        return event

    def _dealer(self, words: list[str], place: int) -> Iterator[Event]:
        if words[1] == "db":
            yield from self._board_street(place)
            self.boards += 1
            cards = cards_of(words[2])
            self.board += cards
            yield {"type": "board", "cards": " ".join(cards)}
            return
        if words[1] != "dh":
            raise ValueError
        player, cards = int(words[2][1:]) - 1, cards_of(words[3])
        if player in self.drew:
            event = self.drew[player]
            self.cards[player] += cards
            if set(cards) - {_UNKNOWN}:
                event["drawn"] = " ".join(cards)
            return
        if place in self.streets_told:
            yield from self._street_told(place)
        elif not self.streets_told and self.game.family == "stud" and (self.acted or player in self.dealt_here):
            yield self._begin(self._next_street())
        self.dealt_here.add(player)
        self.cards[player] += cards
        up = self.game.up.get(self.street, 0) if self.game.family == "stud" else 0
        down = cards[: len(cards) - up]
        yield {
            "type": "deal",
            "seat": self.seats[player],
            **({"down": " ".join(down)} if down else {}),
            **({"up": " ".join(cards[len(down) :])} if up else {}),
        }

    def _board_street(self, place: int) -> Iterator[Event]:
        if place in self.streets_told or self.streets_told:
            yield from self._street_told(place)
            return
        if self.game.family == "stud":
            # the one card for all of those who would get none (S7)
            if self.acted:
                yield self._begin(self._next_street())
            return
        dealt = [street for street in self.game.streets if street in self.game.board]
        if self.boards >= len(dealt):
            raise Unreadable(f"more boards than {self.game.title} has")
        if dealt[self.boards] != self.street:
            yield self._begin(dealt[self.boards])


def cards_of(text: str) -> list[str]:
    """The cards of a text without blanks; ``10`` is no rank here, a ten is a T."""
    if len(text) % 2:
        raise ValueError
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _without(held: list[str], thrown: list[str]) -> list[str]:
    """The hand less the cards thrown; a card not seen before is one of the unknown ones."""
    left = list(held)
    for card in thrown:
        if card in left:
            left.remove(card)
        elif _UNKNOWN in left:
            left.remove(_UNKNOWN)
    return left
