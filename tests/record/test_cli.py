"""`foam record` as its user meets it: text, JSON, exit codes, and what it says of a bad record."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

from foam.cli.main import foam
from foam.evidence.search.against import rate_by_words
from foam.evidence.search.fake import HashingEmbedder
from foam.model.scripted import ScriptedModel
from foam.record.entry import Entry
from foam.record.prov import read
from foam.record.runs import close_run, open_run
from foam.record.sealed import seal
from foam.record.sqlite import FILE_NAME, open_record
from foam.record.store import OUTCOME

VIEWS = {"answer": "b2:" + "1" * 64}


class Home(NamedTuple):
    folder: Path
    run: str
    other: str
    entries: list[Entry]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, make_entry: Any) -> Home:
    """A home with one finished run and one unfinished one."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    store = open_record(tmp_path)
    clock = lambda: datetime(2026, 3, 1, 13, tzinfo=UTC)  # noqa: E731
    run = open_run(store, "ask", {"question": "Should buses be free?"}, clock=clock)
    first = store.append(make_entry(1, answer="yes \x1b[31m\x9b"), run=run)
    second = store.append(make_entry(2, first), run=run)
    close_run(store, run, VIEWS, clock=clock)
    other = open_run(store, "ask", {"question": "Why?"}, clock=clock)
    store.append(make_entry(2, first, first), run=other)
    store.close()
    return Home(tmp_path, run, other, [first, second])


def _foam(*arguments: str) -> Result:
    return CliRunner().invoke(foam, ["record", *arguments])


def _json(*arguments: str, exit_code: int = 0) -> Any:
    result = _foam(*arguments, "--json")
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_list(home: Home) -> None:
    shown = _foam("list")
    assert shown.exit_code == 0
    assert home.run[:15] in shown.stdout
    assert "unfinished" in shown.stdout
    data = _json("list")
    assert [run["run"] for run in data["runs"]] == [home.run, home.other]
    assert data["runs"][0]["digest"].startswith("b2:")
    assert data["runs"][1]["digest"] is None


def test_list_shows_the_newest_and_says_what_it_left_out(home: Home) -> None:
    assert "1 earlier" in _foam("list", "--limit", "1").stdout
    assert "earlier" not in _foam("list", "--limit", "2").stdout
    assert [run["run"] for run in _json("list", "--limit", "1")["runs"]] == [home.other]
    assert _foam("list", "--limit", "0").exit_code == 2


def test_show_a_run(home: Home) -> None:
    data = _json("show", home.run[:8])
    assert data["run"] == home.run
    assert data["entries"] == [entry.key for entry in home.entries]
    assert data["views"] == VIEWS
    assert "Should buses be free?" in _foam("show", home.run).stdout
    assert "unfinished" not in _foam("show", home.run).stdout
    assert "unfinished" in _foam("show", home.other).stdout


def test_show_an_entry_and_what_hangs_on_it(home: Home) -> None:
    first, second = home.entries
    data = _json("show", second.key, "--lineage", "--dependants")
    assert (data["key"], data["digest"], data["lineage"]) == (second.key, second.digest, [first.key])
    assert len(data["dependants"]) == 1
    shown = _foam("show", first.key, "--dependants").stdout
    assert second.key[:15] in shown


def test_recorded_text_never_reaches_the_terminal_raw(home: Home) -> None:
    for arguments in (("show", home.entries[0].key), ("show", home.run)):
        assert not {"\x1b", "\x9b"} & set(_foam(*arguments).stdout)


@pytest.mark.parametrize("nonsense", ["zz", "", "%", "\udcff", "b2:" + "0" * 64])
def test_an_id_that_fits_nothing_or_too_much(home: Home, nonsense: str) -> None:
    result = _foam("show", nonsense)
    assert result.exit_code == 2
    assert result.stderr.count("\n") == 2, "one line and a hint"


def test_verify_of_a_sound_record(home: Home) -> None:
    head = _json("head")
    assert _foam("verify").stdout.endswith(f" {head['head']}\n")
    found = {"ok": True, "entries": 6, "head": {"size": 6, "root": head["root"]}, "damage": []}
    alone = _json("verify")
    (asks,) = alone["notes"]
    assert alone == {**found, "notes": [asks]}
    assert "--head" in asks
    told = _json("verify", "--head", head["head"][:20])
    (note,) = told["notes"]
    assert told == {**found, "notes": [note]}
    assert note.endswith(head["head"][:20])


def test_verify_names_the_entry_with_a_flipped_byte(home: Home) -> None:
    victim = home.entries[1]
    file = home.folder / FILE_NAME
    raw = bytearray(file.read_bytes())
    raw[raw.index(seal(victim).body) + 20] ^= 1
    file.write_bytes(raw)
    shown = _foam("verify")
    assert shown.exit_code == 1
    assert f"damaged: {victim.key}" in shown.stdout
    assert victim.key in {damage["key"] for damage in _json("verify", exit_code=1)["damage"]}
    assert _foam("show", victim.key).exit_code == 1


def test_verify_of_a_ruined_file_names_the_file(home: Home) -> None:
    (home.folder / FILE_NAME).write_bytes(b"SQLite format 2\x00" + b"\xff" * 5000)
    result = _foam("verify")
    assert result.exit_code == 1
    assert FILE_NAME in result.stderr


def test_no_record_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOAM_HOME", str(tmp_path))
    for command in ("list", "verify"):
        result = _foam(command)
        assert result.exit_code == 2
        assert "no record" in result.stderr
    assert list(tmp_path.iterdir()) == [], "looking makes no file"


def test_diff(home: Home) -> None:
    data = _json("diff", home.run[:10], home.other[:10])
    assert (len(data["same"]), len(data["changed"]), data["only_a"]) == (1, 0, [home.entries[0].key])
    assert data["only_b"] == []


@pytest.fixture
def asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A home in which a question was asked; its run."""
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "asked"))
    opened = {"models": ScriptedModel(), "embedder": HashingEmbedder(), "stance": rate_by_words}
    result = CliRunner().invoke(foam, ["ask", "Should buses be free?", "--json", "--quiet"], obj=opened)
    assert result.exit_code == 0, result.output
    run: str = json.loads(result.stdout)["run"]
    return run


def test_a_replay_computes_the_views_again(asked: str) -> None:
    data = _json("replay", asked)
    assert (data["ok"], data["run"], data["diverged"]) == (True, asked, [])
    assert data["digest"] == _json("list")["runs"][0]["digest"]


def test_an_unfinished_run_has_nothing_to_compare_with(home: Home) -> None:
    assert _foam("replay", home.other).exit_code == 2


def test_replay_that_diverges_leaves_with_1(asked: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same entries in a record whose run was closed over another view."""
    honest, spoilt = open_record(tmp_path / "asked"), open_record(tmp_path / "spoilt")
    for entry in honest.entries():
        if entry.draft.kind != OUTCOME:
            spoilt.append(entry)
    for key in honest.members(asked):
        spoilt.attach(key, run=asked)
    close_run(spoilt, asked, {"answer": "b2:" + "2" * 64}, clock=lambda: datetime(2026, 3, 1, 13, tzinfo=UTC))
    honest.close()
    spoilt.close()
    monkeypatch.setenv("FOAM_HOME", str(tmp_path / "spoilt"))
    shown = _foam("replay", asked)
    assert shown.exit_code == 1
    assert "diverged" in shown.stdout
    assert _json("replay", asked, exit_code=1)["diverged"] == ["answer"]


@pytest.mark.parametrize("form", ["json", "turtle", "provn"])
def test_export(home: Home, tmp_path: Path, form: Any) -> None:
    printed = _foam("export", home.run, "--format", form)
    assert printed.exit_code == 0, printed.output
    file = tmp_path / "run.prov"
    assert _foam("export", home.run, "--format", form, "--output", str(file)).exit_code == 0
    assert file.read_text() == printed.stdout
    assert read(printed.stdout, form) == read(json.dumps(_json("export", home.run)["document"]), "json")


def test_export_names_the_operator(home: Home) -> None:
    assert "Town of Ödby" in _foam("export", home.run, "--operator", "Town of Ödby", "--person").stdout
    assert _foam("export", home.run, "--output", str(home.folder / "no" / "such" / "folder")).exit_code == 2


def test_an_export_that_breaks_a_shape_leaves_with_1(home: Home) -> None:
    store = open_record(home.folder)
    draft = home.entries[0].draft.model_copy(update={"template": ""})
    store.append(home.entries[0].model_copy(update={"draft": draft}), run=home.other)
    store.close()
    data = _json("export", home.other, exit_code=1)
    assert {complaint["rule"] for complaint in data["complaints"]} == {"model-decision-has-a-plan"}
