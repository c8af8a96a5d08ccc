"""What a GGUF file says of itself: its fields, the shape of its network, its word pieces. Needs the `gguf` package."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from gguf import GGUFReader
from tokenizers import Tokenizer, decoders, models, pre_tokenizers

from foam.errors import WeightsMissing
from foam.model.embedded.llama import Shape


def open_gguf(path: Path, known: Mapping[str, str]) -> GGUFReader:
    """The file, whose fields must have these values: another architecture would be read wrongly."""
    reader = GGUFReader(path)
    for key, value in known.items():
        if read_field(reader, key) != value:
            raise WeightsMissing(f"{path.name}: {key} is {read_field(reader, key)!r}, not {value!r}")
    return reader


def read_field(reader: GGUFReader, key: str) -> Any:
    field = reader.get_field(key)
    return None if field is None else field.contents()


def read_shape(reader: GGUFReader, *, start: int, layers: int | None = None) -> Shape:
    """The shape of the network, or of its lower `layers`; `start` is the word piece with which a text begins."""
    name = read_field(reader, "general.architecture")

    def held(key: str) -> Any:
        return read_field(reader, f"{name}.{key}")

    return Shape(
        layers=held("block_count") if layers is None else layers,
        width=held("embedding_length"),
        inner=held("feed_forward_length"),
        heads=held("attention.head_count"),
        kv_heads=held("attention.head_count_kv"),
        rope_base=held("rope.freq_base"),
        epsilon=held("attention.layer_norm_rms_epsilon"),
        context=held("context_length"),
        start=start,
    )


def read_size(tensor: Any) -> tuple[int, int]:
    """Rows and columns; a vector is one row."""
    columns, rows = (*(int(n) for n in tensor.shape), 1)[:2]
    return rows, columns


def read_tokenizer(reader: GGUFReader, split: pre_tokenizers.PreTokenizer) -> Tokenizer:
    """The byte-level word pieces, over texts that are `split` so.

    Special tokens are left out on purpose: in untrusted text `<|im_start|>` is spelt, never obeyed.
    """
    merges = [tuple(one.split(" ")) for one in read_field(reader, "tokenizer.ggml.merges")]
    tokens = read_field(reader, "tokenizer.ggml.tokens")
    made = Tokenizer(models.BPE(vocab={text: at for at, text in enumerate(tokens)}, merges=merges))
    made.pre_tokenizer = split
    made.decoder = decoders.ByteLevel()
    return made
