"""One answer for all tests of the pages."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from tests.web.serving import QUESTION, Desk, add_papers, make_fakes, open_pages

import foam
from foam.web.security import Limits


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A home in which a question was deliberated; nobody writes into it."""
    folder, fakes = tmp_path_factory.mktemp("home"), make_fakes()
    with foam.open(folder, **fakes) as home:
        add_papers(home, tmp_path_factory.mktemp("papers"))
        ran = home.deliberate(QUESTION, library=True, pack="neutral-table")
    return Desk(folder=folder, run=ran.run, answer=ran.view, fakes=fakes)


@pytest.fixture
def desk(made: Desk, tmp_path: Path) -> Desk:
    """A copy of it, to be written into."""
    folder = tmp_path / "home"
    shutil.copytree(made.folder, folder)
    return Desk(folder=folder, run=made.run, answer=made.answer, fakes=make_fakes())


@pytest.fixture(scope="session")
def reader(made: Desk) -> Iterator[TestClient]:
    """A browser without scripts that only reads, as fast as it likes."""
    with open_pages(made, Limits(requests=(100_000, 1000.0))) as client:
        yield client


@pytest.fixture
def client(desk: Desk) -> Iterator[TestClient]:
    """A browser without scripts over a home that can be written into."""
    with open_pages(desk) as client:
        yield client
