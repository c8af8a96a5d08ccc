"""Many sentences and citations at a glance: one question for all of them, and no more of each than is shown."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from foam.errors import RecordDamaged
from foam.evidence.document import Citation, Origin
from foam.evidence.truth import find_sentence, write_marks
from foam.record.statements import Statements

Number = TypeVar("Number", int, str)
_AT_ONCE = 500
"""Documents that are asked for together."""


class Glance(NamedTuple):
    """One sentence by its words alone. A plain tuple: hundreds are read to show thirty."""

    document: str
    """The id of its document."""
    sentence: int
    text: str
    """Its words, without the white space around them."""
    around: int
    """How many characters the document has."""


class Cited(NamedTuple):
    """What a citation in one line is written from."""

    citation: Citation
    origin: Origin


def read_places(db: Statements, places: Iterable[tuple[int, int]]) -> dict[tuple[int, int], Glance]:
    """The sentences at these places, each the number of a document and of a sentence in it, as far as they are there.

    An index knows documents by these numbers. What was erased is not there.
    """
    wanted: defaultdict[int, list[int]] = defaultdict(list)
    for document, sentence in dict.fromkeys(places):
        wanted[document].append(sentence)
    read: dict[tuple[int, int], Glance] = {}
    for some in _cut(tuple(wanted)):
        query = (
            f"SELECT number, id, text, ends FROM library_document WHERE erased = 0 AND number IN ({write_marks(some)})"
        )
        for number, id, text, ends in db.execute(query, some):
            for sentence in wanted[number]:
                if (span := find_sentence(ends, sentence)) is not None:
                    read[number, sentence] = Glance(id, sentence, span.of(text).strip(), len(text))
    return read


def read_cited(db: Statements, ids: Iterable[str]) -> dict[str, Cited]:
    """How each of these documents is cited where it was first found; those that are erased or unknown are left out."""
    found: dict[str, Cited] = {}
    for some in _cut(tuple(dict.fromkeys(ids))):
        rows = db.execute(
            "SELECT d.id, a.about FROM library_document d JOIN library_appearance a ON a.number ="
            " (SELECT MIN(b.number) FROM library_appearance b WHERE b.document = d.number)"
            f" WHERE d.erased = 0 AND d.id IN ({write_marks(some)})",
            some,
        )
        found |= {id: _read_about(about) for id, about in rows}
    return found


def _cut(wanted: tuple[Number, ...]) -> Sequence[tuple[Number, ...]]:
    return [wanted[start : start + _AT_ONCE] for start in range(0, len(wanted), _AT_ONCE)]


def _read_about(about: str) -> Cited:
    try:
        told = json.loads(about)
        return Cited(Citation.model_validate(told.get("citation", {})), Origin.model_validate(told["origin"]))
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        what = f"a document of the library cannot be read: {str(error).splitlines()[0]}"
        raise RecordDamaged(what, hint="run: foam library verify") from error
