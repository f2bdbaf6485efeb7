"""Measures how many hands a second the engine deals to its bots on one core, against PokerKit where that is installed.

    python benchmarks/engine.py --hands 5000

A hand is dealt, played by the bots of five styles and written as a line of our format. PokerKit's hands are no-limit
hold'em by players who need no time to think: they fold to half of the bets, call the others, and nothing is written.
"""

import argparse
from random import Random
from time import process_time

from pokerstats.pipeline.engine import history_line
from pokerstats.pipeline.engine.simulate import Simulation
from pokerstats.pipeline.games.rules import rule_set, rule_set_names

SESSION = 150


def engine_rate(rules: str, hands: int) -> float:
    """Hands of a rule set dealt, played and written in a second."""
    simulation = Simulation(rule_set(rules), players=6, seed=1, sessions_of=SESSION)
    written = 0
    started = process_time()
    for dealt in simulation.hands(hands):
        written += len(history_line(dealt.history))
    took = process_time() - started
    assert written
    return hands / took


def pokerkit_rate(hands: int) -> float | None:
    """Hands that PokerKit plays in a second; none if it is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        return None

    rng = Random(1)

    def play() -> None:
        state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, 200, 6)
        while state.status:
            if rng.random() < 0.5 and state.can_fold():
                state.fold()
            else:
                state.check_or_call()

    play()  # builds its tables of hands
    started = process_time()
    for _ in range(hands):
        play()
    return hands / (process_time() - started)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=5_000)
    parser.add_argument("--rules", nargs="*", default=list(rule_set_names()), metavar="NAME")
    chosen = parser.parse_args()
    floor = pokerkit_rate(max(chosen.hands // 5, 1))
    print(f"{'':18} {'hands/s':>8}" + (f" {'of PokerKit':>12}" if floor else ""))
    if floor:
        print(f"{'PokerKit, holdem':18} {floor:8,.0f} {1:12.1f}")
    for rules in chosen.rules:
        rate = engine_rate(rules, chosen.hands)
        print(f"{rules:18} {rate:8,.0f}" + (f" {rate / floor:12.1f}" if floor else ""))


if __name__ == "__main__":
    main()
