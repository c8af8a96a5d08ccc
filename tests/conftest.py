"""Shared fixtures: where the public data is, and what to say when it is not there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

DATA = Path(os.environ.get("FOAM_DATA", Path(__file__).parents[1].parent / "shared" / "data"))


settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
"""Timing never decides a test: a loaded machine is no fault of the code."""


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of public data sets; the test is skipped, loudly, when it is absent."""
    if not DATA.is_dir():
        pytest.skip(f"MISSING DATA: {DATA} is not there; set FOAM_DATA to run this test")
    return DATA
