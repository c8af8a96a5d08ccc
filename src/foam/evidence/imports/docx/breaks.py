"""Line breaks that a PDF's layout left in a card's text, taken out where the sentence runs on.

The text keeps its length: a break becomes spaces, and a word that was divided at a line's end is made whole with soft
hyphens, which normalisation drops. So markings stay where they are.
"""

from __future__ import annotations

import re

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
