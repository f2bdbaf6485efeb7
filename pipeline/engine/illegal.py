"""What the engine refuses, and by which rule.

AgainstRules            the root: a rule id and a sentence
├── IllegalDeal         these players cannot be dealt in under these rules
└── IllegalAction       this player may not do that now
"""

from pokerstats.pipeline.errors import PokerstatsError, UsageError


class AgainstRules(PokerstatsError):
    """Root of all refusals: the id of the broken rule and a sentence that says what it wants."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(f"{sentence} (rule {rule})")
        self.rule = rule
        self.sentence = sentence


class IllegalDeal(AgainstRules, UsageError):
    """These players cannot be dealt in under these rules."""


class IllegalAction(AgainstRules):
    """This player may not do that now; the hand is as it was."""
