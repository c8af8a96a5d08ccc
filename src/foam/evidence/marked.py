"""What a debater reads of a card: its highlighting to the word, else its underlining, else a few sentences.

The words are the source's, in its order; what is left out between them is marked, as in every quotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from foam.evidence.assemble import MOST_SENTENCES, OMISSION
from foam.evidence.document import Document
from foam_quotes.text.span import Span, trim
from foam_quotes.text.stem import list_stems

Marked = Literal["highlight", "underline", "sentences"]
"""By what it was decided what is read."""

_WORD = re.compile(r"\w")
_LONGEST_CITE = 6
"""Words of a cite as it is spoken."""
_LEAST_TAG = 3
_NO_CLAIM = re.compile(
    r"https?:|www\.|\b(?:1[89]|20)\d\d\b.*[\"“”]|[\"“].*\b(?:1[89]|20)\d\d\b|^\W*(?:at|a2|answers? to|they say)\b\W",
    re.IGNORECASE,
)
_NAME = r"[A-Z][\w’'-]+"
_YEAR = r"[’'‘]?(?:\d\d|\d{4}|2[kK]\d{1,2}|\d)\b"
_SHORT_CITE = re.compile(rf"{_NAME}(?:(?:,| and| &|, and) {_NAME})*(?: et al\.?)?,? {_YEAR}(?![/-])")
"""How most cites begin: last names and a year."""
_LEAST = 5
"""Words that a marking must cover to be what is read: fewer are a slip of the hand."""


def is_whole_card(document: Document) -> bool:
    """Whether a document is a card that may be read: a debater's tag over a cited text."""
    card = document.card
    if card is None or card.analytic or not card.tag.strip():
        return False
    return any(map(str.isalpha, name_cite(document)))


def reads_like_tag(tag: str) -> bool:
    """Whether words claim something: not a cite that stands in a tag's style, a label, or an answer to others."""
    return len(tag.split()) >= _LEAST_TAG and not _NO_CLAIM.search(tag)


def name_cite(document: Document) -> str:
    """The cite as its debater speaks it; author and year where that is missing or runs on."""
    if opening := _SHORT_CITE.match(document.citation.raw):
        return opening[0]
    spoken = document.card.cite if document.card else ""
    brief = document.citation.brief
    return brief if brief and not 0 < len(spoken.split()) <= _LONGEST_CITE else spoken


def name_source(document: Document) -> str:
    """The citation in full, as it stands in the debater's file."""
    return " ".join(document.citation.raw.split())


def find_read(document: Document) -> tuple[Marked, tuple[Span, ...]]:
    """What is read of a card, as stretches of its text, and by which marks."""
    for marked in ("highlight", "underline"):
        kinds = (marked,) if marked == "highlight" else (marked, "emphasis")
        spans = _join_spans(document.text, ((m.start, m.end) for m in document.markup if m.type in kinds))
        if sum(len(span.of(document.text).split()) for span in spans) >= _LEAST:
            return ("highlight" if marked == "highlight" else "underline"), spans
    return "sentences", tuple(_choose_sentences(document))


def find_kept(document: Document) -> tuple[Span, ...]:
    """What a debater underlined or stressed: the extract, of which a part is read."""
    marks = ((m.start, m.end) for m in document.markup if m.type in ("underline", "emphasis"))
    return _join_spans(document.text, marks)


def find_stressed(document: Document) -> tuple[Span, ...]:
    """What a debater stressed within the extract."""
    return _join_spans(document.text, ((m.start, m.end) for m in document.markup if m.type == "emphasis"))


def assemble_read(document: Document) -> str:
    """The words that are read, in the order of the source, gaps marked."""
    return OMISSION.join(span.of(document.text) for span in find_read(document)[1])


def list_sentences(document: Document) -> tuple[int, ...]:
    """The sentences that what is read stands in."""
    spans = find_read(document)[1]
    return tuple(
        n for n, one in enumerate(document.sentences) if any(s.start < one.end and one.start < s.end for s in spans)
    )


def speak_text(text: str) -> str:
    """Assembled words as they are read aloud: without the marks of what is left out."""
    return " ".join(text.replace(OMISSION, " ").split())


def _join_spans(text: str, marks: Iterable[tuple[int, int]]) -> tuple[Span, ...]:
    """Markings as stretches, in order, joined where no word stands between them.

    A marking may end inside a word: debaters shorten words so, and their files run words together.
    """
    joined: list[Span] = []
    for start, end in sorted(marks):
        if not _WORD.search(text, start, end):
            continue
        if joined and not _WORD.search(text, joined[-1].end, max(start, joined[-1].end)):
            joined[-1] = Span(joined[-1].start, max(end, joined[-1].end))
        else:
            joined.append(Span(start, end))
    return tuple(trim(span, text) for span in joined)


def _choose_sentences(document: Document) -> list[Span]:
    """The sentences that share most words with the tag, in the order of the source; the first where none does."""
    wanted = list_stems(document.card.tag if document.card else "")
    shared = {n: len(wanted & list_stems(document.sentence(n))) for n in range(len(document.ends))}
    best = sorted(shared, key=lambda n: (-shared[n], n))[:MOST_SENTENCES]
    kept = sorted(n for n in best if shared[n]) or [0]
    spans = (trim(document.sentences[n], document.text) for n in kept)
    return [span for span in spans if span.start < span.end]
