"""The questions of a debate: one typed function per prompt template. Knows no model and no record.

Whatever was said in a debate, remembered or read is fenced here, once. Models that rank instead of reading instructions
go by `statement`, `text` and `aim` alone, so these carry what the question turns on.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from foam.argument.scheme import Scheme, schemes
from foam.model.question import Aim, Choose, Label, Option, Role, Score, WordLimit, Write
from foam.model.template import Prompts, asked, fenced, fenced_options

Options = tuple[Option, ...]

SUPPORTS, CONTRADICTS, NEITHER = "supports", "contradicts", "neither"
STANCES = (SUPPORTS, CONTRADICTS, NEITHER)
READY = ("yes", "no")
UNIT = (0.0, 1.0)
TEN = (0.0, 10.0)
MARKS = (1.0, 10.0)
KEYWORDS, FEWEST_KEYWORDS = 12, 4
PREDICATE_WORDS = 160


def schemes_question(prompts: Prompts, *, utterance: str) -> Choose:
    """Which of the seven schemes does the utterance use?"""
    offered = tuple(Option(id=known.id, text=_described(known)) for known in schemes())
    asking = _Asking(prompts, "schemes", utterance, "concerns", "evaluator")
    return asking.any_of(offered, utterance=fenced(utterance))


def answered_question(prompts: Prompts, *, utterance: str, scheme: Scheme) -> Choose:
    """Which of the scheme's critical questions does the utterance answer?"""
    offered = tuple(Option(id=one.id, text=one.text) for one in scheme.questions)
    asking = _Asking(prompts, "answered", utterance, "concerns", "evaluator")
    return asking.any_of(offered, utterance=fenced(utterance), scheme=scheme.name)


def keywords_question(prompts: Prompts, *, motion: str, history: str, offered: Options) -> Choose:
    """Under which keywords are earlier debates to be looked for?"""
    asking = _Asking(prompts, "keywords", motion, "concerns", "proposer")
    bounds = (FEWEST_KEYWORDS, KEYWORDS)
    return asking.some_of(offered, bounds, motion=fenced(motion), history=fenced(history))


def predicates_question(prompts: Prompts, *, utterance: str) -> Write:
    """What does the utterance claim, as predicates, one a line?"""
    return Write(
        **asked(prompts, "predicates", utterance=fenced(utterance)),
        role="critic",
        statement=utterance,
        fields=(WordLimit(name="predicates", max_words=PREDICATE_WORDS),),
        material=(Option(id="utterance", text=utterance),),
    )


def flaw_question(prompts: Prompts, *, fault: str, chain: str, offered: Options) -> Choose:
    """Which of the suspected steps commit the fault?"""
    asking = _Asking(prompts, "flaw", fault, "concerns", "critic")
    return asking.any_of(offered, fault=fault, chain=fenced(chain))


def target_question(prompts: Prompts, *, position: str, offered: Options, at_most: int) -> Choose:
    """Which statements of the other side need an answer most?"""
    asking = _Asking(prompts, "target", position, "contradicts", "critic")
    return asking.some_of(offered, (1, at_most), position=fenced(position))


def words_question(
    prompts: Prompts,
    *,
    position: str,
    signals: str,
    plan: Options,
    priors: str,
    exemplars: Options,
    feedback: str,
    history: str,
    limits: tuple[WordLimit, ...],
) -> Write:
    """The speech in the model's own words, passage by passage."""
    filled = asked(
        prompts,
        "words",
        position=fenced(position),
        signals=fenced(signals or "nothing was found"),
        plan=fenced_options(plan),
        priors=priors or "none stood out",
        exemplars=fenced_options(exemplars) or "none",
        feedback=feedback or "this is your first draft",
        history=fenced(history or "nobody has spoken yet"),
    )
    return Write(**filled, statement=position, fields=limits, material=plan)


def plain_question(prompts: Prompts, *, position: str, history: str, material: Options, words: int) -> Write:
    """The next speech, with nothing but the debate and what is laid beside it."""
    filled = asked(
        prompts,
        "plain",
        position=fenced(position),
        history=fenced(history or "nobody has spoken yet"),
        material=fenced_options(material) or "none",
    )
    return Write(**filled, statement=position, fields=(WordLimit(name="speech", max_words=words),), material=material)


def stance_question(prompts: Prompts, *, position: str, passage: str) -> Label:
    """Which way does a passage of the utterance speak?"""
    asking = _Asking(prompts, "stance", position, "supports", "judge")
    return asking.one_label(STANCES, passage, position=fenced(position), passage=fenced(passage))


def relevance_question(prompts: Prompts, *, position: str, concern: str, summary: str, utterance: str) -> Score:
    """How far does the utterance bear on the debate? `concern` is what it should bear on, in one sentence."""
    asking = _Asking(prompts, "relevance", concern, "concerns", "judge")
    told = {"position": fenced(position), "summary": fenced(summary), "utterance": fenced(utterance)}
    return asking.a_place(TEN, utterance, **told)


def review_question(prompts: Prompts, *, position: str, utterance: str) -> Label:
    """Is the draft ready to be spoken?"""
    asking = _Asking(prompts, "review", position, "supports", "evaluator")
    return asking.one_label(READY, utterance, position=fenced(position), utterance=fenced(utterance))


def cross_question(prompts: Prompts, *, statement: str, offered: Options) -> Choose:
    """Which critical question does the statement answer worst?"""
    asking = _Asking(prompts, "question", statement, "contradicts", "critic")
    return asking.some_of(offered, (1, 1), statement=fenced(statement))


def reply_question(prompts: Prompts, *, statement: str, question: str, offered: Options) -> Choose:
    """What does the questioned side answer? Sentences of evidence, or that it has none."""
    asking = _Asking(prompts, "reply", statement, "supports", "proposer")
    return asking.some_of(offered, (1, 1), statement=fenced(statement), question=fenced(question))


def appeal_question(prompts: Prompts, *, motion: str, criterion: str, utterance: str, aim: Aim) -> Score:
    """How does the utterance do on one subjective criterion?"""
    asking = _Asking(prompts, "appeal", motion, aim, "judge")
    return asking.a_place(UNIT, utterance, motion=fenced(motion), criterion=criterion, utterance=fenced(utterance))


def reasoning_question(prompts: Prompts, *, position: str, utterance: str) -> Score:
    """How valid is the reasoning, and does it keep to its position?"""
    asking = _Asking(prompts, "reasoning", position, "supports", "judge")
    return asking.a_place(UNIT, utterance, position=fenced(position), utterance=fenced(utterance))


def fact_question(prompts: Prompts, *, claim: str, sentence: str) -> Label:
    """How does a sentence of the library stand to the claim?"""
    asking = _Asking(prompts, "fact", claim, "supports", "evaluator")
    return asking.one_label(STANCES, sentence, claim=fenced(claim), sentence=fenced(sentence))


class Looked(NamedTuple):
    """What a judge of one dimension looks for, and what it has before it."""

    dimension: str
    looked_for: str
    motion: str
    memory: str
    debater: str

    def told(self) -> dict[str, str]:
        shown = {"motion": fenced(self.motion), "memory": fenced(self.memory or "this is the first speech")}
        return {"dimension": self.dimension, "looked_for": self.looked_for, "debater": self.debater, **shown}


def analysis_question(prompts: Prompts, looked: Looked, *, offered: Options, at_most: int) -> Choose:
    """Which sentences of a new speech matter for the dimension?"""
    asking = _Asking(prompts, "analysis", looked.looked_for, "concerns", "judge")
    return asking.some_of(offered, (1, at_most), **looked.told())


def mark_question(prompts: Prompts, looked: Looked, *, noted: str, aim: Aim) -> Score:
    """What mark does a new speech get on the dimension?"""
    asking = _Asking(prompts, "mark", looked.motion, aim, "judge")
    return asking.a_place(MARKS, noted, **looked.told(), noted=fenced(noted))


def winner_question(
    prompts: Prompts, *, dimension: str, looked_for: str, motion: str, offered: Options, may_tie: bool
) -> Choose:
    """Who did better on the dimension? The options stand in the order in which they are to be read."""
    tie = ", or nobody if they did equally well" if may_tie else ""
    told = {"dimension": dimension, "looked_for": looked_for, "motion": fenced(motion), "tie": tie}
    asking = _Asking(prompts, "winner", motion, "convinces", "judge")
    return asking.some_of(offered, (0 if may_tie else 1, 1), **told)


class _Asking(NamedTuple):
    """A question on its way: its template, what it turns on, what speaks for an answer, and who is asked."""

    prompts: Prompts
    name: str
    statement: str
    aim: Aim
    role: Role

    def some_of(self, offered: Options, bounds: tuple[int, int], **told: str) -> Choose:
        """Between so many and so many of the options, as far as there are so many."""
        low, high = (min(bound, len(offered)) for bound in bounds)
        filled = self._filled(options=fenced_options(offered), **told)
        return Choose(**filled, options=offered, at_least=low, at_most=max(1, high))

    def any_of(self, offered: Options, **told: str) -> Choose:
        """Any of the options, or none."""
        return self.some_of(offered, (0, len(offered)), **told)

    def one_label(self, labels: tuple[str, ...], text: str, **told: str) -> Label:
        return Label(**self._filled(labels=", ".join(labels), **told), text=text, labels=labels)

    def a_place(self, scale: tuple[float, float], text: str, **told: str) -> Score:
        low, high = scale
        filled = self._filled(low=f"{low:g}", high=f"{high:g}", **told)
        return Score(**filled, text=text, low=low, high=high)

    def _filled(self, **told: str) -> dict[str, Any]:
        common = {"statement": self.statement, "aim": self.aim, "role": self.role}
        return {**asked(self.prompts, self.name, **told), **common}


def _described(scheme: Scheme) -> str:
    """A scheme as a model is offered it: what it is, and the words that often go with it."""
    return f"{scheme.described} {', '.join(scheme.cues)}."
