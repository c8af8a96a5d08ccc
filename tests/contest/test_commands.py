"""`foam contest` and `foam contestability` as their user meets them, with scripted models and fake vectors."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from foam.deliberation.dossier import Dossier
from tests.contest.hall import judging, nothing

from foam import open as open_home
from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.question import Chosen
from foam.model.scripted import Call, Said, ScriptedModel, reply_by_seed
from foam.model.silent import SilentJudge

FAKES: dict[str, Any] = {
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
}
"""For what needs weights."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A home with one finished deliberation, its run, and one of its claims: made once, copied for every test."""
    folder = tmp_path_factory.mktemp("finished") / "home"
    with open_home(folder, models=ScriptedModel(reply_by_seed), **FAKES) as home:
        ran = home.deliberate(pack="benefits-appeal")
    assert isinstance(ran.view, Dossier)
    return (
        folder,
        ran.run,
        next(
            claim.id for claim in ran.view.claims if claim.direction and not claim.sources and not claim.same_point_as
        ),
    )


@pytest.fixture(autouse=True)
def folder(finished: tuple[Path, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that home."""
    shutil.copytree(finished[0], tmp_path / "home")
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def deliberated(finished: tuple[Path, str, str]) -> tuple[str, str]:
    """A run, and one of its claims."""
    return finished[1:]


def run(*arguments: object, model: ScriptedModel | None = None) -> Result:
    given = {"models": model or ScriptedModel(judging(nothing)), **FAKES}
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=given)


def data(*arguments: object, exit_code: int = 0, model: ScriptedModel | None = None) -> Any:
    result = run(*arguments, "--json", model=model)
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_a_claim_is_challenged_revised_and_shown_again(deliberated: tuple[str, str], tmp_path: Path) -> None:
    key, claim = deliberated
    page = tmp_path / "outcome.html"
    told = data("contest", "open", key, claim, "--kind", "relevance", "--because", "Off the point.", "--out", page)
    assert told["challenge"]["node"] == claim
    assert told["outcome"]["disposition"] == "sustained"
    assert told["locality"]["reused"] > 100
    assert 0 < told["locality"]["asked"] <= 0.1 * told["locality"]["reused"]
    assert told["locality"]["changed"] == len(told["locality"]["changed_parts"]) > 0
    assert all(reason["cites"] for reason in told["outcome"]["reasons"])
    assert "<ins>" in page.read_text()
    shown = data("contest", "show", told["run"], "--version", tmp_path / "next.html")
    assert {name: shown[name] for name in ("digest", "outcome", "locality", "redline")} == {
        name: told[name] for name in ("digest", "outcome", "locality", "redline")
    }
    assert (tmp_path / "next.html").stat().st_size > 1000
    listed = data("contest", "status", key)["challenges"]
    assert [row["outcome"]["disposition"] for row in listed] == ["sustained"]
    measures = data("contestability", key)
    assert (measures["challenges"], measures["sustained"]) == (1, 1)


def test_what_a_challenge_brought_is_brought_again_by_the_name_of_its_file(
    deliberated: tuple[str, str], tmp_path: Path
) -> None:
    key, claim = deliberated
    paper = tmp_path / "bulletin.txt"
    paper.write_text("The office counted the letters again and found that none of them was late.")
    challenge = ("contest", "open", key, claim, "--kind", "selection_bias", "--because")
    first = data(*challenge, "The bulletin says otherwise.", "--with", paper)
    paper.unlink()
    again = data(*challenge, "It left the bulletin out.", "--with", "bulletin.txt", "--dry-run")
    assert again["dry_run"]
    second = data(*challenge, "Nobody had looked at the bulletin of the office.", "--with", "bulletin.txt")
    assert second["challenge"]["brought"] == first["challenge"]["brought"] != []


def _find_no_conflict(call: Call) -> Said | None:
    """A judge for whom both sentences can be true."""
    return Chosen(ids=()) if call.question.template == "contest/conflict" else None


def test_a_conflict_is_challenged_by_the_id_that_the_dossier_prints(deliberated: tuple[str, str]) -> None:
    key, _ = deliberated
    dossier = data("dossier", "show", key)
    pairs = [one["id"] for one in dossier["contested_facts"]]
    listed = {one["id"]: one["kinds"] for one in data("contest", "parts", key)["parts"]}
    assert {one: listed[one] for one in pairs} == {one: ["conflict"] for one in pairs}
    assert pairs[0] in run("dossier", "show", key).output
    challenge = ("contest", "open", key, pairs[0], "--kind", "conflict", "--because", "One speaks of another month.")
    foreseen = data(*challenge, "--dry-run")
    assert foreseen["questions_at_most"] == 2
    told = data(*challenge, model=ScriptedModel(_find_no_conflict))
    assert (told["outcome"]["disposition"], told["locality"]["asked"]) == ("sustained", 2)
    assert pairs[0] in {row["part"] for row in told["redline"]}
    assert any("no longer count as contradicting each other" in one for one in told["outcome"]["came_to"])


def test_what_if_prints_words_with_ids_behind_them(deliberated: tuple[str, str]) -> None:
    key, _ = deliberated
    argued = data("dossier", "show", key)["sublation"]["framework"]["arguments"]
    claim = next(one["id"] for one in argued if one["id"].startswith("claim-") and not one["withdrawn"])
    told = data("whatif", key, "--remove", claim)
    words = told["names"][claim]
    for changes in (("--remove", claim), ("--overturn", claim), ("--robust",)):
        shown = " ".join(run("whatif", key, *changes).stdout.split())
        assert claim in shown
        assert shown.count(claim) == shown.count(f"({claim})")
    assert f"If {words} ({claim}) had not been said" in " ".join(run("whatif", key, "--remove", claim).stdout.split())


def test_a_dry_run_asks_no_model_and_records_nothing(deliberated: tuple[str, str]) -> None:
    key, claim = deliberated
    model = ScriptedModel(judging(nothing))
    before = len(data("record", "list")["runs"])
    challenge = ("--kind", "selection_bias", "--because", "And the rest?")
    told = data("contest", "open", key, claim, *challenge, "--dry-run", model=model)
    assert told["dry_run"]
    assert told["counter_evidence"]
    assert told["questions_at_most"] == 1
    assert model.calls == []
    assert len(data("record", "list")["runs"]) == before


def test_a_reweighting_asks_no_model(deliberated: tuple[str, str]) -> None:
    key, _ = deliberated
    model = ScriptedModel(judging(nothing))
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
        model=model,
    )
    assert told["locality"]["asked"] == 0
    assert model.calls == []


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


def test_a_challenge_from_python_reads_prints_and_saves(
    deliberated: tuple[str, str], folder: Path, tmp_path: Path
) -> None:
    with open_home(folder, models=ScriptedModel(judging(nothing)), **FAKES) as home:
        dossier = home.dossier.show(deliberated[0])
        heard = home.contest(
            dossier, deliberated[1], kind="context", because="The next sentence says otherwise.", by="Rosa Delmar"
        )
        assert heard.outcome.disposition == "rejected"
        assert "REJECTED: context against" in str(heard)
        assert "<h2" in heard.view._repr_html_()
        assert heard.view.save(tmp_path / "outcome.md").read_text().startswith("# Challenge to")
        assert home.contest.show(heard).digest == heard.digest
        assert [row.run for row in home.contest.status(dossier).challenges] == [heard.run]
        shown = home.contest(dossier, deliberated[1], kind="relevance", because="Off the point.", dry_run=True)
        assert shown.questions_at_most > 0
        assert home.contestability(dossier).challenges == 1
        assert home.replay(heard).ok


def test_a_challenge_is_awaited(deliberated: tuple[str, str], folder: Path) -> None:
    async def work() -> tuple[str, bool]:
        with open_home(folder, models=ScriptedModel(judging(nothing)), **FAKES) as home:
            ran = await home.contest.open.aio(*deliberated, kind="relevance", because="Off the point.")
            return ran.view.outcome.disposition, (await home.replay.aio(ran)).ok

    assert asyncio.run(work()) == ("sustained", True)
