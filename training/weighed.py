"""Would the shares of `weigh` be better calibrated? Fitted on calibration rows, reported for each source of the test.

    python -m training.weighed --pairs out/pairs.jsonl.gz --each 60

Four ways: a temperature; a temperature and a bias a class; the same with what is known of a pair at run time (lengths,
bearing) in the bias; the same with it in the temperature, too. Each is fitted once for all rows, and once for debates
and once for facts. Beside the errors stands what a perfectly calibrated judge would read on so few rows. It writes
nothing: what it found is in docs/judge.md.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from foam.model.judge import shipped_judge, weigh
from training import calibrate, measure, store
from training.pairs import Pair

DEBATES = (*calibrate.SOURCES["relation"], "ibm_ce", "ibm_ce-flip")
FACTS = (*calibrate.SOURCES["entails"], "mnli_dev_matched")
LONGEST, STEPS, PULL = 90, 1500, 1e-2
WAYS = ("temperature", "bias", "features", "slopes")


class Weighings(NamedTuple):
    """Pairs as `weigh` sees them: log-shares less their mean, what is known of each pair, the right class."""

    logs: np.ndarray
    known: np.ndarray
    truth: np.ndarray
    sources: np.ndarray

    def pick(self, at: np.ndarray) -> Weighings:
        return Weighings(self.logs[at], self.known[at], self.truth[at], self.sources[at])


def draw(pairs: Sequence[Pair], each: int) -> list[Pair]:
    """At most so many rows of each source, by a fixed seed."""
    groups: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        wanted = {"relation": DEBATES, "entails": FACTS}.get(pair.task, ())
        if pair.source in wanted and len(pair.first.split()) < LONGEST:
            groups[pair.task, pair.source].append(pair)
    rng = random.Random(3)
    return [row for key in sorted(groups) for row in rng.sample(groups[key], min(each, len(groups[key])))]


def read(rows: Sequence[Pair]) -> Weighings:
    found = weigh(shipped_judge(), [(row.first, row.second) for row in rows])
    shares = np.array([(one.supports, one.contradicts, one.neither) for one in found])
    logs = np.log(np.clip(shares, 1e-4, 1))
    bears = np.clip([one.bears for one in found], 1e-3, 1 - 1e-3)
    lengths = [[np.log(len(text.split()) + 1) - 2.5 for text in (row.first, row.second)] for row in rows]
    known = np.column_stack((np.ones(len(rows)), lengths, np.log(bears / (1 - bears)) / 3))
    truth = np.array([row.target for row in rows]).argmax(1)
    return Weighings(
        logs - logs.mean(1, keepdims=True), known, truth, np.array([f"{row.task} {row.source}" for row in rows])
    )


def fit(held: Weighings, way: str) -> tuple[np.ndarray, np.ndarray]:
    """Biases and slopes with the least cross-entropy, every source counting alike; plain descent."""
    names, places, counts = np.unique(held.sources, return_inverse=True, return_counts=True)
    weight = 1 / counts[places] / len(names)
    bias, slope = np.zeros((held.known.shape[1], 3)), np.eye(held.known.shape[1])[0]
    start = slope.copy()
    biased = np.array([way != "temperature", *[way in ("features", "slopes")] * 3])
    sloped = np.array([True, *[way == "slopes"] * 3])
    for _ in range(STEPS):
        gap = (apply(held, bias, slope) - np.eye(3)[held.truth]) * weight[:, None]
        bias -= 0.5 * biased[:, None] * (held.known.T @ gap + PULL * bias)
        slope -= 0.1 * sloped * (held.known.T @ (gap * held.logs).sum(1) + PULL * (slope - start))
    return bias, slope


def apply(held: Weighings, bias: np.ndarray, slope: np.ndarray) -> np.ndarray:
    shares: np.ndarray = measure.softmax(held.logs * (held.known @ slope)[:, None] + held.known @ bias)
    return shares


def shares_by_way(calibration: Weighings, test: Weighings) -> dict[str, np.ndarray]:
    found = {"as it is": measure.softmax(test.logs)}
    for way in WAYS:
        found[f"{way}, one"] = apply(test, *fit(calibration, way))
        parted = np.zeros_like(test.logs)
        for kind in ("relation ", "entails "):
            ours, theirs = (np.char.startswith(one.sources, kind) for one in (calibration, test))
            parted[theirs] = apply(test.pick(theirs), *fit(calibration.pick(ours), way))
        found[f"{way}, by kind"] = parted
    return found


def floor(shares: np.ndarray, rng: np.random.Generator) -> float:
    """The error that would be read if the shares were exactly right."""
    drawn = [(shares.cumsum(1) < rng.random((len(shares), 1))).sum(1).clip(max=2) for _ in range(30)]
    return float(np.mean([measure.calibration_error(labels, shares) for labels in drawn]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--each", type=int, default=60)
    asked = parser.parse_args()
    dealt = store.read(asked.pairs)
    calibration, test = (read(draw(dealt[split], asked.each)) for split in ("calibration", "test"))
    rng, names = np.random.default_rng(0), sorted(set(test.sources))
    before: dict[str, float] = {}
    for way, shares in shares_by_way(calibration, test).items():
        error = {
            name: measure.calibration_error(test.truth[test.sources == name], shares[test.sources == name])
            for name in names
        }
        before = before or error
        least = np.mean([floor(shares[test.sources == name], rng) for name in names])
        better = sum(error[name] < before[name] for name in names)
        together = measure.calibration_error(test.truth, shares)
        print(f"{way:<22} mean {np.mean(list(error.values())):.3f} better on {better} of {len(names)}", end=" ")
        print(f"together {together:.3f}, if exactly right {least:.3f}", {str(k): round(v, 3) for k, v in error.items()})


if __name__ == "__main__":
    main()
