"""Parts of a document, found by what a reader sees: the words of a sentence and the word that names the kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def list_records(document: Any) -> Iterator[dict[str, Any]]:
    """Every record of a JSON document, however deep, in its order."""
    if isinstance(document, dict):
        yield document
        for value in document.values():
            yield from list_records(value)
    elif isinstance(document, list):
        for value in document:
            yield from list_records(value)


def list_shown(document: Any, sentence: str, *, kind: str = "") -> list[dict[str, Any]]:
    """The records that show the sentence and can be named, those of one kind where it is given."""
    return [
        record
        for record in list_records(document)
        if isinstance(record.get("id"), str)
        and any(isinstance(value, str) and sentence in value for value in record.values())
        and (not kind or kind in (record.get("kind"), record.get("type")))
    ]


def find_part(document: Any, sentence: str, *, kind: str = "") -> str:
    """The id by which the part that shows the sentence can be challenged."""
    found = list_shown(document, sentence, kind=kind)
    assert found, f"nothing shows “{sentence}”"
    part: str = found[0]["id"]
    return part
