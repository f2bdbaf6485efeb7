"""Hands in a few short lines, played into a database: the tests' own way to say what happened.

    holdem nl 1/2                       game, betting, blinds (or: ante 1, bring-in 1), bets 2/4 for fixed limit;
                                        then what differs from EUR at table Oak: in USD, play, table Elm,
                                        at 2024-05-01T20:00 (UTC), local 2024-05-01T20:00
    1 ann 200 button                    seat, name, stack, cards as text if known
    2 bob 200 Ah Ad
    preflop: bob small_blind 1, ann raise 6, bob call 5
    flop 2c 7d Jh: bob check, ann bet 8, bob fold
    return: ann 8
    won: ann 12                         won high: ann 6 names the side

Amounts are chips added now, in whole units; after a draw the number is of cards.
"""

import atexit
import re
import shutil
import tempfile
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from pokerstats.pipeline.replay import replay
from pokerstats.pipeline.store import load, open_database
from pokerstats.pipeline.tables import (
    MONEY_SCALE,
    PARSED_ACTIONS,
    PARSED_HANDS,
    PARSED_PAYOUTS,
    PARSED_REJECTED,
    PARSED_SEATS,
    STREETS,
    Parsed,
    Schema,
    empty,
)

Row = dict[str, Any]


def database(folder: Path, *hands: str) -> duckdb.DuckDBPyConnection:
    """A database with the hands, played and stored."""
    path = folder / "hands.duckdb"
    shutil.copy(_empty_database(), path)
    con = open_database(path)
    load(con, 1, replay(parsed(*hands)))
    stored = con.execute("select count(*) from hands").fetchone()
    assert stored == (len(hands),), con.execute("select reason from rejected").fetchall()
    return con


@cache
def _empty_database() -> Path:
    """Made once a run: migrations and views take longer than any of the hands."""
    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder)
    path = folder / "empty.duckdb"
    open_database(path).close()
    return path


def player_hands(folder: Path, hand: str) -> dict[str, Row]:
    """The row of ``player_hands`` of each player of one hand."""
    with database(folder, hand) as con:
        found = con.execute("select * from player_hands")
        names = [column[0] for column in found.description or []]
        rows = [dict(zip(names, row, strict=True)) for row in found.fetchall()]
    return {row["player"]: row for row in rows}


def parsed(*hands: str) -> Parsed:
    """The hands as a parser would yield them."""
    notes = [_Notes(number, text) for number, text in enumerate(hands)]
    return Parsed(
        _frame([note.hand for note in notes], PARSED_HANDS),
        _frame([row for note in notes for row in note.seats], PARSED_SEATS),
        _frame([row for note in notes for row in note.actions], PARSED_ACTIONS),
        _frame([row for note in notes for row in note.payouts], PARSED_PAYOUTS),
        empty(PARSED_REJECTED),
    )


def _frame(rows: list[Row], schema: Schema) -> pl.DataFrame:
    return pl.DataFrame([{name: row.get(name) for name in schema} for row in rows], schema=schema)


def money(text: str) -> int:
    return round(float(text) * MONEY_SCALE)


class _Notes:
    def __init__(self, number: int, text: str) -> None:
        self.hand: Row = {
            "hand": number, "site": "Testroom", "site_hand_no": str(number + 1), "line_from": 1, "line_to": 9,
            "kind": "cash", "currency": "EUR", "runs": 1, "added": 0, "carried_in": 0, "carried_out": 0,
            "collects_uncalled": False, "text_hash": number, "table_name": "Oak", "max_seats": 9,
        }  # fmt: skip
        self.seats: list[Row] = []
        self.actions: list[Row] = []
        self.payouts: list[Row] = []
        self._boards: list[str] = []
        self._last_street = ""
        lines = [line.strip() for line in text.strip().splitlines()]
        self._stakes(lines[0])
        for line in lines[1:]:
            head, colon, rest = line.partition(":")
            if not colon:
                self._seat(line)
            elif head.startswith("won"):
                for entry in rest.split(","):
                    name, amount = entry.split()
                    side = head.removeprefix("won").strip() or None
                    self.payouts.append(self._at(name) | {"pot_no": 0, "side": side, "amount": money(amount)})
            else:
                self._street(head, rest)
        self.hand["board"] = " ".join(self._boards) or None

    def _stakes(self, line: str) -> None:
        game, betting, *words = line.split()
        self.hand |= {"game": game, "betting": betting}
        blinds, bets = re.match(r"([\d.]+)/([\d.]+)", words[0]) if words else None, re.search(r"bets (\S+)/(\S+)", line)
        if blinds:
            self.hand |= {"small_blind": money(blinds[1]), "big_blind": money(blinds[2])}
        if bets:
            self.hand |= {"small_bet": money(bets[1]), "big_bet": money(bets[2])}
        for key, pattern in (("ante", r"ante (\S+)"), ("bring_in", r"bring-in (\S+)"), ("open_bet", r"open (\S+)")):
            found = re.search(pattern, line)
            if found:
                self.hand[key] = money(found[1])
        for key, pattern in (("currency", r"in ([A-Z]+)\b"), ("kind", r"\b(play)\b"), ("table_name", r"table (\w+)")):
            found = re.search(pattern, line)
            if found:
                self.hand[key] = found[1]
        for key, pattern in (("played_at", r"at (\d\S+)"), ("played_local", r"local (\d\S+)")):
            found = re.search(pattern, line)
            if found:
                self.hand[key] = datetime.fromisoformat(found[1])

    def _seat(self, line: str) -> None:
        number, name, stack, *more = line.split()
        if "button" in more:
            self.hand["button_seat"] = int(number)
            more.remove("button")
        if "hero" in more:
            self.hand["hero_seat"] = int(number)
            more.remove("hero")
        row = {"hand": self.hand["hand"], "seat": int(number), "player": name, "stack": money(stack), "dealt_in": True}
        finals = more.index("then") if "then" in more else len(more)
        cards, final = " ".join(more[:finals]) or None, " ".join(more[finals + 1 :]) or None
        self.seats.append(row | {"hole_cards": cards, "final_cards": final, "line": 2})

    def _street(self, head: str, rest: str) -> None:
        street, *board = head.split()
        self._boards += board
        if street == "return":
            name, amount = rest.split()
            self._add(name, {"street": self._last_street, "action": "return", "amount": money(amount)})
            return
        assert street in STREETS, street
        self._last_street = street
        for entry in filter(None, (part.strip() for part in rest.split(","))):
            name, action, *more = entry.split()
            row: Row = {"street": street, "action": action, "all_in": "all-in" in more}
            if action == "show":
                row["cards"] = " ".join(more)
            elif more and action == "discard":
                row["n_cards"] = int(more[0])
            elif more:
                row["amount"] = money(more[0])
            self._add(name, row)

    def _add(self, name: str, row: Row) -> None:
        self.actions.append({"seq": len(self.actions), "all_in": False} | self._at(name) | row)

    def _at(self, name: str) -> Row:
        seat = next(row["seat"] for row in self.seats if row["player"] == name)
        return {"hand": self.hand["hand"], "seat": seat, "line": 3}
