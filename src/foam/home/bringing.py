"""What comes with a challenge, read: documents, and a perspective that is to be heard."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from foam.contest.brought import find_brought, import_documents
from foam.errors import InputError
from foam.evidence.document import Document
from foam.home.seating import read_perspective
from foam.perspective.node import Perspective
from foam.record.store import Store


def read_brought(given: Iterable[Path | str | Document], store: Store) -> tuple[Document, ...]:
    """The documents that come with a challenge: from files, as they were read, or, by the name of a file that is not
    there, as an earlier challenge brought it into this record."""
    brought = tuple(given)
    paths = [Path(one) for one in brought if not isinstance(one, Document)]
    kept = {path: find_brought(store, path) for path in paths if not path.exists()}
    for path in (path for path, found in kept.items() if found is None):
        raise InputError(
            f"{path} does not exist, and no challenge brought a file of that name", hint="bring a file that is there"
        )
    files = import_documents(path for path in paths if path not in kept)
    again = (one for one in kept.values() if one)
    return (*files, *again, *(one for one in brought if isinstance(one, Document)))


def read_seat(perspective: Path | str | Perspective | None) -> Perspective | None:
    """The perspective that is to be heard, from a file or as it is."""
    return read_perspective(Path(perspective)) if isinstance(perspective, Path | str) else perspective
