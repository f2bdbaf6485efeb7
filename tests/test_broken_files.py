"""Broken Open Hand History and PHH: whatever stands in a file, each hand is stored or refused, and nothing crashes."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from test_open_hand_history import HAND
from test_phh import HOLDEM

from pokerstats.parsers import open_hand_history, phh
from pokerstats.pipeline.replay import replay

Break = Callable[[bytes, Random], bytes]
TIMES = 100
ODD_VALUES: tuple[Any, ...] = (None, [], {}, "x", -5, True, 10**30, "", ["a"], [1], [None], {"a": 1})
ODD_WORDS = (b"null", b"[]", b"{}", b'"x"', b"'x'", b"-5", b"1e400", b"true", b"inf", b"nan", b"??")
WITH_OWN = {
    **HAND,
    "_pokerstats": {"extension": 1, "game": "holdem", "carried_in": "0", "end": {"rake": "0.03"}},
    "rounds": [
        HAND["rounds"][0],
        {**HAND["rounds"][1], "_pokerstats": {"steps": [{"after": 2, "type": "return", "seat": 2, "amount": "0.3"}]}},
    ],
}
PHH_WITH_OWN = HOLDEM + (
    '_pokerstats = {extension = 1, site = "A", hand = "1", end = {rake = 0}, streets = [[7, "flop"]], '
    'steps = [{at = 18, type = "show", seat = 6, cards = "7h 7d"}], changes = [{at = 4, amount = 2.5}]}\n'
)


def bytes_broken(data: bytes, random: Random) -> bytes:
    """Some bytes cut, doubled, put in or exchanged for another word, or the end cut off."""
    broken = bytearray(data)
    for _ in range(random.randint(1, 4)):
        begin = random.randrange(len(broken))
        end = min(len(broken), begin + random.randint(1, 30))
        match random.randrange(5):
            case 0:
                broken[begin:end] = random.choice(ODD_WORDS)
            case 1:
                broken[begin:begin] = random.randbytes(random.randint(1, 6))
            case 2:
                broken[begin] = random.choice(b'0123456789"[]{},:-. dpf')
            case 3:
                broken[begin:end] = broken[begin:end] * 2
            case 4:
                broken = broken[: begin + 1]
    return bytes(broken)


def values_broken(data: bytes, random: Random) -> bytes:
    """Some values of an object exchanged for values of another kind, or gone."""
    whole = json.loads(data)
    for _ in range(random.randint(1, 3)):
        found = places(whole)
        if not found:
            break
        *path, last = random.choice(found)
        place = whole
        for step in path:
            place = place[step]
        if random.random() < 0.3:
            del place[last]
        else:
            place[last] = deepcopy(random.choice(ODD_VALUES))
    return json.dumps(whole).encode()


def places(value: Any) -> list[tuple[Any, ...]]:
    """The paths of all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path for name, item in inside for path in ((name,), *((name, *rest) for rest in places(item)))]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(
    ("parser", "data", "broken"),
    [
        (open_hand_history, json.dumps({"ohh": HAND}, indent=1).encode(), bytes_broken),
        (open_hand_history, json.dumps({"ohh": HAND}).encode(), values_broken),
        (open_hand_history, json.dumps({"ohh": WITH_OWN}).encode(), values_broken),
        (phh, HOLDEM.encode(), bytes_broken),
        (phh, PHH_WITH_OWN.encode(), bytes_broken),
    ],
    ids=["ohh-bytes", "ohh-values", "ohh-own", "phh-bytes", "phh-own"],
)
def test_a_broken_hand_is_stored_or_refused(parser: Any, data: bytes, broken: Break, seed: int) -> None:
    random = Random(seed)
    stored = refused = 0
    for _ in range(TIMES):
        text = broken(data, random)
        for parsed in parser.parse(text, path="x"):
            assert parsed.hands.height + parsed.rejected.height > 0 or not text.strip(), text
            result = replay(parsed)
            assert result.hands.height + result.rejected.height == parsed.hands.height + parsed.rejected.height
            stored += result.hands.height
            refused += result.rejected.height
    assert stored
    assert refused
