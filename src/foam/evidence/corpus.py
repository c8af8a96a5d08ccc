"""The corpus of a run: sentences, where they stand and whose words they are, pinned to one version.

| class            | what it reads                                                  |
|------------------|----------------------------------------------------------------|
| `LibraryCorpus`  | a library, or a pack's sample library                          |
| `ListedCorpus`   | a list in memory; the fake that tests use                      |
| `WithBrought`    | another corpus and the documents that a challenge brought      |
| `WithComputed`   | another corpus and what was worked out from it: `computed.py`  |
| `RecordedCorpus` | nothing: it stands in for the corpus when a run is replayed    |

All of them keep one contract: `tests/evidence/test_corpus_contract.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from itertools import islice
from typing import NamedTuple, Protocol

from pydantic import Field

from foam.errors import NotFound, NotRecorded
from foam.evidence.document import Document
from foam.evidence.filing import file_document
from foam.evidence.heads import count_head
from foam.evidence.library import Library
from foam.evidence.rows import find_heading, find_headings, find_under
from foam.evidence.search.against import Stance, find_against, rate_by_words
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.where import Where, admitted_by
from foam.model.port import Embedder
from foam.perspective.policy import EpistemicPolicy
from foam.text.pointer import Pointer
from foam.text.words import measure_length
from foam.values import Value, digest

OPEN = EpistemicPolicy()
_LONGEST_NAME = 10
"""Words of a title by which a source is named in short."""
LEAST_WORDS = 5
"""Shorter sentences are headings or labels and support nothing."""
READ_AGAINST, LEAST_READ = 2, 16
"""How many sentences a judge reads in a search for counter-evidence: a multiple of those asked for, and no fewer."""
_LEAST_SHARED = 2
"""Words that a brought sentence must share with a query to be offered."""
_EPOCH = "1970-01-01T00:00:00.000+00:00"
"""The time at which a pack's documents are entered: a fixed one, because they came with the pack."""


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


def admits_document(policy: EpistemicPolicy, document: Document) -> bool:
    """Whether the policy accepts the document as a source; the same rule as `Search` uses."""
    return admitted_by(policy).holds(file_document(document.citation, document.facets))


class LibraryCorpus:
    """Sentences of a library, found by words and vectors."""

    def __init__(self, search: Search, *, engine: str, stance: Stance = rate_by_words) -> None:
        self._search = search
        self._stance = stance
        self._pinned = search.library.version
        self._cites: dict[str, str] = {}
        self._read = lru_cache(maxsize=1024)(lambda id, version: search.library.document(id))
        self._found: dict[tuple[str, int, EpistemicPolicy, bool], list[Passage]] = {}
        """What was looked for already: the version is pinned, and a judge that reads every candidate is slow."""
        self._rated: dict[tuple[str, str], float] = {}
        """How far a sentence contradicts a claim, as it was read once: limits and policies share the readings."""
        self.engine = engine
        self.version = digest(search.library.filings(version=self._pinned))

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        sought = (query, limit, policy, against)
        if sought not in self._found:
            self._found[sought] = self._look(*sought)
        return list(self._found[sought])

    def _look(self, query: str, limit: int, policy: EpistemicPolicy, against: bool) -> list[Passage]:
        look = self._against if against else self._near
        whole = (
            found
            for found in look(query, admitted_by(policy), limit)
            if measure_length(found.text) >= LEAST_WORDS and not self._is_of_head(found.pointer)
        )
        return [self._passage(found) for found in islice(whole, limit)]

    def _is_of_head(self, pointer: Pointer) -> bool:
        """Whether it points to a line that says what a paper is, who wrote it and when."""
        return pointer.sentence < count_head(self.document(pointer.document))

    def _near(self, query: str, where: Where, limit: int) -> Sequence[Found]:
        """What is near the query; twice as much as is asked for, because short sentences are left out."""
        return self._search.find(query, where=where, limit=2 * limit, version=self._pinned)

    def _against(self, claim: str, where: Where, limit: int) -> Sequence[Found]:
        """Counter-evidence first, then what is merely relevant, so that nothing is hidden."""
        counters = find_against(
            self._search,
            claim,
            stance=self._rate,
            where=where,
            limit=limit,
            version=self._pinned,
            read=max(LEAST_READ, READ_AGAINST * limit),
            least_words=LEAST_WORDS,
        )
        found = [counter.found for counter in counters]
        seen = {one.pointer for one in found}
        return [*found, *(one for one in self._near(claim, where, limit) if one.pointer not in seen)]

    def _rate(self, claim: str, texts: Sequence[str]) -> list[float]:
        """How far each text contradicts the claim. A pair is read once, and what was read of it stays."""
        unread = [text for text in dict.fromkeys(texts) if (claim, text) not in self._rated]
        for text, rate in zip(unread, self._stance(claim, unread) if unread else (), strict=True):
            self._rated[claim, text] = round(float(rate), 6)
        return [self._rated[claim, text] for text in texts]

    def document(self, id: str) -> Document:
        return self._read(id, self._search.library.version)  # again after each change, which may have erased it

    def list_documents(self) -> Sequence[str]:
        return self._search.library.ids(version=self._pinned)

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        held = self._search.library.sentences([passage.pointer for passage in passages])
        return [
            passage.pointer
            for passage, sentence in zip(passages, held, strict=True)
            if sentence is None or sentence.text != passage.text
        ]

    def _passage(self, found: Found) -> Passage:
        id = found.pointer.document
        if id not in self._cites:
            self._cites[id] = name_source(self.document(id))
        heading = find_heading(self.document(id), found.pointer.sentence) if "|" in found.text else ""
        under = find_under(self.document(id), found.pointer.sentence)
        return Passage(pointer=found.pointer, text=found.text, cite=self._cites[id], heading=heading, under=under)


def make_sample_corpus(
    documents: Iterable[Document], embedder: Embedder, *, stance: Stance = rate_by_words, stance_name: str = "words"
) -> LibraryCorpus:
    """A corpus over a pack's sample documents, in memory."""
    library = Library.in_memory()
    library.add(documents, what="sample library", at=_EPOCH)
    search = Search(library, MemoryIndex(embedder), embedder)
    return LibraryCorpus(search, engine=name_engine(embedder, stance_name), stance=stance)


def name_engine(embedder: Embedder, stance: str) -> str:
    """The name under which the record keeps what ranked the sentences."""
    return f"hybrid search over {embedder.name}, counter-evidence by {stance}"


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
        admitted = {id for id, document in self._documents.items() if admits_document(policy, document)}
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
        admitted = [one for one in map(self.document, self._brought) if admits_document(policy, one)]
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
