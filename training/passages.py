"""Fit the weights of the reader of longer text on WiCE articles that are not for the test, and print them.

    python -m training.passages --data ../shared/data

The numbers go into `foam.model.judge.passages.FITTED`. Plain logistic regression by descent, with a little decay.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from foam.model.judge import PassageReader, shipped_judge
from training import heldback
from training.sources import WiceClaim

SPLITS = ("train", "dev", "calibration")
RANKED = 5


def regression(features: np.ndarray, truth: np.ndarray, decay: float = 1e-3) -> np.ndarray:
    """Weights of a logistic regression; rows of both classes count alike."""
    weights = np.zeros(features.shape[1])
    each = np.where(truth > 0.5, 0.5 / max(truth.mean(), 1e-9), 0.5 / max(1 - truth.mean(), 1e-9))
    for _ in range(4000):
        gap = (1 / (1 + np.exp(-features @ weights)) - truth) * each
        weights -= 0.3 * (features.T @ gap / len(truth) + decay * weights)
    return weights


def gathered(reader: PassageReader, rows: list[WiceClaim]) -> list[np.ndarray]:
    return [reader.sentence_features(row.sentences, row.claim) for row in rows]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--claims", type=int, help="use only so many claims, for a slow machine")
    asked = parser.parse_args()
    reader = PassageReader(shipped_judge())
    rows = [row for split in SPLITS for row in heldback.wice(asked.data, split) if row.sentences][: asked.claims]
    features = gathered(reader, rows)
    gold = [np.array([any(at in one for one in row.gold) for at in range(len(row.sentences))]) for row in rows]
    marked = [at for at, row in enumerate(rows) if row.gold]
    select = regression(
        np.concatenate([features[at] for at in marked]), np.concatenate([gold[at] for at in marked]).astype(float)
    )
    print("select", [round(float(one), 2) for one in select])
    whole, truth = [], []
    for row, found in zip(rows, features, strict=True):
        ranked = np.argsort(-(found @ select), kind="stable")[:RANKED]
        whole.append(reader.claim_features(row.sentences, row.claim, found, ranked)[0])
        truth.append(float(row.label == "supported"))
    label = regression(np.array(whole), np.array(truth))
    print("label", [round(float(one), 2) for one in label])


if __name__ == "__main__":
    main()
