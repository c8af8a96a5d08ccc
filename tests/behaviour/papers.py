"""The small fictional files that the suite works on: short papers, and the facts of each in a TOML file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import foam

FILES = Path(__file__).parent / "files"


@dataclass(frozen=True)
class SmallFile:
    """One of the folders under `files`: `papers/` and `facts.toml`."""

    name: str

    @property
    def papers(self) -> list[Path]:
        return sorted((FILES / self.name / "papers").iterdir())

    @property
    def facts_file(self) -> Path:
        return FILES / self.name / "facts.toml"

    @cached_property
    def facts(self) -> foam.Facts:
        return foam.Facts.read(self.facts_file)

    def find_papers(self, *sentences: str) -> list[Path]:
        """The papers that hold one of the sentences."""
        return [one for one in self.papers if any(words in one.read_text("utf-8") for words in sentences)]
