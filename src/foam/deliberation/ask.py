"""The smallest open debate: a statement and its denial, the best evidence for each, a verdict. Knows no storage.

    motion ──┬─ candidates ── evidence (affirmed) ──┬── verdict
             └─ candidates ── evidence (denied)   ──┘

Every step is a recorded decision. Retrieval is recorded too, so that a replay needs neither model nor library.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from foam.argument.motion import Motion, motion
from foam.deliberation.questions import evidence_question, verdict_question
from foam.evidence.corpus import Corpus, Passage
from foam.job.answers import Decided, cautions, chosen, decided
from foam.job.clerk import Clerk
from foam.job.retrieval import after, dependencies, options, retrieve
from foam.model.question import Option
from foam.model.template import Prompts
from foam.record.entry import Entry, ValueInput
from foam.values import Value

EVIDENCE = 3

Verdict = Literal["affirmed", "denied", "undecided"]


class Side(Value):
    """A statement and the sentences that its side rests on."""

    statement: str
    evidence: tuple[Passage, ...]
    decided: Decided | None = None
    """None when the corpus offered nothing to choose from."""


class Debated(Value):
    """What `foam ask` gives: computed from the record, never stored as a second truth."""

    question: str
    affirmed: Side
    denied: Side
    verdict: Verdict
    decided: Decided | None = None
    """None when neither side has evidence: then nobody was asked."""
    cautions: tuple[str, ...] = ()


async def debate(question: str, *, clerk: Clerk, corpus: Corpus, prompts: Prompts) -> Debated:
    """Debate the question over the corpus and read the outcome off the record."""
    resolved = motion(question)
    moved = clerk.compute("motion", resolved.json_value, ValueInput(role="question", value=question), rule="motion")
    affirmed, denied = await asyncio.gather(
        _side(resolved.affirmed, moved, clerk=clerk, corpus=corpus, prompts=prompts),
        _side(resolved.denied, moved, clerk=clerk, corpus=corpus, prompts=prompts),
    )
    sides = {"affirmed": affirmed, "denied": denied}
    if not affirmed.evidence and not denied.evidence:
        return Debated(question=resolved.question, **sides, verdict="undecided", cautions=("no evidence was found",))
    return await _judged(resolved, sides, moved, clerk=clerk, prompts=prompts)


async def _side(statement: str, moved: Entry, *, clerk: Clerk, corpus: Corpus, prompts: Prompts) -> Side:
    offered = retrieve(clerk, corpus, statement, after("motion", moved))
    if not offered.passages:
        return Side(statement=statement, evidence=())
    question = evidence_question(prompts, statement=statement, offered=options(offered.passages), at_most=EVIDENCE)
    entry = await clerk.ask("evidence", question, *dependencies(offered))
    picked = tuple(offered.named(id) for id in chosen(entry))
    return Side(statement=statement, evidence=picked, decided=decided(entry))


async def _judged(resolved: Motion, sides: dict[str, Side], moved: Entry, *, clerk: Clerk, prompts: Prompts) -> Debated:
    offered = tuple(Option(id=name, text=_case(side)) for name, side in sides.items() if side.evidence)
    question = verdict_question(prompts, question=resolved.question, statement=resolved.affirmed, offered=offered)
    evidence = [after(name, side.decided.entry) for name, side in sides.items() if side.decided]
    entry = await clerk.ask("verdict", question, after("motion", moved), *evidence)
    verdict: Any = (*chosen(entry), "undecided")[0]
    return Debated(
        question=resolved.question, **sides, verdict=verdict, decided=decided(entry), cautions=cautions(entry)
    )


def _case(side: Side) -> str:
    return "\n".join([side.statement, *(f"“{passage.text}”" for passage in side.evidence)])
