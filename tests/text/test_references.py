"""References to parts of laws, and the pronoun that looks like a number of one."""

from __future__ import annotations

import pytest

from foam.text.mentions.references import find_references, find_unborne_references


@pytest.mark.parametrize(
    "text",
    [
        "What came of the harbour's rules I have not read.",
        "That is the case I know best.",
        "It is a decision I was never shown.",
        "Rules I have not read bind me all the same.",
        "That is a position I'd hold.",
    ],
)
def test_whoever_speaks_is_no_number(text: str) -> None:
    assert find_references(text) == ()


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("rules II have lapsed", "II"),
    ],
)
def test_a_number_stays_one_and_must_be_cited(text: str, place: str) -> None:
    assert [one.place for one in find_unborne_references(text, ["Nothing of the kind."])] == [place]
