"""False alarms and hits of `weigh` at the limits that callers set, for the judge that ships and for the careful one.

    python -m training.limits --outputs out/careful/outputs.npz --pairs out/pairs.jsonl.gz --also out/also.jsonl.gz

On calibration rows; beside each limit the one at which the careful judge would give as many false alarms as the judge
that ships. It writes nothing: what it found is in docs/judge.md.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from foam.model.judge import FOLDER, Card, Judge, weigh
from foam.model.judge.careful import CARD
from training import store, weighed
from training.looked_up import LookedUp
from training.pairs import Pair

EACH = 60
LIMITS = (0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9)


def shares_of(judge: Judge, rows: list[Pair]) -> np.ndarray:
    found = weigh(judge, [(row.first, row.second) for row in rows])
    return np.array([(one.supports, one.contradicts) for one in found])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("outputs", "pairs", "also"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    asked = parser.parse_args()
    rows = weighed.draw(store.read(asked.pairs)["calibration"], EACH)
    truth = np.array([row.target for row in rows]).argmax(1)
    careful = LookedUp(Card.model_validate_json((FOLDER / CARD).read_bytes()), asked.outputs, asked.also)
    small, large = shares_of(Judge.load(), rows), shares_of(careful, rows)
    for side, name in enumerate(("supports", "contradicts")):
        other = truth != side
        for limit in LIMITS:
            alarms, hits = (
                [float((one[at, side] >= limit).mean()) for one in (small, large)] for at in (other, ~other)
            )
            same = float(np.quantile(large[other, side], 1 - alarms[0]))
            print(
                f"{name} {limit}: small {alarms[0]:.3f} {hits[0]:.3f},",
                f"careful {alarms[1]:.3f} {hits[1]:.3f}, as many alarms at {same:.2f}",
            )


if __name__ == "__main__":
    main()
