"""What a domain pack permits of its perspectives. The pack hands its limits in.

A perspective that contradicts itself is refused everywhere, whatever the limits.

Belief-paradigm dimensions (faith, metaphysics, the meaning of life) vary personas in competitive debate. Where a
decision touches someone's rights, a perspective rests on role, expertise, value priorities and evidentiary standards
alone, so these dimensions are refused unless the pack says otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from pydantic import Field

from foam.perspective.catalogue import load_catalogue
from foam.perspective.coherence import measure_coherence
from foam.perspective.contradiction import find_contradictions
from foam.perspective.near import suggest_near
from foam.perspective.node import Perspective
from foam.values import Value

_BELIEF = "belief_paradigm"


class Limits(Value):
    """The governance limits of a pack. Empty tuples permit everything of their kind."""

    belief_paradigm: bool = False
    dimensions: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    min_coherence: float = Field(default=0.0, ge=0, le=1)
    """Least coherence of a seat's dimensions; one that declares none has 0.5."""
    min_seats: int = Field(default=2, ge=2)


class Breach(Value):
    """One limit that a perspective or a set of seats does not keep."""

    perspective: str
    """Id of the perspective; empty when the breach is of the whole set."""
    rule: str
    what: str
    remedy: str


def find_breaches(perspective: Perspective, limits: Limits) -> tuple[Breach, ...]:
    """Every limit the perspective does not keep."""
    found = (*_dimension_breaches(perspective, limits), *_name_breaches(perspective, limits))
    return (*found, *_contradiction_breaches(perspective), *_coherence_breach(perspective, limits))


def find_seat_breaches(seats: Sequence[Perspective], limits: Limits) -> tuple[Breach, ...]:
    """Every limit that the set of seats, or one of them, does not keep."""
    counted = Counter(seat.id for seat in seats)
    twice = [
        Breach(
            perspective=seat, rule="one seat per id", what=f"{seat!r} is seated {n} times", remedy="rename or drop one"
        )
        for seat, n in sorted(counted.items())
        if n > 1
    ]
    return (*_few(counted, limits), *twice, *(breach for seat in seats for breach in find_breaches(seat, limits)))


def _few(counted: Counter[str], limits: Limits) -> Iterator[Breach]:
    if len(counted) < limits.min_seats:
        what = f"{len(counted)} seat{'' if len(counted) == 1 else 's'}; a deliberation needs {limits.min_seats}"
        yield Breach(perspective="", rule="enough seats", what=what, remedy="add a perspective that disagrees")


def _dimension_breaches(perspective: Perspective, limits: Limits) -> Iterator[Breach]:
    for name in perspective.dimensions:
        belief = load_catalogue()[name].category == _BELIEF and not limits.belief_paradigm
        if belief:
            why = "beliefs are no ground for seating anyone here; this pack does not allow belief-paradigm dimensions"
            yield _breach(perspective, "no belief paradigm", f"{name}: {why}", "drop it, or use a debate pack")
        elif limits.dimensions and name not in limits.dimensions:
            hint = suggest_near(name, limits.dimensions)
            yield _breach(perspective, "permitted dimensions", f"{name} is not permitted in this pack", hint)


def _name_breaches(perspective: Perspective, limits: Limits) -> Iterator[Breach]:
    if limits.roles and perspective.role not in limits.roles:
        what = f"the role {perspective.role!r} is not permitted in this pack"
        yield _breach(perspective, "permitted roles", what, suggest_near(perspective.role, limits.roles))
    for value in perspective.weighting:
        if limits.values and value not in limits.values:
            what = f"the value {value!r} is not one of this pack's"
            yield _breach(perspective, "known values", what, suggest_near(value, limits.values))


def _contradiction_breaches(perspective: Perspective) -> Iterator[Breach]:
    for found in find_contradictions(perspective):
        what = f"contradicts itself: {found.left} and {found.right} cannot both hold ({found.reason})"
        yield _breach(perspective, "no contradiction", what, found.remedy)


def _coherence_breach(perspective: Perspective, limits: Limits) -> Iterator[Breach]:
    held = measure_coherence(perspective.dimensions)
    if held.score < limits.min_coherence:
        what = f"coherence {held.score:.2f} is under {limits.min_coherence:.2f}"
        clashes = "; ".join(" against ".join(map(str, row.between)) for row in held.conflicts)
        yield _breach(perspective, "coherence", what, f"change one of: {clashes}" if clashes else "declare more")


def _breach(perspective: Perspective, rule: str, what: str, remedy: str) -> Breach:
    return Breach(perspective=perspective.id, rule=rule, what=f"{perspective.id}: {what}", remedy=remedy)
