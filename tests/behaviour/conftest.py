"""Runs that many tests look at are made once. A test that goes on from one copies its home."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.homes import open_home
from tests.behaviour.papers import SmallFile

import foam


@dataclass(frozen=True)
class Held:
    """A deliberation that was held: the home it is in, and what came of it."""

    folder: Path
    file: SmallFile
    run: str
    digest: str
    asked: int
    document: dict[str, Any]
    """The dossier as JSON."""

    def copy(self, to: Path) -> Path:
        """A copy of the home, to go on in."""
        shutil.copytree(self.folder, to)
        return to


@pytest.fixture(scope="session")
def hold(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Held]:
    """Holds the deliberation of a small file, over all its papers, once."""
    made: dict[str, Held] = {}

    def hold(name: str) -> Held:
        if name not in made:
            made[name] = _hold(SmallFile(name), tmp_path_factory.mktemp(name) / "home")
        return made[name]

    return hold


def _hold(file: SmallFile, folder: Path) -> Held:
    with open_home(folder, file.facts) as home:
        home.library.add(*file.papers)
        ran = home.deliberate(file.facts.question, library=True)
        return Held(folder, file, ran.run, ran.digest, ran.asked, ran.view.json_value())


@dataclass(frozen=True)
class Answered:
    """A question that was answered by stated rules: the home it is in, and what came of it."""

    folder: Path
    run: str
    answer: foam.Answer


@pytest.fixture(scope="session")
def answered(tmp_path_factory: pytest.TempPathFactory) -> Answered:
    """Should the denial of Rosa Delmar's application be reversed? Nobody is asked: the pack states its rules."""
    folder = tmp_path_factory.mktemp("answered") / "home"
    rain = {"question": "Did it rain?", "sentences": [{"text": "It rained.", "side": "for"}]}
    with open_home(folder, foam.Facts.model_validate(rain)) as home:
        ran = home.ask("Should the denial of Rosa Delmar's application be reversed?", pack="benefits-appeal")
        return Answered(folder, ran.run, ran.view)


@pytest.fixture(scope="session")
def sunday(hold: Callable[[str], Held]) -> Held:
    """Should the library open on Sundays? A question that values decide."""
    return hold("library-sunday")


@pytest.fixture(scope="session")
def piano(hold: Callable[[str], Held]) -> Held:
    """May a piano be played on the quay? A decision under rules."""
    return hold("street-piano")
