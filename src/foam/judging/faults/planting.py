"""Plants faults: builds the file that a fault is set into, and the right and the wrong challenge to it. Asks nobody.

A planted dossier has the claims of a fault, entered by code, so that a trial costs what its challenge costs and no
deliberation before it. A planted case is a written one with one slot changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from foam.argument.motion import motion
from foam.argument.scheme import SchemeId, scheme
from foam.argument.toulmin import Toulmin
from foam.contest.subject import CaseFile, DossierFile
from foam.deliberation.draft import Claim, Draft, claim_id
from foam.deliberation.evaluate import Evaluated
from foam.deliberation.examine import Commitment, Objection
from foam.deliberation.jobs import DeliberateSpec, Models, deciders, dossier_of
from foam.deliberation.loop import Mediation, cited, claims_of
from foam.deliberation.pluralism import pluralism
from foam.deliberation.position import Position
from foam.deliberation.refine import Proposal, Refined
from foam.deliberation.synthesis import FULL, synthesise
from foam.errors import NotFound
from foam.evidence.corpus import Corpus, Passage
from foam.evidence.document import Citation, Document, document
from foam.job.clerk import Clerk
from foam.job.retrieval import Offered
from foam.pack.loader import Pack
from foam.perspective.diversity import seating
from foam.perspective.node import Perspective
from foam.record.clock import Clock
from foam.record.entry import Entry, ValueInput
from foam.record.graph import entry_of
from foam.record.runs import open_run
from foam.record.store import Store
from foam.values import digest

JOB = "planted"
SCHEME: SchemeId = "positive_consequence"
LATER = "2026-01-01"


@dataclass(frozen=True)
class Bed:
    """Where faults are planted: a pack, a corpus over its library, a record, and who answers."""

    pack: Pack
    corpus: Corpus
    store: Store
    models: Models
    clock: Clock
    case: Callable[[str], CaseFile]
    """A written case of a speech, to be spoilt."""

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        return self.pack.documents()

    def setting(self) -> dict[str, object]:
        """What specs name beside their question."""
        return {
            "pack": self.pack.reference,
            "pack_content": self.pack.content,
            "corpus": self.corpus.version,
            "engine": self.corpus.engine,
            "seed": 0,
            "deciders": deciders(self.models),
        }

    def sentence(self, beginning: str) -> Passage:
        """The sentence that begins so; `stem: beginning` names the file too."""
        for held in self.documents:
            for number in range(len(held.ends)):
                if held.sentence(number).startswith(beginning):
                    cite = held.citation.brief
                    return Passage(pointer=held.pointer(number), text=held.sentence(number), cite=cite)
        raise NotFound(f"no sentence of {self.pack.name} begins {beginning!r}", hint="mend data/planted.toml")

    def later_edition(self, ground: Passage, text: str) -> Document:
        """A document of the same author and title as a sentence's source, of a later date."""
        held = next(one for one in self.documents if one.id == ground.pointer.document)
        citation = Citation(**{**held.citation.model_dump(), "published": LATER})
        origin = held.origin.model_copy(update={"file": f"later-{Path(held.origin.file).name}"})
        return document(f"{text} This edition replaces the earlier one.", origin=origin, citation=citation)


@dataclass(frozen=True)
class Sown:
    """A claim to be planted."""

    text: str
    ground: Passage
    value: str = ""
    warrant: str = "What is reported bears on the question."
    grounded: bool = True


def plant_dossier(bed: Bed, sown: Iterable[Sown], name: str, *, objection_value: str = "") -> DossierFile:
    """A dossier with these claims, one a seat, and an unanswered objection to the first where a value is given."""
    run = open_run(bed.store, JOB, {"name": name, "pack": bed.pack.content}, clock=bed.clock)
    clerk = Clerk(bed.store, bed.models, run=run, clock=bed.clock)
    moved = motion(bed.pack.sample_question)
    question = ValueInput(role="question", value=bed.pack.sample_question)
    entry = clerk.compute("motion", moved.json_value, question, rule="motion")
    seats = tuple(sorted(bed.pack.perspectives, key=lambda seat: seat.id))
    claims = [_claim(clerk, name, seat, one, entry) for seat, one in zip(seats, sown, strict=False)]
    drafts = tuple(_draft(claim, entry) for claim in claims)
    evaluated = (_objection(claims[0], seats[-1], objection_value),) if objection_value else ()
    wrong = frozenset(bed.corpus.unverified(list(cited(drafts, evaluated))))
    mediation = Mediation(
        motion=moved,
        motion_entry=entry.key,
        seats=seats,
        seating=seating(seats, stakeholders=bed.pack.stakeholders, values=[v.id for v in bed.pack.values]),
        drafts=drafts,
        evaluated=evaluated,
        unverified=wrong,
        pluralism=pluralism(drafts),
        synthesis=synthesise(seats, claims_of(drafts), evaluated, unverified=wrong),
    )
    entries = tuple(entry_of(bed.store, key) for key in bed.store.members(run))
    spec = DeliberateSpec.model_validate({**bed.setting(), "question": bed.pack.sample_question, "seats": seats})
    dossier = dossier_of(mediation, spec, bed.pack, entries)
    return DossierFile(run, run, spec, bed.pack, mediation, dossier, entries)


def _claim(clerk: Clerk, name: str, seat: Perspective, sown: Sown, moved: Entry) -> Claim:
    said = {"name": name, "seat": seat.id, "claim": sown.text, "ground": str(sown.ground.pointer)}
    entry = clerk.compute("planted claim", lambda: said, ValueInput(role="planted", value=said), rule="planting")
    grounds = (sown.ground.pointer,) if sown.grounded else ()
    return Claim(
        id=claim_id(seat.id, entry.key),
        seat=seat.id,
        position=Position(seat=seat.id, stance="affirm_whole", text=str(moved.answer["affirmed"]), entry=moved.key),
        parts=Toulmin(claim=sown.text, grounds=grounds, warrant=sown.warrant),
        ground=sown.ground,
        scheme=SCHEME,
        value=sown.value or seat.ranking[0][0],
        entry=entry.key,
    )


def _draft(claim: Claim, moved: Entry) -> Draft:
    position = claim.position
    proposal = Proposal(position=position.text, grounds=(claim.ground,), entry=moved.key)
    return Draft(
        seat=claim.seat,
        position=position,
        refined=Refined(proposal=proposal, scores=(), stopped="round limit"),
        claims=(claim,),
        offered=Offered(entry=moved.key, passages=()),
    )


def _objection(claim: Claim, critic: Perspective, value: str) -> Evaluated:
    """A material objection to the claim's conclusion that speaks for a value and was not answered."""
    pressed = next(one for one in scheme(SCHEME).questions if one.needs_reason)
    name = digest([claim.id, value])[3:13]
    commitment = Commitment(
        id=f"commitment-{name}",
        seat=claim.seat,
        claim=claim.id,
        question=pressed.text,
        answer="in part",
        entry=claim.entry,
    )
    objection = Objection(
        id=f"objection-{name}",
        seat=critic.id,
        claim=claim.id,
        type="value_conflict",
        question=pressed.id,
        text=pressed.text,
        evidence=(),
        value=value,
        commitment=commitment,
        entry=claim.entry,
    )
    return Evaluated(objection=objection, scores={"planted": FULL}, entries=())


def without_slot(file: CaseFile, component: str) -> tuple[CaseFile, str]:
    """The case without its first slot of this component, and the syllogism that now lacks it."""
    gone = next(slot for slot in file.case.slots if slot.component == component)
    kept = tuple(slot for slot in file.case.slots if slot is not gone)
    return replace(file, case=file.case.model_copy(update={"slots": kept})), gone.group


def with_step(file: CaseFile, slot: str, step: str, value: str) -> CaseFile:
    """The case with one step of a calculation stated otherwise."""
    held = file.slots[slot]
    assert held.calculated
    steps = tuple(one.model_copy(update={"value": value}) if one.name == step else one for one in held.calculated.steps)
    stated = held.calculated.model_copy(update={"steps": steps})
    spoilt = held.model_copy(update={"calculated": stated, "analytic": stated.text})
    slots = tuple(spoilt if one.id == slot else one for one in file.case.slots)
    return replace(file, case=file.case.model_copy(update={"slots": slots}))
