"""Hands as the models of our own history hold them, gathered into the parser's tables."""

import json
from hashlib import sha256
from typing import Any

import polars as pl

from pokerstats.parsers import history as h
from pokerstats.parsers.history_steps import CutOff, Impossible, Row, Steps, card_text
from pokerstats.pipeline import tables

_BETTING = {
    "no-limit": "nl",
    "pot": "pl",
    "fixed": "fl",
    "spread": "spread",
    "three-figure": "spread",
    "cap-no-limit": "cap-nl",
    "cap-pot": "cap-pl",
    "mixed": "mixed",
}


class HandBatch:
    """Rows collected from the hands of one file, or of a part of it."""

    def __init__(self, keep_text: bool) -> None:
        self.keep_text = keep_text
        self.lines = 0
        self.hands: list[dict[str, Any]] = []
        self.seats: list[Row] = []
        self.actions: list[Row] = []
        self.payouts: list[Row] = []
        self.rejected: list[Row] = []

    @property
    def size(self) -> int:
        """Hands taken and refused."""
        return len(self.hands) + len(self.rejected)

    def add(self, hand: h.Hand, text: bytes, line_from: int, line_to: int) -> None:
        """One hand in the tables, or a row in ``rejected`` if it contradicts itself or is cut off."""
        try:
            steps = Steps(hand, len(self.hands), line_from)
        except Impossible as fault:
            self.reject(text, line_from, line_to, "impossible", str(fault), hand.site, hand.hand)
            return
        except CutOff as fault:
            self.reject(text, line_from, line_to, "incomplete", str(fault), hand.site, hand.hand)
            return
        self.hands.append(_header(hand, steps, text, line_from, line_to, self.keep_text))
        self.seats.extend(_seat_rows(hand, steps))
        self.actions.extend(steps.actions)
        self.payouts.extend(steps.payouts)

    def reject(
        self, text: bytes, line_from: int, line_to: int, kind: str, reason: str, site: str | None, number: str | None
    ) -> None:
        """A piece of text that holds no hand to be stored, and why."""
        shown = text.decode("utf-8", errors="replace")
        self.rejected.append((line_from, line_to, site, number, kind, reason, line_from, shown))

    def parsed(self) -> tables.Parsed:
        """The batch as frames."""
        return tables.Parsed(
            hands=pl.DataFrame(self.hands, schema=tables.PARSED_HANDS),
            seats=pl.DataFrame(self.seats, schema=tables.PARSED_SEATS, orient="row"),
            actions=pl.DataFrame(self.actions, schema=tables.PARSED_ACTIONS, orient="row"),
            payouts=pl.DataFrame(self.payouts, schema=tables.PARSED_PAYOUTS, orient="row"),
            rejected=pl.DataFrame(self.rejected, schema=tables.PARSED_REJECTED, orient="row"),
            lines=self.lines,
        )


def _header(hand: h.Hand, steps: Steps, text: bytes, line_from: int, line_to: int, keep_text: bool) -> dict[str, Any]:
    assert steps.end is not None
    stakes, tournament, table = hand.stakes, hand.tournament, hand.table
    betting = _BETTING.get(hand.structure) or ("nl" if stakes.max_bet is None else "spread")
    options = dict(hand.rules.options) if hand.rules else {}
    if hand.structure in ("three-figure", "pokeris"):
        options["structure"] = hand.structure
    local = hand.played_local
    return {
        "hand": steps.index,
        "site": hand.site,
        "site_hand_no": hand.hand,
        "series": hand.series,
        "line_from": line_from,
        "line_to": line_to,
        "game": hand.game,
        "mix": hand.mix,
        "rules": hand.rules.name if hand.rules else None,
        "rule_options": json.dumps(options, ensure_ascii=False, sort_keys=True) if options else None,
        "deck": hand.deck,
        "ranking": hand.ranking,
        "betting": betting,
        "kind": hand.kind,
        "currency": hand.currency or {"tournament": "CHIPS", "play": "PLAY"}.get(hand.kind),
        **{name: getattr(stakes, name) for name in type(stakes).model_fields},
        "tournament_no": tournament.number if tournament else None,
        "tournament_name": tournament.name if tournament else None,
        "buy_in": tournament.buy_in if tournament else None,
        "fee": tournament.fee if tournament else None,
        "bounty": tournament.bounty if tournament else None,
        "buy_in_currency": tournament.currency if tournament else None,
        "level": tournament.level if tournament else None,
        "table_name": table.name if table else None,
        "max_seats": table.max_seats if table else None,
        "button_seat": hand.button,
        "hero_seat": hand.hero,
        "fast_fold": hand.fast_fold,
        "played_at": hand.played_at_utc,
        "played_local": local or (hand.played_at.replace(tzinfo=None) if hand.played_at else None),
        "zone": hand.zone or (hand.played_at.tzname() if hand.played_at and not local else None),
        "runs": max(steps.boards, default=1),
        "board": steps.board(1),
        "board2": steps.board(2),
        "board3": steps.board(3),
        "stated_pot": steps.end.pot,
        "stated_rake": steps.end.rake,
        "rake_parts": [dict(part) for part in steps.end.rake_parts] if steps.end.rake_parts else None,
        "added": hand.added,
        "carried_in": hand.carried_in,
        "carried_out": steps.end.carried_out,
        "collects_uncalled": False,
        "text_hash": int.from_bytes(sha256(text).digest()[:8], "big"),
        "text": text.decode("utf-8") if keep_text else None,
    }


def _seat_rows(hand: h.Hand, steps: Steps) -> list[Row]:
    rows: list[Row] = []
    for seat in sorted(hand.seats, key=lambda seat: seat.seat):
        cards = steps.cards[seat.seat]
        final = card_text(seat.final.split()) if seat.final else cards.final_cards()
        rows.append(
            (
                steps.index, seat.seat, seat.player, seat.key, seat.stack, seat.dealt_in, cards.hole_cards(),
                card_text(cards.up), final, seat.bounty, steps.line,
            )
        )  # fmt: skip
    return rows
