"""What a running job reports: a closed union of small values that a terminal, a page or a test can show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

from foam.model.question import Usage
from foam.values import Value


class RunStarted(Value):
    """The run was opened, or taken up again."""

    type: Literal["started"] = "started"
    job: str
    run: str


class RunPlanned(Value):
    """A run is about to start, and about so many questions are likely."""

    type: Literal["planned"] = "planned"
    job: str
    questions: int


class QuestionAsked(Value):
    """A question went to a model."""

    type: Literal["asked"] = "asked"
    step: str
    """The kind of entry the answer will be."""
    decider: str


class QuestionAnswered(Value):
    """A model answered and the answer is on record."""

    type: Literal["answered"] = "answered"
    step: str
    entry: str
    decider: str
    said: str = ""
    """What it wrote last in its own words, if anything; as untrusted as any text of a model."""
    usage: Usage | None = None
    """The tokens it took, where an endpoint said so."""
    money: float = 0.0
    """What that cost, where the price is known."""


class AnswerReused(Value):
    """The record already held the answer."""

    type: Literal["reused"] = "reused"
    step: str
    entry: str


class StepProgress(Value):
    """So many parts of a step are done; `total` is 0 while nobody can tell how many there will be."""

    type: Literal["progress"] = "progress"
    step: str
    done: int
    total: int = 0


class RunFinished(Value):
    """The run was closed."""

    type: Literal["finished"] = "finished"
    job: str
    run: str
    asked: int
    reused: int


Event: TypeAlias = (
    RunPlanned | RunStarted | QuestionAsked | QuestionAnswered | AnswerReused | StepProgress | RunFinished
)
Listener: TypeAlias = Callable[[Event], None]


def ignore(event: Event) -> None:
    """The listener when nobody listens."""
