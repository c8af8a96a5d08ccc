"""A model that is read from files and counts what it is asked."""

from __future__ import annotations

from pathlib import Path

from foam.model.handwritten import HandwrittenModel
from foam.model.question import Answer, Question
from foam.record.entry import Decider


class Counting:
    """The written answers, with a log of what was asked."""

    def __init__(self, folder: Path) -> None:
        self.inner = HandwrittenModel(folder)
        self.asked: list[Question] = []

    @property
    def decider(self) -> Decider:
        return self.inner.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        self.asked.append(question)
        return await self.inner.answer(question, seed=seed, complaint=complaint)
