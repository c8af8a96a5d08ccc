"""What the researcher's tests share: a home whose models are the shipped fakes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import foam


def make_fakes() -> dict[str, Any]:
    return {
        "models": foam.ScriptedModel(),
        "embedder": foam.HashingEmbedder(512),
        "stance": lambda claim, texts: [0.0] * len(texts),
    }


@pytest.fixture
def fakes() -> dict[str, Any]:
    return make_fakes()


@pytest.fixture
def home(tmp_path: Path, fakes: dict[str, Any]) -> Iterator[foam.Home]:
    with foam.open(tmp_path / "home", environ={}, **fakes) as opened:
        yield opened


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[foam.Home]:
    """One home for all tests that only compute."""
    with foam.open(tmp_path_factory.mktemp("desk") / "home", environ={}, **make_fakes()) as opened:
        yield opened
