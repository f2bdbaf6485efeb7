"""The replay of one hand at a time in plain Python: slow, obvious, and written apart from the one it judges."""

import json
from collections.abc import Callable
from typing import Any

from pokerstats.pipeline import games

Row = dict[str, Any]

FORCED = ("ante", "dead_blind", "fee", "small_blind", "big_blind", "button_blind", "straddle", "post", "bring_in")
LIVE = ("small_blind", "big_blind", "button_blind", "straddle", "post")
ASIDE = ("ante", "dead_blind", "fee")
WORDS = ("bet", "complete", "raise", "all_in")
DECISIONS = ("fold", "check", "call", *WORDS)
OUT = ("fold", "compare", "dead_hand")
DRAWS = ("discard", "stand_pat")


def replayed(hand: Row, seats: list[Row], actions: list[Row], payouts: list[Row]) -> "tuple[Hand, str | None]":
    """The hand played through, and what is wrong with its money; printed totals of raises are read as chips added
    where only that makes pot and rake as printed."""
    first = Hand(hand, seats, actions, payouts)
    first.play()
    fault = first.account()
    stated = hand["stated_pot"], hand["stated_rake"]
    if None in stated or (not fault and stated == (first.hand["pot"], first.hand["rake"])):
        return first, fault
    added = [
        row | {"amount": row["to_amount"], "to_amount": None}
        if row["action"] in WORDS and row["amount"] is None and row["to_amount"] not in (None, played["amount"])
        else row
        for row, played in zip(actions, first.actions, strict=True)
    ]
    second = Hand(hand, seats, added, payouts)
    second.play()
    if added != actions and not second.account() and stated == (second.hand["pot"], second.hand["rake"]):
        return second, None
    return first, fault


class Hand:
    """One hand with its rows as dicts; after ``play`` they hold the replayed columns as well."""

    def __init__(self, hand: Row, seats: list[Row], actions: list[Row], payouts: list[Row]) -> None:
        self.hand, self.seats, self.payouts = dict(hand), [dict(row) for row in seats], [dict(row) for row in payouts]
        self.actions = [dict(row) for row in actions]
        self.game = games.game(hand["game"])
        self.stud = self.game.family == "stud"
        self.numbers = [row["seat"] for row in self.seats]
        self.by_seat = {row["seat"]: row for row in self.seats}
        self.button = hand["button_seat"]
        options = json.loads(hand["rule_options"]) if hand["rule_options"] else {}
        self.rules = hand["rules"] or hand["game"]
        self.laps = self.rules == "pokeris" and options.get("rounds", "lap") == "lap"
        self.fixed = hand["betting"] == "fl"
        self.dealt = self._dealt()
        self.small, self.big = self._blinds()
        for row in self.actions:
            if row["action"] == "small_blind" and row["seat"] != self.small:
                row["action"] = "dead_blind"

    # ------------------------------------------------------------ going round the table

    def ring(self, start: int, among: Callable[[int], bool]) -> list[int]:
        """The seats that pass, clockwise from the first seat with a number above ``start``."""
        after = [seat for seat in self.numbers if seat > start] + [seat for seat in self.numbers if seat <= start]
        return [seat for seat in after if among(seat)]

    def _dealt(self) -> set[int]:
        dealt = {row["seat"] for row in self.seats if row["dealt_in"]}
        took_part = {*LIVE, "bring_in", *DECISIONS, *DRAWS, "show"} - {"post"}
        dealt |= {row["seat"] for row in self.actions if row["action"] in took_part and row["seat"] is not None}
        return dealt | {row["seat"] for row in self.payouts}

    def _broke_by_ante(self, seat: int) -> bool:
        paid = 0
        for row in self.actions:
            if row["action"] == "ante" and row["seat"] == seat:
                told = [value for value in (row["amount"], row["to_amount"]) if value is not None]
                paid += max(told, default=0)
        stack = self.by_seat[seat]["stack"]
        return paid > 0 and stack is not None and paid >= stack

    def _blinds(self) -> tuple[int | None, int | None]:
        posts = [(row["action"], row["seat"]) for row in self.actions]
        smalls = [seat for word, seat in posts if word == "small_blind"]
        bigs = [seat for word, seat in posts if word == "big_blind"]
        words = [word for word, _ in posts]
        left = self.ring(self.button, lambda seat: True) if self.button is not None else list(self.numbers)
        small = big = None
        if smalls:
            posted_before = not bigs or words.index("small_blind") < words.index("big_blind")
            before = not bigs or left.index(smalls[0]) < min(map(left.index, bigs))
            if self.button is None or posted_before or before or smalls[0] == self.button:
                small = smalls[0]
        if bigs:
            if small is not None:
                big = min(bigs, key=self.ring(small, lambda seat: True).index)
            else:
                big = bigs[0] if self.button is None else min(bigs, key=left.index)
        if self.hand["big_blind"] is None:
            return small, big
        if small is not None and big is None:
            following = self.ring(small, self.dealt.__contains__)[0]
            posted = ("post", following) in posts or self._broke_by_ante(following)
            if following != small and posted:
                big = following
        elif big is not None and small is None and self.button is not None and len(self.dealt) > 2:
            following = self.ring(self.button, self.dealt.__contains__)[0]
            if following != big and self._broke_by_ante(following):
                small = following
        return small, big

    # ------------------------------------------------------------ where rounds begin

    def later_begin(self) -> int | None:
        """The seat number after which one looks for the first to act."""
        if self.button is not None:
            return int(self.button)
        if self.small is None or self.stud:
            return None
        return self.small if len(self.dealt) == 2 else self.small - 1

    def first_begin(self) -> int | None:
        """The same for the first round."""
        begin = self.big
        if begin is None and self.small is not None:
            begin = self.ring(self.small, self.dealt.__contains__)[0]
        for word in ("button_blind", "bring_in"):
            for row in self.actions:
                if row["action"] == word:
                    begin = row["seat"]
        for row in self.actions:
            if row["action"] == "straddle":
                turn = begin is not None and self.ring(begin, self.dealt.__contains__)[0] == row["seat"]
                begin = row["seat"] if turn else None
        antes_only = self.hand["big_blind"] is None or "button_blind" in self.game.forced
        if begin is None and antes_only and not self.stud:
            return self.button  # type: ignore[no-any-return]
        return begin

    def showing_leader(self, round_no: int, inside: set[int]) -> int | None:
        """Who leads a later street of stud by his up cards."""
        orders = {half.side: half.order for half in self.game.halves}
        razz = "high" not in orders and orders["low"] == "ace-to-five"
        if not inside or ("high" not in orders and not razz):
            return None
        hands = {}
        for seat in inside:
            cards = (self.by_seat[seat]["up_cards"] or "").split()
            number = min(round_no + 1, 4)
            if len(cards) < number or "??" in cards[:number]:
                return None
            ranks = [("A23456789TJQK" if razz else "23456789TJQKA").index(card[0]) for card in cards[:number]]
            counts = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
            by_weight = sorted(set(ranks), key=lambda rank: (ranks.count(rank), rank), reverse=True)
            hands[seat] = (counts, by_weight)
        best = min(hands.values()) if razz else max(hands.values())
        leaders = [seat for seat, shown in hands.items() if shown == best]
        return leaders[0] if len(leaders) == 1 else None

    # ------------------------------------------------------------ the betting

    def full_size(self, street: str) -> int:
        """A full bet of the street."""
        hand = self.hand
        free = hand["min_bet"] if hand["betting"] == "spread" and hand["min_bet"] is not None else None
        for value in (hand["big_blind"], hand["min_bet"], hand["small_bet"], hand["ante"], 0):
            free = value if free is None else free
        assert free is not None
        if self.fixed:
            small = hand["small_bet"] if hand["small_bet"] is not None else max(free, 0)
            big = hand["big_bet"] if hand["big_bet"] is not None else 2 * small
            streets = self.game.streets
            late = street in streets and streets.index(street) >= len(streets) // 2
            return int(big if late else small)
        if self.rules == "blinds-draw" and self.round_no(street) > 0:
            return int(2 * free)
        return int(free)

    def round_no(self, street: str) -> int:
        """The number of the betting round."""
        if street not in self.game.streets:
            return 9
        return self.game.streets.index(street) - (self.game.streets[0] == "exchange")

    def play(self) -> None:
        """Fill the context columns of the actions."""
        hand = self.hand
        cap = hand["cap"]
        self.left: dict[int, float] = {}
        for row in self.seats:
            stack = row["stack"] if row["stack"] is not None else float("inf")
            self.left[row["seat"]] = min(stack, cap) if cap is not None else stack
        may_bet = dict(self.left)
        inside = set(self.dealt)
        no_chips = {seat for seat, left in self.left.items() if left <= 0}
        pot = hand["added"] + hand["carried_in"]
        total: dict[int, int] = dict.fromkeys(self.numbers, 0)
        first_street = self.actions[0]["street"] if self.actions else None
        street = None
        price, level, aggressor, last_aggressor, opener = 0, 0, None, None, None
        step = self.full_size(first_street) if first_street else 0
        entered: set[int] = set()
        callers: set[int] = set()
        own: dict[int, list[str]] = {seat: [] for seat in self.numbers}
        forced_level = any(row["action"] in LIVE and self.round_no(row["street"]) == 0 for row in self.actions)
        blinds = hand["big_blind"] if hand["big_blind"] and not self.stud else 0
        forced_level = forced_level or blinds > 0
        turn, draw_turn, decided = self.first_begin(), self.later_begin(), False

        for row in self.actions:
            word, seat = row["action"], row["seat"]
            round_no = self.round_no(row["street"])
            if row["street"] != "showdown":
                if street is not None and row["street"] != street:
                    total = dict.fromkeys(self.numbers, 0)
                    own = {seat: [] for seat in self.numbers}
                    entered = set()
                    last_aggressor = aggressor
                    if not self.laps:
                        price, level, aggressor, callers = 0, 0, None, set()
                        step = self.full_size(row["street"])
                    turn = draw_turn = self.later_begin()
                    if self.stud:
                        leader = self.showing_leader(round_no, inside)
                        turn = None if leader is None else leader - 1
                    elif self.rules == "standard-draw" and opener is not None:
                        turn = opener - 1
                street = row["street"]
            if word in DECISIONS and not decided:
                decided = True
                if round_no == 0 and blinds:
                    price, level = max(price, blinds), 1

            mine = total.get(seat, 0)
            left = self.left.get(seat, float("inf"))
            to_call = max(price - mine, 0)
            others = {one for one in inside - no_chips if one != seat}
            decides = word in DECISIONS and not (word == "fold" and (seat in no_chips or seat is None))
            forced_price = round_no == 0 and price > 0 and ((level == 1 and forced_level) or level == 0)
            row.update(
                street_no=round_no,
                is_decision=decides,
                street_bet=price,
                to_call=to_call if seat is not None else None,
                pot_before=pot,
                stack_before=self._stack_before(seat, left, may_bet),
                level=level,
                raises_before=max(level - 1, 0),
                last_raise=step,
                short_raise=False,
                can_raise=decides and left > to_call and bool(others),
                players_in=len(inside),
                players_behind=len(others),
                expected_seat=None,
                facing=None,
                entered_before=len(entered - {seat}),
                callers_before=len(callers - {seat}),
                own_decisions_before=len(own[seat]) if seat is not None else None,
                own_last=own[seat][-1] if seat is not None and own[seat] else None,
                aggressor_seat=aggressor,
                last_street_aggressor=last_aggressor,
                is_aggressor=decides and aggressor is not None and aggressor == seat,
            )
            if decides:
                row["expected_seat"] = self._next(turn, inside - no_chips)
                if forced_price:
                    row["facing"] = "forced"
                elif to_call == 0:
                    row["facing"] = "nothing"
                else:
                    row["facing"] = "bet" if level <= 1 else "raise"
            elif word in DRAWS:
                row["expected_seat"] = self._next(draw_turn, inside)

            told = row["amount"] is not None or row["to_amount"] is not None
            amount = self._amount(row, mine, to_call, left)
            moved = 0 if word == "cash_out" else -amount if word == "return" else amount
            after = mine + (0 if word in ASIDE else moved)
            if told or amount or word in DECISIONS:
                row["amount"] = amount
                row["to_amount"] = row["to_amount"] if row["to_amount"] is not None else max(after, 0)
            pot += moved
            broke = False
            if seat is not None:
                total[seat] = max(after, 0)
                self.left[seat] = left - moved
                broke = moved > 0 and (self.left[seat] <= 0 or bool(row["all_in"]))
                if broke:
                    no_chips.add(seat)
                if word == "return" and self.left[seat] > 0:
                    no_chips.discard(seat)
            row["broke"] = broke
            if word in OUT:
                inside.discard(seat)

            if word in FORCED and word not in ASIDE:
                nominal = {"big_blind": "big_blind", "button_blind": "big_blind", "bring_in": "bring_in"}.get(word)
                asked = max(amount, (hand[nominal] or 0) if nominal else 0)
                price = max(price, asked)
                if word in LIVE:
                    level = max(level, 1)
                if word in ("straddle", "button_blind") and not self.fixed:
                    step = max(step, asked)
            if word in DRAWS:
                draw_turn = seat
            if not decides:
                continue

            pushes = word in WORDS and after > price
            paid = word in ("call", *WORDS) and amount > 0
            if paid or (word == "check" and round_no == 0 and mine > 0):
                entered.add(seat)
            name = self._name(word, pushes, price, level, to_call, amount)
            if pushes:
                size = self.full_size(row["street"])
                completes = (
                    level == 1 and price < size and after <= size and not (forced_level and round_no == 0)
                )  # fmt: skip
                gained = after if level == 0 else after - price
                row["short_raise"] = broke and gained < step and not completes
                if level == 0 and round_no == 0:
                    opener = seat
                added = after - price
                if not self.fixed:
                    step = added if added >= step else step
                elif self.stud and round_no == 1 and "high" in {half.side for half in self.game.halves}:
                    step = hand["big_bet"] or 0 if added >= (hand["big_bet"] or 0) else step
                level += 0 if completes else 1
                price, aggressor, callers = after, seat, set()
            elif paid:
                callers.add(seat)
            row["action"] = name
            own[seat].append(name)
            if not (self.laps and name == "fold" and row["expected_seat"] not in (None, seat)):
                turn = seat
        self.inside = inside

    def _next(self, after: int | None, among: set[int]) -> int | None:
        ring = self.ring(after, among.__contains__) if after is not None else []
        return ring[0] if ring else None

    def _stack_before(self, seat: int | None, left: float, may_bet: dict[int, float]) -> int | None:
        stack = self.by_seat[seat]["stack"] if seat is not None else None
        return None if stack is None else int(stack - (may_bet[seat] - left))  # type: ignore[index]

    def _amount(self, row: Row, mine: int, to_call: int, left: float) -> int:
        word = row["action"]
        if row["amount"] is not None:
            return int(row["amount"])
        if word in FORCED:
            if row["to_amount"] is not None:
                return int(row["to_amount"])
            owed = self.hand[word] if word in ("ante", "small_blind", "big_blind", "bring_in") else 0
            stack = self.by_seat[row["seat"]]["stack"]
            return max(owed or 0, 0) if stack is None else min(max(owed or 0, 0), stack)
        if word not in ("call", *WORDS):
            return 0
        if row["to_amount"] is not None:
            return int(row["to_amount"] - mine)
        if word == "call":
            return int(min(to_call, left))
        if word == "all_in":
            return to_call if left == float("inf") else int(left)
        return 0

    def _name(self, word: str, pushes: bool, price: int, level: int, to_call: int, amount: int) -> str:
        if word not in WORDS:
            return word
        by_state = "bet" if price == 0 else "complete" if level == 0 else "raise"
        if pushes:
            return by_state
        if word == "all_in" and amount == 0 and to_call == 0:
            return "check"
        if price > 0 and (word == "all_in" or level == 0 or self.laps):
            return "check" if amount == 0 and to_call == 0 else "call"
        return by_state

    # ------------------------------------------------------------ positions

    def positions(self) -> dict[int, tuple[str | None, int | None]]:
        """Name and number of every seat."""
        nothing: dict[int, tuple[str | None, int | None]] = dict.fromkeys(self.numbers, (None, None))
        if self.stud:
            return nothing
        blinds = [seat for seat in (self.small, self.big) if seat is not None]
        begin = self.big if self.big is not None else self.small if self.small is not None else self.button
        if begin is None:
            return nothing
        places = nothing
        row = self.ring(begin, lambda seat: seat in self.dealt and seat not in blinds)
        tables: dict[int, list[str]] = {
            0: [], 1: ["BTN"], 2: ["CO", "BTN"], 3: ["UTG", "CO", "BTN"], 4: ["UTG", "HJ", "CO", "BTN"],
        }  # fmt: skip
        count = len(row)
        names = tables.get(count) or ["UTG", *[f"UTG+{n}" for n in range(1, count - 4)], "LJ", "HJ", "CO", "BTN"]
        for order, seat in enumerate(row):
            places[seat] = (names[order], count - 1 - order)
        if self.small is not None:
            places[self.small] = ("SB", -1)
        if self.big is not None:
            places[self.big] = ("BB", -2)
        if len(self.dealt) == 2 and len(blinds) == 2 and self.big != self.button:
            places[blinds[0]] = ("BTN", 0)
        return places

    # ------------------------------------------------------------ money

    def account(self) -> str | None:
        """Fill the seats' sums; what is wrong with the money if anything is."""
        put = dict.fromkeys(self.numbers, 0)
        given, dead, aside, antes, cash = (dict.fromkeys(self.numbers, 0) for _ in range(5))
        for row in self.actions:
            amount, seat, word = row["amount"] or 0, row["seat"], row["action"]
            if seat is None or not amount:
                continue
            if word == "return":
                given[seat] += amount
            elif word == "cash_out":
                cash[seat] += amount
            else:
                put[seat] += amount
                dead[seat] += amount if word == "dead_blind" else 0
                aside[seat] += amount if word in ("dead_blind", "fee") else 0
                antes[seat] += amount if word == "ante" else 0
        if len([seat for seat in antes if antes[seat] > 0]) == 1 and len(self.dealt) > 1:
            aside = {seat: aside[seat] + antes[seat] for seat in aside}
        match = {seat: put[seat] - aside[seat] for seat in put}
        excess = dict.fromkeys(self.numbers, 0)
        if not any(given.values()) and not self.laps:
            top = max(self.numbers, key=lambda seat: (match[seat], -seat))
            rest = max((match[seat] for seat in self.numbers if seat != top), default=0)
            excess[top] = max(match[top] - max(rest, 0), 0)
        back = {seat: given[seat] + excess[seat] for seat in put}
        hand = self.hand
        pot = sum(put.values()) - sum(back.values()) + hand["added"] + hand["carried_in"]
        paid = dict.fromkeys(self.numbers, 0)
        for row in self.payouts:
            paid[row["seat"]] += row["amount"]
        over = sum(excess.values())
        stated = hand["stated_rake"]
        collected = sum(paid.values()) + hand["carried_out"]
        told = hand["collects_uncalled"] or (stated is not None and collected + stated == pot + over)
        if over and (told or collected > pot):
            paid = {seat: paid[seat] - min(paid[seat], excess[seat]) for seat in paid}
        if not sum(paid.values()) and pot > hand["carried_out"] and pot > 0:
            if len(self.inside) != 1:
                return "nobody was paid"
            paid[next(iter(self.inside))] = max(pot - hand["carried_out"] - (stated or 0), 0)
        rake = pot - sum(paid.values()) - hand["carried_out"]
        payees = sum(amount > 0 for amount in paid.values())
        if -rake > max(pot // 100, payees * 100):
            return "was paid from a pot"
        shown = any(action["action"] == "show" for action in self.actions)
        hand.update(pot=pot, rake=rake, n_players=len(self.dealt))
        hand["showdown"] = len(self.inside) >= 2 and (shown or payees > 0)
        hand["dead_button"] = self.button is not None and self.button not in self.dealt and not self.stud
        places = self.positions()
        for row in self.seats:
            self._fill(row, put, back, paid, dead, cash, places)
        self.kept = {seat: max(match[seat] - back[seat], 0) for seat in match}
        return None

    def _fill(
        self,
        row: Row,
        put: dict[int, int],
        back: dict[int, int],
        paid: dict[int, int],
        dead: dict[int, int],
        cash: dict[int, int],
        places: dict[int, tuple[str | None, int | None]],
    ) -> None:
        seat = row["seat"]
        mine = [action for action in self.actions if action["seat"] == seat]
        words = [action["action"] for action in mine]
        broke = [action for action in mine if action["broke"] and action["street"] != "showdown"]
        has_left = row["stack"] is not None and row["stack"] - put[seat] + back[seat] > 0
        folds = [action["street"] for action in mine if action["action"] in ("fold", "compare")]
        posted = {"post", "dead_blind", "big_blind", "small_blind"} & set(words)
        adjust = cash[seat] - paid[seat] if cash[seat] else 0
        row.update(
            dealt_in=seat in self.dealt,
            position=places[seat][0],
            position_no=places[seat][1],
            posted_out_of_position=bool(posted) and seat not in (self.small, self.big),
            put_in=put[seat],
            returned=back[seat],
            won=paid[seat],
            adjust=adjust,
            net=paid[seat] - put[seat] + back[seat] + adjust,
            dead=dead[seat],
            saw_showdown=self.hand["showdown"] and seat in self.inside,
            showed="show" in words,
            mucked="muck" in words,
            folded_on=folds[-1] if folds else None,
            all_in_street=broke[-1]["street"] if broke and not has_left else None,
            allin_forced=not has_left and any(action["action"] in FORCED for action in broke),
            cashed_out="cash_out" in words,
        )

    def pots(self) -> list[tuple[int, int, list[int]]]:
        """The pots as number, amount and eligible seats, built chip layer by chip layer from the bottom."""
        inside = sorted(self.inside)
        pot = self.hand["pot"]
        if len(inside) < 2:
            return [(0, pot, inside)]
        if self.laps:
            return self.lap_pots(inside)
        layers: list[tuple[int, list[int]]] = []
        if pot > sum(self.kept.values()) and any(self.kept[seat] == 0 for seat in inside):
            layers.append((0, inside))
        floor = 0
        for top in sorted({self.kept[seat] for seat in self.numbers}):
            if top <= floor:
                continue
            amount = sum(min(self.kept[seat], top) - min(self.kept[seat], floor) for seat in self.numbers)
            who = [seat for seat in inside if self.kept[seat] >= top]
            if layers and (not who or layers[-1][1] == who):
                layers[-1] = (layers[-1][0] + amount, layers[-1][1])
            else:
                layers.append((amount, who))
            floor = top
        layers = layers or [(0, inside)]
        dead = pot - sum(amount for amount, _ in layers)
        layers[0] = (layers[0][0] + dead, layers[0][1])
        return [(number, amount, who) for number, (amount, who) in enumerate(layers)]

    def lap_pots(self, inside: list[int]) -> list[tuple[int, int, list[int]]]:
        """The pots of Pokeris (P14): every chip of a lap lies at a height, and is won by who reached so high."""
        chips: list[tuple[int, int, int]] = []
        ends: dict[int, tuple[int, int]] = {}
        sums: dict[tuple[int, int], int] = {}
        for row in self.actions:
            lap, seat, amount = row["street_no"], row["seat"], row["amount"] or 0
            if seat is None or amount <= 0 or row["action"] in ("return", "cash_out"):
                continue
            low = sums.get((lap, seat), 0)
            if lap >= 0:
                sums[lap, seat] = low + amount
                chips.append((lap, low, low + amount))
            if row["broke"]:
                ends[seat] = (lap, 0)
        reach = {
            seat: (ends[seat][0], sums[ends[seat][0], seat]) if ends[seat][0] >= 0 else (0, 0)
            for seat in inside
            if seat in ends
        }
        tops = sorted(set(reach.values()))
        if len(reach) < len(inside):
            tops.append((99, 0))
        pots: list[tuple[int, int, list[int]]] = []
        for number, top in enumerate(tops):
            who = [seat for seat in inside if reach.get(seat, (99, 0)) >= top]
            covered = self.hand["pot"]
            if number < len(tops) - 1:
                covered -= sum(high - max(low, top[1]) for lap, low, high in chips if lap == top[0] and high > top[1])
                covered -= sum(high - low for lap, low, high in chips if lap > top[0])
            pots.append((number, covered - sum(amount for _, amount, _ in pots), who))
        return pots
