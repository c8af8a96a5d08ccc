"""What FOAM and each of its extras take up on disk, by the files of the packages installed here."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from bench.harness import Row, benchmark
from foam.model.embedded.pins import PINS
from foam.settings import find_home

LARGEST = 5
"""Packages that are named for each row."""


class NotInstalled(Exception):
    """A package that an extra needs is not installed here."""


@cache
def megabytes(name: str) -> float:
    """Size of the files of one package, those that were compiled at installing included."""
    files = (Path(str(file.locate())) for file in distribution(name).files or ())
    return sum(file.stat().st_size for file in files if file.is_file()) / 1e6


def needed(name: str, extras: Iterable[str] = ()) -> set[str]:
    """The package and every package it needs, with these extras."""
    found: set[str] = set()
    todo = [(name, tuple(extras))]
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while todo:
        if (one := todo.pop()) in seen:
            continue
        seen.add(one)
        found.add(canonicalize_name(one[0]))
        todo += [(r.name, tuple(sorted(r.extras))) for r in _requirements(_installed(one[0]), one[1])]
    return found


def _installed(name: str) -> Distribution:
    try:
        return distribution(name)
    except PackageNotFoundError as absent:
        raise NotInstalled(name) from absent


def _requirements(package: Distribution, extras: tuple[str, ...]) -> Iterator[Requirement]:
    for line in package.requires or ():
        asked = Requirement(line)
        if asked.marker is None or any(asked.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield asked


@benchmark
def weights() -> Iterable[Row]:
    """The files of every model that is pulled or ships; who made them and their licences: docs/embedded.md."""
    models = find_home(os.environ, Path.cwd(), Path.home()) / "models"
    for pin in PINS:
        held = [file for file in (models / pin.name).glob("*") if file.name != "stamp.json"]
        yield Row(pin.name, sum(file.stat().st_size for file in held) / 1e6, "MB", "" if held else "not pulled")
    for name in ("judge", "highlighter"):
        file = Path(str(files(f"foam.model.{name}"))) / f"{name}.safetensors"
        yield Row(name, file.stat().st_size / 1e6, "MB", "in foam")


@benchmark
def installed() -> Iterable[Row]:
    """The core, and what each extra adds to it."""
    core = needed("foam")
    yield _row("foam", core)
    for extra in sorted(distribution("foam").metadata.get_all("Provides-Extra") or ()):
        try:
            yield _row(f"foam[{extra}] adds", needed("foam", [extra]) - core)
        except NotInstalled as absent:
            yield Row(f"foam[{extra}] adds", float("nan"), "MB", f"not installed here: {absent}")


def _row(name: str, packages: set[str]) -> Row:
    largest = sorted(packages, key=lambda one: -megabytes(one))[:LARGEST]
    return Row(name, sum(map(megabytes, packages)), "MB", ", ".join(f"{one} {megabytes(one):.0f}" for one in largest))
