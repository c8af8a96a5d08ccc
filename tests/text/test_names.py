"""Names of people and of institutions."""

from __future__ import annotations

import pytest

from foam.text.names import is_institution, make_name_key


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Smith, John", "J. Smith", True),
        ("John A. Smith", "john smith", False),
        ("John Smith", "Jane Smith", True),
        ("John Smith", "Ann Smith", False),
        ("Ministry of Health", "Ministry of Housing", False),
        ("Ludwig van Beethoven", "L. van Beethoven", True),
        ("Plato", "Plato", True),
        ("", "Plato", False),
    ],
)
def test_names_that_may_be_one_author(one: str, other: str, same: bool) -> None:
    assert (make_name_key(one) == make_name_key(other)) is same


@pytest.mark.parametrize("name", ["Health Office", "Friends of the River", "Rural Economics Unit", "Vale Partners Ltd"])
def test_institutions(name: str) -> None:
    assert is_institution(name.split())


def test_people_are_no_institutions() -> None:
    assert not is_institution(["Ludwig", "van", "Beethoven"])
