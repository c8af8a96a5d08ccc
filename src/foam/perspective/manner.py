"""What the declared dimensions of a seat make it do, read from `data/effects.toml`.

Each option of each dimension changes at least one of the fields below, and no two options of a dimension change them
alike. `foam.perspective.conduct` holds the functions through which a field takes effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import zip_longest
from math import prod
from typing import Annotated, Any, Literal, TypeAlias, get_args

from pydantic import AfterValidator, Field

from foam.argument.objection import ObjectionType
from foam.argument.scheme import Part, SchemeId, load_schemes
from foam.argument.toulmin import Qualifier
from foam.perspective.catalogue import find_meaning, load_catalogue, read_data
from foam.perspective.node import Perspective
from foam.perspective.sources import SourceGroup
from foam.values import Value

Stance = Literal["affirm_whole", "affirm_qualified", "oppose_direct", "oppose_alternative"]
Trait: TypeAlias = SourceGroup | Literal["peer_reviewed", "recent", "older", "figures", "plain"]
"""What a source or a sentence can be; `recent` and `older` are meant among those found."""
Target = Literal["strongest", "weakest", "thinnest", "most_backed", "least_examined", "highest_value", "lowest_value"]
"""Which reason is objected to first: by its strength, by how many sentences it rests on, by how many back it, by how
often it was examined, or by how high the objector ranks the value it promotes."""
Reply = Literal["rebut", "qualify", "revise", "concede"]
Metric = Literal["magnitude", "probability", "timeframe", "reversibility", "distribution"]
ToulminPart = Literal["claim", "grounds", "warrant", "backing", "qualifier", "rebuttal"]
Sort: TypeAlias = SchemeId | Literal["strength", "value"]
Addition = Literal["sum", "strongest", "together"]

CERTAINTY: tuple[Qualifier, ...] = ("certainly", "probably", "unless rebutted", "possibly", "in some cases")
"""From the most certain to the least."""
LEAST_FACTOR, MOST_FACTOR = 0.25, 4.0
"""However much is declared, no form of reason is silenced and none drowns the others."""


def _check_press(name: str) -> str:
    questions = {question.id for scheme in load_schemes() for question in scheme.questions}
    if name not in {*get_args(Part), *get_args(ObjectionType), *questions}:
        raise ValueError(f"{name!r} is no part, type of objection or critical question")
    return name


Press = Annotated[str, AfterValidator(_check_press)]
"""What an objection strikes: a part, a type of objection, or one critical question by its id."""
Factor = Annotated[float, Field(gt=0)]


class Manner(Value):
    """What a seat does because of what it declared. The defaults are those of a seat that declared nothing."""

    stance: Stance | None = None
    """The position it takes; None leaves it to choose."""
    seek: tuple[str, ...] = ()
    """Words added to its searches; sentences with one of them come first among equals."""
    prefers: tuple[Trait, ...] = ()
    """Sources and sentences that come first among those found."""
    schemes: dict[SchemeId, Factor] = Field(default_factory=dict)
    """By how much it multiplies the weight of a reason of that form."""
    least: float = Field(default=0.0, ge=0, le=1)
    """Reasons weaker than this count nothing for it."""
    adds: Addition = "sum"
    """How it adds reasons up: their sum, the strongest alone, or many small ones for more than their sum."""
    presses: tuple[Press, ...] = ()
    """What its objections strike first."""
    targets: tuple[Target, ...] = ()
    """Which reasons it objects to first."""
    objections: int = Field(default=1, ge=0)
    """How many objections it raises to each other seat of its own accord."""
    answers: tuple[Reply, ...] = ()
    """In what order it considers the ways to answer an objection."""
    grounds: tuple[int, ...] = (1, 1, 1)
    """How many sentences each of its claims rests on at most; as many claims as figures."""
    parts: tuple[ToulminPart, ...] = ("warrant",)
    """What its claims must spell out beside claim and grounds."""
    certainty: Qualifier = "certainly"
    """The most certain it puts a claim."""
    order: tuple[Metric, ...] = ()
    """On which metrics it compares impacts first."""
    sorts: tuple[Sort, ...] = ()
    """In what order its reasons are told."""
    tells: tuple[ToulminPart, ...] = ()
    """In what order the parts of one claim are told."""
    wording: tuple[str, ...] = ()
    """How a model that writes puts its words."""


LISTS = ("prefers", "presses", "targets", "answers", "order", "sorts", "tells", "wording")
"""Fields in which options of several dimensions follow one another, in the order of the catalogue."""
OWNED = ("stance", "least", "adds", "objections", "grounds", "parts")
"""Fields that the options of one dimension alone set, so that no declaration overrides another."""


def read_manner(seat: Perspective) -> Manner:
    """What the seat does because of the dimensions it declared, whatever the order in which it declared them."""
    declared = (name for name in load_catalogue() if name in seat.dimensions)
    return merge([find_effect(name, seat.dimensions[name]) for name in declared])


def find_effect(dimension: str, option: str) -> Manner:
    """What one option alone makes its holder do."""
    find_meaning(dimension, option)
    return load_effects()[dimension, option]


@cache
def load_effects() -> Mapping[tuple[str, str], Manner]:
    """The effect of every option."""
    return {
        (dimension, option): Manner.model_validate(row)
        for dimension, options in read_data("effects.toml").items()
        for option, row in options.items()
    }


def merge(effects: Iterable[Manner]) -> Manner:
    """Several effects as one manner."""
    given = list(effects)
    merged: dict[str, Any] = {name: _chain(getattr(one, name) for one in given) for name in LISTS}
    for one in given:
        merged |= {name: getattr(one, name) for name in OWNED if name in one.model_fields_set}
    forms = sorted({form for one in given for form in one.schemes})
    merged["schemes"] = {form: _bound(prod(one.schemes.get(form, 1.0) for one in given)) for form in forms}
    merged["certainty"] = max([CERTAINTY[0], *(one.certainty for one in given)], key=CERTAINTY.index)
    merged["seek"] = _chain(zip_longest(*(one.seek for one in given), fillvalue=""))
    return Manner(**merged)


NAMES = {
    "stance": "takes the position",
    "seek": "searches for",
    "prefers": "puts first among what it finds",
    "schemes": "weighs by their form",
    "least": "counts no reason weaker than",
    "adds": "adds reasons up as",
    "presses": "presses first",
    "targets": "objects first to the reason that is",
    "objections": "objections to each other seat",
    "answers": "answers objections by, in this order",
    "grounds": "sentences for each of its claims",
    "parts": "spells out",
    "certainty": "is at most this certain",
    "order": "compares impacts by",
    "sorts": "tells its reasons by",
    "tells": "tells a claim by",
    "wording": "wording",
}
"""Every field in words."""


def describe_effects(manner: Manner) -> dict[str, str]:
    """Whatever differs from declaring nothing, in words: what is done, and how."""
    nothing = Manner()
    return {
        words: _describe(getattr(manner, name))
        for name, words in NAMES.items()
        if getattr(manner, name) != getattr(nothing, name)
    }


def _describe(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{_plain(name)} × {factor:g}" for name, factor in value.items())
    return (", ".join(map(_plain, value)) or "nothing") if isinstance(value, tuple) else _plain(value)


def _plain(value: object) -> str:
    return str(value).replace("_", " ")


def _chain(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """All of them one after another, each once."""
    return tuple(dict.fromkeys(one for entries in lists for one in entries if one))


def _bound(factor: float) -> float:
    return min(MOST_FACTOR, max(LEAST_FACTOR, factor))
