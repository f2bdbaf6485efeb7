"""What the engine plays leaves the audit nothing to find, and gives every check that applies something to judge."""

from pathlib import Path

import pytest
import thoroughness
from random_tables import random_table
from two_minds.audited import audited

from pokerstats import sql
from pokerstats.pipeline.games.rules import rule_set_names

TABLES = thoroughness.hands(4, thorough=500)
HANDS_AT_A_TABLE = 40

ALL = frozenset(rule_set_names())
HOME = {"standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw"}
STUD = {"stud", "studhilo", "razz", "5stud", "seven-card-stud"}
DRAW = {"5cd", "27sd", "27td", "a5td", "badugi", "badacey", "badeucey", *HOME - STUD}
SPLIT = {"omahahilo", "omaha5hilo", "omaha6hilo", "courchevelhilo", "badacey", "badeucey", "studhilo"}
ANTE_ONLY = {"standard-draw", "ante-draw", "pokeris"}
J, A, P, S, B = ({name} for name in ("standard-draw", "ante-draw", "pokeris", "seven-card-stud", "blinds-draw"))

WHERE: tuple[tuple[frozenset[str] | set[str], str], ...] = (
    (ALL - {"short-deck"}, "agreed-sums"),
    (ALL - P, "check-facing-bet checked-all-in raise-cap short-of-money"),
    (ALL - P - {"short-deck"}, "fixed-limit-size spread-limit"),
    (ALL - P - STUD, "minimum-raise pot-limit"),
    (ALL - SPLIT - {"badugi"}, "stated-hand stated-ranks"),
    (ALL - STUD - ANTE_ONLY, "blind-missing blind-size"),
    (ALL - STUD - ANTE_ONLY - {"short-deck"}, "blind-seat"),
    (ALL - DRAW - {"5stud"}, "board-size"),
    (DRAW | S, "deck-allowed"),
    (
        DRAW,
        "cards-at-showdown discards-held draw-count draw-missing draws-once reshuffle reshuffle-count shown-after-draw",
    ),
    (STUD | ANTE_ONLY | {"short-deck"}, "ante-size"),
    (SPLIT, "hi-lo-halves"),
    (STUD, "bring-in-door-card bring-in-missing bring-in-size"),
    (
        HOME,
        "deal-moves foreign-turns house-money muck mucked-hand-paid players-limit ranking-allowed showdown-order",
    ),
    (HOME - B, "ante-payers"),
    (HOME - S, "exposed-card own-discards replaced-card"),
    (J | A, "carried-out carried-pot opening-bet three-figure"),
    (A | P, "no-check"),
    (S | {"stud"}, "open-pair"),
    (J, "limit-after-pass-out openers openers-shown split-openers unopened-pot wrong-announcement"),
    (A, "remainder-carried"),
    (
        P,
        "challenge-answer challenge-target compared-winner-shows comparison exchange-fee exchange-first lap-bet"
        " lap-turns opening-price proposal-answers refused-after-force",
    ),
    (S, "burn-cards community-card stud-lead"),
    (B, "blind-ratio round2-bet"),
    # a miscounted draw is an offence of its own (D8); only rooms print pots and rakes and show hands card by card
    (set(), "dead-hand-cause dead-hand-paid pot-as-printed rake-parts run-shares shown-twice"),
)
"""The rule sets whose honest hands give a check something to judge; a check that is not named here is for all."""

PLACES = {check: places for places, checks in WHERE for check in checks.split()}


def due(rules: str) -> set[str]:
    """The checks that honest hands of a rule set give something to judge."""
    return {check for name in sql.names("checks") if rules in PLACES.get(check := name.removesuffix(".sql"), ALL)}


@pytest.mark.parametrize("rules", rule_set_names())
def test_nothing_is_found(rules: str, tmp_path: Path) -> None:
    hands = (history for seed in range(TABLES) for history in random_table(rules, HANDS_AT_A_TABLE, 50_000 + seed))
    found = audited(hands, tmp_path)
    assert found.findings == {}
    assert found.rejected == {}
    exercised = {check for check, judged in found.judged.items() if judged}
    assert exercised <= due(rules)
    if thoroughness.THOROUGH:
        assert exercised == due(rules)
    else:
        # few hands leave some turns of a game out
        assert len(due(rules) - exercised) < 25


def test_places_are_of_checks_that_there_are() -> None:
    assert PLACES.keys() <= {name.removesuffix(".sql") for name in sql.names("checks")}
    assert sum(len(checks.split()) for _, checks in WHERE) == len(PLACES)
