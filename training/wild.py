"""Pairs nobody labelled: statements met by the texts nearest to them in words, for a larger teacher to label.

They widen the topics the small model has seen from hundreds to thousands. Only training texts and training
topics take part, so that nothing held back leaks in through the teacher.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training import edits, near, sources
from training.pairs import Pair

NEAREST, FARTHER = {"relation": 10, "entails": 8}, 3


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
    """For each query the texts nearest in words, the nearest first. On a GPU where there is one."""
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    index, weight = _space(queries + texts)
    known, found = torch.tensor(_vectors(texts, index, weight), device=device).T, []
    for start in range(0, len(queries), 500):
        close = torch.tensor(_vectors(queries[start : start + 500], index, weight), device=device) @ known
        found += close.topk(count, dim=1).indices.tolist()
    return found


def _with_opposites(texts: set[str], share: float, rng: random.Random) -> list[str]:
    ordered = sorted(texts)
    return ordered + [other for text in ordered if rng.random() < share and (other := edits.flipped(text, rng))]


STANCE, FACTS = ("perspectrum", "kpa", "ukp", "ibm_ce", "iam_stance", "valueeval23"), ("fever_dev", "fm2", "healthver")
MORE_FACTS = ("covidfact", "creak", "mnli_dev_matched", "sanli_base_wiki", "rte", "wice", "politihop", "fm2_retrieved")


def pools(data: Path, train: list[Pair], rng: random.Random) -> list[Pair]:
    """The two sides to be paired, as half-empty rows: texts that argue, and statements they may bear on."""
    asked = {pair.topic for pair in train if pair.source == "questions"}
    said = {one for question, yes, no, _ in sources.statements(data) if question in asked for one in (yes, no)}
    stance = [pair for pair in train if pair.task == "relation" and pair.source in STANCE]
    short = {pair.first for pair in stance if len(pair.first.split()) <= 25}
    statements = sorted(said) + _with_opposites({pair.second for pair in stance}, 0.8, rng)
    statements += _with_opposites(set(rng.sample(sorted(short), min(5000, len(short)))), 0.3, rng)
    texts = _with_opposites({pair.first for pair in stance}, 0.15, rng) + sorted({pair.second for pair in stance})
    facts = [pair for pair in train if pair.task == "entails" and pair.source in FACTS + MORE_FACTS]
    claims = _with_opposites({pair.second for pair in facts}, 0.3, rng)
    evidence = {pair.first for pair in facts if len(pair.first.split()) <= 80}
    return _side("relation", texts, statements) + _side(
        "entails", sorted(evidence), rng.sample(claims, min(20_000, len(claims)))
    )


def _side(task: str, texts: Sequence[str], statements: Sequence[str]) -> list[Pair]:
    rows = [Pair(task, text, "", (0.0, 0.0, 0.0), "text", "") for text in dict.fromkeys(texts)]
    return rows + [Pair(task, "", text, (0.0, 0.0, 0.0), "statement", "") for text in dict.fromkeys(statements)]


def meet(rows: list[Pair], task: str, rng: random.Random) -> list[Pair]:
    """Each statement of a task with its nearest texts and a few of the next hundred."""
    texts = [row.first for row in rows if row.source == "text" and row.task == task]
    statements = [row.second for row in rows if row.source == "statement" and row.task == task]
    made = []
    for statement, close in zip(statements, nearest(statements, texts, min(120, len(texts) - 1)), strict=True):
        for at in close[: NEAREST[task]] + rng.sample(close[NEAREST[task] :], min(FARTHER, len(close) - NEAREST[task])):
            if texts[at] != statement:
                made.append(Pair(task, texts[at], statement, (0.0, 0.0, 0.0), "taught", statement))
    return made
