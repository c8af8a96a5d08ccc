"""Pairs to tensors, once: all tokens of a corpus lie in one flat tensor on the device, a batch is gathered from it.

Texts are cut to fit: the claim keeps up to 96 pieces, the evidence the rest.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from tokenizers import Tokenizer

from training.pairs import Pair

LONGEST, CLAIM = 256, 96
Side = tuple[list[int], int]


class Coder:
    """The tokenizer of the base model; `blind` empties one side for the one-sided baselines."""

    def __init__(self, base: Path, blind: str | None = None) -> None:
        self.tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.blind = blind
        self.places = np.load(base / "places.npy") if (base / "places.npy").exists() else None
        if self.places is not None:  # a language model that reads on: the text, the claim, and a word after both
            self.frame = self._ids(["Text: ", "\n\nClaim: ", "\n\nVerdict:"])
            self.pad = 0
            return
        names = (("[CLS]", "<s>"), ("[SEP]", "</s>"), ("[PAD]", "<pad>"))
        self.start, self.end, self.pad = map(self._mark, names)

    def _mark(self, names: tuple[str, str]) -> int:
        return next(found for name in reversed(names) if (found := self.tokenizer.token_to_id(name)) is not None)

    def _ids(self, texts: list[str]) -> list[list[int]]:
        coded = (one.ids for one in self.tokenizer.encode_batch(texts, add_special_tokens=False))
        return list(coded) if self.places is None else [self.places[ids].tolist() for ids in coded]

    def _joined(self, first: list[int], second: list[int]) -> Side:
        if self.places is not None:
            before, between, after = self.frame
            second = second[:CLAIM]
            first = first[: LONGEST - len(second) - len(before + between + after)]
            return [*before, *first, *between, *second, *after], len(before + first + between)
        if not second and not self.blind:
            ids = [self.start, *first[: LONGEST - 2], self.end]
            return ids, len(ids)
        second = second[:CLAIM]
        first = first[: LONGEST - 3 - len(second)]
        return [self.start, *first, self.end, *second, self.end], len(first) + 2

    def __call__(self, texts: Sequence[tuple[str, str]]) -> list[Side]:
        firsts = self._ids(["" if self.blind == "first" else first[:6000] for first, _ in texts])
        seconds = self._ids(["" if self.blind == "second" else second[:3000] for _, second in texts])
        return [self._joined(*both) for both in zip(firsts, seconds, strict=True)]


class Coded(NamedTuple):
    """Pairs as word pieces, one after the other: how many each has, and where its second side begins."""

    flat: np.ndarray
    lengths: np.ndarray
    seconds: np.ndarray


def code(coder: Coder, texts: Sequence[tuple[str, str]]) -> Coded:
    sides = coder(texts)
    flat = np.concatenate([np.array(ids, dtype=np.int32) for ids, _ in sides])
    return Coded(flat, np.array([len(ids) for ids, _ in sides]), np.array([second for _, second in sides]))


class Corpus:
    """Coded texts on the device. A convincingness pair is two rows of it, one for each argument."""

    def __init__(self, coded: Coded, pad: int, device: str) -> None:
        self.lengths, self.pad, self.device = coded.lengths, pad, device
        self._flat = torch.tensor(coded.flat, device=device)
        self._starts = torch.tensor(np.concatenate([[0], np.cumsum(coded.lengths)[:-1]]), device=device)
        self._lengths = torch.tensor(coded.lengths, device=device)
        self._seconds = torch.tensor(coded.seconds, device=device)

    def batch(self, rows: np.ndarray) -> dict[str, torch.Tensor]:
        """Padded ids, kinds and mask of these rows."""
        at = torch.tensor(rows, device=self.device)
        width = int(self.lengths[rows].max())
        width += -width % 8
        place = torch.arange(width, device=self.device)[None, :]
        mask = place < self._lengths[at, None]
        index = (self._starts[at, None] + place).clamp(max=len(self._flat) - 1)
        ids = torch.where(mask, self._flat[index].long(), self.pad)
        kinds = ((place >= self._seconds[at, None]) & mask).long()
        return {"ids": ids, "kinds": kinds, "mask": mask.long()}


def quality_texts(pairs: Sequence[Pair]) -> list[tuple[str, str]]:
    """Both arguments of each pair, alone, one after the other."""
    return [(text, "") for pair in pairs for text in (pair.first, pair.second)]


def endless(lengths: np.ndarray, weights: np.ndarray, size: int, rng: np.random.Generator) -> Iterator[np.ndarray]:
    """Batches of row numbers for ever, drawn by weight; in a pool of fifty rows of like length stand together."""
    shares = weights / weights.sum()
    shuffled = random.Random(int(rng.integers(1 << 30)))
    while True:
        drawn = rng.choice(len(lengths), size=size * 50, p=shares)
        drawn = drawn[np.argsort(lengths[drawn], kind="stable")]
        chunks = [drawn[at : at + size] for at in range(0, len(drawn), size)]
        shuffled.shuffle(chunks)
        yield from chunks
