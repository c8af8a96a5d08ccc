"""The prompts of this folder, as shipped. Domain packs do not overlay them: a metric is the same in every domain."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from foam.model.template import Prompts, prompts


@cache
def shipped_prompts() -> Prompts:
    """Every template by its name."""
    folder = files("foam.domains").joinpath("shared", "prompts", "debatable")
    found = [file for file in folder.iterdir() if file.name.endswith(".txt")]
    return prompts({file.name.removesuffix(".txt"): file.read_text(encoding="utf-8") for file in found})
