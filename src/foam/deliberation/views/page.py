"""The dossier as one self-contained HTML page: the answer first, then the record. No script; prints well.

Every text is escaped; ids become anchors so that any node can be linked to and named in a challenge.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from html import escape
from importlib.resources import files

from foam.deliberation.dossier import (
    Asked,
    ClaimNode,
    Dossier,
    EvidenceNode,
    ObjectionNode,
    PositionNode,
    ResponseNode,
    WarrantNode,
)
from foam.deliberation.views.graph import svg
from foam.deliberation.views.words import (
    FELL,
    PLACES,
    claims,
    condition_text,
    fate_text,
    objections_to,
    pluralism_text,
    response_text,
    standing_text,
)

_SECTIONS = (
    ("core", "Consensus core"),
    ("conditional", "Conditional claims"),
    ("dissent", "Dissent memo"),
    ("positions", "Positions"),
    ("claims", "Every claim"),
    ("graph", "The mediation graph"),
    ("who", "Who decided"),
)


def page(dossier: Dossier) -> str:
    """The whole page."""
    title = escape(dossier.question)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{title}</title>'
        f"<style>{_style()}</style></head>\n<body>\n{_header(dossier, title)}\n<main>\n{_body(dossier)}\n</main>\n"
        f"{_footer(dossier)}\n</body></html>\n"
    )


@cache
def _style() -> str:
    return files("foam.deliberation.views").joinpath("page.css").read_text(encoding="utf-8")


def _header(dossier: Dossier, title: str) -> str:
    sentences = "".join(f"<p>{escape(sentence)}</p>" for sentence in dossier.summary)
    care = "".join(f"<li>{escape(caution)}</li>" for caution in dossier.cautions)
    links = "".join(f'<li><a href="#{id}">{name}</a></li>' for id, name in _SECTIONS)
    notice = f'<p class="notice">{escape(dossier.notice)}</p>' if dossier.notice else ""
    careful = f'<div class="care"><strong>Read with care</strong><ul>{care}</ul></div>' if care else ""
    return (
        f'<header><h1>{title}</h1><section class="answer" aria-label="The answer in short">{sentences}</section>'
        f'{careful}{notice}<nav aria-label="Sections"><ul>{links}</ul></nav></header>'
    )


def _body(dossier: Dossier) -> str:
    contents = {
        "core": _links(dossier, dossier.consensus_core),
        "conditional": _conditional(dossier),
        "dissent": _dissent(dossier),
        "positions": _positions(dossier),
        "claims": "\n".join(_claim(dossier, claim) for claim in claims(dossier)) or "<p>None.</p>",
        "graph": f"<figure>{svg(dossier)}</figure>",
        "who": _who(dossier),
    }
    return "\n".join(
        f'<section id="{id}" aria-labelledby="h-{id}"><h2 id="h-{id}">{name}</h2>\n{contents[id]}\n</section>'
        for id, name in _SECTIONS
    )


def _links(dossier: Dossier, ids: Iterable[str]) -> str:
    items = "".join(f"<li>{_link(dossier, id)}</li>" for id in ids)
    return f"<ul>{items}</ul>" if items else "<p>None.</p>"


def _link(dossier: Dossier, id: str) -> str:
    node = dossier.node(id)
    assert isinstance(node, ClaimNode)
    return f'<a href="#{id}">{escape(node.text)}</a> <span class="meta">({escape(node.seat)})</span>'


def _conditional(dossier: Dossier) -> str:
    rows = "".join(
        f"<li>{_link(dossier, c.claim)}: stands for {escape(', '.join(c.accepted_by))}, "
        f"<strong>{escape(condition_text(c.condition))}</strong></li>"
        for c in dossier.conditional_claims
    )
    return f"<ul>{rows}</ul>" if rows else "<p>None.</p>"


def _dissent(dossier: Dossier) -> str:
    rows = "".join(
        f"<tr><td>{_link(dossier, d.claim)}</td><td>{_names(d.accepted_by)}</td><td>{_names(d.rejected_by)}</td>"
        f"<td>{_names(d.undecided_by)}</td></tr>"
        for d in dossier.dissent_memo
    )
    head = "<tr><th>Claim</th><th>Accepted by</th><th>Rejected by</th><th>Undecided</th></tr>"
    table = _table(head, rows) if rows else "<p>No claim is left in dispute.</p>"
    unanswered = [n for n in dossier.nodes if isinstance(n, ObjectionNode) and n.fate.type == "dissent"]
    listed = "".join(
        f'<li>{escape(o.seat)}: <a href="#{o.id}">{escape(standing_text(dossier, o))}</a> '
        f"({escape(fate_text(o.fate))})</li>"
        for o in unanswered
    )
    return table + (f"<h3>Objections that stand</h3><ul>{listed}</ul>" if listed else "") + _fallen(dossier)


def _fallen(dossier: Dossier) -> str:
    items = "".join(f"<li>{_link(dossier, one.claim)}: {escape(FELL[one.why])}</li>" for one in dossier.fallen)
    return f"<h3>Claims that fell</h3><ul>{items}</ul>" if items else ""


def _positions(dossier: Dossier) -> str:
    rows = "".join(
        f'<tr id="{n.id}"><td>{escape(n.seat)}</td><td>{escape(n.text)}</td>'
        f"<td>{', '.join(f'{score:.1f}' for score in n.refinement) or '–'}</td><td>{n.stopped}</td></tr>"
        for n in dossier.nodes
        if isinstance(n, PositionNode)
    )
    head = "<tr><th>Seat</th><th>Position</th><th>Refinement scores</th><th>Stopped by</th></tr>"
    return _table(head, rows)


def _claim(dossier: Dossier, claim: ClaimNode) -> str:
    warrant = dossier.node(claim.warrant)
    warranted = _warrant(warrant) if isinstance(warrant, WarrantNode) else ""
    flag = f"<p><strong>Flagged:</strong> {escape(claim.flag)}</p>" if claim.flag else ""
    return (
        f'<article id="{claim.id}" class="{claim.place}"><h3>{escape(claim.text)}</h3>'
        f'<p class="meta"><span class="badge">{PLACES[claim.place]}</span> {escape(claim.seat)}, {claim.direction}, '
        f"{claim.qualifier}; promotes {escape(claim.value)}; strength {claim.strength:.2f}; <code>{claim.id}</code></p>"
        f"{''.join(_quotes(dossier, claim.grounds))}{warranted}{flag}"
        f"{''.join(_objection(dossier, o) for o in objections_to(dossier, claim.id))}</article>"
    )


def _warrant(warrant: WarrantNode) -> str:
    form = warrant.scheme.replace("_", " ")
    return f'<p id="{warrant.id}"><strong>Warrant</strong> ({form}): {escape(warrant.text)}</p>'


def _objection(dossier: Dossier, objection: ObjectionNode) -> str:
    response = dossier.node(objection.response)
    answer = (
        f'<p id="{response.id}"><strong>Response:</strong> {escape(response_text(response))}</p>'
        f"{''.join(_quotes(dossier, response.evidence))}"
        if isinstance(response, ResponseNode)
        else ""
    )
    return (
        f'<div class="objection" id="{objection.id}"><p><strong>Objection of {escape(objection.seat)}</strong> '
        f"({objection.type.replace('_', ' ')}, {objection.question}): {escape(objection.text)}</p>"
        f'<p class="meta">Materiality {objection.materiality:.1f} of 10; {escape(fate_text(objection.fate))}; '
        f"<code>{objection.id}</code></p>{''.join(_quotes(dossier, objection.evidence))}{answer}</div>"
    )


def _quotes(dossier: Dossier, ids: Iterable[str]) -> Iterator[str]:
    for id in ids:
        node = dossier.node(id)
        assert isinstance(node, EvidenceNode)
        unproven = "" if node.verified else " <strong>not verified</strong>"
        yield (
            f"<blockquote>{escape(node.text)}<cite>{escape(node.cite)} "
            f"<code>{node.pointer.brief()}</code>{unproven}</cite></blockquote>"
        )


def _who(dossier: Dossier) -> str:
    rows = "".join(_asked(asked) for asked in dossier.deciders)
    head = "<tr><th>Model</th><th>Roles</th><th>Questions</th><th>Methods</th><th>Least confidence</th></tr>"
    return (
        f"{_table(head, rows)}"
        f"<p>Protocol: {escape(dossier.protocol)} ({escape(dossier.protocol_reason)}). "
        f"{escape(pluralism_text(dossier).capitalize())}.</p>"
    )


def _asked(asked: Asked) -> str:
    confidence = "–" if asked.least_confidence is None else f"{asked.least_confidence:.2f}"
    cells = (f"{asked.decider} {asked.version}", ", ".join(asked.roles), str(asked.questions), ", ".join(asked.methods))
    return f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in (*cells, confidence))}</tr>"


def _table(head: str, rows: str) -> str:
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def _footer(dossier: Dossier) -> str:
    return (
        f'<footer class="meta"><p>Advisory: people decide. Quotations were assembled by code from sentence ids. '
        f"Pack {escape(dossier.pack)}; corpus <code>{escape(dossier.corpus)}</code>.</p></footer>"
    )


def _names(seats: tuple[str, ...]) -> str:
    return escape(", ".join(seats)) or "–"
