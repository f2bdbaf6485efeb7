"""Every listed loss is one: a hand loses just that, and the manual says so."""

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from export.round_trip import database, differences, exported, read_back
from export.test_pokerstars_text import HOLDEM

from pokerstats.pipeline.export.exporting import FORMATS
from pokerstats.pipeline.export.losses import LOSSES, losses_of

MANUAL = Path(__file__).parent.parent.parent / "docs" / "export.md"
Change = Callable[[dict[str, Any]], object]

BADUGI = """\
PokerStars Hand #5: Badugi Limit ($1/$2 USD) - 2024/03/05 20:00:00 ET
Table 'Lyra' 6-max Seat #1 is the button
Seat 1: Anouk ($10 in chips)
Seat 2: Bertil ($10 in chips)
Anouk: posts small blind $0.50
Bertil: posts big blind $1
*** DEALING HANDS ***
Anouk: folds
Uncalled bet ($0.50) returned to Bertil
Bertil collected $1 from pot
Bertil: shows [5d 7s 3h Js] (3-card: 7,5,3)
*** SUMMARY ***
Total pot $1 | Rake $0
Seat 1: Anouk (button) (small blind) folded before the Draw
Seat 2: Bertil (big blind) collected ($1)
"""


def at(hand: dict[str, Any], kind: str) -> int:
    return next(place for place, event in enumerate(hand["events"]) if event["type"] == kind)


def without(hand: dict[str, Any], *names: str) -> None:
    for name in names:
        hand.pop(name, None)


def all_but_one_hand_unknown(hand: dict[str, Any]) -> None:
    """The only cards known are those of a player who folded."""
    hand.pop("hero")
    for event in hand["events"]:
        if event["type"] == "deal":
            event["down"] = "9s 9d" if event["seat"] == 1 else "?? ??"
        if event["type"] == "show":
            event["type"] = "muck"
            without(event, "cards", "said")


def halves(hand: dict[str, Any]) -> None:
    """Omaha hi/lo, the low half to another player."""
    hand["game"] = "omahahilo"
    four = {2: "As Ad Js Jd", 4: "Kh Kd 5s 6s", 1: "?? ?? ?? ??"}
    for event in hand["events"]:
        if event["type"] == "deal":
            event["down"] = four[event["seat"]]
        if event["type"] == "show":
            event["cards"] = four[event["seat"]]
    hand["events"][at(hand, "board") :][0]["cards"] = "2c 3c 7c"
    award = hand["events"][at(hand, "award")]
    award |= {"amount": "18.25", "side": "high"}
    hand["events"].insert(-1, award | {"seat": 4, "side": "low"})


def fixed_limit(hand: dict[str, Any]) -> None:
    hand["structure"] = "fixed"
    hand["stakes"] = {"small_blind": "0.25", "big_blind": 1, "small_bet": 1, "big_bet": 2}


CHANGES: dict[tuple[str, str], Change] = {
    ("hands", "chip"): lambda hand: hand["stakes"].update(chip="0.01"),
    ("hands", "zone"): lambda hand: hand.update(zone="UTC+02:00"),
    ("hands", "played_at"): lambda hand: hand.update(played_at="2026-07-01T19:00:05.250000+00:00"),
    ("hands", "stated_rake"): lambda hand: without(hand["events"][-1], "rake"),
    ("hands", "currency"): lambda hand: hand.pop("currency"),
    ("hands", "hero_seat"): all_but_one_hand_unknown,
    ("hands", "table_name"): lambda hand: hand["table"].pop("name"),
    ("hands", "small_blind"): fixed_limit,
    ("seats", "player_key"): lambda hand: hand["seats"][0].update(key="a17"),
    ("actions", ""): lambda hand: hand["events"].insert(at(hand, "board"), {"type": "burn"}),
    ("actions", "street"): lambda hand: hand["events"].pop(
        next(place for place, event in enumerate(hand["events"]) if event.get("street") == "showdown")
    ),
    ("payouts", "pot_no"): lambda hand: None,
    ("payouts", "side"): halves,
    ("showdowns", "share_paid"): halves,
}
"""For each loss of PokerStars text a hand that has something to lose, by table and one of the columns."""


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The databases of those hands and of what comes back; the hands are numbered as they stand in CHANGES."""
    folder = tmp_path_factory.mktemp("losses")
    log, target = folder / "hands.jsonl", folder / "hands.txt"
    with log.open("w", encoding="utf-8") as file:
        for number, change in enumerate(CHANGES.values()):
            hand = {"format": "pokerstats-hand", "version": 1, **deepcopy(HOLDEM), "hand": f"10{number}"}
            change(hand)
            file.write(json.dumps(hand) + "\n")
    source = database(folder, "hands", log)
    assert exported(source, "pokerstars", target) == []
    return source, read_back(target)


@pytest.fixture(scope="module")
def lost(written: tuple[Path, Path]) -> list[str]:
    """What differs if nothing may."""
    return differences(*written, [], examples=1_000)


def test_pokerstars_text_loses_no_more_than_is_listed(written: tuple[Path, Path]) -> None:
    assert differences(*written, losses_of("pokerstars")) == []


@pytest.mark.parametrize(("table", "column"), CHANGES)
def test_each_loss_is_one(lost: list[str], table: str, column: str) -> None:
    number = list(CHANGES).index((table, column))
    place = f"{table}.{column}" if column else table
    assert any(found.startswith(f"{place} 10{number}: ") for found in lost)


def test_a_badugi_hand_shown_before_any_draw_is_the_hand_dealt(tmp_path: Path) -> None:
    log, target = tmp_path / "badugi.txt", tmp_path / "badugi.jsonl"
    log.write_text(BADUGI, encoding="utf-8")
    source = database(tmp_path, "badugi", log)
    exported(source, "json", target)
    again = read_back(target)
    assert differences(source, again, losses_of("json")) == []
    assert [found.split(";")[0] for found in differences(source, again, [])] == [
        "seats.hole_cards 5: None became 5d 7s 3h Js"
    ]


def test_each_loss_of_pokerstars_text_has_its_hand() -> None:
    for loss in losses_of("pokerstars"):
        names = loss.columns or ("",)
        assert any((loss.table, name) in CHANGES for name in names), loss.says


def test_the_manual_tells_every_loss() -> None:
    manual = " ".join(MANUAL.read_text(encoding="utf-8").split())
    assert [loss.says for loss in LOSSES if loss.says not in manual] == []
    assert [name for name in FORMATS if f"`{name}`" not in manual] == []
