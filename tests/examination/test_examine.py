"""The job, the call and the command: planted faults are found, the report is plain, a run is replayed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.examination.papers import PARTS, SAMPLES

import foam
from foam.appeal.notices.reading import measure_reading
from foam.cli.main import foam as command
from foam.examination.report import LEFT_TO_A_MODEL, Examination
from foam.job.events import Event, StepProgress

PLANTED = {"allotment": {"“thirty” where"}, "ferry": {"“four” where", "Annex B"}}


@pytest.fixture
def heard() -> list[Event]:
    return []


@pytest.fixture
def home(tmp_path: Path, heard: list[Event]) -> Iterator[foam.Home]:
    with foam.open(tmp_path / "home", listener=heard.append, environ={}) as opened:
        yield opened


def examine(home: foam.Home, sample: str) -> foam.RunResult[Examination]:
    letter, rules = PARTS[sample]
    folder = SAMPLES / sample
    return home.examine(folder, decision=folder / letter, rules=[folder / rules])


@pytest.mark.parametrize("sample", PLANTED)
def test_planted_faults_are_found_and_nothing_else(home: foam.Home, sample: str) -> None:
    texts = [finding.text for finding in examine(home, sample).view.findings]
    assert {part for part in PLANTED[sample] if any(part in text for text in texts)} == PLANTED[sample]
    assert len(texts) == len(PLANTED[sample])


def test_a_run_is_recorded_reused_and_replayed(home: foam.Home, heard: list[Event]) -> None:
    ran = examine(home, "ferry")
    steps = [(one.done, one.total) for one in heard if isinstance(one, StepProgress) and one.step == "examining"]
    assert steps[0][0] == 0
    assert steps[-1][0] == steps[-1][1] > 0
    assert home.replay(ran).ok
    assert examine(home, "ferry").run == ran.run
    assert [one.id for one in examine(home, "ferry").view.findings] == [one.id for one in ran.view.findings]


@pytest.mark.parametrize("sample", PLANTED)
def test_a_lay_reader_can_read_what_the_report_says(home: foam.Home, sample: str) -> None:
    findings = examine(home, sample).view.findings
    assert measure_reading([text for one in findings for text in (one.text, one.advice)]).grade <= 8


def test_what_code_did_not_examine_is_said_and_the_decision_asked_for(home: foam.Home) -> None:
    named, alone = examine(home, "ferry").view, home.examine(SAMPLES / "ferry").view
    assert named.data()["unexamined"] == list(LEFT_TO_A_MODEL)
    asked = ["Which paper is the decision?" in one.render("text") for one in (named, alone)]
    assert asked == [False, True]
    assert all(left in " ".join(alone.render("text").split()) for left in LEFT_TO_A_MODEL)


def test_the_command_prints_saves_and_refuses(tmp_path: Path) -> None:
    folder, out = SAMPLES / "ferry", tmp_path / "report.html"
    options = ["--decision", str(folder / "reply.txt"), "--rules", str(folder / "conditions.txt")]
    run = CliRunner(env={"FOAM_HOME": str(tmp_path / "home")}).invoke
    done = run(command, ["examine", str(folder), *options, "--role", "harbour=independent", "--json", "--quiet"])
    data = json.loads(done.stdout)
    assert done.exit_code == 0
    assert {one["kind"] for one in data["findings"]} == {"quotation", "missing"}
    assert all(pointer.startswith("d:") for one in data["findings"] for pointer in one["pointers"])
    assert next(one["author"]["role"] for one in data["documents"] if one["name"] == "harbour") == "independent"
    assert run(command, ["examine", str(folder), *options, "--out", str(out), "--quiet"]).exit_code == 0
    assert "Annex B" in out.read_text(encoding="utf-8")
    assert run(command, ["examine"]).exit_code == 2
    absent = run(command, ["examine", str(folder / "harbor.txt")])
    assert (absent.exit_code, "did you mean harbour" in absent.output) == (2, True)
    assert run(command, ["examine", str(folder), "--role", "harbour=king"]).exit_code == 2
