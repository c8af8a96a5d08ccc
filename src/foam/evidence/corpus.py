"""The corpus of a run: sentences, where they stand and whose words they are, pinned to one version.

| class            | what it reads                                                  |
|------------------|----------------------------------------------------------------|
| `LibraryCorpus`  | a library, or a pack's sample library: `library_corpus.py`     |
| `ListedCorpus`   | a list in memory; the fake that tests use                      |
| `WithBrought`    | another corpus and the documents that a challenge brought      |
| `RecordedCorpus` | nothing: it stands in for the corpus when a run is replayed    |

All of them keep one contract: `tests/evidence/test_corpus_contract.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import islice
from typing import NamedTuple, Protocol

from pydantic import Field

from foam.errors import NotFound, NotRecorded
from foam.evidence.document import Document
from foam.evidence.filing import file_document
from foam.evidence.heads import count_head
from foam.evidence.rows import find_heading, find_headings, find_under
from foam.evidence.search.where import admitted_by
from foam.perspective.policy import EpistemicPolicy
from foam.values import Value, digest
from foam_quotes.text.pointer import Pointer

OPEN = EpistemicPolicy()
_LONGEST_NAME = 10
"""Words of a title by which a source is named in short."""
LEAST_WORDS = 5
"""Shorter sentences are headings or labels and support nothing."""
_LEAST_SHARED = 2
"""Words that a brought sentence must share with a query to be offered."""


class Passage(Value):
    """One sentence, where it stands and whose words it is."""

    pointer: Pointer
    text: str
    cite: str = ""
    """Author and year, as spoken."""
    heading: str = Field(default="", exclude_if=lambda heading: not heading)
    """Of a row of a table: the row or line that says what stands in its columns."""
    under: str = Field(default="", exclude_if=lambda under: not under)
    """Of what stands in a list: the line, or lines, above it."""


class Corpus(Protocol):
    """Where the evidence of a run comes from, pinned to one version."""

    @property
    def version(self) -> str:
        """Names exactly what is read: two corpora of the same version find the same sentences."""
        ...

    @property
    def engine(self) -> str:
        """Name and version of what ranks the sentences."""
        ...

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        """At most `limit` passages from sources the policy admits, best first.

        They are nearest to the query or, with `against`, most likely to contradict it. A source about which the
        policy's question has no answer is not admitted.
        """
        ...

    def document(self, id: str) -> Document:
        """The document with this id; raises `NotFound` when the corpus does not hold it."""
        ...

    def list_documents(self) -> Sequence[str]:
        """The ids of its documents, in an order that stays."""
        ...

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        """Pointers of the passages whose exact words do not stand where they point."""
        ...


def _admits_document(policy: EpistemicPolicy, document: Document) -> bool:
    """Whether the policy accepts the document as a source; the same rule as `Search` uses."""
    return admitted_by(policy).holds(file_document(document.citation, document.facets))


def name_corpora(documents: Iterable[Document]) -> frozenset[str]:
    """The versions that a corpus of exactly these documents has, searched or listed."""
    kept = tuple(documents)
    return frozenset((digest(_list_filings(kept)), ListedCorpus.of(kept).version))


def _list_filings(documents: Iterable[Document]) -> list[tuple[str, str]]:
    """Which documents, and how they are filed: the same wherever they were read from."""
    return sorted({(one.id, file_document(one.citation, one.facets).model_dump_json()) for one in documents})


class _Row(NamedTuple):
    """A passage with what a search ranks it by."""

    passage: Passage
    words: frozenset[str]
    name: str


class ListedCorpus:
    """Passages in memory, ranked by shared words.

    A passage whose document is not given has an unknown source: only a policy that asks nothing of sources admits it.
    """

    engine = "listed-1"

    def __init__(self, passages: Iterable[Passage], documents: Iterable[Document] = ()) -> None:
        self._passages = tuple(passages)
        self._documents = {document.id: document for document in documents}
        self.version = digest(
            [
                [passage.json_value() for passage in self._passages],
                _list_filings(self._documents.values()),
            ]
        )

    @classmethod
    def of(cls, documents: Iterable[Document]) -> ListedCorpus:
        """Every sentence of the documents."""
        kept = tuple(documents)
        return cls([passage for document in kept for passage in make_passages(document)], kept)

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        wanted = _all_words(query)
        ranked = sorted(self._rows, key=lambda row: (-len(wanted & row.words), row.name))
        if not admitted_by(policy).conditions:
            return [row.passage for row in ranked[:limit]]
        admitted = {id for id, document in self._documents.items() if _admits_document(policy, document)}
        offered = (row.passage for row in ranked if row.passage.pointer.document in admitted)
        return [*islice(offered, limit)]

    @cached_property
    def _rows(self) -> tuple[_Row, ...]:
        """The passages with what they are ranked by, worked out once."""
        return tuple(_Row(one, frozenset(_all_words(one.text)), str(one.pointer)) for one in self._passages)

    def document(self, id: str) -> Document:
        if id not in self._documents:
            raise NotFound(f"no document {id!r} in the list")
        return self._documents[id]

    def list_documents(self) -> Sequence[str]:
        return tuple(self._documents)

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        held = {(passage.pointer, passage.text) for passage in self._passages}
        return [passage.pointer for passage in passages if (passage.pointer, passage.text) not in held]


class WithBrought:
    """A corpus and the documents that a challenge brought, which are offered first because they are the new material.

    A document that the corpus holds already keeps the corpus's citation: nobody can give a known text another author,
    date or publisher by bringing it again.
    """

    def __init__(self, corpus: Corpus, documents: Sequence[Document]) -> None:
        self._corpus = corpus
        self._brought = {one.id: one for one in documents}
        self.version = digest([corpus.version, _list_filings(documents)]) if documents else corpus.version
        self.engine = f"{corpus.engine}, brought documents by shared words" if documents else corpus.engine

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        known = self._corpus.find(query, limit=limit, policy=policy, against=against)
        admitted = [one for one in map(self.document, self._brought) if _admits_document(policy, one)]
        wanted = _long_words(query)
        shared = [
            (len(wanted & _long_words(one.text)), one) for document in admitted for one in make_passages(document)
        ]
        near = sorted((pair for pair in shared if pair[0] >= _LEAST_SHARED), key=lambda pair: -pair[0])
        brought = [passage for _, passage in near[: limit // 2]]
        taken = {passage.pointer for passage in brought}
        return [*brought, *(one for one in known if one.pointer not in taken)][:limit]

    def document(self, id: str) -> Document:
        try:
            return self._corpus.document(id)
        except (NotFound, NotRecorded):  # a replayed corpus holds nothing and says so
            if id not in self._brought:
                raise
            return self._brought[id]

    def list_documents(self) -> Sequence[str]:
        return tuple(dict.fromkeys((*self._corpus.list_documents(), *self._brought)))

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        known = [one for one in passages if one.pointer.document not in self._brought]
        brought = [one for one in passages if one.pointer.document in self._brought]
        wrong = [one.pointer for one in brought if not _stands_in(self.document(one.pointer.document), one)]
        return [*wrong, *self._corpus.unverified(known)]


class RecordedCorpus:
    """The corpus of a replayed run. It holds nothing: everything the run asked for is in the record."""

    def __init__(self, version: str, engine: str) -> None:
        self.version = version
        self.engine = engine

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        raise NotRecorded(f"the record holds no search for {query!r}")

    def document(self, id: str) -> Document:
        raise NotRecorded(f"the record does not hold document {id}")

    def list_documents(self) -> Sequence[str]:
        raise NotRecorded("the record does not hold which documents there were")

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        raise NotRecorded("the record holds no check of these quotations")


def name_source(document: Document) -> str:
    """A source as it is cited in a few words: author and year, or its title and year where nobody signed it."""
    citation = document.citation
    if citation.last_name or not citation.title:
        return citation.brief
    words = citation.title.split()
    title = " ".join(words if len(words) <= _LONGEST_NAME else (*words[:_LONGEST_NAME], "…"))
    return " ".join(filter(None, (title, citation.published[:4])))


def make_passages(document: Document) -> tuple[Passage, ...]:
    """Every sentence of a document that is no line of its head; rows of tables with what heads them, items of lists
    with what they stand under.
    """
    first = count_head(document)
    cite = name_source(document)
    sentences = [document.sentence(n) for n in range(len(document.ends))]
    return tuple(
        Passage(
            pointer=document.pointer(n),
            text=text,
            cite=cite,
            heading="" if heading is None else sentences[heading],
            under=find_under(document, n),
        )
        for n, (text, heading) in enumerate(zip(sentences, find_headings(sentences), strict=True))
        if n >= first
    )


def make_passage(document: Document, number: int) -> Passage:
    """One sentence of a document."""
    return Passage(
        pointer=document.pointer(number),
        text=document.sentence(number),
        cite=name_source(document),
        heading=find_heading(document, number),
        under=find_under(document, number),
    )


def _stands_in(document: Document, passage: Passage) -> bool:
    number = passage.pointer.sentence
    return number < len(document.ends) and document.sentence(number) == passage.text


def _all_words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _long_words(text: str) -> set[str]:
    """Words of more than three letters: the others say little of what a text is about."""
    return {word for word in _all_words(text) if len(word) > 3}
