"""One contract for everything that compares meanings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from foam.evidence.quotes.similarity import EmbeddedSimilarity, LexicalSimilarity, Similarity
from foam.evidence.search.fake import HashingEmbedder

TEXTS = ("The ports were full in June.", "Trade fell in spring.", "Nobody asked the drivers of the buses.")


class LetterCounts:
    """An embedder whose rows are not of length one."""

    name = "letters"
    dimensions = 26

    def embed(self, texts: Sequence[str]) -> np.typing.NDArray[np.float32]:
        counts = [[t.lower().count(chr(97 + n)) for n in range(26)] for t in texts]
        return np.array(counts, dtype=np.float32).reshape(len(texts), 26)


@pytest.fixture(params=["lexical", "hashing", "letters"])
def similarity(request: pytest.FixtureRequest) -> Similarity:
    found: dict[str, Similarity] = {
        "lexical": LexicalSimilarity(),
        "hashing": EmbeddedSimilarity(HashingEmbedder()),
        "letters": EmbeddedSimilarity(LetterCounts()),
    }
    return found[request.param]


def test_it_has_a_name(similarity: Similarity) -> None:
    assert similarity.name


def test_one_row_a_text_and_one_column_for_each_of_the_others(similarity: Similarity) -> None:
    assert similarity(TEXTS, TEXTS[:2]).shape == (3, 2)
    assert similarity((), TEXTS).shape == (0, 3)
    assert similarity(TEXTS, ()).shape == (3, 0)


def test_a_text_is_most_like_itself(similarity: Similarity) -> None:
    values = similarity(TEXTS, TEXTS)
    np.testing.assert_allclose(np.diag(values), 1.0, atol=1e-6)
    assert (values.argmax(axis=1) == np.arange(3)).all()


def test_values_lie_between_minus_one_and_one_and_do_not_depend_on_the_side(similarity: Similarity) -> None:
    values = similarity(TEXTS, ("", "ports", *TEXTS))
    assert np.isfinite(values).all()
    assert (np.abs(values) <= 1 + 1e-6).all()
    np.testing.assert_allclose(values, similarity(("", "ports", *TEXTS), TEXTS).T, atol=1e-6)


def test_shared_words_make_texts_alike(similarity: Similarity) -> None:
    near, far = similarity(["Trade fell in spring."], ["In spring, trade fell.", "Buses ran late."])[0]
    assert near > far
