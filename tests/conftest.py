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
from tests.durations import Durations
from tests.lanes import is_long
from tests.mission import list_failed_rows
from tests.sharing import is_dear, make_scheduler
from tests.shuffling import shuffle_tests

DATA = Path(os.environ.get("FOAM_DATA", Path(__file__).parents[1].parent / "shared" / "data"))


settings.register_profile("any speed", deadline=None, max_examples=25)
settings.load_profile("any speed")
"""Timing never decides a test: a loaded machine is no fault of the code."""


def pytest_configure(config: pytest.Config) -> None:
    if not hasattr(config, "workerinput"):  # the process that hears of every test
        config.pluginmanager.register(Durations())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--shuffle", type=int, metavar="SEED", help="run files, and the tests of each, in a seeded order")


def pytest_collection_finish() -> None:
    """What was loaded up to here stays until the end, so it is not looked through for garbage again and again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name the rows of `mission.toml` whose tests failed."""
    ended = [one for way in ("failed", "error") for one in terminalreporter.stats.get(way, [])]
    for row in list_failed_rows([one.nodeid for one in ended]) if ended else []:
        terminalreporter.write_line(f"NOT SHOWN: {row}")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    return make_scheduler(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if is_long(item):
            item.add_marker(pytest.mark.long)
    if (seed := config.getoption("--shuffle")) is not None:
        items[:] = shuffle_tests(items, seed)
    if hasattr(config, "workerinput"):  # a process of several
        items.sort(key=lambda one: not is_dear(one.nodeid))


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
