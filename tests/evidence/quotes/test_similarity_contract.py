"""One contract for everything that compares meanings."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from foam.evidence.quotes.shelf import EmbeddedSimilarity
from foam.evidence.search.fake import HashingEmbedder
from foam_quotes.verdicts.similarity import LexicalSimilarity, Similarity

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


def test_one_value_for_each_of_the_others(similarity: Similarity) -> None:
    assert [len(similarity(TEXTS[0], TEXTS[:count])) for count in (0, 1, 3)] == [0, 1, 3]


def test_a_text_is_most_like_itself(similarity: Similarity) -> None:
    for n, text in enumerate(TEXTS):
        values = similarity(text, TEXTS)
        assert values[n] == pytest.approx(1.0, abs=1e-6)
        assert max(values) == values[n]


def test_values_lie_between_minus_one_and_one_and_do_not_depend_on_the_side(similarity: Similarity) -> None:
    for text in TEXTS:
        for other in ("", "ports", *TEXTS):
            (value,), (turned,) = similarity(text, [other]), similarity(other, [text])
            assert abs(value) <= 1 + 1e-6
            assert value == pytest.approx(turned, abs=1e-6)


def test_shared_words_make_texts_alike(similarity: Similarity) -> None:
    near, far = similarity("Trade fell in spring.", ["In spring, trade fell.", "Buses ran late."])
    assert near > far
