"""Arms side by side: each scored by the same jury and held against the same sources."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bench.arms.make import Arm, ArmCase, make
from foam.evidence.document import Document
from foam.job.events import Listener, StepProgress, ignore
from foam.job.session import Tools
from foam.judging.audit import AuditRates, CaseAudit, audit_cases, rates, sources_judge
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.controls import ControlReport
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Jury
from foam.judging.jury.scores import Pooled
from foam.judging.jury.scoring import judge_cases
from foam.pack.rubric import Rubric
from foam.record.clock import Clock, utc_now
from foam.record.store import Store
from foam.stats.bootstrap import difference_interval, mean_interval
from foam.stats.intervals import Interval
from foam.values import Value


class ArmRow(Value):
    """The figures of one arm."""

    arm: Arm
    n: int
    overall: Interval
    """Nothing where the ranking is withheld, and neither are the two below."""
    against: Interval
    """Overall, less that of the first arm; nothing for that arm itself."""
    evidence: Interval | None
    rates: AuditRates
    words: float
    holes: int


class Ablated(Value):
    """Arms compared."""

    resolutions: tuple[str, ...]
    rubric: str
    jurors: tuple[str, ...]
    rows: tuple[ArmRow, ...]
    controls: ControlReport
    withheld: str
    """Why scores are not shown; empty where they are."""
    declined: tuple[str, ...]
    """Components of the rubric that do not count, since the jury declined them."""
    voids: tuple[Void, ...]
    run: str


async def make_all(
    arms: Sequence[Arm],
    resolutions: Sequence[str],
    tools: Tools,
    *,
    store: Store,
    seed: int = 0,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> tuple[ArmCase, ...]:
    """Every arm's case for every resolution. One after another: the models behind are mostly one."""
    made: list[ArmCase] = []
    for resolution in resolutions:
        for arm in arms:
            made.append(await make(arm, resolution, tools, store=store, seed=seed, clock=clock, listener=listener))
            listener(StepProgress(step="cases written", done=len(made), total=len(arms) * len(resolutions)))
    return tuple(made)


async def compare_arms(
    made: Sequence[ArmCase],
    tools: Tools,
    *,
    rubric: Rubric,
    jury: Jury,
    documents: Sequence[Document],
    store: Store,
    seed: int = 0,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> Ablated:
    """Score and audit every case; the first arm is what the others are measured against."""
    cases = {f"{one.arm} {n}": one.entrant for n, one in enumerate(made)}
    audits = audit_cases(cases, sources_judge(documents))
    ran = await judge_cases(cases, audits, tools, rubric=rubric, jury=jury, store=store, clock=clock, listener=listener)
    judged = ran.view
    return Ablated(
        resolutions=tuple(dict.fromkeys(one.resolution for one in made)),
        rubric=rubric.name,
        jurors=tuple(juror.name for juror in jury.jurors),
        rows=tuple(
            _rows(
                made,
                cases,
                {} if judged.withheld else judged.pooled,
                {one.case: one for one in audits},
                rubric,
                seed,
            )
        ),
        controls=judged.controls,
        withheld=judged.withheld,
        declined=next(iter(judged.pooled.values())).declined,
        voids=judged.voids,
        run=judged.run,
    )


def _rows(
    made: Sequence[ArmCase],
    cases: Mapping[str, Entrant],
    pooled: Mapping[str, Pooled],
    audits: Mapping[str, CaseAudit],
    rubric: Rubric,
    seed: int,
) -> Iterator[ArmRow]:
    of_arm: dict[Arm, list[str]] = {}
    for case_id, one in zip(cases, made, strict=True):
        of_arm.setdefault(one.arm, []).append(case_id)
    first = made[0].arm
    reference = [pooled[case_id].overall for case_id in of_arm[first] if case_id in pooled]
    for arm, ids in of_arm.items():
        scores = [pooled[case_id].overall for case_id in ids if case_id in pooled]
        yield ArmRow(
            arm=arm,
            n=len(ids),
            overall=mean_interval(scores, seed=seed),
            against=difference_interval(scores, [] if arm == first else reference, seed=seed),
            evidence=_evidence(rubric, [pooled[case_id] for case_id in ids if case_id in pooled], seed),
            rates=rates(audits[case_id] for case_id in ids),
            words=sum(cases[case_id].words for case_id in ids) / len(ids),
            holes=sum(audits[case_id].holes for case_id in ids),
        )


def _evidence(rubric: Rubric, pooled: Sequence[Pooled], seed: int) -> Interval | None:
    if not rubric.evidence:
        return None
    known = [one.dimensions[rubric.evidence] for one in pooled if rubric.evidence in one.dimensions]
    return mean_interval(known, seed=seed)
