"""The smallest open debate: a statement and its denial, the best evidence for each, a verdict.

    motion ──┬─ candidates ──┬─ bearing ──┬── evidence (affirmed) ──┬── verdict
             └─ candidates ──┘            └── evidence (denied)   ──┘

What a side chose is read by the judge: a sentence that speaks against the side is not its evidence. Where nothing that
was found bears on the question, nobody is asked and the answer is that there is none. Every step is a recorded
decision, and so is retrieval: a replay needs neither model nor library.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from foam.argument.motion import Motion, parse_motion
from foam.deliberation.bearing import Bearing, Declined, describe_vain, find_bearing
from foam.deliberation.questions import evidence_question, verdict_question
from foam.evidence.corpus import Passage
from foam.job.answers import DecisionSummary, read_cautions, read_choice, read_decision
from foam.job.clerk import Clerk
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session
from foam.model.embedded.threads import one_thread
from foam.model.question import Option
from foam.paper import Readable
from foam.record.entry import ValueInput
from foam.values import Value

EVIDENCE = 3
ONE_SIDED = "evidence was found for one side alone, so that nothing was weighed"

Verdict = Literal["affirmed", "denied", "undecided"]


class AskSide(Value):
    """A statement and the sentences that its side rests on."""

    statement: str
    evidence: tuple[Passage, ...]
    decided: DecisionSummary | None = None
    """None when the corpus offered nothing to choose from."""


class AskAnswer(Readable, Value):
    """What `foam ask` gives. Computed from the record, not stored beside it."""

    question: str
    affirmed: AskSide
    denied: AskSide
    verdict: Verdict
    decided: DecisionSummary | None = None
    """None when neither side has evidence: then nobody was asked."""
    declined: Declined | None = None
    """Why there is no answer, where nothing that was searched bears on the question."""
    cautions: tuple[str, ...] = ()
    notice: str = ""
    """What a reader must know of a pack's sample library; empty where the evidence is somebody's own."""


async def debate_question(question: str, session: Session) -> AskAnswer:
    """Find evidence for both sides of the question and have it judged."""
    motion = parse_motion(question)
    motion_entry = session.clerk.compute(
        "motion", motion.json_value, ValueInput(role="question", value=question), rule="motion"
    )
    notice = session.pack.notice_on(session.corpus.version)
    statements = (motion.affirmed, motion.denied)
    found = [retrieve(session.clerk, session.corpus, one, depend_on("motion", motion_entry)) for one in statements]
    if not any(one.passages for one in found):
        empty = [AskSide(statement=statement, evidence=()) for statement in statements]
        return AskAnswer(
            question=motion.question,
            affirmed=empty[0],
            denied=empty[1],
            verdict="undecided",
            cautions=("no evidence was found",),
        )
    bearing = find_bearing(session.clerk, motion.question, found)
    if not bearing.bears:
        return _decline(motion, bearing, found)
    affirmed, denied = await asyncio.gather(
        *(_gather_side(one, near, session) for one, near in zip(statements, found, strict=True))
    )
    sides = {"affirmed": affirmed, "denied": denied}
    if not affirmed.evidence or not denied.evidence:
        caution = "no evidence was found" if affirmed.evidence == denied.evidence else ONE_SIDED
        return AskAnswer(question=motion.question, **sides, verdict="undecided", cautions=(caution,), notice=notice)
    options = tuple(
        Option(id=name, text="\n".join([side.statement, *(f"“{passage.text}”" for passage in side.evidence)]))
        for name, side in sides.items()
    )
    verdict_request = verdict_question(
        session.prompts, question=motion.question, statement=motion.affirmed, options=options
    )
    evidence = [depend_on(name, side.decided.entry) for name, side in sides.items() if side.decided]
    entry = await session.clerk.ask("verdict", verdict_request, depend_on("motion", motion_entry), *evidence)
    verdict: Any = (*read_choice(entry), "undecided")[0]
    return AskAnswer(
        question=motion.question,
        **sides,
        verdict=verdict,
        decided=read_decision(entry),
        cautions=read_cautions(entry),
        notice=notice,
    )


def _decline(motion: Motion, bearing: Bearing, found: Sequence[Candidates]) -> AskAnswer:
    nearest = tuple({one.pointer: one for some in found for one in some.passages}.values())
    return AskAnswer(
        question=motion.question,
        affirmed=AskSide(statement=motion.affirmed, evidence=()),
        denied=AskSide(statement=motion.denied, evidence=()),
        verdict="undecided",
        declined=describe_vain(bearing, nearest),
    )


async def _gather_side(statement: str, candidates: Candidates, session: Session) -> AskSide:
    if not candidates.passages:
        return AskSide(statement=statement, evidence=())
    question = evidence_question(
        session.prompts, statement=statement, options=make_options(candidates.passages), at_most=EVIDENCE
    )
    entry = await session.clerk.ask("evidence", question, *depend_on_candidates(candidates))
    chosen = tuple(candidates.get(option_id) for option_id in read_choice(entry))
    evidence = _leave_contrary(session.clerk, statement, chosen, entry.key)
    return AskSide(statement=statement, evidence=evidence, decided=read_decision(entry))


def _leave_contrary(clerk: Clerk, statement: str, chosen: Sequence[Passage], entry: str) -> tuple[Passage, ...]:
    """The sentences that do not speak against the statement by the judge; recorded, so that a replay needs none."""
    from foam.model.judge import shipped_judge  # here: bundles are checked where there is no judge

    def read_sides() -> list[bool]:
        with one_thread():
            relations = shipped_judge().relation([(one.text, statement) for one in chosen])
        return [one.contradicts <= one.supports for one in relations]

    kept = clerk.compute(
        "own side",
        read_sides,
        depend_on("evidence", entry),
        ValueInput(role="statement", value=statement),
        rule=f"not against the statement by {shipped_judge().name}",
    )
    return tuple(one for one, stays in zip(chosen, kept.answer, strict=True) if stays)
