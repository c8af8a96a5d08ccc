"""What can be challenged: a dossier or a case, read as parts with ids.

A *part* is anything that has an id and can be pointed at. A *use* is evidence put to work: which argument rests on
which sentences to establish what. Most challenges turn on uses, and a case's cards are uses as much as claims' grounds.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from foam.argument.motion import Motion, parse_resolution
from foam.case.values import Case, CutCard, Slot
from foam.case.write import CaseSpec
from foam.deliberation.claim import Claim
from foam.deliberation.compile import EVIDENCE_ID, make_evidence_id
from foam.deliberation.dossier import (
    ClaimNode,
    CommitmentNode,
    Dossier,
    Node,
    ObjectionNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.examined import Examining
from foam.deliberation.findings import list_read
from foam.deliberation.jobs import DeliberateSpec
from foam.deliberation.loop import Mediation
from foam.deliberation.objection import EvaluatedObjection, Objection
from foam.deliberation.points import Conflict
from foam.evidence.corpus import Passage
from foam.evidence.document import Document
from foam.examination.modelled.read import list_readings
from foam.examination.rules import read_rules
from foam.model.question import Aim
from foam.pack.outlines import SpeechOutline
from foam.pack.pack import Pack
from foam.perspective.node import Perspective
from foam.record.entry import Entry, ValueInput
from foam.text.pointer import Pointer
from foam.values import Value, short

PartKind = Literal[
    "perspective",
    "position",
    "evidence",
    "warrant",
    "support",
    "claim",
    "objection",
    "response",
    "commitment",
    "conflict",
    "frame",
    "slot",
    "group",
    "choice",
    "fact",
    "rule",
    "calculation",
    "application",
    "consideration",
]
_OF_CLAIM = (WarrantNode, SupportNode, ObjectionNode, CommitmentNode)
_SPEAKS = {
    "for": "speaks for the motion",
    "against": "speaks against the motion",
    "condition": "sets the motion a condition",
    "neither": "was not found to speak for either side",
    "unclear": "was not found to speak clearly for either side",
}
FRAME = "frame"
"""The id under which the whole file, its question and its values, can be challenged."""


class Part(Value):
    """One thing that can be pointed at, and how it reads."""

    id: str
    kind: PartKind
    text: str
    entry: str = ""
    """The record entry it was read from, where there is one."""


class Use(Value):
    """Evidence put to work."""

    argument: str
    """The claim, objection, response or slot that rests on it."""
    statement: str
    """What is said on the strength of it, or, for an objection that code worded, what it is to contradict."""
    about: str = ""
    """What the statement is said of, where it cannot be read without it: the claim that an objection is to."""
    sought: str = ""
    """What it has to establish, where that was laid down before the words were."""
    passages: tuple[Passage, ...]
    aim: Aim = "supports"


class Version:
    """A version of something that can be challenged. Printed by its run: the whole content would help nobody."""

    run: str

    @property
    def view(self) -> Dossier | Case:
        """What people read: the dossier or the case."""
        raise NotImplementedError

    @property
    def aliases(self) -> Mapping[str, str]:
        """Other names by which people point at a part, and its id."""
        return {}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({short(self.run)})"


@dataclass(frozen=True, repr=False)
class DossierFile(Version):
    """A version of a deliberation, with all it was computed from."""

    run: str
    root: str
    spec: DeliberateSpec
    pack: Pack
    mediation: Mediation
    dossier: Dossier
    entries: tuple[Entry, ...]
    """What it was computed from."""
    brought: tuple[Document, ...] = ()
    """Documents that challenges have brought so far."""
    struck: tuple[Pointer, ...] = ()
    """Sentences that calculations leave out because a challenge struck them."""

    @property
    def view(self) -> Dossier:
        return self.dossier

    @cached_property
    def parts(self) -> dict[str, Part]:
        known = {node.id: _node_part(node) for node in self.dossier.nodes}
        pairs = {one.id: _conflict_part(one) for one in self.conflicts.values()}
        return {**known, **pairs, FRAME: Part(id=FRAME, kind="frame", text=self.dossier.question)}

    @property
    def aliases(self) -> Mapping[str, str]:
        """What the file itself gives is named by its id or its pointer, as it is printed: the claim that states it."""
        stated = {claim.ground.pointer: claim.id for claim in self.mediation.claims}
        return {
            name: stated[one.passage.pointer]
            for one in self.mediation.findings
            if one.passage.pointer in stated
            for name in (one.id, str(one.passage.pointer), one.passage.pointer.brief())
        }

    @cached_property
    def claims(self) -> dict[str, Claim]:
        return {claim.id: claim for claim in self.mediation.claims}

    @cached_property
    def conflicts(self) -> dict[str, Conflict]:
        """What was taken for a contradiction, what was found to be none among it."""
        return {one.id: one for one in (*self.mediation.conflicts, *self.mediation.struck_conflicts)}

    @cached_property
    def exchanges(self) -> dict[str, EvaluatedObjection]:
        """Objections with their answers, by the objection's id."""
        return {one.objection.id: one for one in self.mediation.evaluated}

    @cached_property
    def uses(self) -> dict[str, tuple[Use, ...]]:
        """The uses that each part has to do with; a sentence with those by what still stands, where there are any."""
        gone = {id for id, one in self.exchanges.items() if self._is_given_up(one.objection.claim)}
        gone |= {one.response.id for id, one in self.exchanges.items() if id in gone and one.response}
        gone |= {id for id in self.claims if self._is_given_up(id)}
        return _indexed([*self._claim_uses(), *self._exchange_uses()], gone)

    def _is_given_up(self, claim: str) -> bool:
        """Whether a claim, as it was worded, is held no more: another may stand in for it."""
        over = (one for one in self.mediation.evaluated if one.objection.claim == claim)
        return any(one.granted is not None and one.granted.gives_up for one in over)

    @cached_property
    def computed(self) -> frozenset[Pointer]:
        """The sentences of computed facts that come out as things stand."""
        return frozenset(one.passage.pointer for one in self.mediation.findings)

    @property
    def examining(self) -> Examining | None:
        """The file that was examined for it, where one was."""
        examined = self.spec.examined
        if not examined:
            return None
        rules = read_rules(self.entries, examined.file)
        return Examining(examined, self.mediation.motion, list_readings(self.entries), rules)

    def find_claim(self, part: Part) -> str:
        """Id of the claim that a part belongs to; empty where it belongs to none."""
        node = self.dossier.find_node(part.id)
        if isinstance(node, ClaimNode):
            return node.id
        return "" if node is None or not isinstance(node, _OF_CLAIM) else node.claim

    def find_defender(self, objection: Objection) -> Perspective | None:
        """The seat that answered an objection's question; None where it is not at the table."""
        return next((seat for seat in self.mediation.seats if seat.id == objection.commitment.seat), None)

    def _claim_uses(self) -> Iterator[Use]:
        """What each claim rests on. A computed fact rests on every sentence that it was worked out from."""
        for claim in self.claims.values():
            if claim.sources:
                read = self._read_from.get(claim.ground.pointer, {})
                yield from (_source_use(claim, source, read.get(source.pointer, "")) for source in claim.sources)
            else:
                yield Use(argument=claim.id, statement=claim.text, passages=claim.rests_on)

    @cached_property
    def _read_from(self) -> dict[Pointer, dict[Pointer, str]]:
        """By the sentence of a computed fact: what each of its sources was read for."""
        entries = {entry.key: entry for entry in self.entries}
        return {one.passage.pointer: list_read(entries[one.entry]) for one in self.mediation.findings}

    def _exchange_uses(self) -> Iterator[Use]:
        """What objections and replies rest on, for what they say; those that fell rest on nothing any more.

        Where code worded them they say nothing of their own: what the sentences are to do is then done to the claim.
        """
        for one in self.mediation.evaluated:
            claim, objection, reply = self.claims[one.objection.claim], one.objection, one.granted
            told = f"An objection to this claim: {claim.parts.claim}"
            if objection.evidence and one.fell is None:
                yield _make_use(
                    objection.id, objection.evidence, _spoken(objection), told, claim.parts.claim, "contradicts"
                )
            if reply and reply.evidence and reply.fell is None:
                told = (
                    f"A reply to this objection: {objection.text}\nThe claim that was objected to: {claim.parts.claim}"
                )
                yield _make_use(reply.id, reply.evidence, reply.text, told, claim.text, "supports")


@dataclass(frozen=True, repr=False)
class CaseFile(Version):
    """A version of a written case, with what it is held to."""

    run: str
    root: str
    spec: CaseSpec
    pack: Pack
    template: SpeechOutline
    case: Case
    documents: dict[str, Document]
    """The documents it cites or reads figures in."""
    entries: tuple[Entry, ...]
    brought: tuple[Document, ...] = ()

    @property
    def view(self) -> Case:
        return self.case

    @cached_property
    def parts(self) -> dict[str, Part]:
        frame = Part(id=FRAME, kind="frame", text=self.case.resolution)
        groups = {g.id: Part(id=g.id, kind="group", text=g.title) for g in self.case.groups}
        choices = {f"choice-{c.branch}": _choice_part(self.case, c.branch) for c in self.case.choices}
        slots = {slot.id: _slot_part(slot) for slot in self.case.slots}
        return {FRAME: frame, **choices, **groups, **slots}

    @property
    def motion(self) -> Motion:
        return parse_resolution(self.spec.resolution)

    @property
    def motion_input(self) -> ValueInput:
        return ValueInput(role="question", value=self.spec.resolution)

    @cached_property
    def slots(self) -> dict[str, Slot]:
        return {slot.id: slot for slot in self.case.slots}

    @cached_property
    def uses(self) -> dict[str, tuple[Use, ...]]:
        return _indexed([_card_use(slot, slot.card, self.documents) for slot in self.case.slots if slot.card])


File: TypeAlias = DossierFile | CaseFile


def _indexed(uses: list[Use], gone: Collection[str] = ()) -> dict[str, tuple[Use, ...]]:
    """Uses by the argument that makes them, by what belongs to it, and by the sentence they rest on; by a sentence
    those of arguments that are gone only where no other rests on it."""
    index: dict[str, tuple[Use, ...]] = {}
    for use in uses:
        names = {use.argument, use.argument.replace("claim-", "warrant-", 1)}
        for name in (*names, *(make_evidence_id(passage.pointer) for passage in use.passages)):
            index[name] = (*index.get(name, ()), use)
    for name, some in index.items():
        stands = tuple(use for use in some if use.argument not in gone)
        if name.startswith(EVIDENCE_ID) and stands:
            index[name] = stands
    return index


def _spoken(objection: Objection) -> str:
    """What an objection says in words of its own; a challenger's are in no question about evidence."""
    return objection.text if objection.voice == "written" else ""


def _make_use(argument: str, passages: tuple[Passage, ...], said: str, told: str, claim: str, aim: Aim) -> Use:
    if said:
        return Use(argument=argument, statement=said, about=told, passages=passages)
    return Use(argument=argument, statement=claim, passages=passages, aim=aim)


def _source_use(claim: Claim, source: Passage, read_for: str) -> Use:
    return Use(argument=claim.id, statement=source.text, sought=read_for, passages=(source,))


def _card_use(slot: Slot, card: CutCard, documents: dict[str, Document]) -> Use:
    """A card's sentences as they stand in the source; the whole of its words where they do not stand there."""
    document = documents.get(card.document)
    inside = document is not None and max(card.sentences, default=0) < len(document.ends)
    said = [document.sentence(n) if document and inside else card.text for n in card.sentences]
    passages = [Passage(pointer=p, text=text, cite=card.cite) for p, text in zip(card.pointers, said, strict=True)]
    return Use(argument=slot.id, statement=card.tag, passages=tuple(passages), sought=slot.seek)


def _node_part(node: Node) -> Part:
    match node.kind:
        case "perspective":
            text = node.perspective.description or node.perspective.role
        case "response":
            text = f"{node.seat}: {node.move}"
        case "commitment":
            text = f"{node.question} {node.answer}"
        case "support":
            text = f"{node.claim} {_SPEAKS[node.side]}{f' ({node.why})' if node.why else ''}"
        case _:
            text = node.text
    return Part(id=node.id, kind=node.kind, text=text, entry=node.entry)


def _conflict_part(conflict: Conflict) -> Part:
    return Part(
        id=conflict.id,
        kind="conflict",
        text=f"“{conflict.left.text}” against “{conflict.right.text}”",
        entry=next(iter(conflict.entries), ""),
    )


def _choice_part(case: Case, branch: str) -> Part:
    choice = next(one for one in case.choices if one.branch == branch)
    text = f"{choice.ask} {', '.join(choice.taken)}"
    return Part(id=f"choice-{branch}", kind="choice", text=text, entry=choice.entry)


def _slot_part(slot: Slot) -> Part:
    return Part(id=slot.id, kind="slot", text=slot.spoken, entry=next(iter(slot.entries.values()), ""))
