"""What sources hold that figures are measured by."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from foam.text.mentions.numbers import Figure


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
    cited: tuple[tuple[Figure, ...], ...] = ()
    """The figures of each cited sentence, of which a share or a difference may be reckoned."""
