"""Help lists the endings of files without importing what is written to them: the list is the one the values have."""

from __future__ import annotations

import pytest

import foam
from foam.cli.endings import ENDINGS


@pytest.mark.parametrize("kind", sorted(ENDINGS))
def test_the_endings_in_help_are_those_that_can_be_written(kind: str) -> None:
    assert getattr(foam, kind).endings() == ENDINGS[kind]
