"""A library as the corpus of a run."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from foam.errors import NotFound
from foam.evidence.document import Document, Origin, make_document
from foam.evidence.library import Library
from foam.evidence.library_corpus import LEAST_READ, READ_AGAINST, LibraryCorpus, make_sample_corpus
from foam.evidence.search.against import choose_likely
from foam.evidence.search.fake import HashingEmbedder
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.memory import MemoryIndex
from foam_quotes.text.pointer import Pointer


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


def test_a_document_that_was_read_and_is_erased_since_is_not_found_any_more() -> None:
    gone, stays = _held("Free fares fill the buses of the whole city."), _held("Trams run until late at night here.")
    with Library.in_memory() as library:
        library.add([gone, stays], what="test", at="2026-01-01T00:00:00.000+00:00")
        embedder = HashingEmbedder()
        corpus = LibraryCorpus(Search(library, MemoryIndex(embedder), embedder), engine="test")
        assert corpus.document(gone.id) is corpus.document(gone.id), "it is read once"
        library.erase([gone.id], at="2026-01-02T00:00:00.000+00:00", because="asked for")
        with pytest.raises(NotFound, match="was erased"):
            corpus.document(gone.id)
        assert corpus.document(stays.id) == stays


class Reader:
    """A judge of stance that keeps what it was given to read."""

    def __init__(self) -> None:
        self.read: list[tuple[str, str]] = []

    def __call__(self, claim: str, texts: Sequence[str]) -> list[float]:
        self.read += [(claim, text) for text in texts]
        return [0.1] * len(texts)


def _make_large_corpus(reader: Reader) -> LibraryCorpus:
    """Forty sentences about fares and as many labels."""
    said = [f"Free fares fill the buses of the town of number {n}." for n in range(40)]
    text = "\n\n".join(line for one in said for line in ("Free fares.", one))
    return make_sample_corpus([_held(text)], HashingEmbedder(), stance=reader)


def test_a_judge_reads_a_bounded_number_of_sentences_and_no_labels() -> None:
    reader = Reader()
    found = _make_large_corpus(reader).find("Free fares fill the buses.", limit=8, against=True)
    assert len(reader.read) == max(LEAST_READ, READ_AGAINST * 8)
    assert "Free fares." not in {text for _, text in reader.read}
    assert len(found) == 8, "what is merely near fills up"


def test_a_pair_that_was_read_is_not_read_again_for_another_limit_or_policy() -> None:
    reader = Reader()
    corpus = _make_large_corpus(reader)
    corpus.find("Free fares fill the buses.", limit=8, against=True)
    first = len(reader.read)
    corpus.find("Free fares fill the buses.", limit=10, against=True)
    assert len(reader.read) == len(set(reader.read))
    assert 0 < len(reader.read) - first <= READ_AGAINST * 10 - first
    before = len(reader.read)
    corpus.find("Free fares fill the buses.", limit=4, against=True)
    assert len(reader.read) == before


def test_a_denial_is_read_before_sentences_that_are_as_near() -> None:
    def made(number: int, text: str) -> Found:
        return Found(pointer=Pointer(document="a" * 64, sentence=number), text=text, score=1 - number / 100)

    near = [made(n, f"Free fares fill the buses of town {n}.") for n in range(20)]
    denial = made(20, "Free fares do not fill the buses.")
    chosen = choose_likely("Free fares fill the buses.", [*near, denial], 16)
    assert denial in chosen
    assert len(chosen) == 16
