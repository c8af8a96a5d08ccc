"""Arguments, attacks and supports as frozen values.

Nothing is ever taken out of a framework. An argument that was withdrawn, one whose evidence failed verification, and an
attack that the evaluation found not to hold all stay in it, marked; so every one of them can be asked about again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Self

from pydantic import Field, field_validator, model_validator

from foam.errors import InputError, NotFound
from foam.perspective.near import suggest_near
from foam.values import Value


class Argument(Value):
    """A claim, objection or answer: whatever can be attacked or supported."""

    id: str = Field(min_length=1)
    promotes: tuple[str, ...] = ()
    """Values it promotes: several, or none for a plain fact or a point of logic."""
    base: float = Field(default=0.5, ge=0, le=1)
    """Base score: how strong it is before anything bears on it."""
    verified: bool = True
    """False when its evidence failed verification: it then stands nowhere."""
    withdrawn: bool = False
    """Taken back, or removed in a what-if: it stands nowhere until it is restored."""

    @field_validator("promotes")
    @classmethod
    def _once(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(values)))

    @property
    def stands(self) -> bool:
        """Whether it takes part at all."""
        return self.verified and not self.withdrawn


class Attack(Value):
    """One argument speaks against another."""

    attacker: str
    target: str
    holds: bool = True
    """How it was evaluated: False when it was found immaterial. It is kept, so that the evaluation can be flipped."""

    @property
    def ends(self) -> tuple[str, str]:
        return self.attacker, self.target


class Support(Value):
    """One argument speaks for another. Supports bear on gradual strength; extensions look at attacks alone."""

    supporter: str
    target: str

    @property
    def ends(self) -> tuple[str, str]:
        return self.supporter, self.target


class Framework(Value):
    """Arguments and how they bear on each other. Ends that name no argument, and repeats, are refused."""

    arguments: tuple[Argument, ...] = ()
    attacks: tuple[Attack, ...] = ()
    supports: tuple[Support, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> Self:
        ids = {argument.id for argument in self.arguments}
        _refuse_repeats("argument", [argument.id for argument in self.arguments])
        for kind, edges in (("attack", self.attacks), ("support", self.supports)):
            ends = [edge.ends for edge in edges]
            _refuse_repeats(kind, ends)
            _refuse_strangers(kind, chain.from_iterable(ends), ids)
        return self

    def by_id(self) -> Mapping[str, Argument]:
        """The arguments by their id."""
        return {argument.id: argument for argument in self.arguments}

    @cached_property
    def live_attacks(self) -> tuple[Attack, ...]:
        """The attacks that hold, between arguments that stand."""
        standing = {argument.id for argument in self.arguments if argument.stands}
        return tuple(a for a in self.attacks if a.holds and a.attacker in standing and a.target in standing)

    @property
    def values(self) -> tuple[str, ...]:
        """Every value some argument promotes, by name."""
        return tuple(sorted({value for argument in self.arguments for value in argument.promotes}))


def _refuse_repeats(kind: str, names: Sequence[object]) -> None:
    if len({*names}) == len(names):
        return
    for name, times in Counter(names).items():
        if times > 1:
            raise InputError(f"{kind} {name!r} is given {times} times", hint=f"give each {kind} once")


def _refuse_strangers(kind: str, ends: Iterable[str], ids: set[str]) -> None:
    for end in ends:
        if end not in ids:
            raise NotFound(f"{kind} with an unknown argument {end!r}", hint=suggest_near(end, ids))
