"""What `docs/deploying.md` tells people to run: commands that exist, a unit that parses, an image that was read."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.test_pages import list_options, resolve

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "deploying.md").read_text("utf-8")
UNIT = (ROOT / "deploy" / "foam.service").read_text("utf-8")
IMAGE = (ROOT / "Containerfile").read_text("utf-8").replace("\\\n", " ")
PROGRAM = "/opt/foam/bin/foam"
MOST_EXPOSED = 2.0
"""Of ten, as `systemd-analyze security` rates it."""

needs_systemd = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="NO SYSTEMD: install it to check the unit"
)


def list_commands() -> Iterator[str]:
    """Every command of ours on the page and in the unit, wherever in its line it stands."""
    for line in re.findall(r"^\$ (.+)$", PAGE, re.MULTILINE):
        if f"{PROGRAM} " in line:
            yield line.partition(f"{PROGRAM} ")[2]
        elif " foam:/var/lib/foam foam " in line or "-v foam:/var/lib/foam foam " in line:
            yield line.partition("/var/lib/foam foam ")[2]
    yield from re.findall(rf"^ExecStart={PROGRAM} (.+)$", UNIT, re.MULTILINE)


@pytest.mark.parametrize("line", sorted(set(list_commands())))
def test_every_command_exists_with_its_options(line: str) -> None:
    command, rest = resolve(shlex.split(line))
    assert command.name not in (None, "foam")
    assert {word.partition("=")[0] for word in rest if word.startswith("--")} <= list_options(command)


def test_the_page_and_the_unit_have_commands() -> None:
    assert len(list(list_commands())) >= 6


@needs_systemd
def test_the_unit_parses(tmp_path: Path) -> None:
    done = check_unit(tmp_path, UNIT, "verify")
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@needs_systemd
def test_a_wrong_option_would_be_found(tmp_path: Path) -> None:
    done = check_unit(tmp_path, UNIT.replace("ProtectSystem=strict", "ProtectSytem=strict"), "verify")
    assert "ProtectSytem" in done.stderr


@needs_systemd
def test_the_unit_is_hardened(tmp_path: Path) -> None:
    done = check_unit(tmp_path, UNIT, "security", "--offline=true", "--no-pager")
    found = re.search(r"exposure level for \S+: ([\d.]+)", done.stdout)
    if found is None:
        pytest.skip(f"THIS SYSTEMD DOES NOT RATE FILES: {done.stderr.strip()}")
    assert float(found[1]) <= MOST_EXPOSED


def check_unit(folder: Path, unit: str, *command: str) -> subprocess.CompletedProcess[str]:
    """Have systemd look at the unit, with a program that is there in place of ours."""
    path = folder / "foam.service"
    path.write_text(unit.replace(PROGRAM, shutil.which("true") or "/bin/true"), "utf-8")
    return subprocess.run(["systemd-analyze", *command, str(path)], capture_output=True, text=True, check=False)


def test_the_image_runs_as_nobody_in_particular_and_keeps_state_in_a_volume() -> None:
    last = IMAGE.rpartition("\nFROM ")[2]
    assert re.search(r"^USER 10001$", last, re.MULTILINE)
    assert re.search(r"^VOLUME /var/lib/foam$", last, re.MULTILINE)
    assert "FOAM_HOME=/var/lib/foam" in last
    assert re.search(r"^HEALTHCHECK .*CMD \[", last, re.MULTILINE)


def test_the_image_is_built_from_registries_and_this_folder_alone() -> None:
    assert not re.search(r"curl|wget|git\+|ADD |--index-url|--extra-index", IMAGE)
    assert "://" not in IMAGE.replace("http://127.0.0.1:8642", "")
    copied = [words for line in re.findall(r"^COPY (.+)$", IMAGE, re.MULTILINE) for words in line.split()[:-1]]
    assert all((ROOT / one).exists() for one in copied if not one.startswith(("--from", "/")))
    kept = {line[1:] for line in (ROOT / ".containerignore").read_text("utf-8").splitlines() if line.startswith("!")}
    assert {one for one in copied if not one.startswith(("--from", "/"))} == kept


def test_the_extras_of_the_image_exist() -> None:
    declared = (ROOT / "pyproject.toml").read_text("utf-8")
    named = re.search(r"'\.\[([\w,]+)\]'", IMAGE)
    assert named is not None
    assert all(re.search(rf"^{one} = \[", declared, re.MULTILINE) for one in named[1].split(","))


def read_health_check() -> list[str]:
    found = re.search(r"HEALTHCHECK .*CMD (\[.+\])$", IMAGE, re.MULTILINE)
    assert found is not None
    command: list[str] = json.loads(found[1])
    return command


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A server as the page starts one, with logs and metrics; its port, and the file of its log."""
    pytest.importorskip("opentelemetry.exporter.prometheus", reason="MISSING EXTRA: pip install 'foam[metrics]'")
    log = tmp_path / "log"
    environ = {**os.environ, "FOAM_HOME": str(tmp_path / "home"), "PYTHONUNBUFFERED": "1", "FOAM_MODEL": "scripted"}
    command = [sys.executable, "-m", "foam.cli", "serve", "--port", "0", "--json", "--log-format", "json"]
    command += ["--metrics-port", "0"]
    with (
        log.open("w") as errors,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environ) as process,
    ):
        try:
            assert process.stdout is not None
            lines = ""
            while not lines.rstrip().endswith("}"):
                lines += process.stdout.readline()
            yield json.loads(lines)["port"], log
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)


def test_the_health_check_of_the_image_tells_a_server_from_none(served: tuple[int, Path]) -> None:
    port, log = served
    program, *rest = read_health_check()
    assert program == "python"
    there = [sys.executable, *(one.replace("8642", str(port)) for one in rest)]
    assert subprocess.run(there, capture_output=True, check=False, timeout=60).returncode == 0
    nowhere = [sys.executable, *(one.replace("8642", "1") for one in rest)]
    assert subprocess.run(nowhere, capture_output=True, check=False, timeout=60).returncode != 0
    lines = [json.loads(line) for line in log.read_text().splitlines() if line.startswith("{")]
    assert [line["event"] for line in lines] == ["started", "request"]
    assert lines[1]["route"] == "/health/ready"
