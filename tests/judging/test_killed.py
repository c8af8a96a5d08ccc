"""A tournament killed at any moment, by the system and not by itself, goes on to the same standings."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from click.testing import CliRunner
from tests.judging.planted import PLANTED

from foam.cli.main import foam
from foam.record.sqlite import open_record
from foam.record.verify import verify


def killed(home: Path, directory: Path, after: float) -> None:
    """Start the tournament in a process of its own and kill it."""
    command = [sys.executable, "-m", "foam.cli.main", "tournament", "run", str(directory), "--json", "--quiet"]
    process = subprocess.Popen(command, env={**os.environ, "FOAM_HOME": str(home)}, stdout=subprocess.DEVNULL)
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    process.wait()


def told(home: Path, *arguments: object) -> Any:
    words = ["tournament", *map(str, arguments), "--json", "--quiet"]
    result = CliRunner().invoke(foam, words, env={"FOAM_HOME": str(home)})
    assert result.exit_code in (0, 1), result.output
    return json.loads(result.stdout)


def begun(home: Path, cases: list[Path]) -> Path:
    directory = home / "T"
    told(home, "new", directory, "--juror", "scripted", "--juror", "scripted@1")
    told(home, "add", directory, *cases)
    return directory


def test_kills_then_a_rerun_give_the_same_standings(tmp_path: Path) -> None:
    cases = [tmp_path / f"{n}.md" for n in range(8)]
    for n, (path, (text, _)) in enumerate(zip(cases, [*PLANTED.values()] * 2, strict=True)):
        path.write_text(f"Case number {n}. {text}", "utf-8")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    reference = told(whole, "run", begun(whole, cases))
    directory = begun(broken, cases)
    rng = Random(7)
    for _ in range(3):
        killed(broken, directory, rng.uniform(0.8, 2.2))
    finished = told(broken, "run", directory)
    outcomes = [json.loads((home / "T" / "outcome.json").read_text("utf-8")) for home in (whole, broken)]
    assert outcomes[0]["played"] == outcomes[1]["played"]
    assert finished["run"] == reference["run"]
    assert finished["report"] == reference["report"]
    assert finished["asked"] + finished["reused"] == reference["asked"] + reference["reused"]
    assert verify(open_record(broken)).ok
