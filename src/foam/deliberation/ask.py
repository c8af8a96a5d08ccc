"""The smallest open debate: a statement and its denial, the best evidence for each, a verdict.

    motion ──┬─ candidates ── evidence (affirmed) ──┬── verdict
             └─ candidates ── evidence (denied)   ──┘

Every step is a recorded decision, and so is retrieval: a replay needs neither model nor library.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from foam.argument.motion import parse_motion
from foam.deliberation.questions import evidence_question, verdict_question
from foam.evidence.corpus import Passage
from foam.job.answers import DecisionSummary, read_cautions, read_choice, read_decision
from foam.job.retrieval import depend_on, depend_on_candidates, make_options, retrieve
from foam.job.session import Session
from foam.model.question import Option
from foam.record.entry import Entry, ValueInput
from foam.values import Value

EVIDENCE = 3

Verdict = Literal["affirmed", "denied", "undecided"]


class AskSide(Value):
    """A statement and the sentences that its side rests on."""

    statement: str
    evidence: tuple[Passage, ...]
    decided: DecisionSummary | None = None
    """None when the corpus offered nothing to choose from."""


class AskAnswer(Value):
    """What `foam ask` gives. Computed from the record, not stored beside it."""

    question: str
    affirmed: AskSide
    denied: AskSide
    verdict: Verdict
    decided: DecisionSummary | None = None
    """None when neither side has evidence: then nobody was asked."""
    cautions: tuple[str, ...] = ()


async def debate_question(question: str, session: Session) -> AskAnswer:
    """Find evidence for both sides of the question and have it judged."""
    motion = parse_motion(question)
    motion_entry = session.clerk.compute(
        "motion", motion.json_value, ValueInput(role="question", value=question), rule="motion"
    )
    affirmed, denied = await asyncio.gather(
        _gather_side(motion.affirmed, motion_entry, session), _gather_side(motion.denied, motion_entry, session)
    )
    sides = {"affirmed": affirmed, "denied": denied}
    if not affirmed.evidence and not denied.evidence:
        return AskAnswer(question=motion.question, **sides, verdict="undecided", cautions=("no evidence was found",))
    options = tuple(
        Option(id=name, text="\n".join([side.statement, *(f"“{passage.text}”" for passage in side.evidence)]))
        for name, side in sides.items()
        if side.evidence
    )
    verdict_request = verdict_question(
        session.prompts, question=motion.question, statement=motion.affirmed, options=options
    )
    evidence = [depend_on(name, side.decided.entry) for name, side in sides.items() if side.decided]
    entry = await session.clerk.ask("verdict", verdict_request, depend_on("motion", motion_entry), *evidence)
    verdict: Any = (*read_choice(entry), "undecided")[0]
    return AskAnswer(
        question=motion.question, **sides, verdict=verdict, decided=read_decision(entry), cautions=read_cautions(entry)
    )


async def _gather_side(statement: str, motion_entry: Entry, session: Session) -> AskSide:
    candidates = retrieve(session.clerk, session.corpus, statement, depend_on("motion", motion_entry))
    if not candidates.passages:
        return AskSide(statement=statement, evidence=())
    question = evidence_question(
        session.prompts, statement=statement, options=make_options(candidates.passages), at_most=EVIDENCE
    )
    entry = await session.clerk.ask("evidence", question, *depend_on_candidates(candidates))
    evidence = tuple(candidates.get(option_id) for option_id in read_choice(entry))
    return AskSide(statement=statement, evidence=evidence, decided=read_decision(entry))
