"""Reading the files of a pack: bounded in size, inside one folder, and refused with the file and the rule named."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

import foam.domains
from foam.errors import PackError
from foam.values import Value
from foam.visible import clean_all

SHIPPED = Path(foam.domains.__path__[0])
"""The folder of the shipped packs."""
SHARED = SHIPPED / "shared"
"""What a pack uses where it brings nothing of its own."""

MAX_FILE_BYTES = 1_000_000
"""For a file of data or a prompt; documents of the library have the limits of their importers."""
_MAX_PACK_BYTES = 500_000_000
_MAX_FILES = 20_000
_HINT = "see docs/packs.md"

Data = TypeVar("Data", bound=Value)


def shipped_packs() -> tuple[str, ...]:
    """Names of the packs that come with the package."""
    return tuple(sorted(path.parent.name for path in SHIPPED.glob("*/pack.toml")))


def is_shipped(folder: Path) -> bool:
    """Whether a pack's folder came with the package."""
    return folder.parent in (SHIPPED, SHARED)


def list_files(folder: Path, *, linked: bool = False) -> list[Path]:
    """Every file under the folder, sorted.

    A link that leads out of the folder is refused unless `linked`: shipped packs may be installed as links.
    """
    root, found, size = folder.resolve(), [], 0
    for place, folders, names in os.walk(folder):
        for name in (*folders, *names):
            path = Path(place, name)
            if path.is_symlink() and not linked and not path.resolve().is_relative_to(root):
                raise PackError(f"{path}: the link leads out of the pack's folder", hint="copy the file into the pack")
        paths = [Path(place, name) for name in names]
        found += [path for path in paths if path.is_file() and "__pycache__" not in path.parts]
        if len(found) > _MAX_FILES:
            raise PackError(f"{folder}: more than {_MAX_FILES:,} files", hint=_HINT)
    for path in found:
        size += path.stat().st_size
        if size > _MAX_PACK_BYTES:
            raise PackError(f"{folder}: more than {_MAX_PACK_BYTES:,} bytes", hint=_HINT)
    return sorted(found)


def read_text(path: Path) -> str:
    """The text of a file that is not too large."""
    try:
        size = path.stat().st_size
        if size > MAX_FILE_BYTES:
            raise PackError(f"{path}: {size:,} bytes, and at most {MAX_FILE_BYTES:,} are read", hint=_HINT)
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise PackError(f"cannot read {path}: {error.strerror}", hint=_HINT) from error
    except UnicodeDecodeError as error:
        raise PackError(f"{path}: not UTF-8: {error}", hint=_HINT) from error


def read_toml(path: Path) -> dict[str, Any]:
    """The table that a TOML file holds, its texts cleaned."""
    try:
        return dict(clean_all(tomllib.loads(read_text(path))))
    except tomllib.TOMLDecodeError as error:
        raise PackError(f"{path}: {error}", hint=_HINT) from error


def read_json(path: Path) -> dict[str, Any]:
    """The object that a JSON file holds."""
    try:
        found = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise PackError(f"{path}: {error}", hint=_HINT) from error
    if not isinstance(found, dict):
        raise PackError(f"{path}: it holds no object", hint=_HINT)
    return found


def validate(path: Path, model: type[Data], data: dict[str, Any]) -> Data:
    """A value from what a file holds; the error names the file, the field and the rule."""
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise PackError(f"{path}: {describe_error(error)}", hint=_HINT) from error
    except RecursionError as error:
        raise PackError(f"{path}: nested too deep", hint=_HINT) from error


def describe_error(error: ValidationError) -> str:
    """The first thing that is wrong: field and rule in one line."""
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"])
    rule = first["msg"].removeprefix("Value error, ")
    return f"{where}: {rule}" if where else rule
