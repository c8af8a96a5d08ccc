"""Figures by task and source, for any reader of pairs: what a training run prints and what the tables hold."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable

import numpy as np

from foam.stats import classification
from training import measure
from training.batches import quality_texts
from training.pairs import Pair

Reader = Callable[[list[tuple[str, str]], tuple[str, ...]], dict[str, np.ndarray]]
STANCE = ("perspectrum", "kpa", "ukp", "debatepedia", "valueeval23", "explagraphs", "arct", "iam_stance")


def relation_figures(source: str, logits: np.ndarray, target: np.ndarray) -> dict[str, float]:
    """Two ways and three ways, as far as the source has the classes."""
    truth, guess = target.argmax(1), logits.argmax(1)
    if source in ("edit-kept", "edit-none"):
        return {"called supports": float(np.mean(guess == 0))}
    if source.startswith("edit-"):
        return {"not called supports": float(np.mean(guess != 0))}
    found = {}
    two = truth < 2
    if {0, 1} <= set(truth):
        found["two-way balanced"] = measure.balanced_accuracy(truth[two], logits[two, :2].argmax(1))
        found["refutations found"] = float(np.mean(guess[truth == 1] == 1))
    if {0, 1, 2} <= set(truth):
        found["three-way macro-F1"] = measure.macro_f1(truth, guess)
    if {0, 2} <= set(truth):
        found["AUC of support"] = _auroc(truth == 0, measure.softmax(logits)[:, 0])
    return found or {"accuracy": float(np.mean(truth == guess))}


def _figures(task: str, source: str, rows: list[Pair], reader: Reader) -> dict[str, float]:
    target = np.array([row.target for row in rows])
    if task == "quality":
        score = reader(quality_texts(rows), ("quality",))["quality"][:, 0]
        return {"accuracy": float(np.mean((score[::2] > score[1::2]) == (target[:, 0] > 0.5)))}
    logits = reader([(row.first, row.second) for row in rows], (task,))[task]
    if task in ("relation", "entails"):
        return relation_figures(source, logits, target)
    if task == "side":
        quiet = (logits.argmax(1) == 2).astype(int)
        return {"takes or reports, balanced": measure.balanced_accuracy((target.argmax(1) == 2).astype(int), quiet)}
    if task == "scheme":
        return {"mean AUC": float(np.nanmean([_auroc(target[:, at], logits[:, at]) for at in range(7)]))}
    found = _auroc(target[:, 0], logits[:, 0])
    return {"share yes": float(np.mean(logits[:, 0] > 0))} if np.isnan(found) else {"AUC": found}


def table(pairs: list[Pair], reader: Reader) -> dict[str, float]:
    """Name to figure. `factcheck` is also read with the head for facts."""
    groups: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        groups[pair.task, pair.source].append(pair)
        if pair.source == "factcheck":
            groups["entails", pair.source].append(pair)
    for pair in [pair for pair in pairs if pair.task == "bears"]:
        groups["bears", "all"].append(pair)
    found = {}
    for (task, source), rows in sorted(groups.items()):
        named = _figures(task, source, rows, reader)
        found |= {f"{task} {source} {name} (n={len(rows)})": round(value, 4) for name, value in named.items()}
    return found


def _auroc(truth: np.ndarray, score: np.ndarray) -> float:
    """AUROC; NaN where only one label stands."""
    found = classification.auroc(truth, score)
    return float("nan") if found is None else found
