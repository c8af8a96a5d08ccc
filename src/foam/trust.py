"""Which folders of state a person has allowed.

A `.foam` folder in the working directory may have come with a download. It is used only after its owner allowed it
once, and only as it was then: a changed configuration must be allowed again. What was allowed is listed in the person's
own home, by path and by the digest of the configuration.
"""

from __future__ import annotations

import json
from pathlib import Path

from foam.errors import NotFound, SettingError
from foam.private import write_private
from foam.values import digest_bytes

_LIST = "trusted.json"
_CONFIG = "config.toml"


def is_trusted(folder: Path, own_home: Path) -> bool:
    """Whether this folder was allowed, and its configuration is what it was."""
    return read_trusted(own_home).get(str(folder.resolve())) == _digest_config(folder)


def trust(folder: Path, own_home: Path) -> None:
    """Allow a folder of state as it is now."""
    if not folder.is_dir():
        raise NotFound(f"there is no folder {folder}", hint="name the .foam folder that you want to use")
    _write(own_home, {**read_trusted(own_home), str(folder.resolve()): _digest_config(folder)})


def distrust(folder: Path, own_home: Path) -> None:
    """Take the permission back."""
    known = read_trusted(own_home)
    if known.pop(str(folder.resolve()), None) is None:
        raise NotFound(f"{folder} was not allowed", hint="foam trust --list shows what is")
    _write(own_home, known)


def read_trusted(own_home: Path) -> dict[str, str]:
    """Every folder that was allowed, with the digest of its configuration."""
    path = own_home / _LIST
    try:
        known = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SettingError(f"cannot read {path}: {error}", hint="mend the file, or move it away") from error
    if not isinstance(known, dict):
        raise SettingError(f"{path} is no list of folders", hint="mend the file, or move it away")
    return {str(name): str(digest) for name, digest in known.items()}


def _digest_config(folder: Path) -> str:
    """The digest of a folder's configuration; empty where it has none."""
    try:
        return digest_bytes((folder / _CONFIG).read_bytes())
    except FileNotFoundError:
        return ""


def _write(own_home: Path, known: dict[str, str]) -> None:
    write_private(own_home / _LIST, json.dumps(known, indent=2, sort_keys=True) + "\n")
