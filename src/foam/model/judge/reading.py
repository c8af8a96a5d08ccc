"""How the judge that ships reads pairs: word pieces of both texts through one small encoder."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
from tokenizers import Tokenizer

from foam.model.embedded.bert import Encoder, gelu_by_tanh
from foam.model.embedded.threads import side_by_side
from foam.model.embedded.vectors import batch_by_length, pad
from foam.model.judge.network import Array

Pair = tuple[str, str]
Read = Callable[[tuple[Pair, ...]], list[tuple[list[int], Array]]]
"""What an encoder makes of pairs, in batches: the places of the pairs, and a state for each."""

LONGEST, CLAIM = 256, 96
"""Word pieces of a pair, and those that its claim may take of them."""
_TOKENS_AT_ONCE = 512


class SmallReader:
    """A small encoder's first token, for each pair."""

    def __init__(self, weights: Mapping[str, Array], tokenizer: Tokenizer) -> None:
        self._encoder = Encoder(weights, prefix="encoder.", curve=gelu_by_tanh)
        self._tokenizer = tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    def read(self, pairs: Sequence[Pair]) -> list[tuple[list[int], Array]]:
        """What the encoder makes of each batch of the pairs, with their places."""
        coded = [self._coded(*pair) for pair in pairs]

        def read(batch: list[int]) -> tuple[list[int], Array]:
            ids, mask = pad([coded[at][0] for at in batch])
            kinds = (np.arange(ids.shape[1])[None, :] >= np.array([[coded[at][1]] for at in batch])) & (mask > 0)
            return batch, self._encoder.first(ids, mask, kinds.astype(np.int64))

        return side_by_side(read, batch_by_length([len(ids) for ids, _ in coded], tokens=_TOKENS_AT_ONCE))

    def _coded(self, first: str, second: str) -> tuple[list[int], int]:
        """Token ids and the place where the second text begins. The claim keeps up to 96 pieces, the text the rest."""
        start, end = 101, 102
        ids = _pieces_of(self._tokenizer, first)
        if not second:
            return [start, *ids[: LONGEST - 2], end], LONGEST
        claim = _pieces_of(self._tokenizer, second)[:CLAIM]
        kept = ids[: LONGEST - 3 - len(claim)]
        return [start, *kept, end, *claim, end], len(kept) + 2


def _pieces_of(tokenizer: Tokenizer, text: str) -> list[int]:
    """The word pieces of a text's beginning."""
    # A piece is at least one character, so a longer text cannot add to what is kept.
    found: list[int] = tokenizer.encode(text[: LONGEST * 40], add_special_tokens=False).ids
    return found
