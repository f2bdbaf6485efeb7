"""A hand of our history played again by PokerKit: the same cards and actions, its own turns, pots and winners."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any, cast

from judge.judged_orders import H1, H6_36, H6_SHORTER, PutTogetherLookup
from pokerkit import (
    Automation,
    BadugiHand,
    BettingStructure,
    Card,
    CombinationHand,
    Deck,
    EightOrBetterLowHand,
    Hand,
    Label,
    Mode,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    Opening,
    RegularLowHand,
    ShortDeckHoldemHand,
    StandardBadugiHand,
    StandardHighHand,
    StandardLowHand,
    State,
    Street,
)
from pokerkit.state import ChipsPushing, Folding
from pokerkit.utilities import CardsLike

History = Mapping[str, Any]
Event = Mapping[str, Any]

_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.RUNOUT_COUNT_SELECTION,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)
_STRUCTURES = {
    "no-limit": BettingStructure.NO_LIMIT,
    "pot": BettingStructure.POT_LIMIT,
    "fixed": BettingStructure.FIXED_LIMIT,
}
_RANKS = "23456789TJQKA"
_LOWEST = {52: "2", 36: "6", 32: "7", 24: "9"}


def _short_deck(lowest: str, made: tuple[Label, ...]) -> type[Hand]:
    """High hands of a short deck, whose low straight has the ace below the lowest card (H8)."""
    return type(
        "ShortDeckHand", (CombinationHand,), {"lookup": PutTogetherLookup(lowest, made), "low": False, "card_count": 5}
    )


_SHORT = {
    (36, "standard"): _short_deck("6", H1),
    (32, "standard"): _short_deck("7", H1),
    (24, "standard"): _short_deck("9", H1),
    (36, "by-frequency"): _short_deck("6", H6_36),
    (32, "by-frequency"): _short_deck("7", H6_SHORTER),
    (24, "by-frequency"): _short_deck("9", H6_SHORTER),
}


def _cards(deck: int) -> Deck:
    ranks = _RANKS[_RANKS.index(_LOWEST[deck]) :]
    return cast(Deck, tuple(Card.parse("".join(rank + suit for rank in ranks for suit in "cdhs"))))


@cache
def _remembering(hand: type[Hand]) -> type[Hand]:
    """The same kind of hand, which asks PokerKit only once what some cards are worth: at a showdown it asks again and
    again."""

    def best(cls: type[Hand], hole: tuple[Card, ...], board: tuple[Card, ...]) -> Hand | None:
        try:
            return cast(Hand, hand.from_game.__func__(cls, hole, board))  # type: ignore[attr-defined]
        except ValueError:
            return None

    remembered = lru_cache(maxsize=4096)(best)

    def from_game(cls: type[Hand], hole_cards: CardsLike, board_cards: CardsLike = ()) -> Hand:
        found = remembered(cls, Card.clean(hole_cards), Card.clean(board_cards))
        if found is None:
            raise ValueError(f"no {hand.__name__}")
        return found

    return type(hand.__name__, (hand,), {"from_game": classmethod(from_game)})


def _exactly(amount: int, parts: int) -> tuple[int, int]:
    """Shares without a remainder, so that odd chips can be told apart from what the cards decide."""
    return cast(int, Fraction(amount, parts)), 0


@dataclass(frozen=True)
class Dealt:
    """How PokerKit is told of a game: what comes on each street, and which hands win."""

    hands: tuple[type[Hand], ...]
    hole: tuple[tuple[bool, ...], ...]
    """Cards to each player by street, face up where true."""
    board: tuple[int, ...] = ()
    draws: int = 0
    big_from: int = 2
    """The street from which a fixed limit has its big bet."""
    low_brings_in: bool | None = None
    """Whether the lowest door card brings it in and the highest hand leads after it; none without up cards."""

    @property
    def streets(self) -> int:
        """The number of betting rounds."""
        return max(len(self.board), self.draws + 1, len(self.hole))


def _community(cards: int, *hands: type[Hand], board: tuple[int, ...] = (0, 3, 1, 1)) -> Dealt:
    return Dealt(hands, ((False,) * cards,), board)


def _draw(cards: int, draws: int, *hands: type[Hand]) -> Dealt:
    return Dealt(hands, ((False,) * cards,), draws=draws, big_from=1 if draws == 1 else 2)


def _stud(*hands: type[Hand], low_brings_in: bool = True) -> Dealt:
    hole = ((False, False, True), (True,), (True,), (True,), (False,))
    return Dealt(hands, hole, low_brings_in=low_brings_in)


GAMES: dict[str, Dealt] = {
    "holdem": _community(2, StandardHighHand),
    "short-deck": _community(2, ShortDeckHoldemHand),
    "omaha": _community(4, OmahaHoldemHand),
    "omahahilo": _community(4, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha5": _community(5, OmahaHoldemHand),
    "omaha5hilo": _community(5, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "omaha6": _community(6, OmahaHoldemHand),
    "omaha6hilo": _community(6, OmahaHoldemHand, OmahaEightOrBetterLowHand),
    "courchevel": _community(5, OmahaHoldemHand, board=(1, 2, 1, 1)),
    "courchevelhilo": _community(5, OmahaHoldemHand, OmahaEightOrBetterLowHand, board=(1, 2, 1, 1)),
    "5cd": _draw(5, 1, StandardHighHand),
    "blinds-draw": _draw(5, 1, StandardHighHand),
    "27sd": _draw(5, 1, StandardLowHand),
    "27td": _draw(5, 3, StandardLowHand),
    "a5sd": _draw(5, 1, RegularLowHand),
    "a5td": _draw(5, 3, RegularLowHand),
    "badugi": _draw(4, 3, BadugiHand),
    "badacey": _draw(5, 3, BadugiHand, RegularLowHand),
    "badeucey": _draw(5, 3, StandardBadugiHand, StandardLowHand),
    "stud": _stud(StandardHighHand),
    "seven-card-stud": _stud(StandardHighHand),
    "studhilo": _stud(StandardHighHand, EightOrBetterLowHand),
    "razz": _stud(RegularLowHand, low_brings_in=False),
    "5stud": Dealt((StandardHighHand,), ((False, True), (True,), (True,), (True,)), low_brings_in=True),
}
"""The games that PokerKit knows or can be told in its own terms, by our names."""


class PokerKitRefusesError(Exception):
    """PokerKit does not let a hand go on as our history has it."""

    def __init__(self, reason: str, place: int) -> None:
        super().__init__(f"{reason} (event {place})")
        self.reason = reason
        self.place = place
        """Which of the events it refuses."""


@dataclass(frozen=True)
class Verdict:
    """How a hand ended at PokerKit's table, by seat."""

    stacks: dict[int, int]
    """With odd chips as our rule M4 gives them: each pot is divided for itself, chips go one by one."""
    stacks_its_way: dict[int, int]
    """With odd chips as PokerKit gives them: side pots that the same unbeaten hands contest are one, and all that is
    odd goes to the first winner; with low halves that it gives to players without a low."""


def seats_from_dealers_left(history: History) -> list[int]:
    """The seats that were dealt in, clockwise from the dealer's left; PokerKit's players are numbered so."""
    seats = sorted(row["seat"] for row in history["seats"] if row.get("dealt_in", True))
    button = history.get("button") or 0
    return [seat for seat in seats if seat > button] + [seat for seat in seats if seat <= button]


class PokerKitTable:
    """One hand at PokerKit's table.

    ``bets_limited``: PokerKit judges also how much is bet and who may raise; without, only turns, pots and winners, and
    it is told where a community card is turned.
    """

    def __init__(self, history: History, *, bets_limited: bool = True) -> None:
        self.history = history
        self.dealt = GAMES[history["game"]]
        self.seats = seats_from_dealers_left(history)
        self.number = {seat: number for number, seat in enumerate(self.seats)}
        self.bets_limited = bets_limited
        self.state = self._state(bets_limited)
        self.drawn: dict[int, list[str]] = {}

    def _state(self, bets_limited: bool) -> State:
        history, stakes, dealt = self.history, self.history["stakes"], self.dealt
        structure = _STRUCTURES[history["structure"]] if bets_limited else BettingStructure.NO_LIMIT
        stacks = {row["seat"]: row["stack"] for row in history["seats"]}
        deck = history.get("deck") or (36 if history["game"] == "short-deck" else 52)
        hands = dealt.hands
        if hands == (StandardHighHand,):
            hands = (_SHORT.get((deck, history.get("ranking") or "standard"), StandardHighHand),)
        small = stakes.get("small_bet") or stakes.get("big_blind") or stakes["ante"]
        big = stakes.get("big_bet") or small
        if history["game"] == "blinds-draw":
            big = 2 * stakes["big_blind"]  # B5
        blinds: Any = 0
        bring_in = stakes["bring_in"] if dealt.low_brings_in is not None else 0
        if not bets_limited:
            # one that was posted short is a call to complete for PokerKit, as a short blind is
            bring_in = min([bring_in, *(event["amount"] for event in history["events"] if event["type"] == "bring_in")])
        if dealt.low_brings_in is None:
            # of two players PokerKit numbers the button second and gives him the first blind
            on_button = 0 if len(self.seats) == 2 else -1
            blinds = (stakes["small_blind"], stakes["big_blind"]) if "small_blind" in stakes else {on_button: small}
        streets = []
        for number in range(dealt.streets):
            least = (big if number >= dealt.big_from else small) if bets_limited else 1
            opening = Opening.POSITION
            if dealt.low_brings_in is not None and number:
                opening = Opening.HIGH_HAND if dealt.low_brings_in else Opening.LOW_HAND
            elif dealt.low_brings_in is not None:
                opening = Opening.LOW_CARD if dealt.low_brings_in else Opening.HIGH_CARD
                least = max(least, bring_in + 1)
            draws = 0 < number <= dealt.draws
            hole = dealt.hole[number] if number < len(dealt.hole) else ()
            board = dealt.board[number] if dealt.board else 0
            streets.append(Street(number > 0, hole, board, draws, opening, least, None))
        return State(
            _AUTOMATIC,
            _cards(deck),
            tuple(map(_remembering, hands)),
            tuple(streets),
            structure,
            True,
            stakes.get("ante") or 0,
            blinds,
            bring_in,
            [stacks[seat] for seat in self.seats],
            len(self.seats),
            mode=Mode.CASH_GAME,
            divmod=_exactly,
        )

    def play(self) -> Verdict:
        """The whole hand; raises :class:`PokerKitRefusesError` where PokerKit does not go along."""
        with warnings.catch_warnings():
            # PokerKit keeps no account of cards that we burn unseen, and dislikes folding where checking is free
            warnings.simplefilter("ignore")
            for place, event in enumerate(self.history["events"]):
                try:
                    self._take(event)
                except ValueError as reason:
                    raise PokerKitRefusesError(str(reason), place) from reason
        if self.state.status:
            raise PokerKitRefusesError("the hand is not over", len(self.history["events"]))
        return self._verdict()

    def _take(self, event: Event) -> None:
        match event["type"]:
            case "bring_in":
                self._turn(event)
                self.state.post_bring_in()
            case "deal":
                self._burn()
                cards = " ".join(filter(None, [event.get("down"), event.get("up")]))
                self.state.deal_hole(cards.replace(" ", ""), self.number[event["seat"]])
            case "board":
                self._burn()
                if self.dealt.low_brings_in is not None and not self.bets_limited:
                    self._turn_a_community_card()
                self.state.deal_board(event["cards"].replace(" ", ""))
            case "discard":
                self._discard(event)
            case "replace":
                self.drawn[self.number[event["seat"]]].append(event["card"])
            case "fold" | "check" | "call" | "bet" | "complete" | "raise":
                self._deal_drawn()
                self._turn(event)
                self._act(event)
            case "street" | "return" | "award":
                self._deal_drawn()
                if self.state.checking_or_calling_amount == 0:
                    # PokerKit asks the last player with money too, who has nobody to bet against (M15)
                    self.state.check_or_call()
            case "ante" | "small_blind" | "big_blind" | "button_blind":
                pass  # PokerKit posts by itself
            case "burn" | "reshuffle" | "expose" | "announce" | "show" | "muck" | "end":
                pass
            case other:
                raise ValueError(f"PokerKit has no {other}")

    def _turn(self, event: Event) -> None:
        if self.state.actor_index != self.number[event["seat"]]:
            whose = self.state.actor_index
            raise ValueError(f"it is the turn of {'nobody' if whose is None else f'seat {self.seats[whose]}'}")

    def _act(self, event: Event) -> None:
        state, amount = self.state, event.get("amount", 0)
        match event["type"]:
            case "fold":
                state.fold()
            case "check" | "call":
                owed = state.checking_or_calling_amount
                if owed != amount and (self.bets_limited or amount < (owed or 0)):
                    raise ValueError(f"a call is {owed}")
                if owed == amount:
                    state.check_or_call()
                else:
                    # a blind was posted short, and the first who calls it in full raises it for PokerKit
                    self._raise_by(amount)
            case _:
                self._raise_by(amount)

    def _raise_by(self, amount: int) -> None:
        state = self.state
        seat = cast(int, state.actor_index)
        if not self.bets_limited:
            state.completion_betting_or_raising_amount = 0
            state.consecutive_short_all_in_amounts.clear()
            if self._nobody_can_follow(seat):
                state.check_or_call()
                return
        state.complete_bet_or_raise_to(state.bets[seat] + amount)

    def _nobody_can_follow(self, seat: int) -> bool:
        """Whether all others are covered already, so that a raise comes back and PokerKit sees no reason for it."""
        state = self.state
        return all(
            state.stacks[other] + state.bets[other] <= max(state.bets)
            for other in state.player_indices
            if other != seat and state.statuses[other]
        )

    def _burn(self) -> None:
        if self.state.card_burning_status:
            self.state.burn_card("??")

    def _turn_a_community_card(self) -> None:
        """PokerKit would deal folded cards again before it turns one for all (S7)."""
        for waiting in self.state.hole_dealing_statuses:
            waiting.clear()
        self.state.board_dealing_counts[0] = 1

    def _discard(self, event: Event) -> None:
        number = self.number[event["seat"]]
        if self.state.stand_patter_or_discarder_index != number:
            raise ValueError("it is another player's draw")
        self.state.stand_pat_or_discard(event.get("cards", "").replace(" ", ""))
        self.drawn[number] = event.get("drawn", "").split()

    def _deal_drawn(self) -> None:
        """PokerKit deals when all have thrown away; we deal to each at once."""
        if not self.drawn:
            return
        self._burn()
        for number, cards in sorted(self.drawn.items()):
            if cards:
                self.state.deal_hole("".join(cards), number)
        self.drawn.clear()

    def _verdict(self) -> Verdict:
        pushed = [operation for operation in self.state.operations if isinstance(operation, ChipsPushing)]
        before = [
            int(stack - sum(operation.amounts[number] for operation in pushed))
            for number, stack in enumerate(self.state.stacks)
        ]
        ours, its = list(before), list(before)
        layers = self._layers(before)
        for pot in sorted({operation.pot_index for operation in pushed}):
            parts = [operation for operation in pushed if operation.pot_index == pot]
            winners = [[number for number, amount in enumerate(part.amounts) if amount] for part in parts]
            whole = int(sum(sum(part.amounts) for part in parts))
            _divide(its, whole, winners, one_by_one=False)
            winners = [won for part, won in zip(parts, winners, strict=True) if self._qualifies(won[0], part)]
            joined = _first_of_sum(layers, whole)
            del layers[: len(joined)]
            for layer in joined or [whole]:
                _divide(ours, layer, winners, one_by_one=True)
        return Verdict(self._by_seat(ours), self._by_seat(its))

    def _qualifies(self, number: int, part: ChipsPushing) -> bool:
        """Whether the winner has a hand for this half: where nobody in a side pot has a low, but somebody in the main
        pot, PokerKit gives the low half of the side pot to all in it."""
        if part.hand_type_index is None or part.board_index is None:
            return True
        return self.state.get_up_hand(number, part.board_index, part.hand_type_index) is not None

    def _layers(self, before: Sequence[int]) -> list[int]:
        """Main and side pots over the players who did not fold (M10)."""
        put_in = [start - left for start, left in zip(self.state.starting_stacks, before, strict=True)]
        folded = {operation.player_index for operation in self.state.operations if isinstance(operation, Folding)}
        levels = sorted({put_in[number] for number in range(len(put_in)) if number not in folded})
        levels[-1] = max(put_in)
        sums = [sum(min(amount, level) for amount in put_in) for level in levels]
        return [sum_ - lower for lower, sum_ in zip([0, *sums], sums, strict=False)]

    def _by_seat(self, stacks: Sequence[int]) -> dict[int, int]:
        return dict(zip(self.seats, stacks, strict=True))


def _divide(stacks: list[int], pot: int, winners: Sequence[Sequence[int]], *, one_by_one: bool) -> None:
    """A pot to the winners of its halves; the first half and the first winners have what is odd."""
    for place, half_winners in enumerate(winners):
        half = pot // len(winners) + (0 if place else pot % len(winners))
        share, odd = divmod(half, len(half_winners))
        for turn, number in enumerate(half_winners):
            stacks[number] += share + ((turn < odd) if one_by_one else (0 if turn else odd))


def _first_of_sum(layers: Sequence[int], whole: int) -> list[int]:
    """The first pots that together are one of PokerKit's; none if they do not fit."""
    for number in range(1, len(layers) + 1):
        if sum(layers[:number]) == whole:
            return list(layers[:number])
    return []


def our_stacks(history: History) -> dict[int, int]:
    """What each player has after the hand, as our history says."""
    stacks = {row["seat"]: int(row["stack"]) for row in history["seats"] if row.get("dealt_in", True)}
    for event in history["events"]:
        if "amount" not in event:
            continue
        stacks[event["seat"]] += event["amount"] if event["type"] in ("return", "award") else -event["amount"]
    return stacks
