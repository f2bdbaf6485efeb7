"""The benchmark's dealer: the same bytes for the same seed, and hands in which every cent is accounted for."""

import hashlib
import re
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"
AMOUNT = r"\$(\d+(?:\.\d\d)?)"


def cents(text: str) -> int:
    whole, _, part = text.partition(".")
    return int(whole) * 100 + int(part or 0)


def find(pattern: str, text: str) -> re.Match[str]:
    found = re.search(pattern, text, re.M)
    assert found is not None, f"no {pattern} in {text}"
    return found


def numbers(cards: str) -> list[int]:
    return [4 * "23456789TJQKA".index(card[0]) + "cdhs".index(card[1]) for card in cards.split()]


@pytest.fixture(scope="module")
def dealer() -> Any:
    sys.path.insert(0, str(BENCHMARKS))
    try:
        import generate

        yield generate
    finally:
        sys.path.remove(str(BENCHMARKS))


@pytest.fixture(scope="module")
def dealt(dealer: Any) -> list[str]:
    return list(dealer.hands(3_000, seed=7))


def test_the_same_seed_gives_the_same_bytes(dealer: Any, tmp_path: Path) -> None:
    paths = dealer.write(tmp_path / "one", 250, 3, hands_a_file=100)
    again = dealer.write(tmp_path / "two", 250, 3, hands_a_file=100)
    assert [path.name for path in paths] == ["hands-001.txt", "hands-002.txt", "hands-003.txt"]
    assert [path.read_bytes() for path in paths] == [path.read_bytes() for path in again]
    other = dealer.write(tmp_path / "three", 250, 4, hands_a_file=100)
    assert hashlib.sha256(other[0].read_bytes()).digest() != hashlib.sha256(paths[0].read_bytes()).digest()


def test_a_run_does_not_depend_on_the_size_of_its_files(dealer: Any, tmp_path: Path) -> None:
    small = dealer.write(tmp_path / "small", 90, 5, hands_a_file=40)
    whole = dealer.write(tmp_path / "whole", 90, 5)
    assert b"".join(path.read_bytes() for path in small) == whole[0].read_bytes()


def test_every_cent_is_accounted_for(dealt: list[str]) -> None:
    for text in dealt:
        pot, rake = find(rf"^Total pot {AMOUNT} .*?\| Rake {AMOUNT}$", text).groups()
        collected = sum(map(cents, re.findall(rf" collected {AMOUNT} from ", text)))
        assert collected + cents(rake) == cents(pot), text
        assert cents(rake) <= cents(pot) // 20, text
        in_summary = sum(map(cents, re.findall(rf"(?:collected|won) \({AMOUNT}\)", text)))
        assert in_summary == collected, text


def test_chips_put_in_make_the_pot_and_stacks_carry_over(dealt: list[str]) -> None:
    before: dict[str, int] = {}
    table = ""
    for text in dealt:
        stacks = {
            name: cents(amount) for name, amount in re.findall(rf"^Seat \d: (.+) \({AMOUNT} in chips\)$", text, re.M)
        }
        put_in = dict.fromkeys(stacks, 0)
        street = dict.fromkeys(stacks, 0)
        for line in text.splitlines():
            if line.startswith("*** ") and "HOLE" not in line:
                street = dict.fromkeys(stacks, 0)
            name, _, rest = line.partition(": ")
            if name not in stacks:
                continue
            if found := re.match(rf"raises {AMOUNT} to {AMOUNT}", rest):
                added = cents(found[2]) - street[name]
            elif found := re.match(rf"(?:posts \w+ blind|calls|bets) {AMOUNT}", rest):
                added = cents(found[1])
            else:
                continue
            street[name] += added
            put_in[name] += added
            assert put_in[name] <= stacks[name], text
            assert ("all-in" in rest) == (put_in[name] == stacks[name]), text
        for amount, name in re.findall(rf"^Uncalled bet \({AMOUNT}\) returned to (.+)$", text, re.M):
            put_in[name] -= cents(amount)
        assert sum(put_in.values()) == cents(find(rf"^Total pot {AMOUNT}", text)[1]), text
        sitting = find(r"^Table '(.+)' 6-max", text)[1] + "".join(stacks)
        if sitting == table:
            for name, stack in stacks.items():
                assert stack == before[name] or (before[name] < stack and stack % 1_000 in (0, 500)), text
        table = sitting
        before = {name: stack - put_in[name] for name, stack in stacks.items()}
        for name, amount in re.findall(rf"^(.+) collected {AMOUNT} from ", text, re.M):
            before[name] += cents(amount)


def test_numbers_and_times_go_up(dealt: list[str]) -> None:
    heads = [find(r"\APokerStars Hand #(\d+):  .* - (\S+) (\d+):(\S+) ET\n", text) for text in dealt]
    for one, two in pairwise(heads):
        assert int(one[1]) < int(two[1])
        assert (one[2], int(one[3]), one[4]) < (two[2], int(two[3]), two[4])


def test_the_turns_that_matter_occur(dealt: list[str]) -> None:
    text = "".join(dealt)
    for line in (
        "*** SHOW DOWN ***",
        ": mucks hand",
        "and is all-in",
        "from side pot",
        "from main pot",
        "(a full house, ",
        "(high card ",
        "(big blind) collected (",
        "(button) (small blind) folded",
        " folded on the River",
        "doesn't show hand",
    ):
        assert line in text, line
    seats, folded = text.count(" in chips)"), text.count("folded before Flop")
    assert 0.6 < folded / seats < 0.8
    assert any(hand.count(" from pot") == 2 for hand in dealt), "no pot is split"


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As Ah 2c 7d 9h Jc Kd", "a pair of Aces"),
        ("As Ah 8c 8d 6h 6c Kd", "two pair, Aces and Eights"),
        ("6s 6h 6c 8d Ah Kc 2d", "three of a kind, Sixes"),
        ("As 2h 3c 4d 5h Kc Kd", "a straight, Ace to Five"),
        ("As Kh Qc Jd Th 2c 2d", "a straight, Ten to Ace"),
        ("Ks 9s 4s 3s 2s Ah Ad", "a flush, King high"),
        ("7s 7h 7c Jd Jh 2c 3d", "a full house, Sevens full of Jacks"),
        ("7s 7h 7c Jd Jh Jc 3d", "a full house, Jacks full of Sevens"),
        ("2s 2h 2c 2d Jh Jc 3d", "four of a kind, Deuces"),
        ("5s 6s 7s 8s 9s Ah Ad", "a straight flush, Five to Nine"),
        ("As Ks Qs Js Ts Ah Ad", "a Royal Flush"),
        ("As Qh 9c 7d 5h 3c 2d", "high card Ace"),
    ],
)
def test_hands_are_named_as_the_room_names_them(dealer: Any, cards: str, words: str) -> None:
    import hand_values

    assert hand_values.describe(hand_values.best_value(numbers(cards))) == words


def test_omaha_uses_exactly_two_of_the_hand(dealer: Any) -> None:
    import hand_values

    hole = numbers("As Ks Qs 2d")
    board = numbers("Js Ts 9h 9d 3c")
    assert hand_values.describe(hand_values.omaha_value(hole, board)) == "a straight, Nine to King"
    four_hearts = numbers("Ah Kd Qc 2d")
    board = numbers("3h 6h 8h 9h Ts")
    assert hand_values.describe(hand_values.omaha_value(four_hearts, board)) == "high card Ace"


def test_pot_limit_is_kept(dealer: Any) -> None:
    from datetime import UTC, datetime

    from stars_table import Game, Table

    game = Game("Omaha Pot Limit", 4, pot_limit=True, small_blind=5, big_blind=10, rake_cap=150)
    random = Random(11)
    table = Table(
        game,
        "Fides",
        dealer.seat_players(random, game, dealer.HERO, 4),
        dealer.HERO,
        datetime(2026, 2, 1, tzinfo=UTC),
        random,
    )
    raised = 0
    for number in range(60):
        pot, price, street = 0, 0, dict[str, int]()
        for line in table.play(number).splitlines():
            name, _, rest = line.partition(": ")
            if line.startswith("*** ") and "HOLE" not in line:
                price, street = 0, {}
            if found := re.match(rf"(?:raises \S+ to|bets) {AMOUNT}", rest):
                total, own = cents(found[1]), street.get(name, 0)
                assert total <= price + pot + price - own, line
                raised += 1
                pot, price = pot + total - own, total
                street[name] = total
            elif found := re.match(rf"(?:posts \w+ blind|calls) {AMOUNT}", rest):
                street[name] = street.get(name, 0) + cents(found[1])
                pot, price = pot + cents(found[1]), max(price, street[name])
    assert raised > 60
