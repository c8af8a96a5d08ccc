"""What somebody asks of a home. Each field stands once, with its help and default.

It is an argument of the call, an option of the command, a field of the form, an argument of the tool and a value of the
row in the queue. Faces draw what `Order.list_fields` tells them; `Order.read` and `Order.read_texts` make an order of
what somebody gave.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from inspect import get_annotations
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, Literal, Self, Union, get_args, get_origin

from annotated_types import Ge, Le
from pydantic import ConfigDict, ValidationError

from foam.errors import FieldError
from foam.perspective.near import suggest_near
from foam.values import CleanLine, Value, digest


@dataclass(frozen=True, slots=True)
class Shown:
    """How a field is written on the command line, where that is not `--NAME VALUE`."""

    option: str = ""
    metavar: str = ""
    is_file: bool | None = None
    """Whether it is a file that is there; without it, where its type is a path."""
    is_subject: bool = False
    """What the order is about: it stands first and has no name."""
    is_long: bool = False
    """Whether somebody writes more than a line."""
    group: str = ""
    """The group of a form in which it stands, where that is not the one of its class."""


SUBJECT = Shown(is_subject=True)


@dataclass(frozen=True, slots=True)
class OrderField:
    """A field of an order as a face draws it."""

    name: str
    help: str
    group: str
    """The heading under which it stands in a form; empty for what is always asked."""
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

    group: ClassVar[str] = ""
    """The heading under which the fields that a class declares stand in a form."""
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
                shown = limits.get(Shown, Shown())
                yield OrderField(
                    name=name,
                    help=" ".join((field.description or "").split()),
                    group=shown.group or cls._find_group(name),
                    default=field.get_default(call_default_factory=True) if not field.is_required() else None,
                    is_required=field.is_required(),
                    shown=shown,
                    many=many,
                    is_optional=is_optional,
                    type=kind,
                    least=least.ge if least else None,
                    most=most.le if most else None,
                )

    @classmethod
    def read(cls, *subjects: Any, **fields: Any) -> Self:
        """An order as it is given, or made of its subjects and its fields by name. What is None is left as it is."""
        known = {field.name: field for field in cls.list_fields()}
        given = {name: value for name, value in fields.items() if value is not None}
        if wrong := next((name for name in given if name not in known), ""):
            raise FieldError(wrong, f"there is no {wrong!r} to choose here", hint=suggest_near(wrong, known))
        if subjects and isinstance(subjects[0], cls):
            given = {**{name: getattr(subjects[0], name) for name in subjects[0].model_fields_set}, **given}
        else:
            given |= cls._name_subjects(subjects)
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise _explain(error, known) from None

    @classmethod
    def read_texts(cls, given: Mapping[str, Sequence[str]], **fields: Any) -> Self:
        """An order from what a form or an address says: of each field its texts, beside `fields` that are no texts.
        Empty ones say nothing."""
        known = {field.name: field for field in cls.list_fields()}
        for name, texts in given.items():
            said = [text.strip() for text in texts if text.strip()]
            many = known[name].many if name in known else ""
            if said:
                fields[name] = said if many == "list" else _read_pairs(name, said) if many else said[-1]
        return cls.read(**fields)

    @classmethod
    def _name_subjects(cls, subjects: Sequence[Any]) -> dict[str, Any]:
        """Subjects by their names; the last takes all that are left where it takes many."""
        left, named = list(subjects), {}
        for field in cls.list_fields():
            if field.shown.is_subject and left:
                named[field.name] = left if field.many else left.pop(0)
                left = [] if field.many else left
        return {name: value for name, value in named.items() if value is not None}

    @classmethod
    def _find_group(cls, name: str) -> str:
        """The group of the class that declares a field."""
        owner = next((one for one in cls.__mro__ if name in get_annotations(one)), cls)
        return str(owner.__dict__.get("group", ""))


class ModelOrder(Order):
    """What every order has that somebody answers."""

    group: ClassVar[str] = "Who answers"

    model: CleanLine | None = None
    """Who answers: embedded, scripted, or an endpoint's name [the setting `model`]."""
    seed: int | None = None
    """Same seed, same record [the setting `seed`]."""


class RunOrder(ModelOrder):
    """What every order has that runs something over a pack and a library."""

    group: ClassVar[str] = "Pack and library"

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


def _explain(error: ValidationError, known: Mapping[str, OrderField]) -> FieldError:
    """The first thing that is wrong, with what the field takes."""
    first = error.errors()[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    told = known[name].help if name in known else ""
    said = f"{name} is missing" if first["type"] == "missing" else f"{name}={first['input']!r}: {first['msg'].lower()}"
    return FieldError(name, said, hint=told)


def _read_pairs(name: str, texts: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE`, any number of times."""
    pairs = [one.partition("=") for one in texts]
    if wrong := next((one for one in pairs if not (one[0].strip() and one[2].strip())), None):
        raise FieldError(name, f"{name}: {''.join(wrong)!r} has no value", hint="write NAME=VALUE")
    return {key.strip(): value.strip() for key, _, value in pairs}


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
