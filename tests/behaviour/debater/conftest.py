"""Desks that several tests begin at: an empty one, and one whose library holds both sides' files."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.behaviour.debater.desk import Desk
from tests.behaviour.debater.ferries import make_model, write_affirmative, write_negative


@pytest.fixture
def empty(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


@pytest.fixture(scope="session")
def filed(tmp_path_factory: pytest.TempPathFactory) -> Desk:
    """Both sides' Word files are in the library; tests that change anything take a copy."""
    desk = Desk(tmp_path_factory.mktemp("filed"), model=make_model())
    desk.run("library", "add", write_affirmative(desk.folder), write_negative(desk.folder))
    return desk


@pytest.fixture
def desk(filed: Desk, tmp_path: Path) -> Desk:
    return filed.copy(tmp_path)
