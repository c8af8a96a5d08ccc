"""Scores: what each juror makes of each case under the rubric, and what the jury makes of it.

An answer that stays out of bounds voids the juror's score of that case; a case that too few could score fails the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean, median
from typing import assert_never

from foam.errors import OutOfBounds, VerificationError
from foam.job.answers import read_choice, read_decision, read_score
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Bench, Jury, Pooling, Seat, ask, part_voids
from foam.judging.jury.questions import CasePage, open_page, reasons_question, score_question
from foam.pack.rubric import Component, Dimension
from foam.record.entry import EntryInput
from foam.stats.averages import trimmed_mean
from foam.values import Value

TRIM = 0.2
"""Share of the scores that a trimmed mean leaves out at each end."""


class ScoreReason(Value):
    """Why a dimension got its score: the parts that were named as decisive, and by which decision."""

    dimension: str
    parts: tuple[str, ...]
    entry: str


class CaseScore(Value):
    """One juror's scores of one case."""

    juror: str
    case: str
    components: dict[str, float]
    """On the rubric's scale."""
    dimensions: dict[str, float]
    """From 0 to 100."""
    overall: float
    reasons: tuple[ScoreReason, ...]
    methods: tuple[str, ...] = ()
    """How the scores were arrived at."""


class Pooled(Value):
    """What a jury makes of a case."""

    case: str
    overall: float
    dimensions: dict[str, float]
    jurors: int


async def score_cases(
    bench: Bench, cases: Mapping[str, Entrant], validation: Mapping[str, float]
) -> tuple[tuple[CaseScore, ...], tuple[Void, ...]]:
    """Every case by every juror, all at once, and what was voided."""
    wanted = [(seat, case_id) for seat in bench.seats for case_id in cases]
    found = await asyncio.gather(
        *(_try_score(bench, seat, case_id, cases[case_id], validation[case_id]) for seat, case_id in wanted)
    )
    return part_voids(found)


async def _try_score(bench: Bench, seat: Seat, case_id: str, entrant: Entrant, validation: float) -> CaseScore | Void:
    what = f"score of {case_id}"
    if (seat.juror.name, what) in bench.voided:
        return bench.voided[seat.juror.name, what]
    try:
        return await score_case(bench, seat, case_id, entrant, validation)
    except OutOfBounds as error:
        return Void(juror=seat.juror.name, what=what, why=error.what)


async def score_case(bench: Bench, seat: Seat, case_id: str, entrant: Entrant, validation: float) -> CaseScore:
    """One juror's scores of one case; `validation` is the share of its citations that hold."""
    rubric, page = bench.rubric, open_page(entrant)
    found = await asyncio.gather(*(_dimension(bench, seat, page, one, validation) for one in rubric.dimensions))
    components = {name: value for _, scores, _ in found for name, value in scores.items()}
    dimensions = rubric.by_dimension(components)
    return CaseScore(
        juror=seat.juror.name,
        case=case_id,
        components=components,
        dimensions=dimensions,
        overall=rubric.overall(dimensions),
        reasons=tuple(reason for reason, _, _ in found if reason is not None),
        methods=tuple(sorted({method for _, _, methods in found for method in methods})),
    )


async def _dimension(
    bench: Bench, seat: Seat, page: CasePage, dimension: Dimension, validation: float
) -> tuple[ScoreReason | None, dict[str, float], tuple[str, ...]]:
    """The parts that decide, then each component by them; what the audit measures is taken from it."""
    low, high = bench.rubric.low, bench.rubric.high
    scores = {one.id: low + (high - low) * validation for one in dimension.components if one.by == "audit"}
    judged = [one for one in dimension.components if one.by == "judge"]
    if not judged:
        return None, scores, ()
    question = partial(reasons_question, bench.prompts, page=page, dimension=dimension, lens=seat.juror.lens)
    entry = await ask(bench, seat, "reasons", question)
    reason = ScoreReason(dimension=dimension.id, parts=read_choice(entry), entry=entry.key)
    given = await asyncio.gather(*(_component(bench, seat, page, one, reason) for one in judged))
    scores |= {one.id: value for one, (value, _) in zip(judged, given, strict=True)}
    return reason, scores, tuple(method for _, method in given)


async def _component(
    bench: Bench, seat: Seat, page: CasePage, component: Component, reason: ScoreReason
) -> tuple[float, str]:
    question = partial(
        score_question,
        bench.prompts,
        page=page,
        component=component,
        named=reason.parts,
        lens=seat.juror.lens,
        scale=(bench.rubric.low, bench.rubric.high),
    )
    entry = await ask(bench, seat, "score", question, EntryInput(role="reasons", key=reason.entry))
    return read_score(entry), read_decision(entry).method


def pool(scored: Iterable[CaseScore], jury: Jury, cases: Iterable[str]) -> dict[str, Pooled]:
    """Each case's scores over the jurors. A case without a quorum fails."""
    by_case: dict[str, list[CaseScore]] = {case: [] for case in cases}
    for one in scored:
        by_case[one.case].append(one)
    needed = int(jury.quorum * len(jury.jurors)) + (jury.quorum < 1)
    for case, given in by_case.items():
        if len(given) < needed:
            raise VerificationError(
                f"{case} was scored by {len(given)} of {len(jury.jurors)} jurors, and the quorum is {needed}",
                hint="run it again, seat more jurors, or lower the quorum",
            )
    return {case: _pool_case(case, given, jury.pooling) for case, given in by_case.items()}


def _pool_case(case: str, given: Sequence[CaseScore], how: Pooling) -> Pooled:
    names = given[0].dimensions
    return Pooled(
        case=case,
        overall=pool_values([one.overall for one in given], how),
        dimensions={name: pool_values([one.dimensions[name] for one in given], how) for name in names},
        jurors=len(given),
    )


def pool_values(values: Sequence[float], how: Pooling) -> float:
    """Several judgements as one."""
    match how:
        case "mean":
            return fmean(values)
        case "median":
            return median(values)
        case "trimmed":
            return trimmed_mean(values, TRIM)
        case _:
            assert_never(how)
