"""The highlighter itself: an encoder of its own layers over the judge's word embeddings, three logits a word piece."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load
from tokenizers import Tokenizer

from foam.errors import WeightsMissing
from foam.model.embedded.bert import Encoder, gelu_by_tanh
from foam.model.embedded.threads import side_by_side
from foam.model.judge.judge import FOLDER as JUDGE
from foam.model.judge.network import Array, softmax, widened
from foam.values import Value, digest_bytes
from foam_quotes.text.span import Span

FOLDER = Path(__file__).parent
LONGEST, CLAIM, STRIDE = 512, 64, 224
"""Pieces of a window, of a claim, and from the start of a window to that of the next: as in training."""
_WORDS = "encoder.embeddings.word_embeddings.weight"
_START, _END = 101, 102
_WORD = re.compile(r"\S+")


class HighlighterCard(Value):
    """What the shipped weights are."""

    name: str
    version: str
    weights: str
    """Tagged digest of the weights file."""
    words: str
    """Tagged digest of the judge's word embeddings, with which it was trained."""
    base: str


class Chances(NamedTuple):
    """For each word of a text, where it stands and how likely it is marked. What is highlighted is also underlined."""

    words: tuple[Span, ...]
    underlined: Array
    highlighted: Array


class Highlighter:
    """Reads passages against claims. Same weights, same input, same numbers."""

    def __init__(self, weights: dict[str, NDArray[np.generic]], tokenizer: Tokenizer, card: HighlighterCard) -> None:
        wide = widened(weights)
        self.card = card
        self._encoder = Encoder(wide, prefix="encoder.", curve=gelu_by_tanh)
        self._weight, self._bias = wide["head.weight"], wide["head.bias"]
        self._tokenizer = tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Highlighter:
        """The shipped highlighter; what was altered, or belongs to another judge, is refused."""
        try:
            card = HighlighterCard.model_validate_json((folder / "card.json").read_bytes())
            own, judge = (folder / "highlighter.safetensors").read_bytes(), (JUDGE / "judge.safetensors").read_bytes()
            tokenizer = Tokenizer.from_file(str(JUDGE / "tokenizer.json"))
        except OSError as error:
            raise WeightsMissing(f"the highlighter's weights are absent: {error.filename}") from error
        held = load(judge)
        if digest_bytes(own) != card.weights or digest_bytes(held[_WORDS].tobytes()) != card.words:
            raise WeightsMissing("the highlighter's weights are altered, or were made for another judge")
        words = {name: held[name] for name in (_WORDS, f"{_WORDS}.scale")}
        return cls({**load(own), **words}, tokenizer, card)

    def read(self, text: str, claim: str) -> Chances:
        """The chances of each word of the text, read for a claim; an empty claim is no claim."""
        words = tuple(Span(*found.span()) for found in _WORD.finditer(text))
        coded = self._tokenizer.encode(text, add_special_tokens=False)
        asked = self._tokenizer.encode(claim, add_special_tokens=False).ids[:CLAIM]
        if not words or not coded.ids:
            none = np.zeros(len(words), dtype=np.float32)
            return Chances(words, none, none)
        starts = np.array([span.start for span in words])
        owner = np.searchsorted(starts, [first for first, _ in coded.offsets], side="right") - 1
        logits = self._read_windows(np.array(coded.ids), owner, len(words), asked)
        shares = softmax(logits)
        return Chances(words, shares[:, 1] + shares[:, 2], shares[:, 2])

    def _read_windows(self, ids: NDArray[np.int64], owner: NDArray[np.int64], size: int, claim: list[int]) -> Array:
        """The logits of each word, from the window in which it stands furthest from the edges, as its pieces' mean."""
        room = LONGEST - 3 - len(claim)
        begins = [0] if len(ids) <= room else [*range(0, len(ids) - room, STRIDE), len(ids) - room]
        after = [*claim, _END] if claim else []

        def read(begin: int) -> Array:
            part = ids[begin : begin + room]
            row = np.array([[_START, *part, _END, *after]])
            kinds = (np.arange(row.shape[1]) >= len(part) + 2).astype(np.int64)[None]
            states = self._encoder.hidden(row, np.ones(row.shape), kinds)[0, 1 : len(part) + 1]
            found: Array = states @ self._weight.T + self._bias
            return found

        total = np.zeros((size, 3), dtype=np.float32)
        best = np.full(size, -1)
        for begin, logits in zip(begins, side_by_side(read, begins), strict=True):
            mine = owner[begin : begin + len(logits)]
            place = np.arange(len(logits))
            nearest = np.full(size, -1)
            np.maximum.at(nearest, mine, np.minimum(place, place[::-1]))
            better = nearest > best
            best[better] = nearest[better]
            count = np.bincount(mine, minlength=size)
            summed = np.zeros((size, 3), dtype=np.float32)
            np.add.at(summed, mine, logits)
            total[better] = summed[better] / np.maximum(count[better], 1)[:, None]
        return total


@cache
def shipped_highlighter() -> Highlighter:
    """The highlighter that comes with FOAM, loaded once."""
    return Highlighter.load()
