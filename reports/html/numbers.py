"""Numbers as the report writes them: U+2212 for minus, commas between thousands, money to its last digit."""

import datetime as dt
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

MINUS = "−"
DASH = "–"
NO_CODE = {"CHIPS", "PLAY"}
"""Currencies whose amounts are written without a code, because they are no money."""

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

Number = int | float | Decimal


@dataclass(frozen=True)
class Money:
    """An amount and the code that stands after it (empty for chips and play money)."""

    text: str
    code: str


def number(value: Number, places: int = 0, *, signed: bool = False) -> str:
    """A number rounded to ``places``; signed ones carry a plus too, and zero has no sign."""
    rounded = Decimal(str(value)).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_EVEN)
    sign = "" if rounded == 0 else MINUS if rounded < 0 else "+" if signed else ""
    return f"{sign}{abs(rounded):,.{places}f}"


def count_of(many: int, one: str, more: str | None = None) -> str:
    """A count with its noun: ``1 hand``, ``45,004 hands``."""
    return f"{many:,} {one if many == 1 else more or one + 's'}"


def amount(value: Decimal, currency: str | None, *, signed: bool = False) -> str:
    """An amount without its code: two decimals, more where the log has more, none for whole chips."""
    places = max(2, -_exponent(value))
    if currency in NO_CODE and value == value.to_integral_value():
        places = 0
    return number(value, places, signed=signed)


def money(value: Decimal, currency: str | None, *, signed: bool = False) -> Money:
    """An amount with its code."""
    return Money(amount(value, currency, signed=signed), "" if currency is None or currency in NO_CODE else currency)


def currency_name(currency: str | None) -> str:
    """What a line of amounts is headed by."""
    return {None: "currency not named", "CHIPS": "chips", "PLAY": "play money"}.get(currency, currency or "")


def day(moment: dt.datetime, *, weekday: bool = False, year: bool = True) -> str:
    """A date in words: ``28 Jun 2026`` or ``Sun 28 Jun``."""
    text = f"{moment.day} {MONTHS[moment.month - 1]}"
    text = f"{DAYS[moment.weekday()]} {text}" if weekday else text
    return f"{text} {moment.year}" if year else text


def clock(moment: dt.datetime) -> str:
    """The time of day to the minute."""
    return f"{moment.hour:02}:{moment.minute:02}"


def duration(minutes: int) -> str:
    """Hours and minutes: ``2:26``."""
    return f"{minutes // 60}:{minutes % 60:02}"


def _exponent(value: Decimal) -> int:
    exponent = value.normalize().as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
