"""Totals and averages that a sentence gives of the table beside it."""

from __future__ import annotations

import pytest

from foam.evidence.document import Origin, make_document
from foam.examination.arithmetic import find_arithmetic
from foam.examination.file import make_case_file

TABLE = """| Month | Boats moored | Nights sold |
|---|---|---|
| May | 12 | 31 |
| June | 18 | 47 |
| July | 25 | 66 |"""


def _find(text: str) -> list[str]:
    document = make_document(text, origin=Origin(file="harbour.md", format="md", importer="test"))
    return [one.text for one in find_arithmetic(make_case_file([document]))]


@pytest.mark.parametrize(
    ("told", "right"),
    [
        ("Nights sold in all: 154.", "144"),
        ("Boats moored over the whole season: 58.", "55"),
        ("The nights sold come to 139 altogether.", "144"),
        ("Average of nights sold: 51.", "48"),
    ],
)
def test_a_total_in_a_sentence_is_held_to_its_column(told: str, right: str) -> None:
    (found,) = _find(f"{TABLE}\n\n{told}\n")
    assert right in found


@pytest.mark.parametrize(
    "told",
    [
        "Nights sold in all: 144.",
        "Average of nights sold: 48.",
        "Nights sold in June and July together: 113.",
        "Nights sold in all, without the regatta: 130.",
        "Nights sold in all last year: 131.",
        "Together the harbour has 60 berths.",
        "Boats and nights together: 199.",
    ],
)
def test_what_is_right_or_of_something_else_is_left_alone(told: str) -> None:
    assert not _find(f"{TABLE}\n\n{told}\n")


def test_a_total_of_the_only_column_needs_none_of_its_words() -> None:
    (found,) = _find(
        "| Item | Pounds |\n|---|---|\n| Rope | 40 |\n| Paint | 65 |\n| Lamp | 30 |\n\nTotal claimed: 155.\n"
    )
    assert "135" in found
