"""Tables of random players: hand after hand by the engine, with every option, deck and structure a rule set allows."""

from collections.abc import Iterator
from random import Random
from typing import Any

from random_players import random_choice

from pokerstats.pipeline.engine import Hand, Header, IllegalDeal, Seat, Slips, Terms
from pokerstats.pipeline.games.rules import RuleSet, Stakes, rule_set

History = dict[str, Any]

SLIPS_THAT_ARE_MENDED = Slips(dealer_exposes=0.03, player_exposes=0.02, miscount=0, misreads=0.05)
"""People who slip often, and nothing of it breaks a rule."""
_NAMES = (
    "Ola", "Bogdan", "Celina", "Darius", "Emilija", "Feliks", "Gintarė", "Hubert", "Irena", "Jonas", "Klara", "Leon",
)  # fmt: skip


def random_terms(rules: RuleSet, rng: Random, *, options: bool = True, structure: str | None = None) -> Terms:
    """What a table may agree on within the rules: structure, deck, sums, and some other options than the usual."""
    while True:
        agreed = rules
        for name, option in rules.options.items() if options else ():
            if rng.random() < 0.25:
                agreed = agreed.with_options({name: rng.choice(option.choices)})
        played = structure or rng.choice(rules.structure.allowed)
        usual = agreed.stakes_in(played).model_dump()
        factor = rng.choice((1, 2, 2, 5, 10))
        sums = {name: sum_ if name == "chip" or sum_ is None else sum_ * factor for name, sum_ in usual.items()}
        try:
            return Terms(agreed, structure=played, stakes=Stakes(**sums), deck=rng.choice(rules.deck.choices))
        except IllegalDeal:
            continue  # an order of hands that is not made for this deck (H7)


def random_stack(terms: Terms, rng: Random) -> int:
    """Chips from a few blinds or antes to a hundred big bets."""
    unit = max(terms.big_bet, terms.big_blind, terms.min_bet, terms.ante, 1)
    return rng.choice((1, 3, 10, 30, 100)) * unit + rng.randrange(unit)


def most_players(terms: Terms) -> int:
    """How many the rules and the deck allow."""
    cards = terms.game.hole_cards if terms.game.family == "draw" else 0
    return min(terms.rules.players.most, terms.deck // cards if cards else 99)


def random_table(
    name: str,
    number: int,
    seed: int,
    *,
    slips: Slips = SLIPS_THAT_ARE_MENDED,
    options: bool = True,
    careless: float = 0.0,
) -> Iterator[History]:
    """So many hands of one table: stacks and carried pots go from hand to hand, who is broke buys in again.

    ``careless``: how often somebody folds where a check is free, and how often beaten and unbeaten hands are asked
    whether they throw themselves away.
    """
    rng = Random(f"{name} {seed}")
    terms = random_terms(rule_set(name), rng, options=options)
    most = most_players(terms)
    players = rng.randint(2, most)
    seats = sorted(rng.sample(range(1, 13), players))
    names = rng.sample(_NAMES, players)
    stacks = {seat: random_stack(terms, rng) for seat in seats}
    carried, passed_out, button = 0, False, rng.choice(seats)
    for hand_no in range(1, number + 1):
        for seat in seats:
            if stacks[seat] < max(terms.ante, 1) or rng.random() < 0.05:
                stacks[seat] = random_stack(terms, rng) + terms.ante
        hand = Hand(
            terms,
            [Seat(seat, player, stacks[seat]) for seat, player in zip(seats, names, strict=True)],
            button=button,
            rng=rng,
            carried_in=carried,
            after_pass_out=passed_out,
            slips=slips,
            ask_to_show=rng.random() < careless,
        )
        while hand.turn is not None:
            hand.act(random_choice(hand.turn, rng, careless))
        minutes = hand_no % 60
        yield hand.history(
            Header(
                hand=f"{name}-{seed}-{hand_no}",
                table=f"{name} {seed}",
                max_seats=12,
                played_at=f"2026-03-{1 + hand_no // 1440:02}T{hand_no // 60 % 24:02}:{minutes:02}:00+00:00",
            )
        )
        stacks, carried, passed_out = hand.stacks, hand.carried_out, hand.passed_out
        button = min((seat for seat in seats if seat > button), default=seats[0])
