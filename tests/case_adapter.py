"""One case folder through the whole pipeline into a fresh database, printed in the schema of the cases.

python tests/case_adapter.py CASE_DIR
"""

import json
import re
import sys
import tempfile
from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import duckdb

from pokerstats.pipeline.equity import allin_equity
from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database
from pokerstats.reports.audit import run_checks

FINDING_CODES = {"fold-facing-no-bet": "NONSTANDARD_FOLD"}
"""Our checks by the codes of the cases; a check without a code goes by its own name."""

REJECT_REASONS = {"incomplete": "partial", "cancelled": "cancelled", "unreadable": "error", "impossible": "error"}
STUD_STREETS = {"third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th"}
CHANCES = {
    "could_complete": "completed_opp",
    "could_defend_bring_in": "defended_bring_in_opp",
    "could_stand_pat": "stood_pat_opp",
    "could_improve_on_draw": "improved_on_draw_opp",
    "could_fold_to_raise_after_draw": "folded_to_raise_after_draw_opp",
}
"""Chances whose name in the cases does not follow from ours."""

Row = dict[str, Any]


def case_document(folder: Path) -> Row:
    """The hands of a case folder as the pipeline stores them."""
    with tempfile.TemporaryDirectory() as scratch, open_database(Path(scratch, "case.duckdb")) as con:
        imports = [_import(con, file) for file in input_files(folder)]
        allin_equity(con)
        run_checks(con)
        return {
            "case": folder.name,
            "schema": 1,
            "format": one(con, "select max(format) as format from files")["format"],
            "imports": imports,
            "hands": [_hand(con, hand) for hand in rows(con, "select * from hands order by file_id, line_from")],
            "rejects": _rejects(con),
        }


def input_files(folder: Path) -> list[Path]:
    """The case's files in the order to ingest them: input.*, input-2.*, …"""

    def number(file: Path) -> int:
        found = re.fullmatch(r"input(?:-(\d+))?", file.stem)
        return int((found and found[1]) or 1)

    return sorted((file for file in folder.iterdir() if file.name.startswith("input")), key=number)


def rows(con: duckdb.DuckDBPyConnection, query: str, *values: object) -> list[Row]:
    """The rows of a query by column name."""
    found = con.execute(query, list(values))
    names = [column[0] for column in found.description or []]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]


def one(con: duckdb.DuckDBPyConnection, query: str, *values: object) -> Row:
    """The first row of a query."""
    return rows(con, query, *values)[0]


def _import(con: duckdb.DuckDBPyConnection, file: Path) -> Row:
    ingest(con, [str(file)])
    read = one(con, "select * from files order by file_id desc limit 1")
    kinds = [row["kind"] for row in rows(con, "select kind from rejected where file_id = ?", read["file_id"])]
    reasons = [REJECT_REASONS[kind] for kind in kinds]
    return {
        "file": file.name,
        "new": read["hands_new"],
        "duplicate": read["hands_duplicate"],
        **{reason: reasons.count(reason) for reason in ("partial", "cancelled", "error")},
    }


def _rejects(con: duckdb.DuckDBPyConnection) -> list[Row]:
    query = "select distinct site_hand_no, kind from rejected anti join hands using (site, site_hand_no) order by all"
    return [{"site_hand_no": row["site_hand_no"], "reason": REJECT_REASONS[row["kind"]]} for row in rows(con, query)]


def _hand(con: duckdb.DuckDBPyConnection, hand: Row) -> Row:
    hand_id = hand["hand_id"]
    seats = rows(con, "select * from seats where hand_id = ? and dealt_in order by seat", hand_id)
    names = {seat["seat"]: seat["player"] for seat in seats}
    boards = [cards(hand[column]) for column in ("board", "board2", "board3") if hand[column]]
    findings = rows(con, """select distinct "check", severity from findings where hand_id = ? order by all""", hand_id)
    document = {
        "site": hand["site"],
        "site_hand_no": hand["site_hand_no"],
        "variant": hand["game"],
        "limit": hand["betting"],
        "kind": hand["kind"],
        "currency": hand["currency"],
        "pot": amount(hand["pot"]),
        "rake": amount(hand["rake"]),
        "rake_parts": {part["part"]: amount(part["amount"]) for part in hand["rake_parts"] or []},
        "added": amount(hand["added"]),
        "bb": None if hand["big_blind"] is None else amount(hand["big_blind"]),
        **_start(hand["played_at"], hand["played_local"]),
        "pots": _pots(con, hand_id, names),
        "hero": names.get(hand["hero_seat"]),
        "dead_blinds": {seat["player"]: amount(seat["dead"]) for seat in seats if seat["dead"]},
        "players": {seat["player"]: _player(con, seat) for seat in seats},
        "findings": [
            FINDING_CODES.get(row["check"], row["check"]) for row in findings if row["severity"] in ("error", "warning")
        ],
    }
    if boards:
        document |= {"board": boards[0]} if len(boards) == 1 else {"boards": boards}
    return document


def _start(played_at: datetime | None, played_local: datetime | None) -> Row:
    if played_at is not None:
        return {"start_utc": played_at.isoformat(timespec="seconds") + "Z"}
    return {"start_local": played_local and played_local.isoformat(timespec="seconds")}


def _pots(con: duckdb.DuckDBPyConnection, hand_id: int, names: dict[int, str]) -> list[Row]:
    pots = rows(con, "select * from pots where hand_id = ? order by pot_no", hand_id)
    paid = rows(con, "select pot_no, seat, sum(amount) as amount from payouts where hand_id = ? group by all", hand_id)
    return [
        {
            "amount": amount(pot["amount"]),
            "eligible": [names[seat] for seat in pot["eligible"]],
            # a log with one pot need not number it
            "paid": {
                names[row["seat"]]: amount(row["amount"])
                for row in paid
                if row["pot_no"] == pot["pot_no"] or (row["pot_no"] is None and len(pots) == 1)
            },
        }
        for pot in pots
    ]


def _player(con: duckdb.DuckDBPyConnection, seat: Row) -> Row:
    return {
        "seat": seat["seat"],
        "position": seat["position"],
        "start": amount(seat["stack"]),
        "invested": amount(seat["put_in"] - seat["returned"]),
        "collected": amount(seat["won"]),
        "adjust": amount(seat["adjust"]),
        "net": amount(seat["net"]),
        "flags": _flags(con, seat["hand_id"], seat["seat"]),
    }


def _flags(con: duckdb.DuckDBPyConnection, hand_id: int, seat: int) -> Row:
    found = one(con, "select * from player_hands where hand_id = ? and seat = ?", hand_id, seat)
    flags: Row = {_flag_name(name): value for name, value in found.items() if isinstance(value, bool)}
    flags |= {
        "drew": found["drew"],
        "aggression_actions": found["aggression_actions"],
        "folded_on": STUD_STREETS.get(found["folded_on"], found["folded_on"]),
        "allin_street": STUD_STREETS.get(found["allin_street"], found["allin_street"]),
    }
    return flags | _expected_value(con, hand_id, seat, found["net"])


def _flag_name(column: str) -> str:
    if column.startswith("could_"):
        return CHANCES.get(column, column.removeprefix("could_") + "_opp")
    return column


def _expected_value(con: duckdb.DuckDBPyConnection, hand_id: int, seat: int, net: Decimal) -> Row:
    found = rows(con, "select * from allin_results where hand_id = ? and seat = ?", hand_id, seat)
    equities = rows(con, "select * from allin_equity where hand_id = ? and seat = ? order by pot_no", hand_id, seat)
    return {
        "allin_ev_counted": bool(equities),
        "equity": f"{equities[0]['equity_num']}/{equities[0]['equity_den']}" if len(equities) == 1 else None,
        "ev_collected": cents(found[0]["ev_collected"]) if found else None,
        "ev_net": cents(found[0]["ev_net"] if found else net),
    }


def amount(value: Decimal | None) -> str | None:
    """An amount with the digits it needs."""
    return None if value is None else f"{value.normalize():f}"


def cents(value: Decimal) -> str:
    """An amount to the cent."""
    return f"{value:.2f}"


def cards(text: str) -> list[str]:
    """Cards one by one."""
    return text.split()


def main(arguments: Iterable[str]) -> int:
    """Print the document of the folder given."""
    (folder,) = arguments
    json.dump(case_document(Path(folder).resolve()), sys.stdout, ensure_ascii=False, indent=1)
    print()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
