"""What the library looks like in a terminal: texts and plain data from documents. Writes nothing, asks nothing."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from textwrap import fill, indent
from typing import Any

from foam.evidence.annotate import annotation_target
from foam.evidence.document import Document
from foam.evidence.ingest import Imported
from foam.evidence.search.against import Counter
from foam.evidence.search.hybrid import Found
from foam.evidence.versions import Change
from foam.values import Value

WIDTH = 110


class Line(Value):
    """A document in one line."""

    id: str
    cite: str
    title: str
    kind: str
    side: str
    sentences: int
    file: str


def document_line(document: Document) -> Line:
    title = document.card.tag if document.card and document.card.tag else document.citation.title
    return Line(
        id=document.id,
        cite=document.citation.brief or (document.card.cite if document.card else ""),
        title=title or document.sentence(0),
        kind=document.facets.kind,
        side=document.facets.side,
        sentences=len(document.ends),
        file=document.origin.file,
    )


def list_text(lines: Sequence[Line], total: int) -> str:
    if not lines:
        return "the library is empty; take something in with: foam library add PATH"
    shown = [
        f"d:{one.id[:8]}  {one.sentences:>5}  {clipped(one.cite, 20):<20}  {clipped(one.title, 60)}" for one in lines
    ]
    more = [f"({total - len(lines)} older ones are not shown; see --limit)"] if total > len(lines) else []
    return "\n".join([f"{'id':<10}  {'sent.':>5}  {'cite':<20}  title", *shown, *more])


def imported_text(done: Imported) -> str:
    """One line per refusal, then what came in."""
    refused = [f"not read: {one.file}: {one.reason}" for one in done.rejected]
    summary = (
        f"{done.files} files looked into, {done.known_files} known already; {done.documents} new documents, "
        f"{done.appearances - done.documents} known ones in a new place; the library is at version {done.version}"
    )
    return "\n".join([*refused, summary])


def document_text(places: Sequence[Document], family: Sequence[str], *, present: bool) -> str:
    document = places[0]
    facts = {name: value for name, value in document.citation.json_value().items() if value}
    head = {"document": f"d:{document.id}", **facts, "found in": "; ".join(_origin(place) for place in places)}
    if not present:
        head["removed"] = "not in the newest version"
    if len(family) > 1:
        head["near-duplicates"] = ", ".join(f"d:{one[:8]}" for one in family if one != document.id)
    sentences = [_numbered(document, number) for number in range(len(document.ends))]
    return pairs_text(head) + "\n\n" + "\n".join(sentences)


def document_data(places: Sequence[Document], family: Sequence[str], *, present: bool) -> dict[str, Any]:
    document = places[0]
    return {
        "id": document.id,
        "present": present,
        **document.json_value(),
        "sentences": [document.sentence(number) for number in range(len(document.ends))],
        "appearances": [place.json_value() | {"text": None, "ends": None} for place in places],
        "family": list(family),
    }


def document_json(document: Document) -> str:
    """A document as one line of JSON, its id included."""
    return json.dumps({"id": document.id, **document.json_value()}, ensure_ascii=False)


def changes_text(history: Iterable[Change]) -> str:
    lines = [f"{_range(one):<12} {one.at[:19]}  {one.action:<6} {one.documents:>7}  {one.what}" for one in history]
    return "\n".join(lines) or "no versions yet: the library is empty"


def found_text(found: Sequence[Found], cites: Mapping[str, str]) -> str:
    """Results as people read them: pointer, citation, ranks, sentence."""
    return "\n".join(
        f"{place:>2}. {one.pointer.brief()}  {cites[one.pointer.document]}  ({_ranks(one)})\n{_wrapped(one.text)}"
        for place, one in enumerate(found, start=1)
    )


def counters_text(counters: Sequence[Counter], cites: Mapping[str, str]) -> str:
    return "\n".join(
        f"{place:>2}. {one.found.pointer.brief()}  {cites[one.found.pointer.document]}  "
        f"({', '.join(one.signals) or f'judged {one.contradicts:.2f}'})\n{_wrapped(one.found.text)}"
        for place, one in enumerate(counters, start=1)
    )


def cited_text(document: Document, sentence: int, *, around: int) -> str:
    """A sentence in its context, marked."""
    first, last = max(0, sentence - around), min(len(document.ends), sentence + around + 1)
    lines = [_numbered(document, number, mark="> " if number == sentence else "  ") for number in range(first, last)]
    return "\n".join([*lines, "", cite_line(document)])


def cited_data(document: Document, sentence: int, *, around: int) -> dict[str, Any]:
    first, last = max(0, sentence - around), min(len(document.ends), sentence + around + 1)
    return {
        "pointer": str(document.pointer(sentence)),
        "sentence": document.sentence(sentence),
        "before": [document.sentence(number) for number in range(first, sentence)],
        "after": [document.sentence(number) for number in range(sentence + 1, last)],
        "citation": document.citation.json_value(),
        "origin": document.origin.json_value(),
        "target": annotation_target(document, sentence),
    }


def cite_line(document: Document) -> str:
    """The citation in one line, as far as it is known; else where the document was found."""
    cite = document.citation
    parts = (cite.author, cite.author_qualifications, cite.published, cite.title, cite.source, cite.url)
    return ", ".join(part for part in parts if part) or cite.raw or _origin(document)


def pairs_text(data: Mapping[str, object]) -> str:
    width = max(len(name) for name in data)
    return "\n".join(f"{name:<{width}}  {value}" for name, value in data.items())


def clipped(text: str, width: int) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= width else flat[: width - 1] + "…"


def _origin(document: Document) -> str:
    row = "" if document.origin.row is None else f" #{document.origin.row}"
    return f"{document.origin.file}{row}"


def _range(change: Change) -> str:
    return f"v{change.first}" if change.first == change.last else f"v{change.first} to v{change.last}"


def _ranks(found: Found) -> str:
    ranks = (("words", found.lexical_rank), ("vectors", found.vector_rank), ("copies", len(found.also) or None))
    return ", ".join(f"{name} {rank}" for name, rank in ranks if rank is not None)


def _wrapped(text: str, *, first: str = "", mark: str = "    ") -> str:
    """The text in lines of one width behind a mark, hanging under its first word."""
    flat = " ".join(text.split())
    lines = fill(flat, WIDTH, initial_indent=first, subsequent_indent=" " * len(first), break_on_hyphens=False)
    return indent(lines, mark)


def _numbered(document: Document, number: int, *, mark: str = "") -> str:
    return _wrapped(document.sentence(number), first=f"s{number:<4} ", mark=mark)
