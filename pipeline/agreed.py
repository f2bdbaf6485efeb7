"""Hands read under a table's own rule set: what the log leaves unsaid is as the table agreed."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import polars as pl

from pokerstats.pipeline.detect import Parser
from pokerstats.pipeline.games.rules import RuleSet
from pokerstats.pipeline.tables import Parsed


@dataclass
class AgreedParser:
    """A parser whose hands are told under these rule sets."""

    parser: Parser
    own: Sequence[RuleSet]

    def __post_init__(self) -> None:
        self.FORMAT = self.parser.FORMAT

    @property
    def boundary(self) -> re.Pattern[bytes] | None:
        """As the parser has it."""
        return self.parser.boundary

    def detect(self, head: str) -> bool:
        """As the parser does it."""
        return self.parser.detect(head)

    def parse(self, data: bytes, *, path: str, keep_text: bool = False) -> Iterator[Parsed]:
        """The parser's hands, each with the options, deck and ranking of its rule set."""
        for parsed in self.parser.parse(data, path=path, keep_text=keep_text):
            yield under(parsed, self.own)


def under(parsed: Parsed, own: Sequence[RuleSet]) -> Parsed:
    """A hand that names one of the sets, or is of its game and names none, gets what it does not say itself from it.

    Of two sets of one game the first is for the hands that name none.
    """
    of_game = {rules.game: rules.name for rules in reversed(own)}
    unsaid = pl.col("game").replace_strict(of_game, default=None, return_dtype=pl.String)
    hands = parsed.hands.with_columns(pl.coalesce("rules", unsaid).alias("rules"))
    for rules in own:
        mine = pl.col("rules") == rules.name
        said = hands.filter(mine)["rule_options"].unique().to_list()
        if not said:
            continue
        agreed = {text or "": _options(rules, text) for text in said}
        hands = hands.with_columns(
            rule_options=pl.when(mine)
            .then(pl.col("rule_options").fill_null("").replace_strict(agreed, default=None, return_dtype=pl.String))
            .otherwise("rule_options"),
            deck=pl.when(mine).then(pl.col("deck").fill_null(rules.deck.cards)).otherwise("deck").cast(pl.Int8),
            ranking=pl.when(mine).then(pl.coalesce("ranking", pl.lit(rules.ranking))).otherwise("ranking"),
        )
    return replace(parsed, hands=hands)


def _options(rules: RuleSet, said: str | None) -> str | None:
    # ranking has a column of its own
    agreed = {name: value for name, value in rules.changed_options().items() if name != "ranking"}
    options = agreed | (json.loads(said) if said else {})
    return json.dumps(options, ensure_ascii=False, sort_keys=True) if options else None
