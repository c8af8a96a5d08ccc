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
_TOKENIZER = "tokenizer.json"
_KNOWN = {"general.architecture": "llama", "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm"}


class Index(Value):
    shape: Shape
    tensors: dict[str, Tensor]


def write_index(folder: Path, gguf: str = "model.gguf") -> None:
    """Write `index.json` and `tokenizer.json` beside the GGUF file; one of another architecture is refused."""
    reader = GGUFReader(folder / gguf)
    for key, value in _KNOWN.items():
        if _read(reader, key) != value:
            raise WeightsMissing(f"{gguf}: {key} is {_read(reader, key)!r}, not {value!r}")
    index = Index(shape=_read_shape(reader), tensors={one.name: _tensor(one) for one in reader.tensors})
    (folder / INDEX).write_text(index.model_dump_json(), encoding="utf-8")
    (folder / _TOKENIZER).write_text(_read_tokenizer(reader).to_str(), encoding="utf-8")


def _read(reader: GGUFReader, key: str) -> Any:
    field = reader.get_field(key)
    return None if field is None else field.contents()


def _read_shape(reader: GGUFReader) -> Shape:
    def held(key: str) -> Any:
        return _read(reader, f"llama.{key}")

    return Shape(
        layers=held("block_count"),
        width=held("embedding_length"),
        inner=held("feed_forward_length"),
        heads=held("attention.head_count"),
        kv_heads=held("attention.head_count_kv"),
        rope_base=held("rope.freq_base"),
        epsilon=held("attention.layer_norm_rms_epsilon"),
        context=held("context_length"),
        start=_read(reader, "tokenizer.ggml.tokens").index("<|endoftext|>"),
    )


def _read_tokenizer(reader: GGUFReader) -> Tokenizer:
    """The byte-level word pieces.

    Special tokens are left out on purpose: in untrusted text `<|im_start|>` is spelt, never obeyed.
    """
    merges = [tuple(one.split(" ")) for one in _read(reader, "tokenizer.ggml.merges")]
    tokens = _read(reader, "tokenizer.ggml.tokens")
    made = Tokenizer(models.BPE(vocab={text: at for at, text in enumerate(tokens)}, merges=merges))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    made.decoder = decoders.ByteLevel()
    return made


def _tensor(tensor: Any) -> Tensor:
    columns, rows = (*(int(n) for n in tensor.shape), 1)[:2]  # a vector is one row
    return Tensor(
        kind=tensor.tensor_type.name,
        rows=rows,
        columns=columns,
        offset=int(tensor.data_offset),
        size=int(tensor.n_bytes),
    )
