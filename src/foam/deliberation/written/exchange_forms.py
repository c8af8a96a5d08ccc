"""The acts of cross-examination as forms: an objection, the reply to it, and what the evaluator finds of both."""

from __future__ import annotations

from collections.abc import Sequence

from foam.argument.scheme import CriticalQuestion
from foam.deliberation.objection import WHOLLY
from foam.deliberation.questions import SCALE
from foam.deliberation.weighing import CERTAIN
from foam.deliberation.written.forms import (
    CLAIM_WORDS,
    MOST_GROUNDS,
    OBJECTION_WORDS,
    SIDE_WORDS,
    WARRANT_WORDS,
    choose_ids,
    judge_form,
    tell_seat,
)
from foam.deliberation.written.material import Offer
from foam.model.check import COMMITMENT, SUPPORT
from foam.model.form import FormField, LabelField, ScoreField, TextField
from foam.model.question import Write
from foam.model.template import Prompts, fence, render_prompt
from foam.pack.pack import Criterion

REPLY_WORDS = 60
MOST_EVIDENCE = 3
NOTHING = "nothing that matters"
"""What whoever has no objection worth making says."""
NO_VALUE = "none"


def objection_act(
    prompts: Prompts,
    *,
    person: str,
    question: str,
    argument: str,
    questions: Sequence[CriticalQuestion],
    offer: Offer,
    values: str,
    names: Sequence[str],
    before: str = "",
) -> Write:
    """What does the seat object to the argument?"""
    filled = render_prompt(
        prompts,
        "acts/objection",
        question=fence(question),
        argument=fence(argument),
        questions="\n".join(f"- {one.id} (strikes the {name_struck(one)}): {one.text}" for one in questions),
        options=offer.show_documents(),
        before=fence(before or "nothing: nobody has objected to it yet"),
        values=values,
    )
    return Write(
        **filled,
        system=tell_seat(prompts, person),
        role="critic",
        statement=argument,
        aim="contradicts",
        fields=(
            LabelField(name="question", labels=(*(one.id for one in questions), NOTHING)),
            TextField(name="text", max_words=OBJECTION_WORDS, explains=True, may_be_empty=True),
            choose_ids("ids", offer.options, most=MOST_EVIDENCE),
            LabelField(name="value", labels=(NO_VALUE, *names)),
        ),
        material=offer.options,
        shared=offer.shared,
    )


def reply_act(
    prompts: Prompts,
    *,
    person: str,
    question: str,
    argument: str,
    objection: str,
    moves: Sequence[str],
    offer: Offer,
) -> Write:
    """What does the seat answer to the objection?"""
    filled = render_prompt(
        prompts,
        "acts/reply",
        question=fence(question),
        argument=fence(argument),
        objection=fence(objection),
        options=offer.show_documents(),
        narrowed=f"{CERTAIN['in some cases']:.0%}",
        wholly=f"{WHOLLY:g}",
    )
    return Write(
        **filled,
        system=tell_seat(prompts, person),
        statement=argument,
        fields=(
            LabelField(name="commits", labels=COMMITMENT),
            LabelField(name="move", labels=tuple(moves)),
            TextField(name="text", max_words=REPLY_WORDS, explains=True),
            choose_ids("ids", offer.options, most=MOST_EVIDENCE),
            TextField(name="claim", max_words=CLAIM_WORDS, may_be_empty=True),
            choose_ids("grounds", offer.options, most=MOST_GROUNDS),
            TextField(name="warrant", max_words=WARRANT_WORDS, explains=True, may_be_empty=True),
            TextField(name="unless", max_words=SIDE_WORDS, explains=True, may_be_empty=True),
        ),
        material=offer.options,
        shared=offer.shared,
    )


def exchange_act(
    prompts: Prompts,
    *,
    question: str,
    argument: str,
    objection: str,
    reply: str,
    criteria: Sequence[Criterion],
    around: str = "",
) -> Write:
    """How does the objection do on each criterion, and does the answer meet it?"""
    filled = render_prompt(
        prompts,
        "acts/exchange",
        question=fence(question),
        argument=fence(argument),
        objection=fence(objection),
        reply=fence(reply),
        around=around or "(nothing)",
        criteria=_list_criteria(criteria),
    )
    low, high = SCALE
    fields: tuple[FormField, ...] = (
        *(ScoreField(name=one.id, low=low, high=high, may_decline=True) for one in criteria),
        LabelField(name="answers", labels=SUPPORT),
        ScoreField(name="adequacy", low=low, high=high),
    )
    return judge_form(prompts, filled, statement=argument, fields=fields)


def conceded_act(
    prompts: Prompts, *, question: str, argument: str, objection: str, criteria: Sequence[Criterion], around: str = ""
) -> Write:
    """How does an objection do on each criterion, when its side gave the point? Whether that answers is not asked."""
    filled = render_prompt(
        prompts,
        "acts/conceded",
        question=fence(question),
        argument=fence(argument),
        objection=fence(objection),
        around=around or "(nothing)",
        criteria=_list_criteria(criteria),
    )
    fields = tuple(ScoreField(name=one.id, low=SCALE[0], high=SCALE[1], may_decline=True) for one in criteria)
    return judge_form(prompts, filled, statement=argument, fields=fields)


def name_struck(question: CriticalQuestion) -> str:
    """The part of an argument that a critical question strikes, as those call it who write."""
    return "ground" if question.attacks == "premise" else question.attacks


def _list_criteria(criteria: Sequence[Criterion]) -> str:
    return "\n".join(f"- {one.id}: {one.text}" for one in criteria)
