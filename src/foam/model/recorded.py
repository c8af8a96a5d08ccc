"""The model of a replay: it stands in for one that answered once, and answers nothing itself.

The clerk looks in the record first, so a replay reaches this model only for what the record does not hold.
"""

from __future__ import annotations

from foam.errors import NotRecorded
from foam.model.question import Answer, Question
from foam.record.entry import Decider


class RecordedModel:
    """Carries the recorded model's name, so that questions get the keys under which they were recorded."""

    def __init__(self, decider: Decider) -> None:
        self._decider = decider.model_copy(update={"seed": None})

    @property
    def decider(self) -> Decider:
        return self._decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        raise NotRecorded(
            f"the record holds no answer of {self._decider.id} to this {question.type} question "
            f"({question.template}, seed {seed})",
            hint="a replay asks no model: run it again with one, or check the seed and the settings",
        )
