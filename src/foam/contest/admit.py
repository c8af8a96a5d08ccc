"""Admission: a challenge is checked before anything is done with it. Nobody is asked.

It must be aimed at a part of this file, be of a kind that fits the part, come from somebody who may see the file, say
why in a readable length, and name only what the file knows. A refusal says what can be challenged there instead.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable

from foam.argument.scheme import load_schemes, require_critical_question, require_scheme
from foam.contest.challenge import (
    GROUNDS,
    Challenge,
    Ground,
    Mislabelled,
    MissedObjection,
    MissingPerspective,
    Structural,
    ValueWeighting,
    WarrantInvalid,
)
from foam.contest.structure import check_metric_named, check_way, find_weighing
from foam.contest.subject import FRAME, CaseFile, DossierFile, File, Part, PartKind
from foam.deliberation.claim import Claim
from foam.deliberation.dossier import CommitmentNode
from foam.errors import InputError, NotFound
from foam.model.check import COMMITMENT
from foam.perspective.governance import find_breaches
from foam.perspective.near import suggest_near
from foam.text.words import split_words

MOST_CHARACTERS = 4000
"""Of a reason. What is longer comes as a document."""
LONGEST_NAME = 80
FRESH = 0.34
"""Share of a reason's words that must be new for it to count as another reason."""

_NAME = re.compile(r"\w[\w .,'’()-]*")
_WITH_EVIDENCE: tuple[PartKind, ...] = ("evidence", "claim", "objection", "response", "slot")
_FITS: dict[str, tuple[PartKind, ...]] = {
    "relevance": _WITH_EVIDENCE,
    "context": _WITH_EVIDENCE,
    "selection_bias": _WITH_EVIDENCE,
    "misquotation": _WITH_EVIDENCE,
    "stale_source": _WITH_EVIDENCE,
    "conflict": ("conflict",),
    "warrant": ("claim", "warrant"),
    "objection": ("claim",),
    "support": ("support", "claim"),
    "materiality": ("objection",),
    "commitment": ("commitment",),
    "label": ("claim", "warrant", "slot"),
    "missing_component": ("claim", "group", "slot"),
    "structural": ("choice", "group", "slot", "claim"),
    "arithmetic": ("claim", "evidence", "slot"),
    "weighting": ("perspective", "claim", "frame"),
    "missing_perspective": ("frame",),
    "frame": ("frame", "perspective", "position"),
}
_OF_TABLES = frozenset({"objection", "weighting", "missing_perspective", "frame"})


class ContestablePart(Part):
    """A part, and the kinds of challenge that it is open to."""

    kinds: tuple[str, ...]


def list_parts(file: File) -> tuple[ContestablePart, ...]:
    """Every part of the file, with the kinds of challenge that fit it."""
    return tuple(ContestablePart(**part.model_dump(), kinds=list_kinds(file, part)) for part in file.parts.values())


def list_kinds(file: File, part: Part) -> tuple[str, ...]:
    """The kinds of challenge that a part of this file is open to."""
    return tuple(kind for kind, fitting in _FITS.items() if part.kind in fitting and _is_open(file, part, kind))


def _is_open(file: File, part: Part, kind: str) -> bool:
    """Whether a kind that fits such parts can be asked of this one."""
    if _FITS[kind] is _WITH_EVIDENCE:
        return bool(file.uses.get(part.id))
    if not isinstance(file, DossierFile):
        return kind not in _OF_TABLES and (kind != "label" or find_weighing(file, part.id) is not None)
    match kind:
        case "weighting" if part.kind == "claim":
            return file.claims[part.id].is_reason
        case "objection":
            return file.claims[part.id].counts
        case "materiality":
            return not file.exchanges[part.id].material
        case "commitment":
            return _is_seated(file, part)
        case "conflict":
            return not file.conflicts[part.id].struck_by
        case _:
            return True


def _is_seated(file: DossierFile, part: Part) -> bool:
    """Whether the seat that committed itself can be asked again; a challenge that was settled asked nobody."""
    node = file.dossier.find_node(part.id)
    seats = {seat.id for seat in file.mediation.seats}
    return isinstance(node, CommitmentNode) and node.answer in COMMITMENT and node.seat in seats


def admit(file: File, challenge: Challenge, *, parties: Collection[str] = (), recorded: bool = False) -> Part:
    """The part that is challenged; a refusal is an InputError that says what could be challenged. One that is
    `recorded` was heard before: what it brought was not asked about then."""
    check_challenger(challenge, parties)
    part = _part(file, challenge.node)
    kind = challenge.ground.kind
    fitting = list_kinds(file, part)
    if kind not in fitting:
        raise InputError(
            f"{kind} does not fit {part.id}, a {part.kind}{'' if file.uses.get(part.id) else ' that cites nothing'}",
            hint=_open_to(fitting, file),
        )
    _check_particulars(file, challenge.ground, part)
    if challenge.brought and kind == "context" and not recorded:
        raise InputError(
            "context is judged by the rest of the challenged source alone: what you bring would not be read",
            hint="bring it with --kind selection_bias, or stale_source where it corrects the source; or leave it out",
        )
    return part


def check_challenger(challenge: Challenge, parties: Collection[str]) -> None:
    """Refuse a challenge that nobody who may has signed, or that gives no reason in a readable length."""
    _check_name(challenge.challenger)
    if parties and challenge.challenger not in parties:
        raise InputError(
            f"{challenge.challenger} is no party to this file and cannot challenge it",
            hint="only those the file concerns may; name yourself with --as",
        )
    _check_words(challenge.because)


def measure_new_words(reason: str, earlier: Iterable[str]) -> float:
    """Which share of a reason's words no earlier reason used."""
    said = {word for one in earlier for word in _plain(one)}
    own = _plain(reason)
    return len(own - said) / len(own) if own else 0.0


def _part(file: File, node: str) -> Part:
    part = file.parts.get(file.aliases.get(node, node))
    if part is None:
        raise NotFound(f"this file has no part {node[:80]!r}", hint=suggest_near(node[:80], file.parts))
    return part


def _open_to(fitting: tuple[str, ...], file: File) -> str:
    if not fitting:
        return "nothing can be challenged there; challenge the claim or the sentence it stands on"
    return "there you can ask: " + "; ".join(f"{kind} ({GROUNDS[kind].asks})" for kind in fitting)


def _check_name(name: str) -> None:
    """A challenger is named as people are: the name stands in every view, so it can carry no markup."""
    if len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
        raise InputError(
            f"{name[:40]!r} is no name",
            hint=f"letters, digits, spaces and .,'’()- only, at most {LONGEST_NAME} of them",
        )


def _check_words(reason: str) -> None:
    if not any(map(str.isalnum, reason)):
        raise InputError("the challenge gives no reason", hint='say in a sentence what is wrong: --because "…"')
    if len(reason) > MOST_CHARACTERS:
        raise InputError(
            f"the reason has {len(reason):,} characters; at most {MOST_CHARACTERS:,} are read",
            hint="say it in a few sentences, and bring the rest as a document (--with FILE)",
        )


def _check_particulars(file: File, ground: Ground, part: Part) -> None:
    match ground:
        case WarrantInvalid(question=question) | MissedObjection(question=question) if question and isinstance(
            file, DossierFile
        ):
            _check_question(file, question, part)
        case Mislabelled() if isinstance(file, DossierFile):
            _check_label(file, ground, file.claims[file.find_claim(part)])
        case Mislabelled(value=metric) if isinstance(file, CaseFile):
            check_metric_named(file, part.id, metric)
        case Structural(instead=instead) if instead:
            if not isinstance(file, CaseFile):
                raise InputError("a claim has no other way", hint="contest its form: --kind label --scheme NAME")
            check_way(file, part.id, instead)
        case ValueWeighting() if isinstance(file, DossierFile):
            _check_weight(file, ground, part)
        case MissingPerspective(perspective=perspective) if isinstance(file, DossierFile):
            found = find_breaches(perspective, file.pack.limits)
            if found:
                raise InputError(found[0].what, hint=found[0].remedy)
            if perspective.id in {seat.id for seat in file.mediation.seats}:
                raise InputError(f"{perspective.id} is seated already", hint="challenge its weighting instead")
        case _:
            pass


def _check_question(file: DossierFile, question: str, part: Part) -> None:
    require_critical_question(question)
    form = file.claims[part.id.replace("warrant-", "claim-", 1)].scheme
    known = [one.id for one in require_scheme(form).questions]
    if question not in known:
        raise InputError(
            f"{question} does not test an argument from {form.replace('_', ' ')}", hint=f"press {', '.join(known)}"
        )


def _check_label(file: DossierFile, ground: Mislabelled, claim: Claim) -> None:
    known = [one.id for one in file.pack.values] if ground.value else [one.id for one in load_schemes()]
    named = ground.value or ground.scheme
    if named not in known:
        raise NotFound(f"no {'value' if ground.value else 'scheme'} {named[:40]!r}", hint=suggest_near(named, known))
    if named in (claim.value, claim.scheme):
        raise InputError(f"{claim.id} has the label {named} already", hint="name another")


def _check_weight(file: DossierFile, ground: ValueWeighting, part: Part) -> None:
    seats = {seat.id: seat for seat in file.mediation.seats}
    if ground.seat not in seats:
        raise NotFound(f"no seat {ground.seat!r} at this table", hint=suggest_near(ground.seat, seats))
    if part.kind == "perspective" and part.id != f"seat-{ground.seat}":
        raise InputError(f"{part.id} is not the seat of {ground.seat}", hint=f"challenge seat-{ground.seat} or {FRAME}")
    values = [value.id for value in file.pack.values]
    if ground.value not in values:
        raise NotFound(f"no value {ground.value!r} in this pack", hint=suggest_near(ground.value, values))
    if seats[ground.seat].weighting.get(ground.value, 0.0) == ground.weight:
        raise InputError(f"{ground.seat} gives {ground.value} that weight already", hint="name another weight")


def _plain(text: str) -> set[str]:
    return {word.lower() for word in split_words(text) if len(word) > 3}
