"""Pairs nobody labelled: statements met by the texts nearest to them in words, for a larger teacher to label.

They widen the topics the small model has seen from hundreds to thousands. Only training texts and training
topics take part, so that nothing held back leaks in through the teacher.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from pathlib import Path

import numpy as np

from training import edits, near, sources
from training.pairs import Pair

NEAREST, FARTHER = 16, 4


def _space(texts: list[str]) -> tuple[dict[str, int], np.ndarray]:
    seen = Counter(stem for text in texts for stem in set(near.stems(text)))
    index = {stem: at for at, stem in enumerate(stem for stem, count in seen.items() if count > 2)}
    weight = np.array([math.log(len(texts) / seen[stem]) for stem in index], dtype=np.float32)
    return index, weight


def _vectors(texts: list[str], index: dict[str, int], weight: np.ndarray) -> np.ndarray:
    matrix = np.zeros((len(texts), len(index)), dtype=np.float32)
    for row, text in enumerate(texts):
        for stem in set(near.stems(text)) & index.keys():
            matrix[row, index[stem]] = weight[index[stem]]
    return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)


def nearest(queries: list[str], texts: list[str], count: int) -> list[list[int]]:
    index, weight = _space(queries + texts)
    known, found = _vectors(texts, index, weight).T, []
    for start in range(0, len(queries), 500):
        close = _vectors(queries[start : start + 500], index, weight) @ known
        top = np.argpartition(-close, count, axis=1)[:, :count]
        order = np.argsort(-np.take_along_axis(close, top, 1), axis=1, kind="stable")
        found += np.take_along_axis(top, order, 1).tolist()
    return found


def _with_opposites(texts: set[str], share: float, rng: random.Random) -> list[str]:
    ordered = sorted(texts)
    return ordered + [other for text in ordered if rng.random() < share and (other := edits.flipped(text, rng))]


def pools(data: Path, train: list[Pair], rng: random.Random) -> list[Pair]:
    """The two sides to be paired, as half-empty rows: texts that argue, and statements they may bear on."""
    asked = {pair.topic for pair in train if pair.source == "questions"}
    said = {one for question, yes, no, _ in sources.statements(data) if question in asked for one in (yes, no)}
    stance = [
        pair for pair in train if pair.task == "relation" and pair.source in ("perspectrum", "kpa", "ukp", "ibm_ce")
    ]
    short = {pair.first for pair in stance if len(pair.first.split()) <= 25}
    statements = sorted(said) + _with_opposites({pair.second for pair in stance}, 0.8, rng)
    statements += _with_opposites(set(rng.sample(sorted(short), min(5000, len(short)))), 0.3, rng)
    texts = _with_opposites({pair.first for pair in stance}, 0.15, rng) + sorted({pair.second for pair in stance})
    rows = [Pair("relation", text, "", (0.0, 0.0, 0.0), "text", "") for text in dict.fromkeys(texts)]
    return rows + [Pair("relation", "", text, (0.0, 0.0, 0.0), "statement", "") for text in dict.fromkeys(statements)]


def meet(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Each statement with its nearest texts and a few of the next hundred."""
    texts = [row.first for row in rows if row.source == "text"]
    statements = [row.second for row in rows if row.source == "statement"]
    made = []
    for statement, close in zip(statements, nearest(statements, texts, min(120, len(texts) - 1)), strict=True):
        for at in close[:NEAREST] + rng.sample(close[NEAREST:], min(FARTHER, len(close[NEAREST:]))):
            if texts[at] != statement:
                made.append(Pair("relation", texts[at], statement, (0.0, 0.0, 0.0), "taught", statement))
    return made
