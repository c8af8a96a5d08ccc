"""Cheap hashes for tests that log in often; one test takes those that people get."""

from __future__ import annotations

import pytest
from tests.people.cheap import hash_cheaply


@pytest.fixture(autouse=True)
def _cheap(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if "dear_hashes" not in request.fixturenames:
        hash_cheaply(monkeypatch)


@pytest.fixture
def dear_hashes() -> None:
    """The hashes that people get."""
