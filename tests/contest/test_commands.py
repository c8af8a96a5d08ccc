"""`foam contest` and `foam contestability` over a case as their user meets them, with scripted models and fake vectors.

Challenges to an answer at the command line are in `tests/behaviour`.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.case.writing import agreeable
from tests.contest.hall import judging

from foam import open as open_home
from foam import terms
from foam.cli.main import foam
from foam.cli.options import EARLIER
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge

FAKES: dict[str, Any] = {
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
}
"""For what needs weights."""


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, str]:
    """A home with one case, its run, and one of its slots with a card: made once, copied for every test."""
    folder = tmp_path_factory.mktemp("finished") / "home"
    with open_home(folder, models=ScriptedModel(agreeable), **FAKES) as home:
        ran = home.case("Should cities make public transport free?", pack="policy-debate")
    return folder, ran.run, next(slot.id for slot in ran.view.slots if slot.card)


@pytest.fixture(autouse=True)
def folder(finished: tuple[Path, str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of that home."""
    shutil.copytree(finished[0], tmp_path / "home")
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def written(finished: tuple[Path, str, str]) -> tuple[str, str]:
    """A run, and one of its slots."""
    return finished[1:]


def run(*arguments: object, model: ScriptedModel | None = None) -> Result:
    given = {"models": model or ScriptedModel(judging("sustained"), writes=True), **FAKES}
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=given)


def data(*arguments: object, exit_code: int = 0, model: ScriptedModel | None = None) -> Any:
    result = run(*arguments, "--json", model=model)
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_a_slot_is_challenged_revised_and_shown_again(written: tuple[str, str], tmp_path: Path) -> None:
    key, slot = written
    page = tmp_path / "outcome.html"
    told = data("contest", "open", key, slot, "--kind", "does_not_follow", "--because", "Off the point.", "--out", page)
    assert told["challenge"]["node"] == slot
    assert told["outcome"]["disposition"] == "sustained"
    assert 0 < told["locality"]["asked"] < told["locality"]["reused"]
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
    written: tuple[str, str], tmp_path: Path
) -> None:
    key, slot = written
    paper = tmp_path / "bulletin.txt"
    paper.write_text("The office counted the letters again and found that none of them was late.")
    challenge = ("contest", "open", key, slot, "--kind", "left_out", "--because")
    first = data(*challenge, "The bulletin says otherwise.", "--with", paper)
    assert any("counted the letters" in passage["text"] for passage in first["outcome"]["counter_evidence"])
    paper.unlink()
    again = data(*challenge, "It left the bulletin out.", "--with", "bulletin.txt", "--dry-run")
    assert again["dry_run"]
    second = data(*challenge, "Nobody had looked at the bulletin of the office.", "--with", "bulletin.txt")
    assert second["challenge"]["brought"] == first["challenge"]["brought"] != []


def test_a_dry_run_asks_no_model_and_records_nothing(written: tuple[str, str]) -> None:
    key, slot = written
    model = ScriptedModel(judging("sustained"), writes=True)
    before = len(data("record", "list")["runs"])
    challenge = ("--kind", "left_out", "--because", "And the rest?")
    told = data("contest", "open", key, slot, *challenge, "--dry-run", model=model)
    assert told["dry_run"]
    assert told["counter_evidence"]
    assert model.calls == []
    assert len(data("record", "list")["runs"]) == before


def test_a_challenge_is_held_and_answered_by_a_person(written: tuple[str, str]) -> None:
    key, slot = written
    held = data("contest", "open", key, slot, "--kind", "does_not_follow", "--because", "Off the point.", "--hold")
    assert held["outcome"]["disposition"] == "open"
    refused = run("contest", "answer", held["run"], "--move", "concede")
    assert (refused.exit_code, "author and a reason" in refused.output) == (2, True)
    answer = ("--move", "concede", "--by", "Ivo Marek", "--because", "I had not seen it.")
    told = data("contest", "answer", held["run"], *answer)
    assert (told["outcome"]["disposition"], told["outcome"]["move"]) == ("sustained", "concede")


def test_only_parties_may_challenge_once_they_are_named(written: tuple[str, str]) -> None:
    key, slot = written
    data("contest", "parties", key, "Rosa Delmar")
    challenge = ("contest", "open", key, slot, "--kind", "not_so", "--because", "Not their words.")
    refused = run(*challenge)
    assert (refused.exit_code, "no party" in refused.output) == (2, True)
    assert data(*challenge, "--as", "Rosa Delmar")["outcome"]["disposition"] == "rejected"


@pytest.mark.parametrize(
    ("node", "more", "said"),
    [
        ("slot-nowhere", ("--kind", "does_not_follow", "--because", "No."), "no part"),
        ("", ("--kind", "rule_does_not_apply", "--because", "No."), "there you can ask"),
        ("", ("--kind", "weighs_otherwise", "--weight", "a=b", "--because", "No."), "not a weight"),
        ("", ("--kind", "does_not_follow", "--because", "No.", "--as", "<b>"), "is no name"),
        ("", ("--kind", "does_not_follow", "--because", "x" * 5000), "at most"),
        ("", ("--kind", "does_not_follow", "--because", "No.", "--with", "nowhere.txt"), "does not exist"),
        ("", ("--kind", "somebody_missing", "--because", "No."), "--perspective"),
    ],
)
def test_what_cannot_be_challenged_is_refused_in_one_line(
    written: tuple[str, str], node: str, more: tuple[str, ...], said: str
) -> None:
    result = run("contest", "open", written[0], node or written[1], *more)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_parts_are_listed_with_what_they_are_open_to(written: tuple[str, str]) -> None:
    parts = {part["id"]: part["kinds"] for part in data("contest", "parts", written[0])["parts"]}
    assert {"does_not_follow", "not_so"} <= set(parts[written[1]])


def test_a_challenge_from_python_reads_prints_and_saves(written: tuple[str, str], folder: Path, tmp_path: Path) -> None:
    key, slot = written
    with open_home(folder, models=ScriptedModel(judging("sustained"), writes=True), **FAKES) as home:
        heard = home.contest(key, slot, kind="not_so", because="Not their words.", by="Rosa Delmar")
        assert heard.view.outcome.disposition == "rejected"
        assert "REJECTED: not so against" in str(heard)
        assert "<h2" in heard.view._repr_html_()
        assert heard.view.save(tmp_path / "outcome.md").read_text().startswith("# Challenge to")
        assert home.contest.show(heard).digest == heard.digest
        assert [row.run for row in home.contest.status(key).challenges] == [heard.run]
        shown = home.contest(key, slot, kind="does_not_follow", because="Off the point.", dry_run=True)
        assert shown.questions_at_most > 0
        assert home.contestability(key).challenges == 1
        assert home.replay(heard).ok


def test_a_challenge_is_awaited(written: tuple[str, str], folder: Path) -> None:
    async def work() -> tuple[str, bool]:
        with open_home(folder, models=ScriptedModel(judging("sustained"), writes=True), **FAKES) as home:
            ran = await home.contest.open.aio(*written, kind="does_not_follow", because="Off the point.")
            return ran.view.outcome.disposition, (await home.replay.aio(ran)).ok

    assert asyncio.run(work()) == ("sustained", True)


@pytest.mark.parametrize(("earlier", "kind"), EARLIER["kind"].items())
def test_an_earlier_name_of_a_kind_is_still_understood(earlier: str, kind: str, written: tuple[str, str]) -> None:
    told = run("contest", "open", written[0], "slot-nowhere", "--kind", earlier, "--because", "No.")
    assert "no part" in told.output or "--perspective" in told.output
    assert kind in terms.challenges


def test_a_particular_is_refused_where_the_part_does_not_take_it(written: tuple[str, str]) -> None:
    told = run("contest", "open", *written, "--kind", "not_so", "--because", "No.", "--words", "as they say")
    assert (told.exit_code, "takes no words" in told.output) == (2, True)
