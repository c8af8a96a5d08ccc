"""A tournament in session: scores, heats and ballots as one run of the record. Knows no folder and no terminal.

The run's spec names everything the outcome depends on. Started again after a crash it goes on where it stopped: what
was answered is on the record, pairings and decisions are computed anew from it and come out the same. Ballots are
asked as soon as a heat is drawn and waited for only where a decision needs them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from pydantic import Field

from foam.job.standins import RecordedModel
from foam.judging.audit import CaseAudit
from foam.judging.entrants.blind import Blind
from foam.judging.entrants.entrant import Entrant
from foam.judging.jury.ballots import Ballot, take_ballots, vote_shares
from foam.judging.jury.kept import Void, digests, dumped, keep_meanwhile, keep_voids, kept, pack_as_it_was
from foam.judging.jury.panel import Bench, Jury, convene
from foam.judging.jury.rubric import Rubric
from foam.judging.jury.scores import Pooled, Scored, pool, score_cases
from foam.judging.tournament.bracket import Entrants, Heat, Played, Result, Rules, check_field, drawn, play
from foam.judging.tournament.deciding import TIE, Deciding, Weights, decide_heat, needs_shares
from foam.model.port import Model
from foam.pack.loader import Pack
from foam.record.clock import Clock, utc_now
from foam.record.entry import Decider, Entry
from foam.record.runs import close_run, open_run
from foam.record.store import Store
from foam.values import Value

JOB = "tournament"

Ballots = tuple[tuple[Ballot, ...], tuple[Void, ...]]


class Plan(Value):
    """How a tournament is judged and played."""

    rules: Rules = Rules()
    rubric: Rubric
    jury: Jury
    by: Deciding = "scores"
    tie: float = Field(default=TIE, ge=0)
    """Points within which two cases are level."""
    withdrawn: dict[str, int] = Field(default_factory=dict)
    """Case to the last round it plays."""


class Outcome(Value):
    """Everything a tournament gave."""

    run: str
    plan: Plan
    deciders: dict[str, Decider]
    """Who answered, by juror."""
    cases: dict[str, int]
    """Words of each case, by id."""
    approaches: dict[str, str]
    audits: tuple[CaseAudit, ...]
    scored: tuple[Scored, ...]
    pooled: dict[str, Pooled]
    ballots: tuple[Ballot, ...]
    voids: tuple[Void, ...]
    played: Played
    asked: int = Field(default=0, exclude=True)
    """Questions a model answered this time; the rest stood in the record."""
    reused: int = Field(default=0, exclude=True)

    def __repr__(self) -> str:
        """Short, since asyncio asks for it when a run ends, and the whole would take longer than a round."""
        return f"Outcome(run={self.run!r})"


class Spec(Value):
    """What a run's outcome depends on; cases and audits stand in the record under these digests."""

    plan: Plan
    pack: str
    pack_content: str
    cases: dict[str, str]
    audits: dict[str, str]
    deciders: dict[str, Decider]


async def run_tournament(
    plan: Plan,
    cases: Sequence[Blind],
    audits: Sequence[CaseAudit],
    *,
    models: Mapping[str, Model],
    pack: Pack,
    store: Store,
    concurrency: int = 8,
    advance: Callable[[int], None] = lambda _: None,
    clock: Clock = utc_now,
) -> Outcome:
    """Judge and play to the end, or go on with what was begun."""
    cases = sorted(cases, key=lambda case: case.id)  # the record sorts names, and a replay follows it
    audits = sorted(audits, key=lambda one: one.case)
    check_field(Entrants(ids=tuple(case.id for case in cases), withdrawn=plan.withdrawn), plan.rules)
    blind, audited = dumped({case.id: case for case in cases}), dumped({one.case: one for one in audits})
    spec = Spec(
        plan=plan,
        pack=pack.reference,
        pack_content=pack.content,
        cases=digests(blind),
        audits=digests(audited),
        deciders={juror.name: models[juror.model].decider for juror in plan.jury.jurors},
    )
    run = open_run(store, JOB, spec.json_value(), clock=clock)
    bench = convene(
        plan.jury,
        models,
        rubric=plan.rubric,
        prompts=pack.prompts,
        store=store,
        run=run,
        concurrency=concurrency,
        clock=clock,
    )
    outcome, _ = await asyncio.gather(
        _held(run, spec, bench, cases, audits, advance),
        keep_meanwhile(store, run, {"entrant": blind.values(), "audit": audited.values()}, clock),
    )
    keep_voids(store, run, outcome.voids, clock)
    close_run(store, run, {JOB: outcome.digest}, clock=clock)
    return outcome


def recorded_outcome(store: Store, run: Entry) -> Outcome:
    """The outcome of a tournament, computed from the record alone."""
    spec = Spec.model_validate(run.draft.question["spec"])
    pack = pack_as_it_was(spec.pack, spec.pack_content)
    cases = tuple(kept(store, "entrant", spec.cases, Blind).values())
    audits = tuple(kept(store, "audit", spec.audits, CaseAudit).values())
    models = {juror.model: RecordedModel(spec.deciders[juror.name]) for juror in spec.plan.jury.jurors}
    bench = convene(
        spec.plan.jury,
        models,
        rubric=spec.plan.rubric,
        prompts=pack.prompts,
        store=store,
        run=run.key,
        replaying=True,
    )
    return asyncio.run(_held(run.key, spec, bench, cases, audits, lambda _: None))


async def _held(
    run: str,
    spec: Spec,
    bench: Bench,
    cases: Sequence[Blind],
    audits: Sequence[CaseAudit],
    advance: Callable[[int], None],
) -> Outcome:
    """Scores, then heats."""
    plan = spec.plan
    entrants = {case.id: case.entrant for case in cases}
    validation = {one.case: one.validation for one in audits}
    scored, voids = await score_cases(bench, entrants, validation)
    pooled = pool(scored, plan.jury, entrants)
    scores = {id: one.overall for id, one in pooled.items()}
    approaches = {case.id: case.approach for case in cases}
    field = Entrants(ids=tuple(entrants), approaches=approaches, withdrawn=plan.withdrawn, scores=scores)
    court = Court(bench, plan, entrants, scores, validation, drawn(field, plan.rules.seed), advance)
    played, ballots, more = await court.hold(field)
    return Outcome(
        run=run,
        plan=plan,
        deciders=spec.deciders,
        cases={id: one.words for id, one in entrants.items()},
        approaches=approaches,
        audits=tuple(audits),
        scored=scored,
        pooled=pooled,
        ballots=ballots,
        voids=(*voids, *more),
        played=played,
        asked=sum(seat.clerk.asked for seat in bench.seats),
        reused=sum(seat.clerk.reused for seat in bench.seats),
    )


class Court:
    """Decides heats: scores are known, ballots are taken while the bracket goes on."""

    def __init__(
        self,
        bench: Bench,
        plan: Plan,
        entrants: Mapping[str, Entrant],
        scores: Mapping[str, float],
        validation: Mapping[str, float],
        lot: Mapping[str, int],
        advance: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._bench, self._plan, self._entrants = bench, plan, entrants
        self._scores, self._validation, self._lot = scores, validation, lot
        self._advance = advance
        self._taken: dict[tuple[str, ...], asyncio.Task[Ballots]] = {}

    async def hold(self, field: Entrants) -> tuple[Played, tuple[Ballot, ...], tuple[Void, ...]]:
        """Play to the end and wait for every ballot; whatever fails, nothing is left running."""
        try:
            played = await play(field, self._plan.rules, self.decide)
            taken = [await task for task in self._taken.values()]
        finally:
            for task in self._taken.values():
                task.cancel()
            await asyncio.gather(*self._taken.values(), return_exceptions=True)
        ballots = tuple(ballot for given, _ in taken for ballot in given)
        return played, ballots, tuple(void for _, voids in taken for void in voids)

    async def decide(self, heats: Sequence[Heat]) -> list[Result]:
        """The heats of one round, ballots asked for all of them at once.

        Those that are decided by them come first, so that the next round is drawn while the others are being taken.
        """
        new = {_met(heat): heat for heat in heats if _met(heat) not in self._taken}  # a rematch has its ballots
        urgent_first = sorted(new, key=lambda met: not self._needs_shares(new[met]))
        asked = {met: asyncio.create_task(self._ballots(met)) for met in urgent_first}
        self._taken |= {met: asked[met] for met in new}
        return [await self._decided(heat) for heat in heats]

    async def _ballots(self, cases: tuple[str, ...]) -> Ballots:
        taken = await take_ballots(self._bench, cases, self._entrants)
        self._advance(1)
        return taken

    async def _decided(self, heat: Heat) -> Result:
        shares = dict.fromkeys(heat.cases, 0.0)
        if self._needs_shares(heat):
            ballots, _ = await self._taken[_met(heat)]
            shares = vote_shares(heat.cases, ballots)
        return decide_heat(heat, self._weights(shares), by=self._plan.by, tie=self._plan.tie)

    def _needs_shares(self, heat: Heat) -> bool:
        level = self._weights(dict.fromkeys(heat.cases, 0.0))
        return needs_shares(heat, level, by=self._plan.by, tie=self._plan.tie)

    def _weights(self, shares: Mapping[str, float]) -> Weights:
        return Weights(self._scores, shares, self._validation, self._lot)


def _met(heat: Heat) -> tuple[str, ...]:
    return tuple(sorted(heat.cases))
