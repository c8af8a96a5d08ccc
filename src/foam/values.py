"""Frozen values, texts that are cleaned when they come in, and tagged digests.

A digest is `b2:` followed by 64 hex digits of BLAKE2b-256 over the value's canonical JSON.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

from pydantic import BeforeValidator, PlainSerializer

import foam_quotes.values
from foam.canonical import write_canonical
from foam.errors import UnknownName
from foam.visible import clean, clean_line, clean_name

TAG = "b2:"
Row = TypeVar("Row", bound="Value")


class Value(foam_quotes.values.Value):
    """A pure, frozen value that has a digest."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                return super().__getattr__(name)
            raise UnknownName(self, name)

    @property
    def digest(self) -> str:
        """The tagged digest of the value's canonical JSON."""
        return digest(self.json_value())


class Rows(tuple[Row, ...]):
    """Values of one kind, in their order: a tuple that a data frame is made of by `rows()`."""

    def rows(self) -> list[dict[str, Any]]:
        """Each as a plain dict, with dotted names for what lies deeper: `pandas.DataFrame(runs.rows())`."""
        return [dict(_flatten(one.json_value())) for one in self]


def _flatten(value: dict[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for name, held in value.items():
        if isinstance(held, dict) and held:
            yield from _flatten(held, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}", held


def digest(value: object) -> str:
    """The tagged digest of a JSON value."""
    return digest_bytes(write_canonical(value))


def digest_bytes(data: bytes) -> str:
    """The tagged digest of raw bytes."""
    return TAG + hashlib.blake2b(data, digest_size=32).hexdigest()


def short(tagged: str, length: int = 12) -> str:
    """A digest as people read it: the tag and the first hex digits."""
    return tagged[: len(TAG) + length]


def _cleaner(clean_up: Callable[[str], str]) -> BeforeValidator:
    """Cleans before the text is checked: a lone surrogate would be refused."""
    return BeforeValidator(lambda value: clean_up(value) if isinstance(value, str) else value)


CleanText: TypeAlias = Annotated[str, _cleaner(clean)]
"""A text of any length, cleaned when it comes in."""
CleanLine: TypeAlias = Annotated[str, _cleaner(clean_line)]
"""A name or a title, cleaned when it comes in."""
CleanName: TypeAlias = Annotated[str, _cleaner(clean_name)]
"""The name of a file, cleaned when it comes in."""
Names: TypeAlias = Annotated[frozenset[str], PlainSerializer(sorted, return_type=list[str], when_used="json")]
"""Names without an order, written in that of the alphabet: equal content, equal digest."""
