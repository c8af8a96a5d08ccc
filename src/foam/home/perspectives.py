"""Calls about perspectives: who can sit at the table, who would disagree, whom a table leaves out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from foam.errors import NotFound
from foam.home.calls import quick
from foam.home.deliberations import read_perspective
from foam.home.desk import Desk
from foam.perspective.coherence import Coherence, measure_coherence
from foam.perspective.diversity import Contrast, Seating, describe_seating, rank_contrasts
from foam.perspective.governance import Breach, find_breaches
from foam.perspective.node import Perspective
from foam.values import Value


class PerspectiveList(Value):
    """A pack's perspectives, how much they differ, and whom they leave out."""

    perspectives: tuple[Perspective, ...]
    seating: Seating


class PerspectivePage(Value):
    """A perspective and how well its options go together."""

    perspective: Perspective
    coherence: Coherence

    def data(self) -> dict[str, Any]:
        """The page as plain JSON."""
        return {**self.perspective.json_value(), "coherence": self.coherence.json_value()}


class FileBreach(Breach):
    """A limit that the perspective in a file does not keep."""

    file: str


class PerspectiveCheck(Value):
    """What a check of perspective files found."""

    ok: bool
    checked: int
    failures: tuple[FileBreach, ...]


class PerspectiveCalls:
    """`home.perspectives`: those of a pack; without a pack, of the pack that the settings name."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    @quick
    def list(self, *, pack: str | None = None) -> PerspectiveList:
        """The pack's perspectives, how much they differ, and whom they leave out."""
        held = self._desk.load_pack(pack)
        values = [value.id for value in held.values]
        table = describe_seating(held.perspectives, stakeholders=held.stakeholders, values=values)
        return PerspectiveList(perspectives=held.perspectives, seating=table)

    @quick
    def show(self, name: str, *, pack: str | None = None) -> PerspectivePage:
        """One perspective, by its id, with its coherence."""
        found = _find(self._desk.load_pack(pack).perspectives, name)
        return PerspectivePage(perspective=found, coherence=measure_coherence(found.dimensions))

    @quick
    def suggest(self, *seats: str, pack: str | None = None) -> tuple[Contrast, ...]:
        """The pack's other perspectives, those that would disagree most with all the seats first."""
        known = self._desk.load_pack(pack).perspectives
        return rank_contrasts(known, [_find(known, seat) for seat in seats])

    @quick
    def check(self, *files: Path | str, pack: str | None = None) -> PerspectiveCheck:
        """Hold perspective files (.toml) against the catalogue of dimensions and the pack's limits."""
        limits = self._desk.load_pack(pack).limits
        failures = [
            FileBreach(file=str(file), **breach.json_value())
            for file in files
            for breach in find_breaches(read_perspective(Path(file)), limits)
        ]
        return PerspectiveCheck(ok=not failures, checked=len(files), failures=tuple(failures))


def _find(known: Sequence[Perspective], name: str) -> Perspective:
    for perspective in known:
        if perspective.id == name:
            return perspective
    raise NotFound(f"no perspective {name!r}", hint=f"there are {', '.join(one.id for one in known)}")
