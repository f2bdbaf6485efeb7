"""What must hold in every hand of every rule set, whatever its players do: random legal choices, random options."""

import json
from random import Random

import pytest
from engine_table import play, seated, terms_of
from hypothesis import given, settings
from hypothesis import strategies as st
from random_players import random_choice

from pokerstats.parsers import pokerstats_json
from pokerstats.pipeline.cards import codes_of, deck
from pokerstats.pipeline.engine import (
    AgainstRules,
    Choice,
    Hand,
    Header,
    IllegalAction,
    Seat,
    Slips,
    Terms,
    View,
    history_line,
    view_of,
)
from pokerstats.pipeline.games.rules import rule_set, rule_set_names

CLUMSY = Slips(dealer_exposes=0.1, player_exposes=0.1, miscount=0.03, misreads=0.3)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Terms, list[Seat], int, int]:
    """A rule set with some options changed, its players, the dealer's seat and a seed."""
    rules = rule_set(draw(st.sampled_from(rule_set_names())))
    options = draw(
        st.fixed_dictionaries(
            {}, optional={name: st.sampled_from(option.choices) for name, option in rules.options.items()}
        )
    )
    cards = draw(st.sampled_from(rules.deck.choices))
    if cards != 36 and options.get("ranking", "").startswith("short-deck"):
        options["ranking"] = "standard"
    rules = rules.with_options(options)
    terms = Terms(rules, structure=draw(st.sampled_from(rules.structure.allowed)), deck=cards)
    most = rules.players.most
    if terms.game.family == "draw":
        most = min(most, terms.deck // terms.game.hole_cards)
    number = draw(st.integers(rules.players.fewest, most))
    least = max(1, terms.ante)
    stacks = draw(st.lists(st.integers(least, 40) | st.integers(least, 900), min_size=number, max_size=number))
    numbers = draw(st.permutations(range(1, 11)))[:number]
    seats = [Seat(seat, f"player {seat}", stack) for seat, stack in zip(numbers, stacks, strict=True)]
    return terms, seats, draw(st.integers(1, 10)), draw(st.integers(0, 1 << 30))


def played(terms: Terms, seats: list[Seat], button: int, seed: int, **more: object) -> Hand:
    """The hand with players who do anything legal."""
    hand = Hand(terms, seats, button=button, rng=Random(seed), slips=CLUMSY, **more)  # type: ignore[arg-type]
    rng = Random(seed + 1)
    while hand.turn is not None:
        hand.act(random_choice(hand.turn, rng, careless=0.1))
    return hand


@settings(max_examples=150, deadline=None)
@given(tables(), st.integers(0, 50), st.booleans())
def test_chips_cards_and_turns(table: tuple[Terms, list[Seat], int, int], carried: int, passed_out: bool) -> None:
    _, seats, _, seed = table
    hand = played(*table, carried_in=carried, after_pass_out=passed_out, ask_to_show=seed % 2 == 0)
    assert sum(hand.stacks.values()) + hand.carried_out == sum(seat.stack for seat in seats) + carried
    assert min(hand.stacks.values()) >= 0 and hand.carried_out >= 0
    _no_card_is_dealt_twice(hand)
    _events_add_up(hand)
    _turns_go_clockwise(hand)


def _no_card_is_dealt_twice(hand: Hand) -> None:
    """Every card that comes was never out before, or was thrown away and shuffled in again (D4)."""
    events = hand.deal.events
    allowed = set(deck(hand.terms.deck).tolist())
    out: set[int] = set()
    thrown: dict[int, int] = {}
    held: dict[int, list[int]] = {}
    for event, following in zip(events, [*events[1:], {}], strict=True):
        kind: str = event["type"]
        seat: int = event.get("seat") or event.get("drops") or 0
        cards = codes_of(event.get("cards", ""))
        if kind == "reshuffle" and hand.terms.game.family == "draw":
            drawer = following["seat"]
            heap = thrown | dict.fromkeys(codes_of(following.get("cards", "")), drawer)
            others = {card for card, who in heap.items() if who != drawer}
            back = others if event["count"] == len(others) else set(heap)
            assert len(back) == event["count"]
            out -= back
            # a discard that is about to be told goes on the heap then, unless it is in the deck already
            thrown = {card: who for card, who in thrown.items() if card not in back}
        if kind in ("fold", "compare"):
            thrown |= dict.fromkeys(held.pop(seat, []), seat)
        if kind == "discard":
            thrown |= {card: seat for card in cards if card in out}
            held[seat] = [card for card in held.get(seat, []) if card not in cards]
        new = codes_of(" ".join(event.get(name, "") for name in ("down", "up", "drawn")))
        if kind == "board":
            new = cards
        if kind == "replace" or (kind == "expose" and not event["kept"]):
            new = codes_of(event["card"])
        for card in new:
            assert card in allowed and card not in out, event
            out.add(card)
        if kind != "expose":
            held.setdefault(seat, []).extend(new)


def _events_add_up(hand: Hand) -> None:
    """Stacks after the hand follow from the events alone."""
    stacks = {seat.seat: seat.stack for seat in hand.start}
    for event in hand.deal.events:
        if "amount" in event:
            sign = 1 if event["type"] in ("return", "award") else -1
            stacks[event["seat"]] += sign * event["amount"]
            assert stacks[event["seat"]] >= 0, event
            if sign < 0:
                assert event.get("all_in", False) is (stacks[event["seat"]] == 0), event
    assert stacks == hand.stacks
    assert hand.deal.events[-1]["type"] == "end"


def _turns_go_clockwise(hand: Hand) -> None:
    """Between two decisions of a round nobody is passed over who is in and has something left to bet."""
    order = sorted(seat.seat for seat in hand.start)
    cap = hand.terms.cap or 1 << 60
    inside, chips = set(order), {seat.seat: min(seat.stack, cap) for seat in hand.start}
    last, talk = 0, False
    for event in hand.deal.events:
        kind, seat = event["type"], event.get("seat", 0)
        if kind in ("street", "propose"):
            # once a proposal is made, only those have to pay who owe something
            talk = kind == "propose"
            last = 0
        if kind in ("fold", "check", "call", "bet", "raise", "complete") and not talk:
            waiting = [other for other in _between(order, last, seat) if other in inside and chips[other]]
            assert not waiting, (event, waiting)
            last = seat
        if kind == "fold" or kind == "compare":
            inside.discard(event.get("drops", seat))
        if "amount" in event:
            chips[seat] += event["amount"] if kind in ("return", "award") else -event["amount"]


def _between(order: list[int], after: int, before: int) -> list[int]:
    if not after:
        return []
    start = order.index(after)
    around = order[start + 1 :] + order[:start]
    return around[: around.index(before)] if before in around else around


@settings(max_examples=40, deadline=None)
@given(tables())
def test_same_seed_same_bytes(table: tuple[Terms, list[Seat], int, int]) -> None:
    first, second = (history_line(played(*table).history()) for _ in range(2))
    assert first == second


def test_histories_are_read_by_our_own_parser() -> None:
    lines = []
    for number, name in enumerate(rule_set_names()):
        terms = Terms(rule_set(name))
        seats = [Seat(seat, f"p{seat}", 50 + seat) for seat in (2, 3, 5)]
        hand = played(terms, seats, 3, number)
        header = Header(
            hand=f"{name}-{number}", played_at="2026-02-03T20:15:00+01:00", table="T", max_seats=6, currency="EUR"
        )
        lines.append(history_line(hand.history(header)))
    (parsed,) = pokerstats_json.parse("\n".join(lines).encode(), path="engine.jsonl")
    assert parsed.rejected.rows() == []
    assert parsed.hands.height == len(rule_set_names())
    assert parsed.hands["rules"].to_list() == list(rule_set_names())


def test_a_history_tells_options_and_players_who_are_away() -> None:
    terms = Terms(rule_set("standard-draw").with_options({"split_openers": "no"}))
    hand = Hand(terms, [Seat(1, "Ola", 20), Seat(4, "Jan", 30)], button=4, rng=Random(1), carried_in=3)
    history = hand.history(Header(hand="7", away={2: ("Ewa", 12)}))
    assert history["rules"] == {"name": "standard-draw", "options": {"split_openers": "no"}}
    assert history["carried_in"] == 3 and history["button"] == 4
    assert history["seats"][1] == {"seat": 2, "player": "Ewa", "stack": 12, "dealt_in": False}
    assert json.loads(history_line(history)) == history


@settings(max_examples=40, deadline=None)
@given(tables(), st.integers(0, 1 << 20))
def test_what_is_not_offered_is_refused_with_a_rule_and_changes_nothing(
    table: tuple[Terms, list[Seat], int, int], seed: int
) -> None:
    terms, seats, button, dealt = table
    hand = Hand(terms, seats, button=button, rng=Random(dealt))
    rng = Random(seed)
    kinds = ("fold", "check", "call", "bet", "raise", "complete", "bring_in", "draw", "agree", "force", "muck")
    while hand.turn is not None:
        wild = Choice(
            rng.choice(kinds),
            rng.randrange(200),
            tuple(rng.sample(range(52), rng.randrange(6))),
            rng.choice(("", "", "challenge", "propose")),
        )
        if not hand.turn.allows(wild):
            turn, events = hand.turn, len(hand.deal.events)
            with pytest.raises(IllegalAction) as error:
                hand.act(wild)
            assert error.value.rule and error.value.sentence
            assert hand.turn is turn and len(hand.deal.events) == events
        hand.act(random_choice(hand.turn, rng, careless=0.1))
    with pytest.raises(AgainstRules):
        hand.act(Choice("fold"))


def seen_by(hand: Hand, seat: int) -> dict[str, object]:
    view = view_of(hand, seat)
    names = [name for name, value in vars(View).items() if isinstance(value, property)]
    assert len(names) > 10
    return {name: getattr(view, name) for name in names}


def test_what_others_hold_hidden_changes_nothing_of_what_a_player_sees() -> None:
    downs, doors = "2c 3c 4c 5c 6c 7c", "Kd Qd 8d"
    hidden = downs.replace("2c", "Ah").replace("4c", "As")
    hands = [
        play(seated(terms_of("seven-card-stud"), [50, 60, 70], f"{cards} {doors} 9h Th Jh 2d"), "bring_in, call, call")
        for cards in (downs, hidden)
    ]
    assert seen_by(hands[0], 2) == seen_by(hands[1], 2)
    assert seen_by(hands[0], 1) != seen_by(hands[1], 1)


def test_what_a_player_sees() -> None:
    hand = seated(terms_of("seven-card-stud"), [50, 60, 70], "2c 3c 4c 5c 6c 7c Kd Qd 8d")
    seen = seen_by(play(hand, "bring_in"), 2)
    assert seen["cards"] == tuple(codes_of("3c 6c Qd"))
    assert seen["up"] == {1: tuple(codes_of("Kd")), 2: tuple(codes_of("Qd")), 3: tuple(codes_of("8d"))}
    assert (seen["pot"], seen["price"], seen["street"]) == (5, 2, "third")
    assert seen["bets"] == {1: 0, 2: 0, 3: 2} and seen["stacks"] == {1: 49, 2: 59, 3: 67}
    assert view_of(hand, 1).turn is hand.turn and view_of(hand, 2).turn is None
