"""Debatable questions, their partial answers, and answers to be measured by them. Pure values.

The fields are DebateQA's, so that its files can be read and ours can be read elsewhere. Ours carry, beside the words,
the sentences they stand on.
"""

from __future__ import annotations

from typing import TypeAlias

from pydantic import Field

from foam.values import Value
from foam_quotes.text.pointer import Pointer

ItemId: TypeAlias = str | int
"""DebateQA numbers its questions; others name them."""


class PartialAnswer(Value):
    """One point of view on a question, and what expands it."""

    point_of_view: str
    explanation: str = ""
    side: str = Field(default="", exclude_if=lambda side: not side)
    """What it does to the answer yes: supports, contradicts; empty where the question is open or nobody was asked."""
    documents: tuple[int, ...] = ()
    """Places, from 0, of the documents it was found in among those of its question."""
    pointers: tuple[Pointer, ...] = ()
    """The sentences its explanation was assembled from; empty when the words came without a source."""

    @property
    def text(self) -> str:
        """Point of view and explanation, as the paper's formula joins them."""
        return f"{self.point_of_view.strip()} {self.explanation.strip()}".strip()

    @property
    def released_text(self) -> str:
        """The same, as the released script joins them."""
        return f"{self.point_of_view}. {self.explanation}"


class DebatableQuestion(Value):
    """A question and the views that an answer should cover."""

    id: ItemId
    question: str
    partial_answers: tuple[PartialAnswer, ...] = ()


class GivenAnswer(Value):
    """An answer to a debatable question, with the views it is measured by."""

    id: ItemId
    question: str = ""
    answer: str
    partial_answers: tuple[PartialAnswer, ...] = ()
