"""`foam contest` and `foam contestability` as their user meets them, with scripted models and fake vectors."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.contest.hall import judging, nothing

from foam.cli import contest_desk, desk
from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.cast import ROLES
from foam.model.scripted import ScriptedModel, unscripted


def _patch(patch: pytest.MonkeyPatch, home: Path, made: list[ScriptedModel]) -> None:
    """A home, fakes for what needs weights, and a list of every model that hears a challenge."""

    def cast(_: object) -> dict[str, ScriptedModel]:
        made.append(ScriptedModel(judging(nothing)))
        return dict.fromkeys(ROLES, made[-1])

    patch.setenv("FOAM_HOME", str(home))
    patch.setattr(desk, "WordVectors", lambda _: HashingEmbedder())
    patch.setattr(desk, "_against", lambda _, texts: [0.0] * len(texts))
    patch.setattr(desk, "cast", lambda _: dict.fromkeys(ROLES, ScriptedModel(unscripted)))
    patch.setattr(contest_desk, "cast", cast)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A home with one finished deliberation, its run, and one of its claims: made once, copied for every test."""
    home = tmp_path_factory.mktemp("finished") / "home"
    with pytest.MonkeyPatch.context() as patch:
        _patch(patch, home, [])
        told = data("deliberate", "--pack", "benefits-appeal")
    claims = [node["id"] for node in told["dossier"]["nodes"] if node["kind"] == "claim"]
    return home, told["run"], claims[0]


@pytest.fixture(autouse=True)
def models(finished: tuple[Path, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[ScriptedModel]:
    """A copy of that home, and every model that was asked for."""
    made: list[ScriptedModel] = []
    shutil.copytree(finished[0], tmp_path / "home")
    _patch(monkeypatch, tmp_path / "home", made)
    return made


@pytest.fixture
def deliberated(finished: tuple[Path, str, str]) -> tuple[str, str]:
    """A run, and one of its claims."""
    return finished[1:]


def run(*arguments: object) -> Result:
    return CliRunner().invoke(foam, [str(argument) for argument in arguments])


def data(*arguments: object, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_a_claim_is_challenged_revised_and_shown_again(deliberated: tuple[str, str], tmp_path: Path) -> None:
    key, claim = deliberated
    page = tmp_path / "outcome.html"
    told = data("contest", "open", key, claim, "--kind", "relevance", "--because", "Off the point.", "--out", page)
    assert told["challenge"]["node"] == claim
    assert told["outcome"]["disposition"] == "sustained"
    assert told["locality"]["asked"] == 1
    assert told["locality"]["reused"] > 100
    assert told["locality"]["changed"] == len(told["locality"]["changed_parts"]) > 0
    assert all(reason["cites"] for reason in told["outcome"]["reasons"])
    assert "<del>" in page.read_text()
    shown = data("contest", "show", told["run"], "--version", tmp_path / "next.html")
    assert {name: shown[name] for name in ("digest", "outcome", "locality", "redline")} == {
        name: told[name] for name in ("digest", "outcome", "locality", "redline")
    }
    assert (tmp_path / "next.html").stat().st_size > 1000
    listed = data("contest", "status", key)["challenges"]
    assert [row["outcome"]["disposition"] for row in listed] == ["sustained"]
    measures = data("contestability", key)
    assert (measures["challenges"], measures["sustained"]) == (1, 1)


def test_a_dry_run_asks_no_model_and_records_nothing(deliberated: tuple[str, str], models: list[ScriptedModel]) -> None:
    key, claim = deliberated
    before = len(data("record", "list")["runs"])
    told = data("contest", "open", key, claim, "--kind", "selection_bias", "--because", "And the rest?", "--dry-run")
    assert told["dry_run"]
    assert told["counter_evidence"]
    assert told["questions_at_most"] == 1
    assert [model.calls for model in models if model.calls] == []
    assert len(data("record", "list")["runs"]) == before


def test_a_reweighting_asks_no_model(deliberated: tuple[str, str], models: list[ScriptedModel]) -> None:
    key, _ = deliberated
    told = data(
        "contest",
        "open",
        key,
        "frame",
        "--kind",
        "weighting",
        "--weight",
        "caseworker.welfare=0.9",
        "--because",
        "It decides.",
    )
    assert told["locality"]["asked"] == 0
    assert [model.calls for model in models if model.calls] == []


def test_a_document_is_brought_and_becomes_citable(deliberated: tuple[str, str], tmp_path: Path) -> None:
    key, claim = deliberated
    letter = tmp_path / "letter.txt"
    letter.write_text("The ministry withdrew the rule on weekly income and the limit for a household of two.")
    told = data(
        "contest",
        "open",
        key,
        claim,
        "--kind",
        "selection_bias",
        "--because",
        "ministry withdrew rule weekly income",
        "--with",
        letter,
    )
    assert any("ministry" in passage["text"] for passage in told["outcome"]["counter_evidence"])
    assert len(told["challenge"]["brought"]) == 1


def test_a_challenge_is_held_and_answered_by_a_person(deliberated: tuple[str, str]) -> None:
    key, claim = deliberated
    held = data("contest", "open", key, claim, "--kind", "relevance", "--because", "Off the point.", "--hold")
    assert held["outcome"]["disposition"] == "open"
    refused = run("contest", "answer", held["run"], "--move", "concede")
    assert (refused.exit_code, "author and a reason" in refused.output) == (2, True)
    answer = ("--move", "concede", "--by", "Ivo Marek", "--because", "I had not seen the bonus.")
    told = data("contest", "answer", held["run"], *answer)
    assert (told["outcome"]["disposition"], told["outcome"]["move"]) == ("sustained", "concede")


def test_only_parties_may_challenge_once_they_are_named(deliberated: tuple[str, str]) -> None:
    key, claim = deliberated
    data("contest", "parties", key, "Rosa Delmar")
    challenge = ("contest", "open", key, claim, "--kind", "misquotation", "--because", "Not their words.")
    refused = run(*challenge)
    assert (refused.exit_code, "no party" in refused.output) == (2, True)
    assert data(*challenge, "--as", "Rosa Delmar")["outcome"]["disposition"] == "rejected"


@pytest.mark.parametrize(
    ("node", "more", "said"),
    [
        ("claim-nowhere", ("--kind", "relevance", "--because", "No."), "has no part"),
        ("frame", ("--kind", "relevance", "--because", "No."), "there you can ask"),
        ("frame", ("--kind", "weighting", "--because", "No."), "--weight"),
        ("frame", ("--kind", "weighting", "--weight", "a=b", "--because", "No."), "not a weight"),
        ("frame", ("--kind", "frame", "--because", "No.", "--as", "<b>"), "is no name"),
        ("frame", ("--kind", "frame", "--because", "x" * 5000), "at most"),
        ("frame", ("--kind", "frame", "--because", "No.", "--with", "nowhere.txt"), "does not exist"),
        ("frame", ("--kind", "missing_perspective", "--because", "No."), "--perspective"),
    ],
)
def test_what_cannot_be_challenged_is_refused_in_one_line(
    deliberated: tuple[str, str], node: str, more: tuple[str, ...], said: str
) -> None:
    result = run("contest", "open", deliberated[0], node, *more)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_parts_are_listed_with_what_they_are_open_to(deliberated: tuple[str, str]) -> None:
    parts = {part["id"]: part["kinds"] for part in data("contest", "parts", deliberated[0])["parts"]}
    assert {"relevance", "weighting"} <= set(parts[deliberated[1]])
    assert "frame" in parts["frame"]


def test_contestability_wants_a_run_or_the_planted_faults() -> None:
    assert run("contestability").exit_code == 2
