"""Claims are put forward: what is rested on is worded, and judged of nobody's side.

    bounded    ground ── claim ──┬── scheme ──┬── warrant ── support
                                 └── value  ──┘
    written    claim as its seat wrote it, with grounds and warrant ── appraisal

In the bounded voice seats choose what to rest on, and what a sentence establishes is asked once, whoever rests on it;
so a second seat adds a backer and nothing else. In the written voice seats word their claims; two that make one point
are one reason (`points.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from foam.argument.motion import Motion
from foam.argument.scheme import load_schemes, require_scheme
from foam.argument.toulmin import Qualifier, Toulmin
from foam.deliberation.claim import DROPPED, Claim, Judged, make_claim_id, settle_unless
from foam.deliberation.findings import Finding
from foam.deliberation.objection import Objection, Reply
from foam.deliberation.questions import claim_question, scheme_question, stated_question, value_question
from foam.deliberation.support import judge_support
from foam.deliberation.written.appraise import Appraisal, Argument, appraise
from foam.deliberation.written.drafted import DraftedClaim
from foam.evidence.corpus import Passage
from foam.job.acts import ask_words
from foam.job.answers import read_choice, read_label, read_text
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.model.question import Answer, Labelled, Option
from foam.perspective.conduct import read_certainty
from foam.record.entry import Entry, PointerInput, ValueInput
from foam.text.listed import reports_views

_FACT = Answer(reply=Labelled(label="a fact"), method="worked out")
_VIEW = Labelled(label="a view")
_WORKED_OUT = "it is what the rules and figures of the file come to"
_FOUND = "what in a file does not fit cannot be relied on"
_TURNED = "as it was qualified, it speaks for the other side"


async def make_claim(session: Session, motion: Motion, ground: Passage) -> Claim:
    """State what the sentence establishes, as certainly as the sentence does, and have it judged."""
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    question = claim_question(session.prompts, question=motion.question, sentence=ground.text)
    entry = await ask_words(session, "claim", question, pointer, instead={"claim": ground.text})
    qualifier = read_certainty(ground.text)
    return await shape_claim(session, motion, entry.key, read_text(entry, "claim"), ground, qualifier)


async def state_facts(session: Session, motion: Motion, findings: Sequence[Finding]) -> tuple[Claim, ...]:
    """Computed facts in their own words."""
    entries = [_word_fact(session, motion, finding) for finding in findings]
    arguments = [Argument(one.passage.text, _show_with(one), _say_why_it_bears(one)) for one in findings]
    found = await _appraise(session, motion, arguments, [entry.key for entry in entries])
    if found is None:
        pairs = zip(findings, entries, strict=True)
        made = await asyncio.gather(*(_shape_fact(session, motion, one, entry) for one, entry in pairs))
    else:
        made = [
            _make_appraised(
                make_claim_id(entry.key, one.passage), _state_parts(one, warrant), (one.passage,), appraisal, entry.key
            )
            for one, entry, (_, _, warrant, *_), appraisal in zip(findings, entries, arguments, found, strict=True)
        ]
    return tuple(_add_working(motion, claim, one) for claim, one in zip(made, findings, strict=True))


def _word_fact(session: Session, motion: Motion, finding: Finding) -> Entry:
    ground = finding.passage
    return session.clerk.compute(
        "claim",
        lambda: {"claim": ground.text},
        depend_on("calculation", finding.entry),
        PointerInput(role="ground", pointer=ground.pointer),
        ValueInput(role="question", value=motion.question),
        rule="as worked out",
    )


async def _shape_fact(session: Session, motion: Motion, finding: Finding, entry: Entry) -> Claim:
    ground, follows = finding.passage, finding.follows.text if finding.follows else ""
    return await shape_claim(session, motion, entry.key, ground.text, ground, "certainly", follows=follows)


def _rest_on(finding: Finding) -> tuple[Passage, ...]:
    return (finding.passage, finding.follows) if finding.follows else (finding.passage,)


def _show_with(finding: Finding) -> tuple[Passage, ...]:
    """What an evaluator reads of a fact: of what was found in the file, the sentences that show it, too."""
    shown = finding.sources if finding.found is not None else ()
    return tuple({one.pointer: one for one in (*_rest_on(finding), *shown)}.values())


def _say_why_it_bears(finding: Finding) -> str:
    if finding.follows:
        return finding.follows.text
    return _WORKED_OUT if finding.found is None else _FOUND


def _state_parts(finding: Finding, warrant: str) -> Toulmin:
    ground = finding.passage
    return Toulmin(
        claim=ground.text, grounds=(ground.pointer,), warrant=warrant, backing=ground.cite, qualifier="certainly"
    )


def _add_working(motion: Motion, claim: Claim, finding: Finding) -> Claim:
    known = {
        "grounds": _rest_on(finding),
        "computed": finding.id,
        "sources": finding.sources,
        "faulted": finding.faulted,
        "working": finding.working,
        "settles": finding.settles and _comes_out(motion, claim, finding),
        "value": finding.value or claim.value,
    }
    return claim.model_copy(update=known)


def _comes_out(motion: Motion, claim: Claim, finding: Finding) -> bool:
    """Whether it speaks for what follows from it: one that the evaluator reads the other way settles nothing."""
    sides = {motion.affirmed: "affirmed", motion.denied: "denied"}
    follows = sides.get(finding.follows.text) if finding.follows else None
    return follows is None or follows == claim.direction


async def make_drafted_claims(
    session: Session, motion: Motion, drafted: Sequence[DraftedClaim], *, was: Claim | None = None
) -> tuple[Claim, ...]:
    """The claims of one draft, as their seat wrote them, judged of nobody's side; `was` is the claim that one was put
    in place of after an objection: what changed since is told, its words, its warrant or both."""
    arguments = [
        Argument(
            one.text,
            one.grounds,
            one.warrant,
            _tell_hedge(one),
            one.value,
            was.parts.claim if was and was.parts.claim != one.text else "",
            was.parts.warrant if was and was.parts.warrant != one.warrant else "",
        )
        for one in drafted
    ]
    made = dict.fromkeys(key for one in drafted for key in (one.entry, one.chosen) if key)
    found = await _appraise(session, motion, arguments, made)
    if found is None:
        return tuple(await asyncio.gather(*(_shape_drafted(session, motion, one) for one in drafted)))
    return tuple(
        _make_appraised(one.id, _take_parts(one), one.grounds, appraisal, one.entry)
        for one, appraisal in zip(drafted, found, strict=True)
    )


def _tell_hedge(drafted: DraftedClaim) -> str:
    return "; ".join([drafted.qualifier, *([f"unless {drafted.unless}"] if drafted.unless else [])])


async def _shape_drafted(session: Session, motion: Motion, drafted: DraftedClaim) -> Claim:
    """The claim as it was written, judged by an evaluator that does not write."""
    shaped = await shape_claim(
        session, motion, drafted.entry, drafted.text, drafted.grounds[0], drafted.qualifier, warrant=drafted.warrant
    )
    own = {"id": drafted.id, "parts": _take_parts(drafted), "grounds": drafted.grounds, "voice": "written"}
    return shaped.model_copy(update=own)


def _take_parts(drafted: DraftedClaim) -> Toulmin:
    return Toulmin(
        claim=drafted.text,
        grounds=tuple(ground.pointer for ground in drafted.grounds),
        warrant=drafted.warrant,
        backing=drafted.backing,
        qualifier=drafted.qualifier,
        rebuttal=drafted.unless,
    )


async def revise_claim(session: Session, motion: Motion, claim: Claim, reply: Reply) -> Claim:
    """The argument as its defender now holds it, on the grounds and by the warrant that it names, judged anew.

    What the reply cites beside these grounds is one of them. What the old warrant rested on goes with it: another
    warrant is not backed by it.
    """
    same = reply.warrant == claim.parts.warrant
    cited = {one.pointer: one for one in (*reply.grounds, *reply.evidence)}
    drafted = DraftedClaim(
        text=reply.claim,
        grounds=tuple(cited.values()),
        warrant=reply.warrant,
        backing=claim.parts.backing if same else "",
        qualifier=claim.parts.qualifier,
        unless=settle_unless(reply.unless, ""),
        place=0,
        entry=reply.entry,
    )
    names = {"brought_by": claim.brought_by, "backers": claim.backers, "revises": claim.id}
    (revised,) = await make_drafted_claims(session, motion, [drafted], was=claim)
    return revised.model_copy(update=names)


async def judge_narrowed(
    session: Session, motion: Motion, claim: Claim, objection: Objection, reply: Reply
) -> Judged | None:
    """What is found of a claim that was qualified, read on the grounds and by the warrant that it now has.

    None where these are as they were, and it drops no condition: what was found of them holds. What speaks for the
    other side, read so, is no reason for its own, and its side did not bring it for the other. What the reply cites to
    bear out the new words is read with the grounds, unless it is the objection's own.
    """
    grounds, warrant = reply.grounds or claim.grounds, reply.warrant or claim.parts.warrant
    same = {one.pointer for one in grounds} == {one.pointer for one in claim.grounds}
    drops = claim.sets_condition and reply.unless == DROPPED
    if same and warrant == claim.parts.warrant and not drops:
        return None
    theirs = {one.pointer for one in objection.evidence}
    brought = (one for one in reply.evidence if one.pointer not in theirs)
    drafted = DraftedClaim(
        text=reply.claim,
        grounds=tuple({one.pointer: one for one in (*grounds, *brought)}.values()),
        warrant=warrant,
        qualifier=claim.parts.qualifier,
        unless=settle_unless(reply.unless, claim.parts.rebuttal),
        value=claim.value,
        place=0,
        entry=reply.entry,
    )
    return await judge_reworded(session, motion, claim, drafted)


async def judge_reworded(session: Session, motion: Motion, claim: Claim, drafted: DraftedClaim) -> Judged:
    """What is found of a claim in other words. What speaks for the other side, read so, is no reason for its own."""
    (found,) = await make_drafted_claims(session, motion, [drafted], was=claim)
    support = found.support
    if support.direction not in (None, claim.direction):
        turned = {"side": "neither", "strength": 0.0, "why": _TURNED}
        support = support.model_copy(update=turned)
    return Judged(scheme=found.scheme, support=support, labels=found.labels, value=found.value)


async def _appraise(
    session: Session, motion: Motion, arguments: Sequence[Argument], entries: Iterable[str]
) -> tuple[Appraisal, ...] | None:
    if not session.speaks("evaluator"):
        return None
    pointers = dict.fromkeys(ground.pointer for one in arguments for ground in one.grounds)
    grounds = (PointerInput(role="ground", pointer=pointer) for pointer in pointers)
    return await appraise(session, motion, arguments, *(depend_on("claim", key) for key in entries), *grounds)


def _make_appraised(name: str, parts: Toulmin, grounds: tuple[Passage, ...], found: Appraisal, entry: str) -> Claim:
    return Claim(
        id=name,
        parts=parts,
        grounds=grounds,
        scheme=found.scheme,
        value=found.value,
        stated=_VIEW.label if all(reports_views(ground.under) for ground in grounds) else found.stated,
        support=found.support,
        voice="written",
        entry=entry,
        labels=(found.entry, found.entry),
    )


async def shape_claim(
    session: Session,
    motion: Motion,
    source: str,
    text: str,
    ground: Passage,
    qualifier: Qualifier,
    *,
    follows: str = "",
    warrant: str = "",
) -> Claim:
    """Make a claim of a text and the sentence it rests on: its form, its value, and which way it speaks.

    `source` is the key of the entry that gave the text; `follows` is what the ground comes to, where the pack says it;
    `warrant` is the one that a seat wrote, if one did.
    """
    scheme_entry, value_entry, stated_entry = await asyncio.gather(
        _choose_scheme(session, source, text, ground),
        _choose_value(session, source, f"{text}\n“{ground.text}”"),
        _tell_fact(session, source, ground),
    )
    scheme, value = require_scheme(read_choice(scheme_entry)[0]), read_choice(value_entry)[0]
    warrant = warrant or scheme.warrant.format(value=value)
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    inputs = (depend_on("claim", source), depend_on("scheme", scheme_entry), depend_on("value", value_entry), pointer)
    return Claim(
        id=make_claim_id(source, ground),
        parts=Toulmin(claim=text, grounds=(ground.pointer,), warrant=warrant, backing=ground.cite, qualifier=qualifier),
        grounds=(ground,),
        scheme=scheme.id,
        value=value,
        stated=read_label(stated_entry),
        support=await judge_support(session, motion, ground.text, warrant, *inputs, follows=follows),
        entry=source,
        labels=(scheme_entry.key, value_entry.key),
    )


async def _choose_scheme(session: Session, source: str, text: str, ground: Passage) -> Entry:
    options = tuple(
        Option(id=scheme.id, text=f"{scheme.described} {', '.join(scheme.cues)}") for scheme in load_schemes()
    )
    question = scheme_question(session.prompts, claim=text, sentence=ground.text, options=options)
    return await session.clerk.ask("scheme", question, depend_on("claim", source))


async def _tell_fact(session: Session, source: str, ground: Passage) -> Entry:
    """Does the ground state a fact? What was worked out does; an item of a list of what somebody holds does not."""
    pointer = PointerInput(role="ground", pointer=ground.pointer)
    if ground.pointer.computed:
        return session.clerk.compute("stated", lambda: _FACT.json_value(), pointer, rule="worked out")
    if reports_views(ground.under):
        under = ValueInput(role="under", value=ground.under)
        held = Answer(reply=_VIEW, method="the line of its list")
        return session.clerk.compute("stated", lambda: held.json_value(), pointer, under, rule=held.method)
    question = stated_question(session.prompts, sentence=ground.text)
    return await session.clerk.ask("stated", question, depend_on("claim", source), pointer)


async def _choose_value(session: Session, source: str, argument: str) -> Entry:
    question = value_question(session.prompts, argument=argument, options=session.list_all_values())
    return await session.clerk.ask("value", question, depend_on("claim", source))
