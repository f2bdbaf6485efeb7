"""The contract between parsers, replay, store and reports: the frames that pass between them, column by column.

Money is an Int64 of 1/10,000 of the currency unit (or chip) in every frame and DECIMAL(18,4) in the database.
Cards are text of two characters a card, separated by one space (``"Td 9c 2h"``); an unknown card is ``"??"``.
Frames are keyed by ``hand``, the row number of the hand in its batch (0 … n-1), and sorted by it; inside a hand
``seats`` is sorted by seat, ``actions`` by seq. ``hand_id`` is made once by :func:`hand_id`.
"""

from dataclasses import dataclass, field
from hashlib import blake2b

import polars as pl

MONEY_SCALE = 10_000
"""Integer units in one currency unit or chip."""

ACTIONS = (
    # forced money; only ante, dead_blind and fee do not count toward the street's bet
    "ante", "dead_blind", "fee", "small_blind", "big_blind", "button_blind", "straddle", "post", "bring_in",
    # decisions
    "fold", "check", "call", "bet", "complete", "raise",
    # a log's "all-in" that does not say which; replay resolves it to call, bet, complete or raise
    "all_in",
    # draws: n_cards thrown away, cards = the thrown ones if known, new_cards = what came for them if known
    "discard", "stand_pat",
    # showing and money after the betting
    "show", "muck", "return", "cash_out",
    # turns of home games (rules J9, M5, P4, P5, D5)
    "expose", "announce", "challenge", "compare", "propose", "agree", "refuse", "force", "dead_hand", "burn",
    # replace: new_cards = what came for a card exposed by the dealer (J9); show_openers: cards = what he opened on (J6)
    "reshuffle", "replace", "show_openers",
)  # fmt: skip
FORCED = ("ante", "dead_blind", "fee", "small_blind", "big_blind", "button_blind", "straddle", "post", "bring_in")
DECISIONS = ("fold", "check", "call", "bet", "complete", "raise")

STREETS = (
    "preflop", "flop", "turn", "river",
    "third", "fourth", "fifth", "sixth", "seventh",
    "predraw", "first_draw", "second_draw", "third_draw",
    "exchange", "first_lap", "second_lap", "third_lap",
    "second",  # five card stud's first street
    "showdown",
)  # fmt: skip
"""Streets in order of play. Blinds and antes stand on the first one; a draw opens the street named after it."""

BETTING = ("nl", "pl", "fl", "spread", "cap-nl", "cap-pl", "mixed")
KINDS = ("cash", "tournament", "play", "unknown")
REJECT_KINDS = ("unreadable", "incomplete", "impossible", "cancelled")
FACING = ("nothing", "forced", "bet", "raise")
"""What a decision faces: no price, forced money only, a bet or completion, a raise (preflop: more than the blinds)."""

ActionType = pl.Enum(ACTIONS)
StreetType = pl.Enum(STREETS)
BettingType = pl.Enum(BETTING)
KindType = pl.Enum(KINDS)
FacingType = pl.Enum(FACING)
MoneyType = pl.Int64
TimeType = pl.Datetime("us")

Schema = dict[str, pl.DataType | type[pl.DataType]]

# ---------------------------------------------------------------- what a parser yields

PARSED_HANDS: Schema = {
    "hand": pl.UInt32,
    "site": pl.String,  # as players name it: "PokerStars", "GGPoker", "pokerstats"
    "site_hand_no": pl.String,
    "series": pl.String,  # within which alone the number is unique, where it is not within the site; else null
    "line_from": pl.UInt32,  # 1-based, first and last line of the hand in its file
    "line_to": pl.UInt32,
    "game": pl.String,  # name of a game in pipeline/games: "holdem", "omaha5hilo", "5cd", "studhilo" …
    "mix": pl.String,  # "HORSE", "8-Game" … or null
    "rules": pl.String,  # rule set the log itself names (own JSON), else null
    "rule_options": pl.String,  # the options it names, one JSON object of text: {"split_openers": "yes"}; else null
    "deck": pl.Int8,  # cards in the deck if the log says it (24, 32, 36, 52), else null
    "ranking": pl.String,  # ranking order if the log names it ("by-frequency"), else null
    "chip": MoneyType,  # smallest coin if the log names it, else null
    "betting": BettingType,
    "kind": KindType,
    "currency": pl.String,  # ISO code; PLAY; CHIPS for tournaments and chips without currency; null = the log is silent
    "small_blind": MoneyType,
    "big_blind": MoneyType,  # fixed limit: the blind, not the bet; null in stud and ante-only games
    "ante": MoneyType,
    "bring_in": MoneyType,
    "small_bet": MoneyType,  # fixed limit
    "big_bet": MoneyType,
    "min_bet": MoneyType,  # spread, and agreed minimum / maximum of home games
    "max_bet": MoneyType,
    "open_bet": MoneyType,  # agreed opening bet of home games (J3)
    "cap": MoneyType,  # most a player can lose in the hand (cap games)
    "tournament_no": pl.String,
    "tournament_name": pl.String,
    "buy_in": MoneyType,
    "fee": MoneyType,
    "bounty": MoneyType,
    "buy_in_currency": pl.String,
    "level": pl.String,
    "table_name": pl.String,
    "max_seats": pl.Int8,
    "button_seat": pl.Int8,  # null if the log names none
    "hero_seat": pl.Int8,
    "fast_fold": pl.Boolean,
    "played_at": TimeType,  # UTC, null unless the log fixes the instant
    "played_local": TimeType,  # as printed
    "zone": pl.String,  # as printed
    "runs": pl.Int8,  # boards dealt (1, 2, 3)
    "board": pl.String,
    "board2": pl.String,
    "board3": pl.String,
    "stated_pot": MoneyType,  # as printed
    "stated_rake": MoneyType,
    "rake_parts": pl.List(pl.Struct({"part": pl.String, "amount": pl.Int64})),
    "added": MoneyType,  # put into the pot by the room (cash drop, splash); 0 if none
    "carried_in": MoneyType,
    "carried_out": MoneyType,
    "collects_uncalled": pl.Boolean,  # the room's "collected" holds the winner's own uncalled bet
    "text_hash": pl.UInt64,  # of the hand's text with line ends and outer blanks normalised: tells an edited copy
    "text": pl.String,  # null unless asked for
}

PARSED_SEATS: Schema = {
    "hand": pl.UInt32,
    "seat": pl.Int8,
    "player": pl.String,
    "player_key": pl.String,  # the room's own id of the player where it has one (PokerNow), else null
    "stack": MoneyType,  # before antes and blinds
    "dealt_in": pl.Boolean,
    "hole_cards": pl.String,  # as dealt face down, in order (stud: two, then the seventh street's); draw: first hand
    "up_cards": pl.String,  # stud, third street first
    "final_cards": pl.String,  # draw games: the hand after the last draw, if known; else null
    "bounty": MoneyType,  # on this player's head
    "line": pl.UInt32,
}

PARSED_ACTIONS: Schema = {
    "hand": pl.UInt32,
    "seq": pl.UInt16,  # 0-based in the hand
    "street": StreetType,
    "seat": pl.Int8,
    "action": ActionType,
    "amount": MoneyType,  # chips added now, if the log says it; return: chips given back; cash_out: chips received
    "to_amount": MoneyType,  # the player's total on this street after the action, if the log says it
    "all_in": pl.Boolean,  # as the log says
    "n_cards": pl.Int8,
    "cards": pl.String,
    "new_cards": pl.String,
    "said": pl.String,  # show: the hand as the log names it; announce: what; dead_hand, expose: why, by whom
    "target_seat": pl.Int8,  # challenge: who is challenged; compare: seat drops out as by a fold, target_seat stays
    "run": pl.Int8,  # show: the run it was shown for, if the log says so
    "line": pl.UInt32,
}

PARSED_PAYOUTS: Schema = {
    "hand": pl.UInt32,
    "pot_no": pl.Int8,  # 0 main pot, 1 first side pot …; null = the log just says "pot"
    "run": pl.Int8,  # 1, 2, 3; null = the log does not say
    "side": pl.String,  # "high", "low" or null
    "seat": pl.Int8,
    "amount": MoneyType,
    "line": pl.UInt32,
}

PARSED_REJECTED: Schema = {
    "line_from": pl.UInt32,
    "line_to": pl.UInt32,
    "site": pl.String,
    "site_hand_no": pl.String,
    "kind": pl.String,  # REJECT_KINDS
    "reason": pl.String,  # lower case, value as written, what was expected
    "line": pl.UInt32,  # the line at fault
    "text": pl.String,
}

# ---------------------------------------------------------------- what replay adds

REPLAYED_HANDS: Schema = {
    **PARSED_HANDS,
    "n_players": pl.Int8,  # dealt in
    "pot": MoneyType,  # gross, after uncalled bets went back: sum(put_in - returned) + added + carried_in
    "rake": MoneyType,  # pot - sum(won) - carried_out, whatever the log prints
    "showdown": pl.Boolean,  # at least two players had not folded at the end
    "dead_button": pl.Boolean,
}

REPLAYED_SEATS: Schema = {
    **PARSED_SEATS,
    "position": pl.String,  # stats.md section 2; null in stud and for players not dealt in
    "position_no": pl.Int8,  # seats before the button: BTN 0, CO 1 …; SB -1, BB -2
    "posted_out_of_position": pl.Boolean,
    "put_in": MoneyType,
    "returned": MoneyType,
    "won": MoneyType,  # never the player's own uncalled bet
    "adjust": MoneyType,  # between player and house outside the pot (cash-out)
    "net": MoneyType,  # won - (put_in - returned) + adjust
    "dead": MoneyType,  # dead blinds in put_in
    "saw_showdown": pl.Boolean,
    "showed": pl.Boolean,
    "mucked": pl.Boolean,
    "folded_on": StreetType,
    "all_in_street": StreetType,  # of the player's own last chips
    "allin_forced": pl.Boolean,  # all in by blinds or antes alone
    "cashed_out": pl.Boolean,
}

REPLAYED_ACTIONS: Schema = {
    **PARSED_ACTIONS,  # amount and to_amount filled, all_in as it was, bet/complete/raise/all_in named by the state
    "street_no": pl.Int8,  # 0 = first betting round
    "is_decision": pl.Boolean,
    "street_bet": MoneyType,  # total each player must have on this street to stay, before the action (nominal blinds)
    "to_call": MoneyType,  # street_bet less the player's own street total, not capped by his stack
    "pot_before": MoneyType,  # everything in the middle
    "stack_before": MoneyType,
    "level": pl.Int8,  # price before: 0 none or only a bring-in; 1 blinds or first bet; 2 first raise; 3 = 3-bet …
    "raises_before": pl.Int8,  # raises on this street before, after "the bet" (rule L8)
    "last_raise": MoneyType,  # what the last full bet or raise of the street added; first: big blind or minimum bet
    "short_raise": pl.Boolean,  # all-in raise below the full size
    "can_raise": pl.Boolean,  # stack > to_call and another player still in has chips behind
    "players_in": pl.Int8,  # not folded, with the actor
    "players_behind": pl.Int8,  # others still in who have chips (not all in)
    "expected_seat": pl.Int8,  # whose turn it was; null where order does not apply
    "facing": FacingType,
    "entered_before": pl.Int8,  # others who put in money of their own will on this street (live posters who check too)
    "callers_before": pl.Int8,  # others who called since the street's last bet or raise (level 1 preflop: limpers)
    "own_decisions_before": pl.Int8,  # the player's decisions on this street before
    "own_last": ActionType,  # his last decision on this street
    "aggressor_seat": pl.Int8,  # last bettor or raiser of this street before
    "last_street_aggressor": pl.Int8,  # last bettor or raiser of the round before; null if it was checked through
    "is_aggressor": pl.Boolean,  # actor = aggressor_seat
}

REPLAYED_PAYOUTS: Schema = PARSED_PAYOUTS

POTS: Schema = {
    "hand": pl.UInt32,
    "pot_no": pl.Int8,
    "amount": MoneyType,  # gross
    "paid": MoneyType,  # sum of payouts known to come from it; null if the log does not tell them apart
    "eligible": pl.List(pl.Int8),  # seats that filled it and did not fold
}

SHOWDOWNS: Schema = {
    "hand": pl.UInt32,
    "pot_no": pl.Int8,
    "run": pl.Int8,  # 1, 2, 3
    "side": pl.String,  # "high" / "low"
    "seat": pl.Int8,
    "cards": pl.String,  # the five (badugi: up to four) that count, best first
    "category": pl.String,  # "full house", "eight low", "badugi" … ; null if the hand does not qualify
    "strength": pl.Int32,  # higher wins, comparable inside a side; 0 = does not qualify
    "share_due": MoneyType,  # of what the pot paid
    "share_paid": MoneyType,  # null if the log does not tell pots or sides apart
    "stated": pl.String,  # what the log called the hand
}


@dataclass(frozen=True)
class Parsed:
    """One batch of hands as their log tells them. Faulty hands are in ``rejected`` and nowhere else."""

    hands: pl.DataFrame
    seats: pl.DataFrame
    actions: pl.DataFrame
    payouts: pl.DataFrame
    rejected: pl.DataFrame
    lines: int = 0  # lines the batch spans
    lines_unmatched: int = 0  # lines outside stored hands that are neither blank nor known noise


@dataclass(frozen=True)
class Replayed:
    """One batch after replay and re-scoring: ready to be stored."""

    hands: pl.DataFrame
    seats: pl.DataFrame
    actions: pl.DataFrame
    payouts: pl.DataFrame
    pots: pl.DataFrame
    showdowns: pl.DataFrame
    rejected: pl.DataFrame
    lines: int = 0
    lines_unmatched: int = 0
    notes: dict[str, int] = field(default_factory=dict)


def hand_id(site: str, site_hand_no: str, series: str | None = None) -> int:
    """The same positive 63-bit number for the same hand of the same room, in whatever order or file it is met."""
    key = "\0".join((site, site_hand_no, *([series] if series else [])))
    return int.from_bytes(blake2b(key.encode(), digest_size=8).digest(), "big") >> 1


def empty(schema: Schema) -> pl.DataFrame:
    """A frame of no rows with the columns of ``schema``."""
    return pl.DataFrame(schema=schema)
