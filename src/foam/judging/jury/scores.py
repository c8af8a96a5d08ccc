"""Scores: what each juror makes of each case under the rubric, and what the jury makes of it. Knows no tournament.

An answer that stays out of bounds voids the juror's score of that case; a case that too few could score fails the run.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean, median
from typing import assert_never

from foam.errors import OutOfBounds, VerificationError
from foam.job.answers import chosen, decided, score
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Bench, Jury, Pooling, Seat, ask, parted
from foam.judging.jury.questions import Page, opened, reasons_question, score_question
from foam.judging.jury.rubric import Component, Dimension
from foam.record.entry import EntryInput
from foam.values import Value

TRIM = 0.2
"""Share of the scores that a trimmed mean leaves out at each end."""


class Reason(Value):
    """Why a dimension got its score: the parts that were named as decisive, and by which decision."""

    dimension: str
    parts: tuple[str, ...]
    entry: str


class Scored(Value):
    """One juror's scores of one case."""

    juror: str
    case: str
    components: dict[str, float]
    """On the rubric's scale."""
    dimensions: dict[str, float]
    """From 0 to 100."""
    overall: float
    reasons: tuple[Reason, ...]
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
) -> tuple[tuple[Scored, ...], tuple[Void, ...]]:
    """Every case by every juror, all at once, and what was voided."""
    wanted = [(seat, id) for seat in bench.seats for id in cases]
    found = await asyncio.gather(*(_try_score(bench, seat, id, cases[id], validation[id]) for seat, id in wanted))
    return parted(found)


async def _try_score(bench: Bench, seat: Seat, id: str, entrant: Entrant, validation: float) -> Scored | Void:
    what = f"score of {id}"
    if (seat.juror.name, what) in bench.voided:
        return bench.voided[seat.juror.name, what]
    try:
        return await score_case(bench, seat, id, entrant, validation)
    except OutOfBounds as error:
        return Void(juror=seat.juror.name, what=what, why=error.what)


async def score_case(bench: Bench, seat: Seat, id: str, entrant: Entrant, validation: float) -> Scored:
    """One juror's scores of one case; `validation` is the share of its citations that hold."""
    rubric, page = bench.rubric, opened(entrant)
    found = await asyncio.gather(*(_dimension(bench, seat, page, one, validation) for one in rubric.dimensions))
    components = {name: value for _, scores, _ in found for name, value in scores.items()}
    dimensions = rubric.by_dimension(components)
    return Scored(
        juror=seat.juror.name,
        case=id,
        components=components,
        dimensions=dimensions,
        overall=rubric.overall(dimensions),
        reasons=tuple(reason for reason, _, _ in found if reason is not None),
        methods=tuple(sorted({method for _, _, methods in found for method in methods})),
    )


async def _dimension(
    bench: Bench, seat: Seat, page: Page, dimension: Dimension, validation: float
) -> tuple[Reason | None, dict[str, float], tuple[str, ...]]:
    """The parts that decide, then each component by them; what the audit measures is taken from it."""
    low, high = bench.rubric.low, bench.rubric.high
    scores = {one.id: low + (high - low) * validation for one in dimension.components if one.by == "audit"}
    judged = [one for one in dimension.components if one.by == "judge"]
    if not judged:
        return None, scores, ()
    question = partial(reasons_question, bench.prompts, page=page, dimension=dimension, lens=seat.juror.lens)
    entry = await ask(bench, seat, "reasons", question)
    reason = Reason(dimension=dimension.id, parts=chosen(entry), entry=entry.key)
    given = await asyncio.gather(*(_component(bench, seat, page, one, reason) for one in judged))
    scores |= {one.id: value for one, (value, _) in zip(judged, given, strict=True)}
    return reason, scores, tuple(method for _, method in given)


async def _component(bench: Bench, seat: Seat, page: Page, component: Component, reason: Reason) -> tuple[float, str]:
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
    return score(entry), decided(entry).method


def pool(scored: Iterable[Scored], jury: Jury, cases: Iterable[str]) -> dict[str, Pooled]:
    """Each case's scores over the jurors. A case without a quorum fails."""
    by_case: dict[str, list[Scored]] = {case: [] for case in cases}
    for one in scored:
        by_case[one.case].append(one)
    needed = int(jury.quorum * len(jury.jurors)) + (jury.quorum < 1)
    for case, given in by_case.items():
        if len(given) < needed:
            raise VerificationError(
                f"{case} was scored by {len(given)} of {len(jury.jurors)} jurors, and the quorum is {needed}",
                hint="run it again, seat more jurors, or lower the quorum",
            )
    return {case: _pooled(case, given, jury.pooling) for case, given in by_case.items()}


def _pooled(case: str, given: Sequence[Scored], how: Pooling) -> Pooled:
    names = given[0].dimensions
    return Pooled(
        case=case,
        overall=pooled([one.overall for one in given], how),
        dimensions={name: pooled([one.dimensions[name] for one in given], how) for name in names},
        jurors=len(given),
    )


def pooled(values: Sequence[float], how: Pooling) -> float:
    """Several judgements as one."""
    match how:
        case "mean":
            return fmean(values)
        case "median":
            return median(values)
        case "trimmed":
            cut = int(TRIM * len(values))
            return fmean(sorted(values)[cut : len(values) - cut])
        case _:
            assert_never(how)
