"""``pokerstats export``: stored hands in the formats of other programs."""

import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Annotated

import duckdb
import typer

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.commands.show import find_hand
from pokerstats.pipeline.commands.sql import one_line
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.export.exporting import ALIASES, FORMATS, Exported, export, writer
from pokerstats.pipeline.export.masks import Masks, named_after_players
from pokerstats.pipeline.store import Connection, open_database
from pokerstats.pipeline.terminal import visible

REASONS_SHOWN = 10

Format = Annotated[
    str, typer.Option("--format", metavar="NAME", help=f"{', '.join(FORMATS)}; pokerstats is another name for json.")
]
Hands = Annotated[
    list[str] | None, typer.Option("--hand", metavar="SITE:NO", help="Only this hand; may be given several times.")
]
Where = Annotated[
    str | None,
    typer.Option("--where", metavar="SQL", help="Only hands for which this holds: \"game = 'omaha' and pot > 50\"."),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write to this file, not to standard output.")]
Mask = Annotated[bool, typer.Option("--mask", help="Write Player 1, Player 2 … for the names of players.")]
Salt = Annotated[
    str | None, typer.Option("--salt", metavar="SECRET", help="With --mask: pseudonyms that stay the same next time.")
]
Room = Annotated[
    str | None,
    typer.Option(
        "--room", metavar="NAME", help="pokerstars: write every hand as one of this room, such as PokerStars."
    ),
]
Unjudged = Annotated[
    bool, typer.Option("--unjudged", help="Also write hands whose payouts the cards contradict, which is refused else.")
]


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("export")
    def export_hands(
        format_name: Format,
        hand: Hands = None,
        where: Where = None,
        out: Out = None,
        mask: Mask = False,
        salt: Salt = None,
        room: Room = None,
        unjudged: Unjudged = False,
        db: output.Database = output.DEFAULT_DATABASE,
    ) -> None:
        """Write stored hands as our JSON, PokerStars text, Open Hand History or PHH; each is scored anew before.

        Exit 1 if a hand is refused. Example: pokerstats export --format ohh --where "game = 'holdem'" --out hands.ohh
        """
        if ALIASES.get(format_name, format_name) not in FORMATS:
            raise UsageError(f"--format {visible(format_name)}: expected one of {', '.join(FORMATS)}")
        if salt is not None and not mask:
            raise UsageError("--salt is for --mask; give both")
        if room is not None and format_name != "pokerstars":
            raise UsageError("--room is for --format pokerstars; other formats name the room of each hand")
        connection = open_database(db, read_only=True)
        try:
            hand_ids = _chosen(connection, hand or [], where)
            alone = len(hand_ids) == 1 if out is None else out.suffix == ".phh"
            if alone and len(hand_ids) > 1:
                raise UsageError(f"{visible(out.name if out else '')}: a .phh file holds one hand; name it .phhs")
            write = writer(format_name, room=room, alone=alone)
            masks = Masks(salt, named_after_players(connection)) if mask else None
            with _opened(out) as file:
                refused = list(_written(file, export(connection, hand_ids, write, masks=masks, unjudged=unjudged)))
        finally:
            connection.close()
        _tell(len(hand_ids) - len(refused), refused)
        if refused:
            raise typer.Exit(1)


def _chosen(connection: Connection, hands: list[str], where: str | None) -> list[int]:
    """The hands to write, as they were read."""
    named = [find_hand(connection, name) for name in hands]
    query = "select hand_id from hands where true"
    if hands:
        query += f" and hand_id in ({', '.join(map(str, named))})"
    if where is not None:
        query += f" and ({where}\n)"
    try:
        found = connection.execute(f"{query} order by file_id, line_from").fetchall()
    except duckdb.Error as error:
        raise UsageError(f"--where {visible(where or '')}: {one_line(str(error))}") from None
    if not found:
        raise UsageError("there is no such hand; list them with: pokerstats hands")
    return [int(hand_id) for (hand_id,) in found]


@contextmanager
def _opened(out: Path | None) -> Iterator[IO[str]]:
    """The file to write; it takes its name only when it is complete."""
    if out is None:
        yield sys.stdout
        return
    unfinished = out.with_name(f".{out.name}.unfinished")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(unfinished, out)
    finally:
        unfinished.unlink(missing_ok=True)


def _written(file: IO[str], hands: Iterator[Exported]) -> Iterator[Exported]:
    """Writes what can be written; yields what is refused."""
    for hand in hands:
        if hand.text is None:
            yield hand
        else:
            file.write(hand.text)


def _tell(written: int, refused: list[Exported]) -> None:
    """What became of the hands, on stderr: the text goes to stdout."""
    print(f"{output.many(written, 'hand')} written, {len(refused):,} refused", file=sys.stderr)
    reasons = Counter(hand.refused for hand in refused)
    for reason, count in reasons.most_common(REASONS_SHOWN):
        example = next(hand.name for hand in refused if hand.refused == reason)
        which = visible(example) if count == 1 else f"{count:,} hands, such as {visible(example)}"
        print(f"  {which}: {visible(reason or '')}", file=sys.stderr)
    if len(reasons) > REASONS_SHOWN:
        print(f"  and {len(reasons) - REASONS_SHOWN} more reasons", file=sys.stderr)
