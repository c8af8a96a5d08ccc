"""A reply that lost one of the sentences it cites, judged on those that are left. The objection keeps its scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from foam.contest.hearing import Hearing
from foam.contest.struck import list_struck_before, read_without
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.objection import (
    EvaluatedObjection,
    Objection,
    Reply,
    Response,
    StruckSentence,
    list_criteria,
    parse_side,
)
from foam.deliberation.questions import adequacy_question, answers_question
from foam.deliberation.written.verdict import judge_exchange
from foam.job.answers import read_form, read_label, read_score
from foam.job.retrieval import depend_on
from foam.record.entry import Entry

MOST_ASKED = 4
"""Questions at the most: the act in words and once more, or whether it answers and how far."""


class _Verdict(NamedTuple):
    entry: Entry
    answers: bool
    adequacy: float | None


async def judge_reply_again(
    hearing: Hearing,
    file: DossierFile,
    exchange: EvaluatedObjection,
    rest: Response,
    struck: Sequence[StruckSentence] = (),
) -> EvaluatedObjection | None:
    """The exchange with the reply as it fares on what is left; None where a rebuttal answers no more."""
    over, objection = file.claims[exchange.objection.claim], exchange.objection
    told = (*list_struck_before(file, over), *struck)
    claim = read_without(over, told)
    found = await _judge_in_words(hearing, file, claim, objection, rest, told) if rest.text else None
    found = found or await _judge_in_labels(hearing, claim, objection, rest)
    if rest.move == "rebut" and not found.answers:
        return None
    judged = rest.model_copy(update={"adequacy": found.adequacy, "entry": found.entry.key})
    return exchange.model_copy(update={"response": judged})


async def _judge_in_words(
    hearing: Hearing,
    file: DossierFile,
    claim: Claim,
    objection: Objection,
    rest: Response,
    struck: Sequence[StruckSentence],
) -> _Verdict | None:
    """What an evaluator that writes finds; None where there is none, or its verdict does not count."""
    session = hearing.session
    if not session.speaks("evaluator"):
        return None
    reply = Reply(
        commits=objection.commitment.answer,
        move=rest.move,
        text=rest.text,
        evidence=rest.evidence,
        claim=rest.wording,
        warrant=rest.warrant,
        unless=rest.unless,
        grounds=rest.grounds,
        entry=rest.entry,
    )
    criteria = list_criteria(session, objection)
    entry = await judge_exchange(session, file.mediation.motion, claim, objection, reply, criteria, struck)
    if entry is None:
        return None
    form = read_form(entry)
    met = form.get("adequacy")
    answers = form["answers"] == "for" and isinstance(met, float)
    return _Verdict(entry, answers, met if isinstance(met, float) else None)


async def _judge_in_labels(hearing: Hearing, claim: Claim, objection: Objection, rest: Response) -> _Verdict:
    """Whether it answers, and how far: two bounded questions, as when it was first heard."""
    session = hearing.session
    said = "\n".join([*([rest.text] if rest.text else []), *(f"“{one.text}”" for one in rest.evidence)])
    told = {"claim": claim.parts.claim, "objection": objection.argument, "reply": said}
    inputs = (hearing.admitted(), depend_on("reply", rest.entry))
    first = await session.clerk.ask("answers", answers_question(session.prompts, **told), *inputs)
    if rest.move == "rebut" and parse_side(read_label(first)) != "for":
        return _Verdict(first, answers=False, adequacy=None)
    second = await session.clerk.ask(
        "adequacy", adequacy_question(session.prompts, **told), *inputs, depend_on("answers", first)
    )
    return _Verdict(second, answers=True, adequacy=read_score(second))
