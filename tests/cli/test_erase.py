"""`foam erase` and the record's heads as their users meet them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel, reply_by_seed
from foam.model.silent import SilentJudge

GIVEN: dict[str, Any] = {
    "embedder": HashingEmbedder(),
    "stance": lambda claim, texts: [0.0] * len(texts),
    "judge": SilentJudge(),
    "models": ScriptedModel(reply_by_seed),
}
BECAUSE = ("--because", "request 7 of May")


def run(*arguments: object, answer: str | None = None) -> Result:
    return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj=GIVEN, input=answer)


def data(*arguments: object, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with two documents."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    folder = tmp_path / "documents"
    folder.mkdir()
    (folder / "letter.txt").write_text("Mr Odo Thistlewood keeps 14 hens. The hens wake the street.", "utf-8")
    (folder / "rules.txt").write_text("Hens are allowed in gardens. A street may ask for quiet at night.", "utf-8")
    assert run("library", "add", folder).exit_code == 0
    return tmp_path / "home"


def find(home: Path, text: str) -> list[str]:
    files = [path for path in home.rglob("*") if path.is_file()]
    return [path.name for path in files if text.lower().encode() in path.read_bytes().lower()]


def letter() -> str:
    listed = data("library", "list")["documents"]
    return str(next(one["id"] for one in listed if one["file"].endswith("letter.txt")))


def test_a_plan_changes_nothing_and_a_question_comes_first(home: Path) -> None:
    planned = data("erase", "--document", letter(), *BECAUSE, "--plan")
    assert (len(planned["documents"]), planned["entry"]) == (1, "")
    refused = run("erase", "--document", letter(), *BECAUSE, answer="n\n")
    assert refused.exit_code != 0
    assert "would go from documents: 1" in refused.output
    assert find(home, "Thistlewood")


def test_a_document_is_erased_and_everything_says_so(home: Path) -> None:
    asked = run("deliberate", "Should Mr Thistlewood keep his hens?", "--library", "--json")
    deliberated = json.loads(asked.stdout)
    gone = letter()
    (home / "dossiers").mkdir()
    (home / "dossiers" / "page.html").write_text("<p>Mr Odo Thistlewood keeps 14 hens.</p>", "utf-8")
    assert find(home, "Thistlewood")
    done = data("erase", "--document", gone, *BECAUSE, "--yes")
    assert done["ok"]
    assert done["entries"] > 0
    assert find(home, "Thistlewood") == find(home, "The hens wake the street") == []
    verified = data("record", "verify")
    assert "request 7 of May" in " ".join(verified["notes"])
    assert data("library", "verify")["damaged"] == []
    for command in (("record", "replay"), ("dossier", "show"), ("verify",)):
        assert "words of run" in data(*command, deliberated["run"], exit_code=3)["error"]
    assert "erased" in data("library", "show", gone, exit_code=2)["error"]
    assert [one["file"] for one in data("library", "list")["documents"]] != []


def test_a_person_is_erased_by_name(home: Path) -> None:
    done = data("erase", "--person", "Odo Thistlewood", *BECAUSE, "--yes")
    assert len(done["documents"]) == 1
    assert find(home, "Thistlewood") == []


def test_a_later_erasure_does_not_take_stubs_for_words() -> None:
    data("deliberate", "Should Mr Odo Thistlewood keep his hens?", "--library", "--seed", 1)
    first = data("erase", "--person", "Odo Thistlewood", *BECAUSE, "--yes")
    assert first["entries"] > 0
    again = data("erase", "--person", "Odo Thistlewood", *BECAUSE, "--yes")
    assert (again["entries"], again["left"]) == (0, [])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name one thing"),
        (("--person", "Odo Thistlewood", "--document", "d:1"), "name one thing"),
        (("--person", "x"), "too short"),
        (("--document", "d:ffff"), "no document"),
        (("--challenge", "b2:ffff"), "no run"),
    ],
)
def test_what_cannot_be_erased_is_refused(arguments: tuple[str, ...], said: str) -> None:
    assert said in data("erase", *arguments, *BECAUSE, "--yes", exit_code=2)["error"]


def test_the_reason_must_not_keep_the_words() -> None:
    told = data(
        "erase",
        "--person",
        "Odo Thistlewood",
        "--because",
        "Mr Thistlewood, Odo Thistlewood asked",
        "--yes",
        exit_code=2,
    )
    assert "the reason holds words" in told["error"]


def test_a_head_is_proved_checked_and_missed(home: Path, tmp_path: Path) -> None:
    early = run("record", "head").stdout.strip()
    older = tmp_path / "older.db"
    shutil.copy(home / "foam.db", older)
    run("deliberate", "Should hens be allowed?", "--library")
    late = run("record", "head").stdout.strip()
    proof = tmp_path / "proof.json"
    assert run("record", "prove", early, "--output", proof).exit_code == 0
    assert run("record", "check", proof, "--from", early, "--to", late).exit_code == 0
    assert run("record", "check", proof, "--from", late, "--to", late).exit_code == 1
    assert "nothing is missing" in data("record", "restored", "--because", "x", exit_code=2)["error"]
    shutil.copy(older, home / "foam.db")
    assert "the rest is gone" in run("record", "verify").stdout
    assert run("record", "restored", "--because", "the disk failed").exit_code == 0
    assert "the disk failed" in " ".join(data("record", "verify")["notes"])
    assert run("record", "verify", "--head", late).exit_code == 1
