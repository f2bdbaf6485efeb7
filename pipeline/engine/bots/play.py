"""A bot: what one style does in its turn, from what its player may see and a source of luck of its own."""

from collections.abc import Callable, Mapping
from math import sqrt
from random import Random

from pokerstats.pipeline.engine.bots.betting import PASS, RAISE, amount, first_round, later_round
from pokerstats.pipeline.engine.bots.draw_hands import four_flush, with_kicker
from pokerstats.pipeline.engine.bots.judges import HighDraw, Judge, judge_of
from pokerstats.pipeline.engine.bots.laps import in_lap, talk
from pokerstats.pipeline.engine.bots.styles import STYLES, Style
from pokerstats.pipeline.engine.terms import Terms
from pokerstats.pipeline.engine.turn import CALL, CHECK, FOLD, SHOW, Choice, Legal
from pokerstats.pipeline.engine.view import View

Bot = Callable[[View, Random], Choice]

_USUAL_TABLE = 6
_NO_CHECK = 0.15
"""Where one must bet or fold, a hand is worth betting that would be checked elsewhere."""
_LEAVES_ANYWAY = 0.04


def bots_of(terms: Terms) -> Mapping[str, Bot]:
    """A bot of each style for a table's game, by the style's name."""
    judge = judge_of(terms)
    return {style.name: _bot(style, judge, terms) for style in STYLES}


def _bot(style: Style, judge: Judge, terms: Terms) -> Bot:
    first = next(street.name for street in terms.streets if street.betting)
    laps, high_draw = terms.laps, isinstance(judge, HighDraw)

    def play(view: View, luck: Random) -> Choice:
        turn = view.turn
        if turn is None:
            raise ValueError(f"it is not the turn of seat {view.seat}")
        kind, legal = turn.kind, turn.legal
        if kind == "draw":
            return _draw(style, judge, view, legal, luck, high_draw)
        if kind == "show":
            return SHOW
        if kind in ("answer", "force"):
            return talk(style, judge.chance(view), legal, luck)
        if laps:
            return in_lap(style, judge.chance(view), view, legal, luck)
        if view.street == first:
            return _first(style, judge, view, legal, luck)
        return _later(style, judge, view, legal, luck)

    return play


def stays_in(bot: Bot) -> Bot:
    """The same bot in a hand that he does not want to miss: where he would fold he mostly calls."""

    def play(view: View, luck: Random) -> Choice:
        choice = bot(view, luck)
        turn = view.turn
        stays = choice == FOLD and turn is not None and "call" in turn.legal.kinds and luck.random() > _LEAVES_ANYWAY
        return CALL if stays else choice

    return play


# ---------------------------------------------------------------- betting


def _first(style: Style, judge: Judge, view: View, legal: Legal, luck: Random) -> Choice:
    share = judge.start(view)
    kinds, terms = legal.kinds, view.terms
    if terms.openers_set and not view.level:
        # who holds openers opens, or waits for somebody else to do it
        opens = "bet" in kinds and luck.random() < 0.55 + 0.45 * style.bets
        return Choice("bet", legal.least) if opens else CHECK
    late = _late(view)
    if not legal.call and "check" not in kinds:
        # to open is the only way to stay (A3)
        wanted = share > 1 - (style.plays + style.opens) * 0.7 * late
        return _put_in(style, RAISE if wanted else PASS, share, view, legal, luck)
    decision = first_round(style, share, late, view.raises + _completed(view), legal.call, luck)
    return _put_in(style, decision, share, view, legal, luck)


def _completed(view: View) -> int:
    """1 if somebody opened or completed, which counts as no raise but tells the same."""
    terms = view.terms
    return int(view.level > 0 and not terms.has_blinds and not terms.has_button_blind and not terms.openers_set)


def _late(view: View) -> float:
    """Above 1 where few act later or few play at all, below 1 where many do."""
    seats = view.seats
    number = len(seats)
    place = seats.index(view.seat)
    if view.terms.stud:
        position = 1.0
    elif place < 2 and view.terms.has_blinds:
        position = 0.95
    else:
        position = 0.75 + 0.6 * place / (number - 1)
    return min(position * sqrt(_USUAL_TABLE / number), 1.9)


def _later(style: Style, judge: Judge, view: View, legal: Legal, luck: Random) -> Choice:
    chance = judge.chance(view)
    worth = chance if legal.call or "check" in legal.kinds else chance + _NO_CHECK
    decision = later_round(style, worth, legal.call, view.pot, view.raises, luck)
    return _put_in(style, decision, chance, view, legal, luck)


def _put_in(style: Style, decision: int, worth: float, view: View, legal: Legal, luck: Random) -> Choice:
    """The legal choice that comes nearest to the decision."""
    kinds = legal.kinds
    last = kinds[-1]
    if decision == RAISE and last in ("bet", "raise", "complete"):
        if legal.sizes:
            return Choice(last, legal.most if worth > 0.75 or luck.random() < style.bluffs else legal.least)
        own = legal.all_in - legal.chips
        added = amount(style, view.pot + legal.call, legal.chips - legal.call, legal.chip, luck)
        return Choice(last, max(legal.least, min(own + legal.call + added, legal.most)))
    if decision != PASS and "call" in kinds:
        return CALL
    if "check" in kinds:
        return CHECK
    return Choice("bring_in") if "bring_in" in kinds else FOLD


# ---------------------------------------------------------------- drawing


def _draw(style: Style, judge: Judge, view: View, legal: Legal, luck: Random, high: bool) -> Choice:
    if not legal.most:
        return Choice("draw")
    keep = judge.keep(view)
    if high:
        chance = luck.random()
        if chance < 0.12 * style.plays:
            keep = with_kicker(keep, view.cards)
        elif chance > 1 - 0.05 * style.bluffs:
            return Choice("draw")
        elif chance > 0.7 and len(keep.cards) == 2 and four_flush(view.cards):
            return _throw([card for card in view.cards if card not in (four_flush(view.cards) or ())], legal)
    return _throw([card for card in view.cards if card not in keep.cards], legal)


def _throw(cards: list[int], legal: Legal) -> Choice:
    if legal.keep and not any(kept.isdisjoint(cards) for kept in legal.keep):
        cards = [card for card in cards if card not in legal.keep[0]]
    return Choice("draw", 0, tuple(cards[: legal.most]))
