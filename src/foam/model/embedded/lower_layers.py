"""The lower layers of a language model, cut out of its GGUF file as they lie packed, with their index and tokenizer.

Upper layers serve to guess the next word and are of little use to a reader of pairs. Reads the qwen2 architecture; run
once, when the model is pulled.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from gguf import GGUFReader
from tokenizers import Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers

from foam.errors import WeightsMissing
from foam.model.embedded.careful_base import INDEX, LAYERS, PACKED, TOKENIZER, LowerLayers
from foam.model.embedded.llama import Shape
from foam.model.embedded.packed import Tensor

_KNOWN = {"general.architecture": "qwen2", "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "qwen2"}
_LAYER = re.compile(r"blk\.(\d+)\.")
_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def write_lower_layers(gguf: Path, folder: Path, layers: int = LAYERS) -> None:
    """Write the packed weights of the lower layers and the word pieces, their index and the tokenizer."""
    reader = GGUFReader(gguf)
    for key, value in _KNOWN.items():
        if _field(reader, key) != value:
            raise WeightsMissing(f"{gguf.name}: {key} is {_field(reader, key)!r}, not {value!r}")
    tensors, offset = {}, 0
    with (folder / PACKED).open("wb") as out:
        for tensor in reader.tensors:
            if not _is_kept(tensor.name, layers):
                continue
            size = out.write(tensor.data.tobytes())
            columns, rows = (*(int(n) for n in tensor.shape), 1)[:2]
            kind = tensor.tensor_type.name
            tensors[tensor.name] = Tensor(kind=kind, rows=rows, columns=columns, offset=offset, size=size)
            offset += size
    index = LowerLayers(shape=_shape(reader, layers), tensors=tensors)
    (folder / INDEX).write_text(index.model_dump_json(), encoding="utf-8")
    (folder / TOKENIZER).write_text(_tokenizer(reader).to_str(), encoding="utf-8")


def _is_kept(name: str, layers: int) -> bool:
    found = _LAYER.match(name)
    return int(found[1]) < layers if found else name in ("token_embd.weight", "output_norm.weight")


def _field(reader: GGUFReader, key: str) -> Any:
    field = reader.get_field(key)
    return None if field is None else field.contents()


def _shape(reader: GGUFReader, layers: int) -> Shape:
    def held(key: str) -> Any:
        return _field(reader, f"qwen2.{key}")

    return Shape(
        layers=layers,
        width=held("embedding_length"),
        inner=held("feed_forward_length"),
        heads=held("attention.head_count"),
        kv_heads=held("attention.head_count_kv"),
        rope_base=held("rope.freq_base"),
        epsilon=held("attention.layer_norm_rms_epsilon"),
        context=held("context_length"),
        start=0,
    )


def _tokenizer(reader: GGUFReader) -> Tokenizer:
    """Special tokens are left out on purpose: in untrusted text `<|im_start|>` is spelt, never obeyed."""
    merges = [tuple(one.split(" ")) for one in _field(reader, "tokenizer.ggml.merges")]
    tokens = _field(reader, "tokenizer.ggml.tokens")
    made = Tokenizer(models.BPE(vocab={text: at for at, text in enumerate(tokens)}, merges=merges))
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    return made
