"""The words of a point with what was found of them, where they stand: no source, altered, not borne out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from foam.debate.fates import NEW_REASON
from foam.debate.values import Point
from foam.paper import Text

_GAP = "…"
"""Stands in what an evaluator named for words that were left out."""


class Finding(NamedTuple):
    """A stretch of a text, and what was found of it."""

    start: int
    end: int
    note: str


def show_marked(text: str, point: Point) -> tuple[Text, ...]:
    """A point's text in stretches: what something was found of is marked, and the finding stands behind it."""
    found = sorted({*_list_findings(text, point)}, key=lambda one: (one.end, one.start))
    edges = sorted({0, len(text), *(edge for one in found for edge in (one.start, one.end))})
    shown: list[Text] = []
    for start, end in pairwise(edges):
        is_marked = any(one.start <= start and end <= one.end for one in found)
        shown.append(Text(text=text[start:end], look="mark" if is_marked else "plain"))
        notes = dict.fromkeys(one.note for one in found if one.end == end)
        shown += [Text(text=f" [{'; '.join(notes)}]", look="small")] if notes else []
    return tuple(shown)


def _list_findings(text: str, point: Point) -> Iterator[Finding]:
    for named in point.unsourced:
        yield from _place(text, named.strip("“”"), "no source found")
    for one in point.altered:
        yield from _place(text, one.quote, f"altered: {one.describe_source()}")
    if point.new_reason:
        yield Finding(len(text), len(text), NEW_REASON)
    if point.unborne:
        yield from _place(text, point.unborne, point.unborne_told)


def _place(text: str, words: str, note: str) -> Iterator[Finding]:
    """Where the words stand; at the end of the text, where they stand nowhere to the letter."""
    stretch = r"\W+(?:.{0,80}?\W+)??".join(
        r"\W+".join(map(re.escape, re.findall(r"\w+", part))) for part in words.split(_GAP) if part.strip(" .,;:!?\"'")
    )
    found = re.search(rf"(?<!\w){stretch}(?!\w)", text, re.IGNORECASE | re.DOTALL) if stretch else None
    if found is None:
        yield Finding(len(text), len(text), f"{note}: “{words}”")
    else:
        after = re.match(r"%|[.,;:!?]?[\"”'’]", text[found.end() :])
        yield Finding(found.start(), found.end() + (after.end() if after else 0), note)
