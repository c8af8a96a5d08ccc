"""`foam deliberate` from an earlier run, and of an open question."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.question import Labelled
from foam.model.scripted import ScriptedModel, by_template
from foam.model.silent import SilentJudge

OPENED = {
    "models": ScriptedModel(),
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
}


def _deliberated(*arguments: str) -> dict[str, Any]:
    result = CliRunner().invoke(foam, ["deliberate", "--json", "--quiet", *arguments], obj=OPENED)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_run_taken_up_again_keeps_its_pack_and_asks_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    first = _deliberated("--pack", "benefits-appeal")
    again = _deliberated("--from", first["run"], "--reweight", "auditor.integrity=0.9")
    assert again["asked"] < first["asked"]
    assert again["reused"] > 0
    assert again["run"] != first["run"]


def test_that_nothing_was_shown_is_an_answer_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1 says that something failed verification; `foam ask` leaves with 0 where there is no answer, too."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    unclear = ScriptedModel(by_template({"deliberation/support": Labelled(label="for")}))
    asked = ["deliberate", "--pack", "policy-debate", "--json", "--quiet"]
    result = CliRunner().invoke(foam, asked, obj={**OPENED, "models": unclear})
    assert json.loads(result.stdout)["dossier"]["recommendation"]["outcome"] == "not shown"
    assert result.exit_code == 0, result.output


def test_options_of_an_open_question_are_printed_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    named = ["--option", "The denial should be reversed", "--option", "The file should go back to the office"]
    asked = ["deliberate", "What should become of the denial?", *named, "--pack", "benefits-appeal", "--quiet"]
    result = CliRunner().invoke(foam, [*asked, "--out", str(tmp_path / "options.html")], obj=OPENED)
    assert result.exit_code == 0, result.output
    assert "The two options were deliberated as the two sides of one motion." in result.output
    assert (tmp_path / "options.html").is_file()
    data = json.loads(CliRunner().invoke(foam, [*asked, "--json"], obj=OPENED).stdout)
    assert data["asked"] == 0
    (run,) = data["dossier"]["runs"]
    assert run[:15] in result.output
    shown = CliRunner().invoke(foam, ["dossier", "show", data["run"], "--json"], obj=OPENED)
    assert json.loads(shown.stdout) == data["dossier"]
    child = json.loads(CliRunner().invoke(foam, ["dossier", "show", run, "--json"], obj=OPENED).stdout)
    assert (child["affirmed"], child["denied"]) == tuple(one["text"] for one in data["dossier"]["options"])
    again = _deliberated("--from", data["run"], "--reweight", "auditor.integrity=0.9")
    assert len(again["dossier"]["options"]) == 2
    verified = CliRunner().invoke(foam, ["verify", data["run"], "--json"], obj=OPENED)
    assert verified.exit_code == 0, verified.output
    checked = json.loads(verified.stdout)["checked"]
    own = json.loads(CliRunner().invoke(foam, ["verify", run, "--json"], obj=OPENED).stdout)["checked"]
    assert checked == {**own, "options": 2}
    assert own["commitments"] > 0
    saved = CliRunner().invoke(foam, ["verify", str(tmp_path / "options.html"), "--json"], obj=OPENED)
    assert json.loads(saved.stdout)["run"] == data["run"]
    bundle = str(tmp_path / "option.zip")
    assert CliRunner().invoke(foam, ["bundle", "export", run, bundle], obj=OPENED).exit_code == 0
    refused = CliRunner().invoke(foam, ["verify", bundle], obj=OPENED)
    assert f"foam bundle verify {bundle}" in refused.output


def test_after_a_challenge_the_options_are_shown_and_exported_as_they_stand_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(foam, [*arguments], obj=OPENED)

    options = ["--option", "The denial should be reversed", "--option", "The file should go back to the office"]
    first = _deliberated("What should become of the denial?", *options, "--pack", "benefits-appeal")
    (child,) = first["dossier"]["runs"]
    own = json.loads(run("dossier", "show", child, "--json").stdout)
    claim = next(one["id"] for one in own["nodes"] if one["kind"] == "claim" and one["direction"])
    because = ["--because", "It is about another file."]
    held = json.loads(run("contest", "open", child, claim, "--kind", "relevance", *because, "--hold", "--json").stdout)
    answered = run("contest", "answer", held["run"], "--move", "concede", "--by", "A clerk", *because)
    assert "the options as they stand now: foam dossier show " in answered.output, answered.output
    shown = run("dossier", "show", first["run"], "--compared", "--json")
    now = json.loads(shown.stdout)
    assert [one["id"] for one in now["options"]] == [one["id"] for one in first["dossier"]["options"]]
    assert now["runs"] != first["dossier"]["runs"]
    assert any("a challenge by somebody who gave no name" in one for one in now["revisions"])
    listed = run("contest", "status", first["run"])
    assert "relevance against" in listed.output, listed.output
    assert "of the option: The denial should be reversed" in listed.output
    page = run("dossier", "show", first["run"])
    command = re.search(r"foam dossier show (\S+) --compared", page.output)
    assert command
    assert json.loads(run("dossier", "show", command[1], "--compared", "--json").stdout) == now
    written = run("dossier", "export", first["run"], str(tmp_path / "now.html"), "--compared")
    assert written.exit_code == 0, written.output
    assert all(one["text"] in (tmp_path / "now.html").read_text("utf-8") for one in now["options"])
    refused = run("dossier", "show", child, "--compared")
    assert (refused.exit_code, "no options were compared" in refused.output) == (2, True)
    asked = run("whatif", first["run"], "--robust")
    assert asked.exit_code == 2
    told = re.search(r"foam whatif (\S+) … \(o1, o2\)", " ".join(asked.output.split()))
    assert told, asked.output
    assert run("whatif", told[1], "--robust").exit_code == 0


def test_an_open_question_that_nobody_can_answer_says_how_to_ask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    result = CliRunner().invoke(foam, ["deliberate", "How should we go on?", "--quiet"], obj=OPENED)
    assert result.exit_code == 2
    assert "nobody at this table writes" in result.output
    assert "--option" in result.output


def test_a_run_taken_up_again_is_answered_by_its_own_model_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    opened = {name: given for name, given in OPENED.items() if name != "models"}

    def deliberate(*arguments: str) -> Any:
        return CliRunner().invoke(foam, ["deliberate", "--json", *arguments], obj=opened)

    seats = ("--seat", "warden", "--seat", "rescuer")
    first = json.loads(deliberate("--pack", "mountain-hut", "--model", "scripted", *seats, "--quiet").stdout)
    again = deliberate("--from", first["run"], "--reweight", "warden.safety=0.4")
    assert again.exit_code == 0, again.output
    assert "answered by scripted, as in that run; --model names another" in again.stderr
    data = json.loads(again.stdout)
    assert 0 < data["reused"] <= first["asked"]
    other = deliberate("--from", first["run"], "--model", "embedded")
    assert other.exit_code == 3, "the weights of the embedded model are not in this home"
    assert "as in that run" not in other.stderr
