"""Start a deeper student from a trained one: every layer is followed by a copy of itself that at first changes little.

    python -m training.deepen --weights src/foam/model/judge/judge.safetensors --out out/deep

The copy's two output projections are damped, so that the deep network begins close to what the shallow one learnt.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from training.shrink import wide

DAMPED = ("attention.output.dense.weight", "attention.output.dense.bias", "output.dense.weight", "output.dense.bias")
SHAPE = {
    "model_type": "bert",
    "architectures": ["BertModel"],
    "hidden_size": 384,
    "intermediate_size": 1536,
    "num_attention_heads": 12,
    "max_position_embeddings": 512,
    "type_vocab_size": 2,
    "vocab_size": 30522,
    "layer_norm_eps": 1e-12,
    "hidden_act": "gelu_pytorch_tanh",
}
_LAYER = re.compile(r"encoder\.encoder\.layer\.(\d+)\.(.+)")


def deepened(weights: dict[str, np.ndarray], damp: float, *, twice: bool) -> dict[str, np.ndarray]:
    """The weights with each layer doubled where `twice`, its copy damped; the rest as it is."""
    made = {}
    for name, weight in weights.items():
        found = _LAYER.fullmatch(name)
        if not found:
            made[name] = weight
            continue
        at, rest = int(found[1]), found[2]
        made[f"encoder.encoder.layer.{at * (2 if twice else 1)}.{rest}"] = weight
        if twice:
            made[f"encoder.encoder.layer.{2 * at + 1}.{rest}"] = weight * damp if rest in DAMPED else weight.copy()
    return made


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--damp", type=float, default=0.1)
    parser.add_argument("--as-it-is", action="store_true", help="keep the number of layers")
    asked = parser.parse_args()
    made = deepened(wide(load_file(asked.weights)), asked.damp, twice=not asked.as_it_is)
    layers = 1 + max(int(found[1]) for name in made if (found := _LAYER.fullmatch(name)))
    asked.out.mkdir(parents=True, exist_ok=True)
    save_file(
        {name: np.ascontiguousarray(one.astype(np.float32)) for name, one in made.items()},
        asked.out / "weights.safetensors",
    )
    (asked.out / "config.json").write_text(json.dumps(SHAPE | {"num_hidden_layers": layers}, indent=1))
    shutil.copy(asked.weights.with_name("tokenizer.json"), asked.out / "tokenizer.json")


if __name__ == "__main__":
    main()
