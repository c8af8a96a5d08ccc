"""The dossier as PDF: the answer first, then every claim with its grounds and what was said against it."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, ResponseNode, WarrantNode
from foam.deliberation.views.pdf import Block, Bullets, Heading, Paragraph, Printed, Run, pdf, plain
from foam.deliberation.views.words import (
    FELL,
    PLACES,
    claims,
    condition_text,
    fate_text,
    objections_to,
    pluralism_text,
    quotation,
    response_text,
    standing_text,
)

Item = tuple[Run, ...]


def printed(dossier: Dossier) -> bytes:
    """The whole dossier as a PDF file."""
    footer = f"pack {dossier.pack}; corpus {dossier.corpus[:15]}"
    return pdf(Printed(title=dossier.question, blocks=tuple(_blocks(dossier)), footer=footer))


def _blocks(dossier: Dossier) -> Iterator[Block]:
    yield Bullets(items=tuple(plain(sentence) for sentence in dossier.summary))
    cautions = f"Read with care: {'; '.join(dossier.cautions)}." if dossier.cautions else ""
    for note in (cautions, dossier.notice):
        if note:
            yield Paragraph(runs=plain(note), style="note")
    yield from _listed("Consensus core", [_claim_item(dossier, id) for id in dossier.consensus_core])
    yield from _listed("Conditional claims", list(_conditional(dossier)))
    yield from _listed("Dissent memo", list(_dissent(dossier)))
    yield Heading(text="Every claim, with its grounds and what was said against it")
    for claim in claims(dossier):
        yield from _claim(dossier, claim)
    yield Paragraph(runs=plain(pluralism_text(dossier)), style="note")


def _listed(title: str, items: list[Item]) -> Iterator[Block]:
    yield Heading(text=title)
    yield Bullets(items=tuple(items) or (plain("None."),))


def _claim_item(dossier: Dossier, id: str, more: str = "") -> Item:
    node = dossier.node(id)
    assert isinstance(node, ClaimNode)
    return (Run(text=node.text), Run(text=f" ({id}, {node.seat}){more}", small=True))


def _conditional(dossier: Dossier) -> Iterator[Item]:
    for one in dossier.conditional_claims:
        stands = f" stands for {', '.join(one.accepted_by)} {condition_text(one.condition)}"
        yield _claim_item(dossier, one.claim, stands)


def _dissent(dossier: Dossier) -> Iterator[Item]:
    for one in dossier.dissent_memo:
        sides = (
            ("accepted by", one.accepted_by),
            ("rejected by", one.rejected_by),
            ("undecided for", one.undecided_by),
        )
        said = "; ".join(f"{how} {', '.join(seats) or 'nobody'}" for how, seats in sides)
        yield _claim_item(dossier, one.claim, f" {said}")
    for node in dossier.nodes:
        if isinstance(node, ObjectionNode) and node.fate.type == "dissent":
            said = standing_text(dossier, node)
            yield plain(f"Unanswered objection of {node.seat}: {said} (against {node.claim})")
    for fallen in dossier.fallen:
        yield _claim_item(dossier, fallen.claim, f" fell: {FELL[fallen.why]}")


def _claim(dossier: Dossier, claim: ClaimNode) -> Iterator[Block]:
    yield Heading(level=2, text=claim.text)
    about = f"{claim.id} by {claim.seat}, {claim.qualifier}; promotes {claim.value}; {PLACES[claim.place]}"
    yield Paragraph(runs=plain(f"{about}; strength {claim.strength:.2f}"), style="note")
    warrant = dossier.node(claim.warrant)
    items = [plain(f"grounds: {quotation(dossier, id)}") for id in claim.grounds]
    items += [plain(f"warrant: {warrant.text}")] if isinstance(warrant, WarrantNode) else []
    items += [(Run(text=f"flagged: {claim.flag}", bold=True),)] if claim.flag else []
    items += [item for objection in objections_to(dossier, claim.id) for item in _objection(dossier, objection)]
    yield Bullets(items=tuple(items))


def _objection(dossier: Dossier, objection: ObjectionNode) -> Iterator[Item]:
    scored = f"Materiality {objection.materiality:.1f} of 10; {fate_text(objection.fate)}."
    response = dossier.node(objection.response)
    answered = f" {response_text(response)}." if isinstance(response, ResponseNode) else ""
    yield (
        Run(text=f"objection of {objection.seat}: ", bold=True),
        Run(text=f"{objection.text} {scored}{answered}"),
        *(Run(text=f" {quotation(dossier, id)}", italic=True) for id in objection.evidence),
    )
