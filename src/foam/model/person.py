"""A person who answers on a page, as a model: it only says that an answer is awaited, which the record then keeps."""

from __future__ import annotations

from typing import NoReturn

from foam.errors import Awaited
from foam.model.question import Question
from foam.record.entry import Decider

NAME = "person"


class PersonModel:
    """Somebody who is asked, and answers when they are ready."""

    @property
    def decider(self) -> Decider:
        return Decider(type="person", id=NAME, version="1", parameters={"voice": "written"})

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> NoReturn:
        raise Awaited(
            "a person has yet to answer; everything answered so far is kept",
            hint="foam serve shows the form on the page of the run; the same command goes on once it is filled",
        )
