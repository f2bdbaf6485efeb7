"""Players who do anything that is legal: what they see matters nothing, so every turn of the rules comes up."""

from random import Random

from pokerstats.pipeline.engine.turn import Choice, Legal, Turn

_WEIGHTS = {
    "fold": 3, "check": 10, "call": 10, "bet": 5, "raise": 4, "complete": 5, "bring_in": 8, "draw": 1, "agree": 3,
    "refuse": 3, "force": 3, "let_go": 2, "show": 2, "muck": 3,
}  # fmt: skip


def random_choice(turn: Turn, rng: Random, careless: float = 0.0) -> Choice:
    """One of all legal choices; ``careless``: how often a fold is among them where a check is free."""
    legal = turn.legal
    kinds = [kind for kind in legal.kinds if kind != "fold" or "check" not in legal.kinds or rng.random() < careless]
    kind = rng.choices(kinds, [_WEIGHTS[kind] for kind in kinds])[0]
    while True:
        choice = _of_kind(kind, legal, rng)
        if turn.allows(choice):
            return choice


def _of_kind(kind: str, legal: Legal, rng: Random) -> Choice:
    if kind == "draw":
        number = min(rng.choice((0, 0, 1, 2, 2, 3, 3, legal.most)), legal.most)
        return Choice("draw", 0, tuple(rng.sample(legal.held, number)))
    then = rng.choice(legal.then) if legal.then and rng.random() < 0.2 else ""
    if kind == "force":
        return Choice("force", _amount(legal, rng))
    if kind in ("bet", "raise", "complete"):
        return Choice(kind, _amount(legal, rng), (), then)
    return Choice(kind, 0, (), then if kind == "call" else "")


def _amount(legal: Legal, rng: Random) -> int:
    if legal.sizes:
        return rng.choice(legal.sizes)
    manner = rng.random()
    if manner < 0.5:
        return legal.least
    if manner > 0.93:
        return legal.most
    # small sums are more likely, or everybody is all in at once
    least, most = sorted((legal.least, legal.most))
    some = rng.randint(least, max(least, min(most, least + max(1, (most - least) // 8))))
    return min(max(some - some % legal.chip, least), most)
