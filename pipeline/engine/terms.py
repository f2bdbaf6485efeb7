"""What a table has agreed on, made ready for play: one rule set with its structure, stakes and deck."""

from typing import Any, Literal

from pokerstats.pipeline.cards import lowest_rank
from pokerstats.pipeline.engine.illegal import IllegalDeal
from pokerstats.pipeline.engine.strength import FiveCardScale, Strength, five_card_scale, strength_of_half
from pokerstats.pipeline.games.agreed_sums import fault_of, usual_bring_in
from pokerstats.pipeline.games.rules import ORDERS_OF_36_CARDS, RuleSet, Stakes, Street

Sizing = Literal["no-limit", "pot", "spread", "exact"]

_SIZINGS: dict[str, Sizing] = {
    "no-limit": "no-limit",
    "cap-no-limit": "no-limit",
    "pot": "pot",
    "cap-pot": "pot",
    "spread": "spread",
    "three-figure": "spread",
    "fixed": "exact",
}
_RAISES_IN_FIXED = 3
_LOW_SHOWS = ("low-showing",)


class StreetPlan:
    """One street as it is played."""

    __slots__ = (
        "betting",
        "board",
        "burn",
        "check",
        "down",
        "draw",
        "exact",
        "first",
        "floor",
        "fold_freely",
        "name",
        "number",
        "open_from",
        "opening",
        "raise_from",
        "up",
    )

    def __init__(self, number: int, name: str, street: Street) -> None:
        self.number, self.name = number, name
        self.down, self.up, self.board, self.burn = street.down, street.up, street.board, street.burn
        self.draw, self.betting, self.first, self.check = street.draw, street.betting, street.first, street.check
        self.opening = 0
        """The least full bet (M12)."""
        self.floor = 0
        """The least a raise adds before anybody raised more (L7)."""
        self.open_from = self.raise_from = 0
        """What a bet must be, and a raise add, at least where the minimum itself is not enough (A3, L5)."""
        self.exact: tuple[int, ...] = ()
        """The sizes that bets and raises have, if they are fixed; the second where an open pair shows (S5)."""
        self.fold_freely = False
        """Whether a player may fold with nothing to call."""


class Terms:
    """One rule set as a table plays it; make it once and deal many hands by it."""

    def __init__(
        self,
        rules: RuleSet,
        *,
        structure: str | None = None,
        stakes: Stakes | None = None,
        deck: int | None = None,
    ) -> None:
        self.rules = rules
        self.game = rules.the_game
        self.structure = structure or rules.structure.default
        self.stakes = stakes or rules.stakes_in(self.structure)
        self.deck = deck or rules.deck.cards
        self.laps = self.structure == "pokeris"
        if self.structure not in rules.structure.allowed:
            raise IllegalDeal(
                rules.structure.rule.split()[0],
                f"{rules.name} is played {', '.join(rules.structure.allowed)}, not {self.structure}",
            )
        if self.deck not in rules.deck.choices:
            raise IllegalDeal(
                rules.deck.rule.split()[0],
                f"{rules.name} is played with {', '.join(map(str, rules.deck.choices))} cards, not {self.deck}",
            )
        fault = fault_of(self.stakes, self.structure, rules.game, rules.forced.kinds)
        if fault:
            raise IllegalDeal(fault.rule, fault.says)
        self._read_stakes()
        self._read_options()
        self._read_ranking()
        self.streets = [self._plan(number, name, street) for number, (name, street) in enumerate(rules.streets.items())]
        self.stud = self.game.family == "stud"
        self.most_drawn = rules.draw.most if rules.draw else 0
        self.pass_out = rules.carry.pass_out
        self.first_in_shows = self.openers_set or self.rules.game == "ante-draw"
        """Without a bet in the last round the opener, or the first still in, shows first (J8, A7)."""
        self.odd_chip_goes_on = rules.carry.odd_chip == "next-pot"
        self.told = self._told()
        """The agreement as a history tells it."""
        self._after_pass_out: dict[int, Terms] = {}

    def _read_stakes(self) -> None:
        sums = self.stakes
        self.ante, self.small_blind, self.big_blind = sums.ante or 0, sums.small_blind or 0, sums.big_blind or 0
        self.small_bet, self.big_bet = sums.small_bet or 0, sums.big_bet or 0
        self.max_bet, self.cap, self.chip = sums.max_bet, sums.cap or 0, sums.chip
        self.min_bet = sums.min_bet or self.big_blind
        self.open_bet = sums.open_bet or self.min_bet
        kinds = self.rules.forced.kinds
        self.has_blinds, self.has_button_blind = "blinds" in kinds, "button_blind" in kinds
        self.has_bring_in = "bring_in" in kinds
        self.sizing = _SIZINGS.get(self.structure, "spread")
        if self.structure == "pokeris":
            # without an agreed maximum one may bet all one has (P11)
            self.sizing = "no-limit" if self.max_bet is None else "spread"
            self.min_bet = self.ante
        self.bring_in = 0
        if self.has_bring_in:
            default = usual_bring_in(sums) if self.sizing == "exact" else self.min_bet
            self.bring_in = default if sums.bring_in is None else sums.bring_in

    def _read_options(self) -> None:
        option = self.rules.option
        self.dealer_antes = option("ante_from") == "dealer"
        self.all_in = option("short_of_money") == "all-in"
        self.least_exclusive = option("min_bet") == "exclusive" and self.sizing == "no-limit"
        self.last_raise_floors = option("raise_floor") == "last-raise"
        self.half_bet_counts = option("half_bet_rule") == "on" and self.sizing == "exact"
        self.pot_after_call = option("pot_raise") == "after-call"
        self.cap_lifts = option("cap_lifts")
        raises = option("max_raises")
        by_structure = _RAISES_IN_FIXED if self.sizing == "exact" else None
        self.max_raises = int(raises) if raises.isdigit() else None if raises == "none" else by_structure
        self.left_is_small_blind = option("heads_up") == "left-sb"
        self.may_complete = option("bring_in_may_complete") == "yes" and self.sizing == "exact"
        self.open_pair = option("open_pair")
        self.first_to_show = option("first_to_show")
        self.may_muck = option("muck") == "yes"
        self.split_openers = option("split_openers") == "yes"
        self.replace_at_once = option("exposed_replacement") == "at-once"
        self.exposes = "exposed_replacement" in self.rules.options
        self.lap_by_lap = option("rounds") == "lap"
        self.both_pay_penalty = option("penalty") == "both"
        fee = option("exchange_fee")
        self.card_fee = self.ante if fee == "per-card" else 0
        self.exchange_fee = self.ante if fee == "per-exchange" else 0

    def _read_ranking(self) -> None:
        if self.rules.ranking in ORDERS_OF_36_CARDS and self.deck != 36:
            raise IllegalDeal("H7", f"the order {self.rules.ranking} is one of 36 cards, not of {self.deck}")
        ace_low = self.rules.option("ace_low_straight") == "yes"
        halves = self.game.halves
        self.orders = self.rules.orders
        self.halves: list[tuple[str, Strength]] = [
            (half.side, strength_of_half(order, self.deck, ace_low, half.from_hand, half.board))
            for half, order in zip(halves, self.orders, strict=True)
        ]
        first = five_card_scale(self.orders[0], self.deck, ace_low)
        self.scale: FiveCardScale | None = first
        """The order that hands are called by; none in games of badugi."""
        self.ranking = self.rules.ranking
        self.openers_from = 0
        """The least strength to open with (J2); 0: anything opens."""
        if self.rules.openers is not None:
            assert first is not None
            rank = "23456789TJQKA".index(self.rules.openers.pair)
            low = [other for other in range(lowest_rank(self.deck), 13) if other != rank][:3]
            self.opening_rank = rank
            pair = (rank * 4, rank * 4 + 1)
            self.openers_from = first.five((*pair, *(other * 4 + 2 + place % 2 for place, other in enumerate(low))))

    def _told(self) -> dict[str, Any]:
        rules: dict[str, Any] = {"name": self.rules.name}
        options = self.rules.changed_options()
        if options:
            rules["options"] = options
        told: dict[str, Any] = {"rules": rules, "deck": self.deck}
        if self.ranking is not None:
            told["ranking"] = self.ranking
        told["structure"] = self.structure
        told["stakes"] = {name: chips for name, chips in self.stakes.model_dump().items() if chips is not None}
        return told

    def _plan(self, number: int, name: str, street: Street) -> StreetPlan:
        plan = StreetPlan(number, name, street)
        if street.draw and "round2_check" in self.rules.options and self.rules.option("round2_check") == "yes":
            plan.check = True
        plan.opening = plan.floor = self.min_bet
        blinds = self.rules.option("round2_bet")
        doubled = 2 * self.big_blind if number > 0 and blinds in ("minimum", "exact") else 0
        if doubled:  # B5
            plan.opening = plan.floor = max(doubled, self.min_bet)
        if self.rules.option("open_above_min") == "yes" and self.sizing != "exact":  # A3, A6
            plan.open_from = self.min_bet + self.chip
        if self.least_exclusive:  # L5
            plan.open_from = plan.raise_from = self.min_bet + self.chip
        if self.openers_set and number == 0:  # J3
            plan.opening = self.open_bet
        if self.sizing == "exact":
            size = self.small_bet if street.bet == "small" else self.big_bet
            plan.exact = (size,)
            if self.open_pair in ("holder", "anyone") and number == 1:
                plan.exact = (self.small_bet, self.big_bet)
        elif doubled and blinds == "exact":
            plan.exact = (doubled,)
        if plan.exact:
            plan.opening = plan.floor = plan.exact[0]
            if self.openers_set and number == 0:
                plan.opening = self.open_bet
        # the lists of what one may do after the draw name the fold (J7, B5); without a check it is the way out (A3)
        plan.fold_freely = not plan.check or (number > 0 and (self.openers_set or bool(doubled)))
        return plan

    @property
    def openers_set(self) -> bool:
        """Whether one needs openers to open (J2)."""
        return self.rules.openers is not None

    @property
    def low_shows(self) -> bool:
        """Whether the lowest showing hand begins, aces low (razz)."""
        return any(street.first in _LOW_SHOWS for street in self.streets)

    @property
    def highest_door_card_brings_in(self) -> bool:
        """Whether the highest door card must bring it in (razz)."""
        return self.rules.bring_in is not None and self.rules.bring_in.door_card == "highest"

    def strengths(self, hand: list[int], board: list[int]) -> tuple[int, ...]:
        """How strong a hand is for each half of the pot."""
        return tuple([strength(hand, board) for _, strength in self.halves])

    def after_pass_out(self, pot: int) -> "Terms":
        """The same table after a passed-out deal with so much in the pot after the new antes (L3)."""
        option = self.rules.option
        if self.structure not in ("spread", "three-figure") or option("pot_after_pass_out") == "off":
            return self
        terms = self._after_pass_out.get(pot)
        if terms is None:
            if option("pot_is") == "maximum":
                changed = {"max_bet": max(pot, self.max_bet or 0)}
            else:
                least = max(pot, self.min_bet)
                changed = {"min_bet": least, "open_bet": least, "max_bet": 5 * least}
            stakes = self.stakes.model_copy(update=changed)
            terms = Terms(self.rules, structure=self.structure, stakes=stakes, deck=self.deck)
            self._after_pass_out[pot] = terms
        return terms

    def may_run_short(self, players: int) -> bool:
        """Whether the deck cannot give so many players all their cards, the last burn not counted (S7, S15)."""
        burnt = sum(street.burn for street in self.streets[:-1])
        return self.stud and self.game.final_cards * players + burnt > self.deck

    def check_players(self, number: int) -> None:
        """Refuse too few or too many players for the rules or the deck."""
        players = self.rules.players
        if number < players.fewest:
            raise IllegalDeal(players.rule.split()[0], f"{number} players: {self.rules.name} needs {players.fewest}")
        fits = self.rules.dealt_by(self.deck)
        if number > fits:
            raise IllegalDeal("D10", f"{number} players: the deck of {self.deck} is dealt to {fits}")
        if number > players.most:
            raise IllegalDeal(players.rule.split()[0], f"{number} players: {self.rules.name} takes {players.most}")
