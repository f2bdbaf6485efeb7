"""The equations that must balance: every hand read is somewhere, every chip put in is paid out."""

from dataclasses import dataclass
from decimal import Decimal

from pokerstats.reports.html.frames import Connection, frame
from pokerstats.reports.html.numbers import amount, count_of, currency_name

READ = """
select coalesce(sum(hands_read), 0)::bigint as read, coalesce(sum(hands_duplicate), 0)::bigint as duplicate,
       coalesce(sum(hands_rejected), 0)::bigint as refused, (select count(*) from hands) as stored, count(*) as files
from files
"""
CHIPS = """
with at_seats as (
    select hand_id, sum(put_in - returned) as put_in, sum(won) as won from seats group by hand_id
),
hand_chips as (
    select h.hand_id, h.currency, s.put_in, s.won, h.added, h.carried_in, h.carried_out,
           coalesce(list_sum(list_transform(h.rake_parts, lambda part: part.amount)), h.stated_rake, h.rake) as rake
    from hands h join at_seats s using (hand_id)
)
select currency, sum(put_in) as put_in, sum(added) as added, sum(carried_in) as carried_in, sum(won) as won,
       sum(rake) as rake, sum(carried_out) as carried_out,
       count(*) filter (put_in + added + carried_in <> won + rake + carried_out) as broken
from hand_chips
group by currency
order by currency in ('CHIPS', 'PLAY'), currency is null, count(*) desc, currency
"""


@dataclass(frozen=True)
class Term:
    """One number of an equation with its word; ``op`` stands before it."""

    op: str
    value: str
    word: str


@dataclass(frozen=True)
class Balance:
    """An equation, whether it holds, and what to say at its end."""

    label: str
    terms: list[Term]
    holds: bool
    verdict: str


def hands_balance(con: Connection, label: str = "Hands") -> Balance:
    """Read = stored + duplicate + refused, where *stored* is counted in the table of hands itself."""
    row = frame(con, READ).row(0, named=True)
    stored, off = row["stored"], row["read"] - row["stored"] - row["duplicate"] - row["refused"]
    terms = [
        Term("", f"{row['read']:,}", "read"),
        Term("=" if off == 0 else "≠", f"{stored:,}", "stored"),
        Term("+", f"{row['duplicate']:,}", "duplicate"),
        Term("+", f"{row['refused']:,}", "refused"),
    ]
    verdict = "balances" if off == 0 else f"{count_of(abs(off), 'hand')} {'missing' if off > 0 else 'too many'}"
    return Balance(label, terms, off == 0, verdict)


def chip_balances(con: Connection) -> list[Balance]:
    """For each currency: put in (and added, carried in) = won + rake (+ carried out), with the rake the log states."""
    return [_chips(row) for row in frame(con, CHIPS).iter_rows(named=True)]


def _chips(row: dict[str, object]) -> Balance:
    code = row["currency"] if isinstance(row["currency"], str) else None
    value = {name: item for name, item in row.items() if isinstance(item, Decimal)}
    left = [(name, word) for name, word in (("put_in", "put in"), ("added", "added"), ("carried_in", "carried in"))]
    right = [("won", "won"), ("rake", "rake"), ("carried_out", "carried out")]
    always = {"put_in", "won", "rake"}
    off = sum((value[name] for name, _ in left), Decimal(0)) - sum((value[name] for name, _ in right), Decimal(0))
    broken = row["broken"] if isinstance(row["broken"], int) else 0
    terms = [
        Term("=" if name == "won" and off == 0 else "≠" if name == "won" else "" if name == "put_in" else "+",
             amount(value[name], code), word)
        for name, word in left + right
        if name in always or value[name] != 0
    ]  # fmt: skip
    verdict = "balances"
    if broken:
        verdict = count_of(broken, "hand") + (
            f", {amount(abs(off), code)} {'missing' if off > 0 else 'too much'}" if off else ""
        )
    label = {"CHIPS": "Chips", "PLAY": "Play money"}.get(code or "", f"Chips, {currency_name(code)}")
    return Balance(label, terms, not broken and off == 0, verdict)
