"""A claim: what one sentence, or a computed fact, gives to the question, in Toulmin parts. It belongs to no seat.

Seats choose what to rest on. What a sentence establishes, its form, its value and which way it speaks are asked once,
of nobody's side; so a second seat that rests on it adds a backer and nothing else.

    ground ── claim ──┬── scheme ──┬── warrant ── support
                      └── value  ──┘
"""

from __future__ import annotations

import asyncio

from foam.argument.motion import Motion
from foam.argument.scheme import SchemeId, load_schemes, require_scheme
from foam.argument.toulmin import Qualifier, Toulmin
from foam.deliberation.findings import Finding
from foam.deliberation.position import Direction
from foam.deliberation.questions import claim_question, scheme_question, stated_question, value_question
from foam.deliberation.support import Support, judge_support
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_label, read_text
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Answer, Labelled, Option
from foam.perspective.conduct import read_certainty
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.values import Value, digest

_FACT = Answer(reply=Labelled(label="a fact"), method="worked out")


class Claim(Value):
    """One argument on the question."""

    id: str
    parts: Toulmin
    grounds: tuple[Passage, ...]
    scheme: SchemeId
    value: str
    """The value it promotes."""
    stated: str = "a fact"
    """Whether its ground states a fact or a view, as the evaluator found."""
    support: Support
    """Which way it speaks, as the evaluator found."""
    brought_by: tuple[str, ...] = ()
    """The seats that rest on it, sorted; empty for a computed fact that no seat chose."""
    backers: tuple[str, ...] = ()
    """The seats whose position it speaks for, among those that brought it."""
    same_point_as: str = ""
    """The claim that makes the same point and stands for both; empty for one that stands for itself."""
    revises: str = ""
    """The claim it replaces after an objection; both stay."""
    computed: str = ""
    """Id of the calculation that gives its ground."""
    sources: tuple[Passage, ...] = ()
    """What a computed fact was worked out from."""
    working: tuple[Passage, ...] = ()
    """How it was worked out, a sentence a step."""
    settles: bool = False
    """Whether the pack says that such a fact settles a question it bears on."""
    entry: str
    """Key of the decision that gave its words."""
    labels: tuple[str, ...] = ()
    """Keys of the decisions that gave its scheme and its value."""

    @property
    def ground(self) -> Passage:
        return self.grounds[0]

    @property
    def argument(self) -> str:
        """The claim with its grounds and warrant, as others read it."""
        return "\n".join([self.parts.claim, *(f"“{ground.text}”" for ground in self.grounds), self.parts.warrant])

    @property
    def direction(self) -> Direction | None:
        return self.support.direction

    @property
    def is_reason(self) -> bool:
        """Whether it counts as a reason of its own: shown to bear on the question, and no other's repetition."""
        return self.direction is not None and not self.same_point_as


async def make_claim(session: Session, motion: Motion, ground: Passage) -> Claim:
    """State what the sentence establishes, as certainly as the sentence does, and have it judged."""
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    question = claim_question(session.prompts, question=motion.question, sentence=ground.text)
    entry = await session.clerk.ask("claim", question, pointer)
    return await shape_claim(session, motion, entry, read_text(entry, "claim"), ground, read_certainty(ground.text))


async def state_fact(session: Session, motion: Motion, finding: Finding) -> Claim:
    """A computed fact in its own words."""
    ground = finding.passage
    entry = session.clerk.compute(
        "claim",
        lambda: {"claim": ground.text},
        depend_on("calculation", finding.entry),
        PointerInput(role="ground", pointer=ground.pointer),
        ValueInput(role="question", value=motion.question),
        rule="as worked out",
    )
    follows = finding.follows.text if finding.follows else ""
    claim = await shape_claim(session, motion, entry, ground.text, ground, "certainly", follows=follows)
    known = {
        "grounds": (ground, *([finding.follows] if finding.follows else [])),
        "computed": finding.id,
        "sources": finding.sources,
        "working": finding.working,
        "settles": finding.settles,
        "value": finding.value or claim.value,
    }
    return claim.model_copy(update=known)


async def shape_claim(
    session: Session,
    motion: Motion,
    source: Entry,
    text: str,
    ground: Passage,
    qualifier: Qualifier,
    *,
    follows: str = "",
) -> Claim:
    """Make a claim of a text and the sentence it rests on: its form, its value, and which way it speaks.

    `source` is the entry that gave the text; `follows` is what the ground comes to, where the pack says it.
    """
    scheme_entry, value_entry, stated_entry = await asyncio.gather(
        _choose_scheme(session, source, text, ground),
        _choose_value(session, source, f"{text}\n“{ground.text}”"),
        _tell_fact(session, source, ground),
    )
    scheme, value = require_scheme(read_choice(scheme_entry)[0]), read_choice(value_entry)[0]
    warrant = scheme.warrant.format(value=value)
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    inputs = (depend_on("claim", source), depend_on("scheme", scheme_entry), depend_on("value", value_entry), pointer)
    return Claim(
        id=make_claim_id(source.key, ground),
        parts=Toulmin(claim=text, grounds=(ground.pointer,), warrant=warrant, backing=ground.cite, qualifier=qualifier),
        grounds=(ground,),
        scheme=scheme.id,
        value=value,
        stated=read_label(stated_entry),
        support=await judge_support(session, motion, ground.text, warrant, *inputs, follows=follows),
        entry=source.key,
        labels=(scheme_entry.key, value_entry.key),
    )


async def _choose_scheme(session: Session, source: Entry, text: str, ground: Passage) -> Entry:
    options = tuple(
        Option(id=scheme.id, text=f"{scheme.described} {', '.join(scheme.cues)}") for scheme in load_schemes()
    )
    question = scheme_question(session.prompts, claim=text, sentence=ground.text, options=options)
    return await session.clerk.ask("scheme", question, depend_on("claim", source))


async def _tell_fact(session: Session, source: Entry, ground: Passage) -> Entry:
    """Does the ground state a fact? What was worked out does."""
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    if ground.pointer.computed:
        return session.clerk.compute("stated", lambda: _FACT.json_value(), pointer, rule="worked out")
    question = stated_question(session.prompts, sentence=ground.text)
    return await session.clerk.ask("stated", question, depend_on("claim", source), pointer)


async def _choose_value(session: Session, source: Entry, argument: str) -> Entry:
    question = value_question(session.prompts, argument=argument, options=session.list_all_values())
    return await session.clerk.ask("value", question, depend_on("claim", source))


def make_claim_id(entry: str, ground: Passage) -> str:
    """A claim's id: the same words on the same sentence give the same id in any run, whoever brings them."""
    return f"claim-{digest([entry, ground.pointer.json_value()])[3:13]}"
