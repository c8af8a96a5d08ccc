"""What stands in and around a quotation: marks for readers, and the sentences beside it.

A sentence that takes a quotation back often stands next to it, and whoever hears the quotation alone cannot know.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

from foam.evidence.assemble import OMISSION
from foam.text.listed import describe_lead, find_lead
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.span import Span

_MARKS = (
    r"(?:\s*\[(?:ref|refs?\.? ?\d+|\d{1,3}(?:[,–-] ?\d{1,3})*|note \d+|nb \d+|citation needed|clarification needed|"
    r"dubious(?:[^\]]{0,20})|who\?|when\?|which\?|by whom\?)\])+"
)
_STOPPED = r"(?:(?<=[.!?:;,…])|(?<=[.!?,…][\"”’')]))"
"""After a stop, also one inside quotation marks."""
_MARK = re.compile(rf"{_STOPPED}{_MARKS}\s*[.,;](?=\s|$)|{_MARKS}(?:\s+(?=[.,;:!?](?:\s|$)))?", re.IGNORECASE)
"""Marks with what they leave behind: the stop after them where one stands before them, else the space before it."""


def split_marks(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, each with whether it is read aloud: all but the marks is."""
    at = 0
    for mark in _MARK.finditer(text):
        if mark.start() > at:
            yield text[at : mark.start()], True
        yield mark[0], False
        at = mark.end()
    if at < len(text):
        yield text[at:], True


def drop_marks(text: str) -> str:
    """The text as it is read aloud. Most texts have no mark, and then nothing is looked for."""
    return _MARK.sub("", text) if "[" in text else text


_AROUND = 2
"""Sentences before and after each stretch that is read."""
_NAMED = 6
"""Words by which a sentence is named."""


def find_read(body: str, text: str) -> tuple[Span, ...]:
    """Where the stretches of a quotation stand in its source; nothing where one of them does not."""
    at, spans = 0, list[Span]()
    for stretch in text.split(OMISSION):
        start = body.find(stretch, at)
        if start < 0 or not stretch:
            return ()
        at = start + len(stretch)
        spans.append(Span(start, at))
    return tuple(spans)


def find_leads(body: str, text: str) -> tuple[str, ...]:
    """The lines of lists, or before somebody's words, under which what is read of a source stands."""
    return tuple(dict.fromkeys(filter(None, (find_lead(body, one.start) for one in find_read(body, text)))))


@lru_cache(maxsize=512)
def find_around(body: str, text: str) -> tuple[str, ...]:
    """The sentences around what is read, in the order of the source, none of them read itself; those that a quotation
    jumps over together, with the place where they are left out.

    Before them stands the line of the list in which what is read stands, where it stands in one.
    """
    read = find_read(body, text)
    spans = split_sentences(body) if read else ()
    sentences = [one.of(body).strip() for one in spans]
    taken = [n for n, one in enumerate(spans) if any(one.start < r.end and r.start < one.end for r in read)]
    beside = {n + step for n in taken for step in range(-_AROUND, _AROUND + 1)}.difference(taken)
    shown = [n for n in sorted(beside) if 0 <= n < len(sentences) and any(map(str.isalnum, sentences[n]))]
    above = (f"What is read {describe_lead(lead)}" for lead in find_leads(body, text))
    before = (sentences[n] for n in shown if n < taken[0])
    after = (sentences[n] for n in shown if n > taken[-1])
    gaps = ((last, first, [n for n in shown if last < n < first]) for last, first in pairwise(taken))
    jumped = (_describe_gap(sentences, last, first, gap) for last, first, gap in gaps if gap)
    return (*above, *before, *jumped, *after)


def _describe_gap(sentences: Sequence[str], last: int, first: int, gap: Sequence[int]) -> str:
    """What is left out between two sentences that are read, as far as it is shown."""
    told = "".join(f"{' […] ' if n > 0 and gap[n - 1] + 1 < at else ' '}{sentences[at]}" for n, at in enumerate(gap))
    return f"Left out at /.../ between “{_begin(sentences[last])}” and “{_begin(sentences[first])}”:{told}"


def _begin(sentence: str) -> str:
    """A sentence by its first words."""
    words = sentence.split()
    return " ".join(words if len(words) <= _NAMED else (*words[:_NAMED], "…"))
