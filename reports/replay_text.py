"""One stored hand as text for a terminal: who sat where, every step with the pot after it, who was paid and why."""

import datetime as dt
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

import duckdb
import polars as pl
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from pokerstats.pipeline.terminal import visible
from pokerstats.reports.html.games import describe
from pokerstats.reports.html.numbers import amount, clock, count_of, day
from pokerstats.reports.html.steps import STREET_NAMES, WORDS

Row = dict[str, Any]

SIGNS = {"error": "◆", "warning": "◇", "note": "○"}
MONEY_BACK = ("return",)
OUTSIDE_POT = ("cash_out",)
BOARD_BEFORE = {"flop": 3, "turn": 4, "river": 5, "showdown": 5}

ORDERS = {
    "seats": "seat",
    "actions": "seq",
    "payouts": "line, pot_no, run, side, seat",
    "pots": "pot_no",
    "showdowns": "pot_no, run, side, strength desc, seat",
    "findings": '"check", seq, seat',
}


def stored_hand(con: duckdb.DuckDBPyConnection, hand_id: int) -> Row:
    """Everything the database holds of one hand, table by table: hand, file, seats, actions, payouts, pots …"""
    whole: Row = {"hand": _rows(con, "select * from hands where hand_id = $hand", hand_id)[0]}
    files = _rows(con, "select * from files where file_id = (select file_id from hands where hand_id = $hand)", hand_id)
    whole["file"] = files[0] if files else None
    for table, order in ORDERS.items():
        whole[table] = _rows(con, f"select * from {table} where hand_id = $hand order by {order}", hand_id)
    return whole


def _rows(con: duckdb.DuckDBPyConnection, query: str, hand_id: int) -> list[Row]:
    return pl.DataFrame(con.sql(query, params={"hand": hand_id})).rows(named=True)


def replay_text(whole: Row) -> Group:
    """The hand as it went, ready to be printed on a rich console."""
    hand = whole["hand"]
    names = {row["seat"]: visible(row["player"]) for row in whole["seats"]}
    parts: list[RenderableType] = [*_heading(whole), Text(), _seats(hand, whole["seats"])]
    parts.extend(_play(whole, names))
    if whole["showdowns"]:
        parts += [Text(), Text("Hands shown", "bold"), _showdowns(whole["showdowns"], names, hand["currency"])]
    parts += [Text(), Text("Paid", "bold"), *_paid(whole, names)]
    loose = [row for row in whole["findings"] if row["seq"] is None]
    if loose:
        parts += [Text(), Text("Findings", "bold"), *(_finding(row) for row in loose)]
    return Group(*parts)


def _heading(whole: Row) -> Iterator[Text]:
    hand, file = whole["hand"], whole["file"]
    started: dt.datetime | None = hand["played_at"] or hand["played_local"]
    when = "no date in the log"
    if started:
        when = f"{day(started)}, {clock(started)} {'UTC' if hand['played_at'] else 'local time'}"
    yield Text(f"{visible(hand['site'])} {visible(hand['site_hand_no'])}", "bold")
    yield Text(f"{describe(hand)} · {when}")
    tournament = f"tournament {visible(hand['tournament_no'])} · " if hand["tournament_no"] else ""
    table = f"table {visible(hand['table_name'])} · " if hand["table_name"] else ""
    path = visible(file["path"]) if file else "file unknown"
    yield Text(f"{tournament}{table}{path}, lines {hand['line_from']}–{hand['line_to']}", "dim")


def _seats(hand: Row, seats: list[Row]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title, side in (
        ("seat", "right"),
        ("player", "left"),
        ("position", "left"),
        ("stack", "right"),
        ("cards", "left"),
    ):
        table.add_column(title, justify="right" if side == "right" else "left")
    for title in ("put in", "won", "net"):
        table.add_column(title, justify="right")
    code = hand["currency"]
    for row in seats:
        if not row["dealt_in"]:
            continue
        place = row["position"] or ("button" if row["seat"] == hand["button_seat"] else "")
        held = row["final_cards"] or " ".join(part for part in (row["hole_cards"], row["up_cards"]) if part)
        table.add_row(
            str(row["seat"]),
            Text(visible(row["player"]), "bold" if row["seat"] == hand["hero_seat"] else ""),
            place,
            "–" if row["stack"] is None else amount(row["stack"], code),
            _cards(held),
            amount(row["put_in"] - row["returned"], code),
            amount(row["won"], code),
            amount(row["net"], code, signed=True),
        )
    return table


def _cards(text: str | None) -> Text:
    """Cards as in the log's tables, the red suits in red."""
    drawn = Text()
    for card in visible(text or "").split():
        if drawn:
            drawn.append(" ")
        drawn.append(card, "red" if card[-1] in "hd" else "")
    return drawn


def _play(whole: Row, names: dict[int, str]) -> Iterator[RenderableType]:
    hand = whole["hand"]
    code = hand["currency"]
    pot: Decimal = hand["carried_in"] + hand["added"]
    if pot:
        yield Text()
        yield Text(f"In the pot before the deal: {amount(pot, code)}")
    street = None
    table: Table | None = None
    left: dict[int, Decimal | None] = {row["seat"]: row["stack"] for row in whole["seats"]}
    for action in whole["actions"]:
        if action["street"] != street:
            if table is not None:
                yield table
            street = action["street"]
            yield Text()
            yield _street(hand, street, pot)
            table = _steps()
        assert table is not None
        moved = _into_pot(action)
        pot += moved
        behind = left.get(action["seat"])
        if behind is not None:
            behind -= moved
            left[action["seat"]] = behind
        table.add_row(
            str(action["seq"]),
            Text(names.get(action["seat"], "")),
            _sentence(action, code, names),
            amount(pot, code) if moved else "",
            amount(behind, code) if moved and behind is not None else "",
        )
        for finding in whole["findings"]:
            if finding["seq"] == action["seq"]:
                table.add_row("", "", _finding(finding), "", "")
    if table is not None:
        yield table
    if hand["board"] and street not in BOARD_BEFORE:
        yield _street(hand, "showdown", pot)


def _steps() -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("step", justify="right", style="dim")
    table.add_column("player", min_width=12)
    table.add_column("", min_width=30)
    table.add_column("pot", justify="right")
    table.add_column("left", justify="right", style="dim")
    return table


def _street(hand: Row, street: str, pot: Decimal) -> Text:
    line = Text(STREET_NAMES[street], "bold")
    for number, board in enumerate(("board", "board2", "board3"), start=1):
        shown = (hand[board] or "").split()[: BOARD_BEFORE.get(street, 0)]
        if shown:
            line.append("  " if number == 1 else "  |  ")
            line.append_text(_cards(" ".join(shown)))
    if pot:
        line.append(f"  pot {amount(pot, hand['currency'])}", "dim")
    return line


def _into_pot(action: Row) -> Decimal:
    value: Decimal = action["amount"] or Decimal(0)
    if action["action"] in OUTSIDE_POT:
        return Decimal(0)
    return -value if action["action"] in MONEY_BACK else value


def _sentence(action: Row, code: str | None, names: dict[int, str]) -> Text:
    value: Decimal = action["amount"] or Decimal(0)
    total: Decimal = value if action["to_amount"] is None else action["to_amount"]
    words = WORDS.get(action["action"]) or str(action["action"])
    text = Text(
        words.format(amount=amount(value, code), to=amount(total, code), n=count_of(action["n_cards"] or 0, "card"))
    )
    if action["target_seat"] is not None:
        with_whom = "with " if action["action"] == "compare" else ""
        text.append(f" {with_whom}{names.get(action['target_seat'], '')}")
    if action["all_in"] and action["action"] != "all_in" and value:
        text.append(" and is all in")
    if action["cards"]:
        text.append(" ")
        text.append_text(_cards(action["cards"]))
    if action["new_cards"]:
        text.append(" → ")
        text.append_text(_cards(action["new_cards"]))
    if action["said"]:
        text.append(f" ({visible(action['said'])})", "dim")
    return text


def _showdowns(rows: list[Row], names: dict[int, str], code: str | None) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("pot", "player", "cards", "hand"):
        table.add_column(title)
    table.add_column("due", justify="right")
    table.add_column("paid", justify="right")
    for row in rows:
        table.add_row(
            _pot_name(row),
            Text(names.get(row["seat"], "")),
            _cards(row["cards"]),
            row["category"] or "does not qualify",
            "–" if row["share_due"] is None else amount(row["share_due"], code),
            "–" if row["share_paid"] is None else amount(row["share_paid"], code),
        )
    return table


def _pot_name(row: Row) -> str:
    number = row["pot_no"]
    name = "pot" if number is None else "main pot" if number == 0 else f"side pot {number}"
    name += f", {row['side']}" if row["side"] else ""
    return name + (f", board {row['run']}" if row["run"] and row["run"] > 1 else "")


def _the_pot(row: Row) -> str:
    name = _pot_name(row)
    return name if row["pot_no"] else f"the {name}"


def _paid(whole: Row, names: dict[int, str]) -> Iterator[RenderableType]:
    hand, seats = whole["hand"], whole["seats"]
    code = hand["currency"]
    for row in whole["payouts"]:
        yield Text(f"{names.get(row['seat'], '')} collects {amount(row['amount'], code)} from {_the_pot(row)}")
    put_in = sum((row["put_in"] - row["returned"] for row in seats), Decimal(0))
    won = sum((row["won"] for row in seats), Decimal(0))
    into = [(put_in, "put in"), (hand["added"], "added by the room"), (hand["carried_in"], "carried in")]
    out = [(won, "won"), (hand["rake"], "rake"), (hand["carried_out"], "carried out")]
    balanced = sum(value for value, _ in into) == sum(value for value, _ in out)
    sides = (
        " + ".join(f"{amount(v, code)} {word}" for n, (v, word) in enumerate(side) if v or not n)
        for side in (into, out)
    )
    yield Text((" = " if balanced else " ≠ ").join(sides), "" if balanced else "bold magenta")


def _finding(row: Row) -> Text:
    sign = SIGNS.get(row["severity"], "")
    return Text(f"{sign} {row['severity']} {row['rule'] or ''} {row['check']}: {visible(row['message'])}", "magenta")
