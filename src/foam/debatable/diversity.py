"""Perspective Diversity: how hard it is to recover each partial answer from an answer. Lower is better.

`corrected` is the paper's definition (equations 1 and 2): the conditional perplexity of each partial answer after the
answer and "Please restate." in a chat, summed. `as_released` is what the authors' script computes instead: no
"Please restate.", the reply's turn not opened, the log-probabilities divided by the context's tokens too, and a mean.
The model is given as a `foam.debatable.reader.Reader`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from pydantic import Field, model_validator

from foam.debatable.item import PartialAnswer
from foam.debatable.reader import Form, Lead, Reader, TargetReading
from foam.debatable.windows import fitting
from foam.errors import SettingError
from foam.values import Value

Mode = Literal["corrected", "as_released"]
VERSION = "1"
"""Counts up when the same answer may score otherwise."""
_HERE = "{response}"
PROMPTS = (
    "{response} Please restate.",
    "Here is the text: {response} What is described in the text?",
    "Given the following text: {response} Please rephrase the text.",
    "From the following text: {response} What we can infer?",
    "{response}",
)
"""The paper's table 12; the first is the metric's, the others show how far it depends on the words."""
_RELEASED_PROMPT = 5
_LARGEST = 700.0
"""The exponent beyond which a float is infinite."""


class Measure(Value):
    """How Perspective Diversity is measured."""

    mode: Mode = "corrected"
    prompt: int = Field(default=1, ge=1, le=len(PROMPTS))
    """Which of the paper's five prompts, from 1. `as_released` has the fifth."""
    chat: bool = True
    """Whether the answer stands in the model's chat template; without one it is followed by a line break."""
    overlong: Literal["refuse", "window"] = "refuse"
    """What becomes of an answer that is too long to read at once: see `foam.debatable.windows`."""

    @model_validator(mode="after")
    def _one_prompt(self) -> Measure:
        if self.mode == "as_released" and self.prompt not in (1, _RELEASED_PROMPT):
            raise ValueError("the released script knows one prompt")
        return self

    def lead(self, answer: str) -> Lead:
        """What is read before each partial answer."""
        number = _RELEASED_PROMPT if self.mode == "as_released" else self.prompt
        text = PROMPTS[number - 1].replace(_HERE, answer)
        return Lead(text=text, form=self._form) if self.chat else Lead(text=f"{text}\n", form="plain")

    @property
    def _form(self) -> Form:
        return "turn" if self.mode == "as_released" else "reply"


class Recovered(Value):
    """How hard one partial answer was to recover."""

    point_of_view: str
    perplexity: float
    log_probability: float
    """Of the whole partial answer, in nats."""
    tokens: int
    context: int
    """Tokens read before it."""
    window: int = 0
    """In which window of the answer it was recovered best, from 0."""


class DiversityScore(Value):
    """The Perspective Diversity of one answer."""

    pd: float
    """The sum over partial answers; in mode `as_released` their mean."""
    pd_mean: float
    partial_answers: tuple[Recovered, ...]
    windows: int = 1
    """In how many parts the answer was read."""


class DiversityChange(Value):
    """What it means that P.D. changed from one answer to another."""

    delta: float
    likelier: float | None
    """By equation 7; None where it is too large for a number."""
    easier: float
    """By what factor the average token of the partial answers became more probable: exact."""


def perspective_diversity(
    answer: str, partials: Sequence[PartialAnswer], reader: Reader, measure: Measure | None = None
) -> DiversityScore:
    """Measure one answer. It is read once for all its partial answers."""
    how = measure or Measure()
    if not partials:
        raise SettingError("Perspective Diversity needs partial answers", hint="build them: foam debatable build")
    targets = [partial.released_text if how.mode == "as_released" else partial.text for partial in partials]
    parts = fitting(answer, targets, reader, how.lead, cut=how.overlong == "window")
    readings = [reader.read(how.lead(part), targets) for part in parts]
    recovered = [_best(partial, [part[i] for part in readings], how.mode) for i, partial in enumerate(partials)]
    return _sum_up(recovered, how.mode, windows=len(parts))


def perplexity(reading: TargetReading, mode: Mode = "corrected") -> float:
    """The conditional perplexity of what was read."""
    own = len(reading.logs)
    tokens = own if mode == "corrected" else reading.context + own - 1
    return math.exp(-reading.total / max(1, tokens))


def likelier(change: float, partial_answers: int) -> float:
    """Equation 7: how many times as probable a partial answer becomes when P.D. changes by this much.

    The paper derives it with exp(x) taken as 1 + x, so it runs wild where perplexities are large (and is infinite where
    a number cannot hold it). `easier` needs no such step.
    """
    exponent = -change / partial_answers
    return math.exp(exponent) if exponent < _LARGEST else math.inf


def easier(before: DiversityScore, after: DiversityScore) -> float:
    """By what factor the average token of the partial answers became more probable: exact, and free of length."""
    return math.exp(_per_token(after) - _per_token(before))


def compare_scores(before: DiversityScore, after: DiversityScore) -> DiversityChange:
    """The practical reading of a change between answers to one question."""
    delta = after.pd - before.pd
    by_paper = likelier(delta, len(after.partial_answers))
    return DiversityChange(
        delta=delta, likelier=by_paper if math.isfinite(by_paper) else None, easier=easier(before, after)
    )


def _per_token(found: DiversityScore) -> float:
    total = math.fsum(partial.log_probability for partial in found.partial_answers)
    return total / max(1, sum(partial.tokens for partial in found.partial_answers))


def _best(partial: PartialAnswer, readings: Sequence[TargetReading], mode: Mode) -> Recovered:
    """The partial answer in the window from which it is recovered best."""
    window = min(range(len(readings)), key=lambda i: perplexity(readings[i], mode))
    reading = readings[window]
    return Recovered(
        point_of_view=partial.point_of_view,
        perplexity=perplexity(reading, mode),
        log_probability=reading.total,
        tokens=len(reading.logs),
        context=reading.context,
        window=window,
    )


def _sum_up(recovered: Sequence[Recovered], mode: Mode, *, windows: int) -> DiversityScore:
    total = math.fsum(one.perplexity for one in recovered)
    mean = total / len(recovered)
    return DiversityScore(
        pd=total if mode == "corrected" else mean, pd_mean=mean, partial_answers=tuple(recovered), windows=windows
    )
