"""Sums in prose: what is stated right never slips, what is stated wrong always does, and the rest is left alone."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.contest.arithmetic import slips, sums

NUMBERS = st.integers(1, 99_999)


@pytest.mark.parametrize(
    ("text", "stated", "worked"),
    [
        ("The average of the weekly payments of 310, 295, 305 and 310 crowns is 315 crowns.", "315", "305"),
        ("305 multiplied by 4.3 gives 1,351.50 crowns.", "1,351.50", "1,311.50"),
        ("20 percent of 1,311.50 is 252.30.", "252.30", "262.30"),
        ("The sum of 12 lambs, 30 lambs and 4 lambs is 48 lambs.", "48", "46"),
        ("900 yen less 250 yen is 750 yen.", "750", "650"),
        ("Of them, 29 of the 38 decisions is 80 percent.", "80", "76"),
        ("It fell from 61 to 19, a fall of 59 percent.", "59", "69"),
        ("1,685.60 is below the limit of 1,215.", "holds", "does not hold"),
    ],
)
def test_a_slip_is_found_and_the_right_figure_named(text: str, stated: str, worked: str) -> None:
    (slip,) = slips(text)
    assert (slip.stated, slip.worked) == (stated, worked)


@pytest.mark.parametrize(
    "text",
    [
        "Absence fell from 9 to 5 percent, a fall of 4 percent.",
        "5 divided by 0 is 3.",
        "In 38 of them the tool had taken a single pay stub.",
        "Nothing is counted here.",
        "2 million plus 500,000 is 2.5 million.",
        "",
    ],
)
def test_what_is_right_loosely_put_or_no_sum_is_left_alone(text: str) -> None:
    assert slips(text) == ()


@given(a=NUMBERS, b=NUMBERS, off=st.integers(-50, 50))
def test_a_product_slips_exactly_when_it_is_off(a: int, b: int, off: int) -> None:
    (found,) = sums(f"{a:,} times {b:,} is {a * b + off:,}." if a * b + off > 0 else f"{a:,} times {b:,} is {a * b:,}.")
    assert found.wrong == (a * b + off > 0 and off != 0)


@given(figures=st.lists(NUMBERS, min_size=2, max_size=6), places=st.integers(0, 2))
def test_an_average_rounded_to_any_number_of_places_is_no_slip(figures: list[int], places: int) -> None:
    listed = ", ".join(map(str, figures[:-1]))
    mean = (Decimal(sum(figures)) / len(figures)).quantize(Decimal(1).scaleb(-places), "ROUND_HALF_UP")
    assert slips(f"The average of {listed} and {figures[-1]} is {mean}.") == ()
