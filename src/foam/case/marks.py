"""Marks that a source sets beside its sentences for readers, `[12]` or `[citation needed]`: nobody reads them aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator

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
