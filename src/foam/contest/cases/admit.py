"""What a case can be challenged with, part by part, and what a challenge to it must name. Nobody is asked."""

from __future__ import annotations

from collections.abc import Collection

from foam.contest.admit import check_challenger, find_part, require_fitting
from foam.contest.cases.structure import check_metric_named, check_way, find_weighing
from foam.contest.challenge import GROUNDS, Challenge
from foam.contest.kinds.context import OutOfContext
from foam.contest.kinds.kind import Kind
from foam.contest.kinds.label import Mislabelled
from foam.contest.kinds.structural import Structural
from foam.contest.part import ContestablePart, Part
from foam.contest.subject import CaseFile
from foam.errors import InputError


def list_parts(file: CaseFile) -> tuple[ContestablePart, ...]:
    """Every part of the case, with the kinds of challenge that fit it."""
    return tuple(ContestablePart(**part.model_dump(), kinds=list_kinds(file, part)) for part in file.parts.values())


def list_kinds(file: CaseFile, part: Part) -> tuple[str, ...]:
    """The kinds of challenge that a part of this case is open to."""
    return tuple(name for name, kind in GROUNDS.items() if part.kind in kind.of_case and _is_open(file, part, kind))


def _is_open(file: CaseFile, part: Part, kind: type[Kind]) -> bool:
    """Whether a kind that fits such parts can be asked of this one."""
    return (
        find_weighing(file, part.id) is not None if kind is Mislabelled else not kind.of_cited or part.id in file.uses
    )


def admit(file: CaseFile, challenge: Challenge, *, parties: Collection[str] = (), recorded: bool = False) -> Part:
    """The part that is challenged; a refusal is an InputError that says what could be challenged. One that is
    `recorded` was heard before: what it brought was not asked about then."""
    check_challenger(challenge, parties)
    part, kind = find_part(file.parts, challenge.node), challenge.ground.kind
    described = f"a {part.kind}{'' if part.id in file.uses else ' that cites nothing'}"
    require_fitting(kind, part.id, described, list_kinds(file, part))
    match challenge.ground:
        case Mislabelled(value=metric):
            check_metric_named(file, part.id, metric)
        case Structural(instead=instead) if instead:
            check_way(file, part.id, instead)
        case OutOfContext() if challenge.brought and not recorded:
            raise InputError(
                "context is judged by the rest of the challenged source alone: what you bring would not be read",
                hint="bring it with --kind selection_bias, or stale_source where it corrects the source",
            )
        case _:
            pass
    return part
