"""The corpus of a run: sentences, where they stand and whose words they are, pinned to one version.

`LibraryCorpus` reads a library or a pack's sample, `ListedCorpus` a list in memory (the shipped fake), `WithBrought`
adds what a challenge brought, `RecordedCorpus` stands in when a run is replayed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Protocol

from foam.errors import FoamError, NotRecorded
from foam.evidence.document import Document
from foam.evidence.library import Library
from foam.evidence.search.against import Stance, find_against, word_stance
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.where import Where, admitted_by
from foam.model.port import Embedder
from foam.perspective.policy import EpistemicPolicy
from foam.text.pointer import Pointer
from foam.text.words import length
from foam.values import Value, digest

OPEN = EpistemicPolicy()
LEAST_WORDS = 5
"""What is shorter is a heading or a label and supports nothing."""
_LEAST_SHARED = 2
"""Words a brought sentence must share with a query to be offered."""
_EPOCH = "1970-01-01T00:00:00.000+00:00"
"""When a pack's documents are said to have been added: they came with the pack."""


class Passage(Value):
    """One sentence, where it stands and whose words it is."""

    pointer: Pointer
    text: str
    cite: str = ""
    """Author and year, as spoken."""


class Corpus(Protocol):
    """Where the evidence of a run comes from, pinned to one version."""

    @property
    def version(self) -> str:
        """Names exactly what is read: the same version, the same sentences."""
        ...

    @property
    def engine(self) -> str:
        """Name and version of what ranks the sentences."""
        ...

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        """Passages the policy admits, nearest to the query (or nearest to speaking against it), best first."""
        ...

    def document(self, id: str) -> Document:
        """A whole document of the corpus."""
        ...

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        """Those whose words do not stand, to the letter, where their pointers say."""
        ...


class LibraryCorpus:
    """Sentences of a library, found by words and vectors."""

    def __init__(self, search: Search, *, engine: str, stance: Stance = word_stance) -> None:
        self._search = search
        self._stance = stance
        self._pinned = search.library.version
        self.engine = engine
        self.version = digest(sorted(search.library.ids(version=self._pinned)))

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        look = self._against if against else self._near
        whole = (found for found in look(query, admitted_by(policy), 2 * limit) if length(found.text) >= LEAST_WORDS)
        return [self._passage(found) for found in islice(whole, limit)]

    def _near(self, query: str, where: Where, limit: int) -> Sequence[Found]:
        return self._search.find(query, where=where, limit=limit, version=self._pinned)

    def _against(self, claim: str, where: Where, limit: int) -> Sequence[Found]:
        """Counter-evidence first; where it runs out, what is merely relevant, so that nothing is hidden."""
        counters = find_against(
            self._search, claim, stance=self._stance, where=where, limit=limit, version=self._pinned
        )
        found = [counter.found for counter in counters]
        seen = {one.pointer for one in found}
        return [*found, *(one for one in self._near(claim, where, limit) if one.pointer not in seen)]

    def document(self, id: str) -> Document:
        return self._search.library.document(id)

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        held = self._search.library.sentences([passage.pointer for passage in passages])
        return [
            passage.pointer
            for passage, sentence in zip(passages, held, strict=True)
            if sentence is None or sentence.text != passage.text
        ]

    def _passage(self, found: Found) -> Passage:
        cite = self._search.library.document(found.pointer.document).citation.brief
        return Passage(pointer=found.pointer, text=found.text, cite=cite)


def sample_corpus(
    documents: Iterable[Document], embedder: Embedder, *, stance: Stance = word_stance, stance_name: str = "words"
) -> LibraryCorpus:
    """A pack's sample library, held in memory."""
    library = Library.open(Path(":memory:"))
    library.add(documents, what="sample library", at=_EPOCH)
    search = Search(library, MemoryIndex(embedder), embedder)
    return LibraryCorpus(search, engine=engine_name(embedder, stance_name), stance=stance)


def engine_name(embedder: Embedder, stance: str) -> str:
    """What ranks the sentences, as the record names it."""
    return f"hybrid search over {embedder.name}, counter-evidence by {stance}"


class ListedCorpus:
    """Passages in memory. Policies admit everything here: a list knows nothing of its sources."""

    engine = "listed-1"

    def __init__(self, passages: Iterable[Passage], documents: Iterable[Document] = ()) -> None:
        self._passages = tuple(passages)
        self._documents = {document.id: document for document in documents}
        self.version = digest([passage.json_value() for passage in self._passages])

    @classmethod
    def of(cls, documents: Iterable[Document]) -> ListedCorpus:
        """Every sentence of the documents."""
        kept = tuple(documents)
        passages = [
            Passage(pointer=document.pointer(n), text=document.sentence(n), cite=document.citation.brief)
            for document in kept
            for n in range(len(document.ends))
        ]
        return cls(passages, kept)

    def document(self, id: str) -> Document:
        return self._documents[id]

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        wanted = _all_words(query)
        ranked = sorted(self._passages, key=lambda p: (-len(wanted & _all_words(p.text)), str(p.pointer)))
        return ranked[:limit]

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        held = {(passage.pointer, passage.text) for passage in self._passages}
        return [passage.pointer for passage in passages if (passage.pointer, passage.text) not in held]


class WithBrought:
    """A corpus and the documents that a challenge brought: these are offered first, for they are the new material.

    What the corpus holds already it vouches for: nobody can give a known text another author or date by bringing it.
    """

    def __init__(self, corpus: Corpus, documents: Sequence[Document]) -> None:
        self._corpus = corpus
        self._documents = {one.id: one for one in documents}
        self._passages = tuple(p for one in documents for p in passages_of(one))
        self.version = (
            digest([corpus.version, sorted(one.digest for one in documents)]) if documents else corpus.version
        )
        self.engine = f"{corpus.engine}, brought documents by shared words" if documents else corpus.engine

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        own = self._brought(query, limit // 2)
        taken = {passage.pointer for passage in own}
        rest = self._corpus.find(query, limit=limit, policy=policy, against=against)
        return [*own, *(one for one in rest if one.pointer not in taken)][:limit]

    def document(self, id: str) -> Document:
        try:
            return self._corpus.document(id)
        except (FoamError, KeyError):
            if id not in self._documents:
                raise
            return self._documents[id]

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        own = [one for one in passages if one.pointer.document in self._documents]
        theirs = [one for one in passages if one.pointer.document not in self._documents]
        wrong = [one.pointer for one in own if not self._stands(one)]
        return [*wrong, *self._corpus.unverified(theirs)]

    def _stands(self, passage: Passage) -> bool:
        document = self._documents[passage.pointer.document]
        inside = passage.pointer.sentence < len(document.ends)
        return inside and document.sentence(passage.pointer.sentence) == passage.text

    def _brought(self, query: str, limit: int) -> list[Passage]:
        wanted = _words(query)
        shared = [(len(wanted & _words(passage.text)), passage) for passage in self._passages]
        near = sorted((one for one in shared if one[0] >= _LEAST_SHARED), key=lambda one: -one[0])
        return [passage for _, passage in near[:limit]]


class RecordedCorpus:
    """The corpus of a replayed run: it holds nothing, because everything the run asked is in the record."""

    def __init__(self, version: str, engine: str) -> None:
        self.version = version
        self.engine = engine

    def find(
        self, query: str, *, limit: int, policy: EpistemicPolicy = OPEN, against: bool = False
    ) -> Sequence[Passage]:
        raise NotRecorded(f"the record holds no search for {query!r}")

    def document(self, id: str) -> Document:
        raise NotRecorded(f"the record does not hold document {id}")

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        raise NotRecorded("the record holds no check of these quotations")


def passages_of(document: Document) -> tuple[Passage, ...]:
    """Every sentence of a document."""
    cite = document.citation.brief
    return tuple(
        Passage(pointer=document.pointer(n), text=document.sentence(n), cite=cite) for n in range(len(document.ends))
    )


def _all_words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}
