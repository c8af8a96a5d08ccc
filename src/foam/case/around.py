"""What stands around a quotation in its source: the sentences beside those that are read.

A sentence that takes a quotation back often stands next to it, and whoever hears the quotation alone cannot know.
"""

from __future__ import annotations

from functools import lru_cache

from foam.evidence.assemble import OMISSION
from foam.text.listed import describe_lead, find_lead
from foam.text.segment import split_sentences
from foam.text.span import Span

AROUND = 2
"""Sentences before and after each stretch that is read."""


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


@lru_cache(maxsize=512)
def find_around(body: str, text: str) -> tuple[str, ...]:
    """The sentences around what is read, in the order of the source, none of them read itself.

    Before them stands the line of the list in which what is read stands, where it stands in one.
    """
    read = find_read(body, text)
    sentences = split_sentences(body) if read else ()
    taken = {n for n, one in enumerate(sentences) if any(one.start < r.end and r.start < one.end for r in read)}
    beside = {n + step for n in taken for step in range(-AROUND, AROUND + 1)} - taken
    found = (sentences[n].of(body).strip() for n in sorted(beside) if 0 <= n < len(sentences))
    leads = dict.fromkeys(filter(None, (find_lead(body, one.start) for one in read)))
    above = (f"What is read {describe_lead(lead)}" for lead in leads)
    return (*above, *(one for one in found if any(map(str.isalnum, one))))
