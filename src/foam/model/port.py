"""The ports of this folder: who answers questions, and who turns sentences into vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from foam.model.question import Answer, Question
from foam.record.entry import Decider

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from foam.model.judge.values import Chance, Form, Relation, Side
    from foam.model.judge.weighing import Weighed


class Model(Protocol):
    """Answers typed questions."""

    @property
    def decider(self) -> Decider:
        """Who answers: id, version, family, parameters. The seed is added per question."""
        ...

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        """Answer within the question's space. `complaint` says why an earlier answer was refused."""
        ...


class PairJudge(Protocol):
    """Says how each first text stands to the second; where it cannot tell, it says so."""

    @property
    def name(self) -> str:
        """Which judge this is: part of what a run depends on."""
        ...

    @property
    def named_in_specs(self) -> str:
        """The name by which a spec has it; empty for the judge that ships, which a spec means when it names none."""
        ...

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]: ...

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]: ...

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Chance]: ...

    def is_altered(self, pairs: Sequence[tuple[str, str]]) -> Sequence[bool]: ...

    def scheme(self, texts: Sequence[str]) -> Sequence[Form]:
        """Which forms of argument each text has."""
        ...


class WeighingJudge(Protocol):
    """Weighs a text against a statement, and tells when two texts make one point."""

    @property
    def name(self) -> str:
        """Which judge, with its version: part of who decided."""
        ...

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Weighed]: ...

    def same_point(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """For each pair: the chance that both make one point."""
        ...


class EmbeddedJudge(WeighingJudge, Protocol):
    """What the embedded model stands on: the judge that ships can do all of it."""

    def relation(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Relation]: ...

    def bears_on(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Chance]: ...

    def takes_a_side(self, pairs: Sequence[tuple[str, str]]) -> Sequence[Side]: ...

    def convinces(self, pairs: Sequence[tuple[str, str]]) -> Sequence[float]:
        """The chance that the first of each pair convinces people more."""
        ...


def name_seat_model(seat: str) -> str:
    """The name under which a seat's own model stands beside the roles, in tools and in a spec."""
    return f"seat:{seat}"


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
