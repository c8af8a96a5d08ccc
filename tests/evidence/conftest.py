"""A library of each kind: `LibraryFile` in SQLite, and `LibraryDatabase` in PostgreSQL (by `DatabaseStatements`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.evidence.kept import open_kept
from tests.record.kept import Kept, KeptDatabase, KeptFile

from foam.evidence.library import Library


@pytest.fixture(params=["sqlite", "postgres"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Kept:
    """Where a library is kept, each kind in turn."""
    if request.param == "sqlite":
        return KeptFile(tmp_path / "home" / "foam.db")
    url: str = request.getfixturevalue("database")
    return KeptDatabase(request.getfixturevalue("cluster"), url, tmp_path / "home" / "library")


@pytest.fixture
def library(kept: Kept) -> Iterator[Library]:
    """An empty library of each kind."""
    with open_kept(kept) as library:
        yield library
