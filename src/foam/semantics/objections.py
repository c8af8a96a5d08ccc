"""The invariant: no material objection may vanish.

An objection scored material is in exactly one of three places: answered, a condition, or dissent. Anything else (not in
the framework, its attack struck out, its target gone) raises a `VerificationError`: the run has lost an objection and
must not be issued. Objections below the threshold of materiality are kept as dismissed, with their score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from foam.errors import VerificationError
from foam.semantics.audience import make_ranks
from foam.semantics.framework import Argument, Attack
from foam.semantics.priorities import Condition, Priority
from foam.semantics.sublation import Standing, Sublation
from foam.semantics.turning import Turning
from foam.semantics.worlds import success
from foam.values import Value

MATERIAL = 0.5
"""The materiality from which an objection counts as material, unless the caller says otherwise."""


class ScoredObjection(Value):
    """An objection as it was raised and evaluated. Its id is that of the argument that makes it."""

    id: str
    target: str
    materiality: float = Field(ge=0, le=1)


class Answered(Value):
    """It stands with nobody, or what it struck at has been given up."""

    type: Literal["answered"] = "answered"
    objection: str
    target: str
    by: tuple[str, ...]
    """The arguments that answer it; empty when it fell by itself."""
    why: Literal["defeated", "unverified", "withdrawn", "conceded"]
    """Defeated by an answer; fallen with its evidence; taken back; or conceded: its target no longer stands."""


class Conditional(Value):
    """Whether it strikes depends on who judges."""

    type: Literal["condition"] = "condition"
    objection: str
    target: str
    strikes_for: tuple[str, ...]
    """Audiences for whom it is accepted and its attack succeeds."""
    outweighed_for: tuple[str, ...]
    """Audiences who accept it and rank what its target promotes higher."""
    outweighed_by: tuple[Priority, ...]
    """The priorities by which they do: a value of the target above every one of the objection's."""
    answered_for: tuple[str, ...]
    condition: Condition | None
    """What those who are not struck hold and those who are do not; None when nobody at the table is struck."""


class Dissenting(Value):
    """It is unanswered: it prevails for everyone, or the conflict it opened is undecided for someone."""

    type: Literal["dissent"] = "dissent"
    objection: str
    target: str
    why: Literal["sustained", "unresolved"]


class Dismissed(Value):
    """It was scored below the threshold; it stays on the record."""

    type: Literal["dismissed"] = "dismissed"
    objection: str
    target: str
    materiality: float


Fate: TypeAlias = Annotated[Answered | Conditional | Dissenting | Dismissed, Field(discriminator="type")]


def find_fates(
    objections: Sequence[ScoredObjection],
    sublation: Sublation,
    *,
    material: float = MATERIAL,
    turning: Turning | None = None,
) -> tuple[Fate, ...]:
    """The fate of each objection, in the order given. A material one that has none raises `VerificationError`.

    `turning` is what the sublation was computed with, where that is at hand.
    """
    court = _court(sublation, turning or Turning(sublation.framework, sublation.audiences))
    return tuple(_fate(court, objection, material) for objection in objections)


def verify_fates(
    objections: Sequence[ScoredObjection],
    sublation: Sublation,
    stated: Iterable[Answered | Conditional | Dissenting | Dismissed],
    *,
    material: float = MATERIAL,
) -> None:
    """Check a dossier's list of fates: one per objection, and each what the computation gives."""
    listed = {(fate.objection, fate.target): fate for fate in stated}
    for fate in find_fates(objections, sublation, material=material):
        found = listed.get((fate.objection, fate.target))
        if found is None:
            raise _lost(fate.objection, "the dossier does not list it")
        if found != fate:
            raise _lost(fate.objection, f"the dossier says {found.type}, the computation {fate.type}")


@dataclass(frozen=True, slots=True)
class _Court:
    """A sublation, indexed for looking up objections."""

    sublation: Sublation
    turning: Turning
    succeeds: Callable[[str, str], int]
    standings: Mapping[str, Standing]
    arguments: Mapping[str, Argument]
    attacks: Mapping[tuple[str, str], Attack]

    def outweighed(self, attacker: str, target: str) -> set[str]:
        """The audiences for whom preference saves the target."""
        succeeds = self.succeeds(attacker, target)
        return {a.id for place, a in enumerate(self.sublation.audiences) if not succeeds >> place & 1}

    def answers(self, objection: str) -> tuple[str, ...]:
        """The arguments that attack it and are accepted by someone."""
        attackers = (a.attacker for a in self.attacks.values() if a.target == objection and a.holds)
        return tuple(sorted(name for name in attackers if self.standings[name].accepted_by))


def _court(sublation: Sublation, turning: Turning) -> _Court:
    framework, audiences = sublation.framework, sublation.audiences
    arguments = framework.by_id()
    return _Court(
        sublation=sublation,
        turning=turning,
        succeeds=success(arguments, make_ranks(audiences, framework.values)),
        standings={standing.argument: standing for standing in sublation.standings},
        arguments=arguments,
        attacks={attack.ends: attack for attack in framework.attacks},
    )


def _fate(court: _Court, objection: ScoredObjection, material: float) -> Fate:
    names = {"objection": objection.id, "target": objection.target}
    if objection.materiality < material:
        return Dismissed(**names, materiality=objection.materiality)
    _require_present(court, objection)
    if fell := _fell_by_itself(court, objection):
        return Answered(**names, by=(), why=fell)
    standing = court.standings[objection.id]
    if standing.undecided_by:
        return Dissenting(**names, why="unresolved")
    if not standing.accepted_by:
        return Answered(**names, by=court.answers(objection.id), why="defeated")
    return _accepted_fate(court, names, standing)


def _fell_by_itself(court: _Court, objection: ScoredObjection) -> Literal["unverified", "withdrawn", "conceded"] | None:
    """Why the objection needs no answer: it, or what it struck at, does not stand."""
    arguments = court.arguments
    if not arguments[objection.id].verified:
        return "unverified"
    if arguments[objection.id].withdrawn:
        return "withdrawn"
    return None if arguments[objection.target].stands else "conceded"


def _accepted_fate(court: _Court, names: dict[str, str], standing: Standing) -> Fate:
    """The fate of an objection that someone accepts and nobody leaves undecided."""
    spared = court.outweighed(names["objection"], names["target"])
    strikes = tuple(name for name in standing.accepted_by if name not in spared)
    if len(strikes) == len(court.sublation.audiences):
        return Dissenting(**names, why="sustained")
    outweighed = tuple(name for name in standing.accepted_by if name in spared)
    return Conditional(
        **names,
        strikes_for=strikes,
        outweighed_for=outweighed,
        answered_for=standing.rejected_by,
        outweighed_by=_outweighing(court, names, outweighed),
        condition=_turns_on(court, names, strikes) if strikes else None,
    )


def _turns_on(court: _Court, names: Mapping[str, str], strikes: Sequence[str]) -> Condition:
    """What those who are not struck hold and those who are struck do not."""
    seats = [audience.id for audience in court.sublation.audiences]
    unstruck = sum(1 << place for place, name in enumerate(seats) if name not in strikes)
    return court.turning.condition(names.values(), unstruck, _unstruck_orderings(court, names))


def _outweighing(court: _Court, names: Mapping[str, str], outweighed: Sequence[str]) -> tuple[Priority, ...]:
    """The priorities by which these audiences outweigh the objection."""
    own = court.arguments[names["objection"]].promotes
    saving = {
        value
        for audience in court.sublation.audiences
        for value in court.arguments[names["target"]].promotes
        if audience.id in outweighed and all(audience.outranks(value, other) for other in own)
    }
    return tuple(Priority(higher=value, lower=other) for value in sorted(saving) for other in own)


def _unstruck_orderings(court: _Court, names: Mapping[str, str]) -> int:
    """The orderings under which the objection does not strike."""
    orderings = court.turning.orderings
    if orderings is None:
        return 0
    succeeds = success(court.arguments, orderings.ranks)(names["objection"], names["target"])
    strikes = succeeds & orderings.settled.accepted[names["objection"]]
    return orderings.electorate.everyone & ~strikes


def _require_present(court: _Court, objection: ScoredObjection) -> None:
    for name in (objection.id, objection.target):
        if name not in court.standings:
            raise _lost(objection.id, f"{name!r} is not in the framework")
    attack = court.attacks.get((objection.id, objection.target))
    if attack is None:
        raise _lost(objection.id, f"it does not attack {objection.target!r} in the framework")
    if not attack.holds:
        raise _lost(objection.id, f"it was scored material and its attack on {objection.target!r} was struck out")


def _lost(objection: str, why: str) -> VerificationError:
    return VerificationError(
        f"material objection {objection!r} would vanish: {why}",
        hint="an objection scored material must be answered, a condition, or dissent",
    )
