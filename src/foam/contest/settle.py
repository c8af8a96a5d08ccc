"""Settles a challenge: every kind goes to its check, and what the finding changes is worked out.

Code settles misquotation, stale sources, missing parts, structure, arithmetic and all normative challenges; the judge
is asked about relevance, context, selection bias and warrants. Everything is recorded through the clerk.
"""

from __future__ import annotations

from typing import assert_never

from foam.contest.amend import Amendment
from foam.contest.case_remedy import case_amendments
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
from foam.contest.evidence_checks import context, relevance, selection_bias, warrant
from foam.contest.hearing import Hearing
from foam.contest.inference_checks import arithmetic, missing_component, structural
from foam.contest.normative_checks import frame, missing_perspective, weighting
from foam.contest.outcome import Finding
from foam.contest.remedy import amendments, seat_added
from foam.contest.source_checks import misquotation, stale_source
from foam.contest.subject import DossierFile

Settled = tuple[Finding, tuple[Amendment, ...]]


async def settle(hearing: Hearing) -> Settled:
    """What was found, and what it changes."""
    if isinstance(hearing.file, DossierFile) and hearing.challenge.ground.level == "normative":
        return await _normative(hearing, hearing.file)
    found = await _found(hearing)
    return found, await remedied(hearing, found)


async def remedied(hearing: Hearing, found: Finding) -> tuple[Amendment, ...]:
    """What a finding changes in the file."""
    if isinstance(hearing.file, DossierFile):
        return await amendments(hearing, hearing.file, found)
    return await case_amendments(hearing, hearing.file, found)


async def _found(hearing: Hearing) -> Finding:
    ground = hearing.challenge.ground
    match ground:
        case Relevance():
            return await relevance(hearing)
        case OutOfContext():
            return await context(hearing)
        case SelectionBias():
            return await selection_bias(hearing)
        case Misquotation():
            return await misquotation(hearing)
        case StaleSource():
            return await stale_source(hearing)
        case WarrantInvalid():
            return await warrant(hearing)
        case MissingComponent():
            return await missing_component(hearing, ground)
        case Structural():
            return await structural(hearing, ground)
        case ArithmeticSlip():
            return await arithmetic(hearing)
        case ValueWeighting() | MissingPerspective() | IllegitimateFrame():
            raise AssertionError("a case has no table; admission refuses this")
        case _:
            assert_never(ground)


async def _normative(hearing: Hearing, file: DossierFile) -> Settled:
    match hearing.challenge.ground:
        case ValueWeighting() as ground:
            return await weighting(hearing, file, ground)
        case MissingPerspective() as ground:
            found = await missing_perspective(hearing, file, ground)
            sustained = found.disposition == "sustained"
            return found, await seat_added(hearing, file, ground.perspective) if sustained else ()
        case _:
            return await frame(hearing, file)
