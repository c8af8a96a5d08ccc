"""A language model's lower layers as a reader of pairs: cut into pieces that can be carried, then unpacked.

    python -m training.large cut --home ~/.foam --out out/large
    python -m training.large unpack --from out/large --out out/reader

`cut` takes what `foam model pull --careful` keeps in the home and leaves the weights packed as they are, in pieces
small enough to carry; `unpack` makes of them a folder that `training.train --base` reads. Upper layers serve to guess
the next word and are of little use to a reader of pairs.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import numpy as np

PIECE = 46 * 2**20
NAMES = {
    "attn_norm": "input_layernorm", "ffn_norm": "post_attention_layernorm", "attn_q": "self_attn.q_proj",
    "attn_k": "self_attn.k_proj", "attn_v": "self_attn.v_proj", "attn_output": "self_attn.o_proj",
    "ffn_gate": "mlp.gate_proj", "ffn_up": "mlp.up_proj", "ffn_down": "mlp.down_proj",
}  # fmt: skip


def _named(name: str) -> str:
    """The name of a tensor of the file as the framework calls it."""
    if name == "token_embd.weight":
        return "embed_tokens.weight"
    if name == "output_norm.weight":
        return "norm.weight"
    _, layer, part, kind = name.split(".")
    return f"layers.{layer}.{NAMES[part]}.{kind}"


def cut(home: Path, out: Path) -> None:
    from foam.model.embedded.careful_base import CAREFUL_BASE, INDEX, PACKED, TOKENIZER, LowerLayers
    from foam.model.embedded.pull import require_folder

    out.mkdir(parents=True, exist_ok=True)
    folder = require_folder(home, CAREFUL_BASE)
    shutil.copy(folder / TOKENIZER, out / "tokenizer.json")
    held = LowerLayers.model_validate_json((folder / INDEX).read_bytes())
    np.save(out / "places.npy", np.arange(held.tensors["token_embd.weight"].rows, dtype=np.int32))
    listed = []
    for name, one in held.tensors.items():
        sizes = [one.columns] if name.endswith(("norm.weight", ".bias")) else [one.rows, one.columns]
        listed.append([_named(name), one.kind, sizes, one.offset, one.size])
    packed = (folder / PACKED).read_bytes()
    for at, start in enumerate(range(0, len(packed), PIECE)):
        (out / f"piece{at:02d}").write_bytes(packed[start : start + PIECE])
    shape = held.shape
    config = {
        "model_type": "qwen2", "architectures": ["Qwen2Model"], "vocab_size": held.tensors["token_embd.weight"].rows,
        "num_hidden_layers": shape.layers, "hidden_size": shape.width, "intermediate_size": shape.inner,
        "num_attention_heads": shape.heads, "num_key_value_heads": shape.kv_heads, "rope_theta": shape.rope_base,
        "rms_norm_eps": shape.epsilon, "max_position_embeddings": 4096, "hidden_act": "silu",
        "tie_word_embeddings": True,
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(config, indent=1))
    (out / "packed.json").write_text(json.dumps(listed))
    print(f"{len(packed) / 2**20:.0f} MiB in {at + 1} pieces")


def _halves(data: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(data).view("<f2").astype(np.float32)


def four_bits(data: np.ndarray) -> np.ndarray:
    """Q4_K: blocks of 256 weights of four bits, in eight groups with a scale and a least value of six bits each."""
    blocks = data.reshape(-1, 144)
    scale, least = _halves(blocks[:, :2]), _halves(blocks[:, 2:4])
    low, middle, high = blocks[:, 4:8], blocks[:, 8:12], blocks[:, 12:16]
    scales = np.concatenate([low & 63, (high & 15) | ((low >> 2) & 48)], axis=1) * scale
    leasts = np.concatenate([middle & 63, (high >> 4) | ((middle >> 2) & 48)], axis=1) * least
    pairs = blocks[:, 16:].reshape(-1, 4, 1, 32) >> np.array([0, 4], dtype=np.uint8).reshape(1, 1, 2, 1)
    values = (pairs & 15).reshape(-1, 8, 32).astype(np.float32)
    return (values * scales[..., None] - leasts[..., None]).reshape(-1)


def six_bits(data: np.ndarray) -> np.ndarray:
    """Q6_K: blocks of 256 weights of six bits, in sixteen groups with a scale of eight bits each."""
    blocks = data.reshape(-1, 210)
    low, high = blocks[:, :128], blocks[:, 128:192]
    scales = blocks[:, 192:208].view(np.int8).astype(np.float32) * _halves(blocks[:, 208:210])
    low = (low.reshape(-1, 2, 1, 64) >> np.array([0, 4], dtype=np.uint8).reshape(1, 1, 2, 1)) & 15
    high = (high.reshape(-1, 2, 1, 32) >> np.array([0, 2, 4, 6], dtype=np.uint8).reshape(1, 1, 4, 1)) & 3
    values = (low.reshape(-1, 8, 32) | (high.reshape(-1, 8, 32) << 4)).astype(np.int8) - 32
    return (values.reshape(-1, 16, 16) * scales[..., None]).reshape(-1).astype(np.float32)


def _unpacked(asked: tuple[str, str, list[int], bytes]) -> tuple[str, np.ndarray]:
    name, kind, shape, raw = asked
    data = np.frombuffer(raw, dtype=np.uint8)
    read = {"Q4_K": four_bits, "Q6_K": six_bits, "F32": lambda one: one.view("<f4")}
    return name, read[kind](data).astype(np.float16).reshape(shape)


def unpack(folder: Path, out: Path) -> None:
    from multiprocessing import Pool

    from safetensors.numpy import save_file

    out.mkdir(parents=True, exist_ok=True)
    packed = b"".join(path.read_bytes() for path in sorted(folder.glob("piece*")))
    listed = json.loads((folder / "packed.json").read_text())
    if listed[-1][3] + listed[-1][4] != len(packed):
        raise SystemExit(f"pieces are missing: {len(packed)} bytes of {listed[-1][3] + listed[-1][4]}")
    with Pool() as pool:
        asked = [(name, kind, shape, packed[at : at + size]) for name, kind, shape, at, size in listed]
        made = dict(pool.imap_unordered(_unpacked, asked, chunksize=4))
    save_file(made, out / "model.safetensors", metadata={"format": "pt"})
    for name in ("config.json", "tokenizer.json", "places.npy"):
        shutil.copy(folder / name, out / name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    steps = parser.add_subparsers(dest="step", required=True)
    cutting = steps.add_parser("cut")
    cutting.add_argument("--home", type=Path, required=True)
    cutting.add_argument("--out", type=Path, required=True)
    unpacking = steps.add_parser("unpack")
    unpacking.add_argument("--from", dest="folder", type=Path, required=True)
    unpacking.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    if asked.step == "cut":
        cut(asked.home, asked.out)
    else:
        unpack(asked.folder, asked.out)


if __name__ == "__main__":
    main()
