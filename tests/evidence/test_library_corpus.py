"""A library as the corpus of a run."""

from __future__ import annotations

from collections.abc import Sequence

from foam.evidence.corpus import make_sample_corpus
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.search.fake import HashingEmbedder


def _held(text: str) -> Document:
    return make_document(text, origin=Origin(file="a.txt", format="text", importer="test", row=0))


def test_headings_and_labels_are_left_out() -> None:
    corpus = make_sample_corpus(
        [_held("Free fares.\n\nFree fares fill the buses of the whole city.")], HashingEmbedder()
    )
    assert [one.text for one in corpus.find("free fares", limit=5)] == ["Free fares fill the buses of the whole city."]


def test_a_sentence_without_spaces_is_not_taken_for_a_label() -> None:
    corpus = make_sample_corpus([_held("公共交通应当对所有市民免费开放。")], HashingEmbedder())
    assert [one.text for one in corpus.find("公共交通", limit=5)] == ["公共交通应当对所有市民免费开放。"]


def test_what_was_looked_for_already_is_not_judged_again() -> None:
    judged: list[str] = []

    def rate(claim: str, texts: Sequence[str]) -> list[float]:
        judged.append(claim)
        return [0.9] * len(texts)

    corpus = make_sample_corpus([_held("Free fares fill the buses of the whole city.")], HashingEmbedder(), stance=rate)
    first, second = (corpus.find("Free fares empty the buses.", limit=5, against=True) for _ in range(2))
    assert first == second
    assert len(judged) == 1
    corpus.find("Free fares empty the trams.", limit=5, against=True)
    assert len(judged) == 2
