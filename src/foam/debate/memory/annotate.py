"""Which schemes an utterance uses, and how well, in one act: each scheme with the critical questions that it answers.

The quality is the share answered, put on the four grades by code. Where nobody writes, a trained classifier names the
form; how well it was used nobody says then, and it counts as general, which suggests no form to anybody.
"""

from __future__ import annotations

from foam.acts.engine import Act, Reading, list_rows, perform, read_texts
from foam.argument.scheme import SchemeId, load_schemes, require_scheme
from foam.debate.memory.values import Quality
from foam.job.session import Session
from foam.model.form import Form, IdsField, LabelField, ListField
from foam.model.question import Option, Write
from foam.model.template import Prompts, fence, fence_options, render_prompt
from foam.record.entry import Input, ValueInput

NAME = "schemes"
_GRADES: tuple[Quality, ...] = ("poor", "general", "good", "excellent")
Used = dict[SchemeId, Quality]
"""The schemes that an utterance uses, each with its quality."""


async def annotate(session: Session, utterance: str, *inputs: Input) -> Used:
    """The schemes of an utterance, as a writer or else the classifier names them."""
    if not session.speaks("evaluator"):
        return _classify(session, utterance, *inputs)
    done = await perform(session, make_annotation(session.prompts, utterance), *inputs)
    return done.value or {}


def make_annotation(prompts: Prompts, utterance: str) -> Act[Used]:
    """The act over one utterance."""
    schemes = load_schemes()
    questions = tuple(one for scheme in schemes for one in scheme.questions)
    told = (
        Option(id=one.id, text=f"{one.described} Critical questions: {', '.join(each.id for each in one.questions)}")
        for one in schemes
    )
    asked = render_prompt(
        prompts,
        "debate/annotate",
        utterance=fence(utterance),
        schemes=fence_options(told),
        questions=fence_options(Option(id=one.id, text=one.text) for one in questions),
    )
    ids = tuple(one.id for one in questions)
    rows = (
        LabelField(name="scheme", labels=tuple(one.id for one in schemes)),
        IdsField(name="answered", about="its critical questions that the speech answers", ids=ids, at_most=len(ids)),
    )
    fields = (ListField(name="schemes", about="the forms that it uses", fields=rows, at_most=len(schemes)),)
    return Act(NAME, Write(**asked, role="evaluator", statement=utterance, fields=fields), _read)


def _read(form: Form) -> Reading[Used]:
    used: Used = {}
    for row in list_rows(form, "schemes"):
        scheme = require_scheme(str(row["scheme"]))
        asked = {one.id for one in scheme.questions}
        used[scheme.id] = grade(len(asked & {*read_texts(row, "answered")}), len(asked))
    return Reading(used)


def grade(answered: int, asked: int) -> Quality:
    """The share of critical questions answered as one of four grades."""
    return _GRADES[min(len(_GRADES) - 1, len(_GRADES) * answered // max(1, asked))]


def _classify(session: Session, utterance: str, *inputs: Input) -> Used:
    judge = session.judge
    said = ValueInput(role="utterance", value=utterance)
    entry = session.clerk.compute(NAME, lambda: judge.scheme([utterance])[0].verdict, said, *inputs, rule=judge.name)
    return {entry.answer: "general"} if entry.answer else {}
