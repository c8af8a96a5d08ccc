"""`foam case` and `foam pack` as their user meets them, with a scripted model and the shipped fake vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.case.writing import agreeable

from foam.cli import desk
from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.cast import ROLES
from foam.model.scripted import ScriptedModel


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(desk, "WordVectors", lambda _: HashingEmbedder())
    monkeypatch.setattr(desk, "cast", lambda _: dict.fromkeys(ROLES, ScriptedModel(agreeable)))


def run(*arguments: object) -> Result:
    return CliRunner().invoke(foam, [str(argument) for argument in arguments])


def data(*arguments: object, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, Any]:
    path = tmp_path / "case.json"
    return path, data("case", "--strategy", "traditional", "--out", path)


def test_a_case_is_written_verified_replayed_and_exported(written: tuple[Path, Any], tmp_path: Path) -> None:
    path, told = written
    assert (told["issued"], told["file"]) == (True, str(path))
    assert 0 < told["longest_chain"] < told["asked"]
    report = data("case", "verify", path)
    assert (report["ok"], report["cfvr"], report["failures"]) == (True, 1.0, [])
    assert data("record", "replay", told["run"])["ok"]
    for ending in (".docx", ".html", ".md", ".xlsx", ".json"):
        again = tmp_path / f"again{ending}"
        assert run("case", "export", told["run"], again).exit_code == 0
        assert again.stat().st_size > 1000
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    ("spoil", "rule", "verdict"),
    [
        (lambda slots: slots[3]["card"].update(text=f"{slots[3]['card']['text']} Surely."), "quotation", "altered"),
        (lambda slots: slots[3]["card"].update(document=slots[5]["card"]["document"]), "quotation", "misattributed"),
        (lambda slots: slots.pop(3), "structure", ""),
    ],
)  # fmt: skip
def test_a_case_changed_by_hand_fails(written: tuple[Path, Any], spoil: Any, rule: str, verdict: str) -> None:
    path, _ = written
    raw = json.loads(path.read_text("utf-8"))
    spoil(raw["slots"])
    path.write_text(json.dumps(raw), "utf-8")
    report = data("case", "verify", path, exit_code=1)
    assert not report["ok"]
    assert (rule, verdict) in {(failure["rule"], failure["verdict"]) for failure in report["failures"]}


def test_the_sample_is_taken_when_no_resolution_is_given_and_options_come_first() -> None:
    shown = run("case", "--strategy", "traditional", "--wpm", "350")
    assert shown.exit_code == 0
    assert "1AC: Should cities make public transport free?" in shown.stdout
    assert "at 350 words a minute" in shown.stdout


def test_a_case_that_is_not_issued_leaves_with_1_and_says_why() -> None:
    shown = run("case", "--strategy", "traditional", "--words", "900")
    assert shown.exit_code == 1
    assert "NOT ISSUED" in shown.stdout
    assert "1300 to 1700 are wanted" in shown.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ["case", "What should be done?"],
        ["case", "--speech", "9AC"],
        ["case", "--seat", "nobody"],
        ["case", "--strategy", "nowhere"],
        ["case", "--out", "case.odt"],
        ["case", "export", "b2:00", "case.json"],
        ["pack", "show", "nothing"],
    ],
)
def test_bad_input_leaves_with_2_in_one_line(arguments: list[str]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stderr.splitlines()[-2].startswith("error: ")
    assert result.stderr.splitlines()[-1].startswith("hint: ")


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"resolution": 1}', "\udcff"])
def test_what_is_no_case_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "no.json"
    path.write_bytes(content.encode("utf-8", "surrogateescape"))
    assert run("case", "verify", path).exit_code == 2


def test_packs_are_listed_shown_and_checked() -> None:
    assert {"policy-debate", "benefits-appeal"} <= {pack["name"] for pack in data("pack", "list")["packs"]}
    assert data("pack", "show", "policy-debate")["documents"] >= 60
    assert data("pack", "check", "policy-debate")["ok"]
