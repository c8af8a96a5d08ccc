"""Figures that are spans of time: between held dates, or named by a word."""

from __future__ import annotations

import pytest

from foam.text.mentions.held import Held
from foam.text.mentions.numbers import Figure, find_numbers
from foam.text.mentions.times import is_time_between, is_time_named


def _first(text: str) -> Figure:
    return find_numbers(text)[0]


@pytest.mark.parametrize(
    ("text", "days", "years", "found"),
    [
        ("It came 7 days later.", (7,), (), True),
        ("It came 8 days later.", (7,), (), False),
        ("It came 2 weeks later.", (14,), (), True),
        ("It came 2 weeks later.", (2,), (), False),
        ("It came 5 years later.", (), (5,), True),
        ("It came 5 years later.", (), (6,), False),
        ("He died aged 35.", (), (35,), True),
        ("He died aged 35.", (), (36,), True),
        ("He died aged 35.", (), (34,), False),
        ("He is 35 years old.", (), (36,), True),
        ("It ran 5 seasons.", (), (4,), True),
        ("It ran 5 seasons.", (), (5,), False),
        ("It ran 2 decades.", (), (20,), True),
        ("It ran 2 months.", (2,), (2,), False),
        ("It held 7 boats.", (7,), (7,), False),
        ("It ran a quarter of a century.", (), (25,), True),
        ("It ran a quarter of a century.", (), (28,), False),
    ],
)
def test_a_time_between_dates(text: str, days: tuple[int, ...], years: tuple[int, ...], found: bool) -> None:
    held = Held(figures=(), words=frozenset(), days_apart=frozenset(days), years_apart=frozenset(years))
    assert is_time_between(_first(text), text, held) is found


@pytest.mark.parametrize(
    ("text", "word", "found"),
    [
        ("It took 7 days.", "week", True),
        ("It took 7 days.", "weekly", True),
        ("It took 14 days.", "fortnight", True),
        ("It took 2 weeks.", "fortnight", True),
        ("It took 10 years.", "decades", True),
        ("It took 100 years.", "century", True),
        ("It took 7 days.", "fortnight", False),
        ("It took about 7 days.", "week", False),
        ("It took 7 boats.", "week", False),
    ],
)
def test_a_time_that_a_word_names(text: str, word: str, found: bool) -> None:
    assert is_time_named(_first(text), text, Held(figures=(), words=frozenset({word}))) is found


def test_half_of_a_time_is_so_many_smaller_ones() -> None:
    text = "It took half a year."
    months = Held(figures=find_numbers("6 months"), words=frozenset({"months"}))
    days = Held(figures=find_numbers("6 days"), words=frozenset({"days"}))
    fewer = Held(figures=find_numbers("5 months"), words=frozenset({"months"}))
    assert [is_time_named(_first(text), text, held) for held in (months, days, fewer)] == [True, False, False]
