"""Sublation: what survives for whom, computed and not narrated. Synthesis without erasure.

For every seated audience the grounded labelling is taken. Then each claim is in exactly one place:

    consensus core       accepted for every audience
    conditional claims   accepted for some, with the smallest set of priorities that separates those who accept
    contested            accepted for none and undecided for some: the conflict is open for want of a priority
    fallen               rejected for every audience, withdrawn, or without verified evidence

The dissent memo covers the conditional and the contested: who stands where, the strongest argument on each side, and
what is contested underneath. The order of seats changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import Literal, TypeAlias

from foam.perspective.near import make_not_found
from foam.semantics.audience import Audience, make_ranks, seat
from foam.semantics.framework import Argument, Framework, require_argument
from foam.semantics.gradual import Method, compute_strengths
from foam.semantics.priorities import Condition
from foam.semantics.turning import Turning
from foam.semantics.worlds import Settled, settle_for, unpack_flags
from foam.values import Value

Place: TypeAlias = Literal["core", "conditional", "contested", "fallen"]


class Standing(Value):
    """How an argument stands with every seated audience. One that does not stand is in none of the lists."""

    argument: str
    accepted_by: tuple[str, ...]
    rejected_by: tuple[str, ...]
    undecided_by: tuple[str, ...]
    strength: float

    @property
    def place(self) -> Place:
        """Where a claim of this standing belongs."""
        if self.accepted_by:
            return "conditional" if self.rejected_by or self.undecided_by else "core"
        return "contested" if self.undecided_by else "fallen"


class ConditionalClaim(Value):
    """A claim that some accept, and on what it turns."""

    claim: str
    accepted_by: tuple[str, ...]
    refused_by: tuple[str, ...]
    condition: Condition


class Weighed(Value):
    """An argument and its gradual strength."""

    argument: str
    strength: float


class Dissent(Value):
    """One unresolved conflict."""

    claim: str
    accepted_by: tuple[str, ...]
    rejected_by: tuple[str, ...]
    undecided_by: tuple[str, ...]
    case_for: Weighed
    """The strongest argument on the claim's side; the claim itself when nothing else speaks for it."""
    case_against: Weighed | None
    contested: tuple[str, ...]
    """What the claim rests on or must answer, on which the seats do not agree."""


class Fallen(Value):
    """A claim that stands with nobody."""

    claim: str
    why: Literal["defeated", "unverified", "withdrawn"]


class Sublation(Value):
    """What survives, and all it was computed from."""

    framework: Framework
    audiences: tuple[Audience, ...]
    claims: tuple[str, ...]
    method: Method
    standings: tuple[Standing, ...]
    """Of every argument, not only of the claims."""
    consensus_core: tuple[str, ...]
    conditional_claims: tuple[ConditionalClaim, ...]
    dissent_memo: tuple[Dissent, ...]
    fallen: tuple[Fallen, ...]

    def standing(self, argument: str) -> Standing:
        """The standing of one argument, or an error that names the nearest."""
        return _known(self._by_argument, argument)

    @cached_property
    def _by_argument(self) -> Mapping[str, Standing]:
        return {standing.argument: standing for standing in self.standings}


def sublate(
    framework: Framework,
    audiences: Iterable[Audience],
    *,
    claims: Iterable[str] | None = None,
    method: Method = "df-quad",
    turning: Turning | None = None,
) -> Sublation:
    """Compute what survives for the seated audiences. Claims are all arguments unless they are named.

    `turning` is given where it was prepared for them already.
    """
    seated = seat(audiences)
    table = _table(framework, seated, method, turning or Turning(framework, seated))
    every = {argument.id: table.standing(argument) for argument in framework.arguments}
    standings = every if claims is None else {claim: _known(every, claim) for claim in claims}
    disputed = [s for s in standings.values() if s.place in ("conditional", "contested")]
    return Sublation(
        framework=framework,
        audiences=table.audiences,
        claims=tuple(standings),
        method=method,
        standings=tuple(every.values()),
        consensus_core=tuple(claim for claim, s in standings.items() if s.place == "core"),
        conditional_claims=_conditional(table, [s for s in disputed if s.place == "conditional"]),
        dissent_memo=tuple(_dissent(table, standing) for standing in disputed),
        fallen=tuple(_fallen(framework, claim) for claim, s in standings.items() if s.place == "fallen"),
    )


def _known(standings: Mapping[str, Standing], claim: str) -> Standing:
    if claim not in standings:
        raise make_not_found("argument", claim, standings)
    return standings[claim]


@dataclass(frozen=True, slots=True)
class _Table:
    """The framework as every seated audience sees it."""

    framework: Framework
    audiences: tuple[Audience, ...]
    names: tuple[str, ...]
    settled: Settled
    strengths: dict[str, float]
    turning: Turning

    def those(self, worlds: int) -> tuple[str, ...]:
        return tuple(compress(self.names, unpack_flags(worlds, len(self.names))))

    def standing(self, argument: Argument) -> Standing:
        accepted, rejected = self.settled.accepted[argument.id], self.settled.rejected[argument.id]
        everyone = (1 << len(self.audiences)) - 1 if argument.stands else 0
        return Standing(
            argument=argument.id,
            accepted_by=self.those(accepted),
            rejected_by=self.those(rejected),
            undecided_by=self.those(everyone & ~accepted & ~rejected),
            strength=self.strengths[argument.id],
        )


def _table(framework: Framework, audiences: tuple[Audience, ...], method: Method, turning: Turning) -> _Table:
    ranks = make_ranks(audiences, framework.values)
    found = compute_strengths(framework, method=method).strengths
    settled = settle_for(framework, ranks)
    names = tuple(audience.id for audience in audiences)
    return _Table(framework, audiences, names, settled, found, turning)


def _conditional(table: _Table, standings: Sequence[Standing]) -> tuple[ConditionalClaim, ...]:
    if not standings:
        return ()
    turns = table.turning
    every = turns.orderings.settled.accepted if turns.orderings else {}
    return tuple(
        ConditionalClaim(
            claim=s.argument,
            accepted_by=s.accepted_by,
            refused_by=tuple(sorted((*s.rejected_by, *s.undecided_by))),
            condition=turns.condition([s.argument], table.settled.accepted[s.argument], every.get(s.argument, 0)),
        )
        for s in standings
    )


def _dissent(table: _Table, standing: Standing) -> Dissent:
    sides = table.turning.reach.sides(standing.argument)
    case_for = _strongest(table, sides.behind) or _strongest(table, {standing.argument})
    assert case_for is not None, "a disputed claim stands"
    return Dissent(
        claim=standing.argument,
        accepted_by=standing.accepted_by,
        rejected_by=standing.rejected_by,
        undecided_by=standing.undecided_by,
        case_for=case_for,
        case_against=_strongest(table, sides.against),
        contested=tuple(sorted(name for name in sides.behind | sides.against if _is_contested(table, name))),
    )


def _strongest(table: _Table, names: Iterable[str]) -> Weighed | None:
    ranked = sorted(names, key=lambda name: (-table.strengths[name], name))
    return Weighed(argument=ranked[0], strength=table.strengths[ranked[0]]) if ranked else None


def _is_contested(table: _Table, name: str) -> bool:
    everyone = (1 << len(table.audiences)) - 1
    return everyone not in (table.settled.accepted[name], table.settled.rejected[name])


def _fallen(framework: Framework, claim: str) -> Fallen:
    argument = require_argument(framework, claim)
    if not argument.verified:
        return Fallen(claim=claim, why="unverified")
    return Fallen(claim=claim, why="withdrawn" if argument.withdrawn else "defeated")
