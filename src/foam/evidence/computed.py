"""Documents that code wrote: sentences worked out from a file, with pointers of their own.

They stand beside the corpus that they were worked out from. A search does not find them: whoever works them out offers
them, so that what is found in a file does not depend on what was worked out from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from foam.evidence.corpus import OPEN, Corpus, Passage, make_passages
from foam.evidence.document import EXAMINATION, Citation, Document, Facets, Origin
from foam.perspective.policy import EpistemicPolicy
from foam_quotes.text.normalise import normalise
from foam_quotes.text.pointer import Pointer

FOUND_BY_CODE = "found by comparing its documents"
FOUND_BY_MODEL = "found by a model that read its documents, and confirmed by an evaluator"
SEGMENTER = "one sentence a line"


def make_finding_document(id: str, title: str, sentences: Iterable[str], *, by_model: bool = False) -> Document:
    """A document of exactly these sentences, a line each: what an examination of the file found, by code or a model."""
    source = FOUND_BY_MODEL if by_model else FOUND_BY_CODE
    lines = [normalise(" ".join(sentence.split())) for sentence in sentences]
    starts = list(accumulate((len(line) + 1 for line in lines), initial=0))
    text = "\n".join(lines)
    return Document(
        text=text,
        ends=(*starts[1:-1], len(text)),
        citation=Citation(author="Examination of the file", title=title, source=source),
        origin=Origin(file=id, format=EXAMINATION, importer=f"{EXAMINATION}-1"),
        facets=Facets(kind=EXAMINATION),
        segmenter=SEGMENTER,
    )


class WithComputed:
    """A corpus and the documents that were worked out from it. It finds what the corpus finds."""

    def __init__(self, corpus: Corpus, documents: Sequence[Document]) -> None:
        self._corpus = corpus
        self._computed = {one.id: one for one in documents}
        self.version = corpus.version
        self.engine = corpus.engine

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        return self._corpus.find(query, limit=limit, policy=policy, against=against)

    def document(self, id: str) -> Document:
        return self._computed[id] if id in self._computed else self._corpus.document(id)

    def list_documents(self) -> Sequence[str]:
        return self._corpus.list_documents()

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        held = {(one.pointer, one.text) for document in self._computed.values() for one in make_passages(document)}
        computed = [one for one in passages if one.pointer.computed]
        known = [one for one in passages if not one.pointer.computed]
        wrong = [one.pointer for one in computed if (one.pointer, one.text) not in held]
        return [*wrong, *(self._corpus.unverified(known) if known else ())]
