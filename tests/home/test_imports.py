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
from foam.home.pack_upkeep import PackUpkeepCalls
from foam.home.packs import LatePackCalls, PackCalls
from foam.home.quotations import AuditCalls
from foam.home.resumption import ResumptionCalls

_OPENED = """
import sys, tempfile, foam
with tempfile.TemporaryDirectory() as folder, foam.open(folder) as home:
    home.config()
print(sorted(name for name in ("holidays", "foam.deliberation.answer.view", "foam.appeal.chain", "foam.contest.job")
             if name in sys.modules))
"""
_FOUND = """
from foam.deliberation.answer.answer import Answer
from foam.job.job import find_job
print(find_job("tournament").name, ".argdown" in Answer.endings())
"""
_COMMAND = """
import sys
from foam.cli.main import foam
unwanted = sys.argv[1].split()
foam.main(sys.argv[2:], standalone_mode=False)
print(sorted({name for name in unwanted for loaded in sys.modules if f"{loaded}.".startswith(f"{name}.")}))
"""
_HELPS = """
import sys, click
from foam.cli.main import foam
def show(command, context):
    command.get_help(context)
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        found = command.get_command(context, name)
        show(found, click.Context(found, info_name=name, parent=context))
show(foam, click.Context(foam, info_name="foam"))
print(sorted({name for name in sys.argv[1].split() for loaded in sys.modules if f"{loaded}.".startswith(f"{name}.")}))
"""
_RUNS = "foam.appeal foam.case foam.contest foam.debate foam.deliberation foam.judging foam.oversight foam.pack"
_EVIDENCE = "foam.evidence foam.model.cast foam.model.embedded foam.model.judge foam.model.remote.model numpy"
_WRITERS = "foam.case foam.debate foam.deliberation foam.examination foam.judging foam.oversight foam.semantics"
"""Folders that write something; the words that options take come from those below and above them."""


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
        ("pack list", f"{_WRITERS} foam.evidence.library foam.model.judge foam.model.embedded numpy"),
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


def test_no_help_imports_what_a_command_does() -> None:
    argument = "foam.argument.motion foam.argument.outline foam.argument.round"
    evidence = _EVIDENCE.replace("foam.evidence", "foam.evidence.imports foam.evidence.library foam.evidence.search")
    unwanted = f"{_WRITERS} {evidence} {argument} foam.contest.subject foam.pack.pack foam.web foam.mcp"
    assert _run(_HELPS, unwanted) == "[]"


def test_a_job_and_a_view_are_found_all_the_same() -> None:
    assert _run(_FOUND) == "tournament True"


@pytest.mark.parametrize(
    ("owner", "later", "groups"),
    [
        (
            Home,
            DirectCalls,
            (AuditCalls, DeliberationCalls, EvidenceCalls, ExaminationCalls, JudgementCalls, ResumptionCalls),
        ),
        (PackCalls, LatePackCalls, (PackUpkeepCalls,)),
    ],
)
def test_every_call_of_a_group_that_is_imported_late_is_there(
    owner: type, later: type, groups: tuple[type, ...]
) -> None:
    calls = {name: made for group in groups for name, made in vars(group).items() if isinstance(made, call | quick)}
    assert {name: getattr(owner, name) for name in vars(later) if not name.startswith("_")} == calls
