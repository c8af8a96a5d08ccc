"""A tournament in session: scores, heats and ballots as one run of the record.

The run's spec names everything the outcome depends on. Started again after a crash it goes on where it stopped: what
was answered is on the record, pairings and decisions are computed anew from it and come out the same. Ballots are
asked as soon as a heat is drawn and waited for only where a decision needs them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from foam.errors import NotFound
from foam.job.events import Listener, ignore
from foam.job.job import RunResult, find_spec, job, open_replay, run
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.judging.audit import CaseAudit
from foam.judging.entrants.blind import Blind
from foam.judging.entrants.entrant import Entrant
from foam.judging.entrants.soundness import find_defects, order_sound, place_of, withhold_all
from foam.judging.jury.ballots import Ballot, take_ballots, vote_shares
from foam.judging.jury.controls import TIE, ControlReport, judge_controls
from foam.judging.jury.kept import Void, give, keep_voids, load
from foam.judging.jury.panel import Bench, Jury, convene
from foam.judging.jury.scores import CaseScore, Pooled, pool, score_cases
from foam.judging.tournament.bracket import Entrants, Heat, HeatResult, Played, Rules, check_field, draw_lots, play
from foam.judging.tournament.deciding import Deciding, Weights, decide_heat, needs_shares
from foam.pack.rubric import Rubric
from foam.record.clock import Clock, utc_now
from foam.record.entry import Decider
from foam.record.graph import require_entry
from foam.record.store import Store
from foam.values import Value, short

Ballots = tuple[tuple[Ballot, ...], tuple[Void, ...]]


class TournamentPlan(Value):
    """How a tournament is judged and played."""

    rules: Rules = Rules()
    rubric: Rubric
    jury: Jury
    by: Deciding = "scores"
    tie: float = Field(default=TIE, ge=0)
    """Points within which two cases are level."""
    withdrawn: dict[str, int] = Field(default_factory=dict)
    """Case to the last round it plays."""


class TournamentOutcome(Value):
    """Everything a tournament gave."""

    run: str
    plan: TournamentPlan
    deciders: dict[str, Decider]
    """Who answered, by juror."""
    cases: dict[str, int]
    """Words of each case, by id."""
    approaches: dict[str, str]
    audits: tuple[CaseAudit, ...]
    scored: tuple[CaseScore, ...]
    pooled: dict[str, Pooled]
    ballots: tuple[Ballot, ...]
    voids: tuple[Void, ...]
    played: Played
    controls: ControlReport
    defects: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Why cases do not hold by their form, as code found; such a case is placed after every case that does."""

    @property
    def withheld(self) -> str:
        """Why no ranking is shown; empty where one may be."""
        return self.controls.withheld or withhold_all(self.cases, self.defects)

    def __repr__(self) -> str:
        """Short, since asyncio asks for it when a run ends, and the whole would take longer than a round."""
        return f"Outcome(run={self.run!r})"


class TournamentSpec(Spec):
    """What a run's outcome depends on; cases and audits stand in the record under these digests."""

    plan: TournamentPlan
    cases: dict[str, str]
    audits: dict[str, str]


@job("tournament", spec=TournamentSpec)
async def tournament(spec: TournamentSpec, session: Session) -> TournamentOutcome:
    """Score every case, then play heats to the end."""
    plan = spec.plan
    cases = tuple(load(session, "entrant", spec.cases, Blind).values())
    audits = tuple(load(session, "audit", spec.audits, CaseAudit).values())
    outcome = await _hold(plan, cases, audits, convene(plan.jury, session, plan.rubric), session)
    keep_voids(session, outcome.voids)
    return outcome


async def run_tournament(
    plan: TournamentPlan,
    cases: Sequence[Blind],
    audits: Sequence[CaseAudit],
    tools: Tools,
    *,
    store: Store,
    clock: Clock = utc_now,
    listener: Listener = ignore,
) -> RunResult[TournamentOutcome]:
    """Judge and play to the end, or go on with what was begun."""
    cases = sorted(cases, key=lambda case: case.id)  # the record sorts names, and a replay follows it
    audits = sorted(audits, key=lambda one: one.case)
    check_field(Entrants(ids=tuple(case.id for case in cases), withdrawn=plan.withdrawn), plan.rules)
    blind, read = give({case.id: case for case in cases})
    audited, found = give({one.case: one for one in audits})
    spec = TournamentSpec(**tools.describe(), plan=plan, cases=blind, audits=audited)
    tools = replace(tools, given={**tools.given, **read, **found})
    return await run(tournament, spec, tools, store=store, clock=clock, listener=listener)


def read_cases(store: Store, run: str) -> dict[str, Blind]:
    """The cases of a tournament as its jury read them, by id, off the record."""
    spec = find_spec(require_entry(store, run), TournamentSpec)
    if spec is None:
        raise NotFound(f"{short(run)} is no tournament", hint="see: foam record list")
    return load(open_replay(store, run, spec), "entrant", spec.cases, Blind)


async def _hold(
    plan: TournamentPlan, cases: Sequence[Blind], audits: Sequence[CaseAudit], bench: Bench, session: Session
) -> TournamentOutcome:
    entrants = {case.id: case.entrant for case in cases}
    validation = {one.case: one.validation for one in audits}
    scored, voids = await score_cases(bench, entrants, validation)
    pooled = pool(scored, plan.jury, entrants, plan.rubric)
    scores = {case_id: one.overall for case_id, one in pooled.items()}
    approaches = {case.id: case.approach for case in cases}
    field = Entrants(ids=tuple(entrants), approaches=approaches, withdrawn=plan.withdrawn, scores=scores)
    defects = {case_id: found for case_id, one in entrants.items() if (found := find_defects(one))}
    heats = Heats(bench, plan, entrants, scores, validation, draw_lots(field, plan.rules.seed), session, defects)
    played, ballots, more = await heats.hold(field)
    played = played.model_copy(update={"places": tuple(order_sound(played.places, defects))})
    controls, rest = await judge_controls(
        bench,
        played.places[0],
        entrants,
        scored,
        pooled,
        seed=plan.rules.seed,
        ballots=True,
        decisive=plan.by == "majority" or any(result.by == "ballots" for result in played.results),
        tie=plan.tie,
    )
    return TournamentOutcome(
        run=session.run,
        plan=plan,
        deciders={juror.name: session.models[juror.model].decider for juror in plan.jury.jurors},
        cases={case_id: one.words for case_id, one in entrants.items()},
        approaches=approaches,
        audits=tuple(audits),
        scored=scored,
        pooled=pooled,
        ballots=ballots,
        voids=(*voids, *more, *rest),
        played=played,
        controls=controls,
        defects=defects,
    )


class Heats:
    """Decides heats: scores are known, ballots are taken while the bracket goes on."""

    def __init__(
        self,
        bench: Bench,
        plan: TournamentPlan,
        entrants: Mapping[str, Entrant],
        scores: Mapping[str, float],
        validation: Mapping[str, float],
        lot: Mapping[str, int],
        session: Session,
        defects: Mapping[str, tuple[str, ...]],
    ) -> None:
        self._unsound = {case_id: place_of(found) for case_id, found in defects.items()}
        self._bench, self._plan, self._entrants = bench, plan, entrants
        self._scores, self._validation, self._lot = scores, validation, lot
        self._session = session
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

    async def decide(self, heats: Sequence[Heat]) -> list[HeatResult]:
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
        self._session.report("heats judged", sum(task.done() for task in self._taken.values()) + 1)
        return taken

    async def _decided(self, heat: Heat) -> HeatResult:
        shares = dict.fromkeys(heat.cases, 0.0)
        if self._needs_shares(heat):
            ballots, _ = await self._taken[_met(heat)]
            shares = vote_shares(heat.cases, ballots)
        return decide_heat(heat, self._weights(shares), by=self._plan.by, tie=self._plan.tie)

    def _needs_shares(self, heat: Heat) -> bool:
        level = self._weights(dict.fromkeys(heat.cases, 0.0))
        return needs_shares(heat, level, by=self._plan.by, tie=self._plan.tie)

    def _weights(self, shares: Mapping[str, float]) -> Weights:
        return Weights(self._scores, shares, self._validation, self._lot, self._unsound)


def _met(heat: Heat) -> tuple[str, ...]:
    return tuple(sorted(heat.cases))
