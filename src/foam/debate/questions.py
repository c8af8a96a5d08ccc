"""The questions that a debate asks models: one typed function for each prompt template.

What was said, remembered or read is fenced here and nowhere else. Models that rank instead of reading instructions
go by `statement`, `text` and `aim` alone, so these carry what the question turns on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from foam.case.values import REASONS
from foam.model.form import TextField
from foam.model.question import Aim, Choose, Label, Option, Role, Score, Write
from foam.model.template import Prompts, fence, fence_options, render_prompt

Options = tuple[Option, ...]

SUPPORTS, CONTRADICTS, NEITHER = "supports", "contradicts", "neither"
STANCES = (SUPPORTS, CONTRADICTS, NEITHER)
UNIT = (0.0, 1.0)
MARKS = (1.0, 10.0)
_JUDGING: tuple[Role, ...] = ("evaluator", "judge")


def crossing_question(prompts: Prompts, *, position: str, options: Options, at_most: int) -> Choose:
    """Which statements of the other side are most worth a question in cross-examination?"""
    maker = _QuestionMaker(prompts, "debate/crossing", position, "contradicts", "critic")
    return maker.choose_some(options, (1, at_most), position=fence(position))


def plain_question(prompts: Prompts, *, position: str, history: str, material: Options, words: int) -> Write:
    """The next speech, with nothing but the debate and what is laid beside it."""
    filled = render_prompt(
        prompts,
        "debate/plain",
        position=fence(position),
        history=fence(history or "nobody has spoken yet"),
        material=fence_options(material) or "none",
    )
    return Write(**filled, statement=position, fields=(TextField(name="speech", max_words=words),), material=material)


def stance_question(prompts: Prompts, *, position: str, passage: str) -> Label:
    """Which way does a passage of the utterance speak?"""
    maker = _QuestionMaker(prompts, "debate/stance", position, "supports", "judge")
    return maker.ask_label(STANCES, passage, position=fence(position), passage=fence(passage))


def cross_question(prompts: Prompts, *, statement: str, options: Options) -> Choose:
    """Which critical question does the statement answer worst?"""
    maker = _QuestionMaker(prompts, "debate/question", statement, "contradicts", "critic")
    return maker.choose_some(options, (1, 1), statement=fence(statement))


def reply_question(prompts: Prompts, *, statement: str, question: str, options: Options) -> Choose:
    """What does the questioned side answer? Sentences of evidence, or that it has none."""
    maker = _QuestionMaker(prompts, "debate/reply", statement, "supports", "proposer")
    return maker.choose_some(options, (1, 1), statement=fence(statement), question=fence(question))


def appeal_question(prompts: Prompts, *, motion: str, criterion: str, utterance: str, aim: Aim) -> Score:
    """How does the utterance do on one subjective criterion?"""
    maker = _QuestionMaker(prompts, "debate/appeal", motion, aim, "judge")
    asked = maker.ask_score(UNIT, utterance, motion=fence(motion), criterion=criterion, utterance=fence(utterance))
    return asked.model_copy(update={"may_decline": True})


def reasoning_question(prompts: Prompts, *, position: str, utterance: str) -> Score:
    """How valid is the reasoning, and does it keep to its position?"""
    maker = _QuestionMaker(prompts, "debate/reasoning", position, "meets", "judge")
    asked = maker.ask_score(UNIT, utterance, position=fence(position), utterance=fence(utterance))
    return asked.model_copy(update={"may_decline": True})


def fact_question(prompts: Prompts, *, claim: str, sentence: str) -> Label:
    """How does a sentence of the library stand to the claim?"""
    maker = _QuestionMaker(prompts, "debate/fact", claim, "supports", "evaluator")
    return maker.ask_label(STANCES, sentence, claim=fence(claim), sentence=fence(sentence))


class JudgingView(NamedTuple):
    """What a judge of one dimension looks for, and what it has before it."""

    dimension: str
    looked_for: str
    motion: str
    memory: str
    debater: str

    def list_variables(self) -> dict[str, str]:
        shown = {"motion": fence(self.motion), "memory": fence(self.memory or "this is the first speech")}
        return {"dimension": self.dimension, "looked_for": self.looked_for, "debater": self.debater, **shown}


def analysis_question(prompts: Prompts, view: JudgingView, *, options: Options, at_most: int) -> Choose:
    """Which sentences of a new speech matter for the dimension?"""
    maker = _QuestionMaker(prompts, "debate/analysis", view.looked_for, "concerns", "judge")
    return maker.choose_some(options, (1, at_most), **view.list_variables())


def mark_question(prompts: Prompts, view: JudgingView, *, noted: str, speech: str, cited: str, aim: Aim) -> Score:
    """What mark does a new speech get on the dimension? `cited` are the sentences it cites, where they are shown."""
    maker = _QuestionMaker(prompts, "debate/mark", view.motion, aim, "judge")
    sources = f"What it cites, in the words of the sources:\n{fence(cited)}" if cited else ""
    shown = {"noted": fence(noted), "speech": fence(speech), "sources": sources}
    return maker.ask_score(MARKS, noted, **view.list_variables(), **shown)


def winner_question(
    prompts: Prompts, *, dimension: str, looked_for: str, motion: str, options: Options, may_tie: bool
) -> Choose:
    """Who did better on the dimension? The options stand in the order in which they are to be read."""
    tie = ", or nobody if they did equally well" if may_tie else ""
    variables = {"dimension": dimension, "looked_for": looked_for, "motion": fence(motion), "tie": tie}
    maker = _QuestionMaker(prompts, "debate/winner", motion, "convinces", "judge")
    return maker.choose_some(options, (0 if may_tie else 1, 1), **variables)


class _QuestionMaker(NamedTuple):
    """A question on its way: its template, what it turns on, what speaks for an answer, and who is asked."""

    prompts: Prompts
    name: str
    statement: str
    aim: Aim
    role: Role

    def choose_some(self, options: Options, bounds: tuple[int, int], **variables: str) -> Choose:
        """Between so many and so many of the options, as far as there are so many."""
        low, high = (min(bound, len(options)) for bound in bounds)
        filled = self._fill(options=fence_options(options), **variables)
        return Choose(**filled, options=options, at_least=low, at_most=max(1, high))

    def ask_label(self, labels: tuple[str, ...], text: str, **variables: str) -> Label:
        return Label(**self._fill(labels=", ".join(labels), **variables), text=text, labels=labels)

    def ask_score(self, scale: tuple[float, float], text: str, **variables: str) -> Score:
        low, high = scale
        filled = self._fill(low=f"{low:g}", high=f"{high:g}", **variables)
        return Score(**filled, text=text, low=low, high=high)

    def _fill(self, **variables: str) -> dict[str, Any]:
        reasons = REASONS if self.role in _JUDGING else 0
        common = {"statement": self.statement, "aim": self.aim, "role": self.role, "reasons": reasons}
        return {**render_prompt(self.prompts, self.name, **variables), **common}
