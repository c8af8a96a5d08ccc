"""Passages: sentences found for a query, as the protocols offer them to models. Knows no search engine."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from foam.model.question import Option
from foam.record.entry import PointerInput
from foam.text.pointer import Pointer
from foam.values import Value


class Passage(Value):
    """One sentence, where it stands and whose words it is."""

    pointer: Pointer
    text: str
    cite: str = ""
    """Author and year, as spoken."""


class Corpus(Protocol):
    """Where the evidence of a run comes from, pinned to one version."""

    @property
    def version(self) -> str:
        """Names exactly what is read: the same version, the same sentences."""
        ...

    @property
    def engine(self) -> str:
        """Name and version of what ranks the sentences."""
        ...

    def find(self, query: str, *, limit: int) -> Sequence[Passage]:
        """The passages nearest to the query, best first."""
        ...


def numbered(passages: Iterable[Passage]) -> tuple[tuple[str, Passage], ...]:
    """Passages under the short ids a model names them by: s1, s2, …"""
    return tuple((f"s{number}", passage) for number, passage in enumerate(passages, start=1))


def options(passages: Iterable[tuple[str, Passage]]) -> tuple[Option, ...]:
    return tuple(Option(id=name, text=passage.text) for name, passage in passages)


def pointer_inputs(passages: Iterable[tuple[str, Passage]]) -> tuple[PointerInput, ...]:
    """What a decision over these passages depends on, under the ids they were offered by."""
    return tuple(PointerInput(role=name, pointer=passage.pointer) for name, passage in passages)
