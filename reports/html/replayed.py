"""Replayed hands: each as a list of steps with the pot after each, its cards, its result and the auditor's remarks."""

import datetime as dt
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from pokerstats.reports.html.cards import Card, cards
from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.games import describe
from pokerstats.reports.html.numbers import amount, clock, currency_name, day
from pokerstats.reports.html.steps import Remark, Street, sentence, streets

HANDS_KEPT = 60
BIGGEST_POTS = 12

BIGGEST = """
select hand_id from subject_hands where unit > 0 and net is not null
order by pot / unit desc, hand_id limit $many
"""
HANDS = """
select h.* exclude (betting, kind, text), h.betting::varchar as betting, h.kind::varchar as kind
from hands h where hand_id in (select unnest($ids))
"""
SEATS = """
select * exclude (folded_on, all_in_street), folded_on::varchar as folded_on
from seats where hand_id in (select unnest($ids)) and dealt_in order by hand_id, seat
"""
ACTIONS = """
select hand_id, seq, street::varchar as street, seat, action::varchar as action, amount, to_amount, all_in, n_cards,
       cards, new_cards, said, run
from actions where hand_id in (select unnest($ids)) order by hand_id, seq
"""
PAYOUTS = """
select hand_id, pot_no, run, side, seat, amount from payouts where hand_id in (select unnest($ids))
order by hand_id, line, pot_no, run, seat
"""
REMARKS = """
select hand_id, "check", rule, severity, seat, seq, message from findings where hand_id in (select unnest($ids))
order by hand_id, seq, severity, "check", seat, message
"""


@dataclass(frozen=True)
class Place:
    """One player of a replayed hand and how it ended for him."""

    seat: int
    player: str
    position: str
    button: bool
    hero: bool
    folded: bool
    cards: list[Card]
    stack: str
    put_in: str
    won: str
    net: str


@dataclass(frozen=True)
class Hand:
    """One replayed hand."""

    hand_id: int
    title: str
    game: str
    when: str
    source: str
    currency: str
    pot: str
    rake: str
    boards: list[list[Card]]
    places: list[Place]
    streets: list[Street]
    steps: int
    remarks: list[Remark]
    loose_remarks: list[Remark] = field(default_factory=list)

    @property
    def severities(self) -> list[str]:
        """The severities of the remarks, the gravest first."""
        return [
            severity for severity in ("error", "warning", "note") if any(r.severity == severity for r in self.remarks)
        ]


def biggest_pots(con: Connection) -> list[int]:
    """The subject's hands with the biggest pots, measured in the unit of each hand's stakes."""
    return [int(hand) for hand in frame(con, BIGGEST, many=BIGGEST_POTS)["hand_id"].to_list()]


def replayed(con: Connection, ids: list[int]) -> list[Hand]:
    """The hands of ``ids`` in that order, at most :data:`HANDS_KEPT`."""
    kept = list(dict.fromkeys(ids))[:HANDS_KEPT]
    if not kept:
        return []
    hands = {row["hand_id"]: row for row in frame(con, HANDS, ids=kept).iter_rows(named=True)}
    files = dict(con.execute("select file_id, path from files").fetchall())
    seats, actions, payouts, remarks = (_by_hand(con, query, kept) for query in (SEATS, ACTIONS, PAYOUTS, REMARKS))
    return [
        _hand(
            hands[hand], files, seats.get(hand, []), actions.get(hand, []), payouts.get(hand, []), remarks.get(hand, [])
        )
        for hand in kept
        if hand in hands
    ]


def _by_hand(con: Connection, query: str, ids: list[int]) -> dict[int, list[dict[str, Any]]]:
    rows: dict[int, list[dict[str, Any]]] = {}
    for row in frame(con, query, ids=ids).iter_rows(named=True):
        rows.setdefault(row["hand_id"], []).append(row)
    return rows


def _hand(
    hand: dict[str, Any],
    files: dict[int, str],
    seats: list[dict[str, Any]],
    actions: list[dict[str, Any]],
    payouts: list[dict[str, Any]],
    findings: list[dict[str, Any]],
) -> Hand:
    code = hand["currency"]
    names = {row["seat"]: row["player"] for row in seats}
    remarks = [
        Remark(
            row["check"],
            row["rule"] or "",
            row["severity"],
            sentence(row["message"], names.get(row["seat"])),
            row["seq"],
        )
        for row in findings
    ]
    played = streets(hand, names, actions, payouts, remarks)
    started: dt.datetime | None = hand["played_at"] or hand["played_local"]
    zone = "UTC" if hand["played_at"] else "local"
    steps = [step for street in played for step in street.steps]
    placed = {id(remark) for step in steps for remark in step.remarks}
    return Hand(
        hand_id=hand["hand_id"],
        title=f"{hand['site']} {hand['site_hand_no']}",
        game=describe(hand),
        when=f"{day(started, weekday=True)}, {clock(started)} {zone}" if started else "no date in the log",
        source=f"{files.get(hand['file_id'], '?')}, lines {hand['line_from']:,}–{hand['line_to']:,}",
        currency=currency_name(code),
        pot=amount(hand["pot"], code),
        rake=amount(hand["rake"], code),
        boards=[board for board in (cards(hand[name]) for name in ("board", "board2", "board3")) if board],
        places=[_place(row, hand) for row in seats],
        streets=played,
        steps=len(steps),
        remarks=remarks,
        loose_remarks=[remark for remark in remarks if id(remark) not in placed],
    )


def _place(row: dict[str, Any], hand: dict[str, Any]) -> Place:
    code = hand["currency"]

    def said(value: Decimal | None, *, signed: bool = False) -> str:
        return "–" if value is None else amount(value, code, signed=signed)

    held = row["final_cards"] or " ".join(part for part in (row["hole_cards"], row["up_cards"]) if part)
    return Place(
        seat=row["seat"],
        player=row["player"],
        position=row["position"] or "",
        button=row["seat"] == hand["button_seat"],
        hero=row["seat"] == hand["hero_seat"],
        folded=row["folded_on"] is not None,
        cards=cards(held),
        stack=said(row["stack"]),
        put_in=said(row["put_in"] - row["returned"]),
        won=said(row["won"]),
        net=said(row["net"], signed=True),
    )
