"""What if: change a framework or an audience, and see what moves. No model is asked: everything is recomputed.

Changes are values of four kinds. None of them can vouch for evidence: an argument whose evidence failed verification
cannot be restored here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import Field

from foam.errors import InputError, NotFound
from foam.perspective.near import make_not_found
from foam.perspective.weighting import check_weight
from foam.semantics.audience import Audience
from foam.semantics.extensions import Label
from foam.semantics.framework import Argument, Attack, Framework, require_argument
from foam.semantics.sublation import Place, Standing, Sublation, sublate
from foam.values import Value


class RemoveArgument(Value):
    """What if this had not been said?"""

    type: Literal["remove"] = "remove"
    argument: str

    def __str__(self) -> str:
        return f"remove {self.argument}"


class RestoreArgument(Value):
    """What if this had not been taken back?"""

    type: Literal["restore"] = "restore"
    argument: str

    def __str__(self) -> str:
        return f"restore {self.argument}"


class FlipEvaluation(Value):
    """What if this attack had been evaluated the other way?"""

    type: Literal["flip"] = "flip"
    attacker: str
    target: str

    def __str__(self) -> str:
        return f"flip the evaluation of {self.attacker} against {self.target}"


class ReweightValue(Value):
    """What if this value counted otherwise for this audience?"""

    type: Literal["reweight"] = "reweight"
    audience: str
    value: str
    weight: float

    def __str__(self) -> str:
        return f"{self.audience} gives {self.value} the weight {self.weight:g}"


Change: TypeAlias = Annotated[
    RemoveArgument | RestoreArgument | FlipEvaluation | ReweightValue, Field(discriminator="type")
]


class Moved(Value):
    """One argument that stands otherwise with one audience."""

    argument: str
    audience: str
    before: Label
    after: Label


class Replaced(Value):
    """A claim that is now in another place, or of another strength."""

    claim: str
    before: Place
    after: Place
    strength_before: float
    strength_after: float


class WhatIf(Value):
    """What the changes bring about."""

    changes: tuple[Change, ...]
    moved: tuple[Moved, ...]
    replaced: tuple[Replaced, ...]
    after: Sublation


def what_if(sublation: Sublation, changes: Iterable[Change]) -> WhatIf:
    """Sublate again with the changes made, in order, and report what moved."""
    made = tuple(changes)
    framework, audiences = apply(sublation.framework, sublation.audiences, made)
    after = sublate(framework, audiences, claims=sublation.claims, method=sublation.method)
    pairs = list(zip(sublation.standings, after.standings, strict=True))
    return WhatIf(
        changes=made,
        moved=tuple(m for before, now in pairs for m in _moves(before, now, sublation.audiences)),
        replaced=tuple(_replace(before, now) for before, now in pairs if _differs(before, now, after.claims)),
        after=after,
    )


def apply(
    framework: Framework, audiences: Sequence[Audience], changes: Iterable[Change]
) -> tuple[Framework, tuple[Audience, ...]]:
    """The framework and the audiences with the changes made, in order."""
    seats = tuple(audiences)
    for change in changes:
        match change:
            case RemoveArgument():
                framework = _with_argument(framework, _remove(framework, change.argument))
            case RestoreArgument():
                framework = _with_argument(framework, _restore(framework, change.argument))
            case FlipEvaluation():
                framework = _flip(framework, change)
            case ReweightValue():
                seats = _reweight(seats, change)
            case _:
                assert_never(change)
    return framework, seats


def _remove(framework: Framework, name: str) -> Argument:
    argument = require_argument(framework, name)
    if argument.withdrawn:
        raise InputError(f"{name!r} is withdrawn already", hint="restore it instead")
    return argument.model_copy(update={"withdrawn": True})


def _restore(framework: Framework, name: str) -> Argument:
    argument = require_argument(framework, name)
    if not argument.verified:
        raise InputError(f"the evidence of {name!r} failed verification", hint="bring evidence that verifies")
    if not argument.withdrawn:
        raise InputError(f"{name!r} stands already", hint="remove it instead")
    return argument.model_copy(update={"withdrawn": False})


def _with_argument(framework: Framework, changed: Argument) -> Framework:
    arguments = tuple(changed if one.id == changed.id else one for one in framework.arguments)
    return framework.model_copy(update={"arguments": arguments})


def _flip(framework: Framework, change: FlipEvaluation) -> Framework:
    ends = (change.attacker, change.target)
    if ends not in {attack.ends for attack in framework.attacks}:
        for name in ends:
            require_argument(framework, name)
        raise NotFound(
            f"{change.attacker!r} does not attack {change.target!r}", hint="flip an attack that was evaluated"
        )
    return framework.model_copy(update={"attacks": tuple(_turn(a, ends) for a in framework.attacks)})


def _turn(attack: Attack, ends: tuple[str, str]) -> Attack:
    return attack.model_copy(update={"holds": not attack.holds}) if attack.ends == ends else attack


def _reweight(audiences: tuple[Audience, ...], change: ReweightValue) -> tuple[Audience, ...]:
    known = [audience.id for audience in audiences]
    if change.audience not in known:
        raise make_not_found("audience", change.audience, known)
    weight = check_weight(change.value, change.weight)
    return tuple(
        Audience(id=a.id, weights={**a.weights, change.value: weight}) if a.id == change.audience else a
        for a in audiences
    )


def find_label(standing: Standing, audience: str) -> Label:
    """How the argument stands with one audience."""
    if audience in standing.accepted_by:
        return "accepted"
    if audience in standing.rejected_by:
        return "rejected"
    return "undecided" if audience in standing.undecided_by else "absent"


def _moves(before: Standing, after: Standing, audiences: Iterable[Audience]) -> Iterable[Moved]:
    for audience in audiences:
        was, now = find_label(before, audience.id), find_label(after, audience.id)
        if was != now:
            yield Moved(argument=before.argument, audience=audience.id, before=was, after=now)


def _differs(before: Standing, after: Standing, claims: Sequence[str]) -> bool:
    changed = (before.place, before.strength) != (after.place, after.strength)
    return changed and before.argument in claims


def _replace(before: Standing, after: Standing) -> Replaced:
    return Replaced(
        claim=before.argument,
        before=before.place,
        after=after.place,
        strength_before=before.strength,
        strength_after=after.strength,
    )
