"""The smallest open debate: a statement and its denial, the best evidence for each, a verdict. Knows no storage.

    motion ──┬─ candidates ── evidence (affirmed) ──┬── verdict
             └─ candidates ── evidence (denied)   ──┘

Every step is a recorded decision. Retrieval is recorded too, so that a replay needs neither model nor library.
"""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from foam.argument.motion import Motion, motion
from foam.deliberation.passage import Corpus, Passage, numbered, options, pointer_inputs
from foam.model.clerk import Clerk, read_answer
from foam.model.question import Choose, Chosen, Option
from foam.model.template import Prompts, Template, fenced, fenced_options
from foam.record.entry import Entry, EntryInput, ValueInput
from foam.values import Value

CANDIDATES = 12
EVIDENCE = 3

Verdict = Literal["affirmed", "denied", "undecided"]


class Decided(Value):
    """Who decided something, how, and how far to trust it."""

    entry: str
    by: str
    method: str
    confidence: float | None = None


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
        _side(resolved.affirmed, moved, clerk=clerk, corpus=corpus, template=prompts["evidence"]),
        _side(resolved.denied, moved, clerk=clerk, corpus=corpus, template=prompts["evidence"]),
    )
    sides = {"affirmed": affirmed, "denied": denied}
    if not affirmed.evidence and not denied.evidence:
        return Debated(question=resolved.question, **sides, verdict="undecided", cautions=("no evidence was found",))
    return await _judged(resolved, sides, moved, clerk=clerk, template=prompts["verdict"])


def evidence_question(template: Template, *, statement: str, offered: tuple[Option, ...], at_most: int) -> Choose:
    """Which of the offered sentences support the statement best?"""
    return Choose(
        template=template.name,
        template_digest=template.digest,
        prompt=template.render(statement=fenced(statement), options=fenced_options(offered)),
        statement=statement,
        options=offered,
        at_most=min(at_most, len(offered)),
    )


def verdict_question(template: Template, *, question: str, offered: tuple[Option, ...], affirmed: str) -> Choose:
    """Whose evidence bears out its statement better? None of them is an answer, too."""
    return Choose(
        template=template.name,
        template_digest=template.digest,
        prompt=template.render(question=fenced(question), options=fenced_options(offered)),
        role="judge",
        statement=affirmed,
        aim="convinces",
        options=offered,
        at_least=0,
    )


async def _side(statement: str, moved: Entry, *, clerk: Clerk, corpus: Corpus, template: Template) -> Side:
    found = clerk.compute(
        "candidates",
        lambda: [passage.json_value() for passage in corpus.find(statement, limit=CANDIDATES)],
        EntryInput(role="motion", key=moved.key),
        ValueInput(role="query", value=statement),
        ValueInput(role="corpus", value=corpus.version),
        rule=corpus.engine,
    )
    offered = numbered(Passage.model_validate(row) for row in found.answer)
    if not offered:
        return Side(statement=statement, evidence=())
    question = evidence_question(template, statement=statement, offered=options(offered), at_most=EVIDENCE)
    entry = await clerk.ask(
        "evidence", question, EntryInput(role="candidates", key=found.key), *pointer_inputs(offered)
    )
    by_id = dict(offered)
    return Side(statement=statement, evidence=tuple(by_id[i] for i in _chosen(entry)), decided=_decided(entry))


async def _judged(
    resolved: Motion, sides: dict[str, Side], moved: Entry, *, clerk: Clerk, template: Template
) -> Debated:
    offered = tuple(Option(id=name, text=_case(side)) for name, side in sides.items() if side.evidence)
    question = verdict_question(template, question=resolved.question, offered=offered, affirmed=resolved.affirmed)
    evidence = [EntryInput(role=name, key=side.decided.entry) for name, side in sides.items() if side.decided]
    entry = await clerk.ask("verdict", question, EntryInput(role="motion", key=moved.key), *evidence)
    verdict: Any = (*_chosen(entry), "undecided")[0]
    cautions = tuple(str(i.value) for i in entry.draft.inputs if isinstance(i, ValueInput) and i.role == "caution")
    return Debated(question=resolved.question, **sides, verdict=verdict, decided=_decided(entry), cautions=cautions)


def _case(side: Side) -> str:
    return "\n".join([side.statement, *(f"“{passage.text}”" for passage in side.evidence)])


def _chosen(entry: Entry) -> tuple[str, ...]:
    reply = read_answer(entry).reply
    assert isinstance(reply, Chosen)
    return reply.ids


def _decided(entry: Entry) -> Decided:
    answer = read_answer(entry)
    return Decided(entry=entry.key, by=entry.draft.decider.id, method=answer.method, confidence=answer.confidence)
