"""The dossier as a document: the answer first, then the record. The same blocks serve every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from foam.deliberation.alike import SameConditions
from foam.deliberation.condition import introduce_condition
from foam.deliberation.corrected import tell_stale
from foam.deliberation.dossier import (
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.naming import join_seats
from foam.deliberation.objection import CHALLENGE_ID
from foam.deliberation.position import SAID, tell_condition
from foam.deliberation.views.diagram import draw_mediation
from foam.deliberation.views.findings import show_findings, show_slips
from foam.deliberation.views.links import cite_evidence, link_claim, say_whose
from foam.deliberation.views.open import show_open, show_struck
from foam.deliberation.views.telling import show_telling
from foam.deliberation.views.third_way import show_third_way
from foam.deliberation.views.weights import show_weights
from foam.deliberation.views.words import (
    FELL,
    TONES,
    describe_acts,
    describe_fate,
    describe_place,
    describe_pluralism,
    describe_response,
    describe_side,
    describe_sustained,
    find_corrected,
    is_challenged_away,
    is_said_by,
    list_claim_nodes,
    list_objections,
    mark_figures,
    name_backers,
    read_on,
)
from foam.paper import (
    Anchor,
    Article,
    Badge,
    Block,
    Bullets,
    Callout,
    Figure,
    Heading,
    Link,
    Paper,
    Paragraph,
    Quote,
    Row,
    Table,
    Text,
    code,
    compose,
    emphasis,
    section,
    strong,
)
from foam.semantics.sublation import Fallen
from foam.text.evidence import find_left_out
from foam.text.listed import describe_lead


@compose.register
def compose_dossier(dossier: Dossier) -> Paper:
    """The whole document."""
    footer = (
        "Advisory: people decide. Quotations were assembled by code from sentence ids; quotation marks, dashes and "
        "white space are set alike in all of them. "
        f"Pack {dossier.pack}; corpus {dossier.corpus}."
    )
    return Paper(title=dossier.question, blocks=tuple(blocks(dossier)), footer=footer, contents=True)


def blocks(dossier: Dossier) -> Iterator[Block]:
    """What the document says, in order; each node of the dossier stands under its own id."""
    yield from (Paragraph(content=sentence, style="lead") for sentence in dossier.summary)
    if dossier.cautions:
        yield Callout(title="Read with care", blocks=(Bullets(items=dossier.cautions),), tone="amber")
    if dossier.notice:
        yield Paragraph(content=emphasis(dossier.notice), style="meta")
    yield from show_findings(dossier)
    yield from _show_missing(dossier)
    yield from show_telling(dossier)
    yield from show_third_way(dossier)
    yield Heading(text="Facts nobody disputes", id="facts")
    yield from _list_items([(*say_whose(dossier, one), *cite_evidence(dossier, one)) for one in dossier.facts])
    yield Heading(text="Reasons for", id="for")
    yield from _list_items([_link_reason(dossier, claim) for claim in dossier.reasons_for])
    yield Heading(text="Reasons against", id="against")
    yield from _list_items([_link_reason(dossier, claim) for claim in dossier.reasons_against])
    yield from _show_conditions(dossier)
    yield Heading(text="Open", id="open")
    yield from show_open(dossier)
    yield from show_struck(dossier)
    fallen = [*_list_fallen(dossier)]
    if fallen:
        yield Heading(text="Reasons that fell, or were put in other words", id="fell")
        yield from _list_items(fallen)
    yield Heading(text="Put forward, not shown to bear on the question", id="not-shown")
    yield from _list_items([link_claim(dossier, claim) for claim in dossier.not_shown])
    yield Heading(text="How each seat weighs the reasons", id="weights")
    yield from show_weights(dossier, partial(link_claim, dossier))
    yield Heading(text="Positions", id="positions")
    yield _show_positions(dossier)
    yield from _show_told(dossier)
    yield Heading(text="Every claim", id="claims")
    quoted: set[str] = set()
    for claim in list_claim_nodes(dossier):
        yield _show_claim(dossier, claim, quoted)
    if not list_claim_nodes(dossier):
        yield Paragraph(content="None.")
    yield from show_slips(dossier)
    yield Heading(text="The mediation graph", id="graph")
    yield Figure(chart=draw_mediation(dossier))
    yield Heading(text="Who decided", id="who")
    yield from _show_deciders(dossier)


def _list_items(items: list[tuple[object, ...]]) -> Iterator[Block]:
    yield Bullets(items=tuple(items)) if items else Paragraph(content="None.")


def _show_missing(dossier: Dossier) -> Iterator[Block]:
    """What could not be worked out: what to bring, before anything else."""
    if dossier.missing:
        yield Heading(text="What is missing", id="missing")
        yield Bullets(items=tuple(f"{one.title}: {', '.join(one.missing)}" for one in dossier.missing))


def _show_conditions(dossier: Dossier) -> Iterator[Block]:
    """Under which conditions seats answer, and which conditions stand; nothing where there are none."""
    names = dossier.seat_names
    seats = [
        (strong(f"{names[one.seat]}: "), tell_condition(one.direction, one.condition))
        for one in _list_positions(dossier)
        if one.condition
    ]
    answers = {one.seat: SAID[one.direction] for one in _list_positions(dossier)}
    claims: list[tuple[object, ...]] = []
    for claim in dossier.claims:
        if claim.id in dossier.conditions:
            setters = [f"{names[seat]}, who answers {answers[seat]}" for seat in claim.brought_by if seat in answers]
            told = f"{claim.condition}; it rests on: " if claim.condition else "only as far as this allows: "
            whose = f": set by {'; '.join(setters)}" if setters else ""
            lead = introduce_condition(dossier.question, dossier.recommendation.outcome, claim.condition_of)
            claims.append((strong(f"{lead}: "), told, *link_claim(dossier, claim.id), whose))
    if seats or claims:
        yield Heading(text="Conditions", id="conditions")
        yield Bullets(items=(*claims, *seats, *(_tell_alike(dossier, one) for one in dossier.same_conditions)))


def _tell_alike(dossier: Dossier, one: SameConditions) -> tuple[object, ...]:
    """Conditions that come to the same, each linked to the answer or claim that sets it."""
    links: list[object] = []
    for each in one.members:
        links += ["; "] if links else []
        links.append(Link(text=each.words, to=each.node))
    return (strong("Come to the same in practice: "), *links, " ", emphasis(f"Because: {one.because}"))


def _list_positions(dossier: Dossier) -> list[PositionNode]:
    return [node for node in dossier.nodes if isinstance(node, PositionNode)]


def _list_fallen(dossier: Dossier) -> Iterator[tuple[object, ...]]:
    reworded = {claim.revises: claim for claim in dossier.claims if claim.revises}
    for one in dossier.fallen:
        now = reworded.get(one.claim) or find_corrected(dossier, one.claim)
        why = FELL["challenged"] if is_challenged_away(dossier, one.claim) else _tell_fall(dossier, one)
        became = (": now ", Link(text=now.text, to=now.id)) if now else (f": {why}",)
        yield (*link_claim(dossier, one.claim), *became)


def _tell_fall(dossier: Dossier, one: Fallen) -> str:
    """Why a reason fell; of one that several seats brought, who took it back."""
    found = (dossier.find_node(objection.response) for objection in list_objections(dossier, one.claim))
    seats = {node.seat for node in found if isinstance(node, ResponseNode) and node.move == "concede"}
    if one.why != "withdrawn" or not seats:
        return FELL[one.why]
    return f"{join_seats(dossier.seat_names, sorted(seats))} took it back"


def _link_reason(dossier: Dossier, claim: str) -> tuple[object, ...]:
    """A reason, and why it bears on the question where a seat wrote that: a fact may be a reason for either side."""
    node = dossier.find_node(claim)
    warrant = dossier.find_node(node.warrant) if isinstance(node, ClaimNode) and node.voice == "written" else None
    because = (f" – {warrant.text}",) if isinstance(warrant, WarrantNode) else ()
    put = node.qualifier if isinstance(node, ClaimNode) and node.qualifier != "certainly" else ""
    certain = (Text(text=f" [{put}]", look="small"),) if put else ()
    return (*link_claim(dossier, claim), *certain, *because)


def _show_positions(dossier: Dossier) -> Table:
    rows = [
        Row(
            id=node.id,
            cells=(
                (Anchor(id=f"seat-{node.seat}"), strong(dossier.seat_names[node.seat])),
                mark_figures(dossier, node.text),
                ", ".join(f"{score:.1f}" for score in node.refinement) or "–",
                node.stopped,
            ),
        )
        for node in _list_positions(dossier)
    ]
    return Table(head=("Seat", "Position", "Refinement scores", "Stopped by"), rows=rows)


def _show_told(dossier: Dossier) -> Iterator[Block]:
    """Each seat's own account of what it stands behind, and what was held against it while it drafted."""
    for node in _list_positions(dossier):
        if node.why:
            why = Paragraph(content=mark_figures(dossier, node.why))
            yield from section(f"Why {dossier.seat_names[node.seat]} answers so", (why,), level=2)
        if node.criticism:
            pairs = zip(node.refinement, (mark_figures(dossier, said) for said in node.criticism), strict=True)
            held = tuple(f"round {n}, score {score:.1f}: {said}" for n, (score, said) in enumerate(pairs, start=1))
            yield Paragraph(content=emphasis("What a critic held against the draft, the strongest of each round:"))
            yield Bullets(items=held)
        said = [one for one in node.told if is_said_by(dossier, node.seat, one.claim)]
        items = tuple((f"{mark_figures(dossier, one.text)} [", Link(text="in full", to=one.claim), "]") for one in said)
        if items:
            yield from section(f"What {dossier.seat_names[node.seat]} says", (Bullets(items=items),), level=2)


def _show_claim(dossier: Dossier, claim: ClaimNode, quoted: set[str]) -> Article:
    """A claim with its grounds, its warrant and every objection to it."""
    warrant = dossier.find_node(claim.warrant)
    backed = f"{'backed by ' if claim.backers else ''}{name_backers(dossier, claim)}"
    about = f"; {describe_side(claim)}; {backed}; {claim.qualifier}; promotes {claim.value}; "
    left = f"strength against what was objected {claim.strength:.2f}; " if claim.accepted_by else ""
    own = [name for name in claim.grounds if name not in (*claim.defence, *claim.left_behind)]
    blocks: list[Block] = [
        Heading(text=claim.text, level=2),
        Paragraph(
            content=(Badge(text=describe_place(dossier, claim), tone=TONES[claim.place]), about, left, code(claim.id)),
            style="meta",
        ),
        *_show_history(claim),
        *_show_stale(dossier, claim),
        *_show_quotes(dossier, own, quoted),
        *_show_left_behind(dossier, claim),
        *_show_defence(dossier, claim, quoted),
        *_show_sources(dossier, claim),
    ]
    if isinstance(warrant, WarrantNode):
        scheme = warrant.scheme.replace("_", " ")
        before = (" Before it was narrowed: ", Text(text=warrant.earlier, look="delete")) if warrant.earlier else ()
        blocks.append(Paragraph(content=(strong("Warrant"), f" ({scheme}): {warrant.text}", *before), id=warrant.id))
    if claim.unless:
        blocks.append(Paragraph(content=(strong("Unless"), f" {claim.unless}")))
    blocks.append(_show_support(dossier, claim))
    blocks += [_show_objection(dossier, objection, quoted) for objection in list_objections(dossier, claim.id)]
    return Article(blocks=tuple(blocks), id=claim.id, tone=TONES[claim.place])


def _show_history(claim: ClaimNode) -> Iterator[Block]:
    """How the claim read before it was qualified, struck through."""
    for earlier in claim.earlier:
        yield Paragraph(content=(strong("Before it was narrowed:"), " ", Text(text=earlier, look="delete")))


def _show_stale(dossier: Dossier, claim: ClaimNode) -> Iterator[Block]:
    """That a figure of the claim as it reads, or of its warrant, was corrected since."""
    warrant = dossier.find_node(claim.warrant)
    said = f"{claim.text} {warrant.text}" if isinstance(warrant, WarrantNode) else claim.text
    told = tell_stale(dossier.corrected, said)
    if told:
        yield Paragraph(content=emphasis(f"{told[:1].upper()}{told[1:]}."))


def _show_left_behind(dossier: Dossier, claim: ClaimNode) -> Iterator[Block]:
    """What the claim was put forward on, where it does not bear the words to which the claim was narrowed."""
    if claim.left_behind:
        yield Paragraph(content=strong("Does not bear the claim as it now reads"))
        yield Bullets(items=tuple(cite_evidence(dossier, node_id) for node_id in claim.left_behind))


def _show_defence(dossier: Dossier, claim: ClaimNode, quoted: set[str]) -> Iterator[Block]:
    """What its side brought for it in reply to an objection."""
    if claim.defence:
        yield Paragraph(content=strong("Brought in its defence"))
        yield from _show_quotes(dossier, claim.defence, quoted)


def _show_sources(dossier: Dossier, claim: ClaimNode) -> Iterator[Block]:
    """What a computed fact was worked out from."""
    if claim.working:
        yield Paragraph(content=strong("Working"))
        yield Bullets(items=tuple(cite_evidence(dossier, node_id) for node_id in claim.working))
    if claim.sources:
        yield Paragraph(content=strong("Worked out from"))
        yield Bullets(items=tuple(cite_evidence(dossier, node_id) for node_id in claim.sources))


def _show_support(dossier: Dossier, claim: ClaimNode) -> Paragraph:
    """What the gate found, and how the claim is tied to others."""
    node = dossier.find_node(claim.support)
    assert isinstance(node, SupportNode)
    shown = {"for": "for the motion", "against": "against it", "condition": "it sets a condition"}.get(node.side)
    found = f" {shown}, {node.strength * 10:.0f} of 10 by itself" if shown else f" {node.why}"
    ties: list[object] = []
    if claim.same_point_as:
        ties += ["; same point as ", Link(text=claim.same_point_as, to=claim.same_point_as)]
    if claim.counted_with:
        ties += ["; since one of the two was narrowed, it makes the point of "]
        ties += [Link(text=claim.counted_with, to=claim.counted_with), ": for each seat the heavier of them counts"]
    if claim.revises:
        ties += ["; put in place of ", Link(text=claim.revises, to=claim.revises)]
    because = (" ", emphasis(f"Because: {node.reasons}")) if node.reasons else ()
    return Paragraph(content=(strong("Does it bear on the question?"), found, *ties, *because), id=node.id)


def _show_objection(dossier: Dossier, objection: ObjectionNode, quoted: set[str]) -> Article:
    appointed = " (appointed)" if objection.appointed else ""
    about = f" ({objection.type.replace('_', ' ')}, {objection.question}): {mark_figures(dossier, objection.text)}"
    declined = f" (not judged: {', '.join(objection.declined)})" if objection.declined else ""
    fate = describe_fate(dossier, objection)
    scored = f"Materiality {objection.materiality:.1f} of 10{declined}; {fate}; "
    if objection.id.startswith(CHALLENGE_ID):
        scored = f"{describe_sustained(fate)}; "
    blocks: list[Block] = [
        Paragraph(
            content=(
                Anchor(id=objection.commitment),
                strong(f"Objection of {_join_names(dossier, objection.raised_by)}{appointed}"),
                about,
            )
        ),
        *([Paragraph(content=f"Against the words “{objection.struck}”.", style="meta")] if objection.struck else []),
        Paragraph(content=(scored, code(objection.id)), style="meta"),
        *([Paragraph(content=emphasis(f"Because: {objection.reasons}"))] if objection.reasons else []),
        *_show_quotes(dossier, objection.evidence, quoted),
    ]
    response = dossier.find_node(objection.response)
    if objection.reply:
        blocks.append(Paragraph(content=(strong("Reply:"), f" {mark_figures(dossier, objection.reply)}")))
    if isinstance(response, ResponseNode):
        blocks.append(
            Paragraph(content=(strong("Response:"), f" {describe_response(dossier, response)}"), id=response.id)
        )
        blocks += _show_quotes(dossier, response.evidence, quoted)
    return Article(blocks=tuple(blocks), id=objection.id)


def _show_quotes(dossier: Dossier, cited: Iterable[str], quoted: set[str]) -> Iterator[Quote]:
    """The cited sentences. A sentence cited twice is linked to where it is quoted first."""
    for name in cited:
        node = dossier.find_node(name)
        assert isinstance(node, EvidenceNode)
        unproven = () if node.verified else (" ", strong("not verified"))
        told = (node.heading and f"heading of its table: {node.heading}", describe_lead(node.under))
        under = tuple(f"; {one}" for one in told if one)
        where = (f"{node.cite} " if node.cite else "", code(node.pointer.brief()))
        cite = (*where, *unproven, *under, *_show_left_out(node), read_on(dossier, node))
        yield Quote(content=node.text, cite=cite, id="" if name in quoted else name)
        quoted.add(name)


def _show_left_out(node: EvidenceNode) -> tuple[str | Text, ...]:
    """What the judge does not read as evidence: words after a chat marker, sentences in another language."""
    left = find_left_out(node.text)
    return (" ", strong("not read as evidence:"), f" {' '.join(left)}") if left else ()


def _show_deciders(dossier: Dossier) -> Iterator[Block]:
    rows = [
        (
            f"{use.decider} {use.version}",
            ", ".join(use.roles) + (f"; seats: {_join_names(dossier, use.seats)}" if use.seats else ""),
            str(use.questions),
            ", ".join(use.methods),
            "–" if use.least_confidence is None else f"{use.least_confidence:.2f}",
        )
        for use in dossier.deciders
    ]
    yield Table(head=("Model", "Roles", "Questions", "Methods", "Least confidence"), rows=rows)
    if dossier.acts.asked:
        yield Paragraph(content=describe_acts(dossier))
    differ = describe_pluralism(dossier)
    told = f"{differ[:1].upper()}{differ[1:]}"
    yield Paragraph(content=f"Protocol: {dossier.protocol} ({dossier.protocol_reason}). {told}.")


def _join_names(dossier: Dossier, seats: tuple[str, ...]) -> str:
    return join_seats(dossier.seat_names, seats, "–")
