"""A judge that looks up what was written of each pair (`training.careful read --also`), for fits and figures."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from foam.model.judge import HEADS, Card, Judge


class LookedUp(Judge):
    """The usual questions, of the pairs that `training.asked` noted; KeyError for any other."""

    def __init__(self, card: Card, outputs: Path, also: Path) -> None:
        self.card = card
        with gzip.open(also, "rt", encoding="utf-8") as lines:
            self._places = {tuple(json.loads(line)): at for at, line in enumerate(lines)}
        held = np.load(outputs)
        self._said = {head: held[f"also {head}"] for head in HEADS}
        self._heads = {head: SimpleNamespace(size=one.shape[1]) for head, one in self._said.items()}  # type: ignore[misc]

    def all_logits(self, heads: Sequence[str], pairs: Sequence[tuple[str, str]]) -> dict[str, np.ndarray]:
        at = [self._places[pair] for pair in pairs]
        return {head: self._said[head][at] for head in heads}
