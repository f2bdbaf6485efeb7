"""Hands dealt at random for the replay: mostly playable, some of it nonsense, as damaged logs are."""

from random import Random
from typing import Any

import polars as pl

from pokerstats.pipeline import games, tables

Row = dict[str, Any]
CARDS = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]
GAMES = (
    "holdem", "holdem", "omaha", "short-deck", "5cd", "27td", "stud", "razz", "5stud", "studhilo", "standard-draw",
    "ante-draw", "pokeris", "seven-card-stud", "blinds-draw",
)  # fmt: skip


class Table:
    """One random hand as it is being played."""

    def __init__(self, rng: Random, number: int) -> None:
        self.rng, self.number = rng, number
        self.game = games.game(rng.choice(GAMES))
        self.big = rng.choice([100, 100, 250, 20_000])
        self.actions: list[Row] = []
        self.street = self.game.streets[0]
        house = self.game.name in ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw")
        blinds, antes = "blinds" in self.game.forced, "ante" in self.game.forced
        self.hand: Row = dict.fromkeys(tables.PARSED_HANDS) | {
            "hand": number, "site": "Room", "site_hand_no": str(number), "line_from": 1, "line_to": 9,
            "game": self.game.name, "rules": self.game.name if house and rng.random() < 0.9 else None,
            "betting": rng.choice(["nl", "nl", "pl", "fl", "spread"]), "kind": "cash", "runs": 1,
            "big_blind": self.big if blinds or (not antes and rng.random() < 0.5) else None,
            "small_blind": self.big // 2 if blinds else None,
            "ante": self.big // 5 if antes or rng.random() < 0.3 else None,
            "bring_in": self.big // 4 if self.game.family == "stud" else None,
            "small_bet": self.big, "big_bet": 2 * self.big,
            "min_bet": self.big if antes else None,
            "cap": rng.choice([None, None, None, 8 * self.big]),
            "added": rng.choice([0, 0, 0, 77]), "carried_in": rng.choice([0, 0, 0, 33]), "carried_out": 0,
            "collects_uncalled": rng.random() < 0.2, "text_hash": number,
        }  # fmt: skip
        if self.hand["betting"] != "fl" and rng.random() < 0.8:
            self.hand["small_bet"] = self.hand["big_bet"] = None
        taken = sorted(rng.sample(range(1, 11), rng.choice([2, 2, 3, 4, 6, 9])))
        self.hand["button_seat"] = rng.choice([*taken, *taken, *taken, 3, None])
        if self.game.family == "stud" and rng.random() < 0.7:
            self.hand["button_seat"] = None
        deck = rng.sample(CARDS, 52)
        self.seats = [self._seat(seat, deck) for seat in taken]
        self.playing = [row["seat"] for row in self.seats if row["dealt_in"]] or taken
        self.inside, self.put = set(self.playing), dict.fromkeys(taken, 0)
        self.total = dict.fromkeys(taken, 0)
        self.price = 0
        self.left = {row["seat"]: row["stack"] or 10**9 for row in self.seats}

    def _seat(self, seat: int, deck: list[str]) -> Row:
        rng = self.rng
        up = None
        if self.game.family == "stud":
            up = " ".join(deck.pop() if rng.random() < 0.97 else "??" for _ in range(rng.choice([1, 2, 3, 4, 4, 4])))
        stack: int | None = rng.choice([1, 3, 10, 40, 100, 200]) * self.big + rng.choice([0, 0, 7])
        return dict.fromkeys(tables.PARSED_SEATS) | {
            "hand": self.number, "seat": seat, "player": f"player {seat}", "line": 1, "up_cards": up,
            "stack": rng.choice([self.big // 5, self.big // 3]) if rng.random() < 0.1
            else None if rng.random() < 0.05 else stack,
            "dealt_in": rng.random() < 0.93,
        }  # fmt: skip

    # ------------------------------------------------------------ steps

    def act(self, seat: int | None, word: str, amount: int | None = None, *, forced: bool = False) -> None:
        """One action, its money told as amount, as street total, as both or (a call) not at all."""
        rng = self.rng
        row: Row = dict.fromkeys(tables.PARSED_ACTIONS) | {
            "hand": self.number, "seq": len(self.actions), "street": self.street, "seat": seat, "action": word,
            "all_in": False, "line": 5,
        }  # fmt: skip
        if amount is not None and seat is not None:
            given = min(amount, self.left[seat]) if rng.random() < 0.97 else amount
            aside = word in ("ante", "dead_blind", "fee")
            self.left[seat] -= given
            self.total[seat] += 0 if aside else given
            self.price = max(self.price, self.total[seat])
            self.put[seat] += given
            style = rng.choice(["amount", "amount", "to", "both", "none" if word in ("call", "all_in") else "both"])
            row["amount"] = given if style in ("amount", "both") else None
            row["to_amount"] = self.total[seat] if style in ("to", "both") and not aside else None
            if row["amount"] is None and aside:
                row["amount"] = given
            row["all_in"] = (self.left[seat] <= 0 and rng.random() < 0.9) or rng.random() < 0.01
        if word == "fold" and seat is not None:
            self.inside.discard(seat)
        self.actions.append(row)

    def around(self, start: int, among: set[int]) -> list[int]:
        """The seats of ``among`` clockwise after ``start``."""
        seats = [row["seat"] for row in self.seats if row["seat"] in among]
        return [seat for seat in seats if seat > start] + [seat for seat in seats if seat <= start]

    def blinds(self) -> int:
        """Forced money; the seat after which the betting begins."""
        rng, hand = self.rng, self.hand
        button: int = hand["button_seat"] if hand["button_seat"] is not None else rng.choice(self.playing)
        if hand["ante"]:
            antes = [button] if rng.random() < 0.1 and button in self.put else self.playing
            for seat in antes:
                if rng.random() < 0.97:
                    self.act(seat, "ante", hand["ante"])
        order = self.around(button, set(self.playing))
        if "button_blind" in self.game.forced:
            if button in self.playing and rng.random() < 0.95:
                self.act(button, "button_blind", self.big)
            return button
        if self.game.family == "stud":
            begin = rng.choice(order)
            if rng.random() < 0.9:
                self.act(begin, "bring_in", hand["bring_in"])
            return begin
        if not self.game.blinds:
            return button
        if len(order) == 2:
            order.reverse()
        small, big = (order[0], order[1]) if len(order) > 1 else (order[0], order[0])
        if rng.random() < 0.9:
            self.act(small, "small_blind", self.big // 2 if rng.random() < 0.97 else 0)
        if rng.random() < 0.97:
            self.act(big, "big_blind", self.big)
        rest = order[2:]
        if rest and rng.random() < 0.08:
            self.act(rng.choice(order), "small_blind", self.big // 2)
        if rest and rng.random() < 0.12:
            poster = rng.choice(rest)
            if rng.random() < 0.5:
                self.act(poster, "dead_blind", self.big // 2)
            self.act(poster, rng.choice(["post", "big_blind"]), self.big)
        if rest and rng.random() < 0.1:
            big = rest[0] if rng.random() < 0.7 else rng.choice(order)
            self.act(big, "straddle", 2 * self.big)
        return big

    def bet(self, begin: int) -> None:
        """A betting round."""
        rng, waiting = self.rng, self.around(begin, self.inside)
        for _ in range(40):
            waiting = [seat for seat in waiting if seat in self.inside and self.left[seat] > 0]
            if not waiting or len(self.inside) < 2 or rng.random() < 0.01:
                return
            seat = waiting.pop(0)
            if rng.random() < 0.02:
                seat = rng.choice([row["seat"] for row in self.seats])
            owed = max(self.price - self.total[seat], 0)
            kind = rng.random()
            if kind < 0.3 and owed:
                self.act(seat, "fold")
            elif kind < 0.7:
                if owed or rng.random() < 0.03:
                    self.act(seat, rng.choice(["call"] * 9 + ["all_in"]), max(owed, 1))
                else:
                    self.act(seat, rng.choice(["check"] * 15 + ["fold"]))
            elif self.price < 40 * self.big:
                size = rng.choice([1, 1, 1, 2, 3, 10]) * self.big + rng.choice([0, 0, -1, 30])
                word = rng.choice(["all_in", "bet", "complete", "raise", "raise"])
                self.act(seat, word, self.left[seat] if rng.random() < 0.1 else owed + max(size, 1))
                waiting = self.around(seat, self.inside)[:-1]
            else:
                self.act(seat, "call", owed)

    def draw(self, begin: int) -> None:
        """A draw."""
        for seat in self.around(begin, self.inside):
            number = self.rng.randrange(4)
            self.act(seat, "discard" if number else "stand_pat")
            self.actions[-1]["n_cards"] = number
            if self.rng.random() < 0.1:
                self.act(seat, "fee", self.big // 5)

    def play(self) -> list[Row]:
        """The whole hand; its payouts."""
        rng = self.rng
        begin = self.blinds()
        for street in self.game.streets:
            if street != self.street:
                self.street, self.price = street, 0
                self.total = dict.fromkeys(self.total, 0)
                begin = self.hand["button_seat"] or begin
                if rng.random() < 0.05:
                    self.act(None, "burn")
            if street in self.game.draws and len(self.inside) > 1:
                self.draw(begin)
            if street != "exchange" and len(self.inside) > 1:
                self.bet(begin)
        self._give_back()
        self.street = rng.choice(["showdown", "showdown", self.street])
        for seat in sorted(self.inside):
            if len(self.inside) > 1 and rng.random() < 0.9:
                self.act(seat, rng.choice(["show", "show", "muck"]))
        if rng.random() < 0.05:
            self.act(rng.choice(self.playing), rng.choice(["cash_out", "dead_hand", "announce"]))
            if self.actions[-1]["action"] == "cash_out":
                self.actions[-1]["amount"] = rng.choice([None, 500])
        return self._pay()

    def _give_back(self) -> None:
        ranked = sorted(self.put, key=lambda seat: self.put[seat])
        excess = self.put[ranked[-1]] - self.put[ranked[-2]]
        if 0 < excess <= self.put[ranked[-1]] and self.rng.random() < 0.6:
            self.act(ranked[-1], "return")
            self.actions[-1]["amount"] = excess

    def _pay(self) -> list[Row]:
        rng, rows = self.rng, []
        inside = sorted(self.inside) or self.playing
        if rng.random() < (0.3 if len(inside) == 1 else 0.05):
            return []
        ranked = sorted(self.put.values())
        pot = sum(ranked) - (ranked[-1] - ranked[-2])
        total = pot * rng.choice([20, 40, 60, 90]) // 100
        payees = rng.sample(inside, min(len(inside), rng.choice([1, 1, 1, 2, 3])))
        for number, seat in enumerate(payees):
            rows.append(
                {"hand": self.number, "pot_no": rng.choice([None, 0, number]), "run": None, "side": None, "seat": seat,
                 "amount": total // len(payees), "line": 7}
            )  # fmt: skip
        self.hand["stated_rake"] = rng.choice([None, 0, pot - total, 5])
        return rows


def batch(seed: int, size: int) -> tables.Parsed:
    """So many random hands."""
    rng = Random(seed)
    hands, seats, actions, payouts = [], [], [], []
    for number in range(size):
        table = Table(rng, number)
        payouts += table.play()
        hands.append(table.hand)
        seats += table.seats
        actions += table.actions
    return tables.Parsed(
        hands=pl.DataFrame(hands, schema=tables.PARSED_HANDS),
        seats=pl.DataFrame(seats, schema=tables.PARSED_SEATS),
        actions=pl.DataFrame(actions, schema=tables.PARSED_ACTIONS),
        payouts=pl.DataFrame(payouts, schema=tables.PARSED_PAYOUTS),
        rejected=tables.empty(tables.PARSED_REJECTED),
    )
