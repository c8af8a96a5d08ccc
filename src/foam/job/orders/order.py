"""What somebody asks of a home. Each field stands once, with its help and default.

It is an argument of the call, an option of the command, a field of the form and a value of the row in the queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Self, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import ConfigDict, ValidationError

from foam.errors import InputError
from foam.perspective.near import suggest_near
from foam.values import CleanLine, Value, digest


@dataclass(frozen=True, slots=True)
class Shown:
    """How a field is written on the command line, where that is not `--NAME VALUE`."""

    option: str = ""
    metavar: str = ""
    is_file: bool = False
    """A file that is there."""
    is_subject: bool = False
    """What the order is about: it stands first and has no name."""


SUBJECT = Shown(is_subject=True)


@dataclass(frozen=True, slots=True)
class OrderField:
    """A field of an order as a face draws it."""

    name: str
    help: str
    default: Any
    is_required: bool
    shown: Shown
    many: Literal["", "list", "pairs"]
    """Whether it takes several values, or names with values."""
    is_optional: bool
    type: Any
    """Of one value: `str`, `int`, `float`, `bool`, or `Literal` for a choice."""
    least: float | None
    most: float | None

    @property
    def choices(self) -> tuple[str, ...]:
        """The words that it takes, where they are a closed set; the empty one is said by leaving it out."""
        return tuple(filter(None, get_args(self.type))) if get_origin(self.type) is Literal else ()


class Order(Value):
    """What every order has."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    owner: CleanLine = ""
    """Who asked for it; empty where there are no accounts."""

    @property
    def id(self) -> str:
        """The same order is the same work."""
        return digest(self.json_value()).removeprefix("b2:")[:16]

    @classmethod
    def list_fields(cls) -> Iterator[OrderField]:
        """What somebody fills in, in the order of the form."""
        for name, field in cls.model_fields.items():
            if name not in ("call", "owner"):
                many, is_optional, kind = _take_apart(field.annotation)
                limits = {type(one): one for one in field.metadata}
                least, most = limits.get(Ge), limits.get(Le)
                yield OrderField(
                    name=name,
                    help=" ".join((field.description or "").split()),
                    default=field.get_default(call_default_factory=True) if not field.is_required() else None,
                    is_required=field.is_required(),
                    shown=limits.get(Shown, Shown()),
                    many=many,
                    is_optional=is_optional,
                    type=kind,
                    least=least.ge if least else None,
                    most=most.le if most else None,
                )

    @classmethod
    def read(cls, subject: Any = None, fields: Mapping[str, Any] | None = None) -> Self:
        """An order as it is given, or made of its subject and its fields by name. What is None is left as it is."""
        known = {field.name: field for field in cls.list_fields()}
        given = {name: value for name, value in (fields or {}).items() if value is not None}
        if wrong := next((name for name in given if name not in known), ""):
            raise InputError(f"there is no {wrong!r} to choose here", hint=suggest_near(wrong, known))
        if isinstance(subject, cls):
            given = {**{name: getattr(subject, name) for name in subject.model_fields_set}, **given}
        elif subject is not None:
            given[next(name for name, field in known.items() if field.shown.is_subject)] = subject
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            name = str(first["loc"][0])
            told = known[name].help if name in known else ""
            raise InputError(f"{name}={first['input']!r}: {first['msg'].lower()}", hint=told) from None


class RunOrder(Order):
    """What every order has that runs something."""

    model: CleanLine | None = None
    """Who answers: embedded, scripted, or an endpoint's name [the setting `model`]."""
    seed: int | None = None
    """Same seed, same record [the setting `seed`]."""
    pack: CleanLine | None = None
    """The domain pack: its name or its folder [the setting `pack`]."""
    library: bool = False
    """Read your own library instead of the pack's sample."""

    @property
    def place(self) -> dict[str, Any]:
        """Where it is done and by whom, as a desk takes it."""
        return {"model": self.model, "seed": self.seed, "pack": self.pack, "library": self.library}


def name_run(run: Any) -> Any:
    """The run that a result came of; a key stays what it is."""
    return getattr(run, "run", run)


def _take_apart(annotation: Any) -> tuple[Literal["", "list", "pairs"], bool, Any]:
    """Whether a type takes many values, whether it may be left open, and what one value is."""
    if get_origin(annotation) is Annotated:
        return _take_apart(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        kinds = [one for one in get_args(annotation) if one is not NoneType]
        many, _, kind = _take_apart(kinds[0])
        return many, len(kinds) < len(get_args(annotation)), kind
    if get_origin(annotation) in (tuple, dict):
        one = get_args(annotation)[0 if get_origin(annotation) is tuple else 1]
        return ("list" if get_origin(annotation) is tuple else "pairs"), False, _take_apart(one)[2]
    return "", False, annotation
