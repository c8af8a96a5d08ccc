"""How a heat is decided: by the rubric's scores or by the ballots, ties by evidence. Pure; asks nobody.

Within 2.0 points it is a tie. A tie goes to the case whose citations hold more often; if they hold alike, to the
ballots (or the scores, where ballots decide); and if nothing tells them apart, to the lot. What decided is kept with
the result. A case that does not hold by its form alone comes after every case that does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from foam.judging.jury.controls import TIE
from foam.judging.tournament.bracket import Heat, HeatResult

Deciding: TypeAlias = Literal["scores", "majority"]


@dataclass(frozen=True, slots=True)
class Weights:
    """What is known of the cases of a heat."""

    scores: Mapping[str, float]
    shares: Mapping[str, float]
    """Share of the ballots, from 0 to 100."""
    validation: Mapping[str, float]
    lot: Mapping[str, int]
    unsound: Mapping[str, int] = field(default_factory=dict)
    """Cases that do not hold by their form, and how far: whatever is said of them, they come after those that do."""


def decide_heat(heat: Heat, known: Weights, *, by: Deciding = "scores", tie: float = TIE) -> HeatResult:
    """The cases of a heat, best first."""
    first, second = (known.scores, known.shares) if by == "scores" else (known.shares, known.scores)
    order: list[str] = []
    for sound in sorted({known.unsound.get(case_id, 0) for case_id in heat.cases}):
        held = [case_id for case_id in heat.cases if known.unsound.get(case_id, 0) == sound]
        for level in _find_tied_groups(held, first, tie):
            order += sorted(level, key=lambda one: (-known.validation[one], -second[one], known.lot[one]))
    return HeatResult(heat=heat, order=tuple(order), by=_what_decided(order[: heat.advance + 1], known, by, tie))


def _find_tied_groups(cases: Sequence[str], points: Mapping[str, float], tie: float) -> list[list[str]]:
    """Cases by points, the best first; those within the tie of a group's best are level with it."""
    groups: list[list[str]] = []
    for case_id in sorted(cases, key=lambda case_id: -points[case_id]):
        if groups and points[groups[-1][0]] - points[case_id] <= tie:
            groups[-1].append(case_id)
        else:
            groups.append([case_id])
    return groups


def _what_decided(order: Sequence[str], known: Weights, by: Deciding, tie: float) -> str:
    """What separated the last who advanced from the first who did not."""
    last, out = order[-2:]
    first, second = (known.scores, known.shares) if by == "scores" else (known.shares, known.scores)
    if known.unsound.get(last, 0) != known.unsound.get(out, 0):
        return "form"
    if abs(first[last] - first[out]) > tie:
        return by
    if known.validation[last] != known.validation[out]:
        return "evidence validation"
    if second[last] != second[out]:
        return "ballots" if by == "scores" else "scores"
    return "lot"


def needs_shares(heat: Heat, known: Weights, *, by: Deciding = "scores", tie: float = TIE) -> bool:
    """Whether the ballots can matter: they decide, or scores and evidence leave two cases level."""
    if by == "majority":
        return True
    return any(
        len({known.validation[case_id] for case_id in level}) < len(level)
        for level in _find_tied_groups(heat.cases, known.scores, tie)
    )
