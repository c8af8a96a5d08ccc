"""The data of a bundle, read from its files: the record, the words, the view, the excerpts. Trusts none of them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from foam.appeal.chain import Matter, read_matter
from foam.appeal.kept import AnyView, read_view
from foam.appeal.vault import MemoryVault, Secret
from foam.bundle.layout import ANSWER, CASE, EXAMINATION, HEADS, RECORD, SOURCES, VERSIONS, VIEWS, WORDS
from foam.bundle.moments import Moment, read_moments
from foam.bundle.records import load_entries
from foam.bundle.statement import Bundled
from foam.case.values import Case
from foam.evidence.excerpt import Excerpt
from foam.examination.report import Examination
from foam.record.memory import MemoryStore

Files = Mapping[str, bytes]


def name_view(view: AnyView) -> str:
    """The file of a view."""
    match view:
        case Case():
            return CASE
        case Examination():
            return EXAMINATION
        case _:
            return ANSWER


class BundleData:
    """What stands in the data files, read when it is first needed."""

    def __init__(self, files: Files, about: Bundled) -> None:
        self.files = files
        self.about = about

    @cached_property
    def store(self) -> MemoryStore:
        return load_entries(self.files[RECORD])

    @cached_property
    def matter(self) -> Matter | None:
        return read_matter(self.store, self.about.matter) if self.about.matter else None

    @cached_property
    def vault(self) -> MemoryVault:
        """The words that are there."""
        vault = MemoryVault()
        for row in self.words:
            if "text" in row:
                vault.put(Secret(salt=row["salt"], text=row["text"]))
        return vault

    @cached_property
    def words(self) -> tuple[dict[str, Any], ...]:
        return tuple(map(json.loads, self.files.get(WORDS, b"").splitlines()))

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        return read_moments(self.files.get(HEADS, b""))

    @cached_property
    def view(self) -> AnyView | None:
        """The case, examination or answer that the bundle is about."""
        name = next((name for name in VIEWS if name in self.files), None)
        return read_view(self.files[name]) if name else None

    @cached_property
    def excerpts(self) -> dict[str, Excerpt]:
        """The sources, by the ids of their documents."""
        rows = (Excerpt.model_validate_json(line) for line in self.files.get(SOURCES, b"").splitlines())
        return {excerpt.id: excerpt for excerpt in rows}

    def views(self) -> Iterator[tuple[str, AnyView]]:
        """Every version of the view, by the name of its file."""
        for name in sorted(self.files):
            if name in VIEWS or name.startswith(VERSIONS):
                yield name, read_view(self.files[name])
