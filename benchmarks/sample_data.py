"""Writes the samples that ship in ``data``: evenings of a card room and of home games, and hands with planted faults.

    python benchmarks/sample_data.py

The engine deals and bots play them; the room's are written as PokerStars text, the home games' as our own histories.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

from planted_faults import HISTORY_FAULTS, TEXT_FAULTS

from pokerstats.pipeline.engine import history_line
from pokerstats.pipeline.engine.rake import Rake
from pokerstats.pipeline.engine.retold import History, in_money, seen_by
from pokerstats.pipeline.engine.simulate import Simulation
from pokerstats.pipeline.export.pokerstars import text
from pokerstats.pipeline.games.rules import rule_set

HERO = "Otterbach"
DATA = Path(__file__).parent.parent / "data"
CENT = Decimal("0.01")
UNITS_OF_A_CENT = 100
"""Sums of the tables are in units of 1/10,000."""
SEEDS_TRIED = range(1, 500)


@dataclass(frozen=True)
class Evening:
    """A session at one table of a room; the hero keeps the log. Blinds and rake are in cents."""

    day: str
    game: str
    blinds: tuple[int, int]
    players: int
    hands: int
    rake_cap: int

    def histories(self, seed: int) -> Iterator[History]:
        """The hands as the hero's log tells them, in cents."""
        rules = rule_set(self.game)
        small, big = self.blinds
        simulation = Simulation(
            rules,
            players=self.players,
            seed=seed,
            sessions_of=self.hands,
            hero=HERO,
            currency="USD",
            rake=Rake(5, self.rake_cap),
            stakes=rules.stakes.model_copy(update={"small_blind": small, "big_blind": big}),
            begins=evening_of(self.day),
        )
        for dealt in simulation.hands(self.hands):
            yield seen_by(dealt.history, HERO)


ROOM = (
    Evening("2026-01-09", "holdem", (5, 10), 6, 130, 150),
    Evening("2026-01-17", "holdem", (5, 10), 6, 120, 150),
    Evening("2026-01-29", "holdem", (5, 10), 5, 110, 150),
    Evening("2026-02-07", "holdem", (10, 25), 6, 140, 200),
    Evening("2026-02-19", "holdem", (5, 10), 6, 130, 150),
    Evening("2026-02-21", "omaha", (10, 25), 6, 150, 200),
    Evening("2026-03-04", "holdem", (10, 25), 6, 140, 200),
    Evening("2026-03-13", "holdem", (10, 25), 4, 100, 200),
    Evening("2026-03-20", "omaha", (10, 25), 5, 150, 200),
    Evening("2026-03-28", "holdem", (10, 25), 6, 140, 200),
)
FAULTY = Evening("2026-03-30", "holdem", (5, 10), 6, 200, 150)


@dataclass(frozen=True)
class Home:
    """Evenings of one home game, all cards known to who keeps the log; a chip is worth so much."""

    day: str
    rules: str
    players: int
    hands: int
    currency: str
    chip: str
    deck: int | None = None

    def histories(self, seed: int, sessions_of: int = 50) -> Iterator[History]:
        """The hands, in chips."""
        simulation = Simulation(
            rule_set(self.rules),
            players=self.players,
            seed=seed,
            sessions_of=sessions_of,
            deck=self.deck,
            currency=self.currency,
            begins=evening_of(self.day),
        )
        return (dealt.history for dealt in simulation.hands(self.hands))

    def in_money(self, history: History) -> History:
        """The same in money."""
        return in_money(history, Decimal(self.chip))


HOMES = (
    Home("2026-01-10", "standard-draw", 6, 200, "PLN", "0.50"),
    Home("2026-01-16", "ante-draw", 5, 100, "PLN", "0.20"),
    Home("2026-02-13", "ante-draw", 6, 100, "PLN", "0.20", deck=32),
    Home("2026-01-24", "pokeris", 6, 200, "EUR", "0.10"),
    Home("2026-02-06", "seven-card-stud", 7, 200, "EUR", "0.10"),
    Home("2026-02-20", "blinds-draw", 5, 120, "PLN", "0.25"),
    Home("2026-03-06", "blinds-draw", 4, 80, "PLN", "0.25", deck=24),
)
FAULTY_HOME_DAY = "2026-04-03"


def evening_of(day: str) -> datetime:
    """The start of an evening's session, give or take an hour."""
    return datetime.fromisoformat(day).replace(hour=19, tzinfo=UTC)


def room_text(history: History) -> str:
    """A history in cents as the text of the room."""
    rake = history["events"][-1].get("rake", 0)
    paid = sum(event["amount"] for event in history["events"] if event["type"] == "award")
    return text(
        in_money(history, CENT), pot=(paid + rake) * UNITS_OF_A_CENT, rake=rake * UNITS_OF_A_CENT, room="PokerStars"
    )


# ---------------------------------------------------------------- planted faults


def faulty_texts() -> Iterator[str]:
    """One hand a fault, spoiled in one place each."""
    source = (room_text(history) for seed in SEEDS_TRIED for history in FAULTY.histories(seed))
    for fault in TEXT_FAULTS:
        yield next(spoiled for hand in source if (spoiled := fault(hand, HERO)) is not None)


def faulty_histories() -> Iterator[History]:
    """One hand a fault, spoiled in one place each; where the fault is in the table's money, after the hand before."""
    for rules, fault in HISTORY_FAULTS:
        home = Home(FAULTY_HOME_DAY, rules, 5, 40, "PLN", "0.50")
        pairs = (pair for seed in SEEDS_TRIED for pair in _pairs(home.histories(seed)))
        spoiled = next(hands for before, after in pairs if (hands := fault(before, after)) is not None)
        yield from map(home.in_money, spoiled)


def _pairs(histories: Iterator[History]) -> Iterator[tuple[History, History]]:
    before = next(histories)
    for after in histories:
        yield before, after
        before = after


# ---------------------------------------------------------------- files


def write(folder: Path) -> list[Path]:
    """All sample files."""
    paths = []
    for seed, evening in enumerate(ROOM, start=1):
        told = list(evening.histories(seed))
        table = told[0]["table"]["name"].split()[0].lower()
        path = folder / "pokerstars" / f"{evening.day}-{evening.game}-{evening.blinds[1]}c-{table}.txt"
        paths.append(_write(path, map(room_text, told)))
    paths.append(_write(folder / "pokerstars" / "planted-faults.txt", faulty_texts()))
    for rules in dict.fromkeys(home.rules for home in HOMES):
        lines = (
            history_line(home.in_money(history)) + "\n"
            for seed, home in enumerate(HOMES, start=1)
            if home.rules == rules
            for history in home.histories(seed)
        )
        paths.append(_write(folder / "house-evenings" / f"{rules}.jsonl", lines))
    faults = (history_line(history) + "\n" for history in faulty_histories())
    paths.append(_write(folder / "house-evenings" / "planted-faults.jsonl", faults))
    return paths


def _write(path: Path, texts: Iterator[str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(texts), encoding="utf-8", newline="\n")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=DATA)
    for path in write(parser.parse_args().out):
        print(path)


if __name__ == "__main__":
    main()
