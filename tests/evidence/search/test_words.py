"""Words as an index sees them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam_quotes.text.stem import stem
from foam_quotes.text.terms import STOP_WORDS, list_plain_words, stem_words


@given(st.text() | st.text(st.characters(codec="ascii")))
def test_words_are_the_stems_of_what_is_no_stop_word(text: str) -> None:
    assert stem_words(text) == [stem(word) for word in list_plain_words(text) if word not in STOP_WORDS]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The taxes weren't raised, were they?", ["tax", "not", "rais"]),
        ("Élèves naïfs", ["elev", "naif"]),
        ("no_name 3.5%", ["no", "name", "3", "5"]),
        ("", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert stem_words(text) == expected
