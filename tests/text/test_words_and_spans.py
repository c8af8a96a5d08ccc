"""Words, spans and selectors."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.text.selector import make_selectors
from foam_quotes.text.span import Span, spans_from_ends, trim
from foam_quotes.text.words import (
    count_words,
    find_words,
    is_negation,
    is_number,
    split_letters,
    split_words,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop — well-known at 3.5%!", ("Don't", "stop", "well-known", "at", "3.5")),
        ("", ()),
        ("— … !", ()),
        ("snake_case", ("snake", "case")),
        ("élève naïve", ("élève", "naïve")),
    ],
)
def test_words(text: str, expected: tuple[str, ...]) -> None:
    assert split_words(text) == expected
    assert count_words(text) == len(expected)


@given(st.text())
def test_word_spans_hold_the_words(text: str) -> None:
    assert tuple(span.of(text) for span in find_words(text)) == split_words(text)


@given(st.text() | st.text(st.characters(codec="ascii")))
def test_letter_runs_are_the_same_for_plain_ascii_as_for_all_else(text: str) -> None:
    assert split_letters(text) == re.findall(r"[^\W_]+", text)


@pytest.mark.parametrize("word", ["12", "3.5", "1990s", "twenty", "Million", "percent", "14th"])
def test_numbers(word: str) -> None:
    assert is_number(word)
    assert not is_negation(word)


@pytest.mark.parametrize("word", ["not", "Never", "can't", "isn’t", "without", "nor"])
def test_negations(word: str) -> None:
    assert is_negation(word)
    assert not is_number(word)


@pytest.mark.parametrize("word", ["note", "knot", "ant", "often", "want", "North"])
def test_words_that_are_neither(word: str) -> None:
    assert not is_number(word)
    assert not is_negation(word)


@given(st.lists(st.integers(min_value=1, max_value=9)))
def test_spans_from_ends_are_neighbours(lengths: list[int]) -> None:
    ends = [sum(lengths[: n + 1]) for n in range(len(lengths))]
    spans = spans_from_ends(ends)
    assert [span.end - span.start for span in spans] == lengths
    assert [span.end for span in spans] == ends


@given(st.text(" \nab"))
def test_trimmed_takes_white_space_off_and_nothing_else(text: str) -> None:
    inner = trim(Span(0, len(text)), text)
    assert inner.of(text) == text.strip()
    assert inner.start <= inner.end


@given(st.text(min_size=1), st.data())
def test_selectors_find_their_span_again(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    quote, position = make_selectors(text, Span(start, end))
    assert (position.start, position.end, quote.exact) == (start, end, text[start:end])
    assert quote.prefix + quote.exact + quote.suffix in text
