"""Where a paragraph of a document ends, and what in the rest of it takes back one of its sentences."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import takewhile

from foam.evidence.document import Document
from foam.text.evidence import is_fragment

_MOST = 15
"""Sentences of a paragraph that are looked at: a text without line breaks is no paragraph."""


def ends_paragraph(document: Document, number: int) -> bool:
    """Whether a sentence is the last of its paragraph."""
    return "\n" in document.sentences[number].of(document.text).lstrip()


def find_paragraph_end(document: Document, number: int) -> int:
    """The last sentence of the paragraph in which a sentence stands."""
    last = len(document.sentences) - 1
    return next((n for n in range(number, last) if ends_paragraph(document, n)), last)


def find_taken_back(
    document: Document, number: int, judge: Callable[[str, str], bool], *, after: int | None = None
) -> Iterator[int]:
    """The sentences of the same paragraph, after this one or `after` a later one, of which `judge` says that they take
    it back. A heading ends the paragraph, too.
    """
    said, end = document.sentence(number), min(find_paragraph_end(document, number), number + _MOST)
    rest = takewhile(lambda n: not is_fragment(document.sentence(n)), range(number + 1, end + 1))
    return (n for n in rest if n > (number if after is None else after) and judge(document.sentence(n), said))
