"""The sources that quotations are held against, and the names people give them.

A source is named by its id or a pointer into it, or by any of its names, also within more words (`Grant Act, section
12`). Every name is reduced to a key (lower case, letters and digits only), so that names meet.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Protocol

from foam_quotes.text.pointer import Pointer
from foam_quotes.text.span import Span

_WORD = re.compile(r"[^\W_]+")
_LONGEST_NAME, _TELLING = 16, 10
"""Words of a source's name in which a title is looked for (`Grant Act, section 12`), and letters of such a title."""
_ID = re.compile(r"(?:d:)?([0-9a-f]{8,64})(?:#s\d+)?")


class SourceText(Protocol):
    """A text to be quoted. It is normalised, and its sentences cover it."""

    @property
    def id(self) -> str: ...

    @property
    def title(self) -> str:
        """What it is called, if that is known."""
        ...

    @property
    def text(self) -> str: ...

    @property
    def ends(self) -> tuple[int, ...]:
        """Where each sentence ends."""
        ...

    @property
    def sentences(self) -> tuple[Span, ...]: ...

    def pointer(self, number: int) -> Pointer:
        """The address of a sentence."""
        ...


class Shelf(Protocol):
    """The documents quotations are held against."""

    def document(self, id: str) -> SourceText | None:
        """The document with this id; nothing when this shelf does not hold it."""
        ...

    def cited(self, source: str) -> tuple[str, ...]:
        """The ids of the documents a source's name may mean; empty when it is unknown."""
        ...


def list_asked_keys(source: str, names: Iterable[str] = ()) -> tuple[str, ...]:
    """The keys a source's name may stand for, the most certain first: it, names read off it, and titles within it."""
    certain = [key for name in (source, *names) if (key := make_source_key(name))]
    words = make_source_key(source).split()[:_LONGEST_NAME]
    lengths = range(len(words) - 1, 1, -1)
    inside = [" ".join(words[at : at + length]) for length in lengths for at in range(len(words) - length + 1)]
    return tuple(dict.fromkeys([*certain, *(key for key in inside if len(key) >= _TELLING)]))


class MemoryShelf:
    """A handful of documents in memory, each with its names; `read_name` gives the keys that a name stands for."""

    def __init__(
        self,
        named: Iterable[tuple[SourceText, Iterable[str]]],
        *,
        read_name: Callable[[str], Iterable[str]] = list_asked_keys,
    ) -> None:
        self._documents: dict[str, SourceText] = {}
        self._named: dict[str, list[str]] = {}
        self._read_name = read_name
        for document, names in named:
            if document.id not in self._documents:
                self._documents[document.id] = document
                for key in dict.fromkeys(key for name in names if (key := make_source_key(name))):
                    self._named.setdefault(key, []).append(document.id)

    def document(self, id: str) -> SourceText | None:
        return self._documents.get(id)

    def cited(self, source: str) -> tuple[str, ...]:
        if source in self._documents:
            return (source,)
        prefix = parse_id(source)
        if prefix and (found := tuple(id for id in self._documents if id.startswith(prefix))):
            return found
        return next((tuple(self._named[key]) for key in self._read_name(source) if key in self._named), ())


def parse_id(source: str) -> str:
    """The document id (or the start of one) that a source is named by; empty when it is named otherwise."""
    match = _ID.fullmatch(source.strip().lower())
    return match[1] if match else ""


def make_source_key(name: str) -> str:
    """The name reduced to what matters: `https://www.Example.org/a/` and `example.org/a` are one key."""
    plain = re.sub(r"^(?:[a-z]+://)?(?:www\.)?", "", name.strip().lower())
    return " ".join(_WORD.findall(plain))
