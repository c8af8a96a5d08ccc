"""Counts in told sentences, with what they count: held against those that code computed. Asks no model."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.text.mentions.numbers import find_numbers
from foam.text.normalise import normalise

_TALLY = re.compile(
    r"\b(?P<count>\w+)(?: of (?:(?:the|these|those) )?\w+)?(?: (?:other )?(?:objections?|reasons?))?"
    r"(?:,? (?:was|were|is|are|has been|have been))?(?: found)?(?: to be)? "
    r"(?P<fate>material|raised|rebutted|conceded|met by (?:qualifying|other words)|"
    r"(?:for|against) (?:it|the motion) (?=stands?\b))",
    re.IGNORECASE,
)


def find_miscounted(text: str, outcome: str, *, some: bool = False) -> str:
    """What a sentence counts otherwise than the outcome does, as code worded it; empty where nothing is found.

    What the outcome does not count is none, as long as it counts others of its kind. `some` lets a sentence speak of
    fewer: it names those that it speaks of.
    """
    computed = dict(_list_tallies(outcome))
    for fate, count in _list_tallies(text):
        real = computed.get(fate, 0)
        if computed and count != real and not (some and count < real):
            return f"“{count} {fate}”: by what was computed it is {real}"
    return ""


def _list_tallies(text: str) -> Iterator[tuple[str, int]]:
    for found in _TALLY.finditer(text):
        figures = find_numbers(normalise(found["count"]))
        if len(figures) == 1 and figures[0].value == int(figures[0].value):
            yield _name_fate(found["fate"].lower().strip()), int(figures[0].value)


def _name_fate(fate: str) -> str:
    """What is counted, by one name: a reason for it is one for the motion."""
    side = fate.partition(" ")[0]
    return f"{side} the motion" if side in ("for", "against") else fate
