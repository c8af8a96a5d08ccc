"""Minimal flips: the smallest change that would overturn a claim. No model is asked; nothing is sampled.

Tried are, for all that can bear on the claim: removing an argument that stands (not the claim itself), restoring one
that was withdrawn, flipping an evaluation, and raising or lowering one value past another for an audience. Sets of
changes are tried in order of size, thousands at a time, until one overturns the claim or the bound is reached; the
result says which, and up to what size every set was tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from foam.perspective.near import make_not_found
from foam.semantics.audience import Audience, Ranks, make_ranks, seat
from foam.semantics.framework import Framework, require_argument
from foam.semantics.reweights import list_reweights
from foam.semantics.whatif import Change, FlipEvaluation, RemoveArgument, RestoreArgument, ReweightValue, apply
from foam.semantics.worlds import pack_flags, settle, success, unpack_flags
from foam.values import Value

MOST_CHANGES = 3
BUDGET = 200_000
MOST_LISTED = 20
_CHUNK = 8_192

Changes = tuple[int, ...]
"""A set of changes, as positions in the list of candidates."""


class Flips(Value):
    """The smallest sets of changes that overturn a claim, as far as they were sought."""

    claim: str
    audience: str | None
    """For whom; None for the claim's place in the consensus core."""
    accepted: bool
    """Whether the claim is accepted now: by the audience, or by all of them."""
    flips: tuple[tuple[Change, ...], ...]
    """Sets of changes of one size, each of which overturns that (at most `MOST_LISTED`)."""
    found: int
    """How many of that size were found."""
    tried: int
    """Sets of changes tried."""
    tried_up_to: int
    """Every set of changes up to this size was tried."""

    @property
    def smallest(self) -> bool:
        """Whether it is certain that no smaller set overturns the claim."""
        return bool(self.flips) and self.tried_up_to >= len(self.flips[0]) - 1


def find_minimal_flips(
    framework: Framework,
    audiences: Iterable[Audience],
    claim: str,
    *,
    audience: str | None = None,
    most_changes: int = MOST_CHANGES,
    budget: int = BUDGET,
) -> Flips:
    """The smallest sets of changes after which the audience (or all of them, given none) judges the claim otherwise."""
    require_argument(framework, claim)
    judges = _judges(seat(audiences), audience)
    trial = _trial(framework, judges, claim)
    accepted = bool(_accepted(trial, [()])[0])
    search = _Search(trial, accepted, budget)
    found = search.run(most_changes)
    return Flips(
        claim=claim,
        audience=audience,
        accepted=accepted,
        flips=tuple(tuple(trial.candidates[i] for i in changes) for changes in found[:MOST_LISTED]),
        found=len(found),
        tried=search.tried,
        tried_up_to=search.tried_up_to,
    )


def _judges(audiences: tuple[Audience, ...], wanted: str | None) -> tuple[Audience, ...]:
    if wanted is None:
        return audiences
    found = tuple(audience for audience in audiences if audience.id == wanted)
    if not found:
        raise make_not_found("audience", wanted, (audience.id for audience in audiences))
    return found


@dataclass(frozen=True, slots=True)
class _Trial:
    """What can be tried: the part of the framework that bears on the claim, and the candidate changes."""

    framework: Framework
    judges: tuple[Audience, ...]
    claim: str
    candidates: tuple[Change, ...]


def _trial(framework: Framework, judges: tuple[Audience, ...], claim: str) -> _Trial:
    near = _bearing(framework, claim)
    attacks = tuple(attack for attack in framework.attacks if attack.attacker in near and attack.target in near)
    arguments = tuple(sorted((a for a in framework.arguments if a.id in near), key=lambda a: near[a.id]))
    part = Framework(arguments=arguments, attacks=attacks)
    removals = (RemoveArgument(argument=a.id) for a in arguments if a.stands and a.id != claim)
    restorals = (RestoreArgument(argument=a.id) for a in arguments if a.withdrawn and a.verified)
    flips = (FlipEvaluation(attacker=a.attacker, target=a.target) for a in attacks)
    weights = (change for judge in judges for change in list_reweights(part, judge))
    return _Trial(part, judges, claim, tuple(chain(removals, restorals, flips, weights)))


def _bearing(framework: Framework, claim: str) -> Mapping[str, int]:
    """Every verified argument from which attacks lead to the claim, struck-out ones too, with its distance."""
    verified = {argument.id for argument in framework.arguments if argument.verified}
    attackers: dict[str, list[str]] = {}
    for attack in framework.attacks:
        if attack.attacker in verified and attack.target in verified:
            attackers.setdefault(attack.target, []).append(attack.attacker)
    distance, ring = {claim: 0}, [claim]
    while ring:
        ring = [name for target in ring for name in attackers.get(target, ()) if name not in distance]
        distance.update(dict.fromkeys(ring, max(distance.values()) + 1))
    return distance


@dataclass(slots=True)
class _Search:
    """A search in order of size, and how far it got."""

    trial: _Trial
    accepted: bool
    budget: int
    tried: int = 0
    tried_up_to: int = 0

    def run(self, most_changes: int) -> list[Changes]:
        for size in range(1, min(most_changes, len(self.trial.candidates)) + 1):
            found = self._of_size(size)
            if found or self.tried_up_to < size:
                return found
        self.tried_up_to = most_changes
        return []

    def _of_size(self, size: int) -> list[Changes]:
        sets = combinations(range(len(self.trial.candidates)), size)
        found: list[Changes] = []
        while chunk := list(islice(sets, min(_CHUNK, self.budget - self.tried))):
            self.tried += len(chunk)
            outcome = _accepted(self.trial, chunk)
            found.extend(changes for changes, now in zip(chunk, outcome, strict=True) if now != self.accepted)
        if next(sets, None) is None:
            self.tried_up_to = size
        return found


def _accepted(trial: _Trial, sets: Sequence[Changes]) -> NDArray[np.bool_]:
    """For each set of changes, whether every judge accepts the claim once it is made: one world per set."""
    made = _made(trial, sets)
    everywhere = (1 << len(sets)) - 1
    present = {a.id: made.toggled(a.id, a.stands) for a in trial.framework.arguments}
    holds = {a.ends: made.toggled(a.ends, a.holds) for a in trial.framework.attacks}
    accepted = everywhere
    for judge in trial.judges:
        succeeds = success(trial.framework.by_id(), made.ranks(judge))
        attacks = [(*ends, where & succeeds(*ends)) for ends, where in holds.items()]
        accepted &= settle(present, attacks, count=len(sets)).accepted[trial.claim]
    return unpack_flags(accepted, len(sets))


@dataclass(frozen=True, slots=True)
class _Made:
    """Which sets of changes touch what: the arguments and attacks they toggle, the weights they set."""

    framework: Framework
    count: int
    toggles: Mapping[object, list[int]]
    weights: Mapping[str, Mapping[int, tuple[ReweightValue, ...]]]

    def toggled(self, what: object, otherwise: bool) -> int:
        """The worlds in which this is so, given that it is otherwise so or not so."""
        so = np.full(self.count, otherwise, dtype=np.bool_)
        so[self.toggles.get(what, [])] = not otherwise
        return pack_flags(so)

    def ranks(self, judge: Audience) -> Ranks:
        """How the judge ranks the values in each world."""
        worlds = self.weights.get(judge.id, {})
        kinds = {changes: place for place, changes in enumerate({(): None, **dict.fromkeys(worlds.values())})}
        judges = [_reweighed(self.framework, judge, changes) for changes in kinds]
        column = np.zeros(self.count, dtype=np.intp)
        for world, changes in worlds.items():
            column[world] = kinds[changes]
        ranks = make_ranks(judges, self.framework.values)
        return Ranks(values=ranks.values, table=ranks.table[:, column])


def _reweighed(framework: Framework, judge: Audience, changes: tuple[ReweightValue, ...]) -> Audience:
    """The judge with these weights; unchanged where together they would leave no weight at all."""
    weights = judge.weights | {change.value: change.weight for change in changes}
    return apply(framework, [judge], changes)[1][0] if any(weights.values()) else judge


def _made(trial: _Trial, sets: Sequence[Changes]) -> _Made:
    toggles: dict[object, list[int]] = {}
    weights: dict[str, dict[int, tuple[ReweightValue, ...]]] = {}
    for world, changes in enumerate(sets):
        for change in (trial.candidates[i] for i in changes):
            match change:
                case RemoveArgument() | RestoreArgument():
                    toggles.setdefault(change.argument, []).append(world)
                case FlipEvaluation():
                    toggles.setdefault((change.attacker, change.target), []).append(world)
                case ReweightValue():
                    worlds = weights.setdefault(change.audience, {})
                    worlds[world] = (*worlds.get(world, ()), change)
                case _:
                    assert_never(change)
    return _Made(trial.framework, len(sets), toggles, weights)
