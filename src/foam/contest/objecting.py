"""An objection that comes by a challenge is heard as any at the table: scored, and answered by the claim's side."""

from __future__ import annotations

from collections.abc import Sequence

from foam.contest.amend import Amendment, PutExchange
from foam.contest.came_to import tell_answer
from foam.contest.enter import enter_claim
from foam.contest.hearing import Hearing, make_finding, make_reason, named, reject, send_to_person
from foam.contest.outcome import Finding, Move
from foam.contest.subject import DossierFile
from foam.deliberation.claim import Claim
from foam.deliberation.evaluate import evaluate_objection
from foam.deliberation.examine import choose_critics, choose_defender
from foam.deliberation.objection import Objection, Response
from foam.deliberation.questions import SCALE
from foam.evidence.corpus import Passage
from foam.perspective.node import Perspective

Settled = tuple[Finding, tuple[Amendment, ...]]


def find_defender(file: DossierFile, claim: Claim) -> Perspective:
    """The seat that answers for a claim."""
    seats, drafts = file.mediation.seats, file.mediation.drafts
    return choose_defender(claim, seats, drafts, choose_critics(claim, seats, drafts)) or seats[0]


async def hear_objection(
    hearing: Hearing, file: DossierFile, objection: Objection, brought: Sequence[Passage], *, lead: str, since: str = ""
) -> Settled:
    """What the objection scores and what its claim's side answers; one that is not material changes nothing.

    `lead` begins what is told of its score, and `since` ends it.
    """
    claim = file.claims[objection.claim]
    claim = claim.as_it_reads if objection.since else claim
    defender = find_defender(file, claim)
    heard = await evaluate_objection(hearing.session, file.mediation.motion, defender, claim, objection)
    why = f" Why: “{heard.reasons}”" if heard.reasons else ""
    scored = f"{lead} {heard.materiality:.1f} of {SCALE[1]:g}{since}"
    known = (objection.id,) if objection.id in file.exchanges else ()
    cites = (*heard.entries, *known, claim.id, *named(brought))
    if not heard.material:
        said = make_reason(f"{scored}: not material.{why}", *cites)
        if len(heard.declined) <= len(heard.scores):
            return reject(said), ()
        look_at = [f"Whoever scored it did not judge {name} of “{objection.text}”." for name in heard.declined]
        return send_to_person(said, look_at=look_at), ()
    answer = f"; {tell_answer(file, heard.response)}" if heard.response else ""
    said = make_reason(f"{scored}, and is material{answer}.{why}", *cites)
    put: list[Amendment] = [PutExchange(evaluated=heard)]
    if heard.response and heard.response.revised:
        put += await enter_claim(hearing.session, file, heard.response.revised, without=[claim.id])
    return make_finding("sustained", _name_move(heard.response), said, against=brought), tuple(put)


def _name_move(answer: Response | None) -> Move:
    """What the answer comes to for the claim; one that was put in other words has been taken back as it read."""
    if answer is None:
        return "none"
    return "concede" if answer.gives_up else "qualify" if answer.hedges else "rebut"
