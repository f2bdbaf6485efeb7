"""Our own histories, pokerstats-hand: JSON Lines of any engine or home game, as docs/history-format.md tells."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import polars as pl
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from pokerstats.parsers import history as h
from pokerstats.parsers.history_steps import CutOff, Impossible, Row, Steps, card_text
from pokerstats.pipeline import tables

FORMAT = "pokerstats-json"
BATCH = 10_000

boundary = re.compile(rb"(?m)^\{")
"""The first line of a hand, for cutting large files."""

_HEAD = re.compile(r'\ufeff?\s*\{[^\n]*"format"\s*:\s*"pokerstats-hand"')
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
_SHOWN_IN_ERROR = 60


def detect(head: str) -> bool:
    """Whether the beginning of a file is one of our own histories."""
    return _HEAD.match(head) is not None


def parse(data: bytes, *, path: str, keep_text: bool = False) -> Iterator[tables.Parsed]:
    """The hands of one file in batches; what cannot be read is in ``rejected`` with its line and JSON path."""
    batch = _Batch(keep_text)
    for number, raw in enumerate(data.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        line = raw.strip()
        if line:
            batch.add(line, number)
        batch.lines += 1
        if batch.size >= BATCH:
            yield batch.parsed()
            batch = _Batch(keep_text)
    if data.endswith(b"\n"):
        batch.lines -= 1
    if batch.lines or batch.size:
        yield batch.parsed()


class _Batch:
    """Rows collected from one batch of lines."""

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
        return len(self.hands) + len(self.rejected)

    def add(self, line: bytes, number: int) -> None:
        """One line: a hand in the tables, or a row in ``rejected``."""
        try:
            hand = h.Hand.model_validate_json(line)
        except ValidationError as error:
            self._reject(line, number, _kind(error), _reason(error))
            return
        try:
            steps = Steps(hand, len(self.hands), number)
        except Impossible as fault:
            self._reject(line, number, "impossible", str(fault), hand)
            return
        except CutOff as fault:
            self._reject(line, number, "incomplete", str(fault), hand)
            return
        self.hands.append(_header(hand, steps, line, number, self.keep_text))
        self.seats.extend(_seat_rows(hand, steps))
        self.actions.extend(steps.actions)
        self.payouts.extend(steps.payouts)

    def _reject(self, line: bytes, number: int, kind: str, reason: str, hand: h.Hand | None = None) -> None:
        text = line.decode("utf-8", errors="replace")
        site, hand_no = (hand.site, hand.hand) if hand else _identity(line)
        self.rejected.append((number, number, site, hand_no, kind, reason, number, text))

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


# ---------------------------------------------------------------- what is wrong with a line


def _kind(error: ValidationError) -> str:
    fault = error.errors(include_url=False)[0]
    cut_off = fault["type"] == "json_invalid" and "EOF" in str(fault.get("ctx", {}).get("error", ""))
    return "incomplete" if cut_off else "unreadable"


def _reason(error: ValidationError) -> str:
    faults = error.errors(include_url=False)
    told = "; ".join(_fault_text(fault) for fault in faults[:3])
    return told if len(faults) <= 3 else f"{told}; and {len(faults) - 3} more"


def _fault_text(fault: ErrorDetails) -> str:
    place = _json_path(fault["loc"])
    message = fault["msg"][0].lower() + fault["msg"][1:]
    match fault["type"]:
        case "json_invalid":
            return message
        case "extra_forbidden":
            return f"{place}: unknown field"
        case "missing":
            return f"{place}: missing"
        case "union_tag_not_found":
            return f'{place}: expected a "type"'
    value = fault["input"]
    written = json.dumps(value, ensure_ascii=False) if not isinstance(value, dict | list) else "an object or list"
    return f"{place}: {written[:_SHOWN_IN_ERROR]}: {message}"


def _json_path(loc: tuple[int | str, ...]) -> str:
    # pydantic puts the event's type between its number and its field
    parts = loc[:2] + loc[3:] if len(loc) > 2 and loc[0] == "events" else loc
    path = "$"
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}"
    return path


_SITE = re.compile(rb'"site"\s*:\s*"([^"\\]*)"')
_HAND = re.compile(rb'"hand"\s*:\s*"([^"\\]*)"')


def _identity(line: bytes) -> tuple[str | None, str | None]:
    """Site and hand number as far as a faulty line still tells them."""
    site, number = _SITE.search(line), _HAND.search(line)
    if number is None:
        return None, None
    return site[1].decode("utf-8", "replace") if site else "pokerstats", number[1].decode("utf-8", "replace")


# ---------------------------------------------------------------- from hands to rows


def _header(hand: h.Hand, steps: Steps, line: bytes, number: int, keep_text: bool) -> dict[str, Any]:
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
        "line_from": number,
        "line_to": number,
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
        "fast_fold": False,
        "played_at": hand.played_at_utc,
        "played_local": local or (hand.played_at.replace(tzinfo=None) if hand.played_at else None),
        "zone": hand.zone or (hand.played_at.tzname() if hand.played_at else None),
        "runs": max(steps.boards, default=1),
        "board": steps.board(1),
        "board2": steps.board(2),
        "board3": steps.board(3),
        "stated_pot": steps.end.pot,
        "stated_rake": steps.end.rake,
        "rake_parts": None,
        "added": hand.added,
        "carried_in": hand.carried_in,
        "carried_out": steps.end.carried_out,
        "collects_uncalled": False,
        "text_hash": int.from_bytes(sha256(line).digest()[:8], "big"),
        "text": line.decode("utf-8") if keep_text else None,
    }


def _seat_rows(hand: h.Hand, steps: Steps) -> list[Row]:
    rows: list[Row] = []
    for seat in sorted(hand.seats, key=lambda seat: seat.seat):
        cards = steps.cards[seat.seat]
        rows.append(
            (
                steps.index, seat.seat, seat.player, seat.key, seat.stack, seat.dealt_in, cards.hole_cards(),
                card_text(cards.up), cards.final_cards(), seat.bounty, steps.line,
            )
        )  # fmt: skip
    return rows
