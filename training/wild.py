"""Pairs nobody labelled: statements met by the texts nearest to them in words, for a larger teacher to label.

They widen the topics the small model has seen from hundreds to thousands. Only training texts and training
topics take part, so that nothing held back leaks in through the teacher.

    python -m training.wild --pairs out/rich.jsonl.gz --out out/wild.jsonl.gz

writes them for `training.teach`.
"""

from __future__ import annotations

import argparse
import math
import random
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from training import edits, near, sources, store
from training.pairs import Pair

NEAREST, FARTHER = {"relation": 10, "entails": 8}, 3
PASSAGE, WORDS = 12, (50, 150)
"""Of how many of the nearest texts a passage is made, and how many words it has."""


def _space(texts: list[str]) -> tuple[dict[str, int], np.ndarray]:
    seen = Counter(stem for text in texts for stem in set(near.stems(text)))
    index = {stem: at for at, stem in enumerate(stem for stem, count in seen.items() if count > 2)}
    weight = np.array([math.log(len(texts) / seen[stem]) for stem in index], dtype=np.float32)
    return index, weight


def _vectors(texts: list[str], index: dict[str, int], weight: np.ndarray) -> sparse.csr_matrix:
    rows, columns = [], []
    for row, text in enumerate(texts):
        ours = sorted(index[stem] for stem in set(near.stems(text)) & index.keys())
        rows += [row] * len(ours)
        columns += ours
    matrix = sparse.csr_matrix((weight[columns], (rows, columns)), shape=(len(texts), len(index)), dtype=np.float32)
    lengths = np.sqrt(np.asarray(matrix.multiply(matrix).sum(axis=1)))
    return sparse.csr_matrix(matrix.multiply(1 / np.maximum(lengths, 1e-9)))


def nearest(queries: list[str], texts: list[str], count: int) -> list[list[int]]:
    """For each query the texts nearest in words, the nearest first."""
    index, weight = _space(queries + texts)
    known, found = _vectors(texts, index, weight).T.tocsr(), []
    for start in range(0, len(queries), 500):
        close = -(_vectors(queries[start : start + 500], index, weight) @ known).toarray()
        top = np.argpartition(close, count, axis=1)[:, :count]
        order = np.take_along_axis(close, top, axis=1).argsort(axis=1, kind="stable")
        found += np.take_along_axis(top, order, axis=1).tolist()
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


def meet_passages(rows: list[Pair], rng: random.Random) -> list[Pair]:
    """Each statement of fact with a passage of texts near it in words, as a search brings it; the nearest is left out
    of a third, so that some passages leave the statement open."""
    texts = [row.first for row in rows if row.source == "text" and row.task == "entails"]
    statements = [row.second for row in rows if row.source == "statement" and row.task == "entails"]
    made = []
    for statement, close in zip(statements, nearest(statements, texts, PASSAGE), strict=True):
        first = [] if rng.random() < 1 / 3 else close[:1]
        others, length, kept = rng.sample(close[1:], len(close) - 1), rng.randint(*WORDS), list[str]()
        for text in [texts[at] for at in [*first, *others]]:
            if text != statement and len(f"{' '.join(kept)} {text}".split()) <= length:
                kept.append(text)
        rng.shuffle(kept)
        if len(kept) > 1:
            made.append(Pair("entails", " ".join(kept), statement, (0.0, 0.0, 0.0), "taught", statement))
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--facts", type=int, default=40_000)
    parser.add_argument("--stances", type=int, default=15_000)
    parser.add_argument("--passages", type=int, default=30_000)
    asked = parser.parse_args()
    rows, rng = store.read(asked.pairs)["unlabelled"], random.Random(2)
    passages = meet_passages(rows, rng) + meet_passages(rows, rng)
    kinds = ((meet(rows, "entails", rng), asked.facts), (meet(rows, "relation", rng), asked.stances))
    taught = [row for made, most in (*kinds, (passages, asked.passages)) for row in rng.sample(made, most)]
    rng.shuffle(taught)
    store.write(asked.out, {"taught": taught})
    print(f"{len(taught)} pairs")


if __name__ == "__main__":
    main()
