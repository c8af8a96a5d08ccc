"""English, Chinese and mixed text: sentences, terms and lengths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.debate.language import detect_language, list_terms, split_utterance
from foam_quotes.text.words import measure_length


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("Tea is fine.", "en"),
        ("茶很好。", "zh"),
        ("我们看 evidence 和 argument 的 quality。", "mixed"),
        ("… 12 !", "other"),
        ("", "other"),
        ("Привет, мир", "other"),
    ],
)
def test_language_is_read_off_the_script(text: str, named: str) -> None:
    assert detect_language(text) == named


def test_sentences_end_where_either_language_ends_them() -> None:
    assert split_utterance("茶很好。咖啡也好！Tea is fine. So is Dr. Lee's coffee.") == (
        "茶很好。",
        "咖啡也好！",
        "Tea is fine.",
        "So is Dr. Lee's coffee.",
    )


def test_terms_are_english_stems_and_chinese_pairs() -> None:
    assert list_terms("The cities 限制私家车") == ["citi", "限制", "制私", "私家", "家车"]


def test_a_chinese_character_counts_as_a_word() -> None:
    assert measure_length("茶很好 tea is fine") == 6


@given(st.text(max_size=200))
def test_any_text_has_sentences_none_of_them_empty(text: str) -> None:
    assert all(one.strip() for one in split_utterance(text))
    assert measure_length(text) >= 0


def test_a_citation_after_a_full_stop_belongs_to_the_sentence_before_it() -> None:
    told = (
        "It wakes people at night when it rings. (Brandt 2020; Osk 2018) And hardly anybody is served. (Council 2019)"
    )
    assert split_utterance(told) == (
        "It wakes people at night when it rings. (Brandt 2020; Osk 2018)",
        "And hardly anybody is served. (Council 2019)",
    )


def test_a_sentence_may_end_with_a_verb_that_is_also_an_abbreviation() -> None:
    assert split_utterance("An election can. A rule that binds it will. So be it.") == (
        "An election can.",
        "A rule that binds it will.",
        "So be it.",
    )
