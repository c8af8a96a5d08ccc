"""Fixtures that the tests of indexes share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.evidence.search.stores import ObjectStore


@pytest.fixture(scope="session")
def object_store() -> Iterator[ObjectStore]:
    """A running object store with an empty bucket."""
    pytest.importorskip("moto", reason="the object store of the tests is not installed: pip install 'foam[dev]'")
    store = ObjectStore()
    store.start()
    store.make_bucket()
    yield store
    store.stop()
