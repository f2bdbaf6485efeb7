"""The flags of player_hands, one situation of poker a test: who had the chance and who did it."""

from pathlib import Path

import pytest
from hand_notation import Row, player_hands

THREE = """
holdem nl 1/2
1 ann 200 button
2 bob 200
3 cyd 200
"""
SIX = """
holdem nl 1/2
1 ann 200 button
2 bob 200
3 cyd 200
4 dan 200
5 eve 200
6 fay 200
"""
BLINDS = "preflop: bob small_blind 1, cyd big_blind 2"


def flags(found: dict[str, Row], *stats: str) -> dict[str, str]:
    """Each player's stats that had a chance, done ones with a plus: ``{"ann": "+vpip -pfr"}``."""
    return {
        name: " ".join(f"{'+' if row[stat] else '-'}{stat}" for stat in stats if row[f"could_{stat}"])
        for name, row in found.items()
    }


def test_walk_is_no_chance_for_the_big_blind(tmp_path: Path) -> None:
    found = player_hands(tmp_path, f"{THREE}{BLINDS}, ann fold, bob fold\nreturn: cyd 1\nwon: cyd 2")
    assert flags(found, "vpip", "pfr", "rfi", "steal") == {
        "ann": "-vpip -pfr -rfi -steal",
        "bob": "-vpip -pfr -rfi -steal",
        "cyd": "",
    }
    assert found["cyd"]["walk"] and not found["ann"]["walk"]
    assert not any(row["saw_flop"] for row in found.values())


def test_straddler_to_whom_all_fold_has_a_walk(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{SIX}{BLINDS}, dan straddle 4, eve fold, fay fold, ann fold, bob fold, cyd fold\nreturn: dan 2\nwon: dan 5",
    )
    assert found["dan"]["walk"] and found["dan"]["straddled"]
    assert flags(found, "vpip", "fold_to_steal") == {
        **dict.fromkeys(("ann", "bob", "cyd", "eve", "fay"), "-vpip"),
        "dan": "",
    }


def test_steal_fold_and_resteal(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann raise 5, bob raise 14, cyd fold, ann fold\nreturn: bob 10\nwon: bob 12",
    )
    stats = ("rfi", "steal", "steal_success", "fold_to_steal", "resteal", "three_bet", "fold_to_3bet", "four_bet")
    assert flags(found, *stats) == {
        "ann": "+rfi +steal -steal_success +fold_to_3bet -four_bet",
        "bob": "-fold_to_steal +resteal +three_bet",
        "cyd": "-four_bet",
    }
    assert found["bob"]["thief_position"] == "BTN"
    assert flags(found, "cold_4bet")["cyd"] == "-cold_4bet"


def test_steal_succeeds_when_both_blinds_fold(tmp_path: Path) -> None:
    found = player_hands(tmp_path, f"{THREE}{BLINDS}, ann raise 5, bob fold, cyd fold\nreturn: ann 3\nwon: ann 5")
    assert flags(found, "steal_success", "fold_to_steal") == {
        "ann": "+steal_success",
        "bob": "+fold_to_steal",
        "cyd": "+fold_to_steal",
    }


def test_no_steal_after_a_limper_and_no_answer_after_a_caller(tmp_path: Path) -> None:
    limped = f"{SIX}{BLINDS}, dan fold, eve fold, fay call 2, ann raise 8, bob fold, cyd fold, fay fold"
    found = player_hands(tmp_path, f"{limped}\nreturn: ann 6\nwon: ann 7")
    stats = ("rfi", "limp", "iso_raise", "steal", "fold_to_steal", "limp_fold")
    assert flags(found, *stats) == {
        "ann": "-limp +iso_raise",
        "bob": "",
        "cyd": "",
        "dan": "-rfi -limp",
        "eve": "-rfi -limp",
        "fay": "-rfi +limp -steal +limp_fold",
    }


def test_caller_ends_the_blinds_chance_against_a_steal(tmp_path: Path) -> None:
    opened = f"{SIX}{BLINDS}, dan fold, eve fold, fay raise 6, ann call 6, bob fold, cyd fold"
    found = player_hands(
        tmp_path, f"{opened}\nflop 2c 7d Jh: fay check, ann bet 9, fay fold\nreturn: ann 9\nwon: ann 15"
    )
    assert flags(found, "steal", "fold_to_steal", "cold_call", "squeeze", "cbet_flop") == {
        "ann": "+cold_call",
        "bob": "-squeeze",
        "cyd": "-squeeze",
        "dan": "",
        "eve": "",
        "fay": "+steal -cbet_flop",
    }


def test_squeeze_is_faced_by_opener_and_caller(tmp_path: Path) -> None:
    squeezed = f"{SIX}{BLINDS}, dan raise 6, eve call 6, fay fold, ann raise 26, bob fold, cyd fold, dan fold, eve fold"
    found = player_hands(tmp_path, f"{squeezed}\nreturn: ann 20\nwon: ann 21")
    assert flags(found, "three_bet", "squeeze", "fold_to_3bet", "fold_to_squeeze") == {
        "ann": "+three_bet +squeeze",
        "bob": "",
        "cyd": "",
        "dan": "+fold_to_3bet +fold_to_squeeze",
        "eve": "-three_bet +fold_to_squeeze",
        "fay": "-three_bet -squeeze",
    }


def test_four_bet_is_faced_by_the_three_bettor(tmp_path: Path) -> None:
    war = f"{THREE}{BLINDS}, ann raise 5, bob raise 15, cyd fold, ann raise 31, bob fold"
    found = player_hands(tmp_path, f"{war}\nreturn: ann 20\nwon: ann 34")
    assert flags(found, "three_bet", "four_bet", "fold_to_3bet", "fold_to_4bet", "cold_4bet") == {
        "ann": "+four_bet -fold_to_3bet",
        "bob": "+three_bet +fold_to_4bet",
        "cyd": "-four_bet -cold_4bet",
    }


def test_all_in_that_covers_leaves_no_chance_to_raise(tmp_path: Path) -> None:
    shoved = f"{THREE}{BLINDS}, ann raise 200 all-in, bob fold, cyd fold"
    found = player_hands(tmp_path, f"{shoved}\nreturn: ann 198\nwon: ann 5")
    assert flags(found, "vpip", "pfr", "three_bet", "open_shove", "fold_to_steal") == {
        "ann": "+vpip +pfr +open_shove",
        "bob": "-vpip +fold_to_steal",
        "cyd": "-vpip +fold_to_steal",
    }


def test_all_in_by_the_blind_decides_nothing(tmp_path: Path) -> None:
    short = "holdem nl 1/2\n1 ann 200 button\n2 bob 200\n3 cyd 2\n"
    found = player_hands(
        tmp_path,
        f"{short}preflop: bob small_blind 1, cyd big_blind 2 all-in, ann fold, bob call 1\n"
        "flop 2c 7d Jh:\nturn 3s:\nriver 4s:\n"
        "showdown: bob show Ah Kh, cyd show Qs Qd\nwon: cyd 4",
    )
    assert found["cyd"]["allin_forced"] and not found["cyd"]["walk"]
    assert flags(found, "vpip", "wtsd", "wtsd_decided") == {
        "ann": "-vpip",
        "bob": "+vpip +wtsd",
        "cyd": "+wtsd",
    }


def test_continuation_bets_need_the_one_before(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann raise 5, bob fold, cyd call 3\n"
        "flop 2c 7d Jh: cyd check, ann bet 6, cyd call 6\n"
        "turn 3s: cyd check, ann bet 12, cyd call 12\n"
        "river 4s: cyd check, ann check\n"
        "showdown: cyd show Jd Td, ann show Ah Kh\nwon: cyd 47",
    )
    stats = ("cbet_flop", "cbet_turn", "cbet_river", "fold_to_cbet_flop", "fold_to_cbet_turn", "fold_to_cbet_river")
    assert flags(found, *stats) == {
        "ann": "+cbet_flop +cbet_turn -cbet_river",
        "bob": "",
        "cyd": "-fold_to_cbet_flop -fold_to_cbet_turn",
    }
    assert flags(found, "check_raise_flop", "check_raise_turn", "donk_flop", "donk_turn")["cyd"] == (
        "-check_raise_flop -check_raise_turn -donk_flop -donk_turn"
    )
    assert (found["ann"]["aggression_actions"], found["ann"]["postflop_calls"]) == (2, 0)
    assert (found["cyd"]["aggression_actions"], found["cyd"]["postflop_calls"]) == (0, 2)
    assert found["cyd"]["won_at_sd"] and not found["ann"]["won_at_sd"]
    assert found["cyd"]["won_hi"] and not found["ann"]["won_hi"]


def test_delayed_continuation_bet(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann raise 5, bob fold, cyd call 3\nflop 2c 7d Jh: cyd check, ann check\n"
        "turn 3s: cyd check, ann bet 6, cyd fold\nreturn: ann 6\nwon: ann 11",
    )
    assert flags(found, "cbet_flop", "cbet_turn", "delayed_cbet", "fold_to_cbet_turn", "donk_turn") == {
        "ann": "-cbet_flop +delayed_cbet",
        "bob": "",
        "cyd": "",
    }


def test_check_raise_of_a_continuation_bet(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann raise 5, bob fold, cyd call 3\n"
        "flop 2c 7d Jh: cyd check, ann bet 6, cyd raise 20, ann fold\nreturn: cyd 14\nwon: cyd 23",
    )
    stats = ("cbet_flop", "fold_to_cbet_flop", "raise_cbet_flop", "check_raise_flop", "fold_to_raise_of_cbet")
    assert flags(found, *stats) == {
        "ann": "+cbet_flop +fold_to_raise_of_cbet",
        "bob": "",
        "cyd": "-fold_to_cbet_flop +raise_cbet_flop +check_raise_flop",
    }


def test_donk_bet_and_its_raise(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann raise 5, bob fold, cyd call 3\nflop 2c 7d Jh: cyd bet 6, ann raise 20, cyd fold\n"
        "return: ann 14\nwon: ann 23",
    )
    assert flags(found, "cbet_flop", "donk_flop", "raise_donk_flop", "fold_to_cbet_flop") == {
        "ann": "+raise_donk_flop",
        "bob": "",
        "cyd": "+donk_flop",
    }


def test_limped_pot_has_no_aggressor(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann fold, bob call 1, cyd check\n"
        "flop 2c 7d Jh: bob bet 2, cyd fold\nreturn: bob 2\nwon: bob 4",
    )
    assert flags(found, "limp", "cbet_flop", "donk_flop", "fold_to_cbet_flop", "vpip") == {
        "ann": "-limp -vpip",
        "bob": "+limp +vpip",
        "cyd": "-vpip",
    }
    assert found["bob"]["won_when_saw_flop"] and not found["bob"]["wtsd"]


def test_flop_after_an_all_in_is_seen_but_offers_nothing(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        f"{THREE}{BLINDS}, ann raise 200 all-in, bob call 199 all-in, cyd fold\nflop 2c 7d Jh:\nturn 3s:\nriver 4s:\n"
        "showdown: ann show Ah Kh, bob show Qs Qd\nwon: bob 402",
    )
    assert flags(found, "cbet_flop", "fold_to_cbet_flop", "wtsd", "wtsd_decided") == {
        "ann": "+wtsd",
        "bob": "+wtsd",
        "cyd": "",
    }
    assert found["ann"]["saw_flop"] and not found["ann"]["acted_postflop"]
    assert found["ann"]["allin_street"] == "preflop"


def test_draw_counts_cards_and_bets(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        "5cd nl 1/2\n1 ann 200 button 9c 9d 4h 5s Kd then 9c 9d Kd 9h 2s\n2 bob 200\n3 cyd 200 8h 7h 4c 3c 2d\n"
        "predraw: bob small_blind 1, cyd big_blind 2, ann raise 6, bob call 5, cyd call 4\n"
        "first_draw: bob discard 3, cyd stand_pat, ann discard 2, bob check, cyd bet 10, ann raise 30, "
        "bob fold, cyd fold\nreturn: ann 20\nwon: ann 38",
    )
    assert {name: row["drew"] for name, row in found.items()} == {"ann": 2, "bob": 3, "cyd": 0}
    assert flags(found, "snow", "bet_after_draw", "check_raise_after_draw") == {
        "ann": "",
        "bob": "-bet_after_draw -check_raise_after_draw",
        "cyd": "+snow +bet_after_draw",
    }
    assert found["cyd"]["stood_pat"] and found["cyd"]["folded_to_raise_after_draw"]
    assert found["ann"]["improved_on_draw"] and found["ann"]["could_improve_on_draw"]
    assert all(row["saw_flop"] for row in found.values())


@pytest.mark.parametrize(
    ("game", "cards", "final", "improved"),
    [
        ("5cd", "9c 9d 4h 5s Kd", "9c 9d Kd Ah 2s", False),
        ("5cd", "9c 8d 7h 6s Kd", "9c 8d 7h 6s Td", True),
        ("5cd", "2c 3c 4c 5c Kd", "2c 3c 4c 5c 9c", True),
        ("27sd", "9c 7d 4h 5s Kd", "9c 7d 4h 5s 2d", True),
        ("27sd", "9c 7d 4h 5s Td", "9c 7d 4h 5s 9h", False),
        ("27sd", "7c 6d 5h 4s Kd", "7c 6d 5h 4s 3d", False),
        ("a5sd", "7c 6d 5h 4s Kd", "7c 6d 5h 4s 3d", True),
        ("a5sd", "9c 7d 4h 5s 2d", "9c 7d 4h 5s Ad", True),
    ],
)
def test_improved_means_the_game_s_own_order(tmp_path: Path, game: str, cards: str, final: str, improved: bool) -> None:
    found = player_hands(
        tmp_path,
        f"{game} nl 1/2\n1 ann 200 button {cards} then {final}\n2 bob 200\n"
        "predraw: ann small_blind 1, bob big_blind 2, ann call 1, bob check\n"
        "first_draw: bob stand_pat, ann discard 1, bob bet 4, ann fold\nreturn: bob 4\nwon: bob 4",
    )
    assert found["ann"]["could_improve_on_draw"]
    assert found["ann"]["improved_on_draw"] is improved


def test_stud_counts_from_the_bring_in(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        "stud fl ante 1 bring-in 2 bets 4/8\n1 ann 200\n2 bob 200\n3 cyd 200\n4 dan 200\n"
        "third: ann ante 1, bob ante 1, cyd ante 1, dan ante 1, bob bring_in 2, cyd call 2, dan complete 4, "
        "ann raise 8, bob fold, cyd fold, dan call 4\n"
        "fourth: ann bet 4, dan fold\nreturn: ann 4\nwon: ann 24",
    )
    assert flags(found, "vpip", "limp_third", "three_bet") == {
        "ann": "+vpip +three_bet",
        "bob": "-vpip",
        "cyd": "+vpip +limp_third",
        "dan": "+vpip -limp_third",
    }
    assert [name for name, row in found.items() if row["could_complete"]] == ["cyd", "dan"]
    assert [name for name, row in found.items() if row["completed"]] == ["dan"]
    assert [name for name, row in found.items() if row["raised_third"]] == ["ann", "dan"]
    assert (
        found["bob"]["brought_in"] and found["bob"]["could_defend_bring_in"] and not found["bob"]["defended_bring_in"]
    )
    assert [name for name, row in found.items() if row["saw_flop"]] == ["ann", "dan"]
    assert (found["cyd"]["folded_on"], found["dan"]["folded_on"]) == ("third", "fourth")
    assert found["ann"]["unit"] == 4


def test_shared_low_and_high_alone(tmp_path: Path) -> None:
    found = player_hands(
        tmp_path,
        "omahahilo pl 1/2\n1 ann 200 button Ac 2c Kd Kh\n2 bob 200 Ad 2d Jh Jc\n"
        "preflop: ann small_blind 1, bob big_blind 2, ann call 1, bob check\n"
        "flop 3c 6d 8h: bob check, ann check\nturn Ks: bob check, ann check\nriver Jd: bob check, ann check\n"
        "showdown: bob show Ad 2d Jh Jc, ann show Ac 2c Kd Kh\nwon high: ann 2\nwon low: ann 1, bob 1",
    )
    shown = {name: [row[key] for key in ("won_hi", "tied_hi", "won_lo", "tied_lo")] for name, row in found.items()}
    assert shown == {"ann": [True, False, True, True], "bob": [False, False, True, True]}
