"""Models that are asked so many times at most, whatever is wrong with what they answer."""

from __future__ import annotations

from collections.abc import Mapping

from foam.errors import OutOfBounds
from foam.model.port import Model
from foam.model.question import Answer, Question
from foam.record.entry import Decider


class Purse:
    """How many requests are left to the models that share it."""

    def __init__(self, requests: int) -> None:
        self._all = self._left = requests

    def spend(self) -> None:
        """Take one request out; OutOfBounds where none is left, so that the question stays without an answer."""
        if not self._left:
            raise OutOfBounds(f"all {self._all} requests were made", said="")
        self._left -= 1


class Capped:
    """A model that spends a request on each answer."""

    def __init__(self, model: Model, purse: Purse) -> None:
        self._model, self._purse = model, purse

    @property
    def decider(self) -> Decider:
        return self._model.decider

    async def answer(self, question: Question, *, seed: int, complaint: str = "") -> Answer:
        self._purse.spend()
        return await self._model.answer(question, seed=seed, complaint=complaint)


def cap_requests(models: Mapping[str, Model], most: int) -> dict[str, Model]:
    """The same models, which together are asked so many times at most."""
    purse = Purse(most)
    return {role: Capped(model, purse) for role, model in models.items()}
