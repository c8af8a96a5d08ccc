"""A run killed at any moment loses nothing: started again it goes on, and asks nothing twice."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.length import LONG

import foam
from foam.record.sqlite import open_record
from foam.record.verify import verify

KILLS = 10 if LONG else 3
SEATS = () if LONG else ("--seat", "applicant", "--seat", "caseworker")
COMMAND = [sys.executable, "-m", "foam.cli.main", "deliberate", "--pack", "benefits-appeal", "--model", "scripted"]


def _started(folder: Path) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "FOAM_HOME": str(folder)}
    return subprocess.Popen([*COMMAND, *SEATS, "--json", "--quiet"], env=environ, stdout=subprocess.PIPE)


def _count_entries(folder: Path) -> int:
    """Entries that are in the record by now, looked at from outside."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 'foam.db'}?mode=ro", uri=True)) as db:
            found: int = db.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
    except sqlite3.OperationalError:  # there is no file yet, or no table in it
        return 0
    return found


@pytest.mark.embedded
def test_kills_then_a_rerun_gives_the_same_outcome_and_asks_nothing_twice(tmp_path: Path) -> None:
    with foam.open() as home:
        models = home.folder / "models"
    if not (models / "wordllama-l2-256").is_dir():
        pytest.skip("MISSING WEIGHTS: run foam model pull")
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    for folder in (whole, broken):
        folder.mkdir()
        shutil.copytree(models / "wordllama-l2-256", folder / "models" / "wordllama-l2-256")
    reference = json.loads(_started(whole).communicate()[0])
    total = open_record(whole).count()
    for moment in sorted(Random(7).sample(range(1, total * 9 // 10), KILLS)):
        process = _started(broken)
        while _count_entries(broken) < moment and process.poll() is None:
            time.sleep(0.01)
        assert process.poll() is None, "it is killed while it is at work"
        process.send_signal(signal.SIGKILL)
        process.communicate()
    finished = json.loads(_started(broken).communicate()[0])
    assert (finished["run"], finished["digest"]) == (reference["run"], reference["digest"])
    assert finished["asked"] + finished["reused"] == reference["asked"] + reference["reused"]
    store = open_record(broken)
    assert verify(store).ok
    assert store.count() == total
