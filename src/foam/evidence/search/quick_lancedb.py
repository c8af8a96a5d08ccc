"""Loads LanceDB, quickly. Everything that needs it imports it from here.

LanceDB brings a generated REST client along whose every method is wrapped by pydantic's `validate_call`; building those
wrappers takes most of the import (2.2 of 3.3 s where this was measured) and FOAM never calls one. So the decorator
does nothing while the package loads, and is put back at once. The engine's log is set to errors, unless `LANCEDB_LOG`
says otherwise: it warns of every empty partition.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pydantic


@contextmanager
def _no_call_validation() -> Iterator[None]:
    kept = pydantic.validate_call
    pydantic.validate_call = _unchanged
    try:
        yield
    finally:
        pydantic.validate_call = kept


def _unchanged(function: Any = None, /, **_: Any) -> Any:
    return function if function is not None else _unchanged


os.environ.setdefault("LANCEDB_LOG", "error")
with _no_call_validation():
    import lancedb
    import lancedb.index as index
    import lancedb.table as table

__all__ = ["index", "lancedb", "table"]
