"""Bots at the table: they play every game by its rules, each in his own style, from what they may see."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pokerstats.pipeline.cards import TEXTS
from pokerstats.pipeline.engine import NO_SLIPS, Choice, Deck, Hand, Seat, Terms, view_of
from pokerstats.pipeline.engine.bots import NAMES, STYLE_OF, STYLES, Bot, bots_of
from pokerstats.pipeline.games.rules import RuleSet, rule_set, rule_set_names

BY_STYLE = [style.name for style in STYLES]


def seats_of(terms: Terms, number: int, stack: int) -> list[Seat]:
    return [Seat(seat, f"player {seat}", stack) for seat in range(1, number + 1)]


def play(hand: Hand, bots: dict[int, Bot], luck: Random) -> dict[str, Any]:
    while hand.turn is not None:
        hand.act(bots[hand.turn.seat](view_of(hand, hand.turn.seat), luck))
    return hand.history()


def many(rules: RuleSet, count: int, stack: int, structure: str | None = None) -> Iterator[tuple[Hand, dict[str, Any]]]:
    """Hands of one bot of each style, as many as the deck allows; carried money goes on."""
    terms = Terms(rules, structure=structure)
    cards, luck = Random(5), Random(6)
    number = min(len(BY_STYLE), terms.deck // max(terms.game.hole_cards, 1) if terms.game.family == "draw" else 5)
    styles = bots_of(terms)
    bots = {seat: styles[BY_STYLE[seat - 1]] for seat in range(1, number + 1)}
    carried, passed_out = 0, False
    for turn in range(count):
        hand = Hand(
            terms,
            seats_of(terms, number, stack),
            button=turn % number + 1,
            rng=cards,
            carried_in=carried,
            after_pass_out=passed_out,
        )
        history = play(hand, bots, luck)
        carried, passed_out = hand.carried_out, hand.passed_out
        yield hand, history


@pytest.mark.parametrize("name", rule_set_names())
def test_every_game_is_played_to_its_end(name: str) -> None:
    rules = rule_set(name)
    for structure in rules.structure.allowed:
        for hand, history in many(rules, 12, 90, structure):
            assert hand.finished
            start = sum(seat["stack"] for seat in history["seats"]) + history.get("carried_in", 0)
            assert start == sum(hand.stacks.values()) + hand.carried_out
            assert all(chips >= 0 for chips in hand.stacks.values())


def test_the_particular_turns_of_the_home_games_happen() -> None:
    happened: Counter[str] = Counter()
    for name in ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw"):
        for hand, history in many(rule_set(name), 500, 120):
            happened.update(event["type"] for event in history["events"])
            happened["carried"] += hand.carried_out > 0
            happened["passed_out"] += hand.passed_out
    expected = (
        "ante small_blind big_blind bring_in complete fee discard bet call raise check fold challenge compare propose "
        "agree refuse force show_openers show muck return award expose replace announce carried passed_out"
    )
    assert set(expected.split()) <= set(happened)


def test_openers_are_split_for_a_draw_only_where_the_rules_allow_it() -> None:
    def split(rules: RuleSet) -> int:
        return sum(
            event["type"] == "show_openers" and any(step["type"] == "show" for step in history["events"])
            for _, history in many(rules, 3_000, 120)
            for event in history["events"]
        )

    rules = rule_set("standard-draw")
    assert split(rules) > 0
    assert split(rules.with_options({"split_openers": "no"})) == 0


def test_styles_show_in_what_they_do() -> None:
    played: Counter[str] = Counter()
    raised: Counter[str] = Counter()
    count = 1_500
    for _, history in many(rule_set("5cd"), count, 200):
        before = []
        for event in history["events"]:
            if event["type"] == "discard":
                break
            before.append(event)
        played.update({BY_STYLE[e["seat"] - 1] for e in before if e["type"] in ("call", "raise")})
        raised.update({BY_STYLE[e["seat"] - 1] for e in before if e["type"] == "raise"})
    assert played["nit"] < 0.2 * count < played["solid"] + 0.05 * count
    assert played["solid"] < played["loose"] < played["station"] < played["maniac"] + 0.1 * count
    assert raised["station"] < 0.3 * played["station"]
    assert raised["maniac"] > 0.6 * played["maniac"]
    assert raised["maniac"] > 2 * raised["nit"] > 0


def test_a_bot_decides_by_what_its_player_may_see() -> None:
    """Other hidden cards, the same view, the same luck: the same choice."""
    random = Random(8)
    for name in ("5cd", "holdem", "seven-card-stud", "27td", "badugi"):
        terms = Terms(rule_set(name))
        styles = bots_of(terms)
        for _ in range(40):
            order = random.sample(range(52), 52)
            own = _own_cards(terms, order)
            others = [card for card in order if card not in own]
            random.shuffle(others)
            other_cards = iter(others)
            swapped = [card if card in own else next(other_cards) for card in order]
            for style in BY_STYLE:
                first, second = (
                    _first_choice(terms, styles[style], " ".join(TEXTS[card] for card in cards))
                    for cards in (order, swapped)
                )
                assert first == second, (name, style)


def _own_cards(terms: Terms, order: list[int]) -> set[int]:
    """What the player in turn sees of a deal in this order, up cards included."""
    hand = Hand(terms, seats_of(terms, 3, 200), button=3, rng=Random(1), deck=_deck(order), slips=NO_SLIPS)
    assert hand.turn is not None
    view = view_of(hand, hand.turn.seat)
    return {*view.cards, *(card for cards in view.up.values() for card in cards)}


def _deck(order: list[int]) -> Deck:
    return Deck.in_order(" ".join(TEXTS[card] for card in order))


def _first_choice(terms: Terms, bot: Bot, cards: str) -> Choice:
    deck = Deck.in_order(cards)
    hand = Hand(terms, seats_of(terms, 3, 200), button=3, rng=Random(1), deck=deck, slips=NO_SLIPS)
    assert hand.turn is not None
    return bot(view_of(hand, hand.turn.seat), Random(4))


def test_each_name_has_one_style() -> None:
    names = [name for style in STYLES for name in NAMES[style.name]]
    assert len(names) == len(set(names)) == len(STYLE_OF) == 50
    assert all(STYLE_OF[name].name == style for style, group in NAMES.items() for name in group)


def test_nobody_moves_out_of_turn() -> None:
    terms = Terms(rule_set("holdem"))
    hand = Hand(terms, seats_of(terms, 3, 200), button=1, rng=Random(1))
    assert hand.turn is not None
    other = next(seat for seat in (1, 2, 3) if seat != hand.turn.seat)
    with pytest.raises(ValueError, match=f"seat {other}"):
        bots_of(terms)["nit"](view_of(hand, other), Random(1))


def test_the_page_names_the_players_of_each_style() -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8")
    for style, names in NAMES.items():
        assert re.search(rf"^\| {style} \| [^|]+ \| {', '.join(names)} \|$", page, re.M), style
