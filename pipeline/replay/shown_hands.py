"""What each player held at the showdown, and how strong it was on every board and for each half of the pot."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from pokerstats.pipeline import cards, games, ranking
from pokerstats.pipeline.cards import Codes
from pokerstats.pipeline.games import Game, Half

Ints = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

SIDES = ("high", "low")
MOST_RUNS = 3
BOARDS = ("board", "board2", "board3")


@dataclass(frozen=True)
class ShownHands:
    """Hands at showdown, one row a player; the columns of the arrays are runs and halves of the game."""

    known: Flags
    """All cards of the player are known."""
    scored: Flags
    """The boards are complete, so known cards can be compared."""
    halves: Ints
    side: Ints
    """Per row and half: the place in SIDES of what the half is called."""
    strength: npt.NDArray[np.int32]
    best: Codes
    category: npt.NDArray[np.object_]


def find(keys: Ints, wanted: Ints) -> Ints:
    """Rows of the ascending ``keys`` that hold the wanted ones; -1 where there is none."""
    if not len(keys):
        return np.full(len(wanted), -1, dtype=np.int64)
    rows = np.searchsorted(keys, wanted)
    rows[rows == len(keys)] = 0
    return np.where(keys[rows] == wanted, rows, -1)


def seat_keys(hand: pl.Series, seat: pl.Series) -> Ints:
    """One number for a seat of a hand, ascending with hand and seat."""
    keys: Ints = hand.cast(pl.Int64).to_numpy() * 256 + seat.cast(pl.Int64).fill_null(-1).to_numpy()
    return keys


def orders_of(game: Game, deck: int | None, ranked: str | None, options: str | None) -> list[ranking.Order]:
    """The order of each half; deck, ranking (H7) and low straight (H8) as the log says, else as the game does."""
    chosen: dict[str, Any] = json.loads(options) if options else {}
    low_straight = str(chosen.get("ace_low_straight", "yes")) != "no"
    names = [half.order for half in game.halves]
    agreed = ranked or chosen.get("ranking")
    if agreed in ranking.names():
        names[0] = agreed
    return [ranking.order(name, deck or game.deck, low_straight) for name in names]


def shown_hands(hands: pl.DataFrame, players: pl.DataFrame, hand_rows: Ints, actions: pl.DataFrame) -> ShownHands:
    """The hands of ``players`` (rows of seats); ``hand_rows`` are the rows of their hands in ``hands``."""
    number = len(players)
    strength = np.zeros((number, MOST_RUNS, 2), dtype=np.int32)
    shown = ShownHands(
        known=np.zeros(number, dtype=np.bool_),
        scored=np.zeros(number, dtype=np.bool_),
        halves=np.ones(number, dtype=np.int64),
        side=np.zeros((number, 2), dtype=np.int64),
        strength=strength,
        best=np.full((number, MOST_RUNS, 2, 5), cards.UNKNOWN, dtype=np.int8),
        category=np.full((number, MOST_RUNS, 2), None, dtype=object),
    )
    ruled = hands.select("game", "deck", "ranking", "rule_options").with_row_index("row")
    groups = ruled.group_by("game", "deck", "ranking", "rule_options", maintain_order=True).agg("row")
    said = _last_shown(players, actions)
    drew = _drew(players, actions)
    for name, deck, ranked, options, rows in groups.iter_rows():
        game = games.game(name)
        chosen = np.flatnonzero(np.isin(hand_rows, np.array(rows)))
        if len(chosen):
            _score_game(
                shown, chosen, game, orders_of(game, deck, ranked, options),
                hands[hand_rows[chosen]], players[chosen], said[chosen], drew[chosen],
            )  # fmt: skip
    return shown


def _last_shown(players: pl.DataFrame, actions: pl.DataFrame) -> pl.Series:
    """The cards each player showed, for logs that tell them nowhere else."""
    shows = actions.filter((pl.col("action") == "show") & pl.col("cards").is_not_null())
    rows = find(seat_keys(players["hand"], players["seat"]), seat_keys(shows["hand"], shows["seat"]))
    texts = np.full(len(players), None, dtype=object)
    texts[rows[rows >= 0]] = shows["cards"].to_numpy()[rows >= 0]
    return pl.Series(texts.tolist(), dtype=pl.String)


def _drew(players: pl.DataFrame, actions: pl.DataFrame) -> Flags:
    """Players who threw cards away, so that the cards first dealt are no longer their hand."""
    discards = actions.filter((pl.col("action") == "discard") & (pl.col("n_cards").fill_null(1) > 0))
    return np.isin(seat_keys(players["hand"], players["seat"]), seat_keys(discards["hand"], discards["seat"]))


def _score_game(
    shown: ShownHands,
    rows: Ints,
    game: Game,
    orders: list[ranking.Order],
    hands: pl.DataFrame,
    players: pl.DataFrame,
    said: pl.Series,
    drew: Flags,
) -> None:
    """Fills in the rows of one game; ``hands`` are the hands of these players, row by row."""
    held, known = _held(game, hands, players, said, drew)
    runs = hands["runs"].cast(pl.Int64).fill_null(1).to_numpy()
    boards = [cards.to_codes(hands[column], game.board_cards) for column in BOARDS]
    complete = np.ones(len(rows), dtype=np.bool_)
    if game.board_cards:
        for run, (board, counts) in enumerate(boards):
            whole = (counts == game.board_cards) & (board >= 0).all(axis=1)
            complete &= whole | (run >= runs)
    else:
        # a draw or stud hand dealt twice has other cards each time, and a log has room for one hand
        complete &= runs == 1
    shown.known[rows] = known
    shown.scored[rows] = complete
    shown.halves[rows] = len(game.halves)
    for number, (half, order) in enumerate(zip(game.halves, orders, strict=True)):
        shown.side[rows, number] = SIDES.index(half.side)
        for run in range(min(MOST_RUNS, int(runs.max()))):
            chosen = np.flatnonzero(known & complete & (run < runs))
            _score_half(shown, rows[chosen], half, order, held[chosen], boards[run][0][chosen], number, run)


def _score_half(
    shown: ShownHands, rows: Ints, half: Half, order: ranking.Order, held: Codes, board: Codes, number: int, run: int
) -> None:
    if half.from_hand is not None and half.board:
        strengths = order.strength_exactly(held, board, half.from_hand)
        best = order.best_exactly(held, board, half.from_hand)
    else:
        all_cards = np.hstack([held, board]) if half.board else held
        strengths, best = order.strength(all_cards), order.best(all_cards)
    shown.strength[rows, run, number] = strengths
    shown.best[rows, run, number, : best.shape[1]] = best
    shown.category[rows, run, number] = order.category(strengths)


def _held(game: Game, hands: pl.DataFrame, players: pl.DataFrame, said: pl.Series, drew: Flags) -> tuple[Codes, Flags]:
    """The cards each player held at the end, and whether all of them are known."""
    if game.family == "stud":
        texts = players.select(pl.concat_str("hole_cards", "up_cards", separator=" ", ignore_nulls=True)).to_series()
        # eight players: one community card on the last street for everybody (S7)
        shared = (texts.str.len_bytes() // 3 + 1 == game.final_cards - 1) & (hands["board"].str.len_bytes() == 2)
        texts = pl.select(pl.when(shared).then(texts + " " + hands["board"]).otherwise(texts)).to_series()
    elif game.draws:
        first = pl.select(pl.when(pl.lit(pl.Series(~drew))).then(players["hole_cards"])).to_series()
        texts = pl.select(pl.coalesce(players["final_cards"], first)).to_series()
    else:
        texts = players["hole_cards"]
    held, counts = cards.to_codes(texts, game.final_cards)
    known = (counts == game.final_cards) & (held >= 0).all(axis=1)
    if not known.all():
        at_showdown, counts = cards.to_codes(said, game.final_cards)
        better = ~known & (counts == game.final_cards) & (at_showdown >= 0).all(axis=1)
        held[better] = at_showdown[better]
        known = known | better
    return held, known
