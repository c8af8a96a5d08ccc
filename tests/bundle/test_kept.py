"""Views kept beside the record, of both kinds: they come back as the run closed with them, or not at all."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.appeal.office import TODAY, Office
from tests.case.writing import Desk
from tests.contest.stall import PLACE, RULED, Square, Stall
from tests.deliberation.table import Table

from foam.appeal.kept import KeptView, collect_answer, keep_view, list_cited, list_view_digests, read_view, recall_view
from foam.bundle.container import pack, unpack
from foam.bundle.layout import CASE, RECORD, SOURCES, VERSIONS
from foam.bundle.verify import verify_bundle
from foam.case.values import Case
from foam.contest.kinds.not_so import NotSo
from foam.contest.leaves.version import AnswerVersion
from foam.deliberation.answer.answer import Answer
from foam.errors import NotFound, RecordDamaged
from foam.evidence.assemble import OMISSION
from foam.record.keys import MemoryKeys
from foam.values import TAG

KEYS = MemoryKeys()


@cache
def _deliberated() -> tuple[Table, str, KeptView]:
    table = Table()
    ran = table.deliberate()
    return table, ran.run, collect_answer(ran.view, table.corpus)


@cache
def _written() -> tuple[Desk, str, KeptView]:
    desk = Desk()
    ran = desk.write()
    return desk, ran.run, KeptView(view=ran.view, documents=tuple(desk.pack.documents()))


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    for table, run, kept in (_deliberated(), _written()):
        assert recall_view(tmp_path, run, table.store, KEYS) is None
        keep_view(tmp_path, run, kept, KEYS)
        assert recall_view(tmp_path, run, table.store, KEYS) == kept


def test_an_answer_of_before_a_field_came_is_what_its_run_closed_with(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write = Answer.json_value

    def write_as_then(answer: Answer) -> dict[str, Any]:
        return {name: value for name, value in write(answer).items() if name != "objected"}

    with monkeypatch.context() as then:
        then.setattr(Answer, "json_value", write_as_then)
        table = Table()
        ran = table.deliberate()
        kept = collect_answer(ran.view, table.corpus)
        bundle = Office(table.store, run=ran.run).decided().bundle(kept=kept)
    assert ran.view.digest not in list_view_digests(table.store, ran.run)
    assert verify_bundle(bundle, today=TODAY).findings == ()
    held = {**kept.json_value(), "view": write_as_then(ran.view)}
    (tmp_path / f"{ran.run.removeprefix(TAG)}.json").write_text(json.dumps(held))
    assert recall_view(tmp_path, ran.run, table.store, KEYS) == kept


def test_what_belongs_to_a_personal_file_is_kept_under_its_key(tmp_path: Path) -> None:
    table, run, kept = _deliberated()
    keep_view(tmp_path, run, kept, KEYS, KEYS.make())
    (path,) = tmp_path.iterdir()
    assert kept.view.digest.encode() not in path.read_bytes()
    assert b"question" not in path.read_bytes()
    assert recall_view(tmp_path, run, table.store, KEYS) == kept
    with pytest.raises(NotFound):
        recall_view(tmp_path, run, table.store, MemoryKeys())


def test_what_was_changed_does_not(tmp_path: Path) -> None:
    table, run, kept = _deliberated()
    keep_view(tmp_path, run, kept, KEYS)
    (path,) = tmp_path.iterdir()
    sound = path.read_text("utf-8")
    for spoiled in ("{", sound.replace('"question":"', '"question":"Not: ', 1)):
        path.write_text(spoiled, "utf-8")
        with pytest.raises(RecordDamaged, match="not what the run closed with"):
            recall_view(tmp_path, run, table.store, KEYS)


def test_every_cited_document_is_known() -> None:
    for _, _, kept in (_deliberated(), _written()):
        assert set(list_cited(kept.view)) <= {document.id for document in kept.documents}
        assert list_cited(kept.view)


def test_a_bundle_of_a_case_verifies_and_a_changed_card_is_named() -> None:
    desk, run, kept = _written()
    data = Office(desk.store, run=run).bundle(kept=kept)
    assert verify_bundle(data, today=TODAY).findings == ()
    files = unpack(data).files
    documents = {document.id: document for document in kept.documents}
    shown = read_view(files[CASE])
    assert isinstance(shown, Case)
    assert any(card.body != documents[card.document].text for card in shown.cards), "it shows less around a quotation"
    assert all(part in card.body for card in shown.cards for part in card.text.split(OMISSION))
    spoiled = {**files, SOURCES: b""}
    named = {finding.check for finding in verify_bundle(pack(spoiled), today=TODAY).findings}
    assert {"file", "sources", "crate"} <= named
    other = {**files, CASE: files[CASE].replace(b'"resolution": "', b'"resolution": "Not: ', 1)}
    assert "view" in {finding.check for finding in verify_bundle(pack(other), today=TODAY).findings}


def test_a_bundle_holds_the_versions_after_challenges_and_the_challenges_themselves() -> None:
    square = Square(RULED)
    stall = Stall(says={"clear": "does not hold"}, now={"clear": ("false", PLACE)})
    heard = square.hear("clear", NotSo(at=(PLACE,)), stall=stall, because="It blocks the bakery's door.")
    versions = (heard.view.before, heard.view.after)
    before, after = (
        collect_answer(one.answer, square.table.corpus) for one in versions if isinstance(one, AnswerVersion)
    )
    data = Office(square.table.store, run=square.run).bundle(kept=before, versions={heard.run: after})
    assert verify_bundle(data, today=TODAY).findings == ()
    files = unpack(data).files
    (version,) = (name for name in files if name.startswith(VERSIONS))
    assert b"It blocks the bakery's door." in files[RECORD]
    other = {**files, version: files[version].replace(b'"question": "', b'"question": "Not: ', 1)}
    named = verify_bundle(pack(other), today=TODAY).findings
    assert ("view", version) in {(finding.check, finding.where) for finding in named}
