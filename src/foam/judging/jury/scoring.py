"""Cases scored by a jury outside any tournament, as one run of the record. Knows no terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from foam.job.standins import RecordedModel
from foam.judging.audit import CaseAudit
from foam.judging.entrants.blind import stripped
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.kept import Void, digests, dumped, keep_meanwhile, keep_voids, kept, pack_as_it_was
from foam.judging.jury.panel import Bench, Jury, convene
from foam.judging.jury.rubric import Rubric
from foam.judging.jury.scores import Pooled, Scored, pool, score_cases
from foam.model.port import Model
from foam.pack.loader import Pack
from foam.record.clock import Clock, utc_now
from foam.record.entry import Decider, Entry
from foam.record.runs import close_run, open_run
from foam.record.store import Store
from foam.values import Value

JOB = "judge"


class Judged(Value):
    """What a jury made of some cases."""

    run: str
    rubric: str
    scored: tuple[Scored, ...]
    voids: tuple[Void, ...]
    pooled: dict[str, Pooled]

    @property
    def order(self) -> tuple[str, ...]:
        """The cases, the best first."""
        return tuple(sorted(self.pooled, key=lambda id: (-self.pooled[id].overall, id)))


class Spec(Value):
    """What the scores depend on; the cases stand in the record under these digests, already blind."""

    rubric: Rubric
    jury: Jury
    pack: str
    pack_content: str
    cases: dict[str, str]
    validation: dict[str, float]
    """Share of each case's citations that hold."""
    deciders: dict[str, Decider]
    """Who answers, by model."""


async def judge_cases(
    cases: Mapping[str, Entrant],
    audits: Sequence[CaseAudit],
    *,
    rubric: Rubric,
    jury: Jury,
    models: Mapping[str, Model],
    pack: Pack,
    store: Store,
    concurrency: int = 8,
    clock: Clock = utc_now,
) -> Judged:
    """Score every case blind, or finish it."""
    blind = {id: stripped(cases[id]) for id in sorted(cases)}  # the record sorts names, and a replay follows it
    held = dumped(blind)
    spec = Spec(
        rubric=rubric,
        jury=jury,
        pack=pack.reference,
        pack_content=pack.content,
        cases=digests(held),
        validation={one.case: one.validation for one in audits},
        deciders={name: model.decider for name, model in models.items()},
    )
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    bench = convene(
        jury,
        models,
        rubric=rubric,
        prompts=pack.prompts,
        store=store,
        run=run,
        concurrency=concurrency,
        clock=clock,
    )
    judged, _ = await asyncio.gather(
        _judged(run, spec, bench, blind), keep_meanwhile(store, run, {"entrant": held.values()}, clock)
    )
    keep_voids(store, run, judged.voids, clock)
    close_run(store, run, {JOB: judged.digest}, clock=clock)
    return judged


def recorded_scores(store: Store, run: Entry) -> Judged:
    """What a jury made of its cases, computed from the record alone."""
    spec = Spec.model_validate(run.draft.question["spec"])
    pack = pack_as_it_was(spec.pack, spec.pack_content)
    models = {name: RecordedModel(decider) for name, decider in spec.deciders.items()}
    bench = convene(
        spec.jury,
        models,
        rubric=spec.rubric,
        prompts=pack.prompts,
        store=store,
        run=run.key,
        replaying=True,
    )
    return asyncio.run(_judged(run.key, spec, bench, kept(store, "entrant", spec.cases, Entrant)))


async def _judged(run: str, spec: Spec, bench: Bench, blind: Mapping[str, Entrant]) -> Judged:
    scored, voids = await score_cases(bench, blind, spec.validation)
    pooled = pool(scored, spec.jury, blind)
    return Judged(run=run, rubric=spec.rubric.name, scored=scored, voids=voids, pooled=pooled)
