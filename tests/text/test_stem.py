"""Stems of English words."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from snowballstemmer.english_stemmer import EnglishStemmer  # type: ignore[import-untyped]

from foam_quotes.text.stem import stem, stemmer_name


@pytest.mark.parametrize(
    ("forms", "expected"),
    [
        ("increase increases increased increasing", "increas"),
        ("study studies studied studying", "studi"),
        ("run running runs", "run"),
        ("1990s", "1990s"),
        ("co2", "co2"),
        ("", ""),
        ("学校", "学校"),
    ],
)
def test_forms_of_a_word_have_one_stem(forms: str, expected: str) -> None:
    assert {stem(form) for form in forms.split() or [""]} == {expected}


def test_many_threads_stem_as_one_does() -> None:
    """The stemmer keeps state while it works; a word stemmed beside another must not come out mixed with it."""
    made = [f"{a}{b}ations" for a in "bcdfghjklm" for b in ("onder", "imit", "rans", "ivil")] * 5
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(stem, made))
    assert together == [EnglishStemmer().stemWord(word) for word in made]


def test_the_rules_are_named_with_their_version() -> None:
    assert stemmer_name().startswith("snowball-english-3")
