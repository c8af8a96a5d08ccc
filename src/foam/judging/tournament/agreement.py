"""People beside the jury: how often they choose the same of two texts, and how far beyond chance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import numpy as np

from foam.judging.tournament.people import (
    PersonBallot,
    Side,
    choose_standing,
    draw_pairings,
    find_jury_scores,
    find_jury_verdict,
)
from foam.judging.tournament.session import TournamentOutcome
from foam.paper import Readable
from foam.stats.agreement import can_measure_kappa, kappa_interval
from foam.stats.intervals import Interval, share_interval
from foam.values import Value

FEW = 20
"""Ballots below which the report warns."""


class PeopleAgreement(Value):
    """People and the jury on one question."""

    criterion: str
    """A dimension of the rubric; empty for the whole."""
    title: str
    compared: int
    """Ballots on which both the person and the jury chose."""
    people_undecided: int
    jury_undecided: int
    unjudged: int
    """Ballots on which the jury said nothing."""
    same: Interval
    """The share of the compared ballots on which both chose the same text."""
    kappa: Interval
    """Cohen's; without a value where it is not defined, or cannot be measured here."""


class PeopleReport(Readable, Value):
    """What people's ballots say, and how the jury compares."""

    view_modules: ClassVar[tuple[str, ...]] = ("foam.judging.tournament.views.people",)
    title: str
    run: str
    pairings: int
    judged: int
    """Pairings on which somebody's ballot stands."""
    cast: int
    """Ballots ever cast, those that were superseded included."""
    voters: tuple[str, ...]
    rows: tuple[PeopleAgreement, ...]
    remarks: tuple[str, ...]


def compare_with_people(title: str, outcome: TournamentOutcome, ballots: Sequence[PersonBallot]) -> PeopleReport:
    """Hold every standing ballot against what the jury said of the same two texts."""
    standing = choose_standing(tuple(ballots))
    voters = tuple(sorted({one.vote.voter for one in standing}))
    whole = [(one.vote.better, find_jury_verdict(outcome, one.shown)) for one in standing]
    rows = [_compare("", "", whole)]
    scores = {one.key: find_jury_scores(outcome, one.shown) for one in standing}
    for dimension in outcome.plan.rubric.dimensions:
        said = [
            (one.vote.on[dimension.id], scores[one.key].get(dimension.id))
            for one in standing
            if dimension.id in one.vote.on
        ]
        if said:
            rows.append(_compare(dimension.id, dimension.title, said))
    return PeopleReport(
        title=title,
        run=outcome.run,
        pairings=len(draw_pairings(outcome)),
        judged=len({tuple(sorted(one.shown)) for one in standing}),
        cast=len(ballots),
        voters=voters,
        rows=tuple(rows),
        remarks=tuple(_remark(outcome, rows[0], voters, standing)),
    )


def _compare(criterion: str, title: str, said: Sequence[tuple[Side, Side | None]]) -> PeopleAgreement:
    decided = [(ours, theirs) for ours, theirs in said if ours != "undecided" and theirs in ("first", "second")]
    same = sum(ours == theirs for ours, theirs in decided)
    return PeopleAgreement(
        criterion=criterion,
        title=title,
        compared=len(decided),
        people_undecided=sum(ours == "undecided" for ours, _ in said),
        jury_undecided=sum(theirs == "undecided" for _, theirs in said),
        unjudged=sum(theirs is None for _, theirs in said),
        same=share_interval(same, len(decided)),
        kappa=_measure_kappa(decided),
    )


def _measure_kappa(decided: Sequence[tuple[Side, Side | None]]) -> Interval:
    if not can_measure_kappa():
        return Interval(value=None, n=len(decided))
    ours, theirs = (np.array([one[n] == "first" for one in decided], dtype=np.int_) for n in (0, 1))
    return kappa_interval(ours, theirs)


def _remark(
    outcome: TournamentOutcome, whole: PeopleAgreement, voters: Sequence[str], standing: Sequence[PersonBallot]
) -> Iterator[str]:
    """What keeps the figures from meaning more than they do."""
    if outcome.withheld:
        yield f"No ranking of this jury is shown: {outcome.withheld}"
    if whole.compared < FEW:
        yield f"Fewer than {FEW} ballots on which both chose: the intervals are wide."
    if len(voters) == 1:
        yield "One person voted: nothing tells that person's taste from the texts' quality."
    if len({tuple(sorted(one.shown)) for one in standing}) < len(standing):
        yield "Several people judged the same two texts; the intervals count their ballots as if they were independent."
    if not can_measure_kappa():
        yield "Kappa needs pip install 'foam[measure]'."
