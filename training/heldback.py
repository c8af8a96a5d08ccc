"""The rows nobody trained or tuned on, made anew from the data by the same rules. The bench reads these."""

from __future__ import annotations

import random
from pathlib import Path

from training import recipe, sources
from training.pairs import Pair, deal

PER_EDIT = 100


def stance(data: Path) -> dict[str, list[Pair]]:
    """Text and claim, for or against, on topics training never saw."""
    rows = sources.perspectrum(data)
    split = deal((row.claim for row in rows), recipe.USUAL)
    kpa, _ = sources.key_points(data)
    topics = recipe.kpa_split(data)
    return {
        "perspectrum": recipe.perspective_stance([row for row in rows if split[row.claim] == "test"]),
        "kpa": [pair for pair in kpa if topics[pair.topic] == "test"],
    }


def factcheck(data: Path) -> list[Pair]:
    return recipe.factcheck(data)["test"]


def wice(data: Path, split: str = "test") -> list[sources.WiceClaim]:
    where = recipe.wice_split(data)
    return [row for row in sources.wice(data) if where[row.article] == split]


def quotations(data: Path, seed: int = 7) -> list[Pair]:
    """Real sentences of held-back articles and what the rules made of them."""
    return recipe.edited_quotations(recipe.quotation_pool(data)["test"], PER_EDIT, random.Random(seed))


def convincing(data: Path) -> list[Pair]:
    return [pair for pair in recipe.convincing(data, random.Random(0))["test"] if pair.task == "quality"]


def key_points(data: Path) -> list[Pair]:
    _, match = sources.key_points(data)
    topics = recipe.kpa_split(data)
    return [pair for pair in match if topics[pair.topic] == "test"]
