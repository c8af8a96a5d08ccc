"""The tutorials can be followed: their commands run in order, end as the page says and print what it shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
TUTORIALS = sorted((ROOT / "docs" / "tutorials").glob("*.md"))
KEYS = {"RUN": r"\brun (b2:\w+)", "CHALLENGE": r"\bchallenge (b2:\w+)", "MATTER": r"\bmatter (b2:\w+)"}
"""Words in place of keys, and how a command prints the key that they stand for."""


def list_commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of the page, and the lines that it is shown to print."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            yield command, shown


def read_line(text: str) -> str:
    return " ".join(re.sub(r"b2:\w+", "b2:", text).split())


@pytest.mark.embedded
@pytest.mark.parametrize("page", TUTORIALS, ids=lambda page: page.stem)
def test_a_tutorial_can_be_followed(page: Path, tmp_path: Path) -> None:
    models = Path.home() / ".foam" / "models"
    if not models.is_dir():
        pytest.skip("the models were not pulled: foam model pull")
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "models").symlink_to(models)
    shutil.copytree(ROOT / "docs" / "samples", tmp_path / "samples")
    known = {name: value for name, value in os.environ.items() if not name.startswith("FOAM_")}
    where = {"FOAM_HOME": str(tmp_path / "home"), "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    keys: dict[str, str] = {}
    for command, shown in list_commands(page.read_text("utf-8")):
        line, _, remark = command.partition("  # ")
        line = re.sub(rf"\b({'|'.join(KEYS)})\b", lambda found: keys[found[1]], line)
        done = subprocess.run(line, shell=True, cwd=tmp_path, env=known | where, capture_output=True, text=True)
        assert (done.returncode != 0) == (remark == "refused"), f"{line}\n{done.stdout}{done.stderr}"
        printed = read_line(done.stdout + done.stderr)
        assert all(read_line(one) in printed for one in shown if one.strip() != "…"), f"{line}\n{printed}"
        for name, pattern in KEYS.items():
            for found in re.findall(pattern, done.stdout):
                keys[name] = found


def test_every_tutorial_has_commands() -> None:
    assert len(TUTORIALS) == 4
    assert all(len(list(list_commands(page.read_text("utf-8")))) >= 5 for page in TUTORIALS)
