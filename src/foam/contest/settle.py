"""Settles a challenge: every kind goes to its check, and what the finding changes is worked out.

Code settles misquotation, stale sources, missing parts, arithmetic and all normative challenges; the judge is asked
about relevance, context, selection bias and warrants; what was judged before is asked again. Where whoever is asked
cannot tell, a person decides. Everything is recorded.
"""

from __future__ import annotations

from typing import assert_never

from foam.contest.amend import Amendment
from foam.contest.ask_again import check_commitment, check_label, check_materiality, check_support
from foam.contest.case_remedy import amend_case
from foam.contest.challenge import (
    ArithmeticSlip,
    CommitmentAnswer,
    CountedAgainst,
    GateVerdict,
    IllegitimateFrame,
    ImpossibleDate,
    LeftOut,
    Materiality,
    Mislabelled,
    Misquotation,
    MissedObjection,
    MissingComponent,
    MissingPerspective,
    NoConflict,
    NotIndependent,
    OutcomeDoesNotFollow,
    OutOfContext,
    Relevance,
    RuleCondition,
    SelectionBias,
    StaleSource,
    Structural,
    ValueWeighting,
    WarrantInvalid,
)
from foam.contest.conflict_check import check_conflict
from foam.contest.evidence_checks import check_context, check_relevance, check_selection_bias
from foam.contest.hearing import Hearing
from foam.contest.inference_checks import check_arithmetic, check_missing_component, check_structure
from foam.contest.kinds.kind import OfTree
from foam.contest.leave_out import leave_out_fallen
from foam.contest.missed_objection import check_objection
from foam.contest.normative_checks import check_frame, check_missing_perspective, check_weighting
from foam.contest.outcome import Finding
from foam.contest.reckon import reckon_again
from foam.contest.regroup import suppose_file
from foam.contest.remedy import add_seat, amend_dossier
from foam.contest.source_checks import check_misquotation, check_stale_source
from foam.contest.struck import list_struck, note_corrected
from foam.contest.structure import check_branch, check_metric
from foam.contest.subject import CaseFile, DossierFile
from foam.contest.warrant_check import check_warrant

Settled = tuple[Finding, tuple[Amendment, ...]]


async def settle(hearing: Hearing) -> Settled:
    """What was found, and what it changes."""
    if isinstance(hearing.file, DossierFile):
        again = await _ask_again(hearing, hearing.file)
        if again is not None:
            found, made = again
            return _name_findings(hearing, hearing.file, found), made
    if isinstance(hearing.file, CaseFile):
        match hearing.challenge.ground:
            case Structural(instead=instead) if instead:
                return await check_branch(hearing, hearing.file, instead)
            case Mislabelled(value=metric):
                return await check_metric(hearing, hearing.file, metric)
    found = await _found(hearing)
    return found, await apply_remedy(hearing, found)


def _name_findings(hearing: Hearing, file: DossierFile, found: Finding) -> Finding:
    """Where a person decides, beside what to look at: what the file itself shows of the sentences in dispute."""
    if found.disposition != "for a person":
        return found
    claim = file.claims.get(file.find_claim(hearing.part))
    disputed = {one.pointer for one in (*claim.grounds, *claim.sources)} if claim else set()
    shown = tuple(
        f"The file itself shows: {one.passage.text} [{one.passage.pointer.brief()}]"
        for one in file.mediation.findings
        if not disputed.isdisjoint(source.pointer for source in one.sources)
    )
    return found.model_copy(update={"look_at": (*found.look_at, *shown)})


async def apply_remedy(hearing: Hearing, found: Finding) -> tuple[Amendment, ...]:
    """What a finding changes in the file."""
    if isinstance(hearing.file, DossierFile):
        return await _amend_dossier(hearing, hearing.file, found)
    return await amend_case(hearing, hearing.file, found)


async def _amend_dossier(hearing: Hearing, file: DossierFile, found: Finding) -> tuple[Amendment, ...]:
    """What struck a computed fact at a source has it worked out again; all else strikes the argument itself."""
    worked = {claim.id for claim in file.claims.values() if claim.computed}
    fallen = {p.pointer for one in found.struck if one.argument in worked for p in one.fallen}
    corrected = note_corrected(hearing, found.struck)
    hearing = leave_out_fallen(hearing, file, found)
    if not fallen or found.move in ("qualify", "branch"):
        made = await amend_dossier(hearing, file, found)
        return (*made, *corrected) if made else ()
    others = found.model_copy(update={"struck": tuple(one for one in found.struck if one.argument not in worked)})
    made = await amend_dossier(hearing, file, others)
    told = [one for struck in found.struck for one in list_struck(hearing, struck) if one.corrected]
    # What made the point of a fact stands for it where that falls: as this challenge left it.
    return *made, *await reckon_again(hearing, suppose_file(file, made), fallen, told), *corrected


async def _found(hearing: Hearing) -> Finding:
    ground = hearing.challenge.ground
    match ground:
        case Relevance():
            return await check_relevance(hearing)
        case OutOfContext():
            return await check_context(hearing)
        case SelectionBias():
            return await check_selection_bias(hearing)
        case Misquotation():
            return await check_misquotation(hearing)
        case StaleSource():
            return await check_stale_source(hearing)
        case WarrantInvalid():
            return await check_warrant(hearing)
        case MissingComponent():
            return await check_missing_component(hearing, ground)
        case Structural():
            return await check_structure(hearing, ground)
        case ArithmeticSlip():
            return await check_arithmetic(hearing)
        case (
            NoConflict()
            | ValueWeighting()
            | MissingPerspective()
            | IllegitimateFrame()
            | MissedObjection()
            | GateVerdict()
            | Materiality()
            | CommitmentAnswer()
            | Mislabelled()
        ):
            raise AssertionError("a case has no table; admission refuses this")
        case (
            CountedAgainst()
            | LeftOut()
            | RuleCondition()
            | OutcomeDoesNotFollow()
            | NotIndependent()
            | ImpossibleDate()
            | OfTree()
        ):
            raise AssertionError("these are asked of a file or an answer; admission refuses them here")
        case _:
            assert_never(ground)


async def _ask_again(hearing: Hearing, file: DossierFile) -> Settled | None:
    """What is computed or asked anew of a table; None for what its evidence and its words settle."""
    match hearing.challenge.ground:
        case NoConflict():
            return await check_conflict(hearing, file)
        case MissedObjection() as ground:
            return await check_objection(hearing, file, ground)
        case GateVerdict():
            return await check_support(hearing, file)
        case Materiality():
            return await check_materiality(hearing, file)
        case CommitmentAnswer():
            return await check_commitment(hearing, file)
        case Mislabelled() as ground:
            return await check_label(hearing, file, ground)
        case ValueWeighting() as ground:
            return await check_weighting(hearing, file, ground)
        case MissingPerspective() as ground:
            found = await check_missing_perspective(hearing, file, ground)
            sustained = found.disposition == "sustained"
            return found, await add_seat(hearing, file, ground.perspective) if sustained else ()
        case IllegitimateFrame():
            return await check_frame(hearing, file)
        case _:
            return None
