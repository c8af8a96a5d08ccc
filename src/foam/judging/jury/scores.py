"""Scores: what each juror makes of each case under the rubric, and what the jury makes of it.

An answer that stays out of bounds voids the juror's score of that case; a case that too few could score fails the run.
A juror may decline a component that it cannot judge: then it has no score for it, and what no juror scored in every
case is left out of all totals.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from statistics import fmean, median
from typing import NamedTuple, assert_never

from pydantic import Field

from foam.errors import OutOfBounds, VerificationError
from foam.job.answers import read_choice, read_decision, read_score_or_decline
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.kept import Void
from foam.judging.jury.panel import Bench, Jury, Pooling, Seat, ask, part_voids
from foam.judging.jury.questions import CasePage, open_page, reasons_question, score_question
from foam.model.question import Declined
from foam.pack.rubric import Component, Dimension, Rubric
from foam.record.entry import Entry, EntryInput
from foam.stats.averages import trimmed_mean
from foam.values import Value

_TRIM = 0.2
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
    declined: dict[str, str] = Field(default_factory=dict)
    """Components that the juror declined, and why."""
    dimensions: dict[str, float]
    """From 0 to 100, each by the components that have a score."""
    overall: float | None
    """Over the dimensions that have a score; None where none has."""
    reasons: tuple[ScoreReason, ...]
    methods: tuple[str, ...] = ()
    """How the scores were arrived at."""


class Pooled(Value):
    """What a jury makes of a case."""

    case: str
    overall: float
    """Over what counts: see `declined`."""
    judged: float | None
    """The same over what the jury judged, without what code measured; None where it judged nothing."""
    dimensions: dict[str, float]
    """From 0 to 100; a dimension of which nothing counts has none."""
    declined: tuple[str, ...] = ()
    """Components that do not count, in any case: no juror judged them, or not in every case."""
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
        return await _score_case(bench, seat, case_id, entrant, validation)
    except OutOfBounds as error:
        return Void(juror=seat.juror.name, what=what, why=error.what)


async def _score_case(bench: Bench, seat: Seat, case_id: str, entrant: Entrant, validation: float) -> CaseScore:
    """One juror's scores of one case; `validation` is the share of its citations that hold."""
    rubric, page = bench.rubric, open_page(entrant)
    found = await asyncio.gather(*(_dimension(bench, seat, page, one, validation) for one in rubric.dimensions))
    components = {name: value for one in found for name, value in one.scores.items()}
    dimensions = rubric.by_dimension(components)
    return CaseScore(
        juror=seat.juror.name,
        case=case_id,
        components=components,
        declined={name: why for one in found for name, why in one.declined.items()},
        dimensions=dimensions,
        overall=rubric.overall(dimensions),
        reasons=tuple(one.reason for one in found if one.reason is not None),
        methods=tuple(sorted({method for one in found for method in one.methods})),
    )


class _Found(NamedTuple):
    """What one juror makes of one dimension."""

    scores: dict[str, float]
    declined: dict[str, str]
    reason: ScoreReason | None
    methods: tuple[str, ...]


async def _dimension(bench: Bench, seat: Seat, page: CasePage, dimension: Dimension, validation: float) -> _Found:
    """The parts that decide, then each component by them; what the audit measures is taken from it."""
    low, high = bench.rubric.low, bench.rubric.high
    scores = {one.id: low + (high - low) * validation for one in dimension.components if one.by == "audit"}
    judged = [one for one in dimension.components if one.by == "judge"]
    if not judged:
        return _Found(scores, {}, None, ())
    question = partial(reasons_question, bench.prompts, page=page, dimension=dimension, lens=seat.juror.lens)
    entry = await ask(bench, seat, "reasons", question)
    reason = ScoreReason(dimension=dimension.id, parts=read_choice(entry), entry=entry.key)
    entries = await asyncio.gather(*(_ask_score(bench, seat, page, one, reason) for one in judged))
    given = {one.id: read_score_or_decline(entry) for one, entry in zip(judged, entries, strict=True)}
    scores |= {name: value for name, value in given.items() if not isinstance(value, Declined)}
    declined = {name: value.why for name, value in given.items() if isinstance(value, Declined)}
    pairs = zip(judged, entries, strict=True)
    methods = tuple(read_decision(entry).method for one, entry in pairs if one.id in scores)
    return _Found(scores, declined, None if len(declined) == len(judged) else reason, methods)


async def _ask_score(bench: Bench, seat: Seat, page: CasePage, component: Component, reason: ScoreReason) -> Entry:
    question = partial(
        score_question,
        bench.prompts,
        page=page,
        component=component,
        named=reason.parts,
        lens=seat.juror.lens,
        scale=(bench.rubric.low, bench.rubric.high),
    )
    return await ask(bench, seat, "score", question, EntryInput(role="reasons", key=reason.entry))


def pool(scored: Iterable[CaseScore], jury: Jury, cases: Iterable[str], rubric: Rubric) -> dict[str, Pooled]:
    """Each case's scores over the jurors. A case without a quorum fails, and so does a jury that judged nothing."""
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
    counted = [
        one.id
        for one in rubric.components
        if all(any(one.id in score.components for score in given) for given in by_case.values())
    ]
    pooled = {case: pool_case(case, given, jury.pooling, rubric, counted) for case, given in by_case.items()}
    if None in pooled.values():
        raise VerificationError(
            f"this jury declined every part of the rubric {rubric.name}",
            hint="seat a juror that reads: an endpoint, or another rubric (--rubric)",
        )
    return {case: one for case, one in pooled.items() if one is not None}


def pool_case(
    case: str, given: Sequence[CaseScore], how: Pooling, rubric: Rubric, counted: Sequence[str]
) -> Pooled | None:
    """A case's scores over the jurors, by the components that count; None where it has no score in any."""
    values = {name: [one.components[name] for one in given if name in one.components] for name in counted}
    components = {name: pool_values(known, how) for name, known in values.items() if known}
    judged = {one.id for one in rubric.components if one.by == "judge"}
    dimensions = rubric.by_dimension(components)
    overall = rubric.overall(dimensions)
    if overall is None:
        return None
    return Pooled(
        case=case,
        overall=overall,
        judged=rubric.overall(rubric.by_dimension({name: components[name] for name in components.keys() & judged})),
        dimensions=dimensions,
        declined=tuple(one.id for one in rubric.components if one.id not in counted),
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
            return trimmed_mean(values, _TRIM)
        case _:
            assert_never(how)
