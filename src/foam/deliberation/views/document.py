"""The dossier as a document: the answer first, then the record. The same blocks serve every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from foam.deliberation.dossier import (
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    WarrantNode,
)
from foam.deliberation.views.diagram import draw_mediation
from foam.deliberation.views.words import (
    FELL,
    PLACES,
    TONES,
    describe_condition,
    describe_fate,
    describe_pluralism,
    describe_response,
    describe_standing,
    list_claim_nodes,
    list_objections,
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
    yield Heading(text="Consensus core", id="core")
    yield from _list_items([_link_claim(dossier, claim) for claim in dossier.consensus_core])
    yield Heading(text="Conditional claims", id="conditional")
    yield from _list_items(
        [
            (*_link_claim(dossier, one.claim), f": stands for {', '.join(one.accepted_by)}, ",
             strong(describe_condition(one.condition)))
            for one in dossier.conditional_claims
        ]
    )  # fmt: skip
    yield Heading(text="Dissent memo", id="dissent")
    yield from _show_dissent(dossier)
    yield Heading(text="Positions", id="positions")
    yield _show_positions(dossier)
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
    return (Link(text=node.text, to=claim), Text(text=f" ({node.seat})", look="small"))


def _show_dissent(dossier: Dossier) -> Iterator[Block]:
    rows = [
        (
            _link_claim(dossier, one.claim),
            _join_names(one.accepted_by),
            _join_names(one.rejected_by),
            _join_names(one.undecided_by),
        )
        for one in dossier.dissent_memo
    ]
    head = ("Claim", "Accepted by", "Rejected by", "Undecided")
    yield Table(head=head, rows=rows) if rows else Paragraph(content="No claim is left in dispute.")
    standing = [
        (f"Unanswered objection of {node.seat}: ", Link(text=describe_standing(dossier, node), to=node.id),
         f" (against {node.claim}; {describe_fate(node.fate)})")
        for node in dossier.nodes
        if isinstance(node, ObjectionNode) and node.fate.type == "dissent"
    ]  # fmt: skip
    if standing:
        yield from section("Objections that stand", (Bullets(items=tuple(standing)),), level=2)
    fallen = tuple((*_link_claim(dossier, one.claim), f": {FELL[one.why]}") for one in dossier.fallen)
    if fallen:
        yield from section("Claims that fell", (Bullets(items=fallen),), level=2)


def _show_positions(dossier: Dossier) -> Table:
    rows = [
        Row(
            id=node.id,
            cells=(
                (Anchor(id=f"seat-{node.seat}"), strong(node.seat)),
                node.text,
                ", ".join(f"{score:.1f}" for score in node.refinement) or "–",
                node.stopped,
            ),
        )
        for node in dossier.nodes
        if isinstance(node, PositionNode)
    ]
    return Table(head=("Seat", "Position", "Refinement scores", "Stopped by"), rows=rows)


def _show_claim(dossier: Dossier, claim: ClaimNode, quoted: set[str]) -> Article:
    """A claim with its grounds, its warrant and every objection to it."""
    warrant = dossier.find_node(claim.warrant)
    about = (
        f" by {claim.seat} ({claim.direction}), {claim.qualifier}; promotes {claim.value}; "
        f"strength {claim.strength:.2f}; "
    )
    blocks: list[Block] = [
        Heading(text=claim.text, level=2),
        Paragraph(
            content=(Badge(text=PLACES[claim.place], tone=TONES[claim.place]), about, code(claim.id)), style="meta"
        ),
        *_show_quotes(dossier, claim.grounds, quoted),
    ]
    if isinstance(warrant, WarrantNode):
        scheme = warrant.scheme.replace("_", " ")
        blocks.append(Paragraph(content=(strong("Warrant"), f" ({scheme}): {warrant.text}"), id=warrant.id))
    if claim.flag:
        blocks.append(Paragraph(content=(strong("Flagged:"), f" {claim.flag}")))
    blocks += [_show_objection(dossier, objection, quoted) for objection in list_objections(dossier, claim.id)]
    return Article(blocks=tuple(blocks), id=claim.id, tone=TONES[claim.place])


def _show_objection(dossier: Dossier, objection: ObjectionNode, quoted: set[str]) -> Article:
    about = f" ({objection.type.replace('_', ' ')}, {objection.question}): {objection.text}"
    scored = f"Materiality {objection.materiality:.1f} of 10; {describe_fate(objection.fate)}; "
    blocks: list[Block] = [
        Paragraph(content=(Anchor(id=objection.commitment), strong(f"Objection of {objection.seat}"), about)),
        Paragraph(content=(scored, code(objection.id)), style="meta"),
        *_show_quotes(dossier, objection.evidence, quoted),
    ]
    response = dossier.find_node(objection.response)
    if isinstance(response, ResponseNode):
        blocks.append(Paragraph(content=(strong("Response:"), f" {describe_response(response)}"), id=response.id))
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
            ", ".join(use.roles),
            str(use.questions),
            ", ".join(use.methods),
            "–" if use.least_confidence is None else f"{use.least_confidence:.2f}",
        )
        for use in dossier.deciders
    ]
    yield Table(head=("Model", "Roles", "Questions", "Methods", "Least confidence"), rows=rows)
    differ = describe_pluralism(dossier)
    yield Paragraph(
        content=f"Protocol: {dossier.protocol} ({dossier.protocol_reason}). {differ[:1].upper()}{differ[1:]}."
    )


def _join_names(seats: tuple[str, ...]) -> str:
    return ", ".join(seats) or "–"
