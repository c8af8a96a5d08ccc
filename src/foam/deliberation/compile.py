"""Makes the dossier of a mediation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from foam.deliberation.dossier import (
    ClaimNode,
    CommitmentNode,
    Dossier,
    EvidenceNode,
    ModelUse,
    Node,
    ObjectionNode,
    PerspectiveNode,
    PositionNode,
    ResponseNode,
    WarrantNode,
)
from foam.deliberation.draft import Claim, SeatDraft
from foam.deliberation.evaluate import EvaluatedObjection, Response
from foam.deliberation.loop import Mediation, list_cited
from foam.deliberation.summary import summarise
from foam.job.answers import read_cautions
from foam.job.clerk import read_answer
from foam.pack.pack import Pack
from foam.record.entry import Entry
from foam.text.pointer import Pointer


def compile_dossier(
    mediation: Mediation,
    *,
    pack: Pack,
    corpus: str,
    protocol: str,
    protocol_reason: str,
    entries: Iterable[Entry],
) -> Dossier:
    """The dossier of a mediation. `entries` are the run's: they tell who decided, and what to be careful of."""
    members = tuple(entries)
    sublation = mediation.synthesis.sublation
    return Dossier(
        question=mediation.motion.question,
        affirmed=mediation.motion.affirmed,
        denied=mediation.motion.denied,
        protocol=protocol,
        protocol_reason=protocol_reason,
        pack=pack.name,
        notice=pack.notice_on(corpus),
        corpus=corpus,
        recommendation=mediation.synthesis.recommendation,
        summary=summarise(mediation),
        consensus_core=sublation.consensus_core,
        conditional_claims=sublation.conditional_claims,
        dissent_memo=sublation.dissent_memo,
        fallen=sublation.fallen,
        nodes=tuple(_make_nodes(mediation)),
        seating=mediation.seating,
        pluralism=mediation.pluralism,
        cautions=_list_cautions(mediation, members),
        deciders=_list_deciders(members),
        sublation=sublation,
    )


def make_evidence_id(pointer: Pointer) -> str:
    """The node id of a cited sentence."""
    return f"evidence-{pointer.document[:10]}-s{pointer.sentence}"


def _make_nodes(mediation: Mediation) -> Iterator[Node]:
    yield from (PerspectiveNode(id=f"seat-{seat.id}", perspective=seat) for seat in mediation.seats)
    yield from (_make_position(draft) for draft in mediation.drafts)
    yield from _make_evidence(mediation)
    for claim in mediation.claims:
        yield WarrantNode(
            id=_make_warrant_id(claim), entry=claim.entry, claim=claim.id, scheme=claim.scheme, text=claim.parts.warrant
        )
        yield _make_claim(claim, mediation)
    for evaluated in mediation.evaluated:
        yield from _make_objection(evaluated, mediation)


def _make_position(draft: SeatDraft) -> PositionNode:
    position = draft.position
    return PositionNode(
        id=f"position-{draft.seat}",
        entry=position.entry,
        seat=draft.seat,
        stance=position.stance,
        direction=position.direction,
        text=position.text,
        refinement=draft.refined.scores,
        stopped=draft.refined.stopped,
    )


def _make_evidence(mediation: Mediation) -> Iterator[EvidenceNode]:
    """Every cited sentence, once."""
    once = {passage.pointer: passage for passage in list_cited(mediation.drafts, mediation.evaluated)}
    for pointer, passage in once.items():
        yield EvidenceNode(
            id=make_evidence_id(pointer),
            pointer=pointer,
            text=passage.text,
            cite=passage.cite,
            verified=pointer not in mediation.unverified,
        )


def _make_warrant_id(claim: Claim) -> str:
    return claim.id.replace("claim", "warrant", 1)


def _make_claim(claim: Claim, mediation: Mediation) -> ClaimNode:
    standing = mediation.synthesis.sublation.standing(claim.id)
    against = [e for e in mediation.evaluated if e.objection.claim == claim.id and e.material]
    qualified = any(e.response and e.response.move == "qualify" for e in against)
    return ClaimNode(
        id=claim.id,
        entry=claim.entry,
        seat=claim.seat,
        position=f"position-{claim.seat}",
        direction=claim.position.direction,
        text=claim.parts.claim,
        grounds=tuple(make_evidence_id(pointer) for pointer in claim.parts.grounds),
        warrant=_make_warrant_id(claim),
        qualifier="in some cases" if qualified else claim.parts.qualifier,
        rebuttal=" ".join(e.objection.id for e in against),
        value=claim.value,
        flag=claim.flag,
        place=standing.place,
        accepted_by=standing.accepted_by,
        strength=standing.strength,
    )


def _make_objection(evaluated: EvaluatedObjection, mediation: Mediation) -> Iterator[Node]:
    objection = evaluated.objection
    fate = next(fate for fate in mediation.synthesis.fates if fate.objection == objection.id)
    yield ObjectionNode(
        id=objection.id,
        entry=objection.entry,
        seat=objection.seat,
        claim=objection.claim,
        type=objection.type,
        question=objection.question,
        text=objection.text,
        evidence=tuple(make_evidence_id(passage.pointer) for passage in objection.evidence),
        value=objection.value,
        materiality=evaluated.materiality,
        scores=evaluated.scores,
        fate=fate,
        response=evaluated.response.id if evaluated.response else "",
        commitment=objection.commitment.id,
    )
    yield CommitmentNode(**objection.commitment.model_dump())
    if evaluated.response:
        yield _make_response(evaluated.response, objection.id)


def _make_response(response: Response, objection: str) -> ResponseNode:
    return ResponseNode(
        id=response.id,
        entry=response.entry,
        seat=response.seat,
        objection=objection,
        move=response.move,
        evidence=tuple(make_evidence_id(passage.pointer) for passage in response.evidence),
        adequacy=response.adequacy,
    )


def _list_cautions(mediation: Mediation, entries: Iterable[Entry]) -> tuple[str, ...]:
    warned = set(chain.from_iterable(read_cautions(entry) for entry in entries))
    flags = [f"{claim.seat}: a claim {claim.flag}" for claim in mediation.claims if claim.flag]
    silent = [f"{draft.seat} found no evidence" for draft in mediation.drafts if not draft.claims]
    collapsed = ["the seats spoke with nearly one voice"] if mediation.pluralism.collapsed else []
    alone = ["only one seat spoke, and nobody objected"] if len(mediation.drafts) == 1 else []
    return (*sorted(warned), *flags, *silent, *collapsed, *alone)


def _list_deciders(entries: Iterable[Entry]) -> tuple[ModelUse, ...]:
    """What each model was asked, by its id and version."""
    groups: dict[tuple[str, str], list[Entry]] = {}
    for entry in entries:
        if entry.draft.decider.type == "model" and not entry.draft.kind.endswith(".failed"):
            groups.setdefault((entry.draft.decider.id, entry.draft.decider.version), []).append(entry)
    return tuple(_describe_use(decider, version, group) for (decider, version), group in sorted(groups.items()))


def _describe_use(decider: str, version: str, entries: list[Entry]) -> ModelUse:
    answers = [read_answer(entry) for entry in entries]
    stated = [answer.confidence for answer in answers if answer.confidence is not None]
    return ModelUse(
        decider=decider,
        version=version,
        roles=tuple(sorted({str(entry.draft.question["role"]) for entry in entries})),
        questions=len(entries),
        methods=tuple(sorted({answer.method for answer in answers})),
        least_confidence=min(stated, default=None),
    )
