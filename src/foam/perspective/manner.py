"""What the declared dimensions of a seat make it do, read from `data/effects.toml`.

An option without a row there is told in words alone, as the catalogue has them. `foam.perspective.conduct` holds the
functions through which searches and comparisons follow a manner.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

from foam.perspective.catalogue import find_meaning, load_catalogue, read_data
from foam.perspective.node import Perspective
from foam.perspective.sources import SourceGroup
from foam.values import Value

Stance = Literal["affirm_whole", "affirm_qualified", "oppose_direct", "oppose_alternative"]
Trait: TypeAlias = SourceGroup | Literal["peer_reviewed", "recent", "older", "figures", "plain"]
"""What a source or a sentence can be; `recent` and `older` are meant among those found."""
Metric = Literal["magnitude", "probability", "timeframe", "reversibility", "distribution"]


class Manner(Value):
    """What a seat does because of what it declared. The defaults are those of a seat that declared nothing."""

    stance: Stance | None = None
    """The position it takes; None leaves it to choose."""
    seek: tuple[str, ...] = ()
    """Words added to its searches; sentences with one of them come first among equals."""
    prefers: tuple[Trait, ...] = ()
    """Sources and sentences that come first among those found."""
    grounds: tuple[int, ...] = (1, 1, 1)
    """How many sentences each of its claims rests on at most; as many claims as figures."""
    order: tuple[Metric, ...] = ()
    """On which metrics it compares impacts first."""
    wording: tuple[str, ...] = ()
    """How a model that writes puts its words."""


LISTS = ("prefers", "order", "wording")
"""Fields in which options of several dimensions follow one another, in the order of the catalogue."""
OWNED = ("stance", "grounds")
"""Fields that the options of one dimension alone set, so that no declaration overrides another."""


def read_manner(seat: Perspective) -> Manner:
    """What the seat does because of the dimensions it declared, whatever the order in which it declared them."""
    declared = (name for name in load_catalogue() if name in seat.dimensions)
    return merge([find_effect(name, seat.dimensions[name]) for name in declared])


def find_effect(dimension: str, option: str) -> Manner:
    """What one option alone makes its holder do."""
    find_meaning(dimension, option)
    return load_effects().get((dimension, option), Manner())


@cache
def load_effects() -> Mapping[tuple[str, str], Manner]:
    """The effect of every option that has one."""
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
    merged["seek"] = _chain(zip_longest(*(one.seek for one in given), fillvalue=""))
    return Manner(**merged)


NAMES = {
    "stance": "takes the position",
    "seek": "searches for",
    "prefers": "puts first among what it finds",
    "grounds": "sentences for each of its claims",
    "order": "compares impacts by",
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
    return (", ".join(map(_plain, value)) or "nothing") if isinstance(value, tuple) else _plain(value)


def _plain(value: object) -> str:
    return str(value).replace("_", " ")


def _chain(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """All of them one after another, each once."""
    return tuple(dict.fromkeys(one for entries in lists for one in entries if one))
