"""A language model as a teacher: cut to its lower layers and to the word pieces that the pairs use, then unpacked.

    python -m training.large cut --gguf model.gguf --pairs out/rich.jsonl.gz --layers 21 --out out/large
    python -m training.large unpack --from out/large --out out/reader

`cut` keeps the weights packed as they are, in pieces small enough to carry; `unpack` makes of them a folder that
`training.train --base` reads. Upper layers serve to guess the next word and are of little use to a reader of pairs.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path

import numpy as np

PIECE = 54 * 2**20
SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
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


def _tokenizer(fields: dict, folder: Path) -> None:
    from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

    def texts(name: str) -> list[str]:
        held = fields[name]
        return [bytes(held.parts[at]).decode() for at in held.data]

    merges = [tuple(one.split(" ")) for one in texts("tokenizer.ggml.merges")]
    made = Tokenizer(models.BPE({text: at for at, text in enumerate(texts("tokenizer.ggml.tokens"))}, merges))
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    made.save(str(folder / "tokenizer.json"))


def _used(folder: Path, pairs: Path) -> np.ndarray:
    """The word pieces that occur in any pair, and the first thousand (bytes and their kin), in order."""
    from tokenizers import Tokenizer

    from training import store

    read = Tokenizer.from_file(str(folder / "tokenizer.json"))
    texts = sorted({text for rows in store.read(pairs).values() for row in rows for text in (row.first, row.second)})
    used = set(range(1000))
    for start in range(0, len(texts), 20_000):
        for coded in read.encode_batch(texts[start : start + 20_000], add_special_tokens=False):
            used.update(coded.ids)
    return np.array(sorted(used))


def cut(gguf: Path, pairs: Path, layers: int, out: Path) -> None:
    from gguf import GGUFReader

    out.mkdir(parents=True, exist_ok=True)
    held = GGUFReader(gguf)
    _tokenizer(held.fields, out)
    used = _used(out, pairs)
    size = len(next(one for one in held.tensors if one.name == "token_embd.weight").data)
    places = np.full(size, np.searchsorted(used, 0), dtype=np.int32)
    places[used] = np.arange(len(used))
    np.save(out / "places.npy", places)
    listed, parts, offset = [], [], 0
    for one in held.tensors:
        if one.name == "output.weight" or (one.name.startswith("blk.") and int(one.name.split(".")[1]) >= layers):
            continue
        data = one.data[used] if one.name == "token_embd.weight" else one.data
        shape = [int(n) for n in reversed(one.shape)]
        if one.name == "token_embd.weight":
            shape[0] = len(used)
        raw = np.ascontiguousarray(data).tobytes()
        listed.append([_named(one.name), one.tensor_type.name, shape, offset, len(raw)])
        parts.append(raw)
        offset += len(raw)
    packed = b"".join(parts)
    for at, start in enumerate(range(0, len(packed), PIECE)):
        (out / f"piece{at:02d}").write_bytes(packed[start : start + PIECE])

    def number(name: str) -> float:
        return held.fields[f"qwen2.{name}"].parts[-1][0].item()

    config = {
        "model_type": "qwen2", "architectures": ["Qwen2Model"], "vocab_size": len(used), "num_hidden_layers": layers,
        "hidden_size": number("embedding_length"), "intermediate_size": number("feed_forward_length"),
        "num_attention_heads": number("attention.head_count"),
        "num_key_value_heads": number("attention.head_count_kv"), "rope_theta": number("rope.freq_base"),
        "rms_norm_eps": number("attention.layer_norm_rms_epsilon"), "max_position_embeddings": 4096,
        "hidden_act": "silu", "tie_word_embeddings": True,
    }  # fmt: skip
    (out / "config.json").write_text(json.dumps(config, indent=1))
    (out / "packed.json").write_text(json.dumps(listed))
    print(f"{len(used)} word pieces, {offset / 2**20:.0f} MiB in {at + 1} pieces")


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
    cutting.add_argument("--gguf", type=Path, required=True)
    cutting.add_argument("--pairs", type=Path, required=True)
    cutting.add_argument("--layers", type=int, required=True)
    cutting.add_argument("--out", type=Path, required=True)
    unpacking = steps.add_parser("unpack")
    unpacking.add_argument("--from", dest="folder", type=Path, required=True)
    unpacking.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    if asked.step == "cut":
        cut(asked.gguf, asked.pairs, asked.layers, asked.out)
    else:
        unpack(asked.folder, asked.out)


if __name__ == "__main__":
    main()
