"""Writes the samples in ``data/pokerstars``: sessions of one player over three months, and a file of planted faults.

python benchmarks/sample_data.py
"""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

from generate import HERO, HOLDEM_10, HOLDEM_25, seat_players
from stars_table import Game, Table

OMAHA_25 = Game("Omaha Pot Limit", 4, pot_limit=True, small_blind=10, big_blind=25, rake_cap=200)
SEED = 20260109
FAULTS_SEED = 5
DATA = Path(__file__).parent.parent / "data" / "pokerstars"

# start in UTC, table, game, players, hands
SESSIONS = (
    (datetime(2026, 1, 9, 19, 4, 10, tzinfo=UTC), "Carina", HOLDEM_10, 6, 84),
    (datetime(2026, 1, 17, 20, 31, 55, tzinfo=UTC), "Galene", HOLDEM_10, 6, 71),
    (datetime(2026, 1, 29, 18, 12, 2, tzinfo=UTC), "Juno", HOLDEM_10, 5, 66),
    (datetime(2026, 2, 7, 21, 40, 37, tzinfo=UTC), "Bettina", HOLDEM_25, 6, 92),
    (datetime(2026, 2, 19, 19, 15, 20, tzinfo=UTC), "Klio", HOLDEM_10, 6, 78),
    (datetime(2026, 3, 4, 20, 2, 48, tzinfo=UTC), "Dione", HOLDEM_25, 6, 88),
    (datetime(2026, 3, 13, 18, 45, 9, tzinfo=UTC), "Leda", HOLDEM_25, 4, 60),
    (datetime(2026, 3, 28, 20, 20, 31, tzinfo=UTC), "Hygiea", HOLDEM_25, 6, 75),
    (datetime(2026, 2, 21, 20, 0, 12, tzinfo=UTC), "Egeria", OMAHA_25, 6, 80),
    (datetime(2026, 3, 20, 19, 30, 44, tzinfo=UTC), "Iris II", OMAHA_25, 5, 70),
)


def session(random: Random, start: datetime, name: str, game: Game, players: int, count: int) -> Iterator[str]:
    """The hands of one evening at one table; their numbers rise with the time."""
    table = Table(game, name, seat_players(random, game, HERO, players), HERO, start, random)
    for _ in range(count):
        number = 254_000_000_000 + (table.clock - datetime(2026, 1, 1, tzinfo=UTC)).seconds * 7
        number += (table.clock - datetime(2026, 1, 1, tzinfo=UTC)).days * 604_800 + random.randrange(7)
        yield table.play(number)


# ---------------------------------------------------------------- planted faults


def _swap_winner(text: str) -> str | None:
    """The pot goes to the loser of a showdown between two."""
    shown = re.findall(r"^(.+): shows \[", text, re.M)
    paid = re.findall(r"^(.+) collected (\S+) from pot$", text, re.M)
    if len(shown) != 2 or len(paid) != 1 or "mucks" in text:
        return None
    winner, amount = paid[0]
    loser = next(name for name in shown if name != winner)
    text = text.replace(f"{winner} collected {amount}", f"{loser} collected {amount}")
    text = re.sub(rf"(: {re.escape(winner)} .*showed \[.*\] and )won \(\S+\)", r"\g<1>lost", text)
    return re.sub(rf"(: {re.escape(loser)} .*showed \[.*\] and )lost", rf"\g<1>won ({amount})", text)


def _one_cent_short(text: str) -> str | None:
    """The winner gets one cent less than the pot holds after the rake."""
    paid = re.findall(r" collected \$(\d+\.\d\d) from pot$", text, re.M)
    if len(paid) != 1 or paid[0].endswith("0") or "*** RIVER ***" not in text:
        return None
    less = f"{paid[0][:-1]}{int(paid[0][-1]) - 1}"
    return text.replace(f"collected ${paid[0]} from", f"collected ${less} from").replace(f"(${paid[0]})", f"(${less})")


def _short_call(text: str) -> str | None:
    """A call on the flop is for less than the bet, though chips are left."""
    found = re.search(r"\*\*\* FLOP(?:.*\n)*?.+: bets \$(\d+\.\d\d)\n.+: calls \$\1\n", text)
    if not found or "all-in" in text or found[1].endswith("0"):
        return None
    less = f"{found[1][:-1]}{int(found[1][-1]) - 1}"
    return text[: found.start()] + found[0].replace(f"calls ${found[1]}", f"calls ${less}") + text[found.end() :]


def _out_of_turn(text: str) -> str | None:
    """Two players fold before the flop in the wrong order."""
    found = re.search(r"^(Dealt to .*\n)(.+: folds\n)(.+: folds\n)(.+: raises)", text, re.M)
    return None if not found else text.replace(found[0], found[1] + found[3] + found[2] + found[4])


def _card_twice(text: str) -> str | None:
    """A card of the flop is also in the hand of a player who folded."""
    flop = re.search(r"\*\*\* FLOP \*\*\* \[(..)", text)
    dealt = re.search(rf"Dealt to {HERO} \[(..) ..\]", text)
    if not flop or not dealt or f"{HERO}: folds" not in text:
        return None
    return text.replace(dealt[0], dealt[0].replace(f"[{dealt[1]}", f"[{flop[1]}"))


FAULTS: tuple[Callable[[str], str | None], ...] = (
    _swap_winner,
    _one_cent_short,
    _short_call,
    _out_of_turn,
    _card_twice,
)


def faulty_hands() -> Iterator[str]:
    """One hand a fault, spoiled in one place each, from an evening of its own."""
    start = datetime(2026, 3, 30, 19, 0, 0, tzinfo=UTC)
    source = session(Random(FAULTS_SEED), start, "Fides", HOLDEM_10, 6, 400)
    for fault in FAULTS:
        yield next(spoiled for text in source if (spoiled := fault(text)) is not None)


def write(folder: Path) -> list[Path]:
    """All sample files, in the order they are told in ``SESSIONS``."""
    folder.mkdir(parents=True, exist_ok=True)
    random = Random(SEED)
    paths = []
    for start, name, game, players, count in SESSIONS:
        kind = "omaha" if game is OMAHA_25 else "holdem"
        path = folder / f"{start:%Y-%m-%d}-{kind}-{game.big_blind}c-{name.lower().replace(' ', '-')}.txt"
        path.write_text("".join(session(random, start, name, game, players, count)), encoding="utf-8", newline="\n")
        paths.append(path)
    path = folder / "planted-faults.txt"
    path.write_text("".join(faulty_hands()), encoding="utf-8", newline="\n")
    return [*paths, path]


if __name__ == "__main__":
    for written in write(DATA):
        print(written)
