"""Homes without pulled weights: a model that knows the facts, and vectors by hashing words."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import foam

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def list_stand_ins() -> dict[str, Any]:
    """What searches instead of models that were pulled."""
    return {"embedder": foam.HashingEmbedder(), "stance": lambda claim, texts: [0.0] * len(texts)}


def open_home(folder: Path, facts: foam.Facts | None = None, **given: Any) -> foam.Home:
    """A home in which the facts answer, at noon of one day. `given` goes to `foam.open` as it is."""
    models = {"models": foam.FactsModel(facts)} if facts else {}
    return foam.open(folder, **{**list_stand_ins(), **models, "clock": lambda: NOON, "environ": {}, **given})


def deliberate(
    folder: Path, facts: foam.Facts, papers: Iterable[Path], *, given: dict[str, Any] | None = None, **options: Any
) -> Any:
    """A deliberation of the facts' question over these papers alone, in a new home."""
    with open_home(folder, facts, **(given or {})) as home:
        home.library.add(*papers)
        return home.deliberate(facts.question, library=True, **options)
