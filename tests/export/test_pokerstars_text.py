"""Hands as PokerStars text: the lines a reader expects, and what is refused because there are no words for it."""

from copy import deepcopy
from typing import Any

import pytest

from pokerstats.parsers import pokerstars as reader
from pokerstats.pipeline.export import pokerstars
from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.tables import hand_id

HOLDEM: dict[str, Any] = {
    "site": "PokerStars",
    "hand": "12",
    "played_at": "2026-07-01T19:00:05+00:00",
    "played_local": "2026-07-01T21:00:05",
    "zone": "CET",
    "table": {"name": "Vega", "max_seats": 6},
    "game": "holdem",
    "deck": None,
    "structure": "no-limit",
    "stakes": {"small_blind": "0.50", "big_blind": 1},
    "kind": "cash",
    "currency": "EUR",
    "button": 1,
    "hero": 2,
    "seats": [
        {"seat": 1, "player": "Ada", "stack": 40},
        {"seat": 2, "player": "Bo: calls", "stack": "12.50"},
        {"seat": 4, "player": "Cy", "stack": 100},
        {"seat": 5, "player": "Dee", "stack": 100, "dealt_in": False},
    ],
    "events": [
        {"type": "street", "street": "preflop"},
        {"type": "small_blind", "seat": 2, "amount": "0.50"},
        {"type": "big_blind", "seat": 4, "amount": 1},
        {"type": "deal", "seat": 2, "down": "As Ad"},
        {"type": "deal", "seat": 4, "down": "Kh Kd"},
        {"type": "deal", "seat": 1, "down": "?? ??"},
        {"type": "raise", "seat": 1, "amount": 3, "to": 3},
        {"type": "raise", "seat": 2, "amount": 12, "to": "12.50", "all_in": True},
        {"type": "call", "seat": 4, "amount": "11.50"},
        {"type": "call", "seat": 1, "amount": "9.50"},
        {"type": "street", "street": "flop"},
        {"type": "board", "cards": "2c 3c 4c"},
        {"type": "bet", "seat": 4, "amount": 10},
        {"type": "fold", "seat": 1},
        {"type": "return", "seat": 4, "amount": 10},
        {"type": "street", "street": "turn"},
        {"type": "board", "cards": "9d"},
        {"type": "street", "street": "river"},
        {"type": "board", "cards": "9h"},
        {"type": "street", "street": "showdown"},
        {"type": "show", "seat": 4, "cards": "Kh Kd", "said": "two pair, Kings and Nines"},
        {"type": "show", "seat": 2, "cards": "As Ad", "said": "two pair, Aces and Nines"},
        {"type": "award", "seat": 2, "amount": "36.50", "pot": 0},
        {"type": "end", "rake": 1, "pot": "37.50"},
    ],
}
TEXT = """\
PokerStars Hand #12:  Hold'em No Limit (€0.50/€1.00 EUR) - 2026/07/01 21:00:05 CET [2026/07/01 15:00:05 ET]
Table 'Vega' 6-max Seat #1 is the button
Seat 1: Ada (€40 in chips)
Seat 2: Bo: calls (€12.50 in chips)
Seat 4: Cy (€100 in chips)
Seat 5: Dee (€100 in chips) is sitting out
Bo: calls: posts small blind €0.50
Cy: posts big blind €1
*** HOLE CARDS ***
Dealt to Bo: calls [As Ad]
Ada: raises €2 to €3
Bo: calls: raises €9.50 to €12.50 and is all-in
Cy: calls €11.50
Ada: calls €9.50
*** FLOP *** [2c 3c 4c]
Cy: bets €10
Ada: folds
Uncalled bet (€10) returned to Cy
*** TURN *** [2c 3c 4c] [9d]
*** RIVER *** [2c 3c 4c 9d] [9h]
*** SHOW DOWN ***
Cy: shows [Kh Kd] (two pair, Kings and Nines)
Bo: calls: shows [As Ad] (two pair, Aces and Nines)
Bo: calls collected €36.50 from pot
*** SUMMARY ***
Total pot €37.50 | Rake €1
Board [2c 3c 4c 9d 9h]
Seat 1: Ada (button) folded on the Flop
Seat 2: Bo: calls (small blind) showed [As Ad] and won (€36.50) with two pair, Aces and Nines
Seat 4: Cy (big blind) showed [Kh Kd] and lost with two pair, Kings and Nines



"""


def written(hand: dict[str, Any], room: str | None = None) -> str:
    return pokerstars.text(hand, pot=375_000, rake=10_000, room=room)


def changed(**fields: Any) -> dict[str, Any]:
    hand = deepcopy(HOLDEM)
    hand |= fields
    return {name: value for name, value in hand.items() if value is not ...}


def test_a_hand_reads_as_the_room_prints_it() -> None:
    assert written(HOLDEM) == TEXT


def test_every_game_of_the_room_has_a_name_that_is_read_back() -> None:
    assert set(pokerstars.GAMES) == set(reader.GAMES.values())
    assert all(reader.GAMES[title.lower()] == name for name, title in pokerstars.GAMES.items())


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"zone": "ET"}, "PokerStars Hand #12:  Hold'em No Limit (€0.50/€1.00 EUR) - 2026/07/01 21:00:05 ET"),
        (
            {"zone": "UTC+02:00"},
            "PokerStars Hand #12:  Hold'em No Limit (€0.50/€1.00 EUR) - "
            "2026/07/01 19:00:05 UTC [2026/07/01 15:00:05 ET]",
        ),
        (
            {"played_at": ..., "zone": ..., "currency": "CHIPS", "kind": "unknown"},
            "PokerStars Hand #12:  Hold'em No Limit (0.50/1.00) - 2026/07/01 21:00:05",
        ),
        (
            {"fast_fold": True, "zone": "ET", "stakes": {"small_blind": 1, "big_blind": 2, "ante": "0.20"}},
            "PokerStars Zoom Hand #12:  Hold'em No Limit (€1/€2 - Ante €0.20 EUR) - 2026/07/01 21:00:05 ET",
        ),
        (
            {"structure": "cap-pot", "zone": "ET", "stakes": {"small_blind": 1, "big_blind": 2, "cap": 40}},
            "PokerStars Hand #12:  Hold'em Pot Limit (€1/€2 - €40 Cap -  EUR) - 2026/07/01 21:00:05 ET",
        ),
        (
            {"structure": "fixed", "zone": "ET", "mix": "HORSE", "stakes": {"small_bet": 2, "big_bet": 4}},
            "PokerStars Hand #12:  HORSE (Hold'em Limit, €2/€4 EUR) - 2026/07/01 21:00:05 ET",
        ),
        (
            {
                "zone": "ET",
                "kind": "tournament",
                "currency": "CHIPS",
                "stakes": {"small_blind": 50, "big_blind": 100},
                "tournament": {
                    "number": "77",
                    "buy_in": 10,
                    "bounty": 5,
                    "fee": "1.50",
                    "currency": "USD",
                    "level": "III",
                },
            },
            "PokerStars Hand #12: Tournament #77, $10.00+$5.00+$1.50 USD Hold'em No Limit - Level III (50/100) - "
            "2026/07/01 21:00:05 ET",
        ),
        (
            {
                "zone": "ET",
                "kind": "tournament",
                "currency": "CHIPS",
                "mix": "Mixed Hold'em",
                "stakes": {"small_blind": 50, "big_blind": 100},
                "tournament": {"number": "77", "buy_in": 0, "fee": 0, "level": "2"},
            },
            "PokerStars Hand #12: Tournament #77, Freeroll  Mixed Hold'em (Hold'em No Limit) - Level 2 (50/100) - "
            "2026/07/01 21:00:05 ET",
        ),
    ],
)
def test_first_lines(fields: dict[str, Any], line: str) -> None:
    assert written(changed(**fields)).splitlines()[0] == line


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"game": "standard-draw"}, "PokerStars text has no name for Standard draw"),
        ({"structure": "spread"}, "has no word for a spread betting structure"),
        ({"carried_in": 2}, "has no word for money carried"),
        ({"deck": 32}, "PokerStars deals Texas hold'em from 52 cards, not from 32"),
        ({"rules": {"name": "holdem", "options": {"muck": "no"}}}, "cannot tell of house rules: muck"),
        ({"ranking": "by-frequency"}, "cannot tell that hands are ranked by-frequency"),
        ({"currency": "THB"}, "knows no currency THB"),
        ({"site": "my club"}, "cannot name the room 'my club'"),
        ({"series": "winter"}, "this is unique in its series only"),
        ({"hand": "A-1"}, "has hand numbers of digits, with at most four letters"),
        ({"stakes": {"big_blind": 1}}, "names small blind and big blind, and the log does not"),
        ({"played_at": ..., "played_local": ..., "zone": ...}, "tells when a hand was played"),
        ({"kind": "tournament"}, "only tournaments have one"),
    ],
)
def test_what_has_no_words_is_refused(fields: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused, match=reason):
        written(changed(**fields))


def test_a_turn_of_home_games_is_refused() -> None:
    events = [*HOLDEM["events"][:-1], {"type": "announce", "seat": 2, "said": "aces"}, HOLDEM["events"][-1]]
    with pytest.raises(Refused, match="no words for a turn of home games: announce"):
        written(changed(events=events))


def test_another_room_may_be_named_for_programs_that_read_no_other() -> None:
    first = written(changed(site="my club", hand="A-1"), room="PokerStars").splitlines()[0]
    assert first.startswith(f"PokerStars Hand #{hand_id('my club', 'A-1')}: ")
    assert written(HOLDEM, room="PokerStars") == TEXT
    ours, other = (written(changed(series=series), room="PokerStars").splitlines()[0] for series in ("a", "b"))
    assert ours != other
