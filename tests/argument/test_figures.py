"""Figures as people write them are read as what they mean; what may mean two things is not read."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.argument.figures import FigureKind, parse_figure, show_figure
from foam_quotes.text.figures import parse_date


@pytest.mark.parametrize(
    ("written", "amount"),
    [
        ("310", "310"), ("310.00", "310"), ("310,5", "310.5"), ("1,215", "1215"), ("1.215", "1215"),
        ("1 215", "1215"), ("1'215.00", "1215"), ("1.215,00", "1215"), ("1,215.60", "1215.60"),
        ("1,215,000", "1215000"), ("1.215.000,5", "1215000.5"), ("0.215", "0.215"), ("-180.00", "-180"),
        ("1215.", "1215"), ("12,15,000", "1215000"),
    ],
)  # fmt: skip
def test_amounts(written: str, amount: str) -> None:
    assert parse_figure("amount", written) == Decimal(amount)


@pytest.mark.parametrize(
    ("written", "number"),
    [("4.3", "4.3"), ("4,3", "4.3"), ("4.333", "4.333"), ("1,215", "1215"), ("two", "2"), ("Twelve", "12")],
)
def test_numbers(written: str, number: str) -> None:
    assert parse_figure("number", written) == Decimal(number)


@pytest.mark.parametrize(
    "written",
    ["", "crowns", "1,2.3,4", "1.2.3", "1,2,345.6", ".5", "--3", "9" * 16, "½", "٣", "NaN", "1e9", "Infinity"],
)
@pytest.mark.parametrize("kind", ["amount", "number"])
def test_what_is_no_figure_is_not_read(kind: FigureKind, written: str) -> None:
    assert parse_figure(kind, written) is None


@pytest.mark.parametrize(
    "written",
    [
        "7 February 2025", "7th of February 2025", "February 7, 2025", "Feb. 7 2025", "7 Feb 2025", "2025-02-07",
        "07.02.2025", "7. 2. 2025", "7. February 2025",
    ],
)  # fmt: skip
def test_dates(written: str) -> None:
    assert parse_date(written) == date(2025, 2, 7)


def test_a_date_that_may_be_two_is_none() -> None:
    assert parse_date("02/07/2025") is None
    assert parse_date("14/02/2025") == parse_date("02/14/2025") == date(2025, 2, 14)


@pytest.mark.parametrize("written", ["31 February 2025", "2025-13-01", "2025-02", "2025", "7 Brumaire 2025", "soon"])
def test_what_is_no_day_is_no_date(written: str) -> None:
    assert parse_date(written) is None


@given(cents=st.integers(0, 10**11))
def test_an_amount_that_is_shown_is_read_again(cents: int) -> None:
    amount = Decimal(cents) / 100
    assert parse_figure("amount", show_figure(amount)) == amount


@given(day=st.dates())
def test_a_date_that_is_shown_is_read_again(day: date) -> None:
    assert parse_date(show_figure(day)) == day or day.year < 1000


def test_half_a_cent_is_rounded_up_and_numbers_are_short() -> None:
    assert show_figure(Decimal("0.125")) == "0.13"
    assert show_figure(Decimal("90"), "number") == "90"
    assert show_figure(Decimal("4.30"), "number") == "4.3"
    assert show_figure(True) == "yes"
