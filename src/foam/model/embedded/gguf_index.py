"""Read a GGUF file's description once, so that loading it later needs neither the `gguf` package nor seconds.

The weights stay in the GGUF, quantised; the index says where each tensor lies. Reads only the llama architecture with
a byte-level BPE tokenizer that splits numbers into digits, which is what SmolLM2 has.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tokenizers import pre_tokenizers

from foam.model.embedded.gguf_file import open_gguf, read_field, read_shape, read_size, read_tokenizer
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
    reader = open_gguf(folder / gguf, _KNOWN)
    start = read_field(reader, "tokenizer.ggml.tokens").index("<|endoftext|>")
    split = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    index = Index(shape=read_shape(reader, start=start), tensors={one.name: _tensor(one) for one in reader.tensors})
    (folder / INDEX).write_text(index.model_dump_json(), encoding="utf-8")
    (folder / TOKENIZER).write_text(read_tokenizer(reader, split).to_str(), encoding="utf-8")


def _tensor(tensor: Any) -> Tensor:
    rows, columns = read_size(tensor)
    return Tensor(
        kind=tensor.tensor_type.name,
        rows=rows,
        columns=columns,
        offset=int(tensor.data_offset),
        size=int(tensor.n_bytes),
    )
