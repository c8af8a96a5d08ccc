"""The pulled weights, or a loud skip; and a small question with its views."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from foam.debatable.item import PartialAnswer
from foam.debatable.readers.embedded import EmbeddedReader
from foam.errors import WeightsMissing
from foam.model.embedded.pins import SMOLLM2
from foam.model.embedded.pull import require_folder
from foam.settings import find_home


@pytest.fixture(scope="session")
def embedded() -> EmbeddedReader:
    home = find_home(os.environ, Path.cwd(), Path.home())
    try:
        require_folder(home, SMOLLM2)
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")
    return EmbeddedReader(home)


@pytest.fixture
def uniforms() -> tuple[PartialAnswer, ...]:
    """Three views on school uniforms."""
    return (
        PartialAnswer(point_of_view="Uniforms reduce bullying.", explanation="Nobody is mocked for cheap clothes."),
        PartialAnswer(point_of_view="Uniforms limit expression.", explanation="Clothes show who a pupil is."),
        PartialAnswer(point_of_view="Uniforms cost money.", explanation="Families buy them on top of other clothes."),
    )
