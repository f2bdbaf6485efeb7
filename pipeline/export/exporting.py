"""Stored hands written in another format, each scored anew before."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pokerstats.pipeline.export import json, ohh, phh, pokerstars
from pokerstats.pipeline.export.errors import Refused
from pokerstats.pipeline.export.masks import Masks
from pokerstats.pipeline.export.scoring import disputed
from pokerstats.pipeline.export.stored import HANDS_AT_ONCE, StoredHand, each_hand, frames
from pokerstats.pipeline.store import Connection

FORMATS = ("json", "pokerstars", "ohh", "phh")
"""What hands can be written as."""
ALIASES = {"pokerstats": "json"}

Write = Callable[[dict[str, Any], StoredHand, int], str]
"""From a history, the stored hand and its number in the file to the text of the file."""


@dataclass(frozen=True)
class Exported:
    """One hand as text, or the reason why it is not written."""

    name: str
    text: str | None = None
    refused: str | None = None


def export(
    connection: Connection, hand_ids: Sequence[int], write: Write, *, masks: Masks | None = None, unjudged: bool = False
) -> Iterator[Exported]:
    """The hands of these ids in their order; ``unjudged``: also those whose payouts the cards contradict."""
    number = 0
    for start in range(0, len(hand_ids), HANDS_AT_ONCE):
        found = frames(connection, hand_ids[start : start + HANDS_AT_ONCE])
        contradicted = {} if unjudged else disputed(found)
        for stored in each_hand(found):
            try:
                if stored.hand["hand"] in contradicted:
                    raise Refused(contradicted[stored.hand["hand"]])
                told = masks.masked(stored) if masks else stored
                text = write(json.history(told), told, number + 1)
            except Refused as reason:
                yield Exported(stored.name, refused=str(reason))
                continue
            number += 1
            yield Exported(stored.name, text=text)


def writer(name: str, *, room: str | None = None, alone: bool = False) -> Write:
    """How hands are written in the format of this name; ``alone``: the file holds one hand and no number for it."""
    match ALIASES.get(name, name):
        case "json":
            return lambda hand, stored, number: json.text(hand)
        case "pokerstars":
            return lambda hand, stored, number: pokerstars.text(
                hand, pot=stored.hand["pot"], rake=stored.hand["rake"], room=room
            )
        case "ohh":
            return lambda hand, stored, number: ohh.text(hand, stored)
        case "phh":
            return lambda hand, stored, number: phh.text(hand, stored, None if alone else number)
    raise ValueError(f"{name}: expected one of {', '.join(FORMATS)}")
