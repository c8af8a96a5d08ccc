"""A tournament's report as values: tables by source, standings, biases, threats.

The tables follow the published evaluation: composition, results by source, full validation by source, the rubric's
dimensions, evidence quality with validation. Intervals are at 95 %, effect sizes are Cliff's delta.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import ClassVar

from foam.judging.audit import AuditRates, CaseAudit, rates
from foam.judging.entrants.blind import BlindKey
from foam.judging.entrants.soundness import order_sound
from foam.judging.jury.bias import Bias, find_biases
from foam.judging.jury.kept import Void
from foam.judging.tournament.bracket import HeatResult, count_tallies
from foam.judging.tournament.session import TournamentOutcome
from foam.judging.tournament.strength import count_wins, fit_strengths
from foam.pack.rubric import Rubric
from foam.paper import Readable
from foam.stats.bootstrap import cliffs_delta_interval, difference_interval, mean_interval
from foam.stats.intervals import Interval, share_interval
from foam.stats.pairwise import can_rate
from foam.stats.ranks import kendall_of_orders
from foam.values import Value

FEW = 10
"""Cases of one source below which the report warns."""


class SourceRow(Value):
    """The figures of one source."""

    source: str
    n: int
    overall: Interval
    dimensions: dict[str, Interval]
    cfvr: Interval
    cfvr_by_overlap: Interval
    """As published: every citation exact or altered, whatever was altered."""
    rates: AuditRates
    wins: Interval


class SourceComparison(Value):
    """Two sources against each other."""

    one: str
    other: str
    metric: str
    difference: Interval
    delta: Interval


class CaseStanding(Value):
    """One case in the standings."""

    place: int
    id: str
    source: str
    approach: str
    wins: int
    losses: int
    score: float
    by_score: int
    """Its place by score."""
    validation: float
    strength: Interval | None = None
    """Bradley-Terry; None where the package for it is not installed."""


class Stability(Value):
    """How far another jury gives the same order."""

    name: str
    jurors: tuple[str, ...]
    tau_places: float
    tau_scores: float
    same_winner: bool


class TournamentReport(Readable, Value):
    """Everything the report says."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.judging.tournament.views.document",)
    title: str
    compared: str
    n: int
    controls: tuple[str, ...]
    """How the controls came out, a line each."""
    withheld: str
    """Why nothing that this jury ranked is shown; empty where it is."""
    declined: tuple[str, ...]
    """Dimensions, or components of them, that the jury declined: totals are computed without them."""
    jurors: tuple[str, ...]
    dimensions: dict[str, str]
    """Dimension to its title and weight."""
    evidence: str
    sources: tuple[SourceRow, ...]
    comparisons: tuple[SourceComparison, ...]
    standings: tuple[CaseStanding, ...]
    results: tuple[HeatResult, ...]
    biases: tuple[Bias, ...]
    voids: tuple[Void, ...]
    remarks: tuple[str, ...]
    stability: tuple[Stability, ...]
    threats: tuple[str, ...]


def make_report(
    title: str,
    outcome: TournamentOutcome,
    key: BlindKey,
    *,
    remarks: Sequence[str] = (),
    tells: Sequence[str] = (),
    others: Mapping[str, TournamentOutcome] | None = None,
    rated: bool | None = None,
) -> TournamentReport:
    """The report of a tournament; the key is opened here, after all was judged.

    `rated` says whether to give Bradley-Terry strengths: unless told, when the package for them is installed.
    """
    source_of = {origin.id: origin.source for origin in key.origins}
    known = others or {}
    rubric, withheld = outcome.plan.rubric, outcome.withheld
    sources = tuple(_source_row(name, outcome, source_of) for name in sorted(set(source_of.values())))
    biases = find_biases(
        outcome.plan.jury.jurors,
        outcome.ballots,
        words=outcome.cases,
        families={origin.id: origin.family for origin in key.origins},
    )
    return TournamentReport(
        title=title,
        compared=_say_what_was_compared(outcome, sources),
        n=len(outcome.cases),
        controls=tuple(one.describe(len(outcome.cases)) for one in outcome.controls.controls),
        withheld=withheld,
        declined=_describe_declined(rubric, next(iter(outcome.pooled.values())).declined),
        jurors=tuple(_juror_line(outcome, juror.name) for juror in outcome.plan.jury.jurors),
        dimensions={one.id: f"{one.title} ({one.weight:.0%})" for one in rubric.dimensions},
        evidence=rubric.evidence,
        sources=sources,
        comparisons=tuple(_comparisons(outcome, source_of)),
        standings=()
        if withheld
        else tuple(_standings(outcome, source_of, rated=can_rate() if rated is None else rated)),
        results=() if withheld else outcome.played.results,
        biases=biases,
        voids=outcome.voids,
        remarks=(
            *remarks,
            *(f"Judged again as {name}: {one.withheld}" for name, one in known.items() if one.withheld),
        ),
        stability=tuple(
            measure_stability(name, outcome, other) for name, other in known.items() if not (withheld or other.withheld)
        ),
        threats=tuple(_threats(outcome, key, sources, biases, tells)),
    )


def measure_stability(name: str, outcome: TournamentOutcome, other: TournamentOutcome) -> Stability:
    """How another jury's order agrees with this one's."""
    return Stability(
        name=name,
        jurors=tuple(juror.name for juror in other.plan.jury.jurors),
        tau_places=kendall_of_orders(outcome.played.places, other.played.places),
        tau_scores=kendall_of_orders(order_by_score(outcome), order_by_score(other)),
        same_winner=outcome.played.places[0] == other.played.places[0],
    )


def order_by_score(outcome: TournamentOutcome) -> tuple[str, ...]:
    """Cases by the jury's overall score, the best first."""
    by_score = sorted(outcome.pooled, key=lambda case_id: (-outcome.pooled[case_id].overall, case_id))
    return tuple(order_sound(by_score, outcome.defects))


def _source_row(source: str, outcome: TournamentOutcome, source_of: Mapping[str, str]) -> SourceRow:
    ids = [case_id for case_id in outcome.cases if source_of[case_id] == source]
    audits = [one for one in outcome.audits if one.case in ids]
    seed = outcome.plan.rules.seed
    held = count_tallies(tuple(outcome.cases), outcome.played.results)
    shown = [] if outcome.withheld else ids
    scores = [outcome.pooled[case_id] for case_id in shown]
    return SourceRow(
        source=source,
        n=len(ids),
        overall=mean_interval([one.overall for one in scores], seed=seed),
        dimensions={
            one.id: mean_interval([score.dimensions[one.id] for score in scores], seed=seed)
            for one in outcome.plan.rubric.dimensions
            if all(one.id in score.dimensions for score in outcome.pooled.values())
        },
        cfvr=share_interval(sum(one.whole for one in audits), len(audits)),
        cfvr_by_overlap=share_interval(sum(one.whole_by_overlap for one in audits), len(audits)),
        rates=rates(audits),
        wins=mean_interval([held[case_id].wins for case_id in shown], seed=seed),
    )


def _comparisons(outcome: TournamentOutcome, source_of: Mapping[str, str]) -> Iterable[SourceComparison]:
    seed = outcome.plan.rules.seed
    for metric, values in _metrics(outcome).items():
        for one, other in combinations(sorted(set(source_of.values())), 2):
            ours, theirs = (
                [values[case_id] for case_id in values if source_of[case_id] == name] for name in (one, other)
            )
            yield SourceComparison(
                one=one,
                other=other,
                metric=metric,
                difference=difference_interval(ours, theirs, seed=seed),
                delta=cliffs_delta_interval(ours, theirs, seed=seed),
            )


def _metrics(outcome: TournamentOutcome) -> dict[str, dict[str, float]]:
    """What sources are compared on: metric to each case's value, all from 0 to 100."""
    evidence = outcome.plan.rubric.evidence
    metrics = {"citations that hold": {one.case: 100 * one.validation for one in outcome.audits}}
    if outcome.withheld:
        return metrics
    metrics["overall"] = {case_id: one.overall for case_id, one in outcome.pooled.items()}
    if all(evidence in one.dimensions for one in outcome.pooled.values()):
        metrics["evidence quality"] = {case_id: one.dimensions[evidence] for case_id, one in outcome.pooled.items()}
    return metrics


def _standings(outcome: TournamentOutcome, source_of: Mapping[str, str], *, rated: bool) -> Iterable[CaseStanding]:
    ids = tuple(outcome.cases)
    held = count_tallies(ids, outcome.played.results)
    scored = order_by_score(outcome)
    found = fit_strengths(ids, count_wins(outcome.played.results, ids)) if rated else ()
    strength = {one.id: one.strength for one in found}
    validation = {one.case: one.validation for one in outcome.audits}
    for place, case_id in enumerate(outcome.played.places, start=1):
        yield CaseStanding(
            place=place,
            id=case_id,
            source=source_of[case_id],
            approach=outcome.approaches[case_id],
            wins=held[case_id].wins,
            losses=held[case_id].losses,
            score=outcome.pooled[case_id].overall,
            by_score=scored.index(case_id) + 1,
            validation=validation[case_id],
            strength=strength.get(case_id),
        )


def _say_what_was_compared(outcome: TournamentOutcome, sources: Sequence[SourceRow]) -> str:
    """What was compared, with what, and how many."""
    shares = ", ".join(f"{row.n} {row.source}" for row in sources)
    plan = outcome.plan
    swiss = len({result.heat.number for result in outcome.played.results if result.heat.stage == "swiss"})
    later = len({result.heat.number for result in outcome.played.results if result.heat.stage == "elimination"})
    return (
        f"{len(outcome.cases)} cases ({shares}) under the rubric {plan.rubric.name} by "
        f"{_many(len(plan.jury.jurors), 'juror')} ({plan.jury.pooling} of their scores). "
        f"{_many(swiss, 'Swiss round')} and {_many(later, 'round')} of double elimination in heats of "
        f"{plan.rules.heat}, decided by {plan.by}; "
        f"within {plan.tie:g} points by evidence validation. "
        f"{len(outcome.ballots)} ballots, {len(outcome.voids)} void. Seed {plan.rules.seed}."
    )


def _describe_declined(rubric: Rubric, declined: Sequence[str]) -> tuple[str, ...]:
    """What the jury declined: whole dimensions by their titles, single components with theirs."""
    told = []
    for dimension in rubric.dimensions:
        gone = [one.id for one in dimension.components if one.id in declined]
        if gone:
            whole = len(gone) == len(dimension.components)
            told.append(dimension.title if whole else f"{dimension.title}, in part ({', '.join(gone)})")
    return tuple(told)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _juror_line(outcome: TournamentOutcome, name: str) -> str:
    juror = next(one for one in outcome.plan.jury.jurors if one.name == name)
    decider = outcome.deciders[name]
    methods = sorted({method for one in outcome.scored if one.juror == name for method in one.methods})
    lens = f", as {juror.lens}" if juror.lens else ""
    family = f", family {decider.family}" if decider.family else ""
    return (
        f"{name}: {decider.id} {decider.version}{family}, seed {juror.seed}{lens}; by {'; '.join(methods) or 'nothing'}"
    )


def _threats(
    outcome: TournamentOutcome,
    key: BlindKey,
    sources: Sequence[SourceRow],
    biases: Sequence[Bias],
    tells: Sequence[str],
) -> Iterable[str]:
    """What keeps the figures from meaning more than they do."""
    if outcome.withheld:
        yield outcome.withheld
    else:
        for case_id, found in outcome.defects.items():
            yield f"{case_id} is placed after every case that holds: {'; '.join(found)}."
    yield "Scores are those of automated judges under one rubric; no person adjudicated a part of them."
    if declined := _describe_declined(outcome.plan.rubric, next(iter(outcome.pooled.values())).declined):
        yield f"The jury declined, and totals are computed without: {'; '.join(declined)}."
    for control in outcome.controls.controls:
        if control.votes is not None and control.votes >= 50 and "ballots" not in control.level_with_top:
            yield f"The ballots do not tell {control.name} from the best entrant; they decided no heat."
        yield from (f"{juror} scored {control.name} as high as the best entrant." for juror in control.fooled)
    jurors = outcome.plan.jury.jurors
    if len(jurors) == 1:
        yield "One juror: nothing tells its taste from the cases' quality."
    yield from (f"Jurors {' and '.join(pair)} agree in every score: they count as one." for pair in _echoes(outcome))
    families = {decider.family for decider in outcome.deciders.values() if decider.family}
    if len(jurors) > 1 and len(families) < 2:
        yield "All jurors are of one model family; they may share a blind spot."
    shared = sorted(families & {origin.family for origin in key.origins if origin.family})
    if shared:
        yield f"Jurors judged cases of their own model family: {', '.join(shared)}."
    if any(decider.id == "embedded" for decider in outcome.deciders.values()):
        yield "The embedded model compares short texts and follows no instructions; its scores say little of quality."
    yield from (f"Bias found: {bias.text}." for bias in biases if bias.named)
    yield from (f"A source can be told by its form: {one}." for one in tells)
    few = [row.source for row in sources if row.n < FEW]
    if few:
        yield f"Fewer than {FEW} cases of {', '.join(few)}: intervals are wide and rest on few."
    yield from _evidence_threats(outcome.audits)
    if len(sources) < 2:
        yield "One source: nothing was compared between sources."
    yield "The audit checks words against sources; it does not see quoting out of context or a choice of sources."


def _echoes(outcome: TournamentOutcome) -> Iterable[tuple[str, str]]:
    """Jurors who scored every case alike."""
    given: dict[str, dict[str, float]] = {}
    for one in outcome.scored:
        if one.overall is not None:
            given.setdefault(one.juror, {})[one.case] = one.overall
    return (pair for pair in combinations(sorted(given), 2) if given[pair[0]] == given[pair[1]])


def _evidence_threats(audits: Sequence[CaseAudit]) -> Iterable[str]:
    found = rates(audits)
    if found.unreachable:
        yield (
            f"{found.unreachable} of {found.citations} citations name a source that was not at hand: "
            "they count as neither matching nor fabricated."
        )
    bare = [one.case for one in audits if not one.citations]
    if bare:
        some = ", ".join(bare[:5]) + (", …" if len(bare) > 5 else "")
        yield f"{len(bare)} cases quote nothing that could be checked ({some})."
