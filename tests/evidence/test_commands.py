"""The library's commands as their user meets them, with the shipped fake vectors."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.evidence.imports.verbatim import VerbatimFile
from tests.evidence.samples import made

from foam import ScriptedModel
from foam import open as open_home
from foam.cli.main import foam
from foam.evidence.search.fake import HashingEmbedder

Run = Callable[..., Result]
TEXT = "Bees dance. The dance of bees tells where flowers stand. Bees do not dance in the rain."
BEES = made(TEXT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of files to take in."""
    given = tmp_path / "given"
    given.mkdir()
    (given / "bees.txt").write_text(TEXT, "utf-8")
    (given / "tax.txt").write_text("A carbon tax cuts emissions. It is disliked.", "utf-8")
    return given


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))

    def invoke(*arguments: object) -> Result:
        return CliRunner().invoke(foam, [str(argument) for argument in arguments], obj={"embedder": HashingEmbedder()})

    return invoke


def _data(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_files_go_in_are_listed_found_and_cited(run: Run, folder: Path) -> None:
    added = _data(run("library", "add", folder, "--json"))
    assert (added["files"], added["documents"], added["rejected"]) == (2, 2, [])
    listed = _data(run("library", "list", "--json"))
    assert listed["total"] == 2
    found = _data(run("search", "where", "do", "flowers", "stand", "--json"))["results"][0]
    assert found["pointer"] == str(BEES.pointer(1))
    cited = _data(run("cite", found["pointer"], "--json"))
    assert cited["sentence"] == BEES.sentence(1)
    assert (cited["before"], cited["after"]) == ([BEES.sentence(0)], [BEES.sentence(2)])
    assert cited["target"]["selector"][0]["exact"] == BEES.sentence(1)


def test_the_texts_for_people_say_the_same(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    assert BEES.pointer(1).brief() in run("search", "where do flowers stand").output
    marked = run("cite", BEES.pointer(1).brief()).output
    assert f"> s1    {BEES.sentence(1)}" in marked
    assert f"  s0    {BEES.sentence(0)}" in marked
    shown = run("library", "show", BEES.id[:8]).output
    assert all(BEES.sentence(number) in shown for number in range(3))
    assert "bees.txt" in shown


def test_a_second_time_adds_nothing(run: Run, folder: Path) -> None:
    first = _data(run("library", "add", folder, "--json"))
    second = _data(run("library", "add", folder, "--json"))
    assert (second["documents"], second["known_files"], second["version"]) == (0, 2, first["version"])


def test_what_cannot_be_read_is_reported_and_the_exit_code_is_1(run: Run, folder: Path) -> None:
    (folder / "empty.txt").write_bytes(b"")
    result = run("library", "add", folder, folder / "absent.txt")
    assert result.exit_code == 1
    refused = [line for line in result.stdout.splitlines() if line.startswith("not read: ")]
    assert len(refused) == 2
    assert any("empty.txt: " in line for line in refused)
    assert any("absent.txt: No such file" in line for line in refused)
    assert _data(run("library", "stats", "--json"))["documents"] == 2


def test_what_is_removed_is_in_no_byte_of_the_home(run: Run, folder: Path, tmp_path: Path) -> None:
    run("library", "add", folder)
    run("search", "bees dance")
    run("search", "--cards", "bees")
    (tmp_path / "quoting.md").write_text(f"> {BEES.sentence(0)}", "utf-8")
    run("quote", "check", tmp_path / "quoting.md")
    sentences = [BEES.sentence(number).encode() for number in range(3)]

    def find() -> set[str]:
        files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
        return {path.name for path in files if any(one in path.read_bytes() for one in (*sentences, b"bees.txt"))}

    assert find()
    removed = _data(run("library", "remove", BEES.id[:12], "--json"))
    assert (removed["removed"], removed["left"]) == (1, [])
    assert find() == set()
    assert not (tmp_path / "home" / "index").exists()
    assert not (tmp_path / "home" / "shingles").exists()
    assert _data(run("library", "list", "--json"))["total"] == 1
    assert "was erased" in run("cite", BEES.pointer(0).brief()).output
    assert _data(run("library", "verify", "--json"))["damaged"] == []
    assert _data(run("record", "verify", "--json"))["ok"]
    assert _data(run("search", "carbon tax", "--json"))["results"]


def test_a_record_that_quotes_what_is_removed_is_named(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    assert run("examine", folder / "bees.txt").exit_code in (0, 1)
    result = run("library", "remove", BEES.id[:12])
    assert result.exit_code == 1
    assert "still stand in foam.db" in result.output


def test_hiding_makes_a_version_and_old_pointers_resolve(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    version = _data(run("library", "remove", BEES.id[:12], "--hide", "--json"))["version"]
    assert _data(run("library", "list", "--json"))["total"] == 1
    assert _data(run("library", "list", "--version", version - 1, "--json"))["total"] == 2
    assert _data(run("search", "bees dance", "--json"))["results"][0]["pointer"] != str(BEES.pointer(0))
    pinned = _data(run("search", "bees dance", "--version", version - 1, "--json"))["results"]
    assert pinned[0]["pointer"].startswith(f"d:{BEES.id}")
    assert run("cite", BEES.pointer(0).brief()).exit_code == 0
    history = _data(run("library", "versions", "--json"))["changes"]
    assert [change["action"] for change in history] == ["add", "remove"]
    assert "not in the newest version" in run("library", "show", BEES.id[:8]).output


def test_counter_evidence_is_found_and_its_signals_named(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    against = _data(run("search", "--against", "Bees dance in the rain", "--quiet", "--json"))["against"]
    assert against[0]["pointer"] == str(BEES.pointer(2))
    assert against[0]["signals"] == ["negation"]


def test_conditions_and_policies_narrow_the_search(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    assert _data(run("search", "bees", "--where", "year>=2000", "--json"))["results"] == []
    assert _data(run("search", "bees", "--policy", "official", "--json"))["results"] == []
    assert run("search", "bees", "--where", "colour=red").exit_code == 2
    assert run("search", "bees", "--policy", "nonsense").exit_code == 2


def test_an_export_holds_every_document(run: Run, folder: Path, tmp_path: Path) -> None:
    run("library", "add", folder)
    out = tmp_path / "out.jsonl"
    assert _data(run("library", "export", out, "--json"))["documents"] == 2
    lines = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert BEES.id in {line["id"] for line in lines}
    assert run("library", "export").stdout == out.read_text("utf-8")


def test_verify_and_reindex_say_what_they_did(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    assert _data(run("library", "verify", "--json")) == {"documents": 2, "damaged": [], "notes": []}
    head = run("record", "head").output.strip()
    assert run("library", "verify", "--head", head).exit_code == 0
    assert run("library", "verify", "--head", f"9{head}").exit_code == 1
    assert run("record", "verify").exit_code == 0
    assert run("library", "reindex").exit_code == 0


def test_an_empty_library_says_so_and_bad_input_is_refused_in_one_line(run: Run) -> None:
    assert "the library is empty" in run("library", "list").output
    assert "nothing found" in run("search", "anything").output
    for arguments in (("cite", "d:12"), ("cite", "d:12#s0"), ("library", "show", "d:zz"), ("library", "remove", "d:0")):
        result = run(*arguments)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: ")
        assert "Traceback" not in result.output


def test_a_debaters_file_is_counted_searched_by_field_and_looked_over(run: Run, tmp_path: Path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name in ("Norhaven-OB-Aff-Cup.docx", "Sund-KL-Neg-Cup.docx"):
        file = VerbatimFile()
        file.block("Harbours")
        file.tag("Dredging fails")
        file.paragraph(("Osei 9", {"style": "Style13ptBold"}), ", harbour master, “Silt,” The Pilot")
        file.paragraph("The harbour silts up by a metre a year, and dredging costs more than the harbour earns.")
        file.tag("Extend the link")
        file.tag("Ships are large")
        file.paragraph(("Ships grow", {"style": "StyleUnderline"}), f" in {name}.")
        file.tag("Ships sink")
        file.paragraph(("Baro 12", {"style": "Style13ptBold"}), f", {name}")
        file.save(given / name)
    added = run("library", "add", given).output
    assert "Norhaven-OB-Aff-Cup.docx: 1 cards, 1 analytics, 1 uncited, 1 broken" in added
    assert "foam library doctor" in added
    line = run("search", "--cards", "dredging").stdout
    assert line.startswith("Dredging fails | Osei 09 | Norhaven-OB-Aff-Cup.docx › Harbours  (read by 2 files)  d:")
    assert len(line.splitlines()) == 1
    (found,) = _data(run("search", "--cards", "--where", "team=sund", "--where", "year=2009", "--json"))["cards"]
    assert (found["side"], found["team"], found["read_by"]) == ("neg", "Sund KL", 2)
    assert run("search", "--cards", "--where", "author=nobody").output == "nothing found\n"
    nearest = run("search", "--cards", "dredging", "fails", "florp")
    assert nearest.stdout.startswith("Dredging fails | Osei 09")
    assert "no card has all of these words" in nearest.stderr
    assert "no card has all of these words" not in run("search", "--cards", "dredging").stderr
    assert run("search").exit_code == 2
    claim = ("Dredging costs less than the harbour earns", "--where", "side=neg")
    (judged,) = _data(run("search", "--cards", "--against", *claim, "--newest", "--json"))["cards"]
    assert (judged["tag"], judged["team"]) == ("Dredging fails", "Sund KL")
    assert judged["contradicts"] > 0
    assert "costs more than the harbour earns" in judged["says"]
    assert "contradicts" in run("search", "--cards", "--against", *claim).stdout
    assert run("search", "--cards", "--against").exit_code == 2
    assert run("search", "x", "--newest").exit_code == 2
    looked = run("library", "doctor").output
    assert "Ships are large [Norhaven-OB-Aff-Cup.docx › Harbours]: marked text has no cite" in looked
    assert "Ships sink [Sund-KL-Neg-Cup.docx › Harbours]: there is a cite and no text" in looked
    assert "nothing found" not in looked
    assert _data(run("library", "doctor", "--limit", "1", "--json"))["total"] == 4


def test_the_doctor_of_a_library_without_cards_says_so(run: Run, folder: Path) -> None:
    run("library", "add", folder)
    assert _data(run("library", "doctor", "--json"))["total"] == 0


def test_weights_that_are_missing_are_told_at_once_with_the_command_that_gets_them(tmp_path: Path) -> None:
    with open_home(tmp_path / "bare", environ={}) as home:
        missing = home.model.describe_missing()
        assert "wordllama" in missing
        assert "smollm2" in missing
        assert missing.endswith("foam model pull")
        assert "smollm2" not in home.model.describe_missing("scripted")
        assert "minilm" in home.model.describe_missing("scripted", vectors="minilm")
    with open_home(tmp_path / "given", models=ScriptedModel(), embedder=HashingEmbedder(), environ={}) as home:
        assert home.model.describe_missing() == ""


def test_an_import_and_a_dry_run_say_that_weights_are_missing(
    tmp_path: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "home"))
    added = CliRunner().invoke(foam, ["library", "add", str(folder)])
    assert added.exit_code == 0, added.output
    assert "foam model pull" in added.stderr
    planned = CliRunner().invoke(foam, ["case", "--model", "scripted", "--dry-run"])
    assert planned.exit_code == 0, planned.output
    assert "foam model pull" in planned.stderr
