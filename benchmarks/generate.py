"""Deals legal hands between bots and writes them as PokerStars text: the same bytes for the same seed.

python benchmarks/generate.py --hands 200000 --out build/bench
"""

import argparse
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from bots import STYLES
from stars_table import Game, Seat, Table

HERO = "Otterbach"
NAMES = (
    "amber_fox", "Bramble77", "cold_deck_kid", "DonnerKarl", "elmo-the-eel", "FjordFish", "gravel.pit", "HazelNutz",
    "Ilmarinen", "jackdaw_9", "KettleDrum", "lumen4", "Mistral", "north by east", "OldTownRd", "pebble dash",
    "Quillfire", "rye&dry", "SaltyBarge", "Tamarack", "umbra_ella", "VioletTram", "whistle22", "xenon lamp", "yarrow",
)  # fmt: skip
TABLE_NAMES = (
    "Adrastea",
    "Bettina",
    "Carina",
    "Dione",
    "Egeria",
    "Fides",
    "Galene",
    "Hygiea",
    "Iris II",
    "Juno",
    "Klio",
    "Leda",
)
HOLDEM_10 = Game("Hold'em No Limit", 2, pot_limit=False, small_blind=5, big_blind=10, rake_cap=150)
HOLDEM_25 = Game("Hold'em No Limit", 2, pot_limit=False, small_blind=10, big_blind=25, rake_cap=200)
FIRST_NUMBER = 251_000_000_000
HANDS_A_FILE = 20_000
HANDS_A_SITTING = 120


def seat_players(random: Random, game: Game, hero: str, players: int) -> list[Seat]:
    """Hero and others at a table of six; each name has one style for ever."""
    names = [hero, *random.sample(NAMES, players - 1)]
    random.shuffle(names)
    numbers = sorted(random.sample(range(1, 7), players))
    seats = []
    for number, name in zip(numbers, names, strict=True):
        style = STYLES[1] if name == hero else STYLES[NAMES.index(name) % len(STYLES)]
        blinds = random.choice((40, 80, 100, 100, 100, 120, 180))
        cents = random.randrange(game.big_blind) if blinds < 100 else 0
        seats.append(Seat(number, name, style, blinds * game.big_blind + cents))
    return seats


def hands(count: int, seed: int) -> Iterator[str]:
    """``count`` hands, sitting after sitting, in the order of their numbers."""
    random = Random(seed)
    clock = datetime(2025, 1, 6, 23, 0, 0, tzinfo=UTC)
    number = FIRST_NUMBER
    dealt = 0
    while dealt < count:
        game = random.choice((HOLDEM_10, HOLDEM_10, HOLDEM_25))
        players = random.choice((6, 6, 6, 6, 5, 4, 3, 2))
        seats = seat_players(random, game, HERO, players)
        table = Table(game, random.choice(TABLE_NAMES), seats, HERO, clock, random)
        for _ in range(min(HANDS_A_SITTING, count - dealt)):
            number += random.randrange(1, 2_000)
            yield table.play(number)
            dealt += 1
        clock = table.clock + timedelta(minutes=random.choice((3, 5, 8, 90, 600)))


def write(folder: Path, count: int, seed: int, hands_a_file: int = HANDS_A_FILE) -> list[Path]:
    """The files of one run, never more than one hand in memory."""
    folder.mkdir(parents=True, exist_ok=True)
    paths: list[Path] = []
    source = hands(count, seed)
    for start in range(0, count, hands_a_file):
        path = folder / f"hands-{start // hands_a_file + 1:03d}.txt"
        with path.open("w", encoding="utf-8", newline="\n") as file:
            for _ in range(min(hands_a_file, count - start)):
                file.write(next(source))
        paths.append(path)
    return paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=200_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("build/bench"))
    options = parser.parse_args()
    for path in write(options.out, options.hands, options.seed):
        print(path)


if __name__ == "__main__":
    main()
