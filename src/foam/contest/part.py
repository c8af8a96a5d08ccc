"""What can be pointed at in a version of something, and what every version has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

from pydantic import Field

from foam.contest.challenge import Challenge
from foam.contest.given import WITHOUT_CARDS
from foam.contest.kinds.kind import Fit
from foam.evidence.corpus import Corpus
from foam.job.orders.contest import GivenMove
from foam.job.spec import Spec
from foam.perspective.node import Perspective
from foam.values import Value, short
from foam_quotes.text.pointer import Pointer

PartKind = Literal[
    "frame",
    "slot",
    "group",
    "choice",
    "fact",
    "rule",
    "calculation",
    "application",
    "consideration",
    "objection",
    "evidence",
    "document",
    "perspective",
    "sentence",
    "finding",
]
FRAME = "frame"
"""The id under which the whole of a case can be named."""


def make_evidence_id(pointer: Pointer) -> str:
    """How a cited sentence is named as a part."""
    return f"evidence-{pointer.document[:10]}-s{pointer.sentence}"


class Part(Value):
    """One thing that can be pointed at, and how it reads."""

    id: str
    kind: PartKind
    text: str
    entry: str = ""
    """The record entry it was read from, where there is one."""
    kinds: tuple[str, ...] = ()
    """The kinds of challenge that it is open to."""
    fits: dict[str, Fit] = Field(default_factory=dict, exclude=True, repr=False)
    """What is said of each there."""

    def open_to(self, fits: Mapping[str, Fit]) -> Part:
        """The part with the kinds that fit it."""
        return self.model_copy(update={"kinds": tuple(fits), "fits": dict(fits)})


class Version:
    """A version of something that can be challenged. Printed by its run: the whole content would help nobody."""

    name: ClassVar[str]
    """What it is a version of, as the record names its view."""
    is_revised: ClassVar[bool] = True
    """Whether a challenge that is right makes a new version of it."""
    moves: ClassVar[tuple[GivenMove, ...]] = WITHOUT_CARDS
    """How a person may answer a challenge to it."""
    run: str
    root: str
    """The run in which the first version was made."""
    spec: Spec
    """What it was made from."""

    @property
    def view(self) -> Any:
        """What people read: the answer or the case."""
        raise NotImplementedError

    @property
    def seats(self) -> tuple[Perspective, ...]:
        """Who is seated; nobody in a short answer or a file of documents."""
        return ()

    @property
    def parts(self) -> Mapping[str, Part]:
        """Every part that can be pointed at, by id, with the kinds of challenge that fit it."""
        raise NotImplementedError

    @property
    def reading(self) -> Mapping[str, str]:
        """Every part as it is read, by id: what a redline compares."""
        return {}

    def describe(self, part: Part) -> str:
        """What sort of part it is, for whoever challenges it in vain."""
        return f"a {part.kind}"

    def resolve(self, challenge: Challenge, corpus: Corpus | None) -> Challenge:
        """The challenge with its sentences named as the version names them."""
        return challenge

    def __repr__(self) -> str:
        return f"{type(self).__name__}({short(self.run)})"
