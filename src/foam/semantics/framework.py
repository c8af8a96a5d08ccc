"""Arguments and attacks as frozen values, and the framework that they make."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Self

from pydantic import Field, field_validator, model_validator

from foam.errors import InputError, NotFound
from foam.perspective.near import suggest_near
from foam.values import Value


class Argument(Value):
    """A claim, objection or answer: whatever can be attacked."""

    id: str = Field(min_length=1)
    promotes: tuple[str, ...] = ()
    """Values it promotes: several, or none for a plain fact or a point of logic."""

    @field_validator("promotes")
    @classmethod
    def _once(cls, values: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(values)))


class Attack(Value):
    """One argument speaks against another."""

    attacker: str
    target: str

    @property
    def ends(self) -> tuple[str, str]:
        return self.attacker, self.target


class Framework(Value):
    """Arguments and who attacks whom. Ends that name no argument, and repeats, are refused."""

    arguments: tuple[Argument, ...] = ()
    attacks: tuple[Attack, ...] = ()

    @model_validator(mode="after")
    def _whole(self) -> Self:
        ids = [argument.id for argument in self.arguments]
        known = {*ids}
        ends = [attack.ends for attack in self.attacks]
        _refuse_repeats("argument", ids)
        _refuse_repeats("attack", ends)
        for end in chain.from_iterable(ends):
            if end not in known:
                raise NotFound(f"attack with an unknown argument {end!r}", hint=suggest_near(end, ids))
        return self

    def by_id(self) -> Mapping[str, Argument]:
        """The arguments by their id."""
        return {argument.id: argument for argument in self.arguments}

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
