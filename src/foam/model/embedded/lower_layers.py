"""The lower layers of a language model, cut out of its GGUF file as they lie packed, with their index and tokenizer.

Upper layers serve to guess the next word and are of little use to a reader of pairs. Reads the qwen2 architecture; run
once, when the model is pulled.
"""

from __future__ import annotations

import re
from pathlib import Path

from tokenizers import Regex, normalizers, pre_tokenizers

from foam.model.embedded.careful_base import INDEX, LAYERS, PACKED, TOKENIZER, LowerLayers
from foam.model.embedded.gguf_file import open_gguf, read_shape, read_size, read_tokenizer
from foam.model.embedded.packed import Tensor

_KNOWN = {"general.architecture": "qwen2", "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "qwen2"}
_LAYER = re.compile(r"blk\.(\d+)\.")
_SPLIT = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)


def write_lower_layers(gguf: Path, folder: Path, layers: int = LAYERS) -> None:
    """Write the packed weights of the lower layers and the word pieces, their index and the tokenizer."""
    reader = open_gguf(gguf, _KNOWN)
    tensors, offset = {}, 0
    with (folder / PACKED).open("wb") as out:
        for tensor in reader.tensors:
            if not _is_kept(tensor.name, layers):
                continue
            size = out.write(tensor.data.tobytes())
            rows, columns = read_size(tensor)
            kind = tensor.tensor_type.name
            tensors[tensor.name] = Tensor(kind=kind, rows=rows, columns=columns, offset=offset, size=size)
            offset += size
    split = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_SPLIT), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer = read_tokenizer(reader, split)
    tokenizer.normalizer = normalizers.NFC()
    index = LowerLayers(shape=read_shape(reader, start=0, layers=layers), tensors=tensors)
    (folder / INDEX).write_text(index.model_dump_json(), encoding="utf-8")
    (folder / TOKENIZER).write_text(tokenizer.to_str(), encoding="utf-8")


def _is_kept(name: str, layers: int) -> bool:
    found = _LAYER.match(name)
    return int(found[1]) < layers if found else name in ("token_embd.weight", "output_norm.weight")
