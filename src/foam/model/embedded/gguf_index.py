"""Read a GGUF file's description once, so that loading it later needs neither the `gguf` package nor seconds.

The weights stay in the GGUF, quantised; the index says where each tensor lies. Reads only the llama architecture with
a byte-level BPE tokenizer that splits numbers into digits, which is what SmolLM2 has.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gguf import GGUFReader
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from foam.errors import WeightsMissing
from foam.model.embedded.llama import Shape
from foam.model.embedded.packed import Tensor
from foam.values import Value

INDEX = "index.json"
TOKENIZER = "tokenizer.json"
_KNOWN = {"general.architecture": "llama", "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm"}


class Index(Value):
    shape: Shape
    tensors: dict[str, Tensor]


def write_index(folder: Path, gguf: str = "model.gguf") -> None:
    """Write `index.json` and `tokenizer.json` beside the GGUF file."""
    reader = GGUFReader(folder / gguf)
    for key, value in _KNOWN.items():
        if _field(reader, key) != value:
            raise WeightsMissing(f"{gguf}: {key} is {_field(reader, key)!r}, not {value!r}")
    index = Index(shape=_shape(reader), tensors={t.name: _tensor(t) for t in reader.tensors})
    (folder / INDEX).write_text(index.model_dump_json(), encoding="utf-8")
    (folder / TOKENIZER).write_text(_tokenizer(reader).to_str(), encoding="utf-8")


def _field(reader: GGUFReader, key: str) -> Any:
    field = reader.get_field(key)
    return None if field is None else field.contents()


def _shape(reader: GGUFReader) -> Shape:
    def held(key: str) -> Any:
        return _field(reader, f"llama.{key}")

    return Shape(
        layers=held("block_count"),
        width=held("embedding_length"),
        inner=held("feed_forward_length"),
        heads=held("attention.head_count"),
        kv_heads=held("attention.head_count_kv"),
        rope_base=held("rope.freq_base"),
        epsilon=held("attention.layer_norm_rms_epsilon"),
        context=held("context_length"),
        start=_field(reader, "tokenizer.ggml.tokens").index("<|endoftext|>"),
    )


def _tensor(tensor: Any) -> Tensor:
    columns, rows = (*(int(n) for n in tensor.shape), 1)[:2]
    return Tensor(
        kind=tensor.tensor_type.name,
        rows=rows,
        columns=columns,
        offset=int(tensor.data_offset),
        size=int(tensor.n_bytes),
    )


def _tokenizer(reader: GGUFReader) -> Tokenizer:
    """Special tokens are left out on purpose: in untrusted text `<|im_start|>` is spelt, never obeyed."""
    tokens = _field(reader, "tokenizer.ggml.tokens")
    merges = [tuple(merge.split(" ")) for merge in _field(reader, "tokenizer.ggml.merges")]
    tokenizer = Tokenizer(models.BPE(vocab={t: i for i, t in enumerate(tokens)}, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.decoder = decoders.ByteLevel()
    return tokenizer
