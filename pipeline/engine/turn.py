"""Whose turn it is, what he may do, and what he does."""

from typing import NamedTuple


class Choice(NamedTuple):
    """What a player does in his turn."""

    kind: str
    """One of the turn's ``legal.kinds``."""
    to: int = 0
    """``bet``, ``raise``, ``complete``: his total on the street afterwards; ``force``: what he adds to force."""
    cards: tuple[int, ...] = ()
    """``draw``: the codes of the cards he throws away; none is standing pat."""
    then: str = ""
    """``challenge`` or ``propose`` together with a bet, call or raise of Pokeris (P3)."""


FOLD = Choice("fold")
CHECK = Choice("check")
CALL = Choice("call")
BRING_IN = Choice("bring_in")
STAND_PAT = Choice("draw")
AGREE, REFUSE = Choice("agree"), Choice("refuse")
FORCE, LET_GO = Choice("force"), Choice("let_go")
SHOW, MUCK = Choice("show"), Choice("muck")


def bet(to: int, then: str = "") -> Choice:
    """A bet of so many chips."""
    return Choice("bet", to, (), then)


def raise_to(to: int, then: str = "") -> Choice:
    """A raise to this total on the street."""
    return Choice("raise", to, (), then)


def complete(to: int) -> Choice:
    """The completion of a bring-in to this total (S13)."""
    return Choice("complete", to)


def call(then: str = "") -> Choice:
    """A call, in Pokeris perhaps with a challenge or a proposal."""
    return Choice("call", 0, (), then)


def draw(*cards: int) -> Choice:
    """Throw these cards away and draw as many."""
    return Choice("draw", 0, cards)


class Legal:
    """What the rules allow in one turn."""

    __slots__ = ("all_in", "call", "chip", "chips", "fee", "held", "keep", "kinds", "least", "most", "sizes", "then")

    def __init__(
        self,
        kinds: tuple[str, ...],
        call: int = 0,
        least: int = 0,
        most: int = 0,
        sizes: tuple[int, ...] = (),
        chips: int = 0,
        all_in: int = 0,
        chip: int = 1,
        then: tuple[str, ...] = (),
        held: tuple[int, ...] = (),
        fee: int = 0,
        keep: tuple[frozenset[int], ...] = (),
    ) -> None:
        self.kinds = kinds
        """fold check call bet raise complete bring_in · draw · agree refuse · force let_go · show muck."""
        self.call = call
        """Chips a call adds; less than the price if they are his last."""
        self.least = least
        """Least and ``most`` total on the street of a bet, raise or completion (chips of a force); draw: 0 …"""
        self.most = most
        """… ``most`` cards that may be thrown away."""
        self.sizes = sizes
        """The only totals there are, if the game fixes them; else any whole chip between ``least`` and ``most``."""
        self.chips = chips
        """What he has left to bet."""
        self.all_in = all_in
        """His total on the street once all of that is in."""
        self.chip = chip
        self.then = then
        """What may go with a full bet, call or raise: challenge, propose."""
        self.held = held
        """Cards he may throw away."""
        self.fee = fee
        """Price of a card thrown away."""
        self.keep = keep
        """Sets of cards of which one must be kept whole: his openers where they may not be split (J11)."""


class Turn:
    """A player must decide."""

    __slots__ = ("kind", "legal", "seat")

    def __init__(self, seat: int, kind: str, legal: Legal) -> None:
        self.seat = seat
        self.kind = kind
        """bet · draw · answer (to a proposal) · force (after a refusal) · show."""
        self.legal = legal

    def allows(self, choice: Choice) -> bool:
        """Whether the choice is legal."""
        legal, kind = self.legal, choice.kind
        if kind not in legal.kinds:
            return False
        if choice.then and not self._allows_talk(choice):
            return False
        if kind in ("bet", "raise", "complete", "force"):
            to = choice.to
            if legal.sizes:
                return to in legal.sizes
            return legal.least <= to <= legal.most and (to % legal.chip == 0 or to in (legal.least, legal.most))
        if kind == "draw" and choice.cards:
            cards = set(choice.cards)
            if len(cards) < len(choice.cards) or len(cards) > legal.most or not cards <= set(legal.held):
                return False
            return not legal.keep or any(not cards & kept for kept in legal.keep)
        return True

    def _allows_talk(self, choice: Choice) -> bool:
        legal = self.legal
        if choice.then not in legal.then or choice.kind not in ("bet", "call", "raise"):
            return False
        if choice.then == "propose":
            return True
        # who is all in does not challenge (P13)
        return legal.call < legal.chips if choice.kind == "call" else choice.to < legal.all_in
