"""`foam deliberate` from an earlier run, and of an open question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.home.workshop import ANSWERS

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge

OPENED: dict[str, Any] = {
    "models": ScriptedModel(),
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
}


def _deliberated(*arguments: str, obj: dict[str, Any] = OPENED) -> dict[str, Any]:
    result = CliRunner().invoke(foam, ["deliberate", "--json", "--quiet", *arguments], obj=obj)
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_run_taken_up_again_keeps_its_pack_and_asks_less(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    written = {**OPENED, "models": ScriptedModel(ANSWERS, writes=True)}
    first = _deliberated("--pack", "benefits-appeal", obj=written)
    again = _deliberated("--from", first["run"], "--reweight", "auditor.integrity=0.9", obj=written)
    assert again["asked"] < first["asked"]
    assert again["reused"] > 0
    assert again["run"] != first["run"]


def test_that_nothing_is_settled_is_an_answer_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 1 says that something failed verification; `foam ask` leaves with 0 where there is no answer, too."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    found = _deliberated("--pack", "policy-debate")
    assert found["dossier"]["option"] is None
    assert (
        "read it all: foam dossier show"
        in CliRunner().invoke(foam, ["deliberate", "--pack", "policy-debate", "--quiet"], obj=OPENED).output
    )


def test_an_answer_is_printed_saved_shown_and_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))

    def run(*arguments: str) -> Result:
        result = CliRunner().invoke(foam, [*arguments], obj=OPENED)
        assert result.exit_code == 0, result.output
        return result

    page = tmp_path / "answer.html"
    printed = run("deliberate", "--pack", "benefits-appeal", "--quiet", "--out", str(page)).output
    found = _deliberated("--pack", "benefits-appeal")
    assert (found["asked"], found["dossier"]["option"]) == (0, "for")
    assert found["dossier"]["lead"] in " ".join(printed.split())
    assert found["run"][:15] in printed
    assert {one["perspective"]["id"] for one in found["dossier"]["table"]["seats"]} >= {"auditor", "caseworker"}
    assert json.loads(run("dossier", "show", found["run"], "--json").stdout) == found["dossier"]
    for named in (found["run"], str(page)):
        checked = json.loads(run("verify", named, "--json").stdout)
        assert (checked["ok"], checked["run"]) == (True, found["run"])
    bundle = str(tmp_path / "answer.foam")
    run("bundle", "export", found["run"], bundle)
    refused = CliRunner().invoke(foam, ["verify", bundle], obj=OPENED)
    assert f"foam bundle verify {bundle}" in refused.output
    turned = json.loads(run("whatif", found["run"], "--false", "two", "--json").stdout)
    assert turned["lead_after"] != turned["lead_before"] == found["dossier"]["lead"]
    same = json.loads(run("compare", found["run"], found["run"], "--json").stdout)
    assert all(one["before"] == one["after"] for one in same["leaves"])


def test_options_that_are_named_are_the_options_of_the_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    named = ["--option", "The denial should be reversed", "--option", "The file should go back to the office"]
    found = _deliberated("What should become of the denial?", *named, "--pack", "benefits-appeal")
    assert found["dossier"]["question"] == "What should become of the denial?"
    again = _deliberated("--from", found["run"], "--reweight", "auditor.integrity=0.9")
    assert again["dossier"]["question"] == found["dossier"]["question"]
    alone = ["deliberate", "What should become of the denial?", *named[:2], "--pack", "benefits-appeal", "--quiet"]
    refused = CliRunner().invoke(foam, alone, obj=OPENED)
    assert (refused.exit_code, "one option alone" in refused.output) == (2, True)


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
