"""Let trained teachers label the unlabelled pairs: the mean of their probabilities becomes the target.

python -m training.teach --pairs out/pairs.jsonl.gz --base <teacher> --weights out/t1 --out out/taught.jsonl.gz
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import numpy as np
import torch
from safetensors.torch import load_file

from training import measure, prepare, wild
from training.batches import Coder
from training.net import JudgeNet
from training.train import half, logits_of


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--weights", type=Path, nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int)
    asked = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    rows, coder = wild.meet(prepare.read(asked.pairs)["unlabelled"], random.Random(1))[: asked.limit], Coder(asked.base)
    net = JudgeNet(asked.base).to(device)
    seen = []
    for folder in asked.weights:
        net.load_state_dict(
            {name: t.float() for name, t in load_file(folder / "weights.safetensors").items()}, strict=False
        )
        with half(device):
            seen.append(measure.softmax(logits_of(net, coder, rows, device)))
    mean = np.mean(seen, axis=0)
    taught = [row._replace(target=tuple(map(float, target.round(4)))) for row, target in zip(rows, mean, strict=True)]
    prepare.write(asked.out, {"taught": taught})
    print(f"{len(taught)} pairs labelled; mean {mean.mean(0).round(3).tolist()}")


if __name__ == "__main__":
    main()
