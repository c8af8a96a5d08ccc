"""One home with an answer and a library for all tests of the tools. Skipped, loudly, without the extra."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="MISSING EXTRA: pip install 'foam[mcp]' to run this test")

from tests.web.serving import FILE, QUESTION, Desk, make_fakes

import foam

BEES = "Bees dance. The dance of bees tells where flowers stand. Bees do not dance in the rain."


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """A home in which a question was deliberated, with a document in its library; nobody writes into it."""
    folder, fakes = tmp_path_factory.mktemp("home"), make_fakes()
    source = tmp_path_factory.mktemp("documents") / "bees.txt"
    source.write_text(BEES)
    with foam.open(folder, **fakes) as home:
        home.library.add(source, *FILE.papers)
        ran = home.deliberate(QUESTION, library=True, pack="neutral-table")
    return Desk(folder=folder, run=ran.run, answer=ran.view, fakes=fakes)


@pytest.fixture
def desk(kept: Desk, tmp_path: Path) -> Desk:
    """A copy of it, to be written into."""
    folder = tmp_path / "home"
    shutil.copytree(kept.folder, folder)
    return Desk(folder=folder, run=kept.run, answer=kept.answer, fakes=make_fakes())
