"""Arms side by side: each scored by the same jury and held against the same sources. Makes no case itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from foam.evidence.document import Document
from foam.judging.arms.make import Arm, Made, Workshop, make
from foam.judging.audit import CaseAudit, Rates, audit, rates, sources_judge
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Jury
from foam.judging.jury.rubric import Rubric
from foam.judging.jury.scores import Pooled
from foam.judging.jury.scoring import judge_cases
from foam.judging.resample import Interval, difference, mean_interval
from foam.model.port import Model
from foam.values import Value


class ArmRow(Value):
    """The figures of one arm."""

    arm: Arm
    n: int
    overall: Interval
    against: Interval
    """Overall, less that of the first arm; nothing for that arm itself."""
    evidence: Interval | None
    rates: Rates
    words: float
    holes: int


class Ablated(Value):
    """Arms compared."""

    resolutions: tuple[str, ...]
    rubric: str
    jurors: tuple[str, ...]
    rows: tuple[ArmRow, ...]
    voids: tuple[Void, ...]
    run: str


async def make_all(
    arms: Sequence[Arm], resolutions: Sequence[str], shop: Workshop, *, told: Callable[[int], None] = lambda _: None
) -> tuple[Made, ...]:
    """Every arm's case for every resolution. One after another: the models behind are mostly one."""
    made = []
    for resolution in resolutions:
        for arm in arms:
            made.append(await make(arm, resolution, shop))
            told(1)
    return tuple(made)


async def compare_arms(
    made: Sequence[Made],
    shop: Workshop,
    *,
    rubric: Rubric,
    jury: Jury,
    models: Mapping[str, Model],
    documents: Sequence[Document],
    concurrency: int = 8,
) -> Ablated:
    """Score and audit every case; the first arm is what the others are measured against."""
    cases = {f"{one.arm} {n}": one.entrant for n, one in enumerate(made)}
    audits = audit(cases, sources_judge(documents))
    judged = await judge_cases(
        cases,
        audits,
        rubric=rubric,
        jury=jury,
        models=models,
        pack=shop.pack,
        store=shop.store,
        concurrency=concurrency,
        clock=shop.clock,
    )
    return Ablated(
        resolutions=tuple(dict.fromkeys(one.resolution for one in made)),
        rubric=rubric.name,
        jurors=tuple(juror.name for juror in jury.jurors),
        rows=tuple(_rows(made, cases, judged.pooled, {one.case: one for one in audits}, rubric, shop.seed)),
        voids=judged.voids,
        run=judged.run,
    )


def _rows(
    made: Sequence[Made],
    cases: Mapping[str, Entrant],
    pooled: Mapping[str, Pooled],
    audits: Mapping[str, CaseAudit],
    rubric: Rubric,
    seed: int,
) -> Iterator[ArmRow]:
    of_arm: dict[Arm, list[str]] = {}
    for id, one in zip(cases, made, strict=True):
        of_arm.setdefault(one.arm, []).append(id)
    first = made[0].arm
    reference = [pooled[id].overall for id in of_arm[first]]
    for arm, ids in of_arm.items():
        yield ArmRow(
            arm=arm,
            n=len(ids),
            overall=mean_interval([pooled[id].overall for id in ids], seed=seed),
            against=difference([pooled[id].overall for id in ids], [] if arm == first else reference, seed=seed),
            evidence=_evidence(rubric, [pooled[id] for id in ids], seed),
            rates=rates(audits[id] for id in ids),
            words=sum(cases[id].words for id in ids) / len(ids),
            holes=sum(audits[id].holes for id in ids),
        )


def _evidence(rubric: Rubric, pooled: Sequence[Pooled], seed: int) -> Interval | None:
    if not rubric.evidence:
        return None
    return mean_interval([one.dimensions[rubric.evidence] for one in pooled], seed=seed)
