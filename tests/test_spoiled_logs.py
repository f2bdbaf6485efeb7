"""Logs spoiled in one place: from the text to the finding, exactly the check that the place belongs to."""

import re
from pathlib import Path

import pytest

from pokerstats.pipeline.ingest import ingest
from pokerstats.pipeline.store import open_database
from pokerstats.reports.audit import run_checks

HOLDEM = """\
PokerStars Hand #900000000101:  Hold'em No Limit ($0.50/$1.00 USD) - 2024/03/05 20:11:07 ET
Table 'Vesper' 6-max Seat #1 is the button
Seat 1: Arturs ($100 in chips)
Seat 2: Birk ($80.50 in chips)
Seat 3: Celia ($120 in chips)
Seat 4: Dora ($64 in chips)
Birk: posts small blind $0.50
Celia: posts big blind $1
*** HOLE CARDS ***
Dealt to Celia [Qh Qd]
Dora: folds
Arturs: raises $2 to $3
Birk: calls $2.50
Celia: calls $2
*** FLOP *** [2c 7d Js]
Birk: checks
Celia: bets $6
Arturs: raises $12 to $18
Birk: folds
Celia: calls $12
*** TURN *** [2c 7d Js] [Qs]
Celia: checks
Arturs: bets $30
Celia: calls $30
*** RIVER *** [2c 7d Js Qs] [3h]
Celia: bets $40
Arturs: calls $40
*** SHOW DOWN ***
Celia: shows [Qh Qd] (three of a kind, Queens)
Arturs: shows [Jh Jd] (three of a kind, Jacks)
Celia collected $182 from pot
*** SUMMARY ***
Total pot $185 | Rake $3
Board [2c 7d Js Qs 3h]
Seat 1: Arturs (button) showed [Jh Jd] and lost with three of a kind, Jacks
Seat 2: Birk (small blind) folded on the Flop
Seat 3: Celia (big blind) showed [Qh Qd] and won ($182) with three of a kind, Queens
Seat 4: Dora folded before Flop (didn't bet)
"""

OMAHA = """\
PokerStars Hand #900000000102:  Omaha Pot Limit ($1/$2 USD) - 2024/03/05 20:15:41 ET
Table 'Vesper II' 2-max Seat #1 is the button
Seat 1: Arturs ($200 in chips)
Seat 2: Birk ($150 in chips)
Arturs: posts small blind $1
Birk: posts big blind $2
*** HOLE CARDS ***
Dealt to Birk [As Ks 9d 8d]
Arturs: raises $4 to $6
Birk: calls $4
*** FLOP *** [Ad 9h 4c]
Birk: bets $12
Arturs: folds
Uncalled bet ($12) returned to Birk
Birk collected $11.50 from pot
Birk: doesn't show hand
*** SUMMARY ***
Total pot $12 | Rake $0.50
Board [Ad 9h 4c]
Seat 1: Arturs (button) (small blind) folded on the Flop
Seat 2: Birk (big blind) collected ($11.50)
"""

STUD = """\
PokerStars Hand #900000000103:  7 Card Stud Limit ($2/$4 USD) - 2024/03/05 20:20:02 ET
Table 'Vesper III' 8-max
Seat 1: Arturs ($60 in chips)
Seat 2: Birk ($75 in chips)
Seat 5: Celia ($90 in chips)
Arturs: posts the ante $0.20
Birk: posts the ante $0.20
Celia: posts the ante $0.20
*** 3rd STREET ***
Dealt to Arturs [Kd]
Dealt to Birk [4c]
Dealt to Celia [6h 6s 9d]
Birk: brings in for $1
Celia: raises $1 to $2
Arturs: calls $2
Birk: folds
*** 4th STREET ***
Dealt to Arturs [Kd] [Tc]
Dealt to Celia [6h 6s 9d] [2h]
Arturs: checks
Celia: bets $2
Arturs: calls $2
*** 5th STREET ***
Dealt to Arturs [Kd Tc] [3s]
Dealt to Celia [6h 6s 9d 2h] [Js]
Arturs: checks
Celia: bets $4
Arturs: folds
Uncalled bet ($4) returned to Celia
Celia collected $9.15 from pot
Celia: doesn't show hand
*** SUMMARY ***
Total pot $9.60 | Rake $0.45
Seat 1: Arturs folded on the 5th Street
Seat 2: Birk folded on the 3rd Street (didn't bet)
Seat 5: Celia collected ($9.15)
"""

SPOILED = {
    "the wrong hand wins": (
        HOLDEM,
        [
            ("Celia collected $182", "Arturs collected $182"),
            ("lost with three of a kind, Jacks", "won ($182) with three of a kind, Jacks"),
            ("won ($182) with three of a kind, Queens", "lost with three of a kind, Queens"),
        ],
        "showdown-winners",
    ),
    "a cent is missing": (HOLDEM, [("Celia collected $182", "Celia collected $181.99")], "pot-conservation"),
    "another rake is printed": (HOLDEM, [("Rake $3", "Rake $2")], "pot-conservation"),
    "another pot is printed": (HOLDEM, [("Total pot $185", "Total pot $186")], "pot-as-printed"),
    "a call is too small": (HOLDEM, [("Celia: calls $30", "Celia: calls $29")], "call-amount"),
    "a card is dealt twice": (HOLDEM, [("[Jh Jd]", "[Jh Js]")], "duplicate-cards"),
    "other cards are shown than were dealt": (
        HOLDEM,
        [("Celia: shows [Qh Qd]", "Celia: shows [Qh Qc]")],
        "shown-cards",
    ),
    "a hand has the wrong name": (HOLDEM, [("three of a kind, Queens", "two pair, Queens and Jacks")], "stated-hand"),
    "two act in the wrong order": (
        HOLDEM,
        [("Dora: folds\nArturs: raises $2 to $3\n", "Arturs: raises $2 to $3\nDora: folds\n")],
        "turn-order",
    ),
    "a fold where a check is free": (
        HOLDEM,
        [("Birk: folds\n", ""), ("Birk: checks\n", "Birk: folds\n")],
        "fold-facing-no-bet",
    ),
    "who has folded acts": (HOLDEM, [("Arturs: bets $30\n", "Arturs: bets $30\nBirk: folds\n")], "acts-after-fold"),
    "a stack is too small for the bets": (HOLDEM, [("Arturs ($100 in", "Arturs ($90 in")], "stack-below-zero"),
    "a blind is too small": (HOLDEM, [("blind $0.50", "blind $0.40"), ("calls $2.50", "calls $2.60")], "blind-size"),
    "a raise is too small": (
        HOLDEM,
        [
            ("raises $12 to $18", "raises $5 to $11"),
            ("calls $12", "calls $5"),
            ("Total pot $185", "Total pot $171"),
            ("Celia collected $182", "Celia collected $168"),
        ],
        "minimum-raise",
    ),
    "a raise is beyond the pot": (
        OMAHA,
        [
            ("raises $4 to $6", "raises $5 to $7"),
            ("calls $4", "calls $5"),
            ("Total pot $12", "Total pot $14"),
            ("collected $11.50", "collected $13.50"),
        ],
        "pot-limit",
    ),
    "too little of the uncalled bet goes back": (
        OMAHA,
        [
            ("Uncalled bet ($12)", "Uncalled bet ($10)"),
            ("Total pot $12", "Total pot $14"),
            ("collected $11.50", "collected $13.50"),
        ],
        "uncalled-bet",
    ),
    "the fold before an uncalled bet is lost": (
        HOLDEM,
        [
            (
                HOLDEM[HOLDEM.index("Celia: bets $40") : HOLDEM.index("*** SUMMARY")],
                "Celia: checks\nArturs: bets $40\nUncalled bet ($40) returned to Arturs\n"
                "Arturs collected $102 from pot\nArturs: doesn't show hand\n",
            ),
            ("Total pot $185", "Total pot $105"),
            (
                HOLDEM[HOLDEM.index("Seat 1: Arturs (button)") :],
                "Seat 1: Arturs (button) collected ($102)\n"
                "Seat 2: Birk (small blind) folded on the Flop\nSeat 3: Celia (big blind) folded on the River\n"
                "Seat 4: Dora folded before Flop (didn't bet)\n",
            ),
        ],
        "unmatched-in-pot",
    ),
    "a check is lost and its player folds later": (
        OMAHA,
        [
            ("[Ad 9h 4c]\nBirk: bets", "[Ad 9h 4c]\nBirk: checks\n*** TURN *** [Ad 9h 4c] [2s]\nBirk: bets"),
            ("Board [Ad 9h 4c]", "Board [Ad 9h 4c 2s]"),
        ],
        "round-unfinished",
    ),
    "a bet has the wrong limit": (
        STUD,
        [("Celia: bets $4", "Celia: bets $2"), ("Uncalled bet ($4)", "Uncalled bet ($2)")],
        "fixed-limit-size",
    ),
    "another door card is lowest": (STUD, [("Dealt to Birk [4c]", "Dealt to Birk [Qc]")], "bring-in-door-card"),
    "an ante is too small": (
        STUD,
        [
            ("Birk: posts the ante $0.20", "Birk: posts the ante $0.10"),
            ("Total pot $9.60", "Total pot $9.50"),
            ("collected $9.15", "collected $9.05"),
        ],
        "ante-size",
    ),
}


Found = dict[str, list[tuple[str, int]]]


def _findings(folder: Path, logs: list[str]) -> Found:
    """The checks that fired and how often, by hand number; each log's hands are numbered anew."""
    (folder / "log.txt").write_text("\n\n\n".join(logs), encoding="utf-8")
    con = open_database(folder / "log.duckdb")
    result = ingest(con, [str(folder / "log.txt")])
    assert (result.counts.new, result.counts.rejected) == (len(logs), 0)
    run_checks(con)
    found: Found = {}
    for number, check, times in con.execute(
        'select site_hand_no, "check", count(*) from findings join hands using (hand_id) group by all order by all'
    ).fetchall():
        found.setdefault(number, []).append((check, times))
    con.close()
    return found


def _spoiled(fault: str) -> str:
    log, changes, _ = SPOILED[fault]
    for old, new in changes:
        assert old in log
        log = log.replace(old, new)
    return re.sub(r"#\d+:", f"#{_number(fault)}:", log, count=1)


def _number(fault: str) -> str:
    return str(910_000_000_000 + list(SPOILED).index(fault))


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Found:
    """The findings of all spoiled hands, ingested as one log."""
    return _findings(tmp_path_factory.mktemp("spoiled"), [_spoiled(fault) for fault in SPOILED])


def test_the_hands_are_clean_before_they_are_spoiled(tmp_path: Path) -> None:
    assert _findings(tmp_path, [HOLDEM, OMAHA, STUD]) == {}


@pytest.mark.parametrize("fault", SPOILED)
def test_a_spoiled_place_gives_exactly_its_finding(fault: str, found: Found) -> None:
    assert found[_number(fault)] == [(SPOILED[fault][2], 1)]
