"""The job `judge`: cases scored by a jury outside any tournament, with the controls beside them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from foam.job.events import Listener, ignore
from foam.job.job import RunResult, job, run
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.judging.audit import CaseAudit
from foam.judging.entrants.blind import strip_case
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.soundness import find_defects, order_sound, withhold_all
from foam.judging.jury.controls import ControlReport, judge_controls
from foam.judging.jury.kept import Void, give, keep_voids, load
from foam.judging.jury.panel import Jury, convene
from foam.judging.jury.scores import CaseScore, Pooled, pool, score_cases
from foam.pack.rubric import Rubric
from foam.record.clock import Clock, utc_now
from foam.record.store import Store
from foam.values import Value


class JuryVerdict(Value):
    """What a jury made of some cases."""

    run: str
    rubric: str
    scored: tuple[CaseScore, ...]
    voids: tuple[Void, ...]
    pooled: dict[str, Pooled]
    controls: ControlReport
    defects: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Why cases do not hold by their form, as code found; such a case is placed after every case that does."""

    @property
    def order(self) -> tuple[str, ...]:
        """The cases, the best first."""
        return tuple(_order(self.pooled, self.defects))

    @property
    def withheld(self) -> str:
        """Why no order is shown; empty where one may be."""
        return self.controls.withheld or withhold_all(self.pooled, self.defects)


class JudgeSpec(Spec):
    """What the scores depend on; the cases stand in the record under these digests, already blind."""

    rubric: Rubric
    jury: Jury
    cases: dict[str, str]
    validation: dict[str, float]
    """Share of each case's citations that hold."""


@job("judge", spec=JudgeSpec)
async def judge(spec: JudgeSpec, session: Session) -> JuryVerdict:
    """Score every case blind."""
    blind = load(session, "entrant", spec.cases, Entrant)
    bench = convene(spec.jury, session, spec.rubric)
    scored, voids = await score_cases(bench, blind, spec.validation)
    pooled = pool(scored, spec.jury, blind, spec.rubric)
    defects = {case_id: found for case_id, one in blind.items() if (found := find_defects(one))}
    top = _order(pooled, defects)[0]
    controls, more = await judge_controls(bench, top, blind, scored, pooled, seed=spec.seed)
    voids = (*voids, *more)
    keep_voids(session, voids)
    return JuryVerdict(
        run=session.run,
        rubric=spec.rubric.name,
        scored=scored,
        voids=voids,
        pooled=pooled,
        controls=controls,
        defects=defects,
    )


def _order(pooled: Mapping[str, Pooled], defects: Mapping[str, tuple[str, ...]]) -> list[str]:
    """By score, those that hold first."""
    return order_sound(sorted(pooled, key=lambda case_id: (-pooled[case_id].overall, case_id)), defects)


async def judge_cases(
    cases: Mapping[str, Entrant],
    audits: Sequence[CaseAudit],
    tools: Tools,
    *,
    rubric: Rubric,
    jury: Jury,
    store: Store,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[JuryVerdict]:
    """Strip the cases of their makers and have a jury score them, or finish it."""
    # The record sorts names, and a replay follows it.
    named, given = give({case_id: strip_case(cases[case_id]) for case_id in sorted(cases)})
    spec = JudgeSpec(
        **tools.describe(),
        rubric=rubric,
        jury=jury,
        cases=named,
        validation={one.case: one.validation for one in audits},
    )
    tools = replace(tools, given={**tools.given, **given})
    return await run(judge, spec, tools, store=store, clock=clock, listener=listener)
