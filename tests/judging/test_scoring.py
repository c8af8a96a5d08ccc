"""Scores outside a tournament: recorded, reused, and replayed from the record alone."""

from __future__ import annotations

import asyncio

from tests.judging.cases import NOON, case, honest, jury, rubric

from foam.job.job import RunResult, replay
from foam.job.session import Tools
from foam.job.waiting import complete
from foam.judging.audit import audit_cases, sources_judge
from foam.judging.jury.scoring import JuryVerdict, judge_cases
from foam.model.scripted import ScriptedModel
from foam.pack.loader import load_pack
from foam.record.memory import MemoryStore

CASES = {"good.md": case(90), "bad.md": case(20)}


def judged(store: MemoryStore, model: ScriptedModel) -> RunResult[JuryVerdict]:
    job = judge_cases(
        CASES,
        audit_cases(CASES, sources_judge(())),
        Tools(models={"judge": model}, pack=load_pack("policy-debate")),
        rubric=rubric(),
        jury=jury(),
        store=store,
        clock=lambda: NOON,
    )
    return asyncio.run(job)


def test_the_better_case_comes_first_and_a_second_run_asks_nothing() -> None:
    store, model = MemoryStore(), ScriptedModel(honest, name="judge")
    first = judged(store, model)
    assert first.view.order == ("good.md", "bad.md")
    asked = len(model.calls)
    assert judged(store, model).view == first.view
    assert len(model.calls) == asked


def test_scores_are_replayed_without_a_model() -> None:
    store = MemoryStore()
    first = judged(store, ScriptedModel(honest, name="judge"))
    assert complete(replay(store, first.run)) == first.view
