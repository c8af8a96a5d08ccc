"""Pairs to padded tensors. Texts are cut to fit: the claim keeps up to 96 pieces, the evidence the rest."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import torch
from tokenizers import Tokenizer

from training.pairs import Pair

LONGEST, CLAIM = 256, 96


class Coded(NamedTuple):
    """One pair as token ids: each side is the ids and the place where its second text begins."""

    sides: tuple[tuple[list[int], int], ...]
    target: tuple[float, ...]


class Coder:
    """The tokenizer of the base model; `blind` empties one side for the one-sided baselines."""

    def __init__(self, base: Path, blind: str | None = None) -> None:
        self.tokenizer = Tokenizer.from_file(str(base / "tokenizer.json"))
        self.tokenizer.no_truncation()
        self.tokenizer.no_padding()
        self.blind = blind
        self.start, self.end, self.pad = (
            self._mark(name) for name in (("[CLS]", "<s>"), ("[SEP]", "</s>"), ("[PAD]", "<pad>"))
        )

    def _mark(self, names: tuple[str, str]) -> int:
        return next(found for name in reversed(names) if (found := self.tokenizer.token_to_id(name)) is not None)

    def joined(self, first: list[int], second: list[int]) -> tuple[list[int], int]:
        second = second[:CLAIM]
        first = first[: LONGEST - 3 - len(second)]
        return [self.start, *first, self.end, *second, self.end], len(first) + 2

    def single(self, text: list[int]) -> tuple[list[int], int]:
        ids = [self.start, *text[: LONGEST - 2], self.end]
        return ids, len(ids)

    def _ids(self, texts: list[str]) -> list[list[int]]:
        return [coded.ids for coded in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def __call__(self, pairs: list[Pair]) -> list[Coded]:
        firsts = self._ids(["" if self.blind == "first" else pair.first for pair in pairs])
        seconds = self._ids(["" if self.blind == "second" else pair.second for pair in pairs])
        coded = []
        for pair, first, second in zip(pairs, firsts, seconds, strict=True):
            sides = (
                (self.single(first), self.single(second)) if pair.task == "quality" else (self.joined(first, second),)
            )
            coded.append(Coded(sides, pair.target))
        return coded


def _padded(sides: list[tuple[list[int], int]], pad: int, device: str) -> dict[str, torch.Tensor]:
    width = max(len(ids) for ids, _ in sides)
    ids = torch.tensor([one + [pad] * (width - len(one)) for one, _ in sides])
    kinds = torch.tensor([[0] * start + [1] * (len(one) - start) + [0] * (width - len(one)) for one, start in sides])
    mask = torch.tensor([[1] * len(one) + [0] * (width - len(one)) for one, _ in sides])
    return {"ids": ids.to(device), "kinds": kinds.to(device), "mask": mask.to(device)}


def collate(batch: list[Coded], pad: int, device: str) -> tuple[list[dict[str, torch.Tensor]], torch.Tensor]:
    sides = [_padded([row.sides[at] for row in batch], pad, device) for at in range(len(batch[0].sides))]
    return sides, torch.tensor([row.target for row in batch], device=device)


def _length(row: Coded) -> int:
    return max(len(ids) for ids, _ in row.sides)


def endless(rows: list[Coded], size: int, rng: random.Random) -> Iterator[list[Coded]]:
    """Shuffled batches for ever; inside a pool of fifty batches rows of like length stand together."""
    while True:
        order = rng.sample(rows, len(rows))
        for start in range(0, len(order), size * 50):
            pool = sorted(order[start : start + size * 50], key=_length)
            chunks = [pool[at : at + size] for at in range(0, len(pool), size)]
            rng.shuffle(chunks)
            yield from chunks
