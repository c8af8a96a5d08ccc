"""The names of documents: what is said of them in their files, and what a citation says of one."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import PurePath

from foam.evidence.document import Citation, Document
from foam.evidence.imports.cite import parse_citation
from foam_quotes.verdicts.sources import MemoryShelf, list_asked_keys, make_source_key


def make_shelf(documents: Iterable[Document]) -> MemoryShelf:
    """A handful of documents by their names, in memory."""
    return MemoryShelf(((one, _list_names(one)) for one in documents), read_name=list_cited_keys)


def list_source_keys(document: Document) -> tuple[str, ...]:
    """Every key under which this document can be asked for."""
    return tuple(dict.fromkeys(key for name in _list_names(document) if (key := make_source_key(name))))


def list_cited_keys(source: str) -> tuple[str, ...]:
    """The keys a source's name may stand for, the most certain first: it, what it cites, and the titles in it."""
    return list_asked_keys(source, _citation_names(parse_citation(source)))


def _list_names(document: Document) -> list[str]:
    file = PurePath(document.origin.file)
    names = [*_citation_names(document.citation), document.card.cite if document.card else ""]
    if document.origin.row is None:
        return [*names, document.origin.file, file.name, file.stem]
    return [*names, f"{document.origin.file}#{document.origin.row}", f"{file.name}#{document.origin.row}"]


def _citation_names(citation: Citation) -> tuple[str, ...]:
    year = citation.published[:4]
    spoken = (f"{citation.last_name} {year}", f"{citation.last_name} {year[2:]}") if year and citation.last_name else ()
    full = f"{citation.author} {year}" if year and citation.author else ""
    return (citation.url, citation.title, citation.raw, full, *spoken)
