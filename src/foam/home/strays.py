"""Personal files of a home that nothing in the record refers to: words, kept views, parts of files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from foam.appeal.chain import list_matter_keys, read_matter
from foam.errors import RecordDamaged
from foam.home.desk import Desk
from foam.home.keeping import DRAFT, KEPT, WORDS
from foam.values import TAG


def find_strays(desk: Desk) -> Iterator[str]:
    """Names of files in the home that no matter and no run accounts for."""
    folder = desk.folder
    known = set(_list_words(desk))
    for path in _list_files(folder / WORDS):
        if path.suffix == DRAFT:
            accounted = bool(desk.reading.find(path.stem.partition(".")[0]))
        else:
            accounted = TAG + path.stem in known
        if not accounted:
            yield f"{WORDS}/{path.name}"
    for path in _list_files(folder / KEPT):
        if path.suffix != ".json" or desk.reading.find(path.stem) != (TAG + path.stem,):
            yield f"{KEPT}/{path.name}"


def _list_words(desk: Desk) -> Iterator[str]:
    for key in list_matter_keys(desk.reading):
        try:
            yield from read_matter(desk.reading, key).standing.words
        except RecordDamaged:
            continue  # verify names it


def _list_files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file()) if folder.is_dir() else []
