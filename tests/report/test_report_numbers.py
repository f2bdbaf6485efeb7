"""How the report writes numbers, money, dates and cards."""

import datetime as dt
from decimal import Decimal

import pytest

from pokerstats.reports.html.cards import cards
from pokerstats.reports.html.numbers import amount, count_of, day, money, number


@pytest.mark.parametrize(
    ("value", "places", "signed", "written"),
    [
        (45004, 0, False, "45,004"),
        (-12.34, 1, True, "−12.3"),
        (12.36, 1, True, "+12.4"),
        (-0.04, 1, True, "0.0"),
        (0, 2, True, "0.00"),
        (Decimal("-1204.5"), 2, True, "−1,204.50"),
    ],
)
def test_number(value: Decimal, places: int, signed: bool, written: str) -> None:
    assert number(value, places, signed=signed) == written


@pytest.mark.parametrize(
    ("value", "currency", "written"),
    [
        ("12.5000", "EUR", "12.50"),
        ("0.0050", "USD", "0.005"),
        ("1500.0000", "CHIPS", "1,500"),
        ("2.5000", "CHIPS", "2.50"),
        ("0.0000", "EUR", "0.00"),
        ("100.0000", None, "100.00"),
    ],
)
def test_amounts_keep_every_digit_of_the_log(value: str, currency: str | None, written: str) -> None:
    assert amount(Decimal(value), currency) == written


def test_chips_have_no_code() -> None:
    assert money(Decimal(5), "EUR", signed=True).code == "EUR"
    assert money(Decimal(5), "PLAY").code == ""


def test_counts_agree_with_their_noun() -> None:
    assert [count_of(many, "hand") for many in (0, 1, 1200)] == ["0 hands", "1 hand", "1,200 hands"]


def test_days() -> None:
    assert day(dt.datetime(2026, 6, 28), weekday=True, year=False) == "Sun 28 Jun"


def test_cards() -> None:
    ten, unknown = cards("Td ??", fresh="Td")
    assert (ten.rank, ten.glyph, ten.words, ten.fresh) == ("10", "♦", "ten of diamonds", True)
    assert (unknown.suit, unknown.words) == ("", "a card nobody saw")
