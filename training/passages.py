"""Fit the weights of the reader of longer text on WiCE articles that neither train nor test, and print them.

    python -m training.passages --data ../shared/data

The numbers go into `foam.model.judge.values.PassageWeights`. Plain logistic regression by descent, with a little decay.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from foam.model.judge import Judge, PassageReader, shipped_judge
from foam.model.judge.values import PassageWeights
from training import heldback
from training.sources import WiceClaim

SPLITS = ("dev", "calibration")
DECAY = 0.1


def regression(features: np.ndarray, truth: np.ndarray, decay: float = 1e-3) -> np.ndarray:
    """Weights of a logistic regression; rows of both classes count alike."""
    weights = np.zeros(features.shape[1])
    each = np.where(truth > 0.5, 0.5 / max(truth.mean(), 1e-9), 0.5 / max(1 - truth.mean(), 1e-9))
    for _ in range(4000):
        gap = (1 / (1 + np.exp(-features @ weights)) - truth) * each
        weights -= 0.3 * (features.T @ gap / len(truth) + decay * weights)
    return weights


def fitted(features: np.ndarray, truth: np.ndarray) -> np.ndarray:
    """Weights for the features as they are, fitted on features of one scale. The last column is one."""
    middle, spread = features[:, :-1].mean(0), features[:, :-1].std(0) + 1e-9
    scaled = np.hstack([(features[:, :-1] - middle) / spread, features[:, -1:]])
    weights = regression(scaled, truth, DECAY)
    plain = weights[:-1] / spread
    return np.append(plain, weights[-1] - float(middle @ plain))


def is_gold(row: WiceClaim) -> np.ndarray:
    return np.array([any(at in one for one in row.gold) for at in range(len(row.sentences))], dtype=float)


def fit_weights(judge: Judge, data: Path, most: int | None = None) -> PassageWeights:
    """On at most so many claims of the tuning and the calibration articles."""
    reader = PassageReader(judge)
    rows = [row for split in SPLITS for row in heldback.wice(data, split) if row.sentences][:most]
    found = [reader.sentence_features(row.sentences, row.claim) for row in rows]
    marked = [at for at, row in enumerate(rows) if row.gold]
    select = fitted(
        np.concatenate([found[at][0] for at in marked]), np.concatenate([is_gold(rows[at]) for at in marked])
    )
    whole = [
        reader.claim_features(row.sentences, row.claim, features, features @ select, together)
        for row, (features, together) in zip(rows, found, strict=True)
    ]
    label = fitted(np.array(whole), np.array([float(row.label == "supported") for row in rows]))
    return PassageWeights(select=_rounded(select), label=_rounded(label))


def _rounded(weights: np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(one), 2) for one in weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--claims", type=int, help="use only so many claims, for a slow machine")
    asked = parser.parse_args()
    weights = fit_weights(shipped_judge(), asked.data, asked.claims)
    print("select", weights.select)
    print("label", weights.label)


if __name__ == "__main__":
    main()
