"""A language model of a few thousand weights in the file format of the careful judge's base, and additions to it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter, quants
from numpy.typing import NDArray
from tokenizers import Tokenizer, pre_tokenizers

from foam.model.embedded.careful_base import INDEX, PACKED, TOKENIZER, LowerLayers
from foam.model.embedded.lower_layers import write_lower_layers
from foam.model.judge import HEADS, Calibration, Card
from foam.model.judge.careful import CarefulJudge
from foam.model.judge.last_token import LastTokenReader

WIDTH, INNER, HEAD_COUNT, GROUPS, HELD, KEPT, RANK, HEAD_WIDTH = 64, 96, 4, 2, 3, 2, 3, 8
SIZES = {"relation": 3, "entails": 3, "bears": 1, "side": 3, "scheme": 7, "quality": 1, "same": 1}
Arrays = dict[str, NDArray[np.float32]]


def write_gguf(path: Path, architecture: str = "qwen2") -> None:
    """Three layers, of which two are to be kept; byte pieces and one merge; embeddings packed in blocks."""
    rng = np.random.default_rng(4)
    tokens = [*sorted(pre_tokenizers.ByteLevel.alphabet()), "th"]
    writer = GGUFWriter(path, architecture)
    writer.add_context_length(512)
    writer.add_block_count(HELD)
    writer.add_embedding_length(WIDTH)
    writer.add_feed_forward_length(INNER)
    writer.add_head_count(HEAD_COUNT)
    writer.add_head_count_kv(GROUPS)
    writer.add_rope_freq_base(10_000.0)
    writer.add_layer_norm_rms_eps(1e-6)
    writer.add_tokenizer_model("gpt2")
    writer.add_tokenizer_pre("qwen2")
    writer.add_token_list(tokens)
    writer.add_token_merges(["t h"])
    words = rng.normal(size=(len(tokens), WIDTH)).astype(np.float32)
    kind = GGMLQuantizationType.Q8_0
    writer.add_tensor("token_embd.weight", quants.quantize(words, kind), raw_dtype=kind)
    writer.add_tensor("output.weight", words)
    side = WIDTH // HEAD_COUNT * GROUPS
    shapes = {"attn_q": (WIDTH, WIDTH), "attn_k": (side, WIDTH), "attn_v": (side, WIDTH), "attn_output": (WIDTH, WIDTH)}
    shapes |= {"ffn_gate": (INNER, WIDTH), "ffn_up": (INNER, WIDTH), "ffn_down": (WIDTH, INNER)}
    for layer in range(HELD):
        for name, shape in shapes.items():
            made = rng.normal(size=shape).astype(np.float32) / np.float32(shape[1] ** 0.5)
            writer.add_tensor(f"blk.{layer}.{name}.weight", made)
        for name in ("attn_q", "attn_k", "attn_v"):
            writer.add_tensor(f"blk.{layer}.{name}.bias", rng.normal(size=shapes[name][0]).astype(np.float32))
        for name in ("attn_norm", "ffn_norm"):
            writer.add_tensor(f"blk.{layer}.{name}.weight", rng.normal(1, 0.1, size=WIDTH).astype(np.float32))
    writer.add_tensor("output_norm.weight", np.ones(WIDTH, dtype=np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def make_added() -> Arrays:
    """Additions to each matrix, and the heads."""
    rng = np.random.default_rng(5)
    side = WIDTH + 2 * (WIDTH // HEAD_COUNT * GROUPS)
    shapes = {"qkv": (side, WIDTH), "out": (WIDTH, WIDTH), "gate_up": (2 * INNER, WIDTH), "down": (WIDTH, INNER)}
    made: Arrays = {}
    for layer in range(KEPT):
        for name, (rows, columns) in shapes.items():
            made[f"layers.{layer}.{name}.first"] = rng.normal(0, 0.1, size=(RANK, columns)).astype(np.float32)
            made[f"layers.{layer}.{name}.second"] = rng.normal(0, 0.1, size=(rows, RANK)).astype(np.float32)
    for name, size in SIZES.items():
        made[f"inner.{name}.weight"] = rng.normal(0, 0.1, size=(HEAD_WIDTH, WIDTH)).astype(np.float32)
        made[f"inner.{name}.bias"] = np.zeros(HEAD_WIDTH, dtype=np.float32)
        made[f"outer.{name}.weight"] = rng.normal(size=(size, HEAD_WIDTH)).astype(np.float32)
        made[f"outer.{name}.bias"] = np.zeros(size, dtype=np.float32)
    return made


def cut_base(folder: Path) -> LowerLayers:
    """The lower layers of the small model, in a folder."""
    write_gguf(folder / "whole.gguf")
    write_lower_layers(folder / "whole.gguf", folder, KEPT)
    return LowerLayers.model_validate_json((folder / INDEX).read_bytes())


def make_reader(folder: Path) -> LastTokenReader:
    index = cut_base(folder)
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    return LastTokenReader(index.shape, (folder / PACKED).read_bytes(), index.tensors, make_added(), tokenizer)


def make_careful(folder: Path) -> CarefulJudge:
    """A judge that reads as the careful one does, with weights that mean nothing."""
    plain = dict.fromkeys(HEADS, Calibration(temperature=1.0, least=0.5))
    card = Card(name="small", version="0", weights="", base="made here", heads=plain)
    reader = make_reader(folder)
    tokenizer = Tokenizer.from_file(str(folder / TOKENIZER))
    return CarefulJudge(make_added(), tokenizer, card, read=reader.read)
