"""The corpus that is searched by words and vectors: a library, or a pack's sample library in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice

from foam.evidence.corpus import LEAST_WORDS, OPEN, Passage, name_source
from foam.evidence.document import Document
from foam.evidence.heads import count_head
from foam.evidence.library import Library
from foam.evidence.rows import find_heading, find_under
from foam.evidence.search.against import Stance, find_against, rate_by_words
from foam.evidence.search.hybrid import Found, Search
from foam.evidence.search.memory import MemoryIndex
from foam.evidence.search.where import Where, admitted_by
from foam.model.port import Embedder
from foam.perspective.policy import EpistemicPolicy
from foam.values import digest
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.words import measure_length

READ_AGAINST, LEAST_READ = 2, 16
"""How many sentences a judge reads in a search for counter-evidence: a multiple of those asked for, and no fewer."""
_EPOCH = "1970-01-01T00:00:00.000+00:00"
"""The time at which a pack's documents are entered: a fixed one, because they came with the pack."""


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
        sought = find_against(
            self._search,
            claim,
            stance=self._rate,
            where=where,
            limit=limit,
            version=self._pinned,
            read=max(LEAST_READ, READ_AGAINST * limit),
            least_words=LEAST_WORDS,
        )
        found = [counter.found for counter in sought.counters]
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
