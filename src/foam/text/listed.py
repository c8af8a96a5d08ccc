"""Under which line a sentence stands in a list: the line that ends in a colon, and the items after it.

Items have bullets, numbers or letters, or are short lines close together. A marked item that ends in a colon leads in
the items of another mark after it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from foam_quotes.text.segment import split_sentences

_LINE = re.compile(r"[^\n]*\w[^\n]*")
_MARK = re.compile(
    r"\s*(?:(?P<bullet>[-*•·‣◦▪–—])|(?P<number>\(?\d{1,3}[.)])|(?P<letter>\(?(?:[a-z]|(?i:[ivx]{1,5}))[.)]))\s+(?=\S)"
)
"""What an item of a list begins with."""
_COLON = re.compile(r":(?:[\s.]|\[[^\[\]]{0,40}\])*$")
"""A colon at the end, whatever marks of references or stray full stops stand after it."""
_LABEL = 2
"""Words up to which a line with a colon is but a label, such as `Summary:`, unless items with marks follow it."""
_MOST_WORDS = 30
"""Words of an item without a mark."""
_MOST_LEAD = 60
"""Words of a line that are told; of a longer one the last."""


class Listed(NamedTuple):
    """A stretch of a text that stands under a line, and that line; of nested lists the lines, outermost first."""

    start: int
    end: int
    under: str


def find_lead(text: str, start: int) -> str:
    """The line or lines under which what begins at this place of a text stands in a list; empty where it does not."""
    found = find_listed(text)
    at = bisect_right(found, start, key=lambda one: one.start) - 1
    return found[at].under if at >= 0 and start < found[at].end else ""


def describe_lead(lead: str) -> str:
    """In words, for a reader of the sentence."""
    return f"stands under: “{lead}”" if lead else ""


@lru_cache(maxsize=256)
def find_listed(text: str) -> tuple[Listed, ...]:
    """Everything in a text that stands under a line, in its order."""
    found: list[Listed] = []
    outer = inner = kind = ""
    """The line that leads in, the marked item that does within it, and how the first item is marked (`line`: not)."""
    for above, line in pairwise([None, *_LINE.finditer(text)]):
        assert line is not None
        mark, said = _read_mark(line[0]), line[0].strip()
        is_apart = above is not None and "\n\n" in text[above.end() : line.start()]
        if above is not None and not outer and _leads(above[0], mark):
            outer, inner, kind = _tell(above[0]), "", mark or "line"
        goes_on = bool(mark) if kind != "line" else not mark and len(said.split()) <= _MOST_WORDS
        if not outer or not goes_on or (kind == "line" and is_apart and found and found[-1].under == outer):
            outer = ""
            continue
        inner = inner if mark != kind else ""
        found.append(Listed(line.start(), line.end(), " / ".join(filter(None, (outer, inner)))))
        if mark and _COLON.search(said):
            inner = _tell(said)
    return tuple(found)


def _leads(line: str, mark: str) -> bool:
    """Whether a line leads in the next, which is marked so."""
    return _COLON.search(line) is not None and (bool(mark) or len(line.split()) > _LABEL)


def _read_mark(line: str) -> str:
    """How an item is marked: `bullet`, `number`, `letter`; empty where it is not."""
    found = _MARK.match(line)
    return (found.lastgroup or "") if found else ""


def _tell(line: str) -> str:
    """A line as it is told: its last sentence, without its mark."""
    mark = _MARK.match(line)
    plain = _COLON.sub(":", line[mark.end() :] if mark else line).strip("#= ")
    sentences = [span.of(plain).strip() for span in split_sentences(plain)]
    words = next((one for one in reversed(sentences) if len(one.split()) > 1), plain).split()
    return " ".join(words if len(words) <= _MOST_LEAD else ("…", *words[-_MOST_LEAD:]))
