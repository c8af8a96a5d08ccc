"""What calls about the library give: documents listed and shown, sentences cited and found.

Each value has what people are shown; `data()` is its JSON document.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

from foam.evidence.annotate import make_target
from foam.evidence.document import Citation, Document, Origin
from foam.evidence.holdings import Stats
from foam.evidence.library import Library
from foam.evidence.rows import find_heading, find_under
from foam.evidence.search.against import Counter
from foam.evidence.search.cards import CardLine
from foam.evidence.search.hybrid import Found
from foam.text.listed import describe_lead
from foam.values import Rows, Value
from foam.visible import clean_line, dump_json
from foam_quotes.text.pointer import Pointer

_CITE_WIDTH = 70


class DocumentLine(Value):
    """A document in one line."""

    id: str
    cite: str
    title: str
    kind: str
    side: str
    sentences: int
    file: str

    @classmethod
    def of(cls, document: Document) -> Self:
        """The line of a document; a card is listed by its tag, what has no title by its first sentence."""
        title = document.card.tag if document.card and document.card.tag else document.citation.title
        return cls(
            id=document.id,
            cite=document.citation.brief or (document.card.cite if document.card else ""),
            title=title or document.sentence(0),
            kind=document.facets.kind,
            side=document.facets.side,
            sentences=len(document.ends),
            file=document.origin.file,
        )


class DocumentList(Value):
    """The newest documents of a version, the newest last, and how many there are in all."""

    documents: tuple[DocumentLine, ...]
    total: int

    def rows(self) -> list[dict[str, Any]]:
        """The documents as plain dicts, of which a data frame is made."""
        return Rows(self.documents).rows()


class DocumentPage(Value):
    """A document of the library: as each place showed it, and its near-duplicates."""

    appearances: tuple[Document, ...]
    """The first one first."""
    family: tuple[str, ...]
    """Ids of the near-duplicates, its own included."""
    present: bool
    """Whether the newest version has it."""

    @property
    def document(self) -> Document:
        """The document as it was first found."""
        return self.appearances[0]

    @property
    def places(self) -> tuple[str, ...]:
        """Where it was found."""
        return tuple(_name_origin(one.origin) for one in self.appearances)

    def data(self) -> dict[str, Any]:
        """The page as plain JSON; the text is given once."""
        document = self.document
        return {
            "id": document.id,
            "present": self.present,
            **document.json_value(),
            "sentences": [document.sentence(number) for number in range(len(document.ends))],
            "appearances": [one.json_value() | {"text": None, "ends": None} for one in self.appearances],
            "family": list(self.family),
        }


class LibraryStats(Stats):
    """How large a version of the library is, and its file."""

    megabytes: float


class Removed(Value):
    """What a removal did."""

    version: int
    """The version that it made."""
    removed: int
    left: tuple[str, ...] = ()
    """Files of the home in which sentences of what was removed still stand: a record that quotes them, for one."""


class Indexed(Value):
    """How many sentences an index took in, and up to which version; none if the library is small."""

    sentences: int
    version: int


class Compacted(Value):
    """Whether there was an index to compact, and the version of the library it is at."""

    compacted: bool
    version: int


class LibraryCheck(Value):
    """What a verification of the library found."""

    documents: int
    damaged: tuple[str, ...]
    notes: tuple[str, ...] = ()
    """What was erased, and why; what was not checked."""

    @property
    def ok(self) -> bool:
        return not self.damaged


class CitedSentence(Value):
    """A sentence and the document it stands in."""

    document: Document
    number: int
    around: int = 2
    """How many sentences before and after it are shown."""

    @property
    def pointer(self) -> Pointer:
        return self.document.pointer(self.number)

    @property
    def text(self) -> str:
        return self.document.sentence(self.number)

    @property
    def numbers(self) -> range:
        """The sentences that are shown, by number."""
        return range(max(0, self.number - self.around), min(len(self.document.ends), self.number + self.around + 1))

    @property
    def heading(self) -> str:
        """Of a row of a table, what says what stands in its columns; else empty."""
        return find_heading(self.document, self.number)

    @property
    def under(self) -> str:
        """Of what stands in a list, the line, or lines, above it; else empty."""
        return find_under(self.document, self.number)

    @property
    def standing(self) -> str:
        """In words: under what it stands in a list, and whether that makes it somebody's view; else empty."""
        return describe_lead(self.under)

    @property
    def cite(self) -> str:
        """The citation in one line."""
        return describe_citation(self.document.citation, self.document.origin)

    def data(self) -> dict[str, Any]:
        """The sentence in its context as plain JSON, with a W3C annotation target."""
        document = self.document
        return {
            "pointer": str(self.pointer),
            "sentence": self.text,
            **({"heading": self.heading} if self.heading else {}),
            **({"under": self.under} if self.under else {}),
            "before": [document.sentence(number) for number in self.numbers if number < self.number],
            "after": [document.sentence(number) for number in self.numbers if number > self.number],
            "citation": document.citation.json_value(),
            "origin": document.origin.json_value(),
            "target": make_target(document, self.number),
        }


class SearchResults(Value):
    """Sentences that answer a query, best first."""

    query: str
    found: tuple[Found, ...]
    cites: dict[str, str]
    """The citation of each document found, in one line."""
    version: int
    """The version of the library that was searched; 0 is the empty library."""

    def data(self) -> dict[str, Any]:
        return {
            "query": self.query,
            "results": [
                {**one.json_value(), "pointer": str(one.pointer), "cite": self.cites[one.pointer.document]}
                for one in self.found
            ],
        }

    def rows(self) -> list[dict[str, Any]]:
        """The sentences as plain dicts, of which a data frame is made."""
        return list(self.data()["results"])


class CardResults(Value):
    """Cards that were asked for, the newest first."""

    query: str
    cards: tuple[CardLine, ...]
    version: int
    """The version of the library that was searched; 0 is the empty library."""
    in_part: bool = False
    """Whether no card has all the words, so that these have at least half of them, those with more first."""
    considered: int = 0
    """Sentences of cards that were held against a claim, where one was given."""

    def data(self) -> dict[str, Any]:
        return {"query": self.query, "in_part": self.in_part, "cards": [card.json_value() for card in self.cards]}

    def rows(self) -> list[dict[str, Any]]:
        """The cards as plain dicts, of which a data frame is made."""
        return Rows(self.cards).rows()


class CounterEvidence(Value):
    """Sentences that speak against a claim, the strongest first."""

    claim: str
    against: tuple[Counter, ...]
    considered: int
    """Sentences that came nearest to the claim or to its contrary, and were held against it."""
    cites: dict[str, str]
    """The citation of each document found, in one line."""
    version: int
    """The version of the library that was searched; 0 is the empty library."""

    def data(self) -> dict[str, Any]:
        return {
            "claim": self.claim,
            "considered": self.considered,
            "against": [
                {**one.json_value(), "pointer": str(one.found.pointer), "cite": self.cites[one.found.pointer.document]}
                for one in self.against
            ],
        }


def cite_documents(library: Library, ids: Iterable[str]) -> dict[str, str]:
    """The citation of each of these documents, in one short line."""
    wanted = tuple(dict.fromkeys(ids))
    found = library.read_cited(wanted)
    for one in wanted:
        if one not in found:
            library.document(one)  # says what became of it
    return {one: _clip(describe_citation(*found[one]), _CITE_WIDTH) for one in wanted}


def describe_citation(cite: Citation, origin: Origin) -> str:
    """The citation in one line, as far as it is known; else where the document was found."""
    parts = (cite.author, cite.author_qualifications, cite.published, cite.title, cite.source, cite.url)
    return ", ".join(part for part in parts if part) or cite.raw or _name_origin(origin)


def _name_origin(origin: Origin) -> str:
    """The file a document came from, and its row there."""
    return f"{origin.file}{'' if origin.row is None else f' #{origin.row}'}"


def dump_document(document: Document) -> str:
    """A document as one line of JSON, its id included."""
    return dump_json({"id": document.id, **document.json_value()}, indent=None)


def _clip(text: str, width: int) -> str:
    flat = clean_line(text)
    return flat if len(flat) <= width else flat[: width - 1] + "…"
