"""For whom something is read and written: a server and a worker say it, and a database that holds back what people may
not see is told it (`record.by_case`). Where nobody is named, it is done for the house, which sees everything.

It belongs to a request or a work and goes with it into the threads that it starts, so no two of them mix.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

NOBODY = "(nobody)"
"""Stands for whoever has not come in. No account can have this name, so the database shows them nothing."""


class Acting(NamedTuple):
    """Whose eyes something is read with, and in whose name it is written; empty for the house."""

    reader: str = ""
    writer: str = ""


HOUSE = Acting()
_ACTING: ContextVar[Acting] = ContextVar("acting", default=HOUSE)


def find_acting() -> Acting:
    """For whom the present request or work is done."""
    return _ACTING.get()


@contextmanager
def act_for(person: str) -> Iterator[None]:
    """Read and write for this person; for the house where the name is empty."""
    before = _ACTING.set(Acting(person, person))
    try:
        yield
    finally:
        _ACTING.reset(before)


@contextmanager
def look_as_house() -> Iterator[None]:
    """Read with the eyes of the house for a moment, to decide something about a person; who writes stays the same."""
    before = _ACTING.set(Acting("", _ACTING.get().writer))
    try:
        yield
    finally:
        _ACTING.reset(before)
