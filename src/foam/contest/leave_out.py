"""What is shown once a challenge was found right: nothing of what it struck, and a mark on each sentence that repeats a
figure which it corrected. Asks no model.
"""

from __future__ import annotations

from dataclasses import replace

from foam.contest.hearing import Hearing
from foam.contest.on_the_rest import list_left
from foam.contest.outcome import Finding, Struck
from foam.contest.struck import list_struck, read_corrected
from foam.contest.subject import DossierFile
from foam.deliberation.written.gone import list_corrected_figures, with_corrected, without_struck
from foam.text.pointer import Pointer


def leave_out_fallen(hearing: Hearing, file: DossierFile, found: Finding) -> Hearing:
    """The hearing for what follows from its finding. A sentence that something rests on which the finding spares is
    offered as before, unless a figure of it was corrected."""
    fallen = {pointer for one in found.struck for pointer in _list_fallen(hearing, file, found, one)}
    sentences = {sentence.sentence.pointer: sentence for one in found.struck for sentence in list_struck(hearing, one)}
    corrected = read_corrected(sentences.values())
    gone = (fallen - _list_spared(file, found)) | {one.was.pointer for one in corrected}
    session = without_struck(hearing.session, gone)
    return replace(hearing, session=with_corrected(session, (*list_corrected_figures(session), *corrected)))


def _list_fallen(hearing: Hearing, file: DossierFile, found: Finding, struck: Struck) -> set[Pointer]:
    """The sentences that an argument may rest on no more. A challenge to a step, or one that something was left out,
    takes none of them away; nor does one that only narrows a claim take the only one that it has."""
    if hearing.challenge.ground.level != "evidence" or hearing.challenge.ground.kind == "selection_bias":
        return set()
    claim = file.claims.get(struck.argument)
    keeps = claim is not None and found.move in ("qualify", "branch")
    left = {one.pointer for one in list_left(hearing, claim)} if claim and keeps else set()
    return {one.sentence.pointer for one in list_struck(hearing, struck)} - left


def _list_spared(file: DossierFile, found: Finding) -> set[Pointer]:
    """What claims and objections rest on that the finding does not go against."""
    struck = {one.argument for one in found.struck}
    claims = (one for one in file.mediation.claims if one.counts and one.id not in struck)
    spared = {one.pointer for claim in claims for one in (*claim.rests_on, *claim.defence)}
    objections = (one.objection for one in file.mediation.evaluated if one.strikes and one.objection.id not in struck)
    return spared | {one.pointer for objection in objections for one in objection.evidence}
