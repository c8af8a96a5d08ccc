"""Float weights to what ships: matrices as int8 with one float16 scale per row, the rest as float32.

python -m training.shrink --weights out/judge/weights.safetensors --base <MiniLM folder> --out src/foam/model/judge
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file


def shrunk(weights: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    small: dict[str, np.ndarray] = {}
    for name, weight in weights.items():
        wide = weight.astype(np.float32)
        if wide.ndim != 2:
            small[name] = wide
            continue
        scale = (np.maximum(np.abs(wide).max(axis=1, keepdims=True), 1e-8) / 127).astype(np.float16)
        small[name] = np.clip(np.rint(wide / scale.astype(np.float32)), -127, 127).astype(np.int8)
        small[name + ".scale"] = scale
    return small


def wide(small: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """What `shrunk` rounded, as floats again."""
    scales = {name: one.astype(np.float32) for name, one in small.items() if name.endswith(".scale")}
    return {
        name: one.astype(np.float32) * scales.get(f"{name}.scale", np.float32(1))
        for name, one in small.items()
        if name not in scales
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    save_file(shrunk(load_file(asked.weights)), asked.out / "judge.safetensors")
    shutil.copy(asked.base / "tokenizer.json", asked.out / "tokenizer.json")


if __name__ == "__main__":
    main()
