"""A run killed at any moment loses nothing: started again it goes on, and asks nothing twice."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from random import Random

from foam.record.sqlite import open_record
from foam.record.verify import verify

KILLS = 3
_COMMAND = """
import sys
from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
foam(sys.argv[1:], obj={"embedder": HashingEmbedder(), "stance": lambda claim, texts: [0.0] * len(texts)})
"""
"""The command, searching with shipped fakes: how the evidence is found has no part in what a kill can break."""
ARGUMENTS = ("deliberate", "--pack", "benefits-appeal", "--model", "scripted", "--json", "--quiet")


def _start(folder: Path) -> subprocess.Popen[bytes]:
    environ = {**os.environ, "FOAM_HOME": str(folder)}
    return subprocess.Popen([sys.executable, "-c", _COMMAND, *ARGUMENTS], env=environ, stdout=subprocess.PIPE)


def _count_entries(folder: Path) -> int:
    """Entries that are in the record by now, looked at from outside."""
    try:
        with closing(sqlite3.connect(f"file:{folder / 'foam.db'}?mode=ro", uri=True)) as db:
            found: int = db.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
    except sqlite3.OperationalError:  # there is no file yet, or no table in it
        return 0
    return found


def test_kills_then_a_rerun_gives_the_same_outcome_and_asks_nothing_twice(tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole", tmp_path / "broken"
    reference = json.loads(_start(whole).communicate()[0])
    total = open_record(whole).count()
    for moment in sorted(Random(7).sample(range(1, total * 9 // 10), KILLS)):
        process = _start(broken)
        while _count_entries(broken) < moment and process.poll() is None:
            time.sleep(0.01)
        assert process.poll() is None, "it is killed while it is at work"
        process.send_signal(signal.SIGKILL)
        process.communicate()
    finished = json.loads(_start(broken).communicate()[0])
    assert (finished["run"], finished["digest"]) == (reference["run"], reference["digest"])
    assert finished["asked"] + finished["reused"] == reference["asked"] + reference["reused"]
    store = open_record(broken)
    assert verify(store).ok
    assert store.count() == total
