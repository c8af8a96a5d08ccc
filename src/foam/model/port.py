"""The ports of this floor: who answers questions, who scores text, who embeds it. Knows no implementation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from foam.model.question import Answer, Question
from foam.record.entry import Decider
from foam.values import Value


class Model(Protocol):
    """Answers typed questions."""

    @property
    def decider(self) -> Decider:
        """Who answers: id, version, family, parameters. The seed is added per question."""
        ...

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        """Answer within the question's space. `complaint` says why an earlier answer was refused."""
        ...


class Likelihood(Value):
    """How likely a continuation is: its log-probability (natural) and its number of tokens."""

    logprob: float
    tokens: int

    @property
    def per_token(self) -> float:
        return self.logprob / max(1, self.tokens)


class Scorer(Protocol):
    """Log-likelihood of given text; most endpoints do not offer it, hence a port of its own."""

    def score(self, context: str, continuations: Sequence[str]) -> list[Likelihood]:
        """How likely each continuation is after the same context, which is read once."""
        ...


class Embedder(Protocol):
    """Sentence vectors."""

    @property
    def name(self) -> str:
        """Which vectors these are: part of an index's identity."""
        ...

    @property
    def dimensions(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One unit-length row per text."""
        ...
