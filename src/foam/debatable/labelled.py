"""Sixty answers, written for this project, each labelled by hand: does it say outright that its question is disputed?

Thirty do. The others include answers that give one side, plain facts, and questions about debates and controversies
whose answers own up to none.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from foam.values import Value


class _LabelledAnswer(Value):
    """One answer and its label."""

    id: int
    question: str
    answer: str
    label: Literal[0, 1]


@cache
def labelled_answers() -> tuple[_LabelledAnswer, ...]:
    """All sixty, in a fixed order."""
    text = files("foam.debatable").joinpath("labelled.jsonl").read_text(encoding="utf-8")
    return tuple(_LabelledAnswer.model_validate_json(line) for line in text.splitlines())
