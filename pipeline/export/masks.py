"""Pseudonyms for players: the same player has the same one in every hand of an export."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from pokerstats.pipeline.export.stored import Row, StoredHand
from pokerstats.pipeline.store import Connection

_HEXADECIMAL_DIGITS = 12
_SHORTEST_INSIDE_A_WORD = 3
"""Letters from which a name is also looked for inside the words of a table's name."""

NamedAfter = Mapping[tuple[str, str], Sequence[str]]
"""Players by site and the table or tournament whose name holds theirs."""


def named_after_players(connection: Connection) -> NamedAfter:
    """Tables and tournaments that are named after somebody who sat there in any stored hand."""
    found = defaultdict(list)
    for column in ("table_name", "tournament_name"):
        rows = connection.execute(
            f"select distinct site, {column}, player from hands join seats using (hand_id) "
            f"where contains(lower({column}), lower(player)) and player <> '' order by all"
        ).fetchall()
        for site, name, player in rows:
            found[site, name].append(player)
    return found


class Masks:
    """Gives players pseudonyms: numbered as they are met, or, with a salt, the same ones in every export.

    Whoever knows the salt can tell whether a pseudonym is that of a name he guesses; nobody can without it.
    """

    def __init__(self, salt: str | None = None, named_after: NamedAfter | None = None) -> None:
        self._salt = salt
        self._named_after = named_after or {}
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
            also = {player: self.of(site, player) for player in self._named_after.get((site, hand[column]), ())}
            hand[column] = _without_names(hand[column], names | also, inside_words=True)
        return replace(
            stored,
            hand=hand,
            seats=[{**seat, "player": names[seat["player"]], "player_key": None} for seat in stored.seats],
            actions=[_action(action, names) for action in stored.actions],
        )


def _action(action: Row, names: dict[str, str]) -> Row:
    return action if action["said"] is None else {**action, "said": _without_names(action["said"], names)}


def _without_names(text: str | None, names: Mapping[str, str], *, inside_words: bool = False) -> str | None:
    """The text with the pseudonym in place of every name that stands in it as a word of its own.

    ``inside_words``: also of names written in other letters, and of longer ones inside a word, as in ``OlasTable``.
    """
    # the longest first: a name may hold another
    sought = sorted(filter(None, names), key=len, reverse=True)
    if not text or not sought:
        return text
    found = "|".join(f"({_pattern(name, inside_words)})" for name in sought)
    return re.sub(
        found,
        lambda match: names[sought[(match.lastindex or 1) - 1]],
        text,
        flags=re.IGNORECASE if inside_words else re.NOFLAG,
    )


def _pattern(name: str, inside_words: bool) -> str:
    escaped = re.escape(name)
    return escaped if inside_words and len(name) >= _SHORTEST_INSIDE_A_WORD else rf"(?<!\w){escaped}(?!\w)"
