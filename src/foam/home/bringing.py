"""What comes with a challenge, read: documents, the steps of a working, and a perspective that is to be heard."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from foam.contest.brought import find_brought, import_documents
from foam.contest.read import read_steps
from foam.errors import InputError
from foam.evidence.document import Document
from foam.home.seating import read_perspective
from foam.job.orders.contest import ChallengeOrder
from foam.record.store import Store


def read_challenge_files(order: ChallengeOrder, store: Store) -> ChallengeOrder:
    """The same challenge with what its files hold: a worker may be on another machine."""
    seat, steps = order.perspective, order.steps
    read = {
        "perspective": read_perspective(seat) if isinstance(seat, Path) else seat,
        "steps": read_steps(steps) if isinstance(steps, Path) else steps,
        "with_documents": read_brought(order.with_documents, store),
    }
    return ChallengeOrder.read(order, **read)


def read_brought(brought: Iterable[Path | Document], store: Store) -> tuple[Document, ...]:
    """The documents that come with a challenge: from files, as they were read, or, by the name of a file that is not
    there, as an earlier challenge brought it into this record."""
    given = tuple(brought)
    paths = [one for one in given if isinstance(one, Path)]
    kept = {path: find_brought(store, path) for path in paths if not path.exists()}
    for path in (path for path, found in kept.items() if found is None):
        raise InputError(
            f"{path} does not exist, and no challenge brought a file of that name", hint="bring a file that is there"
        )
    files = import_documents(path for path in paths if path not in kept)
    again = (one for one in kept.values() if one)
    return (*files, *again, *(one for one in given if isinstance(one, Document)))
