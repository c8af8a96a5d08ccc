"""Shared fixtures: where the public data is, and what to say when it is not there."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from tests.cluster import Cluster, start_cluster
from tests.length import LONG
from tests.sharing import is_dear, make_scheduler

DATA = Path(os.environ.get("FOAM_DATA", Path(__file__).parents[1].parent / "shared" / "data"))


settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("long", deadline=None, max_examples=200)
settings.load_profile("long" if LONG else "quick")
"""Timing never decides a test: a loaded machine is no fault of the code."""


def pytest_collection_finish() -> None:
    """What was loaded up to here stays until the end, so it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    return make_scheduler(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    _leave_long_rows(config, items)
    if hasattr(config, "workerinput"):  # a process of several
        items.sort(key=lambda one: not is_dear(one.nodeid))


def _leave_long_rows(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave rows marked `long` to `make test-long`, unless they are asked for by `-m long`."""
    if LONG or config.option.markexpr:
        return
    left = [one for one in items if one.get_closest_marker("long")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [one for one in items if not one.get_closest_marker("long")]


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public data sets; the test is skipped, loudly, when it is absent."""
    if not DATA.is_dir():
        pytest.skip(f"MISSING DATA: {DATA} is not there; set FOAM_DATA to run this test")
    return DATA


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL server of our own; the test is skipped, loudly, where there is none."""
    started = start_cluster()
    yield started
    started.remove()


@pytest.fixture
def database(cluster: Cluster) -> Iterator[str]:
    """The address of a new, empty PostgreSQL database. It is dropped at the end: some tests read all that there are."""
    url = cluster.make_database()
    yield url
    cluster.drop_database(url)
