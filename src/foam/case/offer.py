"""Sources as a writer reads them: whose they are, what kind, and their sentences under short ids."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from html import unescape

from foam.case.act_questions import OfferedSource
from foam.case.cut import has_words, read_source
from foam.case.lean import leans
from foam.case.marks import drop_marks
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.evidence.filing import file_document
from foam.evidence.heads import count_head
from foam.evidence.rows import find_under
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import PointerInput
from foam.text.evidence import leads_elsewhere
from foam.text.pointer import Pointer

NEAR, BESIDE = 3, 10
"""Sentences before and after each that was found, at least and at most: what decides often stands further on."""
SHORT = 13
"""A source of so many sentences is offered as a whole; of a longer one the windows around what was found in it."""
MOST_OFFERED = 160
"""Sentences up to which the windows of an offer grow."""
MOST_WORDED = 80
"""The same for a part that was worded from sentences which are named: those stand in front."""
_HEADING = 3
"""Words up to which what has no stop at its end is a heading: `See also`, `For example:`."""
_ROW = re.compile(r"[|!]|\{\|")
"""How a row of a table begins in the text of a page that has lost its table."""
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
    without: frozenset[Pointer] = frozenset()
    """Sentences that are not offered although they stand in a window: read already, or refused."""
    heard: frozenset[Pointer] = frozenset()
    """Sentences that are read in the steps before it: what follows may point back at them."""
    again: frozenset[Pointer] = frozenset()
    """Sentences that are read elsewhere and offered all the same, each for the one after it, which leans on it."""
    spare: int = 0
    """Words that other parts of the speech leave, and that a card may have beside its own."""

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


def offer_document(session: Session, document: str) -> Offer:
    """One document with all its sentences."""
    read = read_source(session, document)
    return _make_offer({"c1": read}, {"c1": range(len(read.ends))})


def offer_found(session: Session, passages: Iterable[Passage]) -> Offer:
    """Sentences that were found, gathered under their sources, without what stands beside them."""
    found = _gather(passages)
    documents = {f"c{n}": read_source(session, document) for n, document in enumerate(found, start=1)}
    return _make_offer(documents, dict(zip(documents, map(sorted, found.values()), strict=True)))


def offer_passages(
    session: Session,
    passages: Iterable[Passage],
    without: Collection[Pointer] = (),
    read: Mapping[Pointer, str] | None = None,
    most: int = MOST_OFFERED,
    theirs: Collection[Pointer] = (),
) -> Offer:
    """Sentences that were found, gathered under their sources, with what stands beside them there, up to `most`.

    A source may have several windows. `without` are sentences that are not offered: read already in the same argument,
    or refused; `read` says which part of the speech reads a sentence already, `theirs` are those that the other side
    has read.
    """
    gathered = _gather(passages)
    documents = {f"c{n}": read_source(session, document) for n, document in enumerate(gathered, start=1)}
    windows = lay_windows(documents, dict(zip(documents, gathered.values(), strict=True)), most)
    numbers = {name: [n for n in windows[name] if one.pointer(n) not in without] for name, one in documents.items()}
    made = _make_offer({name: one for name, one in documents.items() if numbers[name]}, numbers, read or {})
    marked = frozenset(name for name, pointer in made.pointers.items() if pointer in theirs)
    sources = tuple(replace(one, theirs=marked) for one in made.sources) if marked else made.sources
    return replace(made, sources=sources, without=frozenset(without))


def find_leaned_on(session: Session, read: Collection[Pointer], spent: Collection[Pointer]) -> frozenset[Pointer]:
    """Those of these sentences, which are read elsewhere, that the one after them leans on: whoever reads that needs
    them once more. Where it is spent itself, nobody does."""
    found = []
    for pointer in read:
        document, after = read_source(session, pointer.document), pointer.sentence + 1
        if after < len(document.ends) and document.pointer(after) not in spent and leans(document.sentence(after)):
            found.append(pointer)
    return frozenset(found)


def _gather(passages: Iterable[Passage]) -> dict[str, set[int]]:
    """The numbers of the sentences by their documents."""
    gathered: dict[str, set[int]] = {}
    for passage in passages:
        gathered.setdefault(passage.pointer.document, set()).add(passage.pointer.sentence)
    return gathered


def is_near(document: Document, one: int, other: int) -> bool:
    """Whether two sentences of a document stand in one window, however far windows grow."""
    return len(document.ends) <= SHORT or abs(one - other) <= NEAR


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


def lay_windows(
    documents: Mapping[str, Document], found: Mapping[str, Collection[int]], most: int = MOST_OFFERED
) -> dict[str, list[int]]:
    """The sentences around each place that was found: as far either way as there is room for all of them alike."""
    laid = {name: _list_window(one, found[name], NEAR) for name, one in documents.items()}
    for reach in range(NEAR + 1, BESIDE + 1):
        wider = {name: _list_window(one, found[name], reach) for name, one in documents.items()}
        if sum(map(len, wider.values())) > most:
            break
        laid = wider
    return laid


def _list_window(document: Document, found: Iterable[int], reach: int) -> list[int]:
    count = len(document.ends)
    if count <= SHORT:
        return list(range(count))
    return sorted({n for at in found for n in range(max(0, at - reach), min(count, at + reach + 1))})


def says_anything(sentence: str) -> bool:
    """Whether a sentence can show anything: it has words, and is more than a heading, a catchword, the head of a list
    or what is left of a row of a table."""
    said = drop_marks(unescape(sentence)).strip()
    ends = said.rstrip("\"'”’)").endswith((".", "!", "?", "…"))
    long_enough = len(said.split()) > (1 if ends else _HEADING)
    return has_words(said) and long_enough and not (said.endswith(":") or _ROW.match(said) or leads_elsewhere(said))


def _make_offer(
    documents: Mapping[str, Document], found: Mapping[str, Iterable[int]], read: Mapping[Pointer, str] | None = None
) -> Offer:
    """What says nothing, a lone mark, a rule, a heading or a line of the head, is not offered."""
    numbers = {
        name: [n for n in found[name] if n >= count_head(one) and says_anything(one.sentence(n))]
        for name, one in documents.items()
    }
    texts = {f"{name}s{n}": documents[name].sentence(n) for name in documents for n in numbers[name]}
    pointers = {f"{name}s{n}": documents[name].pointer(n) for name in documents for n in numbers[name]}
    known = {name: read[pointer] for name, pointer in pointers.items() if pointer in read} if read else {}
    sources = tuple(
        OfferedSource(
            id=name,
            about=describe_document(document),
            sentences=tuple(Option(id=f"{name}s{n}", text=texts[f"{name}s{n}"]) for n in numbers[name]),
            read=known,
            under={f"{name}s{n}": lead for n in numbers[name] if (lead := find_under(document, n))},
        )
        for name, document in documents.items()
    )
    return Offer(sources=sources, documents=documents, pointers=pointers, texts=texts)
