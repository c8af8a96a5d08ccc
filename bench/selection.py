"""Sentence selection on WiCE: F1 and recall@5 against the nearest gold set, cross-validated. Fits the blend, too.

python -m bench selection          the table
python -m bench.selection          fit on everything and print the weights for `foam.evidence.select.FITTED`
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.harness import Row, benchmark, shared_data
from bench.places import embedder
from foam.evidence.select import Blend, measure_texts
from foam.model.port import Embedder

Array = NDArray[np.float64]
FOLDS = 5
AT_MOST = 5
"""Sentences a slot may hold."""
SIGNALS = ("lexical", "coverage", "similarity", "neighbour", "numbers", "length")


def choose_best(likely: Array, *, at_least: int, at_most: int, keep: float) -> list[int]:
    """Positions of the likeliest sentences, best first: those not much less likely than the first of them."""
    order = [int(i) for i in np.argsort(-likely, kind="stable")[:at_most]]
    return [i for place, i in enumerate(order) if place < at_least or likely[i] >= keep * likely[order[0]]]


class Task(NamedTuple):
    """A claim with its page: the signals of each sentence, and the sets of sentences that support it."""

    signals: Array
    gold: list[frozenset[int]]


def tasks(file: Path, vectors: Embedder) -> list[Task]:
    """Claims with at least one supporting sentence."""
    read: list[Task] = []
    for line in file.read_text("utf-8").splitlines():
        row: dict[str, Any] = json.loads(line)
        gold = [frozenset(one) for one in row["supporting_sentences"] if one]
        if gold:
            read.append(Task(measure_texts(row["claim"], row["evidence"], vectors), gold))
    return read


def f1(chosen: Iterable[int], gold: Sequence[frozenset[int]]) -> float:
    """F1 against the gold set that is nearest."""
    picked = frozenset(chosen)
    return max(2 * len(picked & one) / (len(picked) + len(one)) for one in gold)


def recall(chosen: Iterable[int], gold: Sequence[frozenset[int]]) -> float:
    picked = frozenset(chosen)
    return max(len(picked & one) / len(one) for one in gold)


def fit(given: Sequence[Task], *, ridge: float = 1.0, rounds: int = 25) -> Blend:
    """Logistic regression by Newton's method; a sentence's target is the share of gold sets that hold it."""
    rows = np.concatenate([task.signals for task in given])
    inputs = np.concatenate([rows, np.ones((len(rows), 1))], axis=1)
    targets = np.concatenate([_shares(task) for task in given])
    penalty = np.diag([ridge] * rows.shape[1] + [0.0])
    weights = np.zeros(inputs.shape[1])
    for _ in range(rounds):
        likely = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (likely - targets) + penalty @ weights
        bend = (inputs * (likely * (1 - likely))[:, None]).T @ inputs + penalty
        weights -= np.linalg.solve(bend, slope)
    return Blend(weights=tuple(float(w) for w in weights[:-1]), bias=float(weights[-1]), keep=0.4)


def _shares(task: Task) -> Array:
    counts = np.zeros(len(task.signals))
    for one in task.gold:
        counts[list(one)] += 1 / len(task.gold)
    return counts


Scores = Callable[[Task], Array]


def by_signal(name: str) -> Scores:
    """Sentences by one signal alone."""
    column = SIGNALS.index(name)
    return lambda task: task.signals[:, column]


def by_blend(blend: Blend) -> Scores:
    """Sentences by the blend's likelihood."""
    return lambda task: 1 / (1 + np.exp(-(task.signals @ np.array(blend.weights) + blend.bias)))


def top(scores: Array, count: int) -> list[int]:
    return [int(i) for i in np.argsort(-scores, kind="stable")[:count]]


def single(name: str, given: Sequence[Task], method: Scores) -> list[Row]:
    """One method that only ranks: its best fixed number of sentences for F1, and recall@5."""
    by_count = {n: float(np.mean([f1(top(method(t), n), t.gold) for t in given])) for n in range(1, AT_MOST + 1)}
    best = max(by_count, key=lambda n: by_count[n])
    return [
        Row(f"wice F1, {name}", by_count[best], "", f"its best number of sentences, {best}"),
        Row(f"wice recall@5, {name}", float(np.mean([recall(top(method(t), 5), t.gold) for t in given])), ""),
    ]


def blended(given: Sequence[Task]) -> list[Row]:
    """The blend, each claim judged by weights fitted on the other folds."""
    f1s: list[float] = []
    recalls: list[float] = []
    for fold in range(FOLDS):
        blend = fit([task for i, task in enumerate(given) if i % FOLDS != fold])
        for task in given[fold::FOLDS]:
            likely = by_blend(blend)(task)
            f1s.append(f1(choose_best(likely, at_least=1, at_most=AT_MOST, keep=blend.keep), task.gold))
            recalls.append(recall(top(likely, 5), task.gold))
    note = f"{FOLDS}-fold cross-validated"
    return [
        Row("wice F1, blend", float(np.mean(f1s)), "", note),
        Row("wice recall@5, blend", float(np.mean(recalls)), "", note),
    ]


@benchmark
def wice() -> Iterable[Row]:
    """Selection by words alone, by similarity alone, and by the blend."""
    given = tasks(shared_data("wice") / "claim_dev.jsonl", embedder("static"))
    yield Row("wice claims", len(given), "", "those with a supporting sentence")
    yield from compared(given)


def compared(given: Sequence[Task]) -> Iterable[Row]:
    """Every method on the same claims."""
    yield from single("words alone (BM25)", given, by_signal("lexical"))
    yield from single("similarity alone", given, by_signal("similarity"))
    yield from blended(given)


if __name__ == "__main__":
    print(fit(tasks(shared_data("wice") / "claim_dev.jsonl", embedder("static"))))
