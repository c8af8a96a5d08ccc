"""Loading a pack from its folder.

pack.toml        name, title, summary, notice, sample question, limits, values, stakeholders, criteria, seats, file
trees/*.json     an outline for each speech a case can be written as: see `foam.pack.outlines`
parts.json       parts that several outlines use
prompts/*/*.txt  templates in place of the shared ones: see `foam.pack.prompts`
rubric.toml      what cases are scored on, in place of the shared rubric
formats.toml     debate formats, before the shared ones
rules.toml       the stated rules, which give the tree of a question: see `foam.pack.rules`
profiles/*.toml  procedure profiles with their clocks, before the shared ones
library/*        the sample library, in any format the importers read
answers/*.toml   answers that were written by hand to the questions of a run: see `foam.model.handwritten`
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any

from foam.errors import FoamError, NotFound, PackError
from foam.model.template import Prompts
from foam.pack.files import SHARED, SHIPPED, list_files, read_toml, shipped_packs, validate
from foam.pack.formats import load_formats
from foam.pack.pack import Pack
from foam.pack.profile import load_profiles
from foam.pack.prompts import overlay_prompts
from foam.pack.rubric import read_rubric
from foam.pack.rules import load_rules
from foam.perspective.governance import find_seat_breaches
from foam.perspective.node import parse_perspective
from foam.values import digest, digest_bytes

NEUTRAL = "neutral-table"
"""The seats for documents of one's own that no pack is about. It has no sample library and no outlines."""


def find_pack(name: str | Path) -> Path:
    """The folder of a shipped pack, or the folder that is named."""
    if str(name) == NEUTRAL:
        return SHARED / NEUTRAL
    return SHIPPED / name if str(name) in shipped_packs() else Path(name).resolve()


def load_pack(name: str | Path) -> Pack:
    """A shipped pack by its name, or any folder that holds a `pack.toml`; read again where a file of it changed."""
    folder = find_pack(name)
    if not (folder / "pack.toml").is_file():
        raise NotFound(f"no pack {str(name)!r}", hint=f"shipped packs: {', '.join(shipped_packs())}; or name a folder")
    return _load(str(name), folder, _read_state(folder))


def _read_state(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Names, times and sizes of all files that a pack is made of: while they stay, so does the pack."""
    folders = {str(folder), str(SHARED)}
    files = (os.path.join(at, file) for folder in folders for at, _, found in os.walk(folder) for file in found)
    told = ((path, os.stat(path)) for path in files if os.path.exists(path))
    return tuple(sorted((path, state.st_mtime_ns, state.st_size) for path, state in told))


@lru_cache(maxsize=16)
def _load(name: str, folder: Path, state: tuple[tuple[str, int, int], ...]) -> Pack:
    shipped = name in (NEUTRAL, *shipped_packs())
    path = folder / "pack.toml"
    files = list_files(folder, linked=shipped)
    prompts = overlay_prompts(folder, files)
    rubric = folder / "rubric.toml" if folder / "rubric.toml" in files else SHARED / "rubric.toml"
    about = read_toml(path)
    stated = load_rules(folder)
    found = {
        "perspective": _read_seats(path, about, "perspective"),
        "open_perspective": _read_seats(path, about, "open_perspective"),
        "rules": stated if stated and not stated.unapproved else None,
        "prompts": prompts,
        "rubric": read_rubric(rubric),
        "formats": (*load_formats(folder), *load_formats(SHARED)),
        "profiles": (*load_profiles(folder), *load_profiles(SHARED)),
        "folder": folder,
        "reference": name if shipped else str(folder),
        "content": digest_content(folder, files, prompts),
    }
    misplaced = sorted(about.keys() & found.keys() - {"perspective", "open_perspective"})
    if misplaced:
        raise PackError(f"{path}: {misplaced[0]}: no field of this file", hint="see docs/packs.md")
    pack = validate(path, Pack, {**about, **found})
    for seats in (pack.perspectives, pack.list_seats(is_open=True)):
        for first in find_seat_breaches(seats, pack.limits)[:1] if seats else ():
            raise PackError(f"pack {pack.name}: {first.perspective or 'its seats'}: {first.what}", hint=first.remedy)
    return pack


def _read_seats(path: Path, about: dict[str, Any], name: str) -> list[Any]:
    try:
        return [parse_perspective(row) for row in about.get(name, ())]
    except FoamError as error:
        raise PackError(f"{path}: {error.what}", hint=error.hint) from error
    except (TypeError, AttributeError, ValueError) as error:
        raise PackError(f"{path}: {name}: {error}", hint="see docs/perspective.md") from error


def digest_content(folder: Path, files: list[Path], prompts: Prompts) -> str:
    """What a replay compares: a prompt that changed in the shared folder changes it, too."""
    own = [[path.relative_to(folder).as_posix(), digest_bytes(path.read_bytes())] for path in files]
    return digest({"files": own, "prompts": {template.name: template.digest for template in prompts.templates}})
