"""Every text of the pages, in one file by language."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def load_catalogue() -> dict[str, str]:
    """The texts by name, such as `home.title`."""
    held = tomllib.loads(files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8"))
    return {f"{part}.{name}": text for part, texts in held.items() for name, text in texts.items()}


def say(name: str, **filled: Any) -> str:
    """A text of the catalogue with its gaps filled."""
    return load_catalogue()[name].format(**filled)


def say_or(name: str, otherwise: str) -> str:
    """A text that the catalogue may not have, such as the name of a step."""
    return load_catalogue().get(name, otherwise)
