"""What sources hold that figures are measured by."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from foam.text.mentions.numbers import Figure

_HALVED = re.compile(
    r"\b(?:(?:split|divided?|shared?|parted|distributed|apportioned)\s+(?:about |roughly |almost |nearly )?"
    r"(?:evenly|equally|fifty-fifty)|(?:evenly|equally)\s+(?:split|divided|shared|parted|distributed|apportioned))\s+"
    r"between\s+(?:(?!\band\b)[^,.;]){1,80}\band\b\s+(?![^,.;]{1,40}\sand\s)\w",
    re.IGNORECASE,
)
"""That something is in two halves: `split evenly between tax cuts and spending`."""


class Held(NamedTuple):
    """What the sources hold that figures are measured by."""

    figures: tuple[Figure, ...]
    words: frozenset[str]
    days_apart: frozenset[int] = frozenset()
    years_apart: frozenset[int] = frozenset()
    listed: frozenset[int] = frozenset()
    """How many names stand in each list of names."""
    counted: frozenset[tuple[Fraction, str]] = frozenset()
    """Numbers with the stems of the words after them: what is counted, and how many there are of it."""
    joined: frozenset[Fraction] = frozenset()
    """What the shares that one sentence gives come to together."""
    named: int = 0
    """The most things that a source names side by side."""
    names: frozenset[int] = frozenset()
    """How many different names each cited sentence has."""
    halved: bool = False
    """Whether a source says of something that it is in two equal parts, and names both."""
    texts: tuple[str, ...] = ()
    """The sources themselves, in which things may be told of one by one."""
    own: tuple[str, ...] = ()
    """What the writer says beside the text, among the sources."""
    cited: tuple[tuple[Figure, ...], ...] = ()
    """The figures of each cited sentence, of which a share or a difference may be reckoned."""


def is_halved(text: str) -> bool:
    """Whether a text says of something that it is in two equal parts, and names both."""
    return _HALVED.search(text) is not None
