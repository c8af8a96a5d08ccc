"""The 32 dimensions and their closed sets of options, read from data.

The data is `data/dimensions.toml`: six categories, as in FOAM's appendix A.1, with a question per dimension and, per
option, what it commits its holder to.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from foam.errors import SettingError
from foam.perspective.near import suggest_near
from foam.values import Value

Category: TypeAlias = Literal[
    "debate_technique", "epistemological", "ethical_impact", "strategic", "belief_paradigm", "policy_paradigm"
]


class Dimension(Value):
    """One axis along which perspectives differ."""

    id: str
    category: Category
    asks: str
    """The question that an option answers."""
    options: dict[str, str]
    """Each option and what it commits its holder to."""


@cache
def load_catalogue() -> Mapping[str, Dimension]:
    """Every dimension by its id, in the order of the data."""
    listed = (
        Dimension(id=name, category=category, **body)
        for category, group in read_data("dimensions.toml").items()
        for name, body in group.items()
    )
    return MappingProxyType({dimension.id: dimension for dimension in listed})


def require_dimension(name: str) -> Dimension:
    """The dimension of this name, or an error that names the nearest."""
    found = load_catalogue().get(name)
    if found is None:
        raise SettingError(f"unknown dimension {name!r}", hint=suggest_near(name, load_catalogue()))
    return found


def find_meaning(name: str, option: str) -> str:
    """What choosing this option of this dimension commits its holder to."""
    options = require_dimension(name).options
    if option not in options:
        raise SettingError(f"dimension {name} has no option {option!r}", hint=suggest_near(option, options))
    return options[option]


def read_data(name: str) -> dict[str, Any]:
    """A data file of this folder."""
    return tomllib.loads((files("foam.perspective") / "data" / name).read_text(encoding="utf-8"))
