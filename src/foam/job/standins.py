"""The model and the vectors of a replay: they stand in for what answered once, and answer nothing themselves.

The clerk looks in the record first, so a replay reaches this model only for what the record does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

import numpy as np
from numpy.typing import NDArray

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


class RecordedJudge:
    """Carries the recorded judge's name, so that what was computed with it is found again."""

    def __init__(self, named_in_specs: str) -> None:
        self.named_in_specs = named_in_specs

    @property
    def name(self) -> str:
        from foam.model.judge import shipped_judge  # here, since a spec that names a judge needs no weights

        return self.named_in_specs or shipped_judge().name

    def weigh(self, pairs: Sequence[tuple[str, str]]) -> NoReturn:
        raise NotRecorded(f"the record does not hold what {self.name} said of this")

    relation = bears_on = is_altered = weigh

    def scheme(self, texts: Sequence[str]) -> NoReturn:
        raise NotRecorded(f"the record does not hold which forms {self.name} found here")


class RecordedVectors:
    """Carries the recorded vectors' name, so that what was computed with them is found again."""

    dimensions = 0

    def __init__(self, name: str) -> None:
        self.name = name

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        raise NotRecorded(f"the record does not hold what {self.name} made of this")
