"""English, Chinese and mixed text: sentences, terms and lengths."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.debate.language import keyword_forms, language, sentences, terms
from foam.text.words import length


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
    assert language(text) == named


def test_sentences_end_where_either_language_ends_them() -> None:
    assert sentences("茶很好。咖啡也好！Tea is fine. So is Dr. Lee's coffee.") == (
        "茶很好。",
        "咖啡也好！",
        "Tea is fine.",
        "So is Dr. Lee's coffee.",
    )


def test_terms_are_english_stems_and_chinese_pairs() -> None:
    assert terms("The cities 限制私家车") == ["city", "限制", "制私", "私家", "家车"]


def test_keywords_are_shown_as_they_were_written() -> None:
    assert keyword_forms("Cities ban 私家") == {"city": "cities", "ban": "ban", "私家": "私家"}


def test_a_chinese_character_counts_as_a_word() -> None:
    assert length("茶很好 tea is fine") == 6


@given(st.text(max_size=200))
def test_any_text_has_sentences_none_of_them_empty(text: str) -> None:
    assert all(one.strip() for one in sentences(text))
    assert length(text) >= 0
