"""A disk that is full or cannot be written, a process that is killed: a clear error, and nothing finished is lost."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.behaviour.cli import read_foam, run_foam
from tests.behaviour.conftest import Held

Mount = Callable[..., Path]


@pytest.fixture
def mount(tmp_path: Path) -> Iterator[Mount]:
    """Mounts something on a new folder; skipped, loudly, where nothing can be mounted."""
    places: list[Path] = []

    def mount(*words: str) -> Path:
        place = tmp_path / f"mounted-{len(places)}"
        place.mkdir()
        done = shutil.which("mount") and subprocess.run(["mount", *words, str(place)], capture_output=True, check=False)
        if not done or done.returncode:
            pytest.skip("MISSING RIGHTS: nothing can be mounted here")
        places.append(place)
        return place

    yield mount
    for place in places:
        subprocess.run(["umount", str(place)], check=True)


def test_a_home_on_a_medium_that_cannot_be_written_can_be_audited(sunday: Held, tmp_path: Path, mount: Mount) -> None:
    home = mount("--bind", "-o", "ro", str(sunday.copy(tmp_path / "home")))
    assert read_foam(home, "record", "verify")["ok"]
    assert read_foam(home, "library", "verify")["damaged"] == []
    assert read_foam(home, "record", "replay", sunday.run)["ok"]
    assert sunday.run in [one["run"] for one in read_foam(home, "record", "list")["runs"]]
    run_foam(home, "dossier", "show", sunday.run)
    (tmp_path / "note.txt").write_text("The ferry sails at nine.", "utf-8")
    refused = read_foam(home, "library", "add", tmp_path / "note.txt", code=2)
    assert "written" in refused["error"]


def test_a_full_disk_is_said_and_what_was_finished_is_kept(sunday: Held, tmp_path: Path, mount: Mount) -> None:
    size = sum(path.stat().st_size for path in sunday.folder.rglob("*") if path.is_file())
    disk = mount("-t", "tmpfs", "-o", f"size={size // 1024 + 1024}k", "tmpfs")
    home = sunday.copy(disk / "home")
    head = read_foam(home, "record", "head")["head"]
    spare = shutil.disk_usage(disk).free
    (disk / "ballast").write_bytes(b"x" * (spare - 64 * 1024))
    book = tmp_path / "book.txt"
    book.write_text("\n".join(f"On day {n} the ferry carried {n} people." for n in range(20_000)), "utf-8")
    refused = run_foam(home, "library", "add", book, "--json", code=None)
    assert refused.exit_code == 2, refused.output
    assert "cannot be written" in refused.output or "No space" in refused.output
    assert "Traceback" not in refused.output
    (disk / "ballast").unlink()
    assert read_foam(home, "record", "verify", "--head", head)["ok"]
    assert read_foam(home, "record", "replay", sunday.run)["ok"]
    assert len(read_foam(home, "library", "list")["documents"]) == len(sunday.file.papers)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="MISSING: there is no /dev/full here")
def test_output_that_cannot_be_written_ends_with_a_code_of_its_own(tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        environ = {**os.environ, "FOAM_HOME": str(tmp_path / "home")}
        command = [sys.executable, "-m", "foam.cli", "pack", "list"]
        ended = subprocess.run(command, env=environ, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ended.returncode == 74
    assert "could not be written" in ended.stderr
    assert "Traceback" not in ended.stderr


KILLED = """
import os, signal, sys
from pathlib import Path
import foam
from tests.behaviour.homes import open_home
from tests.behaviour.papers import SmallFile

folder, name, answers = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
file, seen = SmallFile(name), []

def listen(event):
    seen.append(event.type == "answered")
    if sum(seen) == answers:
        os.kill(os.getpid(), signal.SIGKILL)

with open_home(folder, file.facts, listener=listen) as home:
    home.library.add(*file.papers)
    print(home.deliberate(file.facts.question, library=True).asked)
"""


def test_a_deliberation_that_was_killed_goes_on_where_it_stopped(sunday: Held, tmp_path: Path) -> None:
    """It asks what was in flight again, nothing else, and ends as it would have."""
    root = Path(__file__).parents[3]
    environ = {**os.environ, "PYTHONPATH": str(root)}
    words = [sys.executable, "-c", KILLED, str(tmp_path / "home"), sunday.file.name]
    ended = subprocess.run([*words, "5"], env=environ, check=False, capture_output=True)
    assert ended.returncode == -signal.SIGKILL, ended.stderr.decode()
    assert read_foam(tmp_path / "home", "record", "verify")["ok"]
    again = subprocess.run([*words, "-1"], env=environ, check=True, capture_output=True)
    assert sunday.asked - 8 <= int(again.stdout) <= sunday.asked - 4, "five were on record, a few were in flight"
    (run,) = [one for one in read_foam(tmp_path / "home", "record", "list")["runs"] if one["run"] == sunday.run]
    assert run["digest"] == sunday.digest
    assert read_foam(tmp_path / "home", "record", "replay", sunday.run)["ok"]
