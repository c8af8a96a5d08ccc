"""How far perspectives differ, who would disagree most, and who is missing. Pure functions: nothing is stored here.

Two perspectives are compared on up to four components, each from 0 (alike) to 1 (opposed):

    priorities   share of value pairs ranked the other way round (a tie against a ranking counts half)
    emphasis     half the sum of differences of weight shares
    dimensions   share of the dimensions both declare on which they differ
    evidence     share of the policy's rules on which they differ

Their disagreement is the mean of the components that can be compared: dimensions need one declared by both, priorities
two values, evidence a policy that asks something.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from statistics import fmean

from foam.errors import SettingError
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.perspective.weighting import find_reversed_priorities, measure_emphasis_distance, measure_priority_distance
from foam.values import Value

_OPEN = EpistemicPolicy()


class Disagreement(Value):
    """How far two perspectives differ, and on what."""

    left: str
    right: str
    overall: float
    priorities: float | None
    emphasis: float
    dimensions: float | None
    evidence: float | None
    reversed_priorities: tuple[tuple[str, str], ...]
    """Pairs of values that the left ranks so and the right the other way round."""
    opposed_dimensions: tuple[str, ...]


class Contrast(Value):
    """How far a candidate would disagree with those already seated."""

    id: str
    least: float
    """Disagreement with the seat nearest to it."""
    mean: float
    against: tuple[Disagreement, ...]


class Diversity(Value):
    """How different a set of seats is."""

    mean: float
    least: float
    closest: tuple[str, str]
    """The two seats most alike: where pluralism is nearest to being in name only."""
    pairs: tuple[Disagreement, ...]


class Stakeholder(Value):
    """Someone a decision concerns, as a pack lists them."""

    id: str
    label: str = ""
    roles: tuple[str, ...] = ()
    """Roles that speak for them, beside the one that bears their id."""
    sample: bool = False
    """Whether it is the pack's sample question that concerns them, and not any question in its domain."""
    single_matter: bool = False
    """Whether they are concerned only by what is decided in one matter: an open question asks what should be done, and
    has no person in whose position others could be."""


class Seating(Value):
    """What can be said of a choice of seats, so that the choice itself can be challenged."""

    diversity: Diversity
    missing: tuple[Stakeholder, ...]
    """Stakeholders for whom no seat speaks."""
    unweighted: tuple[str, ...]
    """Values of the pack to which no seat gives any weight."""


def measure_disagreement(left: Perspective, right: Perspective) -> Disagreement:
    """How far the two differ, and on what."""
    shared = sorted(left.dimensions.keys() & right.dimensions.keys())
    opposed = tuple(name for name in shared if left.dimensions[name] != right.dimensions[name])
    priorities = measure_priority_distance(left.weighting, right.weighting)
    emphasis = measure_emphasis_distance(left.weighting, right.weighting)
    dimensions = len(opposed) / len(shared) if shared else None
    evidence = _policy_distance(left.policy, right.policy)
    return Disagreement(
        left=left.id,
        right=right.id,
        overall=fmean(part for part in (priorities, emphasis, dimensions, evidence) if part is not None),
        priorities=priorities,
        emphasis=emphasis,
        dimensions=dimensions,
        evidence=evidence,
        reversed_priorities=find_reversed_priorities(left.weighting, right.weighting),
        opposed_dimensions=opposed,
    )


def rank_contrasts(candidates: Iterable[Perspective], seats: Sequence[Perspective]) -> tuple[Contrast, ...]:
    """The candidates, those who would disagree most with *every* seat first: by least disagreement, then by mean."""
    if not seats:
        raise SettingError("nobody is seated to disagree with", hint="seat at least one perspective first")
    seated = {seat.id for seat in seats}
    contrasts = [_measure_contrast(candidate, seats) for candidate in candidates if candidate.id not in seated]
    return tuple(sorted(contrasts, key=lambda c: (-c.least, -c.mean, c.id)))


def measure_diversity(seats: Sequence[Perspective]) -> Diversity:
    """How different the seats are; their order does not matter."""
    if len(seats) < 2:
        raise SettingError("diversity needs at least two seats", hint="add a perspective that disagrees")
    ordered = sorted(seats, key=lambda seat: seat.id)
    pairs = tuple(measure_disagreement(left, right) for left, right in combinations(ordered, 2))
    nearest = min(pairs, key=lambda pair: pair.overall)
    return Diversity(
        mean=fmean(pair.overall for pair in pairs),
        least=nearest.overall,
        closest=(nearest.left, nearest.right),
        pairs=pairs,
    )


def find_missing_stakeholders(
    seats: Iterable[Perspective], stakeholders: Iterable[Stakeholder]
) -> tuple[Stakeholder, ...]:
    """Those of the stakeholders for whom no seat speaks, by role or by declaration."""
    voices = {_plain(name) for seat in seats for name in (seat.role, *seat.speaks_for)}
    return tuple(s for s in stakeholders if voices.isdisjoint(_plain(name) for name in (s.id, *s.roles)))


def find_unweighted_values(seats: Iterable[Perspective], values: Iterable[str]) -> tuple[str, ...]:
    """Those of the values that count for nobody."""
    weighed = {value for seat in seats for value, weight in seat.weighting.items() if weight > 0}
    return tuple(value for value in values if value not in weighed)


def describe_seating(
    seats: Sequence[Perspective], *, stakeholders: Sequence[Stakeholder] = (), values: Sequence[str] = ()
) -> Seating:
    """Diversity of the seats, whom they leave out, and what they do not weigh."""
    return Seating(
        diversity=measure_diversity(seats),
        missing=find_missing_stakeholders(seats, stakeholders),
        unweighted=find_unweighted_values(seats, values),
    )


def _measure_contrast(candidate: Perspective, seats: Sequence[Perspective]) -> Contrast:
    against = tuple(sorted((measure_disagreement(candidate, seat) for seat in seats), key=lambda pair: pair.right))
    scores = [pair.overall for pair in against]
    return Contrast(id=candidate.id, least=min(scores), mean=fmean(scores), against=against)


def _policy_distance(left: EpistemicPolicy, right: EpistemicPolicy) -> float | None:
    if left.is_open and right.is_open:
        return None
    rules = [tuple(getattr(p, name) for p in (left, right, _OPEN)) for name in EpistemicPolicy.model_fields]
    asked = [(ours, theirs) for ours, theirs, default in rules if (ours, theirs) != (default, default)]
    return sum(1 for ours, theirs in asked if ours != theirs) / len(asked)


def _plain(name: str) -> str:
    return " ".join(name.casefold().replace("_", " ").replace("-", " ").split())
