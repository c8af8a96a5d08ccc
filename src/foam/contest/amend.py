"""Amendments: what a revision changes, as plain data, and the pure fold that applies it. Decides nothing.

    PutClaim       a claim, new or in place of one with its id
    PutExchange    an objection with its answer, new or in place of one with its id
    SeatAudience   a perspective that listens, or that speaks with a draft of its own
    SetFacts       the computed facts, worked out again without the sentences that were struck
    StrikeConflict two sentences that do not contradict each other, and what that spares of the other conflicts
    PutGoesOn      what the source of a cited sentence goes on to say against what it is cited for
    PutCorrected   a sentence of which a figure was corrected, and what says it now
    SetUnverified  the cited sentences whose words are not where their pointers say, held against the sources anew
    SetOutline     the choices of a case, and the slots that follow from them
    PutSlot        a slot of a case, in place of one with its path or where the template has it

Nothing is ever taken out of a dossier: what falls stays, conceded or unverified, and says why.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Annotated, Literal, TypeAlias, assert_never

from pydantic import Field

from foam.case.generated import GeneratedNode
from foam.case.tell import drop_told
from foam.case.values import BranchChoice, Case, Group, Slot
from foam.case.verify import verify_case
from foam.deliberation.cited import GoesOn
from foam.deliberation.claim import Claim
from foam.deliberation.corrected import Corrected
from foam.deliberation.draft import SeatDraft
from foam.deliberation.findings import Finding, Lacking
from foam.deliberation.loop import Mediation
from foam.deliberation.objection import EvaluatedObjection
from foam.deliberation.pluralism import measure_pluralism
from foam.deliberation.points import Conflict
from foam.deliberation.settled import settle_claims
from foam.deliberation.synthesis import synthesise
from foam.evidence.document import Document
from foam.pack.outlines import SpeechOutline
from foam.pack.pack import Pack
from foam.perspective.diversity import describe_seating
from foam.perspective.node import Perspective
from foam.text.pointer import Pointer
from foam.values import Value


class PutClaim(Value):
    type: Literal["claim"] = "claim"
    claim: Claim
    instead_of: str = ""
    """The claim whose words it puts forward again, on other evidence or under another label."""


class PutExchange(Value):
    type: Literal["exchange"] = "exchange"
    evaluated: EvaluatedObjection


class SeatAudience(Value):
    type: Literal["seat"] = "seat"
    perspective: Perspective
    draft: SeatDraft | None = None
    """What it brings; None for one that only listens."""


class SetFacts(Value):
    type: Literal["facts"] = "facts"
    findings: tuple[Finding, ...]
    lacking: tuple[Lacking, ...]
    documents: tuple[Document, ...]
    """Those in which the findings stand; earlier ones stay citable."""
    conflicts: tuple[Conflict, ...] = ()
    """What contradicts a fact that is new."""
    struck: tuple[Pointer, ...]
    """Every sentence that calculations leave out from now on."""


class StrikeConflict(Value):
    type: Literal["conflict"] = "conflict"
    conflict: Conflict
    """The one that is none, with the challenge that showed it."""
    others: tuple[Conflict, ...]
    """Those that stay, each with the claims that are borne out without what it contests."""


class PutGoesOn(Value):
    type: Literal["goes on"] = "goes on"
    goes_on: GoesOn


class PutCorrected(Value):
    type: Literal["corrected"] = "corrected"
    corrected: Corrected


class SetUnverified(Value):
    type: Literal["unverified"] = "unverified"
    pointers: tuple[Pointer, ...]


class SetOutline(Value):
    type: Literal["outline"] = "outline"
    choices: tuple[BranchChoice, ...]
    generated: tuple[GeneratedNode, ...]
    groups: tuple[Group, ...]
    slots: tuple[Slot, ...]


class PutSlot(Value):
    type: Literal["slot"] = "slot"
    slot: Slot


Amendment: TypeAlias = Annotated[
    PutClaim
    | PutExchange
    | StrikeConflict
    | PutGoesOn
    | PutCorrected
    | SeatAudience
    | SetFacts
    | SetUnverified
    | SetOutline
    | PutSlot,
    Field(discriminator="type"),
]


def revise_mediation(mediation: Mediation, amendments: Sequence[Amendment], *, pack: Pack) -> Mediation:
    """The mediation with the amendments applied, and what survives computed again."""
    after = suppose_mediation(mediation, amendments)
    values = [value.id for value in pack.values]
    concerned = pack.list_concerned(after.motion.question)
    seated = describe_seating(after.seats, stakeholders=concerned, values=values)
    return after.model_copy(update={"seating": seated, "pluralism": measure_pluralism(after.drafts)})


def suppose_mediation(mediation: Mediation, amendments: Sequence[Amendment] = ()) -> Mediation:
    """The same to be looked at and not kept: how the seats differ is not measured anew, which takes half the time."""
    for amendment in amendments:
        mediation = _amended(mediation, amendment)
    return _synthesised(mediation)


def _amended(mediation: Mediation, amendment: Amendment) -> Mediation:
    match amendment:
        case PutClaim():
            return _with_claim(mediation, amendment.claim)
        case PutExchange():
            return _with_exchange(mediation, amendment.evaluated)
        case StrikeConflict(conflict=struck, others=others):
            gone = (*mediation.struck_conflicts, struck)
            return mediation.model_copy(update={"conflicts": others, "struck_conflicts": gone})
        case PutGoesOn():
            return mediation.model_copy(update={"goes_on": (*mediation.goes_on, amendment.goes_on)})
        case PutCorrected(corrected=one):
            known = (other for other in mediation.corrected if other.was.pointer != one.was.pointer)
            return mediation.model_copy(update={"corrected": (*known, one)})
        case SeatAudience():
            return _with_seat(mediation, amendment)
        case SetFacts():
            return _with_facts(mediation, amendment)
        case SetUnverified():
            return mediation.model_copy(update={"unverified": frozenset(amendment.pointers)})
        case PutSlot() | SetOutline():
            raise AssertionError("a mediation has no slots")
        case _:
            assert_never(amendment)


def _with_claim(mediation: Mediation, claim: Claim) -> Mediation:
    known = {one.id for one in mediation.claims}
    kept = tuple(claim if one.id == claim.id else one for one in mediation.claims)
    return mediation.model_copy(update={"claims": kept if claim.id in known else (*kept, claim)})


def _with_exchange(mediation: Mediation, evaluated: EvaluatedObjection) -> Mediation:
    others = [one for one in mediation.evaluated if one.objection.id != evaluated.objection.id]
    ordered = sorted([*others, evaluated], key=lambda one: one.objection.id)
    return mediation.model_copy(update={"evaluated": tuple(ordered)})


def _with_seat(mediation: Mediation, added: SeatAudience) -> Mediation:
    seats = tuple(sorted((*mediation.seats, added.perspective), key=lambda seat: seat.id))
    drafts = mediation.drafts
    if added.draft:
        drafts = tuple(sorted((*drafts, added.draft), key=lambda draft: draft.seat))
    return mediation.model_copy(update={"seats": seats, "drafts": drafts})


def _with_facts(mediation: Mediation, facts: SetFacts) -> Mediation:
    """The mediation with these facts; a sentence that no longer comes out contradicts nothing."""
    stands = {str(one.passage.pointer) for one in facts.findings}
    held = [one for one in mediation.conflicts if not one.computed or one.computed in stands]
    struck = {one.id for one in mediation.struck_conflicts}
    documents = {one.id: one for one in (*mediation.computed, *facts.documents)}
    update = {
        "findings": facts.findings,
        "lacking": facts.lacking,
        "computed": tuple(documents.values()),
        "conflicts": (*held, *(one for one in facts.conflicts if one.id not in struck)),
    }
    return mediation.model_copy(update=update)


def _synthesised(mediation: Mediation) -> Mediation:
    seats = mediation.seats
    claims = settle_claims(seats, mediation.claims, mediation.evaluated, unverified=mediation.unverified)
    synthesis = synthesise(
        seats,
        claims,
        mediation.evaluated,
        conflicts=mediation.conflicts,
        unverified=mediation.unverified,
        sources=mediation.sources,
        lacking=mediation.needs,
    )
    return mediation.model_copy(update={"claims": claims, "synthesis": synthesis})


def revise_case(
    case: Case, amendments: Iterable[Amendment], *, documents: dict[str, Document], template: SpeechOutline
) -> Case:
    """The case with the amendments applied, verified anew. What was told of a slot that changed is told no more."""
    before = {slot.path: slot for slot in case.slots}
    for amendment in amendments:
        if isinstance(amendment, PutSlot):
            case = case.model_copy(update={"slots": with_slot(case, amendment.slot, template)})
        if isinstance(amendment, SetOutline):
            case = case.model_copy(update={name: getattr(amendment, name) for name in _OUTLINE})
    after = {slot.path: slot for slot in case.slots}
    case = drop_told(case, {path[-1] for path in before.keys() | after.keys() if before.get(path) != after.get(path)})
    measured = verify_case(case, documents, template)
    return case.model_copy(update={"failures": measured.failures})


_OUTLINE = ("choices", "generated", "groups", "slots")


def with_slot(case: Case, slot: Slot, template: SpeechOutline) -> tuple[Slot, ...]:
    """The slots with this one in its place, by the order of the outline."""
    if any(one.path == slot.path for one in case.slots):
        return tuple(slot if one.path == slot.path else one for one in case.slots)
    order = {node.id: place for place, node in enumerate(template.tree.walk())}
    later = (n for n, one in enumerate(case.slots) if order.get(one.id, -1) > order.get(slot.id, len(order)))
    at = next(later, len(case.slots))
    return (*case.slots[:at], slot, *case.slots[at:])
