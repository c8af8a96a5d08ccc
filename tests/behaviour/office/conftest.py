"""Homes of the fictional office, made once a stage; a test works on a copy."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from tests.behaviour.appeal import ORDER, begin, take
from tests.behaviour.homes import open_home

import foam


@dataclass(frozen=True)
class Office:
    """A home with one matter in it."""

    folder: Path
    home: foam.Home
    matter: str


@pytest.fixture(scope="session")
def stages(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with a home for each step after it was taken, and the key of the matter."""
    folder = tmp_path_factory.mktemp("stages")
    home = folder / "now"
    matter = ""
    for name in ORDER:
        with open_home(home) as office:
            if name == "begin":
                matter = begin(office)
            else:
                take(office, matter, name)
        shutil.copytree(home, folder / name)
    return folder, matter


@pytest.fixture
def office_after(stages: tuple[Path, str], tmp_path: Path) -> Iterator[Callable[[str], Office]]:
    """An office where the matter was brought as far as this step."""
    folder, matter = stages
    opened: list[foam.Home] = []

    def copy(step: str) -> Office:
        place = tmp_path / f"after-{step}"
        shutil.copytree(folder / step, place)
        opened.append(open_home(place))
        return Office(place, opened[-1], matter)

    yield copy
    for home in opened:
        home.close()
