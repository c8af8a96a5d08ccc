"""Settles a challenge: every kind goes to its check, and what the finding changes is worked out.

Code settles misquotation, stale sources, missing parts, structure, arithmetic and all normative challenges; the judge
is asked about relevance, context, selection bias and warrants. Everything is recorded through the clerk.
"""

from __future__ import annotations

from typing import assert_never

from foam.contest.amend import Amendment
from foam.contest.case_remedy import amend_case
from foam.contest.challenge import (
    ArithmeticSlip,
    IllegitimateFrame,
    Misquotation,
    MissingComponent,
    MissingPerspective,
    OutOfContext,
    Relevance,
    SelectionBias,
    StaleSource,
    Structural,
    ValueWeighting,
    WarrantInvalid,
)
from foam.contest.evidence_checks import check_context, check_relevance, check_selection_bias, check_warrant
from foam.contest.hearing import Hearing
from foam.contest.inference_checks import check_arithmetic, check_missing_component, check_structure
from foam.contest.normative_checks import check_frame, check_missing_perspective, check_weighting
from foam.contest.outcome import Finding
from foam.contest.remedy import add_seat, amend_dossier
from foam.contest.source_checks import check_misquotation, check_stale_source
from foam.contest.subject import DossierFile

Settled = tuple[Finding, tuple[Amendment, ...]]


async def settle(hearing: Hearing) -> Settled:
    """What was found, and what it changes."""
    if isinstance(hearing.file, DossierFile) and hearing.challenge.ground.level == "normative":
        return await _normative(hearing, hearing.file)
    found = await _found(hearing)
    return found, await apply_remedy(hearing, found)


async def apply_remedy(hearing: Hearing, found: Finding) -> tuple[Amendment, ...]:
    """What a finding changes in the file."""
    if isinstance(hearing.file, DossierFile):
        return await amend_dossier(hearing, hearing.file, found)
    return await amend_case(hearing, hearing.file, found)


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
        case ValueWeighting() | MissingPerspective() | IllegitimateFrame():
            raise AssertionError("a case has no table; admission refuses this")
        case _:
            assert_never(ground)


async def _normative(hearing: Hearing, file: DossierFile) -> Settled:
    match hearing.challenge.ground:
        case ValueWeighting() as ground:
            return await check_weighting(hearing, file, ground)
        case MissingPerspective() as ground:
            found = await check_missing_perspective(hearing, file, ground)
            sustained = found.disposition == "sustained"
            return found, await add_seat(hearing, file, ground.perspective) if sustained else ()
        case _:
            return await check_frame(hearing, file)
