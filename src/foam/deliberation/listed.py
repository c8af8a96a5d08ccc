"""The shipped fake of a corpus: a fixed list of passages, ranked by the words they share with the query."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from foam.deliberation.passage import OPEN, Passage
from foam.evidence.document import Document
from foam.perspective.policy import EpistemicPolicy
from foam.text.pointer import Pointer
from foam.values import digest


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
        wanted = _words(query)
        ranked = sorted(self._passages, key=lambda p: (-len(wanted & _words(p.text)), str(p.pointer)))
        return ranked[:limit]

    def unverified(self, passages: Sequence[Passage]) -> Sequence[Pointer]:
        held = {(passage.pointer, passage.text) for passage in self._passages}
        return [passage.pointer for passage in passages if (passage.pointer, passage.text) not in held]


def _words(text: str) -> set[str]:
    return set(re.findall(r"\w+", text.lower()))
