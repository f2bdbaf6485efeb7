"""Who sits at the table between the hands: the deal goes round, blinds are not skipped, money moves by the rules."""

from collections.abc import Iterator
from random import Random

import pytest

from pokerstats.pipeline.engine.sitting import House, NextHand, Sitting, shares_of_carried

PLAYERS = ("Ada", "Bo", "Cy", "Dag", "Eva", "Finn")
WAITING = ("Gro", "Hal", "Ina")


def house(*, blinds: bool = True, posting: bool = True, least: int = 1, chip: int = 1) -> House:
    return House(fewest=2, blinds=blinds, posting=posting, buy_in=200, least=least, chip=chip)


def evening(hands: int, seed: int, table: House, stays: str | None = None) -> Iterator[NextHand]:
    """Hands after each of which a few chips change owners."""
    random = Random(seed)
    sitting = Sitting(PLAYERS, WAITING, table, Random(seed + 1), stays)
    for _ in range(hands):
        coming = sitting.next_hand()
        assert len({chair.seat for chair in sitting.chairs}) == len(sitting.chairs)
        yield coming
        stacks = {chair.seat: chair.stack for chair in coming.dealt_in}
        loser, winner = random.sample(list(stacks), 2)
        lost = min(stacks[loser], random.choice((1, 5, 40, 500)))
        stacks[loser] -= lost
        stacks[winner] += lost
        sitting.after_hand(stacks)


def clockwise(coming: NextHand) -> list[int]:
    """Seats dealt in, from the dealer's left."""
    seats = [chair.seat for chair in coming.dealt_in]
    return sorted(seats, key=lambda seat: (seat <= coming.button, seat))


@pytest.mark.parametrize("blinds", [True, False])
def test_the_deal_moves_to_the_next_player_dealt_in(blinds: bool) -> None:
    for seed in range(5):
        button = 0
        for coming in evening(400, seed, house(blinds=blinds)):
            seats = [chair.seat for chair in coming.dealt_in]
            assert coming.button in seats
            if button:
                assert coming.button == min(seats, key=lambda seat: (seat <= button, seat))
            button = coming.button


def test_people_come_and_go_and_sit_out() -> None:
    found = list(evening(600, 3, house()))
    assert {chair.player for coming in found for chair in coming.dealt_in} == {*PLAYERS, *WAITING}
    assert any(coming.away for coming in found)
    assert {len(coming.dealt_in) for coming in found} >= {4, 5, 6}
    assert all(len(coming.dealt_in) >= 2 for coming in found)
    assert any(coming.posts for coming in found)


def test_who_comes_in_among_the_blinds_pays_a_big_blind_first() -> None:
    waited = posted = 0
    for seed in range(8):
        at_table: set[str] = set()
        played: set[str] = set()
        for coming in evening(300, seed, house()):
            seats = clockwise(coming)
            playing = {chair.player for chair in coming.dealt_in}
            # where two are left of the last hand, nobody has to wait
            if len(played & playing) > 2:
                for chair in coming.dealt_in:
                    if chair.player in at_table:
                        continue
                    posts = chair.seat in coming.posts
                    assert posts or seats.index(chair.seat) == 1, (seed, chair)
                    posted += posts
                    waited += not posts
            at_table = playing | {chair.player for chair in coming.away if not chair.waits}
            played = playing
    assert waited > 5
    assert posted > 5


def test_one_posts_only_behind_the_big_blind() -> None:
    for seed in range(8):
        for coming in evening(300, seed, house()):
            seats = clockwise(coming)
            assert all(seats.index(seat) >= 2 for seat in coming.posts)
            assert coming.button not in coming.posts


def test_at_home_nobody_posts() -> None:
    assert not any(coming.posts for coming in evening(600, 1, house(posting=False)))


def test_money_changes_only_for_who_has_too_little_or_a_lot() -> None:
    random = Random(2)
    sitting = Sitting(PLAYERS, WAITING, house(), Random(3))
    kept, added, taken = 0, 0, 0
    for _ in range(800):
        coming = sitting.next_hand()
        stacks = {chair.seat: random.choice((0, 30, 150, 200, 2_000)) for chair in coming.dealt_in}
        players = {chair.seat: (chair.player, chair.buy_in) for chair in coming.dealt_in}
        sitting.after_hand(stacks)
        after = {chair.seat: chair for chair in sitting.next_hand().dealt_in}
        for seat, chair in after.items():
            if seat not in players or players[seat][0] != chair.player:
                continue
            if chair.stack == stacks[seat]:
                kept += 1
            elif chair.stack > stacks[seat]:
                added += 1
                assert stacks[seat] * 2 < chair.buy_in == chair.stack
            else:
                taken += 1
                assert stacks[seat] > 3 * chair.buy_in
                assert chair.stack == 2 * chair.buy_in
    assert kept > added > 0 < taken


def test_nobody_is_dealt_in_with_less_than_the_game_needs() -> None:
    sitting = Sitting(PLAYERS, WAITING, house(blinds=False, least=7), Random(4))
    random = Random(5)
    for _ in range(300):
        coming = sitting.next_hand()
        assert all(chair.stack >= 7 for chair in coming.dealt_in)
        sitting.after_hand({chair.seat: random.choice((0, 3, 6, 7, 300)) for chair in coming.dealt_in})


def test_who_stays_plays_every_hand() -> None:
    for seed in range(5):
        for coming in evening(300, seed, house(), stays="Bo"):
            assert "Bo" in {chair.player for chair in coming.dealt_in}


def test_all_money_is_a_multiple_of_the_smallest_coin() -> None:
    sitting = Sitting(PLAYERS, WAITING, house(chip=25, least=25), Random(9))
    assert all(chair.stack % 25 == 0 < chair.stack for chair in sitting.chairs)


def test_the_last_players_share_what_the_table_carried() -> None:
    sitting = Sitting(PLAYERS[:3], WAITING, house(chip=2, least=2), Random(9))
    assert shares_of_carried(27, sitting.chairs, 2) == {"Ada": 8, "Bo": 8, "Cy": 8}
    assert shares_of_carried(5, sitting.chairs, 2) == {"Ada": 0, "Bo": 0, "Cy": 0}
