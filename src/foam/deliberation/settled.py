"""What became of each claim once its side has answered: how it now reads, what was brought for it, how far it is held.

Nothing is asked. What was objected to stays in the claim's own parts, so that an objection is read beside the words it
was made to; this is computed from the exchanges, anew whenever one of them changes. What was granted to an objection
whose evidence fell is granted no more: the claim has again the words, grounds and certainty that it had before.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, pairwise

from foam.deliberation.claim import Claim, Judged
from foam.deliberation.objection import CHALLENGE_ID, EvaluatedObjection, Response
from foam.evidence.corpus import Passage
from foam.perspective.node import Perspective
from foam.text.pointer import Pointer
from foam.text.stem import list_stems

_NAMED = re.compile(r"\b(?:as in|such as|for example|for instance|namely|among them)\b", re.IGNORECASE)
_SOME = "some cases places instances times sometimes example instance"


def settle_claims(
    seats: Iterable[Perspective],
    claims: Iterable[Claim],
    evaluated: Iterable[EvaluatedObjection],
    *,
    unverified: frozenset[Pointer] = frozenset(),
) -> tuple[Claim, ...]:
    """The claims with what their exchanges came to."""
    voices = {seat.id: seat.declaration for seat in seats}
    over: dict[str, list[EvaluatedObjection]] = {}
    for one in sorted(evaluated, key=_order_exchange):
        over.setdefault(one.objection.claim, []).append(one)
    return tuple(_settle(claim, over.get(claim.id, []), voices, unverified) for claim in claims)


def _order_exchange(one: EvaluatedObjection) -> tuple[bool, int, int, str]:
    """Challenges come after the table's own objections, in the order in which they were sustained; of those, what
    somebody objected that came later after what was there before."""
    earlier = sum(name.startswith(CHALLENGE_ID) for name in one.objection.since)
    before = one.response.narrowed_before if one.response else 0
    is_late = one.objection.by_challenge or earlier > 0
    return is_late, max(before, earlier), len(one.objection.since), one.objection.id


def _settle(
    claim: Claim, over: Sequence[EvaluatedObjection], voices: Mapping[str, str], unverified: frozenset[Pointer]
) -> Claim:
    replies = [one.granted for one in over if one.granted]
    since = {one.response.id: len(one.objection.since) for one in over if one.response}
    spelled = [one for one in over if is_spelled_out(claim, one.granted)]
    asked = [one for one in over if one.binds and one not in spelled and not _is_disposed_of(one)]
    said = {read_commitment(claim, one, voices) for one in asked}
    narrowing = [one.granted for one in over if one.granted and one not in spelled]
    hedged = [one for one in replies if one.hedges and (one.wording or one.warrant) and _is_there(one, unverified)]
    rests, left = claim.grounds, set[Pointer]()
    for _, together in groupby(hedged, key=lambda one: since[one.id]):
        *_, last = replied = list(together)
        left |= {*last.left_behind}
        named = next((one.grounds for one in reversed(replied) if one.grounds), ())
        rests = named or tuple(one for one in rests if one.pointer not in last.left_behind)
    kept = {one.pointer for one in rests}
    behind = tuple(one for one in claim.grounds if one.pointer in left - kept)
    settled = {
        "wordings": _list_wordings(claim, replies),
        "narrowed_to": () if rests == claim.grounds else rests,
        "left_behind": behind,
        "warrant_now": next((one.warrant for one in reversed(hedged) if one.warrant), ""),
        "unless_now": next((one.unless for one in reversed(hedged) if one.unless), ""),
        "defence": _list_defence(rests or claim.grounds, claim, over, unverified),
        **_judge_as_it_reads(claim, hedged),
        "narrowed": any(one.hedges for one in narrowing) or "in part" in said,
    }
    return claim.model_copy(update=settled)


def _list_wordings(claim: Claim, replies: Iterable[Response]) -> tuple[str, ...]:
    """How the claim was put after each qualification that changed its words; some change only its warrant."""
    read = [claim.parts.claim]
    read += [one.wording for one in replies if one.hedges and one.wording]
    return tuple(now for before, now in pairwise(read) if now != before)


def _judge_as_it_reads(claim: Claim, hedged: Sequence[Response]) -> dict[str, object]:
    """What was found of the claim in the wording it now has: since its last qualification, or as it was put forward.

    What somebody found of it since, in a challenge, stays.
    """
    last = next((one for one in reversed(hedged) if one.judged), None)
    if last is not None and last.id == claim.judged_after:
        return {}
    first = claim.judged_before or Judged(
        scheme=claim.scheme, support=claim.support, labels=claim.labels, value=claim.value
    )
    now = last.judged if last and last.judged else first
    return {
        "scheme": now.scheme,
        "support": now.support,
        "labels": now.labels,
        "value": now.value or claim.value,
        "judged_before": first if last else None,
        "judged_after": last.id if last else "",
    }


def _is_disposed_of(evaluated: EvaluatedObjection) -> bool:
    """Whether a rebuttal leaves next to nothing of the objection: what was granted to it costs the claim nothing."""
    reply = evaluated.response
    return reply is not None and reply.meets_wholly


def spells_out(claim: str, unless: str, wording: str) -> bool:
    """Whether a qualified wording says nothing that the claim and its `unless` did not say.

    A claim that named its cases may say that they are some.
    """
    held = f"{claim} unless {unless}" if unless else claim
    said = list_stems(held) | (list_stems(_SOME) if _NAMED.search(claim) else set())
    words = list_stems(wording)
    return bool(words) and words <= said


def is_spelled_out(claim: Claim, reply: Response | None) -> bool:
    """Whether a reply leaves the claim what it said: in its words, by narrowing its warrant alone, or as its seat holds
    it without a ground that was struck."""
    if reply is None or not reply.hedges:
        return False
    if reply.keeps_certainty:
        return True
    return reply.narrows_step or spells_out(claim.parts.claim, claim.parts.rebuttal, reply.wording)


def _is_there(reply: Response, unverified: frozenset[Pointer]) -> bool:
    """Whether every sentence that a reply names is where it says."""
    return unverified.isdisjoint(passage.pointer for passage in (*reply.evidence, *reply.grounds))


def _list_defence(
    rests: Sequence[Passage], claim: Claim, over: Iterable[EvaluatedObjection], unverified: frozenset[Pointer]
) -> tuple[Passage, ...]:
    """What replies brought that answer, each sentence once, without what the claim rests on already and without what
    the objection itself cited: to say that it does not touch the claim is not to bring it in defence.

    Of a reply one of whose sentences is not where it says, nothing is taken.
    """
    known = {one.pointer for one in (*rests, *claim.sources)}
    brought: dict[Pointer, Passage] = {}
    for one in over:
        reply = one.granted
        if reply is None or reply.fell or not (reply.answers or reply.hedges):
            continue
        if _is_there(reply, unverified):
            theirs = known | {passage.pointer for passage in one.objection.evidence}
            brought |= {passage.pointer: passage for passage in reply.evidence if passage.pointer not in theirs}
    return tuple(brought.values())


def read_commitment(claim: Claim, evaluated: EvaluatedObjection, voices: Mapping[str, str]) -> str:
    """What a backer's answer on its own claim comes to: a "no" of one voice among several only qualifies it."""
    commitment = evaluated.objection.commitment
    if commitment.seat not in claim.backers or commitment.answer not in ("no", "in part"):
        return ""
    own = voices.get(commitment.seat)
    alone = all(voices.get(seat) == own for seat in claim.backers)
    return commitment.answer if alone else "in part"
