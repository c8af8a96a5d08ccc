"""Cross-examination in words: an objection, and the answer to it. What the evaluator finds of both is in `verdict.py`.

    reason ── objection (part, critical question, words, evidence) ── reply (move, words, evidence) ── exchange

A reply that the evaluator finds on the objector's side, or beside the point, is asked for once more.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from foam.argument.motion import Motion
from foam.argument.objection import find_objection_type
from foam.argument.scheme import require_critical_question, require_scheme
from foam.deliberation.claim import DROPPED, Claim, settle_unless
from foam.deliberation.objection import Commitment, Objection, Reply, StruckSentence
from foam.deliberation.written.check import Stated, find_faults
from foam.deliberation.written.exchange_forms import (
    NO_VALUE,
    NOTHING,
    objection_act,
    reply_act,
)
from foam.deliberation.written.exchange_words import tell_argument, tell_objection, tell_reply
from foam.deliberation.written.judged import find_contradicted, speaks_of_something_else
from foam.deliberation.written.material import (
    Offer,
    describe_person,
    list_following,
    list_values,
    offer_evidence,
)
from foam.deliberation.written.missing import find_missing
from foam.deliberation.written.pool import find_pool, join_candidates, keep_bearing, keep_found
from foam.deliberation.written.verdict import add_struck
from foam.evidence.corpus import Passage
from foam.job.acts import ask_act
from foam.job.answers import read_form
from foam.job.retrieval import Candidates, depend_on, depend_on_candidates, retrieve
from foam.job.session import Session, depend_on_seat
from foam.model.question import Write
from foam.model.template import fence
from foam.perspective.conduct import order_questions, order_replies
from foam.perspective.manner import Reply as Move
from foam.perspective.manner import read_manner
from foam.perspective.node import Perspective
from foam.record.entry import Entry, EntryInput
from foam.text.pointer import Pointer
from foam.text.stem import list_stems
from foam.values import Value, digest

_OFFERED = 12
_MOST = 60
"""Sentences that are offered for an objection or a reply, without those that stand around them."""
_NEAR = 100
"""Sentences nearest to a claim among which its critic is offered those that its defender's searches found."""
_OWN_WORDS = 5
"""An objection of fewer longer words is read together with the claim it strikes."""
STANDS: Final = "stands"
"""The move of a seat whose claim a challenge took a ground from, and the others bear out as it is put."""
_AGAIN = """

You answered before:
{reply}
That was not accepted as an answer, for these reasons:
{reasons}
Answer once more: meet the point, or make another move."""


class Before(NamedTuple):
    """What was said before an argument in other words is examined."""

    told: str = ""
    """The objection to the earlier wording and the reply to it."""
    raised: tuple[Passage, ...] = ()
    """What objections to reasons of the same side cited: it serves whoever objects now."""


class Unopposed(Value):
    """That a critic found nothing in an argument that matters enough to object to."""

    entry: str


async def write_objection(
    session: Session,
    motion: Motion,
    critic: Perspective,
    claim: Claim,
    defender: Perspective,
    *,
    appointed: bool,
    before: Before | None = None,
) -> Objection | Unopposed | None:
    """The critic's objection to a claim, with the defender's answer; None where no objection counts."""
    before = before or Before()
    offer = await _find_against(session, motion, critic, claim, defender, before.raised)
    usable = offer.candidates
    act = objection_act(
        session.prompts,
        person=describe_person(session, critic),
        question=motion.question,
        argument=tell_argument(claim, offer.names),
        questions=order_questions(read_manner(critic), require_scheme(claim.scheme).questions),
        offer=offer,
        before=before.told,
        values=list_values(session),
        names=[value.id for value in session.pack.values],
    )

    def check(entry: Entry) -> list[str]:
        form: dict[str, Any] = dict(read_form(entry))
        if form["question"] == NOTHING:
            return []
        if not form["text"]:
            return ["text: empty, although you object"]
        cited = tuple(usable.get(name) for name in form["ids"])
        stated = Stated(name="text", text=str(form["text"]), cited=cited, shown=_list_texts(offer))
        known = [before.told] if before.told else []
        return [
            *_find_decorative(stated.text, claim, cited),
            *_find_faults([stated], session, critic, motion, claim, usable, known=known),
        ]

    # Only what was found to bear on the question is objected to, so that the objection waits for that, too.
    found = (depend_on("support", key) for key in claim.support.entries)
    made = (depend_on("claim", claim.entry), *found, *depend_on_candidates(usable), depend_on_seat(critic))
    entry = await ask_act(session.of(critic), "objection", act, *made, check=check, keeps=True)
    if entry is None:
        return None
    if read_form(entry)["question"] == NOTHING:
        return Unopposed(entry=entry.key)
    objection = _read_objection(entry, usable, claim, critic, defender)
    objection = objection.model_copy(update={"appointed": appointed})
    return await answer_objection(session, motion, defender, claim, objection)


def _find_decorative(text: str, claim: Claim, cited: Sequence[Passage]) -> list[str]:
    """What is wrong where nothing that an objection cites speaks of it, as for a claim.

    It speaks of what the claim speaks of, too, and may name it in other words ("the gap", "that sum").
    """
    whole = f"{claim.parts.claim} {text}"
    said = [whole] if len(list_stems(text)) < _OWN_WORDS else [text, whole]
    if not cited or not all(speaks_of_something_else(one.text, each) for one in cited for each in said):
        return []
    named = " ".join(f"“{one.text}”" for one in cited)
    return [f"ids: what you cite does not speak of what you object: {named}; cite what bears it out, or nothing"]


async def _find_against(
    session: Session,
    motion: Motion,
    critic: Perspective,
    claim: Claim,
    defender: Perspective,
    raised: Sequence[Passage],
) -> Offer:
    """What a critic may cite: what the claim itself rests on and what its sources go on to say, what was raised
    already, what speaks against the claim, what its own defender found near it, and what the critic may cite at all.
    """
    contested = [source.text for source in claim.sources] or [claim.parts.claim]
    pool = await find_pool(session, critic, motion, depend_on_seat(critic))
    made = depend_on("claim", claim.entry)
    look = partial(retrieve, session.clerk, session.corpus, " ".join(contested), made, policy=critic.policy)
    found = []
    if not pool.whole:
        theirs = await find_pool(session, defender, motion, depend_on_seat(defender))
        near = keep_found(session, look(limit=_NEAR), theirs, limit=_OFFERED)
        found = [look(limit=_OFFERED, against=True), near]
    follows = () if pool.whole else list_following(session, claim.grounds)
    rests = {one.pointer: one for one in (*claim.grounds, *claim.sources, *raised, *follows)}
    return offer_evidence(session, join_candidates(session, [*found, pool], facts=list(rests.values()), limit=_MOST))


def _read_objection(
    entry: Entry, usable: Candidates, claim: Claim, critic: Perspective, defender: Perspective
) -> Objection:
    """The objection as it was written; what its defender commits to is not known yet."""
    form: dict[str, Any] = dict(read_form(entry))
    pressed = require_critical_question(form["question"])
    return Objection(
        id=f"objection-{digest([claim.id, entry.key])[3:13]}",
        raised_by=(critic.id,),
        claim=claim.id,
        type=find_objection_type(pressed),
        question=pressed.id,
        text=str(form["text"]),
        evidence=tuple(usable.get(name) for name in form["ids"]),
        value="" if form["value"] == NO_VALUE or not pressed.needs_reason else form["value"],
        commitment=Commitment(
            id="", seat=defender.id, claim=claim.id, question=pressed.text, answer="unclear", entry=entry.key
        ),
        voice="written",
        entry=entry.key,
    )


async def answer_objection(
    session: Session, motion: Motion, defender: Perspective, claim: Claim, objection: Objection
) -> Objection | None:
    """The objection with what the defender replies, and what that commits it to; None where no reply counts."""
    reply = await write_reply(session, motion, defender, claim, objection)
    return None if reply is None else commit_to(objection, defender, claim, reply)


def commit_to(objection: Objection, defender: Perspective, claim: Claim, reply: Reply) -> Objection:
    """The objection with a reply, and with what that commits the seat to which gave it."""
    answer: dict[str, Any] = {
        "id": f"commitment-{digest(reply.entry)[3:13]}",
        "seat": defender.id,
        "claim": claim.id,
        "answer": reply.commits,
        "entry": reply.entry,
    }
    commitment = objection.commitment.model_copy(update=answer)
    return objection.model_copy(update={"commitment": commitment, "reply": reply})


async def write_reply(
    session: Session,
    motion: Motion,
    defender: Perspective,
    claim: Claim,
    objection: Objection,
    *since: EntryInput,
    refused: Reply | None = None,
    because: str = "",
    moves: Sequence[Move | Literal["stands"]] = (),
    struck: Sequence[StruckSentence] = (),
) -> Reply | None:
    """What the defender replies; `since` are refused replies after which it is asked again, shown the last of them.

    `moves` are those that are open to it, where they are not all that it has: after a challenge that took a ground
    away also to say that the claim stands on the others. What was `struck` since is told, and cannot be cited.
    """
    inputs = (depend_on("claim", claim.entry), depend_on("objection", objection.entry), *since)
    offer = await _find_answers(session, motion, defender, claim, objection, inputs)
    usable = offer.candidates
    act = reply_act(
        session.prompts,
        person=describe_person(session, defender),
        question=motion.question,
        argument=tell_argument(claim, offer.names),
        objection=tell_objection(objection, offer.names),
        moves=moves or list_moves(defender, claim),
        offer=offer,
    )
    act = add_struck(_add_refused(act, refused, because, offer.names) if refused else act, struck)

    def check(entry: Entry) -> list[str]:
        reply = _read_reply(entry, usable, claim)
        shown = _list_texts(offer)
        spoken = (*reply.evidence, *reply.grounds, *claim.grounds, *objection.evidence)
        stated = [
            Stated(name="text", text=reply.text, cited=spoken, shown=shown),
            _state_claim(claim, reply, shown),
            Stated(name="warrant", text=reply.warrant, cited=spoken, shown=shown, own=(reply.claim or claim.text,)),
            Stated(name="unless", text=settle_unless(reply.unless, ""), cited=spoken, shown=shown, proposes=True),
        ]
        return [
            *_find_struck((*reply.evidence, *reply.grounds), struck),
            *find_missing(claim, reply),
            *_find_faults(stated, session, defender, motion, claim, usable, known=[objection.text]),
        ]

    entry = await ask_act(
        session.of(defender),
        "reply",
        act,
        *inputs,
        *depend_on_candidates(usable),
        depend_on_seat(defender),
        check=check,
        keeps=True,
    )
    return None if entry is None else _read_reply(entry, usable, claim)


def _add_refused(act: Write, refused: Reply, because: str, names: Mapping[Pointer, str]) -> Write:
    """The act with the reply that was not accepted, and why."""
    told = _AGAIN.format(reply=fence(tell_reply(refused, names)), reasons=fence(because or "no reasons were given"))
    return act.model_copy(update={"prompt": act.prompt + told})


def _read_reply(entry: Entry, usable: Candidates, claim: Claim) -> Reply:
    """A reply as it was written, with what it cites. A claim that stands on what is left keeps its words."""
    form: dict[str, Any] = dict(read_form(entry))
    stands = form["move"] == STANDS
    return Reply(
        commits=form["commits"],
        move="qualify" if stands else form["move"],
        stands=stands,
        text=str(form["text"]),
        evidence=tuple(usable.get(name) for name in form["ids"]),
        claim=claim.text if stands else str(form["claim"]),
        warrant=str(form["warrant"]),
        unless=_read_unless(str(form["unless"]), claim),
        grounds=tuple(usable.get(name) for name in form["grounds"]),
        entry=entry.key,
    )


def _read_unless(said: str, claim: Claim) -> str:
    """What the claim holds unless, as the reply puts it; it can drop only what there is."""
    if said.strip(' ."“”').lower() != DROPPED:
        return said
    return DROPPED if claim.parts.rebuttal else ""


def _state_claim(claim: Claim, reply: Reply, shown: tuple[str, ...]) -> Stated:
    """The claim in other words. A revised one is judged anew; a narrowed one is held against what it rests on here."""
    narrows = reply.move == "qualify" and not claim.computed
    rests = reply.grounds or (claim.grounds if narrows else ())
    cited = (*rests, *reply.evidence)
    return Stated(name="claim", text=reply.claim, cited=cited, asserted=narrows, shown=shown)


async def _find_answers(
    session: Session,
    motion: Motion,
    defender: Perspective,
    claim: Claim,
    objection: Objection,
    inputs: Sequence[EntryInput],
) -> Offer:
    """What a defender may cite: what the claim and the objection rest on, what the sources of the objection go on to
    say, what speaks of them, and of the question.
    """
    pool = await find_pool(session, defender, motion, depend_on_seat(defender))
    found = []
    if not pool.whole:
        by_objection, by_claim = (
            retrieve(
                session.clerk,
                session.corpus,
                query,
                *inputs,
                depend_on_seat(defender),
                limit=_OFFERED,
                policy=defender.policy,
                manner=read_manner(defender),
            )
            for query in (objection.text, claim.parts.claim)
        )
        found = [*keep_bearing(session, motion, [by_objection]), by_claim]
    follows = () if pool.whole else list_following(session, objection.evidence)
    rests = tuple({one.pointer: one for one in (*claim.grounds, *objection.evidence, *follows)}.values())
    return offer_evidence(session, join_candidates(session, [*found, pool], facts=rests, limit=_MOST))


def _find_struck(cited: Sequence[Passage], struck: Sequence[StruckSentence]) -> list[str]:
    """What is wrong where something is cited that a challenge struck."""
    gone = {one.sentence.pointer for one in struck}
    found = dict.fromkeys(one.text for one in cited if one.pointer in gone)
    return [f"ids: “{text}” was struck by a challenge and cannot be cited" for text in found]


def list_moves(defender: Perspective, claim: Claim) -> tuple[Move, ...]:
    """What the seat may do, in the order in which it considers it. A claim is revised once; what was worked out or read
    in the file is nobody's to put in other words, narrower ones included."""
    moves: list[Move] = ["rebut", "concede"]
    if not claim.computed:
        moves.insert(1, "qualify")
    if not is_final(claim):
        moves.insert(2, "revise")
    return tuple(order_replies(read_manner(defender), moves))


def is_final(claim: Claim) -> bool:
    """Whether its wording stands: it was revised already, or was worked out."""
    return bool(claim.revises or claim.computed)


def _list_texts(offer: Offer) -> tuple[str, ...]:
    return tuple(option.text for option in offer.options)


def _find_faults(
    stated: Sequence[Stated],
    session: Session,
    seat: Perspective,
    motion: Motion,
    claim: Claim,
    offered: Candidates,
    *,
    known: Sequence[str] = (),
) -> list[str]:
    said = [motion.question, motion.affirmed, motion.denied, tell_argument(claim), describe_person(session, seat)]
    return find_faults(stated, known=[*said, *known], offered=offered.passages, deny=find_contradicted)
