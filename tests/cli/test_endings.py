"""Help lists the endings of files without importing what is written to them: the list is the one the values have."""

from __future__ import annotations

import re

import pytest

import foam
from foam.cli import endings

KINDS = ("Answer", "CardFile", "Case", "Cutting", "Debate", "DebateEvaluation", "Examination")


@pytest.mark.parametrize("kind", KINDS)
def test_the_endings_in_help_are_those_that_can_be_written(kind: str) -> None:
    assert getattr(foam, kind).endings() == getattr(endings, re.sub(r"(?<=[a-z])(?=[A-Z])", "_", kind).upper())
