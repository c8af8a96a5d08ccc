"""The small judge: does a text support a claim, which of two arguments convinces more, do two make the same point?

A cross-encoder of our own training on numpy. It reads English, at most 256 word pieces a pair, and says "don't know"
where its calibrated confidence is low or the input is nothing it was trained on. It does not know the world: it
compares two texts. `docs/judge.md` says how good it is and how it was made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from foam.errors import WeightsMissing
from foam.model.embedded.bert import Block, Encoder
from foam.model.embedded.threads import side_by_side
from foam.model.embedded.vectors import like_length, padded
from foam.values import Value, digest_bytes

Array = NDArray[np.float32]
Verdict = Literal["supports", "contradicts", "neither", "don't know"]
Pair = tuple[str, str]

FOLDER = Path(__file__).with_name("judge")
LONGEST, CLAIM = 256, 96
MOST_WORDS = 600
_LABELS: tuple[Verdict, ...] = ("supports", "contradicts", "neither")
_TOKENS_AT_ONCE = 1024
_SLICE = 256
_ROOT = (2 / np.pi) ** 0.5
_TAG = re.compile(r"</?[a-zA-Z][^<>]*>|\{\{|\}\}|\[\[|&[a-z]+;")
_WORD = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
_COMMON_WORDS = """
a about after all also an and any are as at be because been but by can could did do does for from had has have
he her his how if in into is it its just like make may more most must my no not of on one only or other our out
over people people's right she should so some such than that the their them then there these they this those
through to under up us use was we were what when where which while who why will with without would you your
don't isn't good bad better government
"""
_ENGLISH = frozenset(_COMMON_WORDS.split())
_OTHER_WORDS = """
al au avec che con da das de dei del dem den der des di die du een ein eine el em en er es est et för gli hat het
ich il im ist je jest la las le les lo los med mit na nicht nie non och ou para pas per por pour que qui se sich sie
som son sono sont sur um un una und une van von voor w z zu
"""
_FOREIGN = frozenset(_OTHER_WORDS.split())


class Relation(Value):
    """How a text bears on a claim. The three probabilities sum to one; `reason` says why there is no verdict."""

    verdict: Verdict
    supports: float = Field(ge=0, le=1)
    contradicts: float = Field(ge=0, le=1)
    neither: float = Field(ge=0, le=1)
    reason: str = ""


class Card(Value):
    """What the shipped weights are: where they came from, how they are calibrated, where the judge stays silent."""

    name: str
    version: str
    weights: str
    """Tagged digest of the weights file."""
    base: str
    temperatures: Mapping[str, float]
    """Divisor of the logits for each head, fitted on a split of its own."""
    least: float = Field(ge=0, le=1)
    """Confidence below which the verdict is "don't know"."""
    figures: Mapping[str, float]


class Judge:
    """The three heads over one encoder. Same weights, same input, same numbers."""

    def __init__(self, weights: Mapping[str, NDArray[np.generic]], tokenizer: Tokenizer, card: Card) -> None:
        wide = widened(weights)
        self.card = card
        self._encoder = _Reader(wide, prefix="encoder.")
        self._heads = {name: _Head(wide, name) for name in ("relation", "quality", "same")}
        self._tokenizer = tokenizer
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()

    @property
    def name(self) -> str:
        """Which judge, with its version."""
        return f"{self.card.name}-{self.card.version}"

    @classmethod
    def load(cls, folder: Path = FOLDER) -> Judge:
        """The shipped judge; the weights are checked against the card's digest."""
        card = Card.model_validate_json((folder / "card.json").read_bytes())
        path = folder / "judge.safetensors"
        if not path.exists() or digest_bytes(path.read_bytes()) != card.weights:
            raise WeightsMissing(f"the judge's weights are absent or altered: {path.name}")
        return cls(load_file(path), Tokenizer.from_file(str(folder / "tokenizer.json")), card)

    def relation(self, pairs: Sequence[Pair]) -> list[Relation]:
        """How each first text (evidence, argument) bears on the second (claim)."""
        probabilities = _softmax(self._read("relation", pairs) / self.card.temperatures["relation"])
        return [self._verdict(row, unreadable(*pair)) for pair, row in zip(pairs, probabilities, strict=True)]

    def convinces(self, pairs: Sequence[Pair]) -> list[float]:
        """The chance that people find the first argument more convincing than the second; 0.5 where unreadable.

        Each argument is scored alone, so that swapping a pair gives exactly one minus the answer."""
        texts = list(dict.fromkeys(text for pair in pairs for text in pair))
        readable = [text for text in texts if not unreadable(text)]
        score = dict.fromkeys(texts, np.float32(0))
        score |= zip(readable, self.logits("quality", [(text, "") for text in readable])[:, 0], strict=True)
        return self._chances("quality", pairs, [float(score[first]) - float(score[second]) for first, second in pairs])

    def same_point(self, pairs: Sequence[Pair]) -> list[float]:
        """The chance that the first text makes the point that the second states; 0.5 where unreadable."""
        return self._chances("same", pairs, self._read("same", pairs)[:, 0])

    def logits(self, head: str, pairs: Sequence[Pair]) -> Array:
        """Raw outputs of one head, read in batches of like length. An empty second text is left out altogether."""
        coded = [self._coded(*pair) for pair in pairs]
        out = np.zeros((len(coded), self._heads[head].size), dtype=np.float32)

        def read(batch: list[int]) -> None:
            ids, mask = padded([coded[at][0] for at in batch])
            kinds = (np.arange(ids.shape[1])[None, :] >= np.array([[coded[at][1]] for at in batch])) & (mask > 0)
            out[batch] = self._heads[head](self._encoder.first(ids, mask, kinds.astype(np.int64)))

        side_by_side(read, like_length([len(ids) for ids, _ in coded], tokens=_TOKENS_AT_ONCE))
        return out

    def _read(self, head: str, pairs: Sequence[Pair]) -> Array:
        """The logits of the pairs that can be judged; zeros for the others."""
        out = np.zeros((len(pairs), self._heads[head].size), dtype=np.float32)
        readable = [at for at, pair in enumerate(pairs) if not unreadable(*pair)]
        out[readable] = self.logits(head, [pairs[at] for at in readable])
        return out

    def _coded(self, first: str, second: str) -> tuple[list[int], int]:
        """Token ids and the place where the second text begins. The claim keeps up to 96 pieces, the text the rest."""
        start, end = 101, 102
        ids = self._pieces(first)
        if not second:
            return [start, *ids[: LONGEST - 2], end], LONGEST
        claim = self._pieces(second)[:CLAIM]
        kept = ids[: LONGEST - 3 - len(claim)]
        return [start, *kept, end, *claim, end], len(kept) + 2

    def _pieces(self, text: str) -> list[int]:
        # A piece is at least one character, so a longer text cannot add to what is kept.
        found: list[int] = self._tokenizer.encode(text[: LONGEST * 40], add_special_tokens=False).ids
        return found

    def _chances(self, head: str, pairs: Sequence[Pair], logits: Iterable[float]) -> list[float]:
        heat = self.card.temperatures[head]
        chances = [1 / (1 + float(np.exp(-np.float64(logit) / heat))) for logit in logits]
        return [0.5 if unreadable(*pair) else chance for pair, chance in zip(pairs, chances, strict=True)]

    def _verdict(self, row: Array, unread: str) -> Relation:
        supports, contradicts, neither = map(float, row)
        best = int(row.argmax())
        if unread:
            third = 1 / 3
            return Relation(verdict="don't know", supports=third, contradicts=third, neither=third, reason=unread)
        sure = row[best] >= self.card.least
        reason = "" if sure else f"confidence {row[best]:.2f} is below {self.card.least:.2f}"
        verdict = _LABELS[best] if sure else "don't know"
        return Relation(verdict=verdict, supports=supports, contradicts=contradicts, neither=neither, reason=reason)


class _Reader(Encoder):
    """The encoder as the heads need it: the first token's state alone, and the GELU (tanh form) it was trained with."""

    def first(self, token_ids: NDArray[np.int64], mask: Array, kinds: NDArray[np.int64]) -> Array:
        rows, tokens = token_ids.shape
        state = self._norm(self._words[token_ids] + self._places[:tokens] + self._types[kinds])
        unseen = np.where(mask > 0, np.float32(0), np.float32(-1e30))[:, None, None, :]
        flat = state.reshape(rows * tokens, -1)
        for block in self._blocks[:-1]:
            seen = self._attention(block.qkv(flat), unseen, rows, tokens)
            flat = self._fed(block, block.attention_norm(flat + block.out(seen)))
        last = self._blocks[-1]
        seen = self._attention(last.qkv(flat), unseen, rows, tokens).reshape(rows, tokens, -1)[:, 0]
        return self._fed(last, last.attention_norm(flat.reshape(rows, tokens, -1)[:, 0] + last.out(seen)))

    @staticmethod
    def _fed(block: Block, flat: Array) -> Array:
        """The feed-forward half in slices that stay in the cache."""
        out = np.empty_like(flat)
        for start in range(0, len(flat), _SLICE):
            part = flat[start : start + _SLICE]
            out[start : start + _SLICE] = block.feed_norm(part + block.down(_gelu(block.up(part))))
        return out


def _gelu(x: Array) -> Array:
    curve: Array = x * x
    curve *= np.float32(0.044715 * _ROOT)
    curve += np.float32(_ROOT)
    curve *= x
    np.tanh(curve, out=curve)
    curve += 1
    curve *= x
    curve *= np.float32(0.5)
    return curve


class _Head:
    """Two small layers over the first token's state."""

    def __init__(self, weights: Mapping[str, Array], name: str) -> None:
        self._inner, self._shift = weights[f"inner.{name}.weight"], weights[f"inner.{name}.bias"]
        self._outer, self._rest = weights[f"outer.{name}.weight"], weights[f"outer.{name}.bias"]

    @property
    def size(self) -> int:
        return len(self._outer)

    def __call__(self, state: Array) -> Array:
        out: Array = np.tanh(state @ self._inner.T + self._shift) @ self._outer.T + self._rest
        return out


def widened(weights: Mapping[str, NDArray[np.generic]]) -> dict[str, Array]:
    """int8 matrices times their row scales; everything else as float32."""
    return {
        name: weight.astype(np.float32) * weights[f"{name}.scale"].astype(np.float32)
        if f"{name}.scale" in weights
        else weight.astype(np.float32)
        for name, weight in weights.items()
        if not name.endswith(".scale")
    }


@cache
def shipped_judge() -> Judge:
    """The judge that comes with the package, loaded once."""
    return Judge.load()


def unreadable(*texts: str) -> str:
    """Why the judge must not judge these texts, or nothing."""
    return next((reason for text in texts if (reason := _unreadable(text))), "")


@lru_cache(maxsize=4096)
def _unreadable(text: str) -> str:
    words = _WORD.findall(text[:20_000])
    if not words:
        return "a text is empty or holds no words"
    if len(text) > 20_000 or len(words) > MOST_WORDS:
        return f"a text is longer than {MOST_WORDS} words: judge its sentences"
    if len(_TAG.findall(text)) >= 2:
        return "a text holds markup: judge its plain text"
    return "" if _english(words) else "a text does not read as English"


def _english(words: Sequence[str]) -> bool:
    """Plain letters, no more foreign small words than English ones, and in a longer text at least one of the latter."""
    lowered = [word.lower() for word in words]
    plain = sum(word.isascii() for word in words)
    common = sum(word in _ENGLISH for word in lowered)
    foreign = sum(word in _FOREIGN for word in lowered)
    return plain >= 0.75 * len(words) and foreign <= common and (len(words) < 10 or common > 0)


def _softmax(logits: Array) -> Array:
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    shares: Array = raised / raised.sum(axis=-1, keepdims=True)
    return shares
