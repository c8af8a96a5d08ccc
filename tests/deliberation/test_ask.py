"""The small open debate: recorded, reproducible, honest when there is nothing to go by."""

from __future__ import annotations

import asyncio

import pytest
from tests.deliberation.table import NOON, Table

from foam.deliberation.ask import AskAnswer
from foam.deliberation.jobs import ask
from foam.errors import InputError
from foam.evidence.corpus import ListedCorpus
from foam.job.job import RunResult, replay_digests, run
from foam.job.waiting import complete
from foam.model.question import Chosen
from foam.model.scripted import ScriptedModel, by_template
from foam.record.graph import require_entry


def asked(table: Table, question: str = "", *, seed: int = 0) -> RunResult[AskAnswer]:
    spec = table.ask_spec(question, seed=seed)
    return asyncio.run(run(ask, spec, table.tools, store=table.store, clock=lambda: NOON))


def test_both_sides_bring_sentences_of_the_corpus_and_a_judge_decides() -> None:
    table = Table(ScriptedModel(by_template({"deliberation/verdict": Chosen(ids=("denied",))})), pack="policy-debate")
    view = asked(table).view
    assert view.verdict == "denied"
    assert view.affirmed.statement == "Cities should make public transport free."
    held = {p.pointer for p in table.corpus.find("", limit=10_000)}
    assert {p.pointer for side in (view.affirmed, view.denied) for p in side.evidence} <= held


def test_every_step_is_a_recorded_decision() -> None:
    table = Table(pack="policy-debate")
    ran = asked(table)
    kinds = sorted(require_entry(table.store, key).draft.kind for key in table.store.members(ran.run))
    assert kinds == ["candidates", "candidates", "evidence", "evidence", "motion", "verdict"]


def test_the_same_seed_gives_the_same_digest_and_a_rerun_asks_nothing() -> None:
    first, elsewhere, table = asked(Table()), asked(Table()), Table()
    assert first.digest == elsewhere.digest
    asked(table)
    assert asked(table).asked == 0
    assert asked(Table(), seed=1).digest != first.digest


def test_a_replay_gives_the_same_answer() -> None:
    table = Table()
    ran = asked(table)
    assert complete(replay_digests(table.store, ran.run)) == {"answer": ran.view.digest}


def test_the_judge_may_decide_for_neither() -> None:
    table = Table(ScriptedModel(by_template({"deliberation/verdict": Chosen(ids=())})))
    assert asked(table).view.verdict == "undecided"


def test_without_evidence_nobody_is_asked() -> None:
    table = Table()
    table.corpus = ListedCorpus([])
    ran = asked(table)
    assert (ran.view.verdict, ran.asked) == ("undecided", 0)
    assert ran.view.cautions == ("no evidence was found",)


def test_what_is_no_question_is_refused() -> None:
    with pytest.raises(InputError):
        asked(Table(), "What should be done?")
