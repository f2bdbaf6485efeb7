"""Pokeris: bets of one turn each, challenges to the neighbour, proposals to open and what is answered to them."""

from random import Random

from pokerstats.pipeline.engine.bots.betting import PASS, RAISE, later_round
from pokerstats.pipeline.engine.bots.styles import Style
from pokerstats.pipeline.engine.turn import AGREE, FOLD, LET_GO, REFUSE, Choice, Legal
from pokerstats.pipeline.engine.view import View


def in_lap(style: Style, chance: float, view: View, legal: Legal, luck: Random) -> Choice:
    """His bet of the lap, or his answer to a challenge; there is no check, so passing is folding (P3)."""
    kinds = legal.kinds
    price = legal.call or legal.least
    # a cheap bet is worth more than its odds, as further laps may follow, and most so to who likes to play
    decision = later_round(style, min(chance + 0.3 * style.plays, 1.0), price, view.pot, 0, luck)
    if decision == PASS:
        return FOLD
    full, total = "call" in kinds, legal.call
    kind = "call"
    if not full or (decision == RAISE and kinds[-1] == "raise"):
        kind = kinds[-1]
        wished = legal.least + int((view.pot * 0.4 * style.size) * luck.random() * chance)
        total = max(legal.least, min(wished - wished % legal.chip, legal.most))
    then = _then(style, chance, total, legal, luck)
    return Choice(kind, 0 if kind == "call" else total, (), then)


def _then(style: Style, chance: float, total: int, legal: Legal, luck: Random) -> str:
    """Whether he asks the neighbour to compare, or all to open."""
    if not legal.then or total >= legal.chips:
        return ""
    wish = luck.random()
    if "challenge" in legal.then and chance > 0.5 and wish < 0.45 * style.bets:
        return "challenge"
    return "propose" if chance > 0.35 and wish > 1 - 0.3 * style.calls else ""


def talk(style: Style, chance: float, legal: Legal, luck: Random) -> Choice:
    """The answer to a proposal, and what the proposer does with a refusal."""
    if "agree" in legal.kinds:
        # who is strong wants another lap of bets, who is weak hopes the proposer lets it be
        content = 0.25 < chance < 0.75
        return AGREE if luck.random() < (0.8 if content else 0.35) else REFUSE
    forces = chance > 0.4 and luck.random() < 0.3 + 0.6 * style.bets
    return Choice("force", legal.least) if forces else LET_GO
