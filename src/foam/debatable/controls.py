"""Can the reader rank answers whose order is known? And P.D. corrected for what is copied and for length.

Of each control question there are four answers: balanced and one-sided in words of their own, a view copied from the
set, and the balanced answer to another question. A balanced one should do better than each of the others, and a
one-sided one better than one on another matter. A reader that misses more than one such comparison in ten ranks
nothing.

The corrected figure is that of the answer's own words: runs of five words that stand in a partial answer are left out.
They are held against as many words on other matters, so that length alone gains nothing. 1 says no more of the views
than any text does; lower is better.
"""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import cycle, islice
from statistics import fmean

from foam.debatable.diversity import DiversityScore
from foam.debatable.item import PartialAnswer
from foam.values import Value
from foam_quotes.text.words import split_words

_GOAL = 0.9
RUN = 5
"""Words in a row that are copied, and not met by chance."""
_ORDER = (("balanced", "one_sided"), ("balanced", "copied"), ("balanced", "off_topic"), ("one_sided", "off_topic"))
Measured = Callable[[str, Sequence[PartialAnswer]], Awaitable[DiversityScore]]
"""P.D. of a text for some partial answers."""


class ControlQuestion(Value):
    """A question with its views and two answers that were written for it."""

    question: str
    partial_answers: tuple[PartialAnswer, ...]
    one_sided: str
    balanced: str


class ReaderControls(Value):
    """How many comparisons of controls a reader gets right."""

    comparisons: int
    plain: int
    corrected: int

    @property
    def ranks_plain(self) -> bool:
        return self.plain >= _GOAL * self.comparisons

    @property
    def ranks_corrected(self) -> bool:
        return self.corrected >= _GOAL * self.comparisons

    def tell(self) -> str:
        """What the reader can rank, in a sentence."""
        can = [name for name, may in (("P.D.", self.ranks_plain), ("corrected P.D.", self.ranks_corrected)) if may]
        right = f"the reader gets {self.plain} right, {self.corrected} by the corrected figure"
        told = f"Of {self.comparisons} comparisons of controls {right}"
        return f"{told}: {' and '.join(can)} may rank." if can else f"{told}: it cannot rank, so no ranking is shown."


@cache
def control_questions() -> tuple[ControlQuestion, ...]:
    """All of them, in a fixed order."""
    text = files("foam.debatable").joinpath("controls.jsonl").read_text(encoding="utf-8")
    return tuple(ControlQuestion.model_validate_json(line) for line in text.splitlines())


async def check_reader(measure: Measured) -> ReaderControls:
    """Have the reader order the controls."""
    questions = control_questions()
    plain = corrected = 0
    for one, another in zip(questions, (*questions[1:], questions[0]), strict=True):
        answers = {
            "balanced": one.balanced,
            "one_sided": one.one_sided,
            "copied": one.partial_answers[0].text,
            "off_topic": another.balanced,
        }
        scores = {name: await measure(text, one.partial_answers) for name, text in answers.items()}
        own = {
            name: await correct(text, one.partial_answers, measure, about=one.question)
            for name, text in answers.items()
        }
        plain += sum(scores[better].pd < scores[worse].pd for better, worse in _ORDER)
        corrected += sum(own[better] < own[worse] for better, worse in _ORDER)
    return ReaderControls(comparisons=len(_ORDER) * len(questions), plain=plain, corrected=corrected)


async def correct(answer: str, partials: Sequence[PartialAnswer], measure: Measured, *, about: str = "") -> float:
    """P.D. of an answer's own words beside that of as many words on other matters, by the average view."""
    own = find_own_words(answer, partials)
    if not own:
        return 1.0
    said = await measure(" ".join(own), partials)
    other = await measure(_speak_of_others(len(own), about), partials)
    pairs = zip(said.partial_answers, other.partial_answers, strict=True)
    return math.exp(fmean(math.log(one.perplexity) - math.log(without.perplexity) for one, without in pairs))


def find_own_words(answer: str, partials: Sequence[PartialAnswer]) -> list[str]:
    """The words of an answer without the runs that stand in a partial answer."""
    known = {run for partial in partials for run in _runs(partial.text)}
    words = answer.split()
    copied = {place + i for place, run in enumerate(_runs(answer, words)) if run in known for i in range(RUN)}
    return [word for place, word in enumerate(words) if place not in copied]


def _runs(text: str, words: Sequence[str] = ()) -> list[tuple[str, ...]]:
    plain = ["".join(split_words(word)).lower() for word in words or text.split()]
    return [tuple(plain[place : place + RUN]) for place in range(len(plain) - RUN + 1)]


def _speak_of_others(words: int, about: str) -> str:
    """So many words on matters other than this question."""
    spoken = " ".join(one.balanced for one in control_questions() if one.question != about).split()
    return " ".join(islice(cycle(spoken), words))
