"""A table of bots that plays legal hands of no-limit hold'em or pot-limit Omaha and writes them as PokerStars does."""

from bisect import bisect
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from zoneinfo import ZoneInfo

import bots
from hand_values import CARD_TEXT, Value, best_value, describe, omaha_value

EASTERN = ZoneInfo("America/New_York")
STREETS = ("FLOP", "TURN", "RIVER")
BOARD_SIZE = (0, 3, 4, 5)
_FOLDED = ("before Flop", "on the Flop", "on the Turn", "on the River")
_SIZES = (0.33, 0.5, 0.66, 1.0)
_SIZE_BOUNDS = list(accumulate((0.3, 0.35, 0.2)))


@dataclass(frozen=True)
class Game:
    """What is played: names as the header prints them, amounts in cents."""

    title: str
    hole_cards: int
    pot_limit: bool
    small_blind: int
    big_blind: int
    rake_cap: int


@dataclass
class Seat:
    """A player at the table."""

    number: int
    name: str
    style: bots.Style
    stack: int


@dataclass
class _Hand:
    """What is in play while a hand lasts, by place in ``seats``."""

    holes: list[list[int]]
    board: list[int]
    stacks: list[int]
    total: list[int]
    folded: list[int | None]
    ranks: list[float]
    lines: list[str]
    shown: dict[int, str] = field(default_factory=dict)
    won: dict[int, int] = field(default_factory=dict)
    street: int = 0
    last_bettor: int | None = None
    values: dict[int, Value] = field(default_factory=dict)
    pot_line: str = ""


def money(cents: int) -> str:
    """``$0.05``, ``$2``, ``$2.50``."""
    whole, part = divmod(cents, 100)
    return f"${whole}.{part:02d}" if part else f"${whole}"


class Table:
    """One table: who sits where, whose button it is, what time it is."""

    def __init__(self, game: Game, name: str, seats: list[Seat], hero: str, clock: datetime, random: Random) -> None:
        self.game = game
        self.name = name
        self.seats = seats
        self.hero = next(place for place, seat in enumerate(seats) if seat.name == hero)
        self.clock = clock
        self.random = random
        self.button = random.randrange(len(seats))

    def play(self, number: int) -> str:
        """The text of the next hand."""
        game, seats, random = self.game, self.seats, self.random
        size = len(seats)
        self._top_up()
        cards = random.sample(range(52), size * game.hole_cards + 5)
        holes = [cards[place * game.hole_cards : (place + 1) * game.hole_cards] for place in range(size)]
        hand = _Hand(
            holes=holes,
            board=cards[-5:],
            stacks=[seat.stack for seat in seats],
            total=[0] * size,
            folded=[None] * size,
            ranks=[bots.starting_rank(hole) for hole in holes],
            lines=[],
        )
        small = self.button if size == 2 else (self.button + 1) % size
        big = (small + 1) % size
        self._header(hand, number)
        self._post(hand, small, "small", game.small_blind)
        self._post(hand, big, "big", game.big_blind)
        hand.lines.append("*** HOLE CARDS ***")
        hand.lines.append(f"Dealt to {seats[self.hero].name} [{_cards(holes[self.hero])}]")
        self._play_out(hand, big)
        self._settle(hand)
        self._summary(hand, small, big)
        for seat, stack in zip(seats, hand.stacks, strict=True):
            seat.stack = stack
        self.button = (self.button + 1) % size
        self.clock += timedelta(seconds=20 + 6 * hand.street + random.randrange(25))
        hand.lines.append("\n\n\n")
        return "\n".join(hand.lines)

    def _top_up(self) -> None:
        full = 100 * self.game.big_blind
        for seat in self.seats:
            if seat.stack < 20 * self.game.big_blind and (
                seat.stack < self.game.big_blind or self.random.random() < 0.3
            ):
                seat.stack = full

    def _header(self, hand: _Hand, number: int) -> None:
        game, clock = self.game, self.clock.astimezone(EASTERN)
        stakes = f"${game.small_blind / 100:.2f}/${game.big_blind / 100:.2f} USD"
        hand.lines.append(
            f"PokerStars Hand #{number}:  {game.title} ({stakes}) - {clock:%Y/%m/%d} {clock.hour}:{clock:%M:%S} ET"
        )
        hand.lines.append(f"Table '{self.name}' 6-max Seat #{self.seats[self.button].number} is the button")
        hand.lines += [f"Seat {seat.number}: {seat.name} ({money(seat.stack)} in chips)" for seat in self.seats]

    def _post(self, hand: _Hand, place: int, blind: str, amount: int) -> None:
        hand.stacks[place] -= amount
        hand.total[place] += amount
        all_in = "" if hand.stacks[place] else " and is all-in"
        hand.lines.append(f"{self.seats[place].name}: posts {blind} blind {money(amount)}{all_in}")

    def _play_out(self, hand: _Hand, big: int) -> None:
        bets = [0] * len(self.seats)
        bets[big] = self.game.big_blind
        bets[big - 1] = self.game.small_blind
        self._round(hand, bets, (big + 1) % len(self.seats), self.game.big_blind)
        for street in (1, 2, 3):
            if hand.folded.count(None) == 1:
                return
            hand.street = street
            dealt = hand.board[: BOARD_SIZE[street]]
            before = "" if street == 1 else f" [{_cards(dealt[: BOARD_SIZE[street - 1]])}]"
            new = _cards(dealt if street == 1 else dealt[-1:])
            hand.lines.append(f"*** {STREETS[street - 1]} ***{before} [{new}]")
            hand.last_bettor = None
            self._round(hand, [0] * len(self.seats), (self.button + 1) % len(self.seats), 0)

    def _round(self, hand: _Hand, bets: list[int], first: int, price: int) -> None:
        """One betting round; ``bets`` are the chips in front of each player."""
        size, big_blind = len(self.seats), self.game.big_blind
        full_raise = big_blind
        raises = 0
        # the price when a player last acted: he may raise again only when it has gone up by a full raise since
        seen: list[int | None] = [None] * size
        place = first
        waiting = size
        while waiting:
            waiting -= 1
            actor, place = place, (place + 1) % size
            if hand.folded[actor] is not None or hand.stacks[actor] == 0:
                continue
            to_call = price - bets[actor]
            rivals = [p for p in range(size) if p != actor and hand.folded[p] is None]
            if not rivals:
                break
            with_chips = any(hand.stacks[p] for p in rivals)
            if to_call <= 0 and not with_chips:
                continue
            last_seen = seen[actor]
            may_raise = (
                with_chips and hand.stacks[actor] > to_call and (last_seen is None or price - last_seen >= full_raise)
            )
            choice = self._choose(hand, actor, raises, to_call)
            if choice == bots.RAISE and not may_raise:
                choice = bots.CALL if to_call else bots.CHECK
            seen[actor] = price
            name = self.seats[actor].name
            if choice == bots.FOLD:
                hand.folded[actor] = hand.street
                hand.lines.append(f"{name}: folds")
            elif choice == bots.CHECK:
                hand.lines.append(f"{name}: checks")
            elif choice == bots.CALL:
                paid = min(to_call, hand.stacks[actor])
                self._pay(hand, bets, actor, paid)
                hand.lines.append(f"{name}: calls {money(paid)}{_all_in(hand, actor)}")
            else:
                total = self._raise_to(hand, bets, actor, price, full_raise, raises)
                added = total - price
                self._pay(hand, bets, actor, total - bets[actor])
                verb = f"raises {money(added)} to {money(total)}" if price else f"bets {money(total)}"
                hand.lines.append(f"{name}: {verb}{_all_in(hand, actor)}")
                if added >= full_raise:
                    full_raise = added
                price = total
                seen[actor] = price
                raises += 1
                hand.last_bettor = actor
                waiting = size - 1
        self._return_uncalled(hand, bets)

    def _choose(self, hand: _Hand, actor: int, raises: int, to_call: int) -> int:
        style = self.seats[actor].style
        if hand.street == 0:
            after = (self.button - actor) % len(self.seats)
            late = (1.35, 1.15, 1.0, 0.85, 0.85, 0.85)[after]
            choice = bots.before_flop(style, hand.ranks[actor], late, raises, to_call, self.random)
        else:
            strength = bots.made_strength(hand.holes[actor], hand.board[: BOARD_SIZE[hand.street]])
            if raises > 2 and strength < 0.8:
                strength -= 0.2
            choice = bots.after_flop(style, strength, to_call, sum(hand.total), self.random)
        return choice

    def _raise_to(self, hand: _Hand, bets: list[int], actor: int, price: int, full_raise: int, raises: int) -> int:
        """The total a bot bets or raises to: legal, and all in when little would be left."""
        big_blind = self.game.big_blind
        pot = sum(hand.total)
        most = hand.stacks[actor] + bets[actor]
        if hand.street == 0:
            wish = 3 * big_blind + pot - big_blind * 3 // 2 if raises == 0 else price * 3
        elif price == 0:
            wish = round(pot * _SIZES[bisect(_SIZE_BOUNDS, self.random.random())])
        else:
            wish = price * 3
        total = max(wish, price + full_raise)
        limit = price + pot + price - bets[actor] if self.game.pot_limit else most
        if total > most * 0.6:
            total = most
        return min(total, most, max(limit, price + full_raise))

    @staticmethod
    def _pay(hand: _Hand, bets: list[int], place: int, amount: int) -> None:
        hand.stacks[place] -= amount
        hand.total[place] += amount
        bets[place] += amount

    def _return_uncalled(self, hand: _Hand, bets: list[int]) -> None:
        highest, second = sorted(bets, reverse=True)[:2]
        if highest > second:
            place = bets.index(highest)
            over = highest - second
            hand.stacks[place] += over
            hand.total[place] -= over
            hand.lines.append(f"Uncalled bet ({money(over)}) returned to {self.seats[place].name}")

    def _settle(self, hand: _Hand) -> None:
        """Shows the hands and pays the pots, less the rake."""
        pot = sum(hand.total)
        rake = min(pot // 20, self.game.rake_cap) if hand.street else 0
        left = [place for place, street in enumerate(hand.folded) if street is None]
        if len(left) == 1:
            (winner,) = left
            self._collect(hand, winner, pot - rake, "pot")
            hand.lines.append(f"{self.seats[winner].name}: doesn't show hand")
            hand.pot_line = f"Total pot {money(pot)} | Rake {money(rake)}"
            return
        hand.lines.append("*** SHOW DOWN ***")
        pots = _pots(hand, left)
        paid = _less_rake(pots, rake)
        names = ["pot"] if len(pots) == 1 else ["main pot", "side pot"]
        if len(pots) > 2:
            names = ["main pot", *[f"side pot-{number}" for number in range(1, len(pots))]]
        for place in left:
            hole = hand.holes[place]
            hand.values[place] = best_value(hole + hand.board) if len(hole) == 2 else omaha_value(hole, hand.board)
        all_in = sum(hand.stacks[place] > 0 for place in left) <= 1
        for (_, claimants), amount, name in reversed(list(zip(pots, paid, names, strict=True))):
            winners = self._lay_open(hand, claimants, all_in)
            share, odd = divmod(amount, len(winners))
            for number, winner in enumerate(winners):
                self._collect(hand, winner, share + (number < odd), name)
        if len(pots) == 1:
            hand.pot_line = f"Total pot {money(pot)} | Rake {money(rake)}"
        else:
            parts = [f"{name[0].upper()}{name[1:]} {money(amount)}." for name, amount in zip(names, paid, strict=True)]
            hand.pot_line = f"Total pot {money(pot)} {' '.join(parts)} | Rake {money(rake)}"

    def _lay_open(self, hand: _Hand, claimants: list[int], all_in: bool) -> list[int]:
        """Hands shown for one pot, from the last bettor or the button's left on; gives its winners in that order."""
        size = len(self.seats)
        best = max(hand.values[place] for place in claimants)
        from_left = sorted(claimants, key=lambda place: (place - self.button - 1) % size)
        order = from_left
        if hand.last_bettor in claimants:
            start = hand.last_bettor
            order = sorted(claimants, key=lambda place: (place - start) % size)
        if len(claimants) > 1:
            lead = max((hand.values[place] for place in order if hand.shown.get(place) == "showed"), default=None)
            for place in order:
                if place in hand.shown:
                    continue
                value = hand.values[place]
                name = self.seats[place].name
                if all_in or lead is None or value >= lead:
                    lead = value if lead is None else max(lead, value)
                    hand.lines.append(f"{name}: shows [{_cards(hand.holes[place])}] ({describe(value)})")
                    hand.shown[place] = "showed"
                else:
                    hand.lines.append(f"{name}: mucks hand")
                    hand.shown[place] = "mucked"
        return [place for place in from_left if hand.values[place] == best]

    def _collect(self, hand: _Hand, place: int, amount: int, pot: str) -> None:
        hand.stacks[place] += amount
        hand.won[place] = hand.won.get(place, 0) + amount
        hand.lines.append(f"{self.seats[place].name} collected {money(amount)} from {pot}")

    def _summary(self, hand: _Hand, small: int, big: int) -> None:
        hand.lines.append("*** SUMMARY ***")
        hand.lines.append(hand.pot_line)
        if hand.street:
            hand.lines.append(f"Board [{_cards(hand.board[: BOARD_SIZE[hand.street]])}]")
        for place, seat in enumerate(self.seats):
            where = f"Seat {seat.number}: {seat.name}"
            if place == self.button:
                where += " (button)"
            if place == small:
                where += " (small blind)"
            elif place == big:
                where += " (big blind)"
            hand.lines.append(f"{where} {self._fate(hand, place)}")

    def _fate(self, hand: _Hand, place: int) -> str:
        folded = hand.folded[place]
        if folded is not None:
            return f"folded {_FOLDED[folded]}" + ("" if hand.total[place] else " (didn't bet)")
        won = hand.won.get(place)
        shown = hand.shown.get(place)
        if shown is None:
            return f"collected ({money(won or 0)})"
        cards = _cards(hand.holes[place])
        if shown == "mucked":
            return f"mucked [{cards}]"
        words = describe(hand.values[place])
        return (
            f"showed [{cards}] and won ({money(won)}) with {words}"
            if won
            else f"showed [{cards}] and lost with {words}"
        )


def _cards(cards: list[int]) -> str:
    return " ".join([CARD_TEXT[card] for card in cards])


def _all_in(hand: _Hand, place: int) -> str:
    return "" if hand.stacks[place] else " and is all-in"


def _pots(hand: _Hand, left: list[int]) -> list[tuple[int, list[int]]]:
    """Main pot and side pots: amount and who may win it."""
    pots: list[tuple[int, list[int]]] = []
    done = 0
    for level in sorted({hand.total[place] for place in left}):
        amount = sum(min(total, level) - min(total, done) for total in hand.total)
        pots.append((amount, [place for place in left if hand.total[place] >= level]))
        done = level
    return pots


def _less_rake(pots: list[tuple[int, list[int]]], rake: int) -> list[int]:
    """What each pot pays: the rake is taken in proportion, the odd cents from the main pot."""
    total = sum(amount for amount, _ in pots)
    parts = [rake * amount // total for amount, _ in pots]
    parts[0] += rake - sum(parts)
    return [amount - part for (amount, _), part in zip(pots, parts, strict=True)]
