"""The page on packs names every field that the files of a pack may have."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from foam.argument.outline import OutlineNode
from foam.pack.formats import DebateFormat, SpeechSlot
from foam.pack.outlines import SpeechOutline
from foam.pack.pack import Criterion, DeclaredFile, Described, Pack
from foam.pack.profile import Length, Profile, Term
from foam.pack.rubric import Component, Dimension, Rubric
from foam.pack.rules import (
    Conclusion,
    Condition,
    FindingVariant,
    Provision,
    Rounding,
    Source,
    StatedCalculation,
    StatedFinding,
    StatedInput,
)
from foam.perspective.diversity import Stakeholder
from foam.perspective.node import Perspective

PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text("utf-8")
NAMED = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`\n]+`|```.*?```", PAGE, re.DOTALL))))
MADE = {"prompts", "rubric", "formats", "profiles", "folder", "reference", "content"}
"""What the loader fills from other files."""


@pytest.mark.parametrize(
    "model",
    [
        Pack, DeclaredFile, Described, Criterion, Stakeholder, Perspective, Source, Provision, StatedInput,
        StatedCalculation, Rounding, Condition, StatedFinding, FindingVariant, Conclusion,
        Rubric, Dimension, Component, DebateFormat, SpeechSlot, Profile, Length, Term, SpeechOutline, OutlineNode,
    ],
)  # fmt: skip
def test_every_field_is_on_the_page(model: type[BaseModel]) -> None:
    fields = {field.alias or name for name, field in model.model_fields.items()}
    set_by_code: dict[type[BaseModel], set[str]] = {Pack: MADE, OutlineNode: {"generated", "among"}}
    made = set_by_code.get(model, set())
    assert fields - NAMED - made == set()
