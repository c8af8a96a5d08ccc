"""The dossier as Markdown: the answer first, then the record. Quoted text is escaped, so it stays text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from foam.deliberation.dossier import ClaimNode, Dossier, ObjectionNode, PositionNode, ResponseNode, WarrantNode
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

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~])")


def markdown(dossier: Dossier) -> str:
    """The whole dossier as one Markdown document."""
    parts = (_head, _core, _conditional, _dissent, _positions, _claims, _footing)
    return "\n".join(line for part in parts for line in (*part(dossier), "")).rstrip() + "\n"


def escaped(text: str) -> str:
    """Text with every character that Markdown would read as markup made literal, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _head(dossier: Dossier) -> Iterator[str]:
    yield f"# {escaped(dossier.question)}"
    yield ""
    for sentence in dossier.summary:
        yield f"- {escaped(sentence)}"
    if dossier.cautions:
        yield ""
        yield "**Read with care:** " + "; ".join(escaped(caution) for caution in dossier.cautions) + "."
    if dossier.notice:
        yield ""
        yield f"*{escaped(dossier.notice)}*"


def _core(dossier: Dossier) -> Iterator[str]:
    yield "## Consensus core"
    yield ""
    yield from _listed(dossier, dossier.consensus_core)


def _conditional(dossier: Dossier) -> Iterator[str]:
    yield "## Conditional claims"
    yield ""
    if not dossier.conditional_claims:
        yield "None."
    for conditional in dossier.conditional_claims:
        yield f"- {_claim_line(dossier, conditional.claim)}"
        yield f"  - stands for {', '.join(conditional.accepted_by)} {condition_text(conditional.condition)}"


def _dissent(dossier: Dossier) -> Iterator[str]:
    yield "## Dissent memo"
    yield ""
    if not dossier.dissent_memo:
        yield "Nothing is left in dispute among the claims."
    for dissent in dossier.dissent_memo:
        yield f"- {_claim_line(dossier, dissent.claim)}"
        yield f"  - accepted by {_names(dissent.accepted_by)}; rejected by {_names(dissent.rejected_by)}; " + (
            f"undecided for {_names(dissent.undecided_by)}"
        )
    for objection in _unanswered(dossier):
        said = escaped(standing_text(dossier, objection))
        yield f"- Unanswered objection of {objection.seat}: {said} (against {objection.claim})"
    for fallen in dossier.fallen:
        yield f"- Fell: {_claim_line(dossier, fallen.claim)}: {FELL[fallen.why]}"


def _positions(dossier: Dossier) -> Iterator[str]:
    yield "## Positions"
    yield ""
    for node in dossier.nodes:
        if isinstance(node, PositionNode):
            scores = ", ".join(f"{score:.1f}" for score in node.refinement) or "none"
            yield f"- **{node.seat}**: {escaped(node.text)} (refinement: {scores}; stopped: {node.stopped})"


def _claims(dossier: Dossier) -> Iterator[str]:
    yield "## Every claim, with its grounds and what was said against it"
    for claim in claims(dossier):
        yield ""
        yield from _claim(dossier, claim)


def _claim(dossier: Dossier, claim: ClaimNode) -> Iterator[str]:
    warrant = dossier.node(claim.warrant)
    yield f"### {escaped(claim.text)}"
    yield ""
    yield f"`{claim.id}` by **{claim.seat}** ({claim.direction}), {claim.qualifier}; promotes {claim.value}; " + (
        f"{PLACES[claim.place]}; strength {claim.strength:.2f}"
    )
    yield ""
    yield from (f"- grounds: {escaped(quotation(dossier, id))}" for id in claim.grounds)
    if isinstance(warrant, WarrantNode):
        yield f"- warrant ({warrant.scheme.replace('_', ' ')}): {escaped(warrant.text)}"
    if claim.flag:
        yield f"- **flagged**: {escaped(claim.flag)}"
    for objection in objections_to(dossier, claim.id):
        yield from _objection(dossier, objection)


def _objection(dossier: Dossier, objection: ObjectionNode) -> Iterator[str]:
    yield f"- objection of **{objection.seat}** ({objection.type.replace('_', ' ')}, {objection.question}): " + (
        f"{escaped(objection.text)} Materiality {objection.materiality:.1f} of 10; {fate_text(objection.fate)}."
    )
    yield from (f"  - evidence: {escaped(quotation(dossier, id))}" for id in objection.evidence)
    response = dossier.node(objection.response)
    if isinstance(response, ResponseNode):
        yield f"  - {response_text(response)}"
        yield from (f"    - evidence: {escaped(quotation(dossier, id))}" for id in response.evidence)


def _footing(dossier: Dossier) -> Iterator[str]:
    yield "## Who decided"
    yield ""
    for asked in dossier.deciders:
        least = "" if asked.least_confidence is None else f"; least confidence {asked.least_confidence:.2f}"
        yield f"- {asked.decider} {asked.version}: {asked.questions} questions as {', '.join(asked.roles)}, " + (
            f"by {', '.join(asked.methods)}{least}"
        )
    yield f"- protocol: {dossier.protocol} ({escaped(dossier.protocol_reason)})"
    yield f"- pack {dossier.pack}; corpus {dossier.corpus}"
    yield f"- {pluralism_text(dossier)}"


def _listed(dossier: Dossier, ids: tuple[str, ...]) -> Iterator[str]:
    yield from (f"- {_claim_line(dossier, id)}" for id in ids)
    if not ids:
        yield "None."


def _claim_line(dossier: Dossier, id: str) -> str:
    node = dossier.node(id)
    assert isinstance(node, ClaimNode)
    return f"{escaped(node.text)} (`{id}`, {node.seat})"


def _unanswered(dossier: Dossier) -> tuple[ObjectionNode, ...]:
    return tuple(n for n in dossier.nodes if isinstance(n, ObjectionNode) and n.fate.type == "dissent")


def _names(seats: tuple[str, ...]) -> str:
    return ", ".join(seats) or "nobody"
