"""The names people give a source, and documents found by them.

A source is named by a document id or pointer, an address, a title, a file, an author and a year, or by a whole
citation. Every name is reduced to a key (lower case, letters and digits only), so that names meet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePath
from typing import Protocol

from foam.evidence.document import Citation, Document
from foam.evidence.imports.cite import parse_citation

_WORD = re.compile(r"[^\W_]+")
_LONGEST_NAME, _TELLING = 16, 10
"""Words of a source's name in which a title is looked for (`Grant Act, section 12`), and letters of such a title."""
_ID = re.compile(r"(?:d:)?([0-9a-f]{8,64})(?:#s\d+)?")


class Shelf(Protocol):
    """The documents quotations are held against."""

    def document(self, id: str) -> Document | None:
        """The document with this id; nothing when this shelf does not hold it."""
        ...

    def cited(self, source: str) -> tuple[str, ...]:
        """The ids of the documents a source's name may mean; empty when it is unknown."""
        ...


class MemoryShelf:
    """A handful of documents in memory."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = {document.id: document for document in documents}
        self._named: dict[str, list[str]] = {}
        for document in self._documents.values():
            for key in list_source_keys(document):
                self._named.setdefault(key, []).append(document.id)

    def document(self, id: str) -> Document | None:
        return self._documents.get(id)

    def cited(self, source: str) -> tuple[str, ...]:
        if source in self._documents:
            return (source,)
        prefix = parse_id(source)
        if prefix and (found := tuple(id for id in self._documents if id.startswith(prefix))):
            return found
        return next((tuple(self._named[key]) for key in list_asked_keys(source) if key in self._named), ())


def parse_id(source: str) -> str:
    """The document id (or the start of one) that a source is named by; empty when it is named otherwise."""
    match = _ID.fullmatch(source.strip().lower())
    return match[1] if match else ""


def list_source_keys(document: Document) -> tuple[str, ...]:
    """Every key under which this document can be asked for."""
    file = PurePath(document.origin.file)
    names = [*_citation_names(document.citation), document.card.cite if document.card else ""]
    if document.origin.row is None:
        names += [document.origin.file, file.name, file.stem]
    else:
        names += [f"{document.origin.file}#{document.origin.row}", f"{file.name}#{document.origin.row}"]
    return tuple(dict.fromkeys(key for name in names if (key := make_source_key(name))))


def list_asked_keys(source: str) -> tuple[str, ...]:
    """The keys a source's name may stand for, the most certain first: it, what it cites, and the titles in it."""
    certain = [key for name in (source, *_asked_names(source)) if (key := make_source_key(name))]
    words = make_source_key(source).split()[:_LONGEST_NAME]
    lengths = range(len(words) - 1, 1, -1)
    inside = [" ".join(words[at : at + length]) for length in lengths for at in range(len(words) - length + 1)]
    return tuple(dict.fromkeys([*certain, *(key for key in inside if len(key) >= _TELLING)]))


def make_source_key(name: str) -> str:
    """The name reduced to what matters: `https://www.Example.org/a/` and `example.org/a` are one key."""
    plain = re.sub(r"^(?:[a-z]+://)?(?:www\.)?", "", name.strip().lower())
    return " ".join(_WORD.findall(plain))


def _asked_names(source: str) -> tuple[str, ...]:
    return _citation_names(parse_citation(source))


def _citation_names(citation: Citation) -> tuple[str, ...]:
    year = citation.published[:4]
    spoken = (f"{citation.last_name} {year}", f"{citation.last_name} {year[2:]}") if year and citation.last_name else ()
    full = f"{citation.author} {year}" if year and citation.author else ""
    return (citation.url, citation.title, citation.raw, full, *spoken)
