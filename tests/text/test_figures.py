"""Decimal numbers in every usual way to group and point them."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal

import pytest

from foam_quotes.text.figures import parse_decimal


@pytest.mark.parametrize(
    ("text", "grouping", "point"),
    [
        ("7", "7", "7"),
        ("1,234", "1234", "1234"),
        ("1.234", "1234", "1.234"),
        ("123,456", "123456", "123456"),
        ("1234,567", "1234.567", "1234.567"),
        ("1234.567", "1234.567", "1234.567"),
        ("0,234", "0.234", "0.234"),
        ("0.234", "0.234", "0.234"),
        ("-1,234", "-1234", "-1234"),
        ("1,23", "1.23", "1.23"),
        ("1,2345", "1.2345", "1.2345"),
        ("1,234.5", "1234.5", "1234.5"),
        ("1.234,5", "1234.5", "1234.5"),
        ("1,234,567", "1234567", "1234567"),
        ("1'234'567.8", "1234567.8", "1234567.8"),
        ("1 234,50", "1234.50", "1234.50"),
        ("12.", "12", "12"),
        (" 12, ", "12", "12"),
    ],
)
def test_a_number_is_read_as_it_is_grouped(text: str, grouping: str, point: str) -> None:
    lone: tuple[tuple[Literal["grouping", "decimal point"], str], ...] = (
        ("grouping", grouping),
        ("decimal point", point),
    )
    for three, expected in lone:
        assert str(parse_decimal(text, lone_three=three)) == expected


@pytest.mark.parametrize(
    "text", ["", "-", "one", "1,23,4", "1.2,3.4", "1,234.567.8", "--1", "1-2", "12a", "१२", ".", ",5,"]
)
def test_what_is_no_number_is_none(text: str) -> None:
    assert parse_decimal(text, lone_three="grouping") is None


def test_a_value_is_a_decimal() -> None:
    assert parse_decimal("1,5", lone_three="grouping") == Decimal("1.5")
