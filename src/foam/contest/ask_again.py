"""Verdicts that are asked again: the gate's, a dismissed objection's score, a commitment, a label.

What was judged is asked of the same role once more, with the challenger's reason beside it as quoted material. The gate
is asked of the motion and of its denial, labels in both orders: an answer that merely agrees with whoever spoke last
contradicts itself and changes nothing: a person decides then. Only a clear answer other than the recorded one changes
something.
"""

from __future__ import annotations

import asyncio

from foam.argument.scheme import load_schemes, require_scheme
from foam.contest.amend import Amendment, PutClaim, PutExchange
from foam.contest.challenge import Mislabelled
from foam.contest.enter import enter_claim, leave_claim
from foam.contest.evidence_checks import find_brought_against
from foam.contest.hearing import Hearing, make_finding, make_reason, quoted, reject, send_to_person
from foam.contest.objecting import hear_objection
from foam.contest.outcome import Finding, Move
from foam.contest.put_again import Replaced, put_anew
from foam.contest.questions import commitment_again_question, label_question, support_again_question
from foam.contest.remedy import give_up, keep_names
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim, make_claim_id
from foam.deliberation.loop import name_seats
from foam.deliberation.objection import Objection
from foam.deliberation.questions import strength_question
from foam.deliberation.support import SET, Support, combine_sides, join_reasons, judge_support, settle_side
from foam.evidence.corpus import Passage
from foam.job.answers import read_choice, read_label
from foam.job.retrieval import depend_on
from foam.job.session import depend_on_seat
from foam.model.question import Option
from foam.record.entry import Entry, Input, PointerInput, ValueInput

Settled = tuple[Finding, tuple[Amendment, ...]]


async def check_support(hearing: Hearing, file: DossierFile) -> Settled:
    """Does the claim's ground speak for the motion, against it, or neither?"""
    claim = file.claims[file.find_claim(hearing.part)]
    found = await _judge_support_again(hearing, file, claim)
    if found.side in ("unclear", claim.support.side):
        text = f"Asked again with that reason beside it, the evaluator said {found.side}; it had said "
        said = make_reason(f"{text}{claim.support.side}.{_tell_why(found)}", *found.entries, claim.id)
        if found.side == claim.support.side:
            return reject(said), ()
        look_at = [
            f"Does {quoted(claim.ground)} speak for “{file.mediation.motion.affirmed}”, against it, or neither?",
            f"What the challenge says of it: “{hearing.challenge.because}”",
        ]
        return send_to_person(said, look_at=look_at), ()
    said = make_reason(
        f"Asked again, the evaluator found that it speaks {found.side}; it had said {claim.support.side}."
        f"{_tell_why(found)}",
        *found.entries,
        claim.id,
    )
    judged = claim.model_copy(update={"support": found, "same_point_as": ""})
    anew = keep_names(file, claim, judged) if claim.brought_by else name_seats(judged, file.mediation.drafts)
    left = await leave_claim(hearing.session, file, claim) if claim.bears else ()
    entered = await enter_claim(hearing.session, file, anew)
    finding = make_finding("sustained", "concede" if anew.bears else "retract", said)
    return finding, (*left, *entered)


def _tell_why(found: Support) -> str:
    """The reasons that the evaluator gave, in its own words."""
    return f" Why: “{found.reasons}”" if found.reasons else ""


async def _judge_support_again(hearing: Hearing, file: DossierFile, claim: Claim) -> Support:
    session, motion = hearing.session, file.mediation.motion
    inputs = (hearing.admitted(), depend_on("claim", claim.entry))
    about = {"ground": " ".join(one.text for one in claim.rests_on), "warrant": claim.warrant}
    because = hearing.challenge.because
    asked = [
        support_again_question(session.prompts, statement=statement, claim=claim.text, reason=because, **about)
        for statement in (motion.affirmed, motion.denied)
    ]
    entries = await asyncio.gather(*(session.clerk.ask("support", question, *inputs) for question in asked))
    keys = tuple(entry.key for entry in entries)
    labels = [read_label(entry) for entry in entries]
    side, why = combine_sides(*labels)
    if side not in ("for", "against") or side == claim.support.side:
        strength = SET if side == "condition" else 0.0
        return Support(side=side, strength=strength, why=why, reasons=join_reasons(entries), entries=keys)
    statement = motion.affirmed if side == "for" else motion.denied
    question = strength_question(session.prompts, statement=statement, **about)
    entry = await session.clerk.ask("strength", question, *inputs, *(depend_on("support", key) for key in keys))
    return settle_side(side, labels, entries, entry)


async def check_materiality(hearing: Hearing, file: DossierFile) -> Settled:
    """Is a dismissed objection material, with what the challenger brings?"""
    old = file.exchanges[hearing.part.id]
    claim = file.claims[old.objection.claim]
    brought = await find_brought_against(hearing, claim.parts.claim, old.objection.evidence)
    objection = _strengthen(hearing, old.objection, brought)
    lead, since = "Scored again with what was brought, it scores", f", where it had {old.materiality:.1f}"
    return await hear_objection(hearing, file, objection, brought, lead=lead, since=since)


def _strengthen(hearing: Hearing, objection: Objection, brought: tuple[Passage, ...]) -> Objection:
    """The objection with what the challenger adds: sentences that speak against the claim, and words."""
    challenge = hearing.challenge
    entry = hearing.session.clerk.compute(
        "objection",
        lambda: {"objection": objection.id, "evidence": [str(one.pointer) for one in brought]},
        hearing.admitted(),
        depend_on("objection", objection.entry),
        *(PointerInput(role=f"brought {n}", pointer=one.pointer) for n, one in enumerate(brought)),
        rule="with what was brought",
    )
    update = {
        "raised_by": tuple(sorted({*objection.raised_by, challenge.challenger})),
        "text": f"{objection.text} {challenge.because}",
        "evidence": (*objection.evidence, *brought),
        "reply": None,
        "entry": entry.key,
    }
    return objection.model_copy(update=update)


async def check_commitment(hearing: Hearing, file: DossierFile) -> Settled:
    """Would the seat answer so about its claim if it were asked again?"""
    held = next(one for one in file.exchanges.values() if one.objection.commitment.id == hearing.part.id)
    committed = held.objection.commitment
    seat = next(one for one in file.mediation.seats if one.id == committed.seat)
    claim = file.claims[committed.claim]
    question = commitment_again_question(
        hearing.session.prompts,
        seat=seat,
        claim=claim.argument,
        question=committed.question,
        reason=hearing.challenge.because,
    )
    inputs = (hearing.admitted(), depend_on("commitment", committed.entry), depend_on_seat(seat))
    entry = await hearing.session.clerk.ask("commitment", question, *inputs)
    answer, cites = read_label(entry), (entry.key, committed.id, claim.id)
    if answer in ("unclear", committed.answer):
        text = f"Asked again with that reason beside it, {seat.id} said {answer}; it had said {committed.answer}."
        said = make_reason(text, *cites)
        if answer == committed.answer:
            return reject(said), ()
        look_at = [f"Of “{claim.parts.claim}”: {committed.question}", f"The seat had said {committed.answer}."]
        return send_to_person(said, look_at=look_at), ()
    said = make_reason(f"Asked again, {seat.id} says {answer}; it had said {committed.answer}.", *cites)
    objection = held.objection.model_copy(
        update={"commitment": committed.model_copy(update={"answer": answer, "entry": entry.key})}
    )
    put = PutExchange(evaluated=held.model_copy(update={"objection": objection}))
    move: Move = "retract" if answer == "no" else "qualify" if answer == "in part" else "concede"
    return make_finding("sustained", move, said), (put,)


async def check_label(hearing: Hearing, file: DossierFile, ground: Mislabelled) -> Settled:
    """Does the claim serve another value, or argue in another form?

    Neither says anything new of what it rests on: its support is judged again only where another form gives it another
    warrant.
    """
    claim = file.claims[file.find_claim(hearing.part)]
    held, proposed = (claim.value, ground.value) if ground.value else (claim.scheme, ground.scheme)
    texts = _list_labels(hearing, ground)
    options = (Option(id=held, text=texts[held]), Option(id=proposed, text=texts[proposed]))
    entries = [await _ask_label(hearing, claim, order) for order in (options, options[::-1])]
    chosen, cites = [read_choice(entry)[0] for entry in entries], (*(entry.key for entry in entries), claim.id)
    if chosen != [proposed, proposed]:
        text = f"Asked in both orders which fits better, {held} or {proposed}, the judge said {' and '.join(chosen)}."
        said = make_reason(text, *cites, by=entries)
        if chosen == [held, held]:
            return reject(said), ()
        look_at = [f"“{claim.parts.claim}”: is it {texts[held]}", f"Or rather {texts[proposed]}"]
        return send_to_person(said, look_at=look_at), ()
    said = make_reason(
        f"Asked in both orders, the judge found that {proposed} fits better than {held}.", *cites, by=entries
    )
    finding = make_finding("sustained", "swap", said)
    if is_relabelled_in_place(claim, ground):
        return finding, _relabel_in_place(hearing, file, claim, ground, entries)
    anew = await _put_in_form(hearing, file, claim, ground, entries)
    return finding, await put_anew(hearing.session, file, [Replaced(claim, anew, (), give_up(hearing, claim))])


def _list_labels(hearing: Hearing, ground: Mislabelled) -> dict[str, str]:
    if ground.value:
        return {one.id: one.text for one in hearing.session.list_all_values()}
    return {one.id: f"{one.described} {', '.join(one.cues)}" for one in load_schemes()}


async def _ask_label(hearing: Hearing, claim: Claim, options: tuple[Option, ...]) -> Entry:
    argument = "\n".join([claim.text, *(f"“{one.text}”" for one in claim.rests_on), claim.warrant])
    question = label_question(
        hearing.session.prompts, argument=argument, offered=options, reason=hearing.challenge.because
    )
    return await hearing.session.clerk.ask("label", question, hearing.admitted(), depend_on("claim", claim.entry))


def _relabel_in_place(
    hearing: Hearing, file: DossierFile, claim: Claim, ground: Mislabelled, entries: list[Entry]
) -> tuple[PutClaim, ...]:
    """The claim where it stands, under the other label. What makes the same point for the value that was found not to
    fit counts for the other with it; what makes it for a third value keeps its own.
    """
    put = [relabel_claim(one, ground) for one in list_relabelled(file, claim, ground)]
    session = hearing.session
    session.clerk.compute(
        "relabel",
        lambda: {"claims": [one.id for one in put], "label": ground.value or ground.scheme},
        hearing.admitted(),
        *(depend_on("claim", one.entry) for one in put),
        *(depend_on(f"label {n}", entry) for n, entry in enumerate(entries)),
        rule="another label",
    )
    keys = tuple(entry.key for entry in entries)
    return tuple(PutClaim(claim=one.model_copy(update={"labels": keys})) for one in put)


def is_relabelled_in_place(claim: Claim, ground: Mislabelled) -> bool:
    """Whether another label leaves the claim what it is: another form gives one that code worded another warrant."""
    return bool(ground.value) or claim.voice == "written"


def list_relabelled(file: DossierFile, claim: Claim, ground: Mislabelled) -> tuple[Claim, ...]:
    """The claims that take another label: the one that is challenged, and those that make its point for its value."""
    head = claim.same_point_as or claim.id
    same = [one for one in file.mediation.claims if head in (one.id, one.same_point_as) and one.id != claim.id]
    return claim, *(one for one in same if ground.value and one.value == claim.value)


def relabel_claim(claim: Claim, ground: Mislabelled) -> Claim:
    """The claim under the label; a warrant that code worded names the value, and is worded again."""
    value, scheme = ground.value or claim.value, ground.scheme or claim.scheme
    worded = require_scheme(claim.scheme).warrant
    warrant = claim.parts.warrant
    if claim.voice != "written" and warrant == worded.format(value=claim.value):
        warrant = worded.format(value=value)
    parts = claim.parts.model_copy(update={"warrant": warrant})
    return claim.model_copy(update={"value": value, "scheme": scheme, "parts": parts})


async def _put_in_form(
    hearing: Hearing, file: DossierFile, claim: Claim, ground: Mislabelled, entries: list[Entry]
) -> Claim:
    """The claim in the other form, with the warrant of that form: its support is judged anew."""
    session = hearing.session
    scheme, value = require_scheme(ground.scheme), claim.value
    warrant = scheme.warrant.format(value=value)
    chosen = [depend_on(f"label {n}", entry) for n, entry in enumerate(entries)]
    entry = session.clerk.compute(
        "relabel",
        lambda: {"claim": claim.id, "scheme": scheme.id, "value": value},
        hearing.admitted(),
        depend_on("claim", claim.entry),
        *chosen,
        ValueInput(role="label", value=[scheme.id, value]),
        rule="another label",
    )
    pointer = PointerInput(role="ground", pointer=claim.ground.pointer)
    inputs: tuple[Input, ...] = (depend_on("claim", entry), *chosen, pointer)
    grounds = " ".join(one.text for one in claim.grounds)
    support = await judge_support(session, file.mediation.motion, grounds, warrant, *inputs)
    update = {
        "id": make_claim_id(entry.key, claim.ground),
        "parts": claim.parts.model_copy(update={"warrant": warrant}),
        "scheme": scheme.id,
        "support": support,
        "same_point_as": "",
        "entry": entry.key,
        "labels": tuple(one.key for one in entries),
        "judged_before": None,
        "judged_after": "",
    }
    anew = claim.model_copy(update=update)
    return keep_names(file, claim, anew) if claim.brought_by else name_seats(anew, file.mediation.drafts)
