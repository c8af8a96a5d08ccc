"""Fit the careful judge's card from what `training.careful read` wrote: calibration, weighing, the limit of quotations.

    python -m training.careful_card --outputs out/careful/outputs.npz --pairs out/rich.jsonl.gz \\
        --weights src/foam/model/judge/careful.safetensors --also out/also.jsonl.gz --edited out/edited.json \\
        --left out/left/left.npz --out src/foam/model/judge/careful.json

Calibration and limits are fitted on the calibration split, every source counting alike; the limit of `entails` on
sources that a judge of the same recipe never saw (`training.careful learn --leave`); weighing on the tuning split, the
limit of quotations on edits of the tuning articles. Nothing of the test split is read.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from foam.model.embedded.careful_base import CAREFUL_BASE
from foam.model.judge import HEADS, Calibration, Card
from foam.stats import classification
from foam.values import digest_bytes
from training import calibrate, measure
from training.heldback_sample import held_back
from training.pairs import Pair
from training.sources import BESIDE
from training.weighed import DEBATES, FACTS

BASE = f"Qwen2.5-Coder-1.5B-Instruct, lower 20 layers ({CAREFUL_BASE.label})"
FALSE_ALARMS = 0.02
PASSAGES = tuple(f"{source}-passage" for source in BESIDE)
"""What a search brings, made of held-back rows by `training.enrich`: facts are calibrated and weighed on it, too."""


class Outputs:
    """Rows of a split with what each head said of them."""

    def __init__(self, path: Path, pairs: Path) -> None:
        self._held = np.load(path)
        self._rows = held_back(pairs)

    def rows(self, split: str) -> list[Pair]:
        return self._rows[split]

    def of(self, split: str, head: str, sources: tuple[str, ...]) -> tuple[list[Pair], np.ndarray]:
        """The rows of a task (by its head's name) and some sources, and that head's outputs."""
        rows, chosen = self.chosen(split, (head,), sources)
        if head == "quality":
            score = self._held[f"{split}-quality quality"]
            return rows, score[2 * chosen] - score[2 * chosen + 1]
        return rows, self._held[f"{split} {head}"][chosen]

    def chosen(self, split: str, tasks: tuple[str, ...], sources: tuple[str, ...]) -> tuple[list[Pair], np.ndarray]:
        quality = tasks == ("quality",)
        kept = [row for row in self._rows[split] if (row.task == "quality") == quality]
        at = [place for place, row in enumerate(kept) if row.task in tasks and row.source in sources]
        return [kept[place] for place in at], np.array(at)

    def said(self, split: str, head: str, chosen: np.ndarray) -> np.ndarray:
        found: np.ndarray = self._held[f"{split} {head}"][chosen]
        return found


def alike(sources: Sequence[str]) -> np.ndarray:
    """How much each row counts, so that every source counts alike; one on average."""
    _, places, counts = np.unique(np.array(sources), return_inverse=True, return_counts=True)
    each: np.ndarray = len(sources) / counts[places] / len(counts)
    return each


def limit_left(left: Path) -> float:
    """The limit of `entails` where the judge is new: the lowest at which a judge of the same recipe is right often
    enough on each of the sources that it never saw, and on each of their passages."""
    with np.load(left) as held:
        logits, target = held["entails"], held["target"]
        kinds = np.array([str(one).replace("_retrieved", "") for one in held["source"]])
    heat, _ = calibrate.fitted(logits, target, np.ones_like(logits, dtype=bool), biased=False, each=alike(kinds))
    shares, truth = measure.softmax(logits / heat), target.argmax(1)
    return max(calibrate.least_confidence(shares[kinds == kind], truth[kinds == kind]) for kind in sorted(set(kinds)))


def calibration_of(outputs: Outputs, head: str, least: float | None = None) -> Calibration:
    """One head's entry; with `least` its limit comes from elsewhere."""
    sources = calibrate.SOURCES[head] + (PASSAGES if head == "entails" else ())
    rows, logits = outputs.of("calibration", head, sources)
    if head == "scheme":
        return Calibration(temperature=1.0, least=0.5, figures={"rows": float(len(rows))})
    single = logits.shape[1] == 1
    logits = np.hstack([logits, np.zeros_like(logits)]) if single else logits
    target = calibrate.targets_of(head, rows)
    mask = np.ones_like(logits, dtype=bool)
    for at, row in enumerate(rows):
        mask[at, list(row.lacks)] = False
    biased, each = head in calibrate.BIASED, alike([row.source for row in rows])
    heat, bias = calibrate.fitted(logits, target, mask, biased=biased, each=each)
    shares, truth = measure.softmax(np.where(mask, logits / heat + bias, -1e4)), target.argmax(1)
    plain = measure.softmax(np.where(mask, logits, -1e4))
    # In use nobody says which classes a source lacks, so the limit is set on shares of all classes.
    open_shares = measure.softmax(logits / heat + bias)
    least = least or calibrate.least_confidence(open_shares, truth, each)
    figures = {
        "rows": float(len(rows)),
        "error before": round(classification.calibration_error(truth, plain), 4),
        "error after": round(classification.calibration_error(truth, shares), 4),
        "share answered": round(float((open_shares.max(1) >= least).mean()), 4),
    }
    kept = tuple(round(float(one), 3) for one in (bias[:1] if single else bias)) if biased else ()
    return Calibration(temperature=round(heat, 3), bias=kept, least=least, figures=figures)


def weighing_of(outputs: Outputs) -> tuple[tuple[float, ...], ...]:
    """A regression over both heads and bearing, every source counting alike."""
    rows, chosen = outputs.chosen("dev", ("relation", "entails"), (*DEBATES, *FACTS, *PASSAGES))
    short = np.array([len(row.first.split()) < 90 or row.source in PASSAGES for row in rows])
    rows, chosen = [row for row, ok in zip(rows, short, strict=True) if ok], chosen[short]
    centred = []
    for head in ("relation", "entails"):
        said = outputs.said("dev", head, chosen)
        centred.append(said - said.mean(1, keepdims=True))
    features = np.hstack([*centred, outputs.said("dev", "bears", chosen), np.ones((len(rows), 1))])
    target = np.array([row.target for row in rows])
    each = alike([f"{row.task} {row.source}" for row in rows])[:, None] / len(rows)
    weights = np.zeros((features.shape[1], 3))
    for _ in range(6000):
        gap = (measure.softmax(features @ weights) - target) * each
        weights -= 0.1 * (features.T @ gap + 1e-2 * weights)
    return tuple(tuple(round(float(one), 3) for one in row) for row in weights)


def altered_of(outputs: Path, also: Path, edited: Path, heads: dict[str, Calibration]) -> float:
    """The highest limit of support at which at most 2 in 100 harmless edits of the tuning articles are flagged."""
    with gzip.open(also, "rt", encoding="utf-8") as lines:
        places = {tuple(pair): at for at, pair in enumerate(map(json.loads, lines))}
    harmless = [tuple(pair) for pair in json.loads(edited.read_text())["dev harmless"]]
    said = np.load(outputs)["also entails"][[places[pair] for pair in harmless if pair in places]]
    support = measure.softmax(said / heads["entails"].temperature + np.array(heads["entails"].bias or 0))[:, 0]
    return round(float(np.floor(np.quantile(support, FALSE_ALARMS) * 100) / 100), 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("outputs", "pairs", "weights", "also", "edited", "left", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    asked = parser.parse_args()
    outputs = Outputs(asked.outputs, asked.pairs)
    least = {"entails": limit_left(asked.left)}
    heads = {head: calibration_of(outputs, head, least.get(head)) for head in HEADS}
    card = Card(
        name="foam-judge-careful",
        version="3",
        weights=digest_bytes(asked.weights.read_bytes()),
        base=BASE,
        heads=heads,
        weighing=weighing_of(outputs),
        altered=altered_of(asked.outputs, asked.also, asked.edited, heads),
    )
    asked.out.write_text(json.dumps(card.json_value(), indent=1) + "\n", encoding="utf-8")
    print(json.dumps(card.json_value(), indent=1))


if __name__ == "__main__":
    main()
