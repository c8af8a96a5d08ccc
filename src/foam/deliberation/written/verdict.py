"""What the evaluator finds of an objection and of the reply to it, in one act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from foam.argument.motion import Motion
from foam.deliberation.claim import Claim
from foam.deliberation.objection import Objection, Reply, StruckSentence
from foam.deliberation.written.exchange_forms import conceded_act, exchange_act
from foam.deliberation.written.exchange_words import tell_argument, tell_objection, tell_reply, tell_struck
from foam.deliberation.written.material import describe_sentences, number_sentences
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_reasons
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Write
from foam.model.template import fence
from foam.pack.pack import Criterion
from foam.record.entry import Entry
from foam.text.spelled import spell_ids

_STRUCK = """

Since these words were written a challenge was heard and sustained:
{struck}
What was struck counts for nothing: whatever rests on it alone is not borne out."""


def add_struck(act: Write, struck: Sequence[StruckSentence]) -> Write:
    """The act with what a challenge struck since."""
    if not struck:
        return act
    told = _STRUCK.format(struck=fence(tell_struck(struck), label="struck"))
    return act.model_copy(update={"prompt": act.prompt + told})


async def judge_exchange(
    session: Session,
    motion: Motion,
    claim: Claim,
    objection: Objection,
    reply: Reply,
    criteria: Sequence[Criterion],
    struck: Sequence[StruckSentence] = (),
) -> Entry | None:
    """What the evaluator finds of the objection and of the reply, in one act. What was struck since is told as such,
    and stands nowhere else."""
    cited = _list_cited(claim, objection, reply)
    names = {one.pointer: f"g{n}" for n, one in enumerate(cited, start=1)}
    asked: dict[str, Any] = {
        "question": motion.question,
        "argument": tell_argument(claim, names),
        "objection": tell_objection(objection, names),
        "around": describe_sentences(session, cited, told_before={one.sentence.pointer for one in struck}),
        "criteria": criteria,
    }
    if reply.move == "concede":
        act = conceded_act(session.prompts, **asked)
    else:
        act = exchange_act(session.prompts, **asked, reply=tell_reply(reply, names))
    act = add_struck(act, struck)
    inputs = (
        depend_on("claim", claim.entry),
        depend_on("objection", objection.entry),
        depend_on("reply", reply.entry),
    )
    return await ask_act(session, "exchange", act, *inputs, check=lambda _: ())


def read_verdict_reasons(entry: Entry, claim: Claim, objection: Objection, reply: Reply) -> str:
    """Why the evaluator found of an exchange what it found, with the sentences' own words in place of their ids."""
    return spell_ids(read_reasons(entry), number_sentences(_list_cited(claim, objection, reply)))


def _list_cited(claim: Claim, objection: Objection, reply: Reply) -> list[Passage]:
    cited = (*claim.grounds, *objection.evidence, *reply.evidence, *reply.grounds)
    return list({one.pointer: one for one in cited}.values())
