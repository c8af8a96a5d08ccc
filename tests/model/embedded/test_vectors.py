"""Sentence vectors: of length one, alike for like meaning, the same alone and in company."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.model.embedder_contract import LAWS

from foam.model.embedded.senses import Senses
from foam.model.embedded.vectors import batch_by_length, pad, scale_to_unit
from foam.model.port import Embedder

EATING = "A man is eating food."
BREAD = "A man is eating a piece of bread."
HORSE = "A man is riding a horse."


@given(st.lists(st.integers(min_value=0, max_value=300), max_size=60))
def test_batches_hold_every_text_once_and_stay_within_bounds(lengths: list[int]) -> None:
    batches = list(batch_by_length(lengths, tokens=512))
    assert sorted(i for batch in batches for i in batch) == list(range(len(lengths)))
    assert all(len(batch) == 1 or len(batch) * max(lengths[i] for i in batch) <= 512 for batch in batches)


def test_padding_is_masked() -> None:
    ids, mask = pad([[5, 6, 7], [8]])
    assert ids.tolist() == [[5, 6, 7], [8, 0, 0]]
    assert mask.tolist() == [[1, 1, 1], [1, 0, 0]]


def test_a_zero_row_stays_zero() -> None:
    rows = scale_to_unit(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32))
    assert rows.tolist() == [pytest.approx([0.6, 0.8]), [0, 0]]


@pytest.mark.embedded
@pytest.mark.parametrize("which", ["encoder", "sentences", "static"])
class TestEmbedders:
    """The contract of the embedder port, on `WordVectors` and `MiniLM`."""

    @pytest.fixture
    def embedder(self, which: str, senses: Senses) -> Embedder:
        embedder: Embedder = getattr(senses, which)
        return embedder

    @pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
    def test_it_keeps_the_contract(self, embedder: Embedder, law: Callable[[Embedder], None]) -> None:
        law(embedder)

    def test_like_meaning_is_nearer(self, embedder: Embedder) -> None:
        eating, bread, horse = embedder.embed([EATING, BREAD, HORSE])
        assert eating @ bread > eating @ horse + 0.2

    def test_it_says_which_it_is(self, embedder: Embedder) -> None:
        assert "@" in embedder.name


@pytest.mark.embedded
def test_minilm_gives_the_similarities_that_its_makers_print(senses: Senses) -> None:
    """The figures of the semantic search example in the documentation of sentence-transformers."""
    query, *corpus = senses.encoder.embed(["A man is eating pasta.", EATING, BREAD, HORSE])
    assert [round(float(query @ row), 4) for row in corpus] == pytest.approx([0.7035, 0.5272, 0.1889], abs=1.5e-4)
