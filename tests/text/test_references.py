"""References to parts of laws, and the pronoun that looks like a number of one."""

from __future__ import annotations

import pytest

from foam_quotes.text.faithful import find_unfaithful
from foam_quotes.text.mentions.references import find_references, find_unborne_references


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


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("Articles 6, 7 and 9 govern this.", ["6", "7", "9"]),
        ("Rules 4.2 to 4.4 forbid it.", ["4.2", "4.4"]),
        ("§§ 12(a) and 12(c)", ["12(a)", "12(c)"]),
        ("Article 6 and 7 dogs", ["6"]),
        ("Sections 3 and 40 %", ["3"]),
    ],
)
def test_one_label_in_the_plural_names_several(text: str, places: list[str]) -> None:
    assert [one.place for one in find_references(text)] == places


def test_what_counts_parts_of_a_law_is_no_figure() -> None:
    cited = ["Under paragraph 3, income is the average of four payments."]
    assert find_unfaithful("The third paragraph takes the average.", cited=cited) == ()
    assert [one.found for one in find_unfaithful("The 7th payment is lacking.", cited=cited)] == ["7th"]
