"""Sums that a text writes out with signs, read with what they come to."""

from __future__ import annotations

from fractions import Fraction

import pytest

from foam_quotes.text.mentions.workings import find_workings


@pytest.mark.parametrize(
    ("text", "comes_to"),
    [
        ("2 + 3 × 4 = 14", "14"),
        ("(2 + 3) × 4 = 20", "20"),
        ("40 - 15 = 25", "25"),
        ("100 / 8 = 12.5", "25/2"),
        ("200 + 10 % = 220", "220"),
        ("200 − 10 % = 180", "180"),
        ("10 % + 5 % = 15 %", "3/20"),
        ("3 boxes × 4 = 12", "12"),
        ("12.50 € × 2 = 25", "25"),
        ("12 / 40 = 30 %", "3/10"),
        ("½ × 40 = 20", "20"),
    ],
)
def test_a_sum_comes_to_what_arithmetic_says(text: str, comes_to: str) -> None:
    (found,) = find_workings(text)
    assert found.value == Fraction(comes_to)
    assert found.is_right
    assert found.span.of(text) == text
    assert found.left.of(text) == text.partition(" =")[0]


def test_a_sum_goes_on_from_its_result() -> None:
    first, second = find_workings("10 × 60 = 600 - 20 = 570")
    assert (first.value, first.is_right) == (Fraction(600), True)
    assert (second.value, second.is_right) == (Fraction(580), False)


@pytest.mark.parametrize("text", ["2 + = 5", "4 / 0 = 4", "12 = 12", "(3 + 4 = 7", "10 % + 5 % = 15"])
def test_what_is_no_sum_is_not_read(text: str) -> None:
    assert not any(found.left.of(text) == text.partition(" =")[0] for found in find_workings(text))
