"""What was written verifies after an upgrade: a copy that has the digest on record stands in for it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from tests.bundle.test_bundle import resigned

import foam
from foam.bundle.container import unpack
from foam.bundle.keys import make_key
from foam.bundle.layout import ANSWER
from foam.errors import NotRecorded
from foam.home import as_written, verification
from foam.home.desk import Desk
from foam.home.files import load_answer
from foam.home.vault import KEPT
from foam.job import session
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.record.clock import utc_now

_SAID, _FORGED = "should be reversed", "should be upheld"


class Written:
    """A home with one deliberation, and what was saved of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file, self.bundle = folder / "answer.json", folder / "answer.foam"
        self.run = ""

    def open(self) -> foam.Home:
        fakes: dict[str, Any] = {
            "models": foam.ScriptedModel(),
            "judge": foam.SilentJudge(),
            "embedder": foam.HashingEmbedder(),
        }
        return foam.open(self.folder / "home", environ={}, pack="benefits-appeal", **fakes)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    made = Written(tmp_path_factory.mktemp("written"))
    with made.open() as home:
        ran = home.deliberate(seats=["caseworker", "auditor"])
        made.run = ran.run
        home.dossier.export(ran, made.file)
        home.bundle.export(ran, made.bundle)
    assert _SAID in made.file.read_text()
    return made


def test_what_was_written_is_what_the_record_gives(written: Written) -> None:
    with written.open() as home:
        by_run, by_file = home.verify(written.run), home.verify(written.file)
        assert (by_run.ok, by_run.failures, by_run.notes) == (True, (), ())
        assert (by_file.ok, by_file.run, by_file.checked) == (True, written.run, by_run.checked)
        assert by_run.checked["leaves"]
        assert home.replay(written.run).ok
        assert home.bundle.verify(written.bundle).ok


def test_a_changed_answer_is_found(written: Written, tmp_path: Path) -> None:
    forged = tmp_path / "answer.json"
    forged.write_text(written.file.read_text().replace(_SAID, _FORGED))
    key = make_key("a thief", today=utc_now().date())
    files = unpack(written.bundle.read_bytes()).files
    changed = {**files, ANSWER: files[ANSWER].replace(_SAID.encode(), _FORGED.encode())}
    assert changed != files
    bundle = tmp_path / "answer.foam"
    bundle.write_bytes(resigned(changed, key))
    with written.open() as home:
        report = home.verify(forged)
        assert (report.ok, [one.rule for one in report.failures]) == (False, ["file"])
        found = home.bundle.verify(bundle).findings
    assert ("view", ANSWER, "no run of the record closed with it") in {(f.check, f.where, f.what) for f in found}


def _edit_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later FOAM comes with another text in the pack: what was asked by the old one is not on record by the new."""

    def load(name: str) -> Pack:
        return load_pack(name).model_copy(update={"content": "of a later FOAM"})

    monkeypatch.setattr(session, "load_pack", load)


def _tell_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later FOAM tells the outcome in other words."""

    async def load(desk: Desk, run: str) -> foam.Answer:
        return (await load_answer(desk, run)).model_copy(update={"objected": "In other words."})

    monkeypatch.setattr(verification, "load_answer", load)
    monkeypatch.setattr(as_written, "__version__", "99.0")


@pytest.mark.parametrize("upgrade", [_edit_pack, _tell_otherwise])
def test_what_cannot_be_computed_any_more_is_checked_as_it_was_written(
    written: Written, upgrade: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with written.open() as home:
        before = home.verify(written.run).checked
    upgrade(monkeypatch)
    bare = Written(tmp_path)
    copytree(written.folder / "home", tmp_path / "home", ignore=ignore_patterns(KEPT))
    bare.file.write_text(written.file.read_text().replace(_SAID, _FORGED))
    with bare.open() as home:
        by_file = home.verify(written.file)
        assert (by_file.ok, by_file.failures, by_file.checked) == (True, (), before)
        assert "a copy that has the digest on record was checked instead" in by_file.notes[0]
        with pytest.raises(NotRecorded, match="does not compute it") as caught:
            home.verify(written.run)
        assert "saved as JSON" in caught.value.hint
        assert [one.rule for one in home.verify(bare.file).failures] == ["file", "digests"]
    with written.open() as home:  # which kept the answer when it wrote the bundle
        by_run = home.verify(written.run)
        assert (by_run.ok, by_run.checked) == (True, before)
        forged = home.verify(bare.file)
        assert (forged.ok, [one.rule for one in forged.failures]) == (False, ["file"])
        assert home.bundle.verify(written.bundle).ok


def test_what_the_same_version_computes_otherwise_fails(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    _tell_otherwise(monkeypatch)
    monkeypatch.setattr(as_written, "__version__", foam.__version__)
    with written.open() as home:
        report = home.verify(written.file)
    assert (report.ok, [one.rule for one in report.failures]) == (False, ["digests"])
