"""The acts by which a seat drafts what it stands for, as forms: one typed function for each template."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from foam.argument.motion import Motion
from foam.argument.objection import OBJECTION_TYPES
from foam.argument.toulmin import Qualifier
from foam.case.position.material import Offer
from foam.case.position.refine import DEFENCE_SCALE
from foam.model.form import FormField, IdsField, LabelField, ListField, ScoreField, TextField
from foam.model.question import Write
from foam.model.template import Options, Prompts, fence, fence_options, render_prompt

PHRASE_WORDS = 10
SEARCHES = (3, 5)
ANSWER_WORDS = 45
WHY_WORDS = 120
CLAIM_WORDS = 30
WARRANT_WORDS = 40
SIDE_WORDS = 30
OBJECTION_WORDS = 40
REASONS = 80
"""Words that an evaluator has for its reasons."""
MOST_CLAIMS = 5
MOST_GROUNDS = 4
MOST_OBJECTIONS = 3
WHOLE = "answer"


def proposal_act(
    prompts: Prompts,
    *,
    person: str,
    motion: Motion,
    stances: Sequence[str],
    offer: Offer,
    least: int,
    values: str,
    names: Sequence[str],
    whole: bool = False,
) -> Write:
    """What does the seat answer, why, and on which grounds? `whole` says that it sees the whole file."""
    seen = prompts["system/seen_whole" if whole else "system/seen_found"].text.strip()
    filled = render_prompt(
        prompts, "acts/proposal", **_tell_motion(motion), options=offer.show_documents(), values=values, seen=seen
    )
    return Write(
        **filled,
        system=_tell_seat(prompts, person),
        statement=motion.question,
        fields=_proposal_fields(stances, offer.options, least, names),
        material=offer.options,
        shared=offer.shared,
    )


def searches_act(prompts: Prompts, *, person: str, question: str) -> Write:
    """What should the file be searched for, before the seat takes a position?"""
    filled = render_prompt(prompts, "acts/searches", question=fence(question))
    phrase = (TextField(name="phrase", max_words=PHRASE_WORDS),)
    least, most = SEARCHES
    return Write(
        **filled,
        system=_tell_seat(prompts, person),
        statement=question,
        fields=(ListField(name="searches", fields=phrase, at_least=least, at_most=most),),
    )


def rewrite_act(
    prompts: Prompts,
    *,
    person: str,
    motion: Motion,
    stances: Sequence[str],
    offer: Offer,
    proposal: str,
    criticism: str,
    reasons: str,
    least: int,
    values: str,
    names: Sequence[str],
) -> Write:
    """The proposal again, so that it stands against the criticism."""
    filled = render_prompt(
        prompts,
        "acts/rewrite",
        **_tell_motion(motion),
        options=offer.show_documents(),
        proposal=fence(proposal),
        criticism=fence(criticism),
        reasons=fence(reasons or "no reasons were given"),
        values=values,
    )
    return Write(
        **filled,
        system=_tell_seat(prompts, person),
        statement=motion.question,
        fields=_proposal_fields(stances, offer.options, least, names),
        material=offer.options,
        shared=offer.shared,
    )


def critique_act(
    prompts: Prompts,
    *,
    question: str,
    proposal: str,
    claims: int,
    offer: Offer,
    earlier: str = "",
    situation: str = "",
) -> Write:
    """What is wrong with the proposal, if anything is? `situation` is what its seat was told beside the question,
    fenced."""
    filled = render_prompt(
        prompts,
        "acts/critique",
        question="\n\n".join(filter(None, (fence(question), situation))),
        proposal=fence(proposal),
        options=offer.show_documents(),
        earlier=fence(earlier or "none: this is the first draft"),
    )
    parts = (WHOLE, *(f"claim {n}" for n in range(1, claims + 1)))
    record = (
        LabelField(name="part", labels=parts),
        LabelField(name="type", labels=OBJECTION_TYPES),
        TextField(name="text", max_words=OBJECTION_WORDS, explains=True),
        _choose_ids("ids", offer.options, most=2),
    )
    return Write(
        **filled,
        system=prompts["system/critic"].text,
        role="critic",
        statement=proposal,
        aim="contradicts",
        fields=(ListField(name="objections", fields=record, at_most=MOST_OBJECTIONS),),
        material=offer.options,
        shared=offer.shared,
    )


def defence_act(prompts: Prompts, *, question: str, proposal: str, objections: Options, around: str = "") -> Write:
    """Which objection is the strongest, and how does the proposal stand against it?"""
    low, high = DEFENCE_SCALE
    filled = render_prompt(
        prompts,
        "acts/defence",
        question=fence(question),
        proposal=fence(proposal),
        objections=fence_options(objections),
        around=around or "(nothing)",
        low=f"{low:g}",
        high=f"{high:g}",
    )
    fields = (
        LabelField(name="strongest", labels=tuple(one.id for one in objections)),
        ScoreField(name="score", low=low, high=high),
    )
    return Write(
        **filled,
        system=prompts["system/evaluator"].text,
        role="evaluator",
        reasons=REASONS,
        statement=proposal,
        fields=fields,
    )


def _proposal_fields(
    stances: Sequence[str], options: Options, least: int, names: Sequence[str]
) -> tuple[FormField, ...]:
    claim = (
        TextField(name="claim", max_words=CLAIM_WORDS),
        _choose_ids("grounds", options, least=1, most=MOST_GROUNDS),
        TextField(name="warrant", max_words=WARRANT_WORDS, explains=True),
        TextField(name="backing", max_words=SIDE_WORDS, explains=True, may_be_empty=True),
        LabelField(name="qualifier", labels=get_args(Qualifier)),
        TextField(name="unless", max_words=SIDE_WORDS, explains=True, may_be_empty=True),
        LabelField(name="value", labels=tuple(names)),
    )
    return (
        LabelField(name="stance", labels=tuple(stances)),
        TextField(name="answer", max_words=ANSWER_WORDS),
        TextField(name="condition", max_words=SIDE_WORDS, explains=True, may_be_empty=True),
        TextField(name="why", max_words=WHY_WORDS, explains=True),
        ListField(name="claims", fields=claim, at_least=least, at_most=MOST_CLAIMS),
    )


def _choose_ids(name: str, options: Options, *, least: int = 0, most: int) -> IdsField:
    """A field for ids of what is offered."""
    return IdsField(
        name=name, ids=tuple(option.id for option in options), at_least=least, at_most=min(most, len(options))
    )


def _tell_seat(prompts: Prompts, person: str) -> str:
    """What a seat is told of itself and of the rules of the table."""
    return prompts["system/seat"].render(seat=person)


def _tell_motion(motion: Motion) -> dict[str, str]:
    return {"question": fence(motion.question), "affirmed": fence(motion.affirmed), "denied": fence(motion.denied)}
