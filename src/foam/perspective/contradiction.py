"""Where a declaration contradicts itself: two things that a seat says of itself and that cannot both hold.

| declared                        | against                                                              |
|---------------------------------|----------------------------------------------------------------------|
| an option                       | an option that conflicts with it in full (`data/affinities.toml`)    |
| the kind of source it ranks first | a policy that admits no source of that kind                        |
| sentences for each claim        | a policy that asks for more sources than that                        |
| an order of values              | weights in the opposite order (`data/priorities.toml`)               |
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from foam.perspective.catalogue import find_meaning, read_data
from foam.perspective.coherence import Choice, measure_coherence
from foam.perspective.manner import find_effect, read_manner
from foam.perspective.node import Perspective
from foam.perspective.policy import EpistemicPolicy
from foam.perspective.sources import GROUPS, SourceGroup, group_kind
from foam.values import Value

EVIDENCE = ("evidence_integration", "evidence_hierarchy")
"""The dimensions that say which evidence comes first."""
_DEPTH = "argument_depth_distribution"
_REVIEWED: frozenset[SourceGroup] = frozenset({"scholarly", "expert", "measured"})
"""What may be peer reviewed."""


class Contradiction(Value):
    """Two declarations of one seat that cannot both hold."""

    left: str
    right: str
    reason: str

    @property
    def remedy(self) -> str:
        return f"drop or change one of the two: {self.left}, or {self.right}"


def find_contradictions(seat: Perspective) -> tuple[Contradiction, ...]:
    """Everything in which the seat's declaration contradicts itself."""
    return (*_compare_options(seat), *_compare_evidence(seat), *_compare_depth(seat), *_compare_weights(seat))


def _compare_options(seat: Perspective) -> Iterator[Contradiction]:
    for conflict in measure_coherence(seat.dimensions).conflicts:
        if conflict.severity == 1.0:
            left, right = map(str, conflict.between)
            yield Contradiction(left=left, right=right, reason=conflict.reason)


def _compare_evidence(seat: Perspective) -> Iterator[Contradiction]:
    """A kind of source that ranks first and is never admitted."""
    for dimension in EVIDENCE:
        option = seat.dimensions.get(dimension)
        first = next(iter(find_effect(dimension, option).prefers), "") if option else ""
        group = next((known for known in GROUPS if known == first), None)
        if not option or group is None:
            continue
        means = f"{find_meaning(dimension, option)}"
        for rule in _list_excluding(seat.policy, group):
            reason = f"{means}: the policy admits none of it"
            yield Contradiction(left=str(Choice(dimension=dimension, option=option)), right=rule, reason=reason)


def _list_excluding(policy: EpistemicPolicy, group: SourceGroup) -> Iterator[str]:
    """The rules of the policy under which no source of this group is admitted."""
    if policy.peer_reviewed_only and group not in _REVIEWED:
        yield "policy.peer_reviewed_only=true"
    known = [group_kind(kind) for kind in policy.source_kinds]
    # A kind that nobody can classify may be of any group, so it is given the benefit of the doubt.
    if known and all(groups and group not in groups for groups in known):
        yield f"policy.source_kinds={','.join(policy.source_kinds)}"


def _compare_depth(seat: Perspective) -> Iterator[Contradiction]:
    option = seat.dimensions.get(_DEPTH)
    asked, most = seat.policy.min_sources, max(read_manner(seat).grounds)
    if option and most < asked:
        yield Contradiction(
            left=str(Choice(dimension=_DEPTH, option=option)),
            right=f"policy.min_sources={asked}",
            reason=f"its claims rest on at most {most} of the {asked} sources that are asked for",
        )


def _compare_weights(seat: Perspective) -> Iterator[Contradiction]:
    """An option that puts values above others, against weights that put all of the others above them."""
    for dimension, options in _load_priorities().items():
        row = options.get(seat.dimensions.get(dimension, ""))
        above, below = ([v for v in (row or {}).get(side, ()) if v in seat.weighting] for side in ("above", "below"))
        if not above or not below:
            continue
        highest = max(above, key=lambda value: seat.weighting[value])
        lowest = min(below, key=lambda value: seat.weighting[value])
        if seat.weighting[highest] < seat.weighting[lowest]:
            choice = Choice(dimension=dimension, option=seat.dimensions[dimension])
            yield Contradiction(
                left=str(choice),
                right=f"weighting.{lowest}={seat.weighting[lowest]:g} over {highest}={seat.weighting[highest]:g}",
                reason=f"{find_meaning(choice.dimension, choice.option)}: the weights say the opposite",
            )


@cache
def _load_priorities() -> Mapping[str, Mapping[str, Mapping[str, list[str]]]]:
    return read_data("priorities.toml")
