"""A debater's desk: a folder with files, a home in it, and the command line over that home."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

from tests.behaviour.cli import run_foam

import foam


class Desk:
    def __init__(self, folder: Path, *, model: Any = None) -> None:
        self.folder, self.home, self.model = folder, folder / "home", model or foam.ScriptedModel()

    def run(self, *words: object, code: int | None = 0, **given: Any) -> str:
        """What the command prints on both streams. `given` is handed to the home that it opens."""
        return run_foam(self.home, *words, code=code, given={"models": self.model, **given}).output

    def ask(self, *words: object, code: int | None = 0, **given: Any) -> Any:
        """Its one JSON document."""
        told = run_foam(self.home, *words, "--json", "--quiet", code=code, given={"models": self.model, **given})
        return json.loads(told.stdout)

    def copy(self, folder: Path) -> Desk:
        shutil.copytree(self.folder, folder, dirs_exist_ok=True)
        return Desk(folder, model=self.model)
