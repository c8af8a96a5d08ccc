"""A case as it is judged: parts with ids and the quotations it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal

from foam.case.values import NEEDED
from foam.values import Value
from foam_quotes.text.words import count_words
from foam_quotes.verdicts.found import Quotation

_GIST_WORDS = 180
"""Words of a case's own that a judge is given who compares short texts and cannot read a whole speech."""


class CasePart(Value):
    """A paragraph of the speaker's own words, or a piece of evidence with its cite."""

    id: str
    kind: Literal["claim", "evidence"]
    text: str
    cite: str = ""

    @property
    def shown(self) -> str:
        """As a reader meets it, the same for every case."""
        return f'"{self.text}"{f" ({self.cite})" if self.cite else ""}' if self.kind == "evidence" else self.text


class Entrant(Value):
    """A case: what it says, and whom it quotes. Two cases that say the same are equal."""

    parts: tuple[CasePart, ...]
    citations: tuple[Quotation, ...] = ()

    @cached_property
    def text(self) -> str:
        return "\n\n".join(part.shown for part in self.parts)

    @cached_property
    def words(self) -> int:
        return count_words(self.text)

    @cached_property
    def gist(self) -> str:
        """The beginning of its own words; of its evidence, where it has none."""
        own = [part.text for part in self.parts if part.kind == "claim"] or [part.text for part in self.parts]
        return " ".join(" ".join(own).split()[:_GIST_WORDS])

    @property
    def holes(self) -> int:
        """Places where it says that evidence is wanting."""
        return sum(part.text.count(NEEDED) for part in self.parts)


def number_parts(pieces: Iterable[CasePart]) -> tuple[CasePart, ...]:
    """The parts that hold words, named p1, p2, … in order."""
    return tuple(_name_parts(pieces))


def _name_parts(pieces: Iterable[CasePart]) -> Iterator[CasePart]:
    kept = (piece for piece in pieces if any(map(str.isalnum, piece.text)))
    for number, piece in enumerate(kept, start=1):
        yield piece.model_copy(update={"id": f"p{number}"})


def claim(text: str) -> CasePart:
    """Own words, not yet numbered."""
    return CasePart(id="", kind="claim", text=" ".join(text.split()))


def evidence(text: str, cite: str = "") -> CasePart:
    """Somebody's words, not yet numbered."""
    return CasePart(id="", kind="evidence", text=" ".join(text.split()), cite=" ".join(cite.split()))
