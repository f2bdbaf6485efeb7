"""The table of hands: game, stakes, table, time, board and pot."""

import re
from dataclasses import fields
from hashlib import sha256

import numpy as np
import polars as pl

from pokerstats.parsers.batch import KIND, Batch, added_by_room, nullable
from pokerstats.parsers.clock import clocks
from pokerstats.parsers.faults import Faults
from pokerstats.parsers.grammar import MONEY, Heading, money
from pokerstats.parsers.pieces import NONE
from pokerstats.parsers.reading import Rows
from pokerstats.pipeline.tables import PARSED_HANDS

_PART = re.compile(rf"\|\s*([A-Za-z][A-Za-z ]*?):? \(?({MONEY})\)?")


def hands_table(
    batch: Batch,
    game: np.ndarray,
    hero: Rows,
    actions: pl.DataFrame,
    last_row: Rows,
    faults: Faults,
    *,
    keep_text: bool,
) -> pl.DataFrame:
    """One row for each hand; one with a board that changes from line to line is refused."""
    read = batch.read
    names = [field.name for field in fields(Heading) if field.name in PARSED_HANDS and field.name != "game"]
    of_heading = pl.DataFrame(
        {name: [getattr(heading, name) for heading in batch.headings] for name in names},
        schema={name: PARSED_HANDS[name] for name in names},
    )
    hands = of_heading[batch.heading_of].with_columns(
        hand=pl.Series(np.arange(batch.count)),
        site_hand_no=read.headers["site_hand_no"],
        line_from=pl.Series(read.numbers[read.head_rows]),
        line_to=pl.Series(read.numbers[last_row]),
        game=pl.Series(game.tolist(), dtype=pl.String),
        hero_seat=nullable(np.where(hero > 0, hero, NONE)),
        carried_in=pl.lit(0, pl.Int64),
        carried_out=pl.lit(0, pl.Int64),
    )
    hands = pl.concat((hands, clocks(read.headers["time"])), how="horizontal")
    hands = _with_table(batch, hands)
    hands = _with_posts(hands, actions)
    hands = _with_boards(batch, hands, faults)
    hands = _with_pot(batch, hands)
    return _with_text(batch, hands, last_row, keep_text)


def _first_of_hand(batch: Batch, rows: Rows, values: pl.Series, dtype: type[pl.DataType]) -> pl.Series:
    """A column by hand from some rows, the first row of a hand counting."""
    hands, first = np.unique(batch.read.hand[rows], return_index=True)
    column = pl.Series([None], dtype=dtype).new_from_index(0, batch.count)
    return column.scatter(pl.Series(hands), values.cast(dtype).gather(first)) if len(hands) else column


def _with_table(batch: Batch, hands: pl.DataFrame) -> pl.DataFrame:
    rows = batch.rows("table")
    play = _first_of_hand(batch, rows, batch.text("play", rows), pl.String).is_not_null()
    hands = hands.with_columns(
        table_name=_first_of_hand(batch, rows, batch.text("table", rows), pl.String),
        max_seats=_first_of_hand(batch, rows, nullable(batch.value("max_seats", rows)), pl.Int64),
        button_seat=_first_of_hand(batch, rows, nullable(batch.value("button", rows)), pl.Int64),
    )
    money = play & (hands["kind"].cast(pl.String) != "tournament")
    return hands.with_columns(
        kind=pl.when(money).then(pl.lit("play")).otherwise(pl.col("kind").cast(pl.String)),
        currency=pl.when(money).then(pl.lit("PLAY")).otherwise("currency"),
    )


def _with_posts(hands: pl.DataFrame, actions: pl.DataFrame) -> pl.DataFrame:
    """Blinds, ante and bring-in that only the posts tell."""
    of_note = [KIND[name] for name in ("small_blind", "big_blind", "ante", "bring_in")]
    posts = actions.filter(pl.col("action").to_physical().is_in(of_note))
    # A short post says less than the nominal sum; of the antes the highest counts.
    posted = (
        posts.filter(~pl.col("all_in") | (pl.col("action") == "ante"))
        .group_by("hand")
        .agg(
            posted_small=pl.col("amount").filter(pl.col("action") == "small_blind").first(),
            posted_big=pl.col("amount").filter(pl.col("action") == "big_blind").first(),
            posted_ante=pl.col("amount").filter(pl.col("action") == "ante").max(),
            bring_in=pl.col("amount").filter(pl.col("action") == "bring_in").first(),
        )
    )
    fixed = pl.col("betting").cast(pl.String) == "fl"
    return hands.join(posted, on="hand", how="left", maintain_order="left").with_columns(
        small_blind=pl.coalesce("small_blind", pl.when(fixed).then("posted_small")),
        big_blind=pl.coalesce(
            "big_blind",
            pl.when(fixed).then("posted_big"),
            # In fixed limit the big blind is the small bet, also where the player who posts it is short.
            pl.when(fixed & ~pl.col("game").is_in(["stud", "studhilo", "razz", "5stud"])).then("small_bet"),
        ),
        ante=pl.coalesce("ante", "posted_ante"),
    )


def _with_boards(batch: Batch, hands: pl.DataFrame, faults: Faults) -> pl.DataFrame:
    read = batch.read
    rows = batch.rows("board", "street")
    rows = rows[read.held[rows] >= 0]
    brackets = batch.constant("brackets", rows)
    frame = pl.DataFrame(
        {
            "hand": read.hand[rows],
            "row": rows,
            "run": np.where(batch.constant("run", rows) == NONE, 1, batch.constant("run", rows)),
            "printed": batch.kind(rows) == KIND["board"],
            "cards": pl.select(
                pl.concat_str(
                    batch.bracket("first", rows),
                    pl.Series(batch.bracket("second", rows)).set(pl.Series(brackets < 2), None),
                    separator=" ",
                    ignore_nulls=True,
                ).str.strip_chars()
            ).to_series(),
        }
    )
    _note_changed_boards(batch, frame, faults)
    last = frame.group_by("hand", "run").agg(
        pl.coalesce(pl.col("cards").filter("printed").last(), pl.col("cards").last())
    )
    runs = last.group_by("hand").agg(runs=pl.col("run").max())
    hands = hands.join(runs, on="hand", how="left", maintain_order="left").with_columns(pl.col("runs").fill_null(1))
    for run, name in ((1, "board"), (2, "board2"), (3, "board3")):
        one = last.filter(pl.col("run") == run).select("hand", pl.col("cards").replace("", None).alias(name))
        hands = hands.join(one, on="hand", how="left", maintain_order="left")
    return hands


def _note_changed_boards(batch: Batch, told: pl.DataFrame, faults: Faults) -> None:
    """Notes lines of a board that are no continuation of the line before."""
    ordered = told if told["run"].max() in (None, 1) else told.sort("hand", "run", maintain_order=True)
    cards, before = pl.col("cards"), pl.col("cards").shift(1)
    same_board = (pl.col("hand") == pl.col("hand").shift(1)) & (pl.col("run") == pl.col("run").shift(1))
    changed = ordered.with_columns(before=before).filter(
        same_board & ~cards.str.starts_with(before) & ~before.str.starts_with(cards)
    )
    for hand, row, told_now, told_before in changed.select("hand", "row", "cards", "before").rows():
        # the first card of Courchevel comes twice in some logs
        if not set(told_before.split()) <= set(told_now.split()):
            faults.note(
                hand, "impossible", f"'{batch.read.line(row)}' tells of another board than the line before", row
            )


def _with_pot(batch: Batch, hands: pl.DataFrame) -> pl.DataFrame:
    """What the log prints about pot and rake, and what the room added."""
    rows = batch.rows("total")
    texts = batch.text("parts", rows)
    distinct = texts.unique().to_list()
    words = batch.grammar.pot_parts
    rake: dict[str | None, int | None] = {}
    parts: dict[str | None, list[dict[str, str | int]] | None] = {}
    added: dict[str | None, int] = {}
    for text in distinct:
        named = [(word, money(amount)) for word, amount in _PART.findall(text or "")]
        taken = [(word, amount) for word, amount in named if words.get(word, "rake") == "rake"]
        rake[text] = sum(amount for _, amount in taken) if taken else None
        parts[text] = [{"part": word.lower(), "amount": amount} for word, amount in taken] if len(taken) > 1 else None
        added[text] = sum(amount for word, amount in named if words.get(word) == "added")
    values = texts.to_list()
    said = added_by_room(batch)
    printed = np.zeros(batch.count, dtype=np.int64)
    if any(added.values()):
        printed[batch.read.hand[rows]] = [added[text] for text in values]
    rake_parts = PARSED_HANDS["rake_parts"]
    if any(value is not None for value in parts.values()):
        by_row = pl.Series([parts[text] for text in values], dtype=rake_parts)
        hands_of, first = np.unique(batch.read.hand[rows], return_index=True)
        of_hand: list[object] = [None] * batch.count
        for hand, value in zip(hands_of.tolist(), by_row.gather(first).to_list(), strict=True):
            of_hand[hand] = value
        column = pl.Series(of_hand, dtype=rake_parts)
    else:
        column = pl.Series([None], dtype=rake_parts).new_from_index(0, batch.count)
    return hands.with_columns(
        stated_pot=_first_of_hand(batch, rows, nullable(batch.value("amount", rows)), pl.Int64),
        stated_rake=_first_of_hand(batch, rows, pl.Series([rake[text] for text in values], dtype=pl.Int64), pl.Int64),
        rake_parts=column,
        added=pl.Series(np.where(said > 0, said, printed)),
    )


def _with_text(batch: Batch, hands: pl.DataFrame, last_row: Rows, keep_text: bool) -> pl.DataFrame:
    """The text of each hand as a number that tells an edited copy, and itself if asked for."""
    read = batch.read
    begins = read.starts[read.head_rows].tolist()
    # without the last line end most texts need no copy to lose the blanks around them
    ends = (np.append(read.starts, len(read.data) + 1)[last_row + 1] - 1).tolist()
    data = read.data
    digests = b"".join([sha256(data[a:b].strip()).digest() for a, b in zip(begins, ends, strict=True)])
    first_eight = np.frombuffer(digests, dtype=">u8").reshape(-1, sha256().digest_size // 8)[:, 0]
    texts = [data[a:b].strip().decode() for a, b in zip(begins, ends, strict=True)] if keep_text else None
    return hands.with_columns(
        text_hash=pl.Series(first_eight.astype(np.uint64)),
        text=pl.Series(texts, dtype=pl.String) if keep_text else pl.lit(None, pl.String),
    )
