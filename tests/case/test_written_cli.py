"""`foam case` with a model that writes: written, verified plainly and deeply, exported and replayed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.case.drafting import PLAN
from tests.case.scribe import write_acts
from tests.case.test_amend import break_safety
from tests.case.writing import agreeable

from foam.cli.main import foam
from foam.evidence.search.against import rate_by_words
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import Script, ScriptedModel


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))


def run(*arguments: object, then: Script = agreeable) -> Result:
    model = ScriptedModel(write_acts(then=then), writes=True)
    opened = {"models": model, "embedder": HashingEmbedder(), "stance": rate_by_words}
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=opened)


def test_a_written_case_is_verified_exported_replayed_and_says_how_its_acts_fared(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    shown = run("case", "--strategy", "traditional", "--out", path)
    assert shown.exit_code == 0, shown.output
    fared = re.search(r"acts written (\d+), asked again 0, fell back 0 \(0%\)", shown.stdout)
    assert fared
    assert json.loads(path.read_text("utf-8"))["plan"] == PLAN
    for deep in ((), ("--deep",)):
        verified = run("case", "verify", path, *deep)
        assert verified.exit_code == 0, verified.output
    told = json.loads(run("case", "--strategy", "traditional", "--json").stdout)
    assert (told["asked"], told["acts"]) == (0, {"asked": int(fared[1]), "again": 0, "bounded": 0})
    assert run("record", "replay", told["run"]).exit_code == 0
    again = tmp_path / "again.md"
    assert run("case", "export", told["run"], again).exit_code == 0
    assert "How it was written" in again.read_text("utf-8")
    raw = json.loads(path.read_text("utf-8"))
    raw["planned"]["funding"] = "Nobody pays."
    path.write_text(json.dumps(raw), "utf-8")
    refused = run("case", "verify", path)
    assert refused.exit_code == 1
    assert "the record does not hold the plan" in " ".join(refused.stdout.split())


def test_a_case_that_was_not_issued_is_issued_without_its_broken_advantage_and_exported_to_several_files(
    tmp_path: Path,
) -> None:
    ways = ("--strategy", "traditional,environment,safety")
    shown = run("case", *ways, then=break_safety)
    assert shown.exit_code == 1
    (line,) = [one for one in shown.stdout.splitlines() if one.startswith("keep the rest: foam case amend b2:")]
    assert line.endswith("--drop safety"), "a command that works as it stands"
    assert "--reword safety-" in shown.stdout
    told = json.loads(run("case", *ways, "--json", then=break_safety).stdout)
    path = tmp_path / "less.json"
    amended = run("case", "amend", told["run"], "--drop", "safety", "--out", path, then=break_safety)
    assert amended.exit_code == 0, amended.output
    assert "is left out, as was asked for" in " ".join(amended.stdout.split())
    verified = run("case", "verify", path)
    assert verified.exit_code == 0, verified.output
    assert "warning: Safety" in verified.stdout
    files = [tmp_path / name for name in ("a.md", "b.txt", "c.html")]
    exported = run("case", "export", told["run"], *files)
    assert exported.exit_code == 0, exported.output
    assert all(file.stat().st_size for file in files)
    nothing = run("case", "amend", told["run"])
    assert nothing.exit_code == 2
    assert "--reword" in nothing.output
