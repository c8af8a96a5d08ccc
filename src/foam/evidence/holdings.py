"""What goes into a library and what comes out of it, as values."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from foam.evidence.document import Document
from foam.evidence.truth import Packed
from foam.values import Value
from foam_quotes.text.pointer import Pointer
from foam_quotes.text.span import Span


class Sentence(NamedTuple):
    """One sentence where it stands. A plain tuple: thousands are read at once."""

    pointer: Pointer
    text: str
    """Its words, without the white space around them."""
    span: Span
    """Where those words stand in the document."""
    around: int
    """How many characters the document has."""


class Added(Value):
    """What an `add` brought."""

    version: int
    documents: int = 0
    """Texts that were not in the library."""
    appearances: int = 0
    """New places in which texts were found, those of new documents included."""
    known: int = 0
    """Nothing new: same text, same citation, same place."""


@dataclass
class Batch:
    """Rows on their way in, each with the digest of its file, and the files (digest, path) that end with them."""

    rows: list[tuple[Packed, str]] = field(default_factory=list)
    finished: list[tuple[str, str]] = field(default_factory=list)


class Stats(Value):
    """How large a version of the library is."""

    version: int
    documents: int
    sentences: int
    characters: int
    families: int
    """Groups of near-duplicates, single documents included."""


class Place(NamedTuple):
    """A document in one of the places where it was found."""

    appearance: int
    document: int
    id: str
    about: str
    """Everything but text and sentence ends, as JSON."""


class Standing(NamedTuple):
    """A document as it stands in one file."""

    file: str
    """The digest of the file."""
    family: int
    """The number that near-duplicates share."""
    document: Document


class Entered(NamedTuple):
    """A document as an index takes it in."""

    appearance: int
    document: int
    id: str
    sentences: tuple[str, ...]
    filing: str
    added_in: int
    removed_in: int
