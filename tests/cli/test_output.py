"""An output that cannot be written is one plain line and an exit code, never a traceback, at every command."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

import pytest

import foam
from foam.cli.frame import run_cli
from foam.cli.main import COMMANDS
from foam.cli.main import foam as commands

FOAM = [sys.executable, "-m", "foam.cli.main"]
FULL = Path("/dev/full")
PRINTED = (
    ("--help",), ("--version",), ("config",), ("config", "--json"), ("pack", "list"), ("record", "list"),
    ("library", "list"), ("library", "export"), ("appeal", "profiles"), ("perspectives", "list"),
)  # fmt: skip
UNWRITTEN = "error: the output could not be written: No space left on device\n"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("home")
    (folder / "note.txt").write_text("Buses are cheap.\n" * 20)
    with foam.open(folder, environ={}) as opened:
        opened.library.add(folder / "note.txt", workers=1, index=False)
    return folder


def _run(*argv: str, home: Path, **streams: int) -> subprocess.CompletedProcess[str]:
    given = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **streams}
    environ = {**os.environ, "FOAM_HOME": str(home), "HOME": str(home)}
    return subprocess.run([*FOAM, *argv], env=environ, text=True, check=False, **given)  # type: ignore[call-overload, no-any-return]


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("argv", [*PRINTED, *((name, "--help") for name in sorted(COMMANDS))], ids=" ".join)
def test_a_full_disk_is_one_line_and_exit_74(home: Path, argv: tuple[str, ...]) -> None:
    said = io.StringIO()
    given = {"folder": home, "environ": {}}
    with FULL.open("w") as full, redirect_stdout(full), redirect_stderr(said), pytest.raises(SystemExit) as left:
        run_cli(_WithHome(given), list(argv))  # type: ignore[arg-type]
    assert said.getvalue() == UNWRITTEN
    assert left.value.code == 74


class _WithHome:
    """The commands, in a home of ours."""

    def __init__(self, given: dict[str, Any]) -> None:
        self._given = given

    def main(self, **options: Any) -> Any:
        return commands.main(obj=self._given, **options)


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize("argv", [("--help",), ("library", "export")], ids=" ".join)
def test_the_program_itself_leaves_so_too(home: Path, argv: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        done = _run(*argv, home=home, stdout=full.fileno())
    assert (done.returncode, done.stderr) == (74, UNWRITTEN)


@pytest.mark.parametrize("argv", [("--help",), ("config",), ("library", "export")], ids=" ".join)
def test_a_reader_that_is_gone_is_no_error(home: Path, argv: tuple[str, ...]) -> None:
    read, write = os.pipe()
    os.close(read)
    try:
        done = _run(*argv, home=home, stdout=write)
    finally:
        os.close(write)
    assert done.stderr == ""
    assert done.returncode in (0, 1)


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_what_cannot_be_said_on_stderr_stops_nothing(home: Path) -> None:
    with FULL.open("w") as full:
        assert _run("record", "show", "nothing", home=home, stderr=full.fileno()).returncode == 2


def test_a_terminal_that_is_not_utf_8_still_shows_every_text(home: Path) -> None:
    environ = {**os.environ, "FOAM_HOME": str(home), "PYTHONIOENCODING": "latin-1", "FOAM_OPERATOR": "שלום"}
    done = subprocess.run([*FOAM, "config"], env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert "\\u05e9" in done.stdout


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_a_file_that_cannot_be_written_is_said(home: Path) -> None:
    done = _run("library", "export", str(FULL), home=home)
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=400k", "tmpfs", str(place)]
    if shutil.which("mount") is None or subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_home_on_a_full_disk_is_one_plain_error_and_stays_whole(small_disk: Path, tmp_path: Path) -> None:
    folder = tmp_path / "files"
    folder.mkdir()
    for number in range(40):
        (folder / f"{number}.txt").write_text(f"Line {number} of many. " * 3000)
    done = _run("library", "add", "--no-index", str(folder), home=small_disk)
    assert done.returncode not in (0, 70)
    assert "Traceback" not in done.stderr
    assert "full" in done.stderr or "No space" in done.stderr
    assert _run("library", "verify", home=small_disk).returncode == 0
