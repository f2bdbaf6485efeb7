"""Who is small and big blind, and where each betting round and draw begins."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl

from pokerstats.pipeline.replay.batch import CODE, NONE, Batch, Codes, Flags, Ints, bits, following, mark, money

UNKNOWN = -1
_AROUND = 1 << 20


class Order:
    """The order of a batch: blinds in turn (slots, -1 if none) and the slot from which to look for who begins."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.small_blind: Ints = np.full(batch.size, UNKNOWN)
        self.big_blind: Ints = np.full(batch.size, UNKNOWN)
        self.dealt_bits = bits(batch.dealt)
        self._find_small_blind()
        self._find_big_blind()
        self._find_blinds_without_chips()
        batch.code[self.missed_small_blinds] = CODE["dead_blind"]

    def _rows(self, name: str) -> Ints:
        return np.flatnonzero(self.batch.code == CODE[name])

    def _clockwise(self, hand: Ints, slot: Ints, after: Ints) -> Ints:
        """Seats from ``after`` on to the slot; the seat ``after`` itself comes last."""
        steps: Ints = (self.batch.numbers[hand, slot] - after[hand] - 1) % _AROUND
        return steps

    def _find_small_blind(self) -> None:
        """The first to post a small blind, unless that is a missed one: posted after the big blind and out of turn."""
        batch = self.batch
        small, big = self._rows("small_blind"), self._rows("big_blind")
        if not small.size:
            return
        hand = batch.act_hand[small]
        first = small[np.r_[True, hand[1:] != hand[:-1]]]
        hand, slot = batch.act_hand[first], batch.act_slot[first]
        first_big = np.full(batch.size, batch.actions.height)
        np.minimum.at(first_big, batch.act_hand[big], big)
        nearest_big = np.full(batch.size, _AROUND)
        np.minimum.at(
            nearest_big, batch.act_hand[big], self._clockwise(batch.act_hand[big], batch.act_slot[big], batch.button)
        )
        distance = self._clockwise(hand, slot, batch.button)
        in_turn = (
            (batch.button[hand] < 0)
            | (first < first_big[hand])
            | (distance < nearest_big[hand])
            | (distance == _AROUND - 1)
        )
        self.small_blind[hand[in_turn]] = slot[in_turn]

    def _find_big_blind(self) -> None:
        """Of those who posted a big blind, the first to the left of the small blind (without one: of the button)."""
        batch = self.batch
        big = self._rows("big_blind")
        if not big.size:
            return
        hand, slot = batch.act_hand[big], batch.act_slot[big]
        has_small = self.small_blind >= 0
        after = np.where(has_small, batch.numbers[np.arange(batch.size), self.small_blind], batch.button)
        distance = np.where(after[hand] < 0, big, self._clockwise(hand, slot, after))
        best = np.full(batch.size, np.iinfo(np.int64).max)
        np.minimum.at(best, hand, distance * batch.columns + slot)
        known = np.unique(hand)
        self.big_blind[known] = best[known] % batch.columns

    def _find_blinds_without_chips(self) -> None:
        """Blinds without a line of their own: the ante took the last chips, or both blinds were posted at once."""
        batch = self.batch
        nominal = money(batch.hands, "big_blind")
        posted_live = np.zeros((batch.size, batch.columns), dtype=np.bool_)
        posted_live.reshape(-1)[batch.act_index[self._rows("post")]] = True
        candidate = posted_live | self.broke_by_ante
        if not candidate.any():
            return
        everyone = self.dealt_bits
        has_small, has_big = self.small_blind >= 0, self.big_blind >= 0
        for hand in np.flatnonzero(candidate.any(axis=1) & (nominal != NONE) & (has_small | has_big)):
            mask = everyone[hand : hand + 1]
            if not has_big[hand]:
                slot = int(following(mask, self.small_blind[hand : hand + 1] + 1)[0])
                if slot >= 0 and slot != self.small_blind[hand] and candidate[hand, slot]:
                    self.big_blind[hand] = slot
            elif not has_small[hand] and batch.button[hand] >= 0:
                slot = int(following(mask, self._left_of_button[hand : hand + 1])[0])
                big = int(self.big_blind[hand])
                if slot != big and self.broke_by_ante[hand, slot] and batch.dealt[hand].sum() > 2:
                    self.small_blind[hand] = slot

    @cached_property
    def broke_by_ante(self) -> Flags:
        """Players whose ante was all they had, by hand and slot."""
        batch = self.batch
        rows = np.flatnonzero(batch.code == CODE["ante"])
        if not rows.size:
            return np.zeros((batch.size, batch.columns), dtype=np.bool_)
        paid = np.zeros(batch.size * batch.columns, dtype=np.int64)
        amount = np.maximum(money(batch.actions, "amount"), money(batch.actions, "to_amount"))[rows]
        np.add.at(paid, batch.act_index[rows], np.maximum(amount, 0))
        broke: Flags = (paid > 0).reshape(batch.size, -1) & (paid.reshape(batch.size, -1) >= batch.stacks)
        return broke

    # ------------------------------------------------------------ where rounds begin

    @cached_property
    def _left_of_button(self) -> Ints:
        """The first slot after the button's seat, taken or not; -1 without a button."""
        batch = self.batch
        start = (batch.numbers <= batch.button[:, None]).sum(axis=1)
        return np.where(batch.button < 0, UNKNOWN, start)

    @cached_property
    def later_start(self) -> Ints:
        """Draws and later rounds: from the button's left; if the log names no button, from the small blind."""
        heads_up = self.batch.dealt.sum(axis=1) == 2
        from_blind = np.where(heads_up, self.small_blind + 1, self.small_blind)
        unnamed = np.where((self.small_blind < 0) | self.batch.stud, UNKNOWN, from_blind)
        return np.where(self._left_of_button < 0, unnamed, self._left_of_button)

    @cached_property
    def first_start(self) -> Ints:
        """The first round: left of the last blind or straddle; antes only: of the dealer; stud: of the bring-in."""
        batch = self.batch
        start = np.where(self.big_blind >= 0, self.big_blind + 1, UNKNOWN)
        no_big = (self.big_blind < 0) & (self.small_blind >= 0)
        if no_big.any():
            missing = following(self.dealt_bits[no_big], self.small_blind[no_big] + 1)
            start[no_big] = missing.astype(np.int64) + 1
        for name in ("button_blind", "bring_in"):
            rows = self._rows(name)
            start[batch.act_hand[rows]] = batch.act_slot[rows] + 1
        self._pass_straddles(start)
        antes_only = (money(batch.hands, "big_blind") == NONE) | batch.button_blind
        begins_left = (start < 0) & antes_only & ~batch.stud
        return np.where(begins_left, self._left_of_button, start)

    def _pass_straddles(self, start: Ints) -> None:
        """Each straddle directly left of the last blind moves the start on; any other leaves it unknown."""
        batch = self.batch
        for row in self._rows("straddle"):
            hand, slot = int(batch.act_hand[row]), int(batch.act_slot[row])
            expected = (
                start[hand] >= 0 and int(following(self.dealt_bits[hand : hand + 1], start[hand : hand + 1])[0]) == slot
            )
            start[hand] = slot + 1 if expected else UNKNOWN

    @cached_property
    def missed_small_blinds(self) -> Ints:
        """Rows of small blinds posted beside the one in turn: they are dead money."""
        rows = self._rows("small_blind")
        batch = self.batch
        missed: Flags = batch.act_slot[rows] != self.small_blind[batch.act_hand[rows]]
        return rows[missed]

    @cached_property
    def out_of_turn(self) -> Flags:
        """Who posted without being a blind in turn, by hand and slot."""
        batch = self.batch
        posted = np.zeros(batch.size * batch.columns, dtype=np.bool_)
        posts = mark("post", "dead_blind", "big_blind", "small_blind")[batch.code]
        posted[batch.act_index[posts]] = True
        table = posted.reshape(batch.size, -1)
        everyone = np.arange(batch.size)
        for blind in (self.small_blind, self.big_blind):
            table[everyone[blind >= 0], blind[blind >= 0]] = False
        return table


# ---------------------------------------------------------------- stud: showing hands


@dataclass(frozen=True)
class Showing:
    """How the up cards of each player compare, by number of up cards; 0: not all are known."""

    scores: Codes

    def leader(self, hand: Ints, cards: Ints, still_in: Ints, order: Ints) -> Ints:
        """The slot of the leading showing hand; -1 if a card is unknown or two lead alike."""
        slots = np.arange(self.scores.shape[1] - 1)
        inside = (still_in[:, None] >> slots) & 1 == 1
        number = np.clip(cards, 0, 4)
        score = self.scores[hand, :-1, number]
        known = (~inside | (score > 0)).all(axis=1) & (order != 0) & inside.any(axis=1)
        ranked = np.where(inside, score * np.where(order < 0, -1, 1)[:, None], np.iinfo(np.int64).min)
        best = ranked.max(axis=1)
        alone = (ranked == best[:, None]).sum(axis=1) == 1
        return np.where(known & alone, ranked.argmax(axis=1), UNKNOWN)

    @staticmethod
    def of(batch: Batch) -> "Showing":
        """The scores of all stud hands of the batch."""
        scores = np.zeros((batch.size, batch.columns, 5), dtype=np.int64)
        rows = np.flatnonzero(batch.stud[batch.seat_hand])
        for row, up in zip(rows, batch.seats["up_cards"].gather(pl.Series(rows)), strict=True):
            if not up:
                continue
            low = batch.up_order[batch.seat_hand[row]] < 0
            ranks = [_rank(card, low) for card in up.split()[:4]]
            for number in range(1, len(ranks) + 1):
                if min(ranks[:number]) == 0:
                    break
                scores[batch.seat_hand[row], batch.seat_slot[row], number] = _score(ranks[:number])
        return Showing(scores)


def _rank(card: str, ace_low: bool) -> int:
    rank = "?A23456789TJQK" if ace_low else "?.23456789TJQKA"
    return max(rank.find(card[0]), 0)


def _score(ranks: list[int]) -> int:
    """Pairs before high cards, then the cards from the top (S14): no straights or flushes below five cards."""
    groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
    shape = [*sorted((number for number, _ in groups), reverse=True), 0, 0, 0, 0][:4]
    score = 0
    for digit in (*shape, *[rank for _, rank in groups], 0, 0, 0)[:8]:
        score = score * 16 + digit
    return score
