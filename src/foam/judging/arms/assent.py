"""A model that agrees with everything: a deliberation in which nobody objects. A control, not a judge."""

from __future__ import annotations

from typing import assert_never

from foam.model.question import (
    Answer,
    Choose,
    Chosen,
    Label,
    Labelled,
    Question,
    Rank,
    Ranked,
    Reply,
    Score,
    Scored,
    Write,
    Written,
)
from foam.record.entry import Decider

_AGREEABLE = ("agrees", "yes", "supports")


class Assenting:
    """Implements the model port: the first option, the highest score, the label that agrees."""

    decider = Decider(type="model", id="assent", version="1")

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        return Answer(reply=_assent(question), method="assent to whatever is proposed")


def _assent(question: Question) -> Reply:
    match question:
        case Choose():
            return Chosen(ids=tuple(option.id for option in question.options[: max(1, question.at_least)]))
        case Rank():
            return Ranked(ids=tuple(option.id for option in question.options))
        case Score():
            return Scored(score=question.high)
        case Label():
            agreeable = [label for label in question.labels if label in _AGREEABLE]
            return Labelled(label=(agreeable or list(question.labels))[0])
        case Write():
            least = min(field.max_words for field in question.fields)
            said = " ".join(question.statement.split()[:least]) or "yes"
            return Written(fields={field.name: said for field in question.fields})
        case _:
            assert_never(question)
