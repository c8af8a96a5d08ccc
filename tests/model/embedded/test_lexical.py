"""What words alone say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from foam.model.embedded.lexical import bm25, measure_coverage

TEXTS = ["Fares were dropped in May.", "The weather was mild.", "Dropped fares filled the buses."]


def test_rare_shared_words_count_and_absent_ones_do_not() -> None:
    found = bm25("dropped fares and buses", TEXTS)
    assert found[1] == 0
    assert found[2] > found[0] > 0


def test_coverage_is_a_share() -> None:
    assert measure_coverage("fares dropped", TEXTS).tolist() == pytest.approx([1, 0, 1])
    assert measure_coverage("", TEXTS).tolist() == [0, 0, 0]


@given(st.text(max_size=80), st.lists(st.text(max_size=80), max_size=6))
def test_any_text_gives_finite_figures_in_range(query: str, texts: list[str]) -> None:
    shares = measure_coverage(query, texts)
    assert np.all((shares >= 0) & (shares <= 1 + 1e-9))
    assert np.all(np.isfinite(bm25(query, texts)))


@given(st.permutations(TEXTS))
def test_order_of_the_texts_does_not_matter(texts: list[str]) -> None:
    expected = dict(zip(TEXTS, bm25("dropped fares", TEXTS), strict=True))
    assert bm25("dropped fares", texts).tolist() == pytest.approx([expected[text] for text in texts])
