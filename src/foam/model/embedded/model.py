"""The embedded model: answers every typed question on this machine, with no network.

It ranks and measures; it does not follow instructions. Each answer says by which method it was reached and with what
confidence. The same question has the same answer, whatever the seed and whatever was asked before.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import assert_never

from foam.model.embedded.choosing import choose, rank
from foam.model.embedded.labelling import label, score
from foam.model.embedded.pins import SMOLLM2
from foam.model.embedded.relevance import FINALISTS
from foam.model.embedded.senses import Senses
from foam.model.embedded.threads import one_thread
from foam.model.embedded.writing import write
from foam.model.port import EmbeddedJudge
from foam.model.question import Answer, Choose, Label, Question, Rank, Score, Write
from foam.record.entry import Decider

VERSION = "1"
"""Counts up when the same question may be answered otherwise."""


class EmbeddedModel:
    """Implements the model port. Weights load on the first question that needs them."""

    def __init__(self, home: Path, *, judge: EmbeddedJudge) -> None:
        self.senses = Senses(home, judge)

    @cached_property
    def decider(self) -> Decider:
        return Decider(
            type="model",
            id="embedded",
            version=VERSION,
            family=SMOLLM2.name.partition("-")[0],
            parameters={
                "weights": self.senses.digests(),
                "finalists": FINALISTS,
                "judge": self.senses.judge.name,
                "writes": False,
            },
        )

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        """Work in one thread of its own, a question at a time, so that the caller's loop stays free."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self.answer_now, question)

    def answer_now(self, question: Question) -> Answer:
        """The answer, worked out in the caller's thread; not to be called from several threads at once."""
        with one_thread():
            return self._answer(question)

    def _answer(self, question: Question) -> Answer:
        match question:
            case Choose():
                return choose(question, self.senses)
            case Rank():
                return rank(question, self.senses)
            case Score():
                return score(question, self.senses)
            case Label():
                return label(question, self.senses)
            case Write():
                return write(question, self.senses)
            case _:
                assert_never(question)

    @cached_property
    def _thread(self) -> ThreadPoolExecutor:
        return ThreadPoolExecutor(max_workers=1, thread_name_prefix="embedded")
