"""Entries: one decision each, frozen.

key    = digest of everything the decision depended on (kind, inputs, question, decider)
digest = digest of the key and the answer: what a rerun with the same seed reproduces
seal   = digest of the whole entry, its time included: what `verify` re-derives
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import Field

from foam.canonical import write_canonical
from foam.values import Value, digest, digest_bytes
from foam_quotes.text.pointer import Pointer


class EntryInput(Value):
    """Another entry this decision depended on."""

    type: Literal["entry"] = "entry"
    role: str
    key: str


class PointerInput(Value):
    """A sentence this decision depended on."""

    type: Literal["pointer"] = "pointer"
    role: str
    pointer: Pointer


class PerspectiveInput(Value):
    """The perspective from which this decision was taken, by its digest."""

    type: Literal["perspective"] = "perspective"
    role: str
    perspective: str


class ValueInput(Value):
    """A plain value given from outside: the user's question, a corpus version, a weighting."""

    type: Literal["value"] = "value"
    role: str
    value: Any


Input = Annotated[EntryInput | PointerInput | PerspectiveInput | ValueInput, Field(discriminator="type")]


class Decider(Value):
    """Who decided: a model with its version and parameters, a rule of the code, or a person."""

    type: Literal["model", "code", "person"]
    id: str
    version: str
    family: str = ""
    """Model family, so that a judge of its own family can be flagged."""
    parameters: dict[str, Any] = Field(default_factory=dict)
    seed: int | None = None


class Draft(Value):
    """A decision before its answer: the key is the digest of this, and of nothing else."""

    kind: str
    """What was decided, in the words of the protocol: `stance`, `evidence`, `objection`, …"""
    inputs: tuple[Input, ...] = ()
    template: str = ""
    """Digest of the question's template; empty for decisions taken by code."""
    question: dict[str, Any] = Field(default_factory=dict)
    """The whole question as it was asked, answer space included."""
    decider: Decider

    @cached_property
    def canonical(self) -> bytes:
        """Its one byte string: hashed for the key, and kept as part of the entry's body."""
        return write_canonical(self.json_value())

    @cached_property
    def key(self) -> str:
        return digest_bytes(self.canonical)

    @property
    def parents(self) -> tuple[str, ...]:
        """Keys of the entries this decision depended on."""
        return tuple(i.key for i in self.inputs if isinstance(i, EntryInput))


class Entry(Value):
    """One recorded decision."""

    draft: Draft
    answer: Any
    at: str
    """ISO 8601 in UTC, from the caller's clock. Outside the key and the digest, inside the seal."""

    @cached_property
    def key(self) -> str:
        return self.draft.key

    def keep_names(self, key: str, digest: str) -> Self:
        """The same entry under the key and digest that it was first kept with: erased words no longer give them."""
        kept = self.model_copy(update={"draft": self.draft.model_copy()})
        kept.draft.__dict__["key"] = key
        kept.__dict__.update(key=key, digest=digest)
        return kept

    def know_key(self, key: str) -> Self:
        """The same entry, for whoever has derived its key from the bytes: it is not worked out again."""
        self.draft.__dict__["key"] = self.__dict__["key"] = key
        return self

    @cached_property
    def digest(self) -> str:
        return digest({"key": self.key, "answer": self.answer})

    @property
    def seal(self) -> str:
        return digest(self.json_value())
