"""The pulled weights, loaded once a session; a test that needs them is skipped, loudly, when they are absent."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from foam.errors import WeightsMissing
from foam.model.embedded.model import EmbeddedModel
from foam.model.embedded.pins import PINS
from foam.model.embedded.pull import require_folder
from foam.model.embedded.senses import Senses
from foam.model.judge import shipped_judge
from foam.settings import find_home


@pytest.fixture(scope="session")
def pulled_home() -> Path:
    home = find_home(os.environ, Path.cwd(), Path.home())
    try:
        for pin in PINS:
            require_folder(home, pin)
    except WeightsMissing as missing:
        pytest.skip(f"MISSING WEIGHTS: {missing.what}; {missing.hint}")
    return home


@pytest.fixture(scope="session")
def model(pulled_home: Path) -> EmbeddedModel:
    return EmbeddedModel(pulled_home, judge=shipped_judge())


@pytest.fixture(scope="session")
def senses(model: EmbeddedModel) -> Senses:
    return model.senses
