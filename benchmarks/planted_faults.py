"""Faults to plant into hands: each spoils one place and leaves the rest as it was.

A fault gives back nothing where the hand has no such place.
"""

import copy
import re
from collections.abc import Callable, Sequence

from pokerstats.pipeline.engine.deal import Event
from pokerstats.pipeline.engine.retold import History

TextFault = Callable[[str, str], str | None]
"""From a hand's text and the name of its hero to the spoiled text."""
HistoryFault = Callable[[History, History], Sequence[History] | None]
"""From two hands that follow each other at a table to the second one spoiled, alone or behind the first."""


# ---------------------------------------------------------------- in the text of a room


def _swap_winner(text: str, hero: str) -> str | None:
    """The pot goes to the loser of a showdown between two."""
    shown = re.findall(r"^(.+): shows \[", text, re.M)
    paid = re.findall(r"^(.+) collected (\S+) from pot$", text, re.M)
    if len(shown) != 2 or len(paid) != 1 or "mucks" in text:
        return None
    winner, amount = paid[0]
    loser = next(name for name in shown if name != winner)
    text = text.replace(f"{winner} collected {amount}", f"{loser} collected {amount}")
    text = re.sub(rf"(: {re.escape(winner)} .*showed \[.*\] and )won \(\S+\)", r"\g<1>lost", text)
    return re.sub(rf"(: {re.escape(loser)} .*showed \[.*\] and )lost", rf"\g<1>won ({amount})", text)


def _one_cent_short(text: str, hero: str) -> str | None:
    """The winner gets one cent less than the pot holds after the rake."""
    paid = re.findall(r" collected \$(\d+\.\d\d) from pot$", text, re.M)
    if len(paid) != 1 or paid[0].endswith("0") or "*** RIVER ***" not in text:
        return None
    less = f"{paid[0][:-1]}{int(paid[0][-1]) - 1}"
    return text.replace(f"collected ${paid[0]} from", f"collected ${less} from").replace(f"(${paid[0]})", f"(${less})")


def _short_call(text: str, hero: str) -> str | None:
    """A call on the flop is for less than the bet, though chips are left."""
    found = re.search(r"\*\*\* FLOP(?:.*\n)*?.+: bets \$(\d+\.\d\d)\n.+: calls \$\1\n(?:.+: folds\n)*\*\*\* TURN", text)
    if not found or "all-in" in text or "Uncalled" in text or found[1].endswith("0"):
        return None
    less = f"{found[1][:-1]}{int(found[1][-1]) - 1}"
    return text[: found.start()] + found[0].replace(f"calls ${found[1]}", f"calls ${less}") + text[found.end() :]


def _out_of_turn(text: str, hero: str) -> str | None:
    """Two players fold before the flop in the wrong order."""
    found = re.search(r"^(Dealt to .*\n)(.+: folds\n)(.+: folds\n)(.+: raises)", text, re.M)
    return None if not found else text.replace(found[0], found[1] + found[3] + found[2] + found[4])


def _card_twice(text: str, hero: str) -> str | None:
    """A card of the flop is also in the hand of the hero, who folded."""
    flop = re.search(r"\*\*\* FLOP \*\*\* \[(..)", text)
    dealt = re.search(rf"Dealt to {hero} \[(..) ..\]", text)
    if not flop or not dealt or f"{hero}: folds" not in text:
        return None
    return text.replace(dealt[0], dealt[0].replace(f"[{dealt[1]}", f"[{flop[1]}"))


TEXT_FAULTS: tuple[TextFault, ...] = (_swap_winner, _one_cent_short, _short_call, _out_of_turn, _card_twice)


# ---------------------------------------------------------------- in the history of a home game


def _openers_not_shown(before: History, after: History) -> Sequence[History] | None:
    """The opener wins unseen and does not show what he opened on (J6)."""
    spoiled = copy.deepcopy(after)
    shown = [event for event in spoiled["events"] if event["type"] == "show_openers"]
    if len(shown) != 1 or _shown(spoiled):
        return None
    spoiled["events"].remove(shown[0])
    return [spoiled]


def _carried_pot_lost(before: History, after: History) -> Sequence[History] | None:
    """The antes of a passed-out hand are not in the pot of the next one (M9)."""
    awards = _of(after, "award")
    if not after.get("carried_in") or len(awards) != 1 or before["table"] != after["table"]:
        return None
    spoiled = copy.deepcopy(after)
    lost = spoiled.pop("carried_in")
    _of(spoiled, "award")[0]["amount"] -= lost
    return [before, spoiled]


def _bet_too_high(before: History, after: History) -> Sequence[History] | None:
    """The last bet is a chip above the agreed maximum; nobody calls it, so it goes back."""
    spoiled = copy.deepcopy(after)
    bets, returned = _of(spoiled, "bet"), _of(spoiled, "return")
    most = spoiled["stakes"]["max_bet"]
    if _of(spoiled, "raise") or _of(spoiled, "call") or len(bets) != 1 or not returned or bets[0]["amount"] != most:
        return None
    bets[0]["amount"] += 1
    returned[0]["amount"] += 1
    return [spoiled]


def _fee_unpaid(before: History, after: History) -> Sequence[History] | None:
    """A player changes cards and does not pay for them (P2)."""
    spoiled = copy.deepcopy(after)
    fees, awards = _of(spoiled, "fee"), _of(spoiled, "award")
    if len(fees) < 3 or len(awards) != 1 or any("all_in" in event for event in spoiled["events"]):
        return None
    awards[0]["amount"] -= fees[1]["amount"]
    spoiled["events"].remove(fees[1])
    return [spoiled]


def _big_bet_too_small(before: History, after: History) -> Sequence[History] | None:
    """On sixth street somebody bets the small bet; nobody calls it, so it goes back (S6)."""
    spoiled = copy.deepcopy(after)
    events = spoiled["events"]
    last = [event["type"] for event in events[-6:]]
    sixth = any(event.get("street") == "sixth" for event in events)
    seventh = any(event.get("street") == "seventh" for event in events)
    returned, bets = _of(spoiled, "return"), _of(spoiled, "bet")
    if not sixth or seventh or not returned or "raise" in last or returned[0]["amount"] != bets[-1]["amount"]:
        return None
    bets[-1]["amount"] = returned[0]["amount"] = spoiled["stakes"]["small_bet"]
    return [spoiled]


def _loser_paid(before: History, after: History) -> Sequence[History] | None:
    """The pot goes to the loser of a showdown between two."""
    spoiled = copy.deepcopy(after)
    shown, awards = _shown(spoiled), _of(spoiled, "award")
    if len(shown) != 2 or len(awards) != 1:
        return None
    (awards[0]["seat"],) = {event["seat"] for event in shown} - {awards[0]["seat"]}
    return [spoiled]


HISTORY_FAULTS: tuple[tuple[str, HistoryFault], ...] = (
    ("standard-draw", _openers_not_shown),
    ("standard-draw", _carried_pot_lost),
    ("ante-draw", _bet_too_high),
    ("pokeris", _fee_unpaid),
    ("seven-card-stud", _big_bet_too_small),
    ("blinds-draw", _loser_paid),
)


def _of(history: History, kind: str) -> list[Event]:
    return [event for event in history["events"] if event["type"] == kind]


def _shown(history: History) -> list[Event]:
    return _of(history, "show")
