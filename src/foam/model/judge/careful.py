"""The careful edition of the judge: the same questions, read with the lower layers of a language model.

Our package carries what we trained (low-rank additions and heads, int8); the model that they are added to is pulled
(`foam model pull --careful`). Far slower than the judge that ships, and better at facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from safetensors.numpy import load
from tokenizers import Tokenizer

from foam.errors import WeightsMissing
from foam.model.embedded.careful_base import CAREFUL_BASE, INDEX, PACKED, TOKENIZER, LowerLayers
from foam.model.embedded.pull import is_pulled
from foam.model.embedded.weights import WeightFiles
from foam.model.judge.judge import FOLDER, Judge
from foam.model.judge.last_token import LastTokenReader
from foam.model.judge.network import widened
from foam.model.judge.values import Card, Form
from foam.values import digest, digest_bytes

WEIGHTS, CARD = "careful.safetensors", "careful.json"


class CarefulJudge(Judge):
    """The same questions of another reader. Forms of argument are asked of the judge that ships, which learnt them
    better."""

    @cached_property
    def _shipped(self) -> Judge:
        return Judge.load()

    def scheme(self, texts: Sequence[str]) -> list[Form]:
        """Which forms of argument each text has, by the judge that ships."""
        return self._shipped.scheme(texts)


def load_careful(home: Path, folder: Path = FOLDER) -> Judge:
    """The careful judge, from the base in the home and our additions. WeightsMissing where the base is not pulled."""
    if not is_pulled(home, CAREFUL_BASE):
        raise WeightsMissing(
            f"the careful judge needs the weights of {CAREFUL_BASE.name}, which are not in {home / 'models'}",
            hint='run: foam model pull --careful, or set judge.edition to "shipped"',
        )
    data = (folder / WEIGHTS).read_bytes()
    written = (folder / CARD).read_bytes()
    card = Card.model_validate_json(written)
    if digest_bytes(data) != card.weights:
        raise WeightsMissing(f"the careful judge's additions are absent or altered: {WEIGHTS}")
    files = WeightFiles(home, CAREFUL_BASE)
    loaded = digest({CARD: digest_bytes(written), WEIGHTS: card.weights, "base": CAREFUL_BASE.label})
    index = LowerLayers.model_validate_json(files.take(INDEX))
    tokenizer = Tokenizer.from_buffer(files.take(TOKENIZER))
    added = widened(load(data))
    reader = LastTokenReader(index.shape, files.take(PACKED), index.tensors, added, tokenizer)
    return CarefulJudge(load(data), tokenizer, card, loaded=loaded, read=reader.read)
