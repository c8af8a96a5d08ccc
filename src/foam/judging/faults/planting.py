"""Plants faults: builds the file that a fault is set into. A trial then costs what its challenge costs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from foam.argument.motion import parse_motion
from foam.argument.scheme import SchemeId, require_scheme
from foam.argument.toulmin import Toulmin
from foam.contest.job import load_file
from foam.contest.subject import CaseFile, DossierFile, File
from foam.deliberation.cited import list_cited
from foam.deliberation.claim import Claim, make_claim_id
from foam.deliberation.draft import SeatDraft
from foam.deliberation.jobs import DeliberateSpec, make_dossier
from foam.deliberation.loop import Mediation
from foam.deliberation.objection import Commitment, EvaluatedObjection, Objection
from foam.deliberation.pluralism import measure_pluralism
from foam.deliberation.position import Position
from foam.deliberation.refine import Proposal, Refinement
from foam.deliberation.support import Support
from foam.deliberation.synthesis import FULL, synthesise
from foam.errors import NotFound
from foam.evidence.corpus import Passage, name_source
from foam.evidence.document import Citation, Document, make_document
from foam.job.clerk import Clerk
from foam.job.job import job, run
from foam.job.retrieval import Candidates, verify_passages
from foam.job.session import Session, Tools
from foam.job.spec import Spec
from foam.job.waiting import complete
from foam.pack.pack import Pack
from foam.perspective.diversity import describe_seating
from foam.perspective.node import Perspective
from foam.record.clock import Clock
from foam.record.entry import Entry, ValueInput
from foam.record.graph import entries_of
from foam.record.store import Store
from foam.values import Value, digest

STRENGTH = 0.5
SCHEME: SchemeId = "positive_consequence"
LATER = "2026-01-01"


@dataclass(frozen=True)
class Bed:
    """Where faults are planted: what jobs are run with, and a record."""

    tools: Tools
    store: Store
    clock: Clock
    case: Callable[[str], CaseFile]
    """A written case of a speech, to be spoilt."""

    @property
    def pack(self) -> Pack:
        assert self.tools.pack is not None
        return self.tools.pack

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        return self.pack.documents()

    def sentence(self, beginning: str) -> Passage:
        """The sentence that begins so; `stem: beginning` names the file too."""
        for held in self.documents:
            for number in range(len(held.ends)):
                if held.sentence(number).startswith(beginning):
                    cite = name_source(held)
                    return Passage(pointer=held.pointer(number), text=held.sentence(number), cite=cite)
        raise NotFound(f"no sentence of {self.pack.name} begins {beginning!r}", hint="mend planted.toml")

    def later_edition(self, ground: Passage, text: str) -> Document:
        """A document of the same author and title as a sentence's source, of a later date."""
        held = next(one for one in self.documents if one.id == ground.pointer.document)
        citation = Citation(**{**held.citation.model_dump(), "published": LATER})
        origin = held.origin.model_copy(update={"file": f"later-{Path(held.origin.file).name}"})
        return make_document(f"{text} This edition replaces the earlier one.", origin=origin, citation=citation)


class Sown(Value):
    """A claim to be planted."""

    text: str
    ground: Passage
    value: str = ""
    warrant: str = "What is reported bears on the question."
    grounded: bool = True


class PlantedSpec(Spec):
    """A dossier with these claims, one a seat, and an unanswered objection to the first where a value is given."""

    name: str
    sown: tuple[Sown, ...]
    objection_value: str = ""


class SpoiltSpec(Spec):
    """A written case with one thing wrong: a slot of this component taken out, or one step of a sum changed."""

    of: str
    without: str = ""
    slot: str = ""
    step: str = ""
    figure: str = ""


def digest_file(file: File) -> dict[str, str]:
    """The digest of a planted file."""
    return {"dossier": file.dossier.digest} if isinstance(file, DossierFile) else {"case": file.case.digest}


@job("planted", spec=PlantedSpec, digests=digest_file)
async def plant(spec: PlantedSpec, session: Session) -> DossierFile:
    """Plant claims in a dossier, entered by code: nobody deliberates."""
    pack = session.pack
    moved = parse_motion(pack.sample_question)
    question = ValueInput(role="question", value=pack.sample_question)
    entry = session.clerk.compute("motion", moved.json_value, question, rule="motion")
    seats = tuple(sorted(pack.perspectives, key=lambda seat: seat.id))
    claims = [_claim(session.clerk, spec.name, seat, one) for seat, one in zip(seats, spec.sown, strict=False)]
    drafts = tuple(_draft(seat, claim, entry) for seat, claim in zip(seats, claims, strict=False))
    evaluated = (_objection(claims[0], seats[-1], spec.objection_value),) if spec.objection_value else ()
    wrong = verify_passages(session.clerk, session.corpus, list_cited(claims, evaluated))
    mediation = Mediation(
        motion=moved,
        motion_entry=entry.key,
        seats=seats,
        seating=describe_seating(seats, stakeholders=pack.stakeholders, values=[v.id for v in pack.values]),
        drafts=drafts,
        claims=tuple(claims),
        evaluated=evaluated,
        unverified=wrong,
        pluralism=measure_pluralism(drafts),
        synthesis=synthesise(seats, tuple(claims), evaluated, unverified=wrong),
    )
    entries = entries_of(session.store, session.run)
    named = spec.model_dump(include=set(Spec.model_fields))
    asked = DeliberateSpec(**named, question=pack.sample_question, seats=seats)
    dossier = make_dossier(mediation, asked, pack, entries)
    return DossierFile(session.run, session.run, asked, pack, mediation, dossier, entries)


@job("spoilt case", spec=SpoiltSpec, digests=digest_file)
async def spoil(spec: SpoiltSpec, session: Session) -> CaseFile:
    """Put a fault into a written case."""
    file = await load_file(session.store, spec.of)
    assert isinstance(file, CaseFile)
    spoilt = _remove_slot(file, spec.without) if spec.without else _add_step(file, spec.slot, spec.step, spec.figure)
    return replace(spoilt, run=session.run)


def plant_dossier(bed: Bed, sown: Iterable[Sown], name: str, *, objection_value: str = "") -> DossierFile:
    """A dossier with these claims, one a seat."""
    spec = PlantedSpec(**bed.tools.describe(), name=name, sown=tuple(sown), objection_value=objection_value)
    return complete(run(plant, spec, bed.tools, store=bed.store, clock=bed.clock)).view


def remove_slot(bed: Bed, file: CaseFile, component: str) -> tuple[CaseFile, str]:
    """The case without its first slot of this component, and the syllogism that now lacks it."""
    group = next(slot for slot in file.case.slots if slot.component == component).group
    spec = SpoiltSpec(**bed.tools.describe(), of=file.run, without=component)
    return complete(run(spoil, spec, bed.tools, store=bed.store, clock=bed.clock)).view, group


def add_step(bed: Bed, file: CaseFile, slot: str, step: str, figure: str) -> CaseFile:
    """The case with one step of a calculation stated otherwise."""
    spec = SpoiltSpec(**bed.tools.describe(), of=file.run, slot=slot, step=step, figure=figure)
    return complete(run(spoil, spec, bed.tools, store=bed.store, clock=bed.clock)).view


def _claim(clerk: Clerk, name: str, seat: Perspective, sown: Sown) -> Claim:
    said = {"name": name, "seat": seat.id, "claim": sown.text, "ground": str(sown.ground.pointer)}
    entry = clerk.compute("planted claim", lambda: said, ValueInput(role="planted", value=said), rule="planting")
    grounds = (sown.ground.pointer,) if sown.grounded else ()
    return Claim(
        id=make_claim_id(entry.key, sown.ground),
        parts=Toulmin(claim=sown.text, grounds=grounds, warrant=sown.warrant),
        grounds=(sown.ground,),
        support=Support(side="for", strength=STRENGTH, entries=(entry.key,)),
        brought_by=(seat.id,),
        backers=(seat.id,),
        scheme=SCHEME,
        value=sown.value or seat.ranking[0][0],
        entry=entry.key,
    )


def _draft(seat: Perspective, claim: Claim, moved: Entry) -> SeatDraft:
    position = Position(seat=seat.id, stance="affirm_whole", text=str(moved.answer["affirmed"]), entry=moved.key)
    proposal = Proposal(position=position.text, grounds=(claim.ground,), entry=moved.key)
    return SeatDraft(
        seat=seat.id,
        position=position,
        refined=Refinement(proposal=proposal, scores=(), stopped="round limit"),
        offered=Candidates(entry=moved.key, passages=()),
    )


def _objection(claim: Claim, critic: Perspective, value: str) -> EvaluatedObjection:
    """A material objection to the claim's conclusion that speaks for a value and was not answered."""
    pressed = next(one for one in require_scheme(SCHEME).questions if one.needs_reason)
    name = digest([claim.id, value])[3:13]
    commitment = Commitment(
        id=f"commitment-{name}",
        seat=next(iter(claim.backers)),
        claim=claim.id,
        question=pressed.text,
        answer="in part",
        entry=claim.entry,
    )
    objection = Objection(
        id=f"objection-{name}",
        raised_by=(critic.id,),
        claim=claim.id,
        type="value_conflict",
        question=pressed.id,
        text=pressed.text,
        evidence=(),
        value=value,
        commitment=commitment,
        entry=claim.entry,
    )
    return EvaluatedObjection(objection=objection, scores={"planted": FULL}, entries=())


def _remove_slot(file: CaseFile, component: str) -> CaseFile:
    gone = next(slot for slot in file.case.slots if slot.component == component)
    kept = tuple(slot for slot in file.case.slots if slot is not gone)
    return replace(file, case=file.case.model_copy(update={"slots": kept}))


def _add_step(file: CaseFile, slot: str, step: str, figure: str) -> CaseFile:
    held = file.slots[slot]
    assert held.calculated
    steps = tuple(
        one.model_copy(update={"value": figure}) if one.name == step else one for one in held.calculated.steps
    )
    stated = held.calculated.model_copy(update={"steps": steps})
    spoilt = held.model_copy(update={"calculated": stated, "analytic": stated.text})
    slots = tuple(spoilt if one.id == slot else one for one in file.case.slots)
    return replace(file, case=file.case.model_copy(update={"slots": slots}))
