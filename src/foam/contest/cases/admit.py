"""What a case can be challenged with, part by part, and what a challenge to it must name. Nobody is asked."""

from __future__ import annotations

from collections.abc import Collection

from foam.contest.admit import check_challenger, find_part, require_fitting
from foam.contest.cases.checks import CHECKS
from foam.contest.cases.structure import find_reason, find_weighing
from foam.contest.challenge import Challenge, list_fits
from foam.contest.kinds.kind import Fit
from foam.contest.part import ContestablePart, Part, open_part
from foam.contest.subject import CaseFile
from foam.errors import InputError


def list_parts(file: CaseFile) -> tuple[ContestablePart, ...]:
    """Every part of the case, with the kinds of challenge that fit it."""
    return tuple(open_part(part, list_case_fits(file, part)) for part in file.parts.values())


def list_case_fits(file: CaseFile, part: Part) -> dict[str, Fit]:
    """What a part of this case is open to, by its kind and by what it is besides: a slot that cites something, one with
    an impact that is weighed, and a choice of which somebody said why."""
    besides = {
        "cited": part.id in file.uses,
        "weighed": find_weighing(file, part.id) is not None,
        "reasoned": part.kind == "choice" and bool(find_reason(file, part.id)),
    }
    return list_fits("case", part.kind, *(name for name, is_so in besides.items() if is_so))


def list_checks(file: CaseFile, challenge: Challenge) -> tuple[str, ...]:
    """What a challenge is checked for, in turn."""
    fit = list_case_fits(file, file.parts[challenge.node])[challenge.ground.kind]
    return challenge.ground.list_checks(fit, is_brought=bool(challenge.brought))


def admit(file: CaseFile, challenge: Challenge, *, parties: Collection[str] = ()) -> Part:
    """The part that is challenged; a refusal is an InputError that says what could be challenged."""
    check_challenger(challenge, parties)
    part, ground = find_part(file.parts, challenge.node), challenge.ground
    described = f"a {part.kind}{'' if part.id in file.uses else ' that cites nothing'}"
    fit = require_fitting(ground, part.id, described, list_case_fits(file, part))
    checks = list_checks(file, challenge)
    if not checks:
        raise InputError(f"{ground.kind} of {part.id}, {described}, says too little", hint=f"it needs {fit.needs}")
    for name in checks:
        if refuse := CHECKS[name].refuse:
            refuse(file, part.id, ground)
    return part
