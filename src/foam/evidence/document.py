"""Documents: a text, its citation and where it came from, as frozen values.

A document *is* its normalised text: the id is 64 hex digits of BLAKE2b-256 over it. Citation, markings and facets
describe a document and do not change its id. Where sentences end is kept with the document, so that a sentence id
means the same sentence always, whatever a later segmenter would say.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import takewhile
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from foam.errors import InputError, NotFound
from foam.text.names import is_institution
from foam.values import CleanLine, CleanName, CleanText, Value
from foam_quotes.text.normalise import NORMALISATION, compute_id, normalise, normalise_traced
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import SEGMENTER, split_sentences
from foam_quotes.text.span import Span, spans_from_ends, trim

CALCULATION, EXAMINATION = "calculation", "examination"
"""Format and kind of a document whose sentences code worked out."""


class Citation(Value):
    """The eight fields of a written citation (NSDA rule 7.1), as far as the source gives them."""

    author: CleanLine = ""
    """Full name of the primary author or editor; several are joined by semicolons."""
    published: CleanLine = ""
    """As precise as the source gives it: `2021`, `2021-03` or `2021-03-09`."""
    source: CleanLine = ""
    """The journal, paper, publisher or site."""
    title: CleanLine = ""
    accessed: CleanLine = ""
    url: CleanLine = ""
    author_qualifications: CleanLine = ""
    pages: CleanLine = ""
    raw: CleanText = ""
    """The citation as it stands in the file; what was parsed out of it is a best effort."""

    @property
    def year(self) -> int | None:
        digits = self.published[:4]
        return int(digits) if len(digits) == 4 and digits.isdecimal() else None

    @property
    def last_name(self) -> str:
        """Last name of the first author, as it is spoken; an institution's name whole."""
        whole = re.split(r";|,| et al\b", self.author)[0]
        first, *others = (part.split() for part in re.split(r" and | & ", whole))
        named = [*takewhile(lambda word: word not in ("of", "for", "in"), others[-1])] if others else []
        is_office = is_institution(named[-1:])
        # One institution, such as an Energy and Food Inspectorate, or a Department of Roads and Waters.
        if others and is_institution(first) != is_office and (is_office or len(others[-1]) == 1):
            return whole
        return " ".join(first if is_institution(first) else first[-1:])

    @property
    def brief(self) -> str:
        """As it is spoken: last name and year."""
        return " ".join(part for part in (self.last_name, self.published[:4]) if part)

    @property
    def in_full(self) -> str:
        """In one paragraph: author, qualifications, date, title, source, address."""
        title = f'"{self.title}"' if self.title else ""
        parts = (self.author, self.author_qualifications, self.published, title, self.source, self.url)
        return ", ".join(part for part in parts if part)


class Origin(Value):
    """Where a document was read from, and by what."""

    file: CleanName
    """Path or address as the user gave it."""
    format: str
    """`docx`, `pdf`, `html`, `markdown`, `text`, `eml`, `csv`, `jsonl`, `parquet`, `calculation`."""
    importer: str
    """Name and version of the importer: `docx-1`."""
    row: int | None = None
    """Which card or row of the file, from 0; absent when the file is one document."""


class Underline(Value):
    """The extract that was kept."""

    type: Literal["underline"] = "underline"
    start: int
    end: int


class Emphasis(Value):
    """Underlined and stressed."""

    type: Literal["emphasis"] = "emphasis"
    start: int
    end: int


class Highlight(Value):
    """What is read aloud; a document may carry several colours."""

    type: Literal["highlight"] = "highlight"
    start: int
    end: int
    colour: str = "yellow"
    """A name of OOXML (`yellow`, `cyan`, …), or six hex digits for shading."""


Markup = Annotated[Underline | Emphasis | Highlight, Field(discriminator="type")]
"""A marking of the text by whoever cut it; start and end in code points of the normalised text."""


class Card(Value):
    """What a debater's file says about a piece of evidence."""

    tag: CleanLine = ""
    undertag: CleanLine = ""
    """The debater's own words between the tag and the cite."""
    cite: CleanLine = ""
    """The short cite as spoken and set in bold: last name and year."""
    pocket: CleanLine = ""
    hat: CleanLine = ""
    block: CleanLine = ""
    analytic: bool = False
    """An argument without evidence: the text is the debater's own."""


class Facets(Value):
    """What search filters by. Empty means unknown."""

    side: Literal["", "aff", "neg"] = ""
    year: int | None = None
    topic: CleanLine = ""
    kind: CleanLine = ""
    """The kind of source: `card`, `analytic`, `article`, `web`, `mail`, `paper`, `text`, …"""
    more: dict[CleanLine, CleanLine] = Field(default_factory=dict)
    """Anything else a row says about itself (event, level, tournament, …)."""


class Document(Value):
    """One piece of text that can be cited by sentence. Make it with `document`."""

    text: str
    ends: tuple[int, ...]
    """Where each sentence ends; sentence i runs from the end of the one before it."""
    citation: Citation = Citation()
    origin: Origin
    markup: tuple[Markup, ...] = ()
    card: Card | None = None
    facets: Facets = Facets()
    normalisation: str = NORMALISATION
    segmenter: str = SEGMENTER

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.text or self.ends[-1:] != (len(self.text),):
            raise ValueError("a document has text, and its sentences end where the text ends")
        if any(not 0 <= m.start < m.end <= len(self.text) for m in self.markup):
            raise ValueError("a marking lies outside the text")
        return self

    @cached_property
    def id(self) -> str:
        return compute_id(self.text)

    @property
    def title(self) -> str:
        return self.citation.title

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        """The sentences; together they cover the text exactly."""
        return spans_from_ends(self.ends)

    def sentence(self, number: int) -> str:
        """The words of one sentence, without the white space around them."""
        if not 0 <= number < len(self.ends):
            raise NotFound(f"document d:{self.id[:8]} has no sentence s{number}")
        return self.sentences[number].of(self.text).strip()

    def pointer(self, number: int) -> Pointer:
        # By its origin, which no file can give itself: a file may call itself a calculation.
        examined = self.origin.format == EXAMINATION
        computed = examined or self.origin.format == CALCULATION
        return Pointer(document=self.id, sentence=number, computed=computed, examined=examined)

    def extract(self, type: Literal["underline", "emphasis", "highlight"]) -> str:
        """The marked words of one type, joined by spaces: the summary, the stress, what is spoken."""
        return " ".join(self.text[m.start : m.end] for m in self.markup if m.type == type)


def make_document(
    raw: str,
    *,
    origin: Origin,
    citation: Citation | None = None,
    markup: tuple[Markup, ...] = (),
    card: Card | None = None,
    facets: Facets | None = None,
) -> Document:
    """A document from raw text; markings are given in offsets of the raw text and carried over."""
    text, moved = _carried(raw, markup) if markup else (normalise(raw), ())
    if not text:
        raise InputError("there is no text in it")
    return Document(
        text=text,
        ends=tuple(span.end for span in split_sentences(text)),
        citation=citation or Citation(),
        origin=origin,
        markup=moved,
        card=card,
        facets=facets or Facets(),
    )


def _carried(raw: str, markup: tuple[Markup, ...]) -> tuple[str, tuple[Markup, ...]]:
    """The normalised text and the markings on it, trimmed of white space; empty ones are dropped."""
    text, origins = normalise_traced(raw)
    moved = [(mark, trim(_located(mark, origins), text)) for mark in markup]
    kept = [mark.model_copy(update=span._asdict()) for mark, span in moved if span.start < span.end]
    return text, tuple(kept)


def _located(mark: Markup, origins: Sequence[int]) -> Span:
    return Span(bisect_left(origins, mark.start), bisect_left(origins, mark.end, hi=len(origins) - 1))
