"""``pokerstats simulate``: hands dealt by the engine and played by bots, as histories of our own format."""

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import IO, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from pokerstats.pipeline.commands import output
from pokerstats.pipeline.engine.bots import STYLES
from pokerstats.pipeline.engine.rake import Rake
from pokerstats.pipeline.engine.record import history_line
from pokerstats.pipeline.engine.retold import in_money, seen_by
from pokerstats.pipeline.engine.simulate import HANDS_A_SESSION, Dealt, Simulation
from pokerstats.pipeline.engine.slips import Slips
from pokerstats.pipeline.errors import UsageError
from pokerstats.pipeline.games.rules import RuleSet, load_rules

STANDARD_OUTPUT = "-"
USUAL_PLAYERS = 6
AT_ONCE = 256
"""Hands between two steps of the progress bar."""
_NO_CAP = 10**9
_FILES = (".jsonl", ".ndjson", ".json")

Write = Callable[[Dealt], str]

Rules = Annotated[
    str,
    typer.Option("--rules", metavar="NAME|FILE", help="A rule set (see: pokerstats rules), or your own file."),
]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="Chairs at the table.", show_default="6, or what fits")
]
Hands = Annotated[int, typer.Option("--hands", metavar="N", min=1, help="Hands in all.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="Another seed gives other hands, the same the same.")]
Sessions = Annotated[
    int | None,
    typer.Option(
        "--sessions", metavar="N", min=1, help="Sessions to spread the hands over.",
        show_default=f"{HANDS_A_SESSION} hands each",
    ),
]  # fmt: skip
Out = Annotated[
    str, typer.Option("--out", metavar="FILE|DIR", help=f"A file ({', '.join(_FILES)}), a folder for a file a session.")
]
Structure = Annotated[
    str | None, typer.Option("--structure", metavar="NAME", help="A betting structure that the rules allow.")
]
Deck = Annotated[int | None, typer.Option("--deck", metavar="CARDS", help="A deck that the rules allow.")]
Hero = Annotated[
    str | None,
    typer.Option("--hero", metavar="NAME", help="Write the log of a player of this name: others' cards only if shown."),
]
Currency = Annotated[str | None, typer.Option("--currency", metavar="CODE", help="Play for money, such as EUR.")]
Chip = Annotated[str | None, typer.Option("--chip", metavar="SUM", help="What one chip is worth, such as 0.05.")]

RakePercent = Annotated[
    int | None, typer.Option("--rake", metavar="PERCENT", help="What the room keeps of a pot; none at home games.")
]
RakeCap = Annotated[
    int | None, typer.Option("--rake-cap", metavar="CHIPS", help="The most it keeps of a hand.", show_default="no cap")
]
Miscounts = Annotated[
    int | None,
    typer.Option(
        "--miscounts", metavar="N", min=1, show_default="none",
        help="In one of N draws a card too many or too few comes unnoticed: dead hands (D5), an offence against D8.",
    ),
]  # fmt: skip


def register(app: typer.Typer) -> None:
    """Add the command."""

    @app.command("simulate")
    def command(
        rules: Rules,
        players: Players = None,
        hands: Hands = 1_000,
        seed: Seed = 1,
        out: Out = STANDARD_OUTPUT,
        sessions: Sessions = None,
        structure: Structure = None,
        deck: Deck = None,
        hero: Hero = None,
        currency: Currency = None,
        chip: Chip = None,
        rake: RakePercent = None,
        rake_cap: RakeCap = None,
        miscounts: Miscounts = None,
    ) -> None:
        """Deal hands between bots of five styles and write them in our own format; the same seed, the same bytes.

        Example: pokerstats simulate --rules standard-draw --players 5 --hands 2000 --out hands.jsonl
        """
        worth = _chip_value(chip, currency)
        table = load_rules(rules)
        if sessions is not None and sessions > hands:
            raise UsageError(f"--sessions {sessions}: there are only {output.many(hands, 'hand')} to spread over them")
        if miscounts is not None and table.draw is None:
            raise UsageError(f"--miscounts {miscounts}: nothing is drawn in {table.name}")
        simulation = Simulation(
            table,
            players=_usual_players(table, deck) if players is None else players,
            seed=seed,
            sessions_of=HANDS_A_SESSION if sessions is None else -(-hands // sessions),
            structure=structure,
            deck=deck,
            hero=hero,
            currency=currency,
            rake=_rake(rake, rake_cap),
            slips=Slips() if miscounts is None else Slips(miscount=1 / miscounts),
        )
        write = _writer(hero, worth)
        with _progress(hands) as advance:
            _write(_advancing(simulation.hands(hands), advance), write, out, table.name)
        print(_summary(simulation, hands, table.name), file=sys.stderr)


def _summary(simulation: Simulation, hands: int, rules: str) -> str:
    """What each style won, on average of its players."""
    won: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for player, count in simulation.played.items():
        style = simulation.style_of(player)
        won[style] += simulation.won[player]
        played[style] += count
    told = ", ".join(
        f"{style.name} {100 * won[style.name] / played[style.name]:+,.0f}" for style in STYLES if played[style.name]
    )
    return f"{output.many(hands, 'hand')} of {rules}; chips won in 100 hands: {told}"


def _usual_players(rules: RuleSet, deck: int | None) -> int:
    """Six, or as many as the rules and the deck allow (D10)."""
    cards = rules.the_game.hole_cards if rules.the_game.family == "draw" else 1
    return min(USUAL_PLAYERS, rules.players.most, (deck or rules.deck.cards) // cards)


def _rake(percent: int | None, cap: int | None) -> Rake | None:
    if percent is None:
        if cap is not None:
            raise UsageError("--rake-cap is for --rake; give both")
        return None
    return Rake(percent, _NO_CAP if cap is None else cap)


def _chip_value(chip: str | None, currency: str | None) -> Decimal | None:
    if chip is None:
        return None
    if currency is None:
        raise UsageError("--chip is for --currency; give both")
    try:
        worth = Decimal(chip)
    except InvalidOperation:
        worth = Decimal(0)
    if not 0 < worth < 10**6 or worth * 10_000 % 1:
        raise UsageError(f"--chip {chip}: expected a sum such as 0.05, with at most four decimals")
    return worth


def _writer(hero: str | None, worth: Decimal | None) -> Write:
    def write(dealt: Dealt) -> str:
        history = dealt.history
        if hero is not None:
            history = seen_by(history, hero)
        if worth is not None:
            history = in_money(history, worth)
        return history_line(history)

    return write


def _write(hands: Iterator[Dealt], write: Write, out: str, rules: str) -> None:
    path = Path(out)
    if out == STANDARD_OUTPUT:
        for dealt in hands:
            sys.stdout.write(write(dealt) + "\n")
    elif path.suffix in _FILES and not path.is_dir():
        with _opened(path) as file:
            for dealt in hands:
                file.write(write(dealt) + "\n")
    else:
        path.mkdir(parents=True, exist_ok=True)
        _write_sessions(hands, write, path, rules)


def _write_sessions(hands: Iterator[Dealt], write: Write, folder: Path, rules: str) -> None:
    """One file a session, named by its day."""
    dealt = next(hands, None)
    while dealt is not None:
        session = dealt.session
        with _opened(folder / f"{rules}-{session:04}-{dealt.began:%Y-%m-%d}.jsonl") as file:
            while dealt is not None and dealt.session == session:
                file.write(write(dealt) + "\n")
                dealt = next(hands, None)


@contextmanager
def _opened(path: Path) -> Iterator[IO[str]]:
    """A file that takes its name only when it is complete."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        with unfinished.open("w", encoding="utf-8", newline="\n") as file:
            yield file
        os.replace(unfinished, path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def _progress(hands: int) -> Iterator[Callable[[int], None] | None]:
    if not sys.stderr.isatty():
        yield None
        return
    columns = (TextColumn("dealing"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as bar:
        task = bar.add_task("dealing", total=hands)
        yield lambda count: bar.update(task, advance=count)


def _advancing(hands: Iterator[Dealt], advance: Callable[[int], None] | None) -> Iterator[Dealt]:
    for number, dealt in enumerate(hands, start=1):
        yield dealt
        if advance is not None and number % AT_ONCE == 0:
            advance(AT_ONCE)
