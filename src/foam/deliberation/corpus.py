"""A library as the corpus of a run, pinned to one version. Knows search; knows nothing of protocols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path

from foam.deliberation.passage import OPEN, Passage
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
from foam.values import digest

LEAST_WORDS = 5
"""What is shorter is a heading or a label and supports nothing."""
_EPOCH = "1970-01-01T00:00:00.000+00:00"
"""When a pack's documents are said to have been added: they came with the pack."""


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
