"""SmolLM2-135M-Instruct: how likely a text is, and how much a text leans on each of several passages.

Context and continuation are tokenised apart, so begin a continuation with its space.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from tokenizers import Tokenizer

from foam.errors import InputError
from foam.model.embedded.llama import Array, Ints, Llama, Mask, Memory, Shape
from foam.model.embedded.packed import Packed, Tensor
from foam.model.embedded.pins import SMOLLM2
from foam.model.embedded.weights import WeightFiles
from foam.values import Value

_NOBODY = -1
_DIGITS = 3
"""Log-likelihoods are rounded to this many: sums in another order (other BLAS threads) differ in the fifth."""
_PACK = 384
"""Tokens packed into one row: past this, attention across the row costs more than wider matrix products save."""
_LONGEST = 400
"""Characters of a passage, and of the statement that leans on it, that influence is worked out from."""
_LEAD = "\nIn short: "
"""What stands between the passages and the statement."""


@dataclass(frozen=True)
class Context:
    """A text that was read: its tokens, what is remembered of it, and the state that predicts what follows."""

    tokens: tuple[int, ...]
    memory: Memory
    last: Array


@dataclass(frozen=True)
class Branch:
    """Tokens read on from a part of a context: `sees` says which of the context's tokens."""

    tokens: tuple[int, ...]
    sees: Mask
    start: int
    """Position of its first token."""
    asked: int
    """How many of its last tokens the log-probability is wanted of."""


class Likelihood(Value):
    """How likely a continuation is: its log-probability (natural) and its number of tokens."""

    logprob: float
    tokens: int


class SmolLM:
    """Says how likely a text is. Holds the last context it read, so that asking again about it costs nothing."""

    name = SMOLLM2.label

    def __init__(self, home: Path, files: WeightFiles | None = None) -> None:
        """`files` when their digests were named already: the very same bytes are loaded then."""
        files = files or WeightFiles(home, SMOLLM2)
        index = json.loads(files.take("index.json"))
        tensors = {name: Tensor(**tensor) for name, tensor in index["tensors"].items()}
        self.model = Llama(Shape(**index["shape"]), Packed(files.take("model.gguf"), tensors))
        self._tokenizer = Tokenizer.from_buffer(files.take("tokenizer.json"))
        self._held: Context | None = None

    def encode(self, text: str) -> tuple[int, ...]:
        return tuple(self._tokenizer.encode(text).ids)

    def decode(self, tokens: Sequence[int]) -> str:
        return str(self._tokenizer.decode(list(tokens)))

    def score(self, context: str, continuations: Sequence[str]) -> list[Likelihood]:
        """How likely each continuation is after the same context, which is read once.

        Of a context that is too long, the end is read. A continuation that is too long is refused.
        """
        texts = [self.encode(text) for text in continuations]
        read = self._read(self._begun(self.encode(context), max(map(len, texts), default=0)))
        every = np.ones(read.memory.tokens, dtype=np.bool_)
        branches = [Branch(text, every, read.memory.tokens, asked=len(text)) for text in texts]
        return [
            Likelihood(logprob=round(float(log.sum(dtype=np.float64)), _DIGITS), tokens=len(log))
            for log in self._follow(read, branches)
        ]

    def influence(self, statement: str, passages: Sequence[str]) -> list[float]:
        """How much of the statement's log-likelihood is lost when each passage is hidden from it, in nats.

        Each passage is read apart, so that hiding one leaves nothing of it in the others; the statement is then read
        once with all of them and once without each.
        """
        read, owner = self._read_apart([self.encode(f"{passage[:_LONGEST]}\n") for passage in passages])
        lead, said = self.encode(_LEAD), self.encode(statement[:_LONGEST])
        shown = [owner >= _NOBODY, *(owner != hidden for hidden in range(len(passages)))]
        branches = [Branch((*lead, *said), sees, len(owner), asked=len(said)) for sees in shown]
        whole, *without = (float(log.sum(dtype=np.float64)) for log in self._follow(read, branches))
        return [round(whole - less, _DIGITS) for less in without]

    def _begun(self, context: tuple[int, ...], longest: int) -> tuple[int, ...]:
        room = self.model.shape.context - 1 - longest
        if room < 0:
            raise InputError(f"a text of {longest} tokens is longer than the model reads", hint="score it in parts")
        return (self.model.shape.start, *context[max(0, len(context) - room) :])

    def _read_apart(self, passages: Sequence[tuple[int, ...]]) -> tuple[Context, Ints]:
        """Passages after the start, none of which sees another; and whose each token is, the start being nobody's."""
        begun = (self.model.shape.start,)
        states, memory = self.model.read(np.array(begun), self.model.nothing())
        starts = 1 + np.cumsum([0, *map(len, passages)])
        apart = [Branch(p, np.ones(1, dtype=np.bool_), int(at), 0) for p, at in zip(passages, starts, strict=False)]
        owner = np.concatenate(([_NOBODY], np.repeat(np.arange(len(passages)), [len(p) for p in passages])))
        if len(owner) > 1:
            states, read = self._read_fed(memory, apart, passages)
            memory = memory.extended(read)
        return Context(begun, memory, states[-1:]), owner

    def _read(self, tokens: tuple[int, ...]) -> Context:
        """Only the very same context is reused, never a part: figures must not depend on what was asked before."""
        if self._held is None or self._held.tokens != tokens:
            states, memory = self.model.read(np.array(tokens), self.model.nothing())
            self._held = Context(tokens, memory, states[-1:])
        return self._held

    def _follow(self, read: Context, branches: Sequence[Branch]) -> list[Array]:
        """Log-probability of the asked tokens of every branch, given the part of the context that it sees."""
        out: list[Array] = []
        for pack in _packs(branches):
            states = self._read_pack(read, pack)
            asked = [np.array(b.tokens[len(b.tokens) - b.asked :], dtype=np.int64) for b in pack]
            logs = self.model.log_probabilities(np.concatenate(states), np.concatenate(asked))
            out += np.split(logs, np.cumsum([b.asked for b in pack])[:-1])
        return out

    def _read_pack(self, read: Context, pack: Sequence[Branch]) -> list[Array]:
        """The states before each branch's asked tokens: of its own tokens, or of the context's last for its first."""
        fed = [branch.tokens[:-1] for branch in pack]
        states = read.last[:0]
        if len(fed) == 1 and len(fed[0]) > _PACK and pack[0].sees.all():
            states, _ = self.model.read(np.array(fed[0]), read.memory)  # in pieces, which a packed row is not
        elif any(fed):
            states, _ = self._read_fed(read.memory, pack, fed)
        own = np.split(states, np.cumsum([len(part) for part in fed])[:-1])
        known = [np.concatenate((read.last, state)) for state in own]
        return [state[len(state) - b.asked :] if b.tokens else state[:0] for b, state in zip(pack, known, strict=True)]

    def _read_fed(self, memory: Memory, pack: Sequence[Branch], fed: Sequence[tuple[int, ...]]) -> tuple[Array, Memory]:
        """Read these tokens of the branches as one packed row."""
        tokens = np.array([token for part in fed for token in part], dtype=np.int64)
        positions = np.concatenate([b.start + np.arange(len(part)) for b, part in zip(pack, fed, strict=True)])
        return self.model.read_packed(tokens, positions, _visible(pack, fed), memory)


def _visible(pack: Sequence[Branch], fed: Sequence[tuple[int, ...]]) -> Mask:
    """Each branch's tokens see their part of the context, and those of their own branch up to themselves."""
    lengths = [len(part) for part in fed]
    branch = np.repeat(np.arange(len(pack)), lengths)
    order = np.arange(len(branch))
    own = (branch[:, None] == branch[None, :]) & (order[None, :] <= order[:, None])
    context = np.stack([b.sees for b in pack])[branch]
    return np.concatenate((context, own), axis=1)


def _packs(branches: Sequence[Branch]) -> list[list[Branch]]:
    packs: list[list[Branch]] = [[]]
    for branch in branches:
        if packs[-1] and sum(len(b.tokens) for b in packs[-1]) + len(branch.tokens) > _PACK:
            packs.append([])
        packs[-1].append(branch)
    return [pack for pack in packs if pack]
