"""Makes the dossier of a mediation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from foam.deliberation.cited import list_cited
from foam.deliberation.claim import Claim
from foam.deliberation.condition import list_answers, state_condition
from foam.deliberation.dossier import (
    ClaimNode,
    ClaimPlace,
    CommitmentNode,
    ContestedFact,
    Dossier,
    EvidenceNode,
    FileFinding,
    Missing,
    Node,
    ObjectionNode,
    PerspectiveNode,
    PositionNode,
    RefusedReply,
    ResponseNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.draft import SeatDraft
from foam.deliberation.loop import Mediation, brings
from foam.deliberation.model_use import list_deciders, name_one_model, name_speakers
from foam.deliberation.naming import name_seats
from foam.deliberation.objection import EvaluatedObjection, Objection, Response
from foam.deliberation.points import Conflict
from foam.deliberation.summary import summarise
from foam.deliberation.telling import tell_reasons
from foam.deliberation.undisputed import list_said, list_undisputed
from foam.evidence.corpus import Passage
from foam.job.acts import count_acts
from foam.job.answers import read_cautions
from foam.pack.pack import Pack
from foam.perspective.policy import Source
from foam.record.entry import Decider, Entry
from foam.text.pointer import Pointer

EVIDENCE_ID = "evidence-"
"""What the node id of a cited sentence begins with."""


def compile_dossier(
    mediation: Mediation,
    *,
    pack: Pack,
    corpus: str,
    protocol: str,
    protocol_reason: str,
    entries: Iterable[Entry],
    models: Mapping[str, Decider] | None = None,
) -> Dossier:
    """The dossier of a mediation. `entries` are the run's: they tell who decided, and what to be careful of. `models`
    are the run's, by role and by seat: they tell which seat spoke with which."""
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
        told=mediation.told,
        facts=tuple(map(make_evidence_id, facts := list_undisputed(mediation))),
        facts_said=tuple(map(make_evidence_id, list_said(mediation, facts))),
        reasons_for=mediation.synthesis.list_core(mediation.claims, "affirmed"),
        reasons_against=mediation.synthesis.list_core(mediation.claims, "denied"),
        conditions=mediation.synthesis.recommendation.conditions,
        same_conditions=mediation.alike_conditions,
        contested_facts=tuple(map(_make_contested, mediation.conflicts)),
        struck_conflicts=tuple(map(_make_contested, mediation.struck_conflicts)),
        corrected=mediation.figures_corrected,
        missing=tuple(Missing(title=one.title, missing=one.missing) for one in mediation.lacking),
        findings=tuple(_list_file_findings(mediation)),
        not_shown=tuple(claim.id for claim in mediation.not_shown),
        unexamined=tuple(c.id for c in mediation.claims if c.counts and c.id not in mediation.synthesis.examined),
        conditional_claims=sublation.conditional_claims,
        dissent_memo=sublation.dissent_memo,
        fallen=sublation.fallen,
        weights=mediation.synthesis.weights,
        nodes=tuple(_make_nodes(mediation)),
        seating=mediation.seating,
        pluralism=mediation.pluralism,
        cautions=list_cautions(mediation, members),
        deciders=list_deciders(members, name_speakers(mediation, models or {})),
        acts=count_acts(members),
        sublation=sublation,
    )


def make_evidence_id(pointer: Pointer) -> str:
    """The node id of a cited sentence."""
    return f"{EVIDENCE_ID}{pointer.document[:10]}-s{pointer.sentence}"


def _make_nodes(mediation: Mediation) -> Iterator[Node]:
    yield from (PerspectiveNode(id=f"seat-{seat.id}", perspective=seat) for seat in mediation.seats)
    yield from (_make_position(draft, mediation) for draft in mediation.drafts)
    yield from _make_evidence(mediation)
    for claim in mediation.claims:
        yield WarrantNode(
            id=make_part_id(claim.id, "warrant"),
            entry=claim.labels[0] if claim.labels else claim.entry,
            claim=claim.id,
            scheme=claim.scheme,
            text=claim.warrant,
            earlier=claim.parts.warrant if claim.warrant_now else "",
        )
        yield SupportNode(
            id=make_part_id(claim.id, "support"),
            entry=claim.support.entries[0] if claim.support.entries else "",
            claim=claim.id,
            side=claim.support.side,
            strength=claim.support.strength,
            why=claim.support.why,
            reasons=claim.support.reasons,
        )
        yield _make_claim(claim, mediation)
    for evaluated in mediation.evaluated:
        yield from _make_objection(evaluated, mediation)


def _make_position(draft: SeatDraft, mediation: Mediation) -> PositionNode:
    position = draft.position
    seat = next(seat for seat in mediation.seats if seat.id == draft.seat)
    against = [(e.objection.claim, e.objection.text) for e in mediation.evaluated if e.strikes]
    return PositionNode(
        id=f"position-{draft.seat}",
        entry=position.entry,
        seat=draft.seat,
        stance=position.stance,
        direction=position.direction,
        text=position.text,
        why=position.why,
        condition=position.condition,
        voice=position.voice,
        criticism=tuple(f"{one.part}: {one.text}" for one in draft.criticism),
        refinement=draft.refined.scores,
        stopped=draft.refined.stopped,
        told=tell_reasons(
            seat, mediation.held, against, own={one.id for one in mediation.claims if brings(draft, one)}
        ),
    )


def _make_evidence(mediation: Mediation) -> Iterator[EvidenceNode]:
    """Every cited sentence, once, and what the sources of some go on to say."""
    conflicts = (*mediation.conflicts, *mediation.struck_conflicts)
    cited = list_cited(mediation.claims, mediation.evaluated, conflicts)
    read_on = mediation.read_on
    once = {passage.pointer: passage for passage in chain(cited, mediation.list_read_on())}
    for pointer, passage in once.items():
        yield EvidenceNode(
            id=make_evidence_id(pointer),
            pointer=pointer,
            text=passage.text,
            cite=passage.cite,
            heading=passage.heading,
            under=passage.under,
            verified=pointer not in mediation.unverified,
            by=_find_source(mediation, pointer).by,
            role=_find_source(mediation, pointer).role,
            goes_on=_name_passages(read_on.get(pointer, ())),
        )


def _name_passages(passages: Iterable[Passage]) -> tuple[str, ...]:
    return tuple(make_evidence_id(passage.pointer) for passage in passages)


def _find_source(mediation: Mediation, pointer: Pointer) -> Source:
    return mediation.sources.get(pointer.document, Source(document=pointer.document))


def _list_file_findings(mediation: Mediation) -> Iterator[FileFinding]:
    """What the examination of the file found, with the claim that rests on each."""
    resting = {claim.ground.pointer: claim for claim in mediation.claims}
    for one in mediation.findings:
        if one.found is not None:
            claim = resting.get(one.passage.pointer)
            yield FileFinding(
                id=one.id,
                entry=one.entry,
                pointer=one.passage.pointer,
                finding=one.found,
                claim=claim.id if claim else "",
                follows=one.follows.text if one.follows else "",
                struck=(claim.support.reasons or claim.support.why) if claim and not claim.is_borne_out else "",
            )


def make_part_id(claim: str, part: str) -> str:
    """The node id of a claim's warrant or support."""
    return claim.replace("claim", part, 1)


def _make_claim(claim: Claim, mediation: Mediation) -> ClaimNode:
    against = [e for e in mediation.evaluated if e.objection.claim == claim.id and e.strikes]
    standing = mediation.synthesis.sublation.standing(claim.same_point_as or claim.id) if claim.bears else None
    return ClaimNode(
        id=claim.id,
        entry=claim.entry,
        brought_by=claim.brought_by,
        backers=claim.backers,
        direction=claim.direction,
        text=claim.text,
        earlier=(claim.parts.claim, *claim.wordings)[:-1],
        sets_condition=claim.sets_condition,
        condition=state_condition(claim, list_answers(claim, mediation.drafts)),
        condition_of=claim.support.condition_of,
        grounds=tuple(make_evidence_id(ground.pointer) for ground in (*claim.rests_on, *claim.defence)),
        defence=tuple(make_evidence_id(ground.pointer) for ground in claim.defence),
        left_behind=tuple(make_evidence_id(ground.pointer) for ground in claim.left_behind),
        sources=tuple(make_evidence_id(source.pointer) for source in claim.sources),
        working=tuple(make_evidence_id(step.pointer) for step in claim.working),
        warrant=make_part_id(claim.id, "warrant"),
        support=make_part_id(claim.id, "support"),
        qualifier=claim.qualifier,
        unless=claim.unless,
        backing=claim.parts.backing,
        voice=claim.voice,
        rebuttal=" ".join(e.objection.id for e in against),
        value=claim.value,
        scheme=claim.scheme,
        place=_find_place(claim, mediation),
        same_point_as=claim.same_point_as,
        counted_with=claim.counted_with,
        revises=claim.revises,
        settles=claim.settles,
        examined=claim.id in mediation.synthesis.examined,
        accepted_by=standing.accepted_by if standing else (),
        strength=standing.strength if standing else 0.0,
    )


def _find_place(claim: Claim, mediation: Mediation) -> ClaimPlace:
    if not claim.bears:
        return "not shown"
    if claim.same_point_as:
        return "repeated"
    if any(other.revises == claim.id for other in mediation.claims):
        return "revised"
    place = mediation.synthesis.sublation.standing(claim.id).place
    return "unexamined" if place == "core" and claim.id not in mediation.synthesis.examined else place


def _make_contested(conflict: Conflict) -> ContestedFact:
    sides = {str(one.pointer): make_evidence_id(one.pointer) for one in (conflict.left, conflict.right)}
    left, right = sides.values()
    return ContestedFact(
        id=conflict.id,
        left=left,
        right=right,
        computed=sides.get(conflict.computed, ""),
        spares=conflict.spares,
        struck_by=conflict.struck_by,
        entries=conflict.entries,
    )


def _make_objection(evaluated: EvaluatedObjection, mediation: Mediation) -> Iterator[Node]:
    objection = evaluated.objection
    fate = next(fate for fate in mediation.synthesis.fates if fate.objection == objection.id)
    yield ObjectionNode(
        id=objection.id,
        entry=objection.entry,
        raised_by=objection.raised_by,
        appointed=objection.appointed,
        claim=objection.claim,
        type=objection.type,
        question=objection.question,
        struck=_find_struck(objection, mediation),
        text=objection.text,
        again=objection.again,
        evidence=_name_passages(objection.evidence),
        named_by=objection.named_by,
        value=objection.value,
        materiality=evaluated.materiality,
        scores=evaluated.scores,
        declined=evaluated.declined,
        reasons=evaluated.reasons,
        voice=objection.voice,
        fate=fate,
        fell=evaluated.fell is not None,
        fell_by=_name_passages(evaluated.fell.by if evaluated.fell else ()),
        reply=objection.reply.text if objection.reply and not evaluated.response else "",
        response=evaluated.response.id if evaluated.response else "",
        commitment=objection.commitment.id,
    )
    yield CommitmentNode(**objection.commitment.model_dump())
    if evaluated.response:
        yield _make_response(evaluated.response, objection.id)


def _find_struck(objection: Objection, mediation: Mediation) -> str:
    """The words that an objection was made to, where the claim reads otherwise now."""
    struck = next(one for one in mediation.claims if one.id == objection.claim)
    return (objection.made_to or struck.parts.claim) if struck.wordings else ""


def _make_response(response: Response, objection: str) -> ResponseNode:
    return ResponseNode(
        id=response.id,
        entry=response.entry,
        seat=response.seat,
        objection=objection,
        move=response.move,
        text=response.text,
        wording=response.wording,
        warrant=response.warrant if response.narrows_step else "",
        evidence=_name_passages(response.evidence),
        adequacy=response.adequacy,
        refused=tuple(
            RefusedReply(evidence=_name_passages(one.evidence), text=one.text, side=one.side)
            for one in response.refused
        ),
        revised=response.revised.id if response.revised else "",
        corrected_to=response.corrected_to,
        fell=response.fell is not None,
        fell_by=_name_passages(response.fell.by if response.fell else ()),
    )


def list_cautions(mediation: Mediation, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What a reader has to bear in mind, a clause each."""
    warned = set(chain.from_iterable(read_cautions(entry) for entry in entries))
    names = name_seats(mediation.seats)
    silent = [f"{names[draft.seat]} found no evidence" for draft in mediation.drafts if not draft.grounds]
    wrote = [(draft.seat, claim.id) for draft in mediation.drafts for claim in mediation.claims if brings(draft, claim)]
    turned = [
        f"{names.get(seat, seat)} brought what speaks for the other side: “{claim.text}”"
        for claim in mediation.held
        if claim.direction and not claim.revises
        for seat in claim.brought_by
        if seat not in claim.backers
        and ((seat, claim.id) in wrote if claim.voice == "written" else not claim.same_point_as)
    ]
    collapsed = ["the seats spoke with nearly one voice"] if mediation.pluralism.collapsed else []
    alone = ["only one seat spoke, and nobody objected"] if len(mediation.drafts) == 1 else []
    return (*sorted(warned), *silent, *turned, *collapsed, *alone, *name_one_model(entries))
