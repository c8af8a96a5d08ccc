"""Twelve cases on the embedded model: four of FOAM's, four zero-shot, four by hand with planted citations.

FOAM's cases are written here with a scripted model, which takes no time; `python -m bench judging.twelve` has the
embedded model write them too.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from bench.arms.make import make
from tests.case.writing import Desk
from tests.judging.cases import NOON, rubric
from tests.judging.planted import PLANTED

from foam.errors import WeightsMissing
from foam.job.session import Tools
from foam.judging.audit import CaseAudit, audit_cases, rates, sources_judge
from foam.judging.entrants.blind import Blind, EnteredCase, blind_cases
from foam.judging.entrants.intake import Submitted, case_entrant, case_of_text
from foam.judging.entrants.leaks import check_leaks, find_leaks
from foam.judging.jury.panel import Juror, Jury
from foam.judging.tournament.bracket import Rules
from foam.judging.tournament.report import make_report
from foam.judging.tournament.session import TournamentOutcome, TournamentPlan, run_tournament
from foam.judging.tournament.views.document import compose_report as compose
from foam.model.cast import ROLES
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pins import PINS
from foam.model.embedded.pull import require_folder
from foam.model.judge import shipped_judge
from foam.paper import render
from foam.record.memory import MemoryStore
from foam.settings import find_home

pytestmark = pytest.mark.embedded

RESOLUTIONS = (
    "Should cities make public transport free?",
    "Should towns pay for night buses?",
    "Should schools begin lessons later?",
    "Should pupils be taught at home in winter?",
)


@pytest.fixture(scope="module")
def model() -> EmbeddedModel:
    home = find_home(os.environ, Path.cwd(), Path.home())
    try:
        for pin in PINS:
            require_folder(home, pin)
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")
    return EmbeddedModel(home, judge=shipped_judge())


def entered(model: EmbeddedModel) -> list[EnteredCase]:
    desk = Desk()
    tools = replace(desk.tools, models=dict.fromkeys(ROLES, model))
    ours = [desk.write(desk.case_spec(seed=seed)).view for seed in range(4)]
    store = MemoryStore()
    zero = [
        asyncio.run(make("zero-shot", resolution, tools, store=store, clock=lambda: NOON)) for resolution in RESOLUTIONS
    ]
    by_hand = {name: case_of_text(text) for name, (text, _) in PLANTED.items()}
    sets = {
        "foam": {f"ours {n}": case_entrant(case) for n, case in enumerate(ours)},
        "zero-shot": {f"zero {n}": one.entrant for n, one in enumerate(zero)},
        "human": by_hand,
    }
    return [
        EnteredCase(
            file=name,
            submitted=Submitted(entrant=entrant),
            source=source,
            family="" if source == "human" else "smollm2",
        )
        for source, held in sets.items()
        for name, entrant in held.items()
    ]


def test_twelve_cases_end_to_end(model: EmbeddedModel) -> None:
    cases, key = blind_cases(entered(model), seed=7)
    check_leaks(find_leaks(cases, key))
    documents = Desk().pack.documents()
    audits = audit_cases({one.id: one.entrant for one in cases}, sources_judge(documents))
    outcome = _played(model, cases, audits)
    planted = {key.of(one.case).file: tuple(c.outcome for c in one.citations) for one in audits}
    assert {name: planted[name] for name in PLANTED} == {name: verdicts for name, (_, verdicts) in PLANTED.items()}
    by_source = {name: [a for a in audits if key.of(a.case).source == name] for name in ("foam", "zero-shot", "human")}
    assert rates(by_source["foam"]).cfvr == 1.0
    assert rates(by_source["zero-shot"]).citations == 0
    assert sorted(outcome.played.places) == [f"Case_{n:03d}" for n in range(1, 13)]
    report = make_report("Twelve", outcome, key)
    assert [row.n for row in report.sources] == [4, 4, 4]
    assert "embedded" in report.jurors[0]
    assert any("embedded model" in threat for threat in report.threats)
    assert render(compose(report), "html").count("<figure") == (2 if report.withheld else 4)


def _played(model: EmbeddedModel, cases: Sequence[Blind], audits: Sequence[CaseAudit]) -> TournamentOutcome:
    plan = TournamentPlan(
        rules=Rules(seed=7, rounds=1, eliminate=False),
        rubric=rubric(),
        jury=Jury(jurors=(Juror(name="embedded", model="embedded", family="smollm2"),)),
    )
    job = run_tournament(
        plan,
        cases,
        audits,
        Tools(models={"embedded": model}, pack=Desk().pack),
        store=MemoryStore(),
        clock=lambda: NOON,
    )
    return asyncio.run(job).view
