"""What a reader sees in place of the ids of a prompt."""

from __future__ import annotations

import pytest

from foam.text.spelled import spell_ids

WORDS = {"g1": "The pier was closed in March because its planks had rotted.", "g2": "Nobody was hurt."}


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (
            "g1 says when, g2 that it went well.",
            "“The pier was closed in March because …” says when, “Nobody was hurt.” that it went well.",
        ),
        ("The pier was closed (g1, g2).", "The pier was closed."),
        ("The pier was closed (see g1) and repaired [g2].", "The pier was closed and repaired."),
        (
            "It is printed on a4 paper (g3), as d:7dc0bb9a#g1 says.",
            "It is printed on a4 paper (g3), as d:7dc0bb9a#g1 says.",
        ),
    ],
)
def test_words_stand_for_the_ids_of_sentences_and_for_nothing_else(text: str, read: str) -> None:
    assert spell_ids(text, WORDS) == read
