"""A run is on record: it is replayed without a model, checked, and goes on after a kill."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.behaviour.cli import read_foam, run_foam, start_foam
from tests.behaviour.conftest import Held
from tests.behaviour.homes import list_stand_ins

import foam


class Nobody:
    """A model that answers nothing."""

    def __init__(self, decider: Any) -> None:
        self.decider = decider

    async def answer(self, question: Any, *, seed: int, complaint: str = "") -> Any:
        raise AssertionError("a model was asked")


def test_a_run_is_replayed_to_the_byte_without_a_model(sunday: Held) -> None:
    nobody = Nobody(foam.FactsModel(sunday.file.facts).decider)
    with foam.open(sunday.folder, **list_stand_ins(), models=nobody, environ={}) as home:
        report = home.replay(sunday.run)
        assert report.ok
        assert report.recorded == report.computed
        again = home.record.recompute(sunday.run)
    assert again.json_value() == sunday.document


def test_a_dossier_is_checked_against_the_record(sunday: Held) -> None:
    report = read_foam(sunday.folder, "verify", sunday.run)
    assert report["ok"]
    assert report["checked"]["quotations"] >= 8


def test_what_was_taken_out_of_the_record_is_missed(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    run_foam(home, "record", "verify")
    with closing(sqlite3.connect(home / "foam.db")) as db:
        db.execute("DELETE FROM entries WHERE seq = 40")
        db.commit()
    assert "damaged" in run_foam(home, "record", "verify", code=1).stdout


def test_a_source_in_which_a_figure_was_changed_is_found(sunday: Held, tmp_path: Path) -> None:
    home = sunday.copy(tmp_path / "home")
    with closing(sqlite3.connect(home / "foam.db")) as db:
        db.execute("UPDATE library_document SET text = replace(text, '4,200', '4,300')")
        db.commit()
    assert "damaged" in run_foam(home, "library", "verify", code=1).stdout


def test_a_run_that_was_killed_goes_on_and_asks_nothing_twice(sunday: Held, tmp_path: Path) -> None:
    home = tmp_path / "home"
    told = (sunday.file.facts.question, "--library", "--model", f"facts:{sunday.file.facts_file}", "--json")
    run_foam(home, "library", "add", *sunday.file.papers)
    killed = start_foam(home, "deliberate", *told)
    half = _count_entries(sunday.folder) // 2
    while _count_entries(home) < half:
        with pytest.raises(subprocess.TimeoutExpired):  # it is killed while it is at work
            killed.wait(timeout=0.01)
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    assert killed.returncode == -signal.SIGKILL
    again = start_foam(home, "deliberate", *told)
    finished = json.loads(again.communicate()[0])
    assert finished["dossier"] == sunday.document
    assert finished["asked"] + finished["reused"] == sunday.asked
    assert 0 < finished["reused"] < sunday.asked
    assert read_foam(home, "record", "replay", finished["run"])["ok"]


def _count_entries(home: Path) -> int:
    """What the record holds by now, looked at from outside."""
    try:
        with closing(sqlite3.connect(f"file:{home / 'foam.db'}?mode=ro", uri=True)) as db:
            found: int = db.execute("SELECT COUNT(*) FROM entries").fetchone()[0]
    except sqlite3.OperationalError:  # nothing was written yet
        return 0
    return found


def test_a_run_that_is_not_there_is_named(sunday: Held) -> None:
    with (
        foam.open(sunday.folder, **list_stand_ins(), environ={}) as home,
        pytest.raises(foam.NotFound, match="b2:0000"),
    ):
        home.dossier("b2:0000")
