"""Word files: a debater's file gives a document for each card and analytic, any other file gives one document.

Line breaks that a PDF's layout left in a card's text are taken out where the sentence runs on. The text keeps its
length, so that markings stay where they are: a break becomes spaces, and a divided word is joined by soft hyphens,
which normalisation drops.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePath

from foam.argument.cues import tell_side
from foam.evidence.document import (
    Card,
    Citation,
    Document,
    Emphasis,
    Facets,
    Highlight,
    Markup,
    Origin,
    Underline,
    make_document,
)
from foam.evidence.imports.base import DEFAULT_LIMITS, Limits, Rejected, Unreadable, require_within
from foam.evidence.imports.cite import parse_citation, shorten_cite
from foam.evidence.imports.docx.cards import Found, group_cards, has_cards
from foam.evidence.imports.docx.cites import find_spoken
from foam.evidence.imports.docx.package import open_package
from foam.evidence.imports.docx.paragraphs import Paragraph, Run, read_paragraphs
from foam_quotes.text.span import Span

_BREAK = re.compile(r"[^\S\n]*\n\s*")
_ENDED = re.compile(r"[.!?:;…][\"'”’)\]]*\d{0,3}$")
_LOWER = re.compile(r"[\"'“‘(\[]?[a-zà-öø-ÿ]")
_ITEM = re.compile(r"\(?[a-z0-9]{1,3}[.)]\s|[-*+•‣◦–—]")
_DIVIDED = re.compile(r"[a-zà-öø-ÿ][-‐]$")
_LEAST = 20
"""Characters of a line that may run on; shorter ones are headings, or the AND that stands for what was left out."""
_WRAPPED = range(40, 141)
"""Widths at which layouts break lines."""
_LEAST_LINES = 4
_FILLED = 0.75
"""Share of the width that a line and the next word take up where a layout broke it."""

IMPORTER = "docx-3"

_TEAM = re.compile(r"(?i)(?P<school>[^-]{2,40})-(?P<team>[^-]{2,20})-(?:aff|neg)(?=-|$)")
"""School, team and side, as caselists name open-source files."""


def documents(path: Path, name: str, limits: Limits) -> Iterator[Document | Rejected]:
    with open_package(path, limits) as package:
        paragraphs, styles = read_paragraphs(package)
    if not paragraphs:
        raise Unreadable("there is no text in it")
    if has_cards(paragraphs, body_size=styles.body_size):
        found = group_cards(paragraphs, body_size=styles.body_size)
        yield from (_card_document(card, name, row, limits) for row, card in enumerate(found))
    else:
        yield _whole(paragraphs, name, limits)


def read_title(path: Path) -> str:
    """The title in the file's own properties: what whoever saved it called it. It is no citation."""
    with open_package(path, DEFAULT_LIMITS) as package:
        return package.title_and_author()[0]


def _whole(paragraphs: Sequence[Paragraph], name: str, limits: Limits) -> Document:
    """The file as one document. Its properties name whoever saved it or made its template, so they are no citation."""
    text, markup = _marked_text(paragraphs)
    return make_document(
        require_within(text, limits),
        origin=Origin(file=name, format="docx", importer=IMPORTER),
        citation=Citation(title=PurePath(name).stem),
        markup=markup,
        facets=Facets(kind="text"),
    )


def _card_document(found: Found, name: str, row: int, limits: Limits) -> Document:
    text, markup = _marked_text(found.body)
    raw = " ".join(paragraph.text for paragraph in found.cite)
    spoken = find_spoken(found.cite[0]) if found.cite else ""
    citation = parse_citation(raw, spoken=spoken) if raw else Citation()
    return make_document(
        require_within(text or found.tag, limits),
        origin=Origin(file=name, format="docx", importer=IMPORTER, row=row),
        citation=citation,
        markup=markup,
        card=Card(
            tag=found.tag,
            undertag=" ".join(" ".join(paragraph.text for paragraph in found.undertag).split()),
            cite=shorten_cite(spoken) or citation.brief,
            pocket=found.pocket,
            hat=found.hat,
            block=found.block,
            analytic=found.analytic,
        ),
        facets=Facets(
            kind="analytic" if found.analytic else "card",
            side=tell_side(PurePath(name).stem),
            year=citation.year,
            more=_team(name),
        ),
    )


def _team(name: str) -> dict[str, str]:
    """The team a file's name says it comes from."""
    found = _TEAM.match(PurePath(name).stem)
    return {"team": f"{found['school']} {found['team']}"} if found else {}


def _marked_text(paragraphs: Sequence[Paragraph]) -> tuple[str, tuple[Markup, ...]]:
    """Paragraphs as one text with their markings; footnotes stand at its end."""
    pieces: list[str] = []
    spans: dict[tuple[str, str], list[Span]] = defaultdict(list)
    at = 0
    for paragraph in paragraphs:
        for run in paragraph.runs:
            pieces.append(run.text)
            for mark in _list_marks(run):
                _extend(spans[mark], at, at + len(run.text))
            at += len(run.text)
        pieces.append("\n\n")
        at += 2
    notes = [note for paragraph in paragraphs for note in paragraph.notes]
    return rejoin_lines("".join(pieces)) + "\n\n".join(notes), tuple(_make_marks(spans))


def _list_marks(run: Run) -> Iterator[tuple[str, str]]:
    """The kinds of markings on a run, each with its colour."""
    if run.underline:
        yield "underline", ""
    if run.emphasis and run.underline:
        yield "emphasis", ""
    if run.highlight:
        yield "highlight", run.highlight


def _make_marks(spans: dict[tuple[str, str], list[Span]]) -> Iterator[Markup]:
    """The markings, ordered by where they start."""
    listed = sorted((*span, kind, colour) for (kind, colour), several in spans.items() for span in several)
    for start, end, kind, colour in listed:
        if kind == "highlight":
            yield Highlight(start=start, end=end, colour=colour)
        else:
            yield Underline(start=start, end=end) if kind == "underline" else Emphasis(start=start, end=end)


def _extend(spans: list[Span], start: int, end: int) -> None:
    """Add a span; one that touches the last makes it longer."""
    if spans and spans[-1].end == start:
        spans[-1] = Span(spans[-1].start, end)
    else:
        spans.append(Span(start, end))


def rejoin_lines(text: str) -> str:
    """The text with each break taken out that falls inside a sentence; as long as it was."""
    breaks = list(_BREAK.finditer(text))
    starts = [0, *(one.end() for one in breaks)]
    ends = [*(one.start() for one in breaks), len(text)]
    lengths = sorted(end - start for start, end in zip(starts, ends, strict=True) if end > start)
    width = lengths[-1] if len(lengths) >= _LEAST_LINES else 0
    pieces: list[str] = []
    for number, one in enumerate(breaks):
        line = text[starts[number] : one.start()]
        following = text[one.end() : ends[number + 1]]
        pieces.append(_mend(line, following, one[0], width))
    return "".join([*pieces, text[starts[-1] :]])


def _mend(line: str, following: str, gap: str, width: int) -> str:
    """A line and what stands for the break after it."""
    if not _runs_on(line, following, width):
        return line + gap
    if _DIVIDED.search(line) and _LOWER.match(following):
        return line[:-1] + "\u00ad" * (len(gap) + 1)
    return line + " " * len(gap)


def _runs_on(line: str, following: str, width: int) -> bool:
    if len(line) < _LEAST or not following or _ENDED.search(line) or _ITEM.match(following):
        return False
    if _LOWER.match(following):
        return True
    word = following.split(maxsplit=1)[0]
    return width in _WRAPPED and len(line) + len(word) > _FILLED * width
