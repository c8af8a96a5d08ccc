"""What one side alone gives away: naive Bayes over the words of the text or of the claim. Baselines of the bench."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

import numpy as np

from training import near
from training.pairs import Pair

CLASSES = 3


class OneSided:
    """Learns from one side of the training pairs; classes count alike."""

    def __init__(self, pairs: Sequence[Pair], side: Literal["first", "second"]) -> None:
        self._side = side
        counts = [Counter[str]() for _ in range(CLASSES)]
        for pair in pairs:
            counts[int(np.argmax(pair.target))].update(set(near.stems(self._text(pair))))
        totals = np.array([sum(one.values()) for one in counts]) + 1.0
        known = set().union(*counts)
        self._odds = {word: np.log((np.array([one[word] for one in counts]) + 0.5) / totals) for word in known}

    def scores(self, pairs: Sequence[Pair]) -> np.ndarray:
        """Log-odds of the three classes for each pair, up to a constant."""
        zero = np.zeros(CLASSES)
        found = [sum((self._odds.get(word, zero) for word in set(near.stems(self._text(p)))), zero) for p in pairs]
        return np.array(found)

    def _text(self, pair: Pair) -> str:
        return pair.first if self._side == "first" else pair.second
