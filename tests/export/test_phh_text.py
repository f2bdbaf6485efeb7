"""Hands as PHH: PokerKit, which defines the format, plays them to the same stacks."""

import re
import warnings
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from export.round_trip import database, exported
from pokerkit import HandHistory

from pokerstats.pipeline.export.exporting import export, writer
from pokerstats.pipeline.store import open_database

DATA = Path(__file__).parent.parent.parent / "data"
SAMPLES = [path for path in sorted((DATA / "pokerstars").iterdir()) if "faults" not in path.name]

# What PokerKit cannot play: hands run out on two boards, blinds
# that are short of their nominal sum, cards unknown at the showdown, one card for all of stud, one raise that the log
# itself has beyond the pot, one raise that nobody left could match.
NOT_PLAYED = {
    "134782498345", "124689908714", "124680000000", "26543131325", "16652117062", "48839292212",
    "75726253875", "35602249531", "30506593746", "35874334277", "31260881", "52589452703", "81631597149",
}  # fmt: skip
OTHER_STACKS = {
    "257180854570",  # a player cashed out: the house paid him beside the pot
    "25234313412",  # a short big blind: the room let others match the whole blind
    "91733835979",  # a card of the showdown is unknown
}


def hands(text: str) -> list[str]:
    return re.split(r"(?m)^\[\d+\]\n", text)[1:]


def loaded(text: str) -> Any:
    """The hand as PokerKit reads it, amounts as exact decimals."""
    with warnings.catch_warnings():
        # the one field of the specification that it does not know
        warnings.filterwarnings("ignore", "The field 'time_zone_abbreviation'")
        reader: Any = HandHistory
        return reader.loads(text, parse_value=Decimal)


def final_stacks(hand: Any) -> list[Decimal] | None:
    """The stacks that PokerKit ends with; none if it cannot play the hand to its end."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            *_, state = hand
        except (ValueError, KeyError):
            return None
    return None if state.status else [Decimal(stack) for stack in state.stacks]


def judged(text: str) -> tuple[set[str], set[str], int]:
    """Hands that PokerKit does not play, hands that end otherwise, and how many end the same."""
    not_played, otherwise, same = set(), set(), 0
    for hand_text in hands(text):
        if 'variant = "_' in hand_text:
            continue
        hand = loaded(hand_text)
        stacks = final_stacks(hand)
        told = list(map(Decimal, hand.finishing_stacks or ()))
        won = list(map(Decimal, hand.winnings or ()))
        if stacks is None:
            not_played.add(str(hand.hand))
        # PokerKit takes no rake: who won has it too
        elif all(one == other or gain > 0 for one, other, gain in zip(stacks, told, won, strict=True)):
            same += 1
        else:
            otherwise.add(str(hand.hand))
    return not_played, otherwise, same


def test_samples_are_played_to_the_same_stacks(tmp_path: Path) -> None:
    target = tmp_path / "samples.phhs"
    exported(database(tmp_path, "samples", *SAMPLES[:4]), "phh", target)
    not_played, otherwise, same = judged(target.read_text(encoding="utf-8"))
    assert (not_played, otherwise) == (set(), set())
    assert same > 100


def test_real_hands_are_played_to_the_same_stacks(tmp_path: Path, shared: Path) -> None:
    target = tmp_path / "real.phhs"
    exported(database(tmp_path, "real", shared / "corpus" / "pokerstars"), "phh", target)
    not_played, otherwise, same = judged(target.read_text(encoding="utf-8"))
    assert not_played <= NOT_PLAYED
    assert otherwise <= OTHER_STACKS
    assert same > 500


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    source = database(tmp_path_factory.mktemp("phh"), "house", DATA / "house-games")
    connection = open_database(source, read_only=True)
    ids = [row[0] for row in connection.execute("select hand_id from hands").fetchall()]
    found = {hand.name: str(hand.text) for hand in export(connection, ids, writer("phh"))}
    connection.close()
    return found


def test_games_without_a_code_have_one_of_ours_and_say_so(house: dict[str, str]) -> None:
    text = house["pokerstats:PK-1"]
    assert "# PHH has no code for this game" in text
    hand = loaded(*hands(text))
    assert hand.variant == "_pokeris/pokeris"
    assert hand.actions[4:7] == ["p1 sd 8c5s3h", "p2 sd 4d", "p3 sd"]
    own = hand.user_defined_fields["_pokerstats"]
    assert own["streets"] == [[11, "first_lap"], [15, "second_lap"], [18, "third_lap"]]
    assert [step["type"] for step in own["steps"]] == ["fee", "fee", "fee", "challenge", "compare"]


def test_a_plain_hand_needs_little_of_its_own(tmp_path: Path) -> None:
    target = tmp_path / "plain.phhs"
    exported(database(tmp_path, "plain", SAMPLES[0]), "phh", target)
    own: set[str] = set()
    # the notation has no word for blinds that are made up for
    plain = [text for text in hands(target.read_text(encoding="utf-8")) if "dead_blind" not in text]
    assert len(plain) > 100
    for text in plain:
        own |= set(loaded(text).user_defined_fields["_pokerstats"])
    needed = {"extension", "site", "hand", "hero", "played_local", "zone", "steps", "changes", "awards", "end"}
    assert own <= {*needed, "absent"}
