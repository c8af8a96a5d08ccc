"""Looks for strings in every byte of a folder, also in what is compressed."""

from __future__ import annotations

import json
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

MODELS = "models"
"""The folder of public weights, which holds nobody's words."""
SHORTEST = 16
"""Characters of a sentence that hardly stands anywhere by chance."""


def find_strings(folder: Path, strings: Sequence[str]) -> Iterator[str]:
    """Files of a home in which one of these strings stands in the open, in any case, also inside of archives."""
    finds = make_finder(strings)
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_relative_to(folder / MODELS) and any(map(finds, read_layers(path))):
            yield str(path.relative_to(folder))


def make_finder(strings: Sequence[str]) -> Callable[[bytes], bool]:
    """Whether one of these strings stands in some bytes, in any case, as it is or as JSON has it."""
    written = (form for one in strings if one.strip() for form in (one, json.dumps(one, ensure_ascii=False)[1:-1]))
    wanted = tuple(one.casefold().encode() for one in dict.fromkeys(written))

    def finds(data: bytes) -> bool:
        text = _fold(data)
        return any(one in text for one in wanted)

    return finds


def read_layers(path: Path) -> Iterator[bytes]:
    """The bytes of a file, and what they hold compressed."""
    data = path.read_bytes()
    yield data
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    try:
        yield zlib.decompress(data, wbits=47)  # zlib or gzip, as its head says
    except zlib.error:
        return


def _fold(data: bytes) -> bytes:
    return data.decode("utf-8", "replace").casefold().encode()
