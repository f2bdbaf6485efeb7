"""All-in expected value: what each player still in could expect when the betting closed with cards to come.

Counted where at least two players are in, the cards of all of them are known as of that moment, and every way the
missing cards can fall can be gone through. Cards known to be dead stay in the deck, except up cards of folded stud
players and cards thrown away in a draw, which everybody or the rules keep out. Not counted, so that the actual result
stands: hands with more than one draw to come (what a player would throw away is not known), hands dealt into by a
community card in stud, and deals beyond ``runouts.MOST_WORK``. Several runs count from before the first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

import duckdb
import numpy as np
import polars as pl

from pokerstats.pipeline import cards, games
from pokerstats.pipeline.games import Game
from pokerstats.pipeline.replay.showdown import paid_by_pot
from pokerstats.pipeline.replay.shown_hands import BOARDS, orders_of
from pokerstats.pipeline.runouts import Winning, by_board, by_hand, same_suits
from pokerstats.pipeline.store import transaction
from pokerstats.pipeline.tables import MONEY_SCALE

Equities = list[list[Fraction]]
_BATCH = 500

_CLOSED = """
with wanted as (
    select hand_id, game, deck, ranking, rule_options, board, board2, board3
    from hands
    where showdown and {chosen}
),

last_decisions as (
    select hand_id, arg_max(street, seq) as street
    from actions
    where is_decision and hand_id in (select hand_id from wanted)
    group by hand_id
),

to_come as (select unnest($games) as game, unnest($streets) as street, unnest($first) as first)

select wanted.*, to_come.street
from wanted
left join last_decisions using (hand_id)
join to_come
    on to_come.game = wanted.game
    and (to_come.street = last_decisions.street::varchar or (last_decisions.street is null and to_come.first))
order by hand_id
"""

_SEATS = """
select
    hand_id, seat, saw_showdown, hole_cards, up_cards, final_cards,
    (won * $scale)::bigint as won, ((put_in - returned) * $scale)::bigint as put_in,
    (net * $scale)::bigint as net
from seats
where hand_id in (select unnest($ids)) and dealt_in
order by hand_id, seat
"""

_DRAWS = """
select hand_id, seat, street::varchar as street, action::varchar as action, n_cards, cards, new_cards
from actions
where hand_id in (select unnest($ids)) and action in ('discard', 'stand_pat')
order by hand_id, seq
"""

_POTS = """
select
    hand_id, pot_no, (amount * $scale)::bigint as amount, (paid * $scale)::bigint as paid, eligible
from pots
where hand_id in (select unnest($ids))
order by hand_id, pot_no
"""


@dataclass(frozen=True)
class _Closed:
    """One hand at the moment the betting closed."""

    game: Game
    street: str
    hand: dict[str, Any]
    players: list[dict[str, Any]]
    folded: list[dict[str, Any]]
    draws: list[dict[str, Any]]


def allin_equity(
    con: duckdb.DuckDBPyConnection,
    hand_ids: list[int] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Fills ``allin_equity`` and ``allin_results`` for these hands, or for all that are not in there; returns how many.

    ``progress`` is told the hands looked at so far and in all.
    """
    hands = _closed_hands(con, hand_ids)
    known: dict[Any, Equities | None] = {}
    counted = 0
    for start in range(0, len(hands), _BATCH):
        batch = hands[start : start + _BATCH]
        equity_rows: list[tuple[Any, ...]] = []
        result_rows: list[tuple[Any, ...]] = []
        for closed, seats, pots in _details(con, batch):
            equities = _equities(closed, pots, known)
            if equities is not None:
                counted += 1
                equity_rows += _equity_rows(closed, pots, equities)
                result_rows += _result_rows(closed, seats, pots, equities)
        _store(con, [hand["hand_id"] for hand in batch], equity_rows, result_rows)
        if progress is not None:
            progress(start + len(batch), len(hands))
    return counted


def _closed_hands(con: duckdb.DuckDBPyConnection, hand_ids: list[int] | None) -> list[dict[str, Any]]:
    """Hands whose last decision fell before their last card."""
    closings = [
        (name, street, street == games.game(name).first_street)
        for name in games.names()
        for street in games.game(name).streets
        if _to_come(games.game(name), street)
    ]
    chosen = "hand_id not in (select hand_id from allin_results)"
    parameters: dict[str, Any] = {
        "games": [name for name, _, _ in closings],
        "streets": [street for _, street, _ in closings],
        "first": [first for _, _, first in closings],
    }
    if hand_ids is not None:
        chosen = "hand_id in (select unnest($ids))"
        parameters["ids"] = hand_ids
    return _rows(con, _CLOSED.format(chosen=chosen), parameters)


def _to_come(game: Game, street: str) -> bool:
    """Whether cards are still to be dealt once the betting of this street is over."""
    later = game.streets[game.streets.index(street) + 1 :]
    return any(at in dealt for at in later for dealt in (game.board, game.up, game.down, game.draws))


def _rows(con: duckdb.DuckDBPyConnection, query: str, parameters: dict[str, Any]) -> list[dict[str, Any]]:
    cursor = con.execute(query, parameters)
    names = [column[0] for column in cursor.description or []]
    return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]


def _details(
    con: duckdb.DuckDBPyConnection, batch: list[dict[str, Any]]
) -> Iterator[tuple[_Closed, list[dict[str, Any]], list[dict[str, Any]]]]:
    """Each hand with all its seats and with its pots, which say what they paid (``net``)."""
    ids = [hand["hand_id"] for hand in batch]
    scale = {"ids": ids, "scale": MONEY_SCALE}
    seats = _by_hand(_rows(con, _SEATS, scale))
    draws = _by_hand(_rows(con, _DRAWS, {"ids": ids}))
    pots = _by_hand(_rows(con, _POTS, scale))
    for hand in batch:
        number = hand["hand_id"]
        own, of_hand = seats.get(number, []), pots.get(number, [])
        players = [seat for seat in own if seat["saw_showdown"]]
        folded = [seat for seat in own if not seat["saw_showdown"]]
        if len(players) < 2 or not of_hand:
            continue
        frame = pl.DataFrame(
            {"amount": [pot["amount"] for pot in of_hand], "paid": [pot["paid"] for pot in of_hand]},
            schema={"amount": pl.Int64, "paid": pl.Int64},
        )
        won = np.array([sum(seat["won"] for seat in own)], dtype=np.int64)
        net = paid_by_pot(frame, np.zeros(len(of_hand), dtype=np.int64), won, np.ones(1, dtype=np.int64))
        for pot, paid in zip(of_hand, net.tolist(), strict=True):
            pot["net"] = paid
        game = games.game(hand["game"])
        yield _Closed(game, hand["street"], hand, players, folded, draws.get(number, [])), own, of_hand


def _by_hand(rows: list[dict[str, Any]]) -> dict[int, list[dict[str, Any]]]:
    return {number: list(group) for number, group in groupby(rows, key=itemgetter("hand_id"))}


# ---------------------------------------------------------------- the state when the betting closed


def _equities(closed: _Closed, pots: list[dict[str, Any]], known: dict[Any, Equities | None]) -> Equities | None:
    """The share of each pot by its eligible seats; none where it cannot be told."""
    seats = [player["seat"] for player in closed.players]
    members = [tuple(seats.index(seat) for seat in pot["eligible"] if seat in seats) for pot in pots]
    if not all(members):
        return None
    game, hand = closed.game, closed.hand
    winning = [
        Winning(half, order)
        for half, order in zip(
            game.halves, orders_of(game, hand["deck"], hand["ranking"], hand["rule_options"]), strict=True
        )
    ]
    deck = cards.deck(hand["deck"] or game.deck)
    later = game.streets[game.streets.index(closed.street) + 1 :]
    if any(street in game.board for street in later):
        return _on_boards(closed, winning, deck, members, known)
    if game.family == "stud":
        held = [_stud_cards(closed, player) for player in closed.players]
        gone = [code for player in closed.folded for code in cards.codes_of(player["up_cards"] or "") if code >= 0]
        wanted = sum(number for street, number in (*game.up.items(), *game.down.items()) if street not in later)
        if any(len(hand) != wanted or min(hand) < 0 for hand in held):
            return None
        return by_hand(winning, deck, held, [game.final_cards - wanted] * len(held), gone, members)
    return _before_the_draw(closed, winning, deck, members, later)


def _on_boards(
    closed: _Closed,
    winning: list[Winning],
    deck: cards.Codes,
    pots: list[tuple[int, ...]],
    known: dict[Any, Equities | None],
) -> Equities | None:
    game = closed.game
    later = game.streets[game.streets.index(closed.street) + 1 :]
    if any(street in game.draws or street in game.down for street in later):
        return None
    held = [tuple(cards.codes_of(_shown(game, player) or "")) for player in closed.players]
    dealt = game.board_by(closed.street)
    boards = [tuple(cards.codes_of(closed.hand[column] or ""))[:dealt] for column in BOARDS[: game.boards]]
    if any(len(hand) != game.final_cards for hand in held) or any(len(board) != dealt for board in boards):
        return None
    if any(code < 0 for some in (*held, *boards) for code in some):
        return None
    each: list[Equities] = []
    for number, board in enumerate(boards):
        gone = tuple(code for other, some in enumerate(boards) if other != number for code in some)
        ruled = tuple(closed.hand[column] for column in ("game", "deck", "ranking", "rule_options"))
        key = (ruled, tuple(pots), len(held), same_suits([*held, board, gone]))
        if key not in known:
            known[key] = by_board(winning, deck, held, board, game.board_cards, gone, pots)
        found = known[key]
        if found is None:
            return None
        each.append(found)
    return [
        [sum(shares, Fraction(0)) / len(each) for shares in zip(*same_pot, strict=True)]
        for same_pot in zip(*each, strict=True)
    ]


def _shown(game: Game, player: dict[str, Any]) -> str | None:
    """A hand that does not change any more."""
    text: str | None = player["final_cards"] if game.draws and player["final_cards"] else player["hole_cards"]
    return text


def _stud_cards(closed: _Closed, player: dict[str, Any]) -> tuple[int, ...]:
    """What a stud player held when the betting closed."""
    game = closed.game
    dealt = game.streets[: game.streets.index(closed.street) + 1]
    down, up = (sum(number for street, number in at.items() if street in dealt) for at in (game.down, game.up))
    return (
        *cards.codes_of(player["hole_cards"] or "")[:down],
        *cards.codes_of(player["up_cards"] or "")[:up],
    )


def _before_the_draw(
    closed: _Closed, winning: list[Winning], deck: cards.Codes, pots: list[tuple[int, ...]], later: Sequence[str]
) -> Equities | None:
    """Equities with one draw to come, for what each player really threw away."""
    if sum(street in closed.game.draws for street in later) != 1:
        return None
    held: list[tuple[int, ...]] = []
    missing: list[int] = []
    gone: list[int] = []
    for player in closed.players:
        own = cards.codes_of(player["hole_cards"] or "")
        for draw in closed.draws:
            if draw["seat"] != player["seat"]:
                continue
            thrown, came = (cards.codes_of(draw[column] or "") for column in ("cards", "new_cards"))
            if draw["action"] == "discard" and (len(thrown) != draw["n_cards"] or not set(thrown) <= set(own)):
                return None
            own = [card for card in own if card not in thrown]
            gone += thrown
            if draw["street"] not in later:
                own += came
        kept = tuple(own)
        if any(card < 0 for card in kept) or len(set(kept)) != len(kept):
            return None
        held.append(kept)
        missing.append(closed.game.final_cards - len(kept))
        drew = sum(
            draw["n_cards"] or 0 for draw in closed.draws if draw["seat"] == player["seat"] and draw["street"] in later
        )
        if missing[-1] != drew:
            return None
    return by_hand(winning, deck, held, missing, gone, pots)


# ---------------------------------------------------------------- money


def _equity_rows(closed: _Closed, pots: list[dict[str, Any]], equities: Equities) -> list[tuple[Any, ...]]:
    seats = {player["seat"] for player in closed.players}
    return [
        (closed.hand["hand_id"], seat, pot["pot_no"], share.numerator, share.denominator)
        for pot, shares in zip(pots, equities, strict=True)
        for seat, share in zip([seat for seat in pot["eligible"] if seat in seats], shares, strict=True)
    ]


def _result_rows(
    closed: _Closed, seats: list[dict[str, Any]], pots: list[dict[str, Any]], equities: Equities
) -> list[tuple[Any, ...]]:
    """What each seat could expect to collect and to be up; the money of a pot is spread without losing a unit."""
    still_in = {player["seat"] for player in closed.players}
    expected = dict.fromkeys(still_in, 0)
    for pot, shares in zip(pots, equities, strict=True):
        members = [seat for seat in pot["eligible"] if seat in still_in]
        whole = [pot["net"] * share.numerator // share.denominator for share in shares]
        rest = [pot["net"] * share - floor for share, floor in zip(shares, whole, strict=True)]
        first = sorted(range(len(members)), key=lambda place: -rest[place])[: pot["net"] - sum(whole)]
        for place, seat in enumerate(members):
            expected[seat] += whole[place] + (place in first)
    number = closed.hand["hand_id"]
    return [
        (number, seat["seat"], _decimal(expected[seat["seat"]]), _decimal(expected[seat["seat"]] - seat["put_in"]))
        if seat["seat"] in still_in
        else (number, seat["seat"], _decimal(seat["won"]), _decimal(seat["net"]))
        for seat in seats
    ]


def _decimal(units: int) -> Decimal:
    return Decimal(units).scaleb(-4)


def _store(
    con: duckdb.DuckDBPyConnection,
    hand_ids: list[int],
    equity_rows: list[tuple[Any, ...]],
    result_rows: list[tuple[Any, ...]],
) -> None:
    with transaction(con):
        for table, rows in (("allin_equity", equity_rows), ("allin_results", result_rows)):
            con.execute(f"delete from {table} where hand_id in (select unnest($ids))", {"ids": hand_ids}).fetchall()
            if rows:
                appender = con.appender(table)
                appender.append_rows(rows)
                appender.flush()
