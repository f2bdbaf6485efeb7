"""What each format cannot hold: the columns and rows that differ when an exported hand is read again.

The tests compare all tables with this list in hand, and docs/export.md is held to it.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Loss:
    """One thing that does not come back. ``when`` is SQL over the stored row: ``old``, its hand: ``hands``."""

    formats: tuple[str, ...]
    table: str
    columns: tuple[str, ...]
    """Columns that may differ; none: the whole row is missing."""
    when: str
    says: str


NOT_COMPARED = {
    "hands": ("file_id", "line_from", "line_to", "text", "text_hash"),
    "seats": ("line",),
    "actions": ("line",),
    "payouts": ("line",),
}
"""Where a hand lies in its file, and its text: these are always new."""

_MOVED = ("street", "street_no", "street_bet", "to_call", "level", "raises_before", "last_raise", "expected_seat",
          "facing", "own_last", "own_decisions_before", "entered_before", "callers_before", "aggressor_seat",
          "last_street_aggressor", "is_aggressor", "to_amount", "can_raise", "short_raise")  # fmt: skip
"""What follows from the street on which an action stands."""

LOSSES = (
    Loss(
        ("json", "ohh", "phh"),
        "seats",
        ("hole_cards",),
        "old.hole_cards is null and old.showed",
        "the first cards of a player who showed before any draw: his hand is then known as dealt",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("rules", "deck", "ranking", "chip", "min_bet", "max_bet", "open_bet"),
        "true",
        "the rule set, deck and ranking order, where they are those of the room's own game; smallest coin, least and "
        "largest bet",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("played_local", "zone"),
        "old.played_local is null or old.zone is null or not regexp_full_match(old.zone, '[A-Z]{2,5}')",
        "the local time of a hand whose zone is no label such as CET: the time is written as UTC",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("played_at", "played_local"),
        "coalesce(date_trunc('second', old.played_at) <> old.played_at, false)"
        " or coalesce(date_trunc('second', old.played_local) <> old.played_local, false)",
        "parts of a second",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("stated_pot", "stated_rake"),
        "old.stated_pot is null or old.stated_rake is null",
        "that the log was silent on pot and rake: what the replay found is written",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("kind", "currency"),
        "old.currency is null or (old.currency in ('CHIPS', 'PLAY')) <> (old.kind <> 'cash')",
        "that cash is not told from chips, or a currency is missing: without a currency the kind is unknown",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("hero_seat",),
        "old.hero_seat is null",
        "that a log of a single known hand is nobody's: that player is taken for its owner",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("table_name",),
        "old.table_name is null",
        "that the table has no name: it is empty",
    ),
    Loss(
        ("pokerstars",),
        "hands",
        ("small_blind", "big_blind", "bring_in"),
        "old.betting = 'fl'",
        "blinds and bring-in of fixed limit that nobody posted in full: the text names the bets",
    ),
    Loss(("pokerstars",), "seats", ("player_key",), "true", "the room's own ids of players"),
    Loss(
        ("pokerstars",),
        "actions",
        (),
        "old.action in ('burn', 'reshuffle')",
        "burnt cards and reshuffles: the rows are not written, and the others close up",
    ),
    Loss(
        ("pokerstars",),
        "actions",
        _MOVED,
        "old.action in ('show', 'muck', 'cash_out', 'return') and exists (select 1 from actions as burnt where "
        "burnt.hand_id = old.hand_id and burnt.action in ('burn', 'reshuffle'))",
        "with them, the state of the betting when hands are shown after streets on which nobody could bet",
    ),
    Loss(
        ("pokerstars",),
        "actions",
        _MOVED,
        "old.action in ('show', 'muck', 'cash_out') and old.street <> 'showdown'",
        "the street on which a hand was shown or thrown away before the showdown",
    ),
    Loss(
        ("pokerstars",),
        "payouts",
        ("pot_no",),
        "old.pot_no = 0 and (select count(*) from pots where pots.hand_id = old.hand_id) = 1",
        "the number of a single pot",
    ),
    Loss(
        ("pokerstars",),
        "payouts",
        ("side",),
        "true",
        "which payout was for the high and which for the low hand",
    ),
    Loss(
        ("pokerstars",),
        "showdowns",
        ("share_paid",),
        "exists (select 1 from payouts where payouts.hand_id = old.hand_id and side is not null)",
        "with it, what each half paid to whom",
    ),
)


def losses_of(name: str) -> tuple[Loss, ...]:
    """What a format cannot hold."""
    return tuple(loss for loss in LOSSES if name in loss.formats)
