"""A model that takes part as another does, and in whose hands every rebuttal speaks for the objector."""

from __future__ import annotations

from tests.laws.reader import answer_contrarily

from foam.model.port import Model
from foam.model.question import Answer, Question
from foam.model.scripted import Call
from foam.record.entry import Decider


class Contrary:
    """Another model's answers, but for those that make every objection material and every rebuttal contrary."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def decider(self) -> Decider:
        return self._model.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        said = answer_contrarily(Call(question=question, seed=seed, complaint=complaint))
        if said is not None:
            return Answer(reply=said, method="contrary")
        return await self._model.answer(question, seed=seed, complaint=complaint)
