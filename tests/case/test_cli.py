"""`foam case` and `foam pack` as their user meets them, with a scripted model and the shipped fake vectors."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.case.writing import agreeable

from foam.cli.main import foam
from foam.evidence.search.against import rate_by_words
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import Call, Said, Script, ScriptedModel


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))


def run(*arguments: object, script: Script = agreeable) -> Result:
    opened = {"models": ScriptedModel(script), "embedder": HashingEmbedder(), "stance": rate_by_words}
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=opened)


def data(*arguments: object, exit_code: int = 0, script: Script = agreeable) -> Any:
    result = run(*arguments, "--json", script=script)
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    """A folder with a case and the home in which it was written, and what the command told."""
    folder = tmp_path_factory.mktemp("recorded")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FOAM_HOME", str(folder / "home"))
        return folder, data("case", "--strategy", "traditional", "--out", folder / "case.json")


@pytest.fixture
def written(recorded: tuple[Path, Any], tmp_path: Path) -> tuple[Path, Any]:
    """A copy of the recorded case and its home, to be changed at will."""
    folder, told = recorded
    shutil.copytree(folder, tmp_path, dirs_exist_ok=True)
    return tmp_path / "case.json", told


def test_a_case_is_written_verified_replayed_and_exported(
    recorded: tuple[Path, Any], written: tuple[Path, Any], tmp_path: Path
) -> None:
    path, told = written
    assert (told["issued"], told["file"]) == (True, str(recorded[0] / "case.json"))
    assert 0 < told["longest_chain"] < told["asked"]
    report = data("case", "verify", path)
    assert (report["ok"], report["cfvr"], report["failures"]) == (True, 1.0, [])
    assert data("record", "replay", told["run"])["ok"]
    for ending in (".docx", ".html", ".md", ".pdf", ".xlsx", ".json"):
        again = tmp_path / f"again{ending}"
        assert run("case", "export", told["run"], again).exit_code == 0
        assert again.stat().st_size > 1000
    assert (tmp_path / "again.json").read_bytes() == path.read_bytes()


def test_a_case_whose_every_part_holds_and_that_no_run_wrote_fails(written: tuple[Path, Any], tmp_path: Path) -> None:
    content = json.loads(written[0].read_text(encoding="utf-8"))
    changed = tmp_path / "changed.json"
    changed.write_text(json.dumps({**content, "notice": "All of it is beyond doubt."}), encoding="utf-8")
    report = data("case", "verify", changed, exit_code=1)
    assert [one["rule"] for one in report["failures"]] == ["provenance"]
    assert "no run on this record wrote the case" in report["failures"][0]["what"]


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


def test_a_round_is_answered_from_its_files(written: tuple[Path, Any], tmp_path: Path) -> None:
    first, _ = written
    second, third = tmp_path / "1NC.json", tmp_path / "2AC.json"
    data("case", "--speech", "1NC", "--strategy", "kritik", "--answering", first, "--out", second)
    told = data("case", "--speech", "2AC", "--answering", second, "--out", third)
    assert any(slot["answers"].startswith("1NC/kritik-") for slot in told["case"]["slots"])
    assert data("case", "verify", third)["ok"]
    assert data("record", "replay", told["run"])["ok"]
    flow = tmp_path / "round.flow.json"
    assert run("case", "export", told["run"], flow).exit_code == 0
    block = data("case", "--speech", "2NC", "--answering", flow)
    assert {slot["answers"].partition("/")[0] for slot in block["case"]["slots"] if slot["answers"]} == {"2AC"}
    shown = run("case", "--speech", "1NC", "--strategy", "kritik", "--answering", first)
    said = " ".join(shown.stdout.split())
    assert "Not answered on their own sheet, which a judge may take as granted:" in said
    assert "Inherency (1AC/inherency)" in said


def test_files_of_two_rounds_are_refused(written: tuple[Path, Any], tmp_path: Path) -> None:
    first, _ = written
    raw = json.loads(first.read_text("utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**raw, "resolution": "Should buses be red?"}), "utf-8")
    for arguments in (["--answering", other], ["Should buses be red?"]):
        result = run("case", *arguments, "--speech", "1NC", "--answering", first)
        assert result.exit_code == 2
        assert "hint: " in result.stderr


def test_a_case_on_another_matter_is_not_answered_from_the_sample_library(
    written: tuple[Path, Any], tmp_path: Path
) -> None:
    raw = json.loads(written[0].read_text("utf-8"))
    other = tmp_path / "other.json"
    other.write_text(json.dumps({**raw, "resolution": "Museums should return looted antiquities."}), "utf-8")
    result = run("case", "--speech", "1NC", "--strategy", "kritik", "--answering", other)
    assert result.exit_code != 0
    assert "add --library" in result.stderr


def test_a_generated_node_is_accepted_offered_and_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "case.json"
    told = data("case", "--strategy", "traditional", "--out", path)
    for named in (path, told["run"]):
        accepted = data("pack", "accept", named, "--node", "own-1")["accepted"]
        assert [node["node"]["id"] for node in accepted] == ["own-1"]
    assert data("pack", "show", "policy-debate")["accepted"] == {"1AC": ["own-1"]}
    later = data("case", "--strategy", "traditional,own-1,safety")
    assert [node["node"]["id"] for node in later["case"]["accepted"]] == ["own-1"]
    assert data("record", "replay", later["run"])["ok"]
    assert data("pack", "forget", "policy-debate", "1AC", "own-1")["accepted"] == []
    assert run("pack", "forget", "policy-debate", "1AC", "own-1").exit_code == 2


def test_the_sample_is_taken_when_no_resolution_is_given_and_options_come_first() -> None:
    shown = run("case", "--strategy", "traditional", "--wpm", "350")
    assert shown.exit_code == 0
    assert "1AC: Should cities make public transport free?" in shown.stdout
    assert "at 350 words a minute" in shown.stdout


def test_a_budget_with_which_no_case_is_issued_is_refused_before_anything_is_asked() -> None:
    shown = run("case", "--strategy", "traditional", "--words", "1299")
    assert shown.exit_code == 2
    assert "1299 words cannot hold a 1AC: it has at least 1300" in shown.output
    assert run("case", "--strategy", "traditional", "--words", "1299", "--dry-run").exit_code == 2


def test_a_way_that_no_tree_has_is_refused_before_anything_is_asked() -> None:
    asked: list[str] = []

    def count(call: Call) -> Said | None:
        asked.append(call.question.template)
        return agreeable(call)

    with pytest.raises(AssertionError):
        data("case", "--strategy", "nowhere", script=count)
    assert asked == []
    shown = run("case", "--strategy", "nowhere", "--dry-run")
    assert shown.exit_code == 2
    assert "no way 'nowhere' in the outline of 1AC" in shown.stderr
    assert "traditional" in shown.stderr


def test_whoever_answers_a_case_that_was_not_issued_is_told_so(written: tuple[Path, Any], tmp_path: Path) -> None:
    first, _ = written
    raw = json.loads(first.read_text("utf-8"))
    failure = {"slot": "1AC", "rule": "budget", "what": "it is short", "remedy": "write more"}
    kept_back = tmp_path / "kept-back.json"
    kept_back.write_text(json.dumps({**raw, "failures": [failure]}), "utf-8")
    shown = run("case", "--speech", "1NC", "--strategy", "kritik", "--answering", kept_back)
    assert "kept-back.json: this 1AC was not issued" in shown.stderr
    assert "was not issued" not in run("case", "--speech", "1NC", "--strategy", "kritik", "--answering", first).stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["case", "What should be done?"],
        ["case", "--speech", "9AC"],
        ["case", "--seat", "nobody"],
        ["case", "--speech", "2AC"],
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
