"""Whether claims that a challenge narrowed still make the point that they made before. One point stays one reason.

Twins that were narrowed for the same sentence were changed alike and stay together, and so does one whose words did not
change. Of any other the question about points is asked again: of the claim and of the one that stands for the point,
each as it now reads. Claims that make one point and are struck together are amended one after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from foam.contest.amend import Amendment, PutClaim, PutExchange, suppose_mediation
from foam.contest.enter import leave_claim
from foam.contest.hearing import Hearing
from foam.contest.outcome import Struck
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.points import find_same_point

MOST_ASKED = 2
"""Questions about one claim: of it, and back of the one that stands for the point."""


def group_by_point(file: DossierFile, struck: Iterable[Struck]) -> list[list[Struck]]:
    """What was struck, claims that make one point together: the one that stands for it comes last."""
    points: dict[str, list[Struck]] = {}
    for one in struck:
        claim = file.claims.get(one.argument)
        points.setdefault((claim.same_point_as if claim else "") or one.argument, []).append(one)
    return [sorted(some, key=lambda one: one.argument == head) for head, some in points.items()]


def suppose_file(file: DossierFile, made: Sequence[Amendment]) -> DossierFile:
    """The file as it is with what a challenge has changed so far."""
    return replace(file, mediation=suppose_mediation(file.mediation, made)) if made else file


async def regroup_narrowed(
    hearing: Hearing, file: DossierFile, struck: Sequence[Struck], made: Sequence[Amendment]
) -> tuple[Amendment, ...]:
    """The claims that were narrowed and make the point of another no more, each to be counted by itself."""
    put = [one.evaluated for one in made if isinstance(one, PutExchange) and one.evaluated.objection.by_challenge]
    answers = {one.objection.claim: one.response for one in put}
    narrowed = {id for id, response in answers.items() if response and response.hedges}
    twins = [file.claims[id] for id in narrowed if id in file.claims and file.claims[id].same_point_as in file.claims]
    left = {id for id, response in answers.items() if response and response.gives_up}
    against = {one.argument: {passage.pointer for passage in one.against} for one in struck}
    doubtful = [
        claim
        for claim in sorted(twins, key=lambda one: one.id)
        # Where the one that stood for the point is taken back, another stands for it already.
        if claim.same_point_as not in left
        and not (
            claim.same_point_as in narrowed and against.get(claim.id, set()) & against.get(claim.same_point_as, set())
        )
    ]
    if not doubtful:
        return ()
    now = {one.id: one for one in suppose_mediation(file.mediation, made).claims}
    apart: list[Amendment] = []
    for claim in doubtful:
        if not await _is_same_point(hearing, now[claim.id], now[claim.same_point_as], file):
            apart += [
                PutClaim(claim=claim.model_copy(update={"same_point_as": ""})),
                *await leave_claim(hearing.session, file, claim),
            ]
    return tuple(apart)


async def _is_same_point(hearing: Hearing, claim: Claim, head: Claim, file: DossierFile) -> bool:
    """Whether the claim and the one that stands for its point make one point as they now read."""
    if all(one.text == file.claims[one.id].text for one in (claim, head)):
        return True
    return await find_same_point(hearing.session, claim.as_it_reads, [head.as_it_reads]) is not None
