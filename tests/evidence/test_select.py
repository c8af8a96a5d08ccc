"""Weighing sentences for a claim: any text can be measured, and the best few are few and best."""

from __future__ import annotations

import numpy as np
from bench.selection import choose_best
from hypothesis import given
from hypothesis import strategies as st

from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.select import measure_texts, rate_likelihoods

EMBEDDER = HashingEmbedder()


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=12), st.integers(0, 3), st.integers(1, 5), st.floats(0, 1))
def test_the_best_few_are_few_and_best(likely: list[float], at_least: int, at_most: int, keep: float) -> None:
    chosen = choose_best(np.array(likely), at_least=min(at_least, at_most), at_most=at_most, keep=keep)
    assert min(at_least, at_most, len(likely)) <= len(chosen) <= at_most
    assert chosen[0] == int(np.argmax(likely))
    assert [likely[i] for i in chosen] == sorted(likely, reverse=True)[: len(chosen)]


@given(st.text(), st.lists(st.text(), min_size=1, max_size=6))
def test_any_text_can_be_measured(claim: str, texts: list[str]) -> None:
    assert np.isfinite(measure_texts(claim, texts, EMBEDDER)).all()
    likely = rate_likelihoods(claim, texts, EMBEDDER)
    assert ((likely >= 0) & (likely <= 1)).all()
