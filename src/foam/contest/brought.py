"""Documents that come with a challenge: imported within limits, recorded, and searched beside the corpus.

They are kept in the record, so that they can be cited and replayed by anybody who has it. What stands in them is data.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from foam.deliberation.passage import OPEN, Corpus, Passage
from foam.errors import FoamError, InputError
from foam.evidence.document import Document
from foam.evidence.imports import Rejected, read
from foam.evidence.imports.base import Limits
from foam.model.clerk import Clerk
from foam.perspective.policy import EpistemicPolicy
from foam.record.entry import ValueInput
from foam.text.pointer import Pointer
from foam.values import digest

LIMITS = Limits(file_bytes=4 * 2**20, expanded_bytes=32 * 2**20, text_chars=400_000, pages=200)
MOST_DOCUMENTS = 20
_LEAST_SHARED = 2
"""Words a brought sentence must share with a query to be offered."""


def import_documents(paths: Iterable[Path]) -> tuple[Document, ...]:
    """The documents in these files; one that cannot be read refuses the challenge, with the reason."""
    found: list[Document] = []
    for path in paths:
        for one in read(path, limits=LIMITS, name=path.name):
            if isinstance(one, Rejected):
                raise InputError(f"{one}", hint="bring a text, Word, PDF or HTML file of moderate size")
            found.append(one)
    if len(found) > MOST_DOCUMENTS:
        raise InputError(f"{len(found)} documents were brought; at most {MOST_DOCUMENTS} are taken", hint="bring fewer")
    return tuple({one.id: one for one in found}.values())


def recorded(clerk: Clerk, digests: Iterable[str], documents: Iterable[Document] = ()) -> tuple[Document, ...]:
    """These documents, kept in the record or read from it. Named by all they say of themselves, not by their text."""
    at_hand = {one.digest: one for one in documents}

    def kept(named: str) -> Document:
        given = ValueInput(role="document", value=named)
        entry = clerk.compute("brought", lambda: at_hand[named].json_value(), given, rule="import")
        return Document.model_validate(entry.answer)

    return tuple(kept(named) for named in digests)


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


def passages_of(document: Document) -> tuple[Passage, ...]:
    """Every sentence of a document."""
    cite = document.citation.brief
    return tuple(
        Passage(pointer=document.pointer(n), text=document.sentence(n), cite=cite) for n in range(len(document.ends))
    )


def _words(text: str) -> set[str]:
    return {word for word in re.findall(r"\w+", text.lower()) if len(word) > 3}
