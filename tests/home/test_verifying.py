"""What was written verifies after an upgrade: against the record of then, whatever the rules of now would find."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any

import pytest
from tests.bundle.test_bundle import resigned
from tests.contest.hall import judging, nothing
from tests.deliberation.test_modelled import QUESTION
from tests.examination.observatory import write_observatory

import foam
from foam.bundle.container import unpack
from foam.bundle.keys import make_key
from foam.bundle.layout import DOSSIER
from foam.contest import job
from foam.contest.job import Heard
from foam.deliberation.compile import make_evidence_id
from foam.deliberation.dossier import Dossier, EvidenceNode
from foam.deliberation.jobs import make_dossier
from foam.errors import NotRecorded
from foam.evidence.corpus import Passage
from foam.evidence.search.fake import HashingEmbedder
from foam.examination import rules
from foam.examination.checks import Check
from foam.examination.file import CaseFile
from foam.examination.finding import Finding, make_finding
from foam.examination.rules import OWN, Rules
from foam.home import as_written, facts
from foam.home.files import load_dossier
from foam.home.keeping import KEPT
from foam.job import session
from foam.job.waiting import complete
from foam.model.port import PairJudge
from foam.model.scripted import ScriptedModel
from foam.model.silent import SilentJudge
from foam.pack.loader import load_pack
from foam.pack.pack import Pack
from foam.record.clock import utc_now

SUMS = "sums and tables"
_SLIP, _FORGED = "its own figures give 50", "its own figures give 55"


class Written:
    """A home with one dossier, and what was saved of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file, self.bundle = folder / "dossier.json", folder / "dossier.foam"
        self.run = ""

    def open(self, *, model: ScriptedModel | None = None, judge: PairJudge | None = None) -> foam.Home:
        folder, judge = self.folder / "home", judge or SilentJudge()
        return foam.open(folder, models=model or ScriptedModel(), judge=judge, environ={}, embedder=HashingEmbedder())


def _find_nothing(_: CaseFile) -> tuple[Finding, ...]:
    return ()


def _find_more(file: CaseFile) -> tuple[Finding, ...]:
    said = file.documents[-1].say(0)
    return (make_finding("missing", "A later check finds this, too.", advice="Ask for it.", passages=[said]),)


def _change(name: str, check: Check) -> Rules:
    return OWN._replace(checks=tuple(check if one.name == name else one for one in OWN.checks))


def _see_no_slip(version: str) -> Rules:
    (now,) = (one for one in OWN.checks if one.name == SUMS)
    return _change(SUMS, now._replace(find=_find_nothing, version=version or now.version))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """A file with a wrong sum, deliberated and saved by the rules of now."""
    made = Written(tmp_path_factory.mktemp("written"))
    with made.open() as home:
        home.library.add(write_observatory(made.folder / "file"))
        seats = ["for", "against"]
        ran = home.deliberate(QUESTION, library=True, decision="refusal", rules=["rules"], seats=seats)
        made.run = ran.run
        home.dossier.export(ran, made.file)
        home.bundle.export(ran, made.bundle)
    assert _SLIP in made.file.read_text()
    return made


_OTHERS = {
    "a check finds less": _see_no_slip("9"),
    "a check more": OWN._replace(checks=(Check("more", _find_more), *OWN.checks)),
    "a check less": OWN._replace(checks=tuple(one for one in OWN.checks if one.name != SUMS)),
}


@pytest.fixture(params=_OTHERS)
def upgraded(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A later FOAM, whose checks find otherwise."""
    monkeypatch.setattr(rules, "OWN", _OTHERS[request.param])
    return str(request.param)


def test_what_was_written_verifies_by_other_rules(written: Written, upgraded: str) -> None:
    with written.open() as home:
        by_run, by_file = home.verify(written.run), home.verify(written.file)
        assert (by_run.ok, by_run.failures) == (True, ())
        assert (by_file.ok, by_file.run) == (True, written.run)
        assert home.replay(written.run).ok
        assert home.bundle.verify(written.bundle).ok
    if upgraded in ("a check finds less", "a check less"):
        (note,) = by_run.notes
        assert note.endswith("1 of 1 facts that code worked out were compared with the record, not worked out anew")
        assert (f"“{SUMS}” 1 is 9 now" if upgraded == "a check finds less" else f"“{SUMS}” is gone") in note
    if upgraded == "a check more":
        (note,) = by_run.notes
        assert note.endswith("this FOAM would add 1")
        assert "“more” is new" in note


def test_by_the_same_rules_a_fact_has_to_come_out_again(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "OWN", _see_no_slip(""))
    with written.open() as home:
        strict = home.verify(written.run)
        assert (strict.ok, strict.notes) == (False, ())
        assert {one.rule for one in strict.failures} == {"pointers"}
        monkeypatch.setattr(facts, "__version__", "99.0")
        later = home.verify(written.run)
        assert later.ok
        assert "FOAM 0.1.0 is 99.0 now" in later.notes[0]


@pytest.mark.parametrize("later", [False, True])
def test_a_changed_finding_is_found_by_any_rules(
    written: Written, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, later: bool
) -> None:
    if later:
        monkeypatch.setattr(rules, "OWN", _see_no_slip("9"))
    forged = tmp_path / "dossier.json"
    forged.write_text(written.file.read_text().replace(_SLIP, _FORGED))
    key = make_key("a thief", today=utc_now().date())
    files = unpack(written.bundle.read_bytes()).files
    changed = {**files, DOSSIER: files[DOSSIER].replace(_SLIP.encode(), _FORGED.encode())}
    assert changed != files
    bundle = tmp_path / "dossier.foam"
    bundle.write_bytes(resigned(changed, key))
    with written.open() as home:
        report = home.verify(forged)
        assert (report.ok, [one.rule for one in report.failures]) == (False, ["file"])
        found = home.bundle.verify(bundle).findings
    assert ("view", DOSSIER, "no run of the record closed with it") in {(f.check, f.where, f.what) for f in found}


def test_a_sentence_that_the_record_does_not_hold_fails_by_other_rules(
    written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "OWN", _see_no_slip("9"))
    with written.open() as home:
        desk = home._desk
        file = complete(load_dossier(desk, written.run))
        with desk.find_corpus(file.pack, file.spec.corpus, of=written.run) as corpus:
            assert corpus
            held = facts.lay_facts_over(desk.reading, file, corpus, desk.judge).corpus
            (slip,) = (n for n in file.dossier.nodes if isinstance(n, EvidenceNode) and _SLIP in n.text)
            passage = Passage(pointer=slip.pointer, text=slip.text, cite=slip.cite)
            assert held.unverified([passage]) == []
            forged = passage.model_copy(update={"text": slip.text.replace(_SLIP, _FORGED)})
            assert held.unverified([forged]) == [slip.pointer]


def _edit_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later FOAM comes with another text in the pack: what was asked by the old one is not on record by the new."""

    def load(name: str) -> Pack:
        return load_pack(name).model_copy(update={"content": "of a later FOAM"})

    monkeypatch.setattr(session, "load_pack", load)


def _tell_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """A later FOAM tells the outcome in other words."""

    def make(*given: Any) -> Dossier:
        return make_dossier(*given).model_copy(update={"summary": ("In other words.",)})

    monkeypatch.setattr(job, "make_dossier", make)
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
    bare.file.write_text(written.file.read_text().replace(_SLIP, _FORGED))
    with bare.open() as home:
        by_file = home.verify(written.file)
        assert (by_file.ok, by_file.failures, by_file.checked) == (True, (), before)
        assert "a copy that has the digest on record was checked instead" in by_file.notes[0]
        with pytest.raises(NotRecorded, match="does not compute it") as caught:
            home.verify(written.run)
        assert "saved as JSON" in caught.value.hint
        assert [one.rule for one in home.verify(bare.file).failures] == ["file", "digests"]
    with written.open() as home:  # which kept the dossier when it wrote the bundle
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


def test_a_challenge_that_a_later_version_hears_finds_nothing_else(
    written: Written, upgraded: str, tmp_path: Path
) -> None:
    copytree(written.folder / "home", tmp_path / "home")
    later = Written(tmp_path)
    with later.open(model=ScriptedModel(judging(nothing))) as home:
        dossier = home.dossier(written.run)
        assert isinstance(dossier, Dossier)
        (finding,) = dossier.findings
        struck = make_evidence_id(finding.finding.passages[0].pointer)
        heard = home.contest.open(written.run, struck, kind="relevance", because="It was not read for this.")
        assert isinstance(heard.view, Heard)
        assert heard.view.outcome.disposition == "sustained"
        assert isinstance(heard.view.after.view, Dossier)
        assert heard.view.after.view.findings == ()
        assert home.verify(heard.run).ok
