"""Let trained teachers label the training pairs and many unlabelled ones: the mean of their probabilities is learnt.

python -m training.teach --pairs out/pairs.jsonl.gz --teacher <base> out/t1 --teacher <base> out/t2 --out out/taught
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file

from training import measure, store, wild
from training.batches import Coder
from training.net import HEADS, JudgeNet
from training.pairs import Pair
from training.train import PAIRED, SOFT, logits_of


def probabilities(base: Path, weights: Path, texts: list[tuple[str, str]], device: str) -> dict[str, np.ndarray]:
    """What one teacher says of each pair, for every head."""
    net = JudgeNet(base).to(device)
    held = {name: tensor.float() for name, tensor in load_file(weights / "weights.safetensors").items()}
    net.load_state_dict(held, strict=False)
    found = logits_of(net, Coder(base), texts, SOFT, device)
    return {name: measure.softmax(one) if HEADS[name] == 3 else 1 / (1 + np.exp(-one)) for name, one in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--teacher", type=Path, nargs=2, action="append", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--facts", type=float, nargs="*", help="how much each teacher counts in `entails`; else alike")
    parser.add_argument("--limit", type=int)
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    dealt, rng = store.read(asked.pairs), random.Random(1)
    rows: list[Pair] = [pair for pair in dealt["train"] if pair.task in PAIRED]
    for task in ("relation", "entails"):
        rows += wild.meet(dealt["unlabelled"], task, rng)
    rows = rows[: asked.limit]
    texts = [(row.first, row.second) for row in rows]
    said = [probabilities(base, weights, texts, device) for base, weights in asked.teacher]
    counts = {name: asked.facts if name == "entails" else None for name in SOFT}
    mean = {
        name: np.average([one[name] for one in said], axis=0, weights=counts[name]).astype(np.float16) for name in SOFT
    }
    asked.out.mkdir(parents=True, exist_ok=True)
    store.write(asked.out / "pairs.jsonl.gz", {"taught": rows})
    np.savez(asked.out / "soft.npz", **mean)
    print(f"{len(rows)} pairs, {sum(row.source == 'taught' for row in rows)} of them without a label")


if __name__ == "__main__":
    main()
