"""Claims of one point that are put forward again, and which then stands for the point.

All of them are appraised before any is chosen: the strongest as appraised now stands for the point, in whatever order
the answers came. An objection follows the claim it was written for. It is put to another member only where that comes
to stand for the point and has the words that the objection strikes, or where its own claim was given up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from foam.contest.amend import Amendment, PutClaim
from foam.contest.enter import contest_again, enter_claim, merge_names, own_names
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.objection import StruckSentence
from foam.job.session import Session


class Replaced(NamedTuple):
    """A claim that a challenge took back, and what stands in for it; nothing where its seat gave it up."""

    old: Claim
    anew: Claim | None
    corrected: tuple[StruckSentence, ...]
    left: tuple[Amendment, ...]
    """How it is taken back."""


async def put_anew(
    session: Session, file: DossierFile, replaced: Sequence[Replaced], *, without: Sequence[str] = ()
) -> tuple[Amendment, ...]:
    """Claims of one point taken back, and put forward again: together where they bear on the question for the same
    side, each by itself else, and so is one that had not been shown to bear on it."""
    bore = [one for one in replaced if one.old.bears]
    made = await _replace_in_point(session, file, bore, without) if bore else ()
    for one in replaced:
        if one.anew is not None and not one.old.bears:
            made += await _enter(session, file, one, without)
    return made


async def _enter(session: Session, file: DossierFile, one: Replaced, without: Sequence[str]) -> tuple[Amendment, ...]:
    """What stands in for a claim, by itself."""
    if one.anew is None:
        return ()
    return await enter_claim(session, file, one.anew, instead_of=one.old.id, without=without, corrected=one.corrected)


async def _replace_in_point(
    session: Session, file: DossierFile, replaced: Sequence[Replaced], without: Sequence[str]
) -> tuple[Amendment, ...]:
    """Claims that make one point taken back, and what is put in their place: as members of the point with those that
    are left of it, or by itself where none is left or it speaks for another side."""
    left = tuple(amendment for one in replaced for amendment in one.left)
    head = file.claims[replaced[0].old.same_point_as or replaced[0].old.id]
    gone = {one.old.id: one for one in replaced}
    rest = [
        own_names(file, one).model_copy(update={"same_point_as": ""})
        for one in file.mediation.claims
        if one.id not in gone and head.id in (one.id, one.same_point_as)
    ]
    direction = next((one.direction for one in rest), head.direction)
    into = {one.anew.id: one for one in replaced if one.anew and one.anew.bears and one.anew.direction == direction}
    members = [*rest, *(one.anew for one in into.values() if one.anew)]
    is_point = len(members) > 1 or bool(rest)
    made: tuple[Amendment, ...] = ()
    for one in replaced:
        if one.anew is not None and not (is_point and one.anew.id in into):
            made += await _enter(session, file, one, without)
    if not is_point:
        return (*left, *made)
    first = choose_first(members, head, into)
    put = tuple(_place(file, one, first, members, into.get(one.id)) for one in members)
    return (*left, *put, *made, *await _contest_first(session, file, head, first, gone, into))


def choose_first(members: Sequence[Claim], head: Claim, into: Mapping[str, Replaced]) -> Claim:
    """Which claim stands for a point: the one that did, where the challenge left it alone; else what was worked out,
    else the strongest as appraised now, and of equals the one that stands in for it. Where that is no weaker than what
    it stands in for, no claim takes its place that the challenge did not touch: nothing of it was examined."""
    if any(one.id == head.id for one in members):
        return next(one for one in members if one.id == head.id)
    heir = next((name for name, one in into.items() if one.old.id == head.id), "")
    held = next((one for one in members if one.id == heir), None)
    is_weaker = held is None or held.support.strength < head.support.strength
    return min(
        (one for one in members if is_weaker or one.id in into),
        key=lambda one: (not one.computed, -one.support.strength, one.id != heir, str(one.ground.pointer)),
    )


def _place(
    file: DossierFile, claim: Claim, first: Claim, members: Sequence[Claim], replaced: Replaced | None
) -> PutClaim:
    """The claim in its point: the first carries the backers of all."""
    instead_of = replaced.old.id if replaced else ""
    if claim.id != first.id:
        return PutClaim(claim=claim.model_copy(update={"same_point_as": first.id}), instead_of=instead_of)
    if instead_of:
        claim = claim.model_copy(update={"unopposed": file.claims[instead_of].unopposed})
    return PutClaim(claim=merge_names(claim, members), instead_of=instead_of)


async def _contest_first(
    session: Session,
    file: DossierFile,
    head: Claim,
    first: Claim,
    gone: Mapping[str, Replaced],
    into: Mapping[str, Replaced],
) -> tuple[Amendment, ...]:
    """The objections to what now stands for the point: those to the claim that it stands in for, and of those to the
    one that stood for the point before the ones that strike its words, or all where nothing stands in for that."""
    own = into.get(first.id)
    made: tuple[Amendment, ...] = ()
    if own is not None:
        made += await contest_again(session, file, own.old, first, own.corrected)
    before = gone.get(head.id)
    if before is not None and (own is None or own.old.id != head.id):
        is_held = before.anew is not None and before.anew.id in into
        made += await contest_again(session, file, head, first, before.corrected, only_named=is_held)
    return made
