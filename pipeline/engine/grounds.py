"""Why a choice is refused: the rule it breaks and a sentence that says what holds."""

from pokerstats.pipeline.engine.betting import Round, has_right_to_raise, raise_is_capped
from pokerstats.pipeline.engine.deal import Deal
from pokerstats.pipeline.engine.illegal import IllegalAction
from pokerstats.pipeline.engine.openers import may_open
from pokerstats.pipeline.engine.turn import Choice, Legal, Turn

_LETTERS = {"standard-draw": "J", "ante-draw": "A", "pokeris": "P", "seven-card-stud": "S", "blinds-draw": "B"}
_DRAWS = {"J": "J5", "A": "A5", "P": "P2", "B": "B4"}
_SHOWS = {"J": "J15", "A": "A7", "P": "P17", "S": "S8", "B": "B6"}
_RAISING = ("bet", "raise", "complete")


def refusal(deal: Deal, turn: Turn, choice: Choice) -> IllegalAction:
    """The error for a choice that the turn does not allow."""
    letter = _LETTERS.get(deal.terms.rules.game, "O")
    place = deal.seats.index(turn.seat)
    match turn.kind:
        case _ if choice.then and not deal.terms.laps:
            rule, sentence = "D2", "nobody challenges or proposes to open in this game"
        case "draw":
            rule, sentence = _draw(deal, place, turn.legal, choice, letter)
        case "answer":
            rule, sentence = "P15", "a proposal to open is answered: agree or refuse"
        case "force":
            rule, sentence = _force(turn.legal, choice)
        case "show":
            rule, sentence = _SHOWS.get(letter, "O"), "at the showdown a hand is shown or thrown away"
        case _:
            rule, sentence = _betting(deal, place, turn.legal, choice, letter)
    return IllegalAction(rule, f"seat {turn.seat}: {sentence}")


def _draw(deal: Deal, place: int, legal: Legal, choice: Choice, letter: str) -> tuple[str, str]:
    if choice.kind != "draw":
        return "D3", "it is his turn to draw"
    if choice.then:
        return "P3", "one challenges and proposes to open with a bet"
    cards = choice.cards
    if len(set(cards)) < len(cards) or not set(cards) <= set(legal.held):
        return "D8", "only cards that he holds are thrown away, each once"
    if len(cards) > legal.most:
        if legal.fee and len(cards) <= deal.terms.most_drawn:
            return "P2", f"a card costs {legal.fee} and he has {legal.chips}"
        return _DRAWS.get(letter, "O"), f"at most {deal.terms.most_drawn} cards are drawn"
    return "J11", "the opener may not throw his openers away"


def _force(legal: Legal, choice: Choice) -> tuple[str, str]:
    if choice.kind != "force":
        return "P15", "the proposer forces the opening or lets it be"
    return "P15", f"to force costs {legal.least}" + (f" to {legal.most}" if legal.most > legal.least else "")


def _betting(deal: Deal, place: int, legal: Legal, choice: Choice, letter: str) -> tuple[str, str]:
    kind = choice.kind
    if kind not in (*_RAISING, "fold", "check", "call", "bring_in"):
        return "D2", "it is his turn to bet"
    if kind in legal.kinds:
        if choice.then and not _talk_fits(legal, choice):
            return _talk(choice, legal)
        return _size(deal, legal, choice, letter)
    rnd = deal.round
    owed = rnd.price - deal.street_put[place]
    first = rnd.plan.number == 0
    if "bring_in" in legal.kinds and kind in ("check", "fold"):
        return "S2", "his door card makes him bring it in, or open for the small bet"
    if kind == "check":
        if letter in "AP" and owed <= 0:
            return ("P3" if letter == "P" else "A3" if first else "A6"), "nobody may check: bet or fold"
        rule = {"A": "A3", "P": "P3", "S": "S13" if first else "S4", "B": "B3" if first else "B5", "J": "J13"}
        return rule.get(letter, "D2"), f"he has {owed} to match and cannot check"
    if kind == "fold":
        if letter == "J" and first:
            return "J2", "before the opening one passes and stays in the hand"
        return {"S": "S4", "B": "B3"}.get(letter, "D2"), "there is nothing to match: he checks"
    if kind == "call":
        if legal.kinds == ("fold",):
            return "A9", f"he cannot match {owed} with {legal.chips} and must fold"
        return "D2", "there is nothing to call"
    if kind == "bring_in":
        if deal.terms.has_bring_in:
            return "S2", "the bring-in is put in once, by one door card"
        return "D2", "there is no bring-in in this game"
    return _no_raise(deal, rnd, place, legal, kind, letter)


def _no_raise(deal: Deal, rnd: Round, place: int, legal: Legal, kind: str, letter: str) -> tuple[str, str]:
    """Why he may not bet or raise at all, or not by this name."""
    named = next((other for other in legal.kinds if other in _RAISING), None)
    if named is not None:
        made_up = "S13" if deal.terms.has_bring_in else "M12"
        return (made_up if named == "complete" else "D2"), f"here one may {named}, not {kind}"
    terms, owed = deal.terms, rnd.price - deal.street_put[place]
    if not rnd.price and terms.openers_set and rnd.plan.number == 0 and not may_open(deal, place):
        return "J2", "he holds no openers and must pass"
    if deal.answering:
        return deal.answering, "he puts in what he is asked for, or folds"
    if letter == "P" and deal.terms.lap_by_lap:
        return "P3", "a bet is not below the last one and not above the agreed maximum"
    if legal.chips <= owed:
        return ("M2" if terms.all_in else "A9"), f"he has {legal.chips} and would need {owed} to call alone"
    if deal.funded < 2:
        return "M15", "nobody else has money left to bet"
    if not has_right_to_raise(deal, rnd, place):
        return "M13", "he has acted, and no full raise came since"
    if raise_is_capped(deal, rnd):
        return ("S11" if terms.sizing == "exact" else "L8"), f"a round has at most {terms.max_raises} raises"
    return "A9", "without the money for a full bet there is none"


def _talk_fits(legal: Legal, choice: Choice) -> bool:
    return Turn(0, "bet", legal).allows(choice)


def _talk(choice: Choice, legal: Legal) -> tuple[str, str]:
    if choice.then not in ("challenge", "propose"):
        return "P3", f"{choice.then!r} is nothing that goes with a bet"
    if choice.then == "propose":
        return "P15", "one proposes to open with a full bet, to players who have money"
    if "challenge" in legal.then:
        return "P13", "who is all in challenges nobody"
    return "P12", "one challenges the next player with money, with a full bet, while his answer still has a lap"


def _size(deal: Deal, legal: Legal, choice: Choice, letter: str) -> tuple[str, str]:
    """Why a bet, raise or completion has the wrong size."""
    terms, rnd, to = deal.terms, deal.round, choice.to
    wanted = " or ".join(map(str, legal.sizes)) if legal.sizes else f"{legal.least} to {legal.most}"
    sentence = f"{choice.kind} to {to}: expected {wanted}"
    if to > legal.all_in:
        return "M2", f"{sentence}; that is all he has"
    first = rnd.plan.number == 0
    if not rnd.price and terms.openers_set and first:
        return "J3", sentence
    if legal.sizes:
        if letter == "S":
            rule = "S5" if len(rnd.plan.exact) > 1 and rnd.plan.number == 1 else "S13" if first else "S10"
            return rule, sentence
        return ("B5" if letter == "B" and not first else "L6"), sentence
    if legal.least <= to <= legal.most:
        return "M4", f"{sentence} in whole coins of {legal.chip}"
    if letter == "P":
        return "P3", sentence
    if to > legal.most:
        rule = {"pot": "L4", "three-figure": "L2"}.get(terms.structure, "S12" if letter == "S" else "L1")
        return rule, sentence
    return _below(deal, letter), sentence


def _below(deal: Deal, letter: str) -> str:
    """The rule that a bet or raise is not smaller."""
    terms, rnd = deal.terms, deal.round
    if letter == "B":
        return "B3" if rnd.plan.number == 0 else "B5"
    if letter == "S":
        return "S12"
    if not rnd.level:
        if letter == "A":
            return "A3" if rnd.plan.number == 0 else "A6"
        return (
            "M12" if rnd.price or letter == "O" else {"spread": "L1", "three-figure": "L2"}.get(terms.structure, "L5")
        )
    return "L7"
