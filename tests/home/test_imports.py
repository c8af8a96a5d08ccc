"""A command imports only what it needs, and so does opening a home; jobs, views and calls are found when wanted."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import foam
from foam.home import Home
from foam.home.calls import call, quick
from foam.home.deliberations import DeliberationCalls
from foam.home.direct import DirectCalls
from foam.home.evidence import EvidenceCalls
from foam.home.examinations import ExaminationCalls
from foam.home.judgements import JudgementCalls
from foam.home.quotations import AuditCalls

_OPENED = """
import sys, tempfile, foam
with tempfile.TemporaryDirectory() as folder, foam.open(folder) as home:
    home.config()
print(sorted(name for name in ("holidays", "foam.home.jobs", "foam.home.views", "foam.appeal.chain", "foam.contest.job")
             if name in sys.modules))
"""
_FOUND = """
import foam.home
from foam.deliberation.dossier import Dossier
from foam.job.job import find_job
print(find_job("tournament").name, ".svg" in Dossier.endings() or ".json" in Dossier.endings())
"""
_COMMAND = """
import sys
from foam.cli.main import foam
unwanted = sys.argv[1].split()
foam.main(sys.argv[2:], standalone_mode=False)
print(sorted({name for name in unwanted for loaded in sys.modules if f"{loaded}.".startswith(f"{name}.")}))
"""
_RUNS = "foam.appeal foam.case foam.contest foam.debate foam.deliberation foam.judging foam.oversight foam.pack"
_EVIDENCE = "foam.evidence foam.model.cast foam.model.embedded foam.model.judge foam.model.remote.model numpy"


def _run(code: str, *arguments: str) -> str:
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_an_open_home_has_imported_no_job_and_no_view() -> None:
    assert _run(_OPENED) == "[]"


@pytest.mark.parametrize(
    ("command", "unwanted"),
    [
        ("--help", "foam.home foam.record pydantic asyncio numpy"),
        ("--version", "foam.home foam.record pydantic asyncio numpy"),
        ("record list", f"{_RUNS} {_EVIDENCE} foam.examination foam.home.library"),
        ("config", f"{_RUNS} {_EVIDENCE} foam.examination foam.home.library"),
        ("library list", f"{_RUNS} foam.model.cast foam.model.judge foam.model.remote.model"),
        ("search --cards word", f"{_RUNS} foam.examination foam.model.cast foam.model.judge foam.model.remote.model"),
    ],
)
def test_a_command_imports_nothing_that_it_does_without(
    command: str, unwanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with foam.open(tmp_path, environ={}) as home:
        home.library.list()  # a home that was used before
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    assert _run(_COMMAND, unwanted, *command.split()).splitlines()[-1] == "[]"


def test_a_job_and_a_view_are_found_all_the_same() -> None:
    assert _run(_FOUND) == "tournament True"


def test_a_home_has_every_call_that_stands_by_itself() -> None:
    groups = (AuditCalls, DeliberationCalls, EvidenceCalls, ExaminationCalls, JudgementCalls)
    calls = {name: made for group in groups for name, made in vars(group).items() if isinstance(made, call | quick)}
    assert {name: getattr(Home, name) for name in vars(DirectCalls) if not name.startswith("_")} == calls
