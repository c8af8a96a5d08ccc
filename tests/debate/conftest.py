"""The embedded model with its judge, for tests that need pulled weights."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.model.embedded.conftest import pulled_home

from foam.model.embedded.model import EmbeddedModel
from foam.model.judge import shipped_judge

__all__ = ["pulled_home"]


@pytest.fixture(scope="session")
def embedded(pulled_home: Path) -> EmbeddedModel:
    return EmbeddedModel(pulled_home, judge=shipped_judge())
