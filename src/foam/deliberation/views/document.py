"""The dossier as a document: the answer first, then the record. The same blocks serve every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from foam.deliberation.dossier import (
    ClaimNode,
    ContestedFact,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    SupportNode,
    WarrantNode,
)
from foam.deliberation.naming import join_seats
from foam.deliberation.views.diagram import draw_mediation
from foam.deliberation.views.findings import show_findings
from foam.deliberation.views.telling import show_telling
from foam.deliberation.views.third_way import show_third_way
from foam.deliberation.views.weights import show_weights
from foam.deliberation.views.words import (
    DIRECTIONS,
    FELL,
    PLACES,
    TONES,
    describe_acts,
    describe_condition,
    describe_fate,
    describe_pluralism,
    describe_response,
    describe_standing,
    list_claim_nodes,
    list_objections,
    name_backers,
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
from foam.text.evidence import find_left_out


@compose.register
def compose_dossier(dossier: Dossier) -> Paper:
    """The whole document."""
    footer = (
        "Advisory: people decide. Quotations were assembled by code from sentence ids. "
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
    yield from _list_items([(*_cite(dossier, node_id),) for node_id in dossier.facts])
    yield Heading(text="Reasons for", id="for")
    yield from _list_items([_link_claim(dossier, claim) for claim in dossier.reasons_for])
    yield Heading(text="Reasons against", id="against")
    yield from _list_items([_link_claim(dossier, claim) for claim in dossier.reasons_against])
    yield Heading(text="Open", id="open")
    yield from _show_open(dossier)
    fallen = _list_fallen(dossier)
    if fallen:
        yield Heading(text="Reasons that fell, or were put in other words", id="fell")
        yield from _list_items(fallen)
    yield Heading(text="Put forward, not shown to bear on the question", id="not-shown")
    yield from _list_items([_link_claim(dossier, claim) for claim in dossier.not_shown])
    yield Heading(text="How each seat weighs the reasons", id="weights")
    yield from show_weights(dossier, partial(_link_claim, dossier))
    yield Heading(text="Positions", id="positions")
    yield _show_positions(dossier)
    yield from _show_told(dossier)
    yield Heading(text="Every claim", id="claims")
    quoted: set[str] = set()
    for claim in list_claim_nodes(dossier):
        yield _show_claim(dossier, claim, quoted)
    if not list_claim_nodes(dossier):
        yield Paragraph(content="None.")
    yield Heading(text="The mediation graph", id="graph")
    yield Figure(chart=draw_mediation(dossier))
    yield Heading(text="Who decided", id="who")
    yield from _show_deciders(dossier)


def _list_items(items: list[tuple[object, ...]]) -> Iterator[Block]:
    yield Bullets(items=tuple(items)) if items else Paragraph(content="None.")


def _link_claim(dossier: Dossier, claim: str) -> tuple[object, ...]:
    node = dossier.find_node(claim)
    assert isinstance(node, ClaimNode)
    side = f"{DIRECTIONS[node.direction]}; " if node.direction else ""
    return (Link(text=node.text, to=claim), Text(text=f" ({side}{name_backers(dossier, node)})", look="small"))


def _cite(dossier: Dossier, node_id: str) -> tuple[object, ...]:
    node = dossier.find_node(node_id)
    assert isinstance(node, EvidenceNode)
    said = f"{node.by}; the word of a party" if node.role == "party" else node.by
    where = " ".join(filter(None, (node.cite, node.pointer.brief(), said and f"[{said}]")))
    return (Link(text=f"“{node.text}”", to=node_id), Text(text=f" {where}", look="small"))


def _show_missing(dossier: Dossier) -> Iterator[Block]:
    """What could not be worked out: what to bring, before anything else."""
    if dossier.missing:
        yield Heading(text="What is missing", id="missing")
        yield Bullets(items=tuple(f"{one.title}: {', '.join(one.missing)}" for one in dossier.missing))


def _show_open(dossier: Dossier) -> Iterator[Block]:
    """What the file leaves open: contested facts, conditions, disputes, objections that stand, what nobody examined."""
    parts = {
        "Contested facts": _show_contested(dossier),
        "Depends on what one values": _list_if_any(_list_conditions(dossier)),
        "In dispute": _show_disputes(dossier),
        "Objections that stand": _list_if_any(_list_standing(dossier)),
        "Unexamined": _list_if_any([_link_claim(dossier, claim) for claim in dossier.unexamined]),
    }
    if not any(parts.values()):
        yield Paragraph(content="Nothing is left open.")
    for title, blocks in parts.items():
        if blocks:
            yield from section(title, blocks, level=2)


def _list_if_any(items: list[tuple[object, ...]]) -> tuple[Block, ...]:
    return (Bullets(items=tuple(items)),) if items else ()


def _show_contested(dossier: Dossier) -> tuple[Block, ...]:
    """Both sources side by side."""
    rows = [
        (_cite(dossier, one.left), _cite(dossier, one.right), _say_computed(one)) for one in dossier.contested_facts
    ]
    table = Table(head=("One source", "The other", "Which stands"), rows=rows)
    return (table,) if rows else ()


def _say_computed(fact: ContestedFact) -> str:
    if not fact.computed:
        return "open"
    return "the first: it was worked out" if fact.computed == fact.left else "the other: it was worked out"


def _list_conditions(dossier: Dossier) -> list[tuple[object, ...]]:
    return [
        (*_link_claim(dossier, one.claim), f": stands for {_join_names(dossier, one.accepted_by)}, ",
         strong(describe_condition(one.condition)))
        for one in dossier.conditional_claims
    ]  # fmt: skip


def _show_disputes(dossier: Dossier) -> tuple[Block, ...]:
    rows = [
        (
            _link_claim(dossier, one.claim),
            _join_names(dossier, one.accepted_by),
            _join_names(dossier, one.rejected_by),
            _join_names(dossier, one.undecided_by),
        )
        for one in dossier.dissent_memo
    ]
    head = ("Claim", "Accepted by", "Rejected by", "Undecided")
    return (Table(head=head, rows=rows),) if rows else ()


def _list_standing(dossier: Dossier) -> list[tuple[object, ...]]:
    return [
        (f"{_join_names(dossier, node.raised_by)}: ", Link(text=describe_standing(dossier, node), to=node.id),
         f" (against {node.claim}; {describe_fate(dossier, node)})")
        for node in dossier.nodes
        if isinstance(node, ObjectionNode) and node.fate.type == "dissent"
    ]  # fmt: skip


def _list_fallen(dossier: Dossier) -> list[tuple[object, ...]]:
    reworded = {claim.revises: claim for claim in dossier.claims if claim.revises}
    items: list[tuple[object, ...]] = []
    for one in dossier.fallen:
        now = reworded.get(one.claim)
        became = (": now ", Link(text=now.text, to=now.id)) if now else (f": {FELL[one.why]}",)
        items.append((*_link_claim(dossier, one.claim), *became))
    return items


def _show_positions(dossier: Dossier) -> Table:
    rows = [
        Row(
            id=node.id,
            cells=(
                (Anchor(id=f"seat-{node.seat}"), strong(dossier.seat_names[node.seat])),
                node.text,
                ", ".join(f"{score:.1f}" for score in node.refinement) or "–",
                node.stopped,
            ),
        )
        for node in dossier.nodes
        if isinstance(node, PositionNode)
    ]
    return Table(head=("Seat", "Position", "Refinement scores", "Stopped by"), rows=rows)


def _show_told(dossier: Dossier) -> Iterator[Block]:
    """Each seat's own account of what it stands behind, and what was held against it while it drafted."""
    for node in dossier.nodes:
        if not isinstance(node, PositionNode):
            continue
        if node.why:
            yield from section(
                f"Why {dossier.seat_names[node.seat]} answers so", (Paragraph(content=node.why),), level=2
            )
        if node.criticism:
            pairs = zip(node.refinement, node.criticism, strict=True)
            held = tuple(f"round {n}, score {score:.1f}: {said}" for n, (score, said) in enumerate(pairs, start=1))
            yield Paragraph(content=emphasis("What a critic held against the draft, the strongest of each round:"))
            yield Bullets(items=held)
        if node.told:
            items = tuple((f"{one.text} ", Link(text=one.claim, to=one.claim)) for one in node.told)
            yield from section(f"What {dossier.seat_names[node.seat]} says", (Bullets(items=items),), level=2)


def _show_claim(dossier: Dossier, claim: ClaimNode, quoted: set[str]) -> Article:
    """A claim with its grounds, its warrant and every objection to it."""
    warrant = dossier.find_node(claim.warrant)
    backed = f"{'backed by ' if claim.backers else ''}{name_backers(dossier, claim)}"
    about = (
        f" {DIRECTIONS[claim.direction]} the motion; {backed}; "
        f"{claim.qualifier}; promotes {claim.value}; strength {claim.strength:.2f}; "
    )
    blocks: list[Block] = [
        Heading(text=claim.text, level=2),
        Paragraph(
            content=(Badge(text=PLACES[claim.place], tone=TONES[claim.place]), about, code(claim.id)), style="meta"
        ),
        *_show_quotes(dossier, claim.grounds, quoted),
        *_show_sources(dossier, claim),
    ]
    if isinstance(warrant, WarrantNode):
        scheme = warrant.scheme.replace("_", " ")
        blocks.append(Paragraph(content=(strong("Warrant"), f" ({scheme}): {warrant.text}"), id=warrant.id))
    if claim.unless:
        blocks.append(Paragraph(content=(strong("Unless"), f" {claim.unless}")))
    blocks.append(_show_support(dossier, claim))
    blocks += [_show_objection(dossier, objection, quoted) for objection in list_objections(dossier, claim.id)]
    return Article(blocks=tuple(blocks), id=claim.id, tone=TONES[claim.place])


def _show_sources(dossier: Dossier, claim: ClaimNode) -> Iterator[Block]:
    """What a computed fact was worked out from."""
    if claim.working:
        yield Paragraph(content=strong("Working"))
        yield Bullets(items=tuple(_cite(dossier, node_id) for node_id in claim.working))
    if claim.sources:
        yield Paragraph(content=strong("Worked out from"))
        yield Bullets(items=tuple(_cite(dossier, node_id) for node_id in claim.sources))


def _show_support(dossier: Dossier, claim: ClaimNode) -> Paragraph:
    """What the gate found, and how the claim is tied to others."""
    node = dossier.find_node(claim.support)
    assert isinstance(node, SupportNode)
    found = f" {node.side}, strength {node.strength:.2f}" if node.side in ("for", "against") else f" {node.why}"
    ties: list[object] = []
    if claim.same_point_as:
        ties += ["; same point as ", Link(text=claim.same_point_as, to=claim.same_point_as)]
    if claim.revises:
        ties += ["; put in place of ", Link(text=claim.revises, to=claim.revises)]
    because = (" ", emphasis(f"Because: {node.reasons}")) if node.reasons else ()
    return Paragraph(content=(strong("Does it bear on the question?"), found, *ties, *because), id=node.id)


def _show_objection(dossier: Dossier, objection: ObjectionNode, quoted: set[str]) -> Article:
    appointed = " (appointed)" if objection.appointed else ""
    about = f" ({objection.type.replace('_', ' ')}, {objection.question}): {objection.text}"
    declined = f" (not judged: {', '.join(objection.declined)})" if objection.declined else ""
    fate = describe_fate(dossier, objection)
    scored = f"Materiality {objection.materiality:.1f} of 10{declined}; {fate}; "
    blocks: list[Block] = [
        Paragraph(
            content=(
                Anchor(id=objection.commitment),
                strong(f"Objection of {_join_names(dossier, objection.raised_by)}{appointed}"),
                about,
            )
        ),
        Paragraph(content=(scored, code(objection.id)), style="meta"),
        *([Paragraph(content=emphasis(f"Because: {objection.reasons}"))] if objection.reasons else []),
        *_show_quotes(dossier, objection.evidence, quoted),
    ]
    response = dossier.find_node(objection.response)
    if objection.reply:
        blocks.append(Paragraph(content=(strong("Reply:"), f" {objection.reply}")))
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
        cite = (f"{node.cite} " if node.cite else "", code(node.pointer.brief()), *unproven, *_show_left_out(node))
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
    yield Paragraph(
        content=f"Protocol: {dossier.protocol} ({dossier.protocol_reason}). {differ[:1].upper()}{differ[1:]}."
    )


def _join_names(dossier: Dossier, seats: tuple[str, ...]) -> str:
    return join_seats(dossier.seat_names, seats, "–")
