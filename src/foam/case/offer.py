"""Sources as a writer reads them: whose they are, what kind, and their sentences under short ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from foam.case.act_questions import OfferedSource
from foam.case.cut import read_source
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.evidence.filing import file_document
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import PointerInput
from foam.text.pointer import Pointer

AROUND = 6
"""Sentences before and after the one that was found which a writer is offered of a long source."""
BESIDE = 3
"""Sentences before and after each of many that were found: a cost or a condition often stands in the next one."""
_TRUST = {
    "official": "a public authority stands behind it",
    "peer_reviewed": "peer reviewed",
    "scholarly": "from scholars",
    "organisation": "from an organisation",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """What a writer is offered, and what its ids stand for."""

    sources: tuple[OfferedSource, ...]
    documents: Mapping[str, Document]
    """By the id of the source: c1, c2, …"""
    pointers: Mapping[str, Pointer]
    """By the id of the sentence."""
    texts: Mapping[str, str]

    @property
    def inputs(self) -> tuple[PointerInput, ...]:
        """Each sentence under its id: a decision over what was offered depends on all of them."""
        return tuple(PointerInput(role=name, pointer=pointer) for name, pointer in self.pointers.items())

    def list_texts(self, ids: Iterable[str]) -> list[str]:
        return [self.texts[name] for name in ids]

    def list_others(self, ids: Iterable[str]) -> list[str]:
        """The sentences that were offered beside these."""
        taken = set(ids)
        return [text for name, text in self.texts.items() if name not in taken]


def offer_documents(session: Session, found: Sequence[tuple[str, int | None]]) -> Offer:
    """Documents with their sentences: those around the one that was found, or all where none is named."""
    documents = {f"c{n}": read_source(session, document) for n, (document, _) in enumerate(found, start=1)}
    numbers = {
        name: _list_near(document, at) for (name, document), (_, at) in zip(documents.items(), found, strict=True)
    }
    return _make_offer(documents, numbers)


def offer_passages(session: Session, passages: Iterable[Passage]) -> Offer:
    """Sentences that were found, gathered under their sources, with what stands beside them there."""
    gathered: dict[str, set[int]] = {}
    for passage in passages:
        gathered.setdefault(passage.pointer.document, set()).add(passage.pointer.sentence)
    documents = {f"c{n}": read_source(session, document) for n, document in enumerate(gathered, start=1)}
    numbers = {
        name: tuple(sorted({n for at in found for n in _list_near(document, at, around=BESIDE)}))
        for (name, document), found in zip(documents.items(), gathered.values(), strict=True)
    }
    return _make_offer(documents, numbers)


def describe_document(document: Document) -> str:
    """Whose a source is, in a line: author, what they are, year, kind, who stands behind it, title."""
    citation, filing = document.citation, file_document(document.citation, document.facets)
    author = ", ".join(part for part in (citation.author, citation.author_qualifications) if part)
    year = citation.published[:4] or (str(filing.year) if filing.year else "no date")
    parts = (
        author or "no author named",
        year,
        filing.kind,
        _TRUST.get(filing.trust, ""),
        citation.title,
        filing.source,
    )
    return "; ".join(part for part in parts if part)


def _list_near(document: Document, at: int | None, *, around: int = AROUND) -> tuple[int, ...]:
    count = len(document.ends)
    if at is None:
        return tuple(range(count))
    return tuple(range(max(0, at - around), min(count, at + around + 1)))


def _make_offer(documents: Mapping[str, Document], numbers: Mapping[str, tuple[int, ...]]) -> Offer:
    texts = {f"{name}s{n}": documents[name].sentence(n) for name in documents for n in numbers[name]}
    sources = tuple(
        OfferedSource(
            id=name,
            about=describe_document(document),
            sentences=tuple(Option(id=f"{name}s{n}", text=texts[f"{name}s{n}"]) for n in numbers[name]),
        )
        for name, document in documents.items()
    )
    pointers = {f"{name}s{n}": documents[name].pointer(n) for name in documents for n in numbers[name]}
    return Offer(sources=sources, documents=documents, pointers=pointers, texts=texts)
