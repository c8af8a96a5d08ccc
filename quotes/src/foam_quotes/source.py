"""Sources: texts to be quoted, each under a name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath
from typing import TypeAlias

from foam_quotes.text.normalise import compute_id, normalise
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.segment import split_sentences
from foam_quotes.text.span import Span
from foam_quotes.verdicts.sources import MemoryShelf


@dataclass(frozen=True)
class Source:
    """A text and what it is called: `Source("rules.txt", "No dogs on the grass.")`."""

    name: str
    raw: str

    @cached_property
    def text(self) -> str:
        return normalise(self.raw)

    @cached_property
    def id(self) -> str:
        return compute_id(self.text)

    @property
    def title(self) -> str:
        return PurePath(self.name).stem

    @cached_property
    def sentences(self) -> tuple[Span, ...]:
        return split_sentences(self.text)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        return tuple(span.end for span in self.sentences)

    def pointer(self, number: int) -> Pointer:
        return Pointer(document=self.id, sentence=number)


Sources: TypeAlias = str | Source | Mapping[str, str] | Iterable[str | Source]
"""One text or several; texts without a name are called `1`, `2` and so on."""


def list_sources(given: Sources) -> tuple[Source, ...]:
    """The sources that hold any text."""
    if isinstance(given, Mapping):
        named = [Source(name, text) for name, text in given.items()]
    else:
        each = [given] if isinstance(given, str | Source) else given
        named = [Source(str(n), one) if isinstance(one, str) else one for n, one in enumerate(each, start=1)]
    return tuple(one for one in named if one.text)


def make_shelf(sources: Iterable[Source]) -> MemoryShelf:
    """The sources by their names, whole paths or the last part of one, with its ending or without."""
    return MemoryShelf((one, (one.name, PurePath(one.name).name, one.title)) for one in sources)
