"""Pseudonyms for players: the same player has the same one in every hand of an export."""

import re
from dataclasses import replace
from hashlib import blake2b

from pokerstats.pipeline.export.stored import Row, StoredHand

_HEXADECIMAL_DIGITS = 12


class Masks:
    """Gives players pseudonyms: numbered as they are met, or, with a salt, the same ones in every export.

    Whoever knows the salt can tell whether a pseudonym is that of a name he guesses; nobody can without it.
    """

    def __init__(self, salt: str | None = None) -> None:
        self._salt = salt
        self._numbers: dict[tuple[str, str], int] = {}

    def of(self, site: str, player: str) -> str:
        """The player's pseudonym; names are told apart by room."""
        if self._salt is None:
            return f"Player {self._numbers.setdefault((site, player), len(self._numbers) + 1)}"
        key = blake2b(self._salt.encode()).digest()
        digest = blake2b(f"{site}\0{player}".encode(), key=key, digest_size=_HEXADECIMAL_DIGITS // 2).hexdigest()
        return f"Player {digest}"

    def masked(self, stored: StoredHand) -> StoredHand:
        """The hand with pseudonyms for its players, also where a text names one; the room's own ids are left out."""
        site = stored.hand["site"]
        names = {seat["player"]: self.of(site, seat["player"]) for seat in stored.seats}
        hand = {**stored.hand}
        for column in ("table_name", "tournament_name"):
            hand[column] = _without_names(hand[column], names)
        return replace(
            stored,
            hand=hand,
            seats=[{**seat, "player": names[seat["player"]], "player_key": None} for seat in stored.seats],
            actions=[_action(action, names) for action in stored.actions],
        )


def _action(action: Row, names: dict[str, str]) -> Row:
    return action if action["said"] is None else {**action, "said": _without_names(action["said"], names)}


def _without_names(text: str | None, names: dict[str, str]) -> str | None:
    """The text with the pseudonym in place of every name that stands in it as a word of its own."""
    if not text:
        return text
    # the longest first: a name may hold another
    found = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{found})(?!\w)", lambda match: names[match[0]], text)
