"""What is no evidence: formulas, mark-up, forms to fill in and broken pieces."""

from __future__ import annotations

import pytest

from foam.text.evidence import is_fragment


@pytest.mark.parametrize(
    "text",
    [
        r"R_i = \sum_{j \neq i} w_{ij} .",
        "The warden warned of the dangers of open fires: .",
        "How would you like XXX Parish Council to be run?",
        "I, ______, agree to the rules of the hut.",
        "Dear [name of the tenant], we write about your flat.",
        '{| class="wikitable" style="width: 90%" .',
        "[[File:Harbour.jpg|thumb|The harbour in spring.]]",
        "|- 1974 Brig Was rebuilt from a schooner to a brig .",
        ". |- 1981 Brig Was sold.",
        "Harbour Date Boats Boats Moored % Boats Lost % Tolls % .",
        "Berth Name of Skipper Boat Year Built .",
        "Why?",
        "And what then?",
        "Nonsense!",
    ],
)
def test_what_nobody_could_rest_on_is_a_fragment(text: str) -> None:
    assert is_fragment(text)


@pytest.mark.parametrize(
    "text",
    [
        "Title XXX of the code was repealed.",
        "The harbour was closed [12].",
        "The buoys of the inner harbour were painted in green and in red.",
        "Ada Lorne and Jon Berg were seen in Ham with Lisbeth Aranda and Corvin Hale .",
        "Boats in the outer harbour must show a light that is red, and those that leave one that is green.",
        "The boats are in red Bergen colours.",
        "| Skua | 2019 | 12.5 |",
        "He said: “It was closed.”",
        "The style of the hall is plain.",
        "| -5 | 3 boats were lost. |",
        "Holm declined.",
        "35% disagreed.",
        "Who would pay for the harbour?",
    ],
)
def test_what_says_something_is_none(text: str) -> None:
    assert not is_fragment(text)
