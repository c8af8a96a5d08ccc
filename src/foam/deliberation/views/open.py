"""What a deliberation leaves open, as the dossier says it."""

from __future__ import annotations

from collections.abc import Iterator

from foam.deliberation.dossier import ClaimNode, ContestedFact, Dossier, ObjectionNode, PositionNode, ResponseNode
from foam.deliberation.left_open import LEFT_OPEN, LeftOpen, find_left_open
from foam.deliberation.views.links import cite_evidence, join_or_dash, link_claim
from foam.deliberation.views.words import describe_condition, describe_fate, describe_standing, mark_figures
from foam.paper import Block, Bullets, Heading, Link, Paragraph, Row, Table, code, section, strong

Item = tuple[object, ...]
_ANSWERED: tuple[LeftOpen, ...] = ("holds in the cases it names", "answered in part")


def show_open(dossier: Dossier) -> Iterator[Block]:
    """What is contested, depends on values or conditions, stands against a reason, or was not examined."""
    parts = {
        "The answer": _list_if_any(_list_undecided(dossier)),
        "Contested facts": _show_contested(dossier),
        "Depends on what one values": _list_if_any(_list_conditions(dossier)),
        "In dispute": _show_disputes(dossier),
        LEFT_OPEN["stands"]: _list_if_any(_list_standing(dossier)),
        **{LEFT_OPEN[way]: _list_if_any(_list_answered(dossier, way)) for way in _ANSWERED},
        "Unexamined": _list_if_any([link_claim(dossier, claim) for claim in dossier.unexamined]),
    }
    if not any(parts.values()):
        yield Paragraph(content="Every objection was answered, and nothing else is left open.")
    for title, blocks in parts.items():
        if blocks:
            yield from section(title, blocks, level=2)


def _list_if_any(items: list[Item]) -> tuple[Block, ...]:
    return (Bullets(items=tuple(items)),) if items else ()


def _list_undecided(dossier: Dossier) -> list[Item]:
    """Why the question itself is open, and whether the conditions that were set are met, where they can be."""
    items: list[Item] = []
    if dossier.recommendation.outcome == "undecided":
        items.append(("The reasons that stand do not settle the question: it depends on whose values are asked.",))
    set_by = [n for n in dossier.nodes if isinstance(n, PositionNode) and n.condition]
    if set_by or any(claim.condition for claim in _list_setters(dossier)):
        clauses = [*(one.condition for one in set_by), *(one.condition for one in _list_setters(dossier))]
        named = f" that were set are met: {'; '.join(dict.fromkeys(filter(None, clauses)))}."
        items.append(("Whether the ", Link(text="conditions", to="conditions"), named))
    return items


def _list_setters(dossier: Dossier) -> list[ClaimNode]:
    """The claims that set a condition which stands."""
    return [claim for claim in dossier.claims if claim.id in dossier.conditions]


def _show_contested(dossier: Dossier) -> tuple[Block, ...]:
    """Both sources side by side."""
    rows = [_show_pair(dossier, one, _say_standing(dossier, one)) for one in dossier.contested_facts]
    table = Table(head=("One source", "The other", "Which stands"), rows=tuple(rows))
    return (table,) if rows else ()


def show_struck(dossier: Dossier) -> Iterator[Block]:
    """What was taken for a contradiction until a challenge showed that both can be true; nothing where none was."""
    rows = [_show_pair(dossier, one, ("both: a challenge to it was sustained",)) for one in dossier.struck_conflicts]
    if rows:
        yield Heading(text="Taken to contradict each other, and found not to", id="no-conflict")
        yield Table(head=("One source", "The other", "Which stands"), rows=tuple(rows))


def _show_pair(dossier: Dossier, fact: ContestedFact, stands: Item) -> Row:
    """The two sentences, what became of them, and the id under which the pair can be challenged."""
    both = (cite_evidence(dossier, fact.left), cite_evidence(dossier, fact.right))
    return Row(id=fact.id, cells=(*both, (*stands, "; ", code(fact.id))))


def _say_standing(dossier: Dossier, fact: ContestedFact) -> Item:
    """Which of the two stands, and which claims do without it."""
    if fact.computed:
        return ("the first: it was worked out" if fact.computed == fact.left else "the other: it was worked out",)
    spared = [link_claim(dossier, name) for name in fact.spares]
    return ("open", *(part for one in spared for part in ("; ", *one, " was found borne out without it")))


def _list_conditions(dossier: Dossier) -> list[Item]:
    return [
        (*link_claim(dossier, one.claim), f": stands for {join_or_dash(dossier, one.accepted_by)}, ",
         strong(describe_condition(one.condition)))
        for one in dossier.conditional_claims
    ]  # fmt: skip


def _show_disputes(dossier: Dossier) -> tuple[Block, ...]:
    rows = [
        (
            link_claim(dossier, one.claim),
            join_or_dash(dossier, one.accepted_by),
            join_or_dash(dossier, one.rejected_by),
            join_or_dash(dossier, one.undecided_by),
        )
        for one in dossier.dissent_memo
    ]
    head = ("Claim", "Accepted by", "Rejected by", "Undecided")
    return (Table(head=head, rows=rows),) if rows else ()


def _list_standing(dossier: Dossier) -> list[Item]:
    return [
        (f"{join_or_dash(dossier, node.raised_by)}: ", Link(text=describe_standing(dossier, node), to=node.id),
         f" ({_name_claim(dossier, node)}; {describe_fate(dossier, node)})")
        for node in _list_objections(dossier)
        if find_left_open(node, None) == "stands"
    ]  # fmt: skip


def _list_answered(dossier: Dossier, way: LeftOpen) -> list[Item]:
    """Objections that were answered, and are open in this way all the same."""
    answers = ((node, dossier.find_node(node.response)) for node in _list_objections(dossier))
    return [
        (*_tell(dossier, node), *_tell_met(response))
        for node, response in answers
        if isinstance(response, ResponseNode) and find_left_open(node, response) == way
    ]


def _tell_met(response: ResponseNode) -> tuple[str, ...]:
    """How far the answer disposes of the objection, where somebody said."""
    return () if response.adequacy is None else (f"; the answer meets {response.adequacy:.0f} of 10 of it",)


def _tell(dossier: Dossier, node: ObjectionNode) -> Item:
    who = join_or_dash(dossier, node.raised_by)
    return (f"{who}: ", Link(text=mark_figures(dossier, node.text), to=node.id), f" ({_name_claim(dossier, node)})")


def _name_claim(dossier: Dossier, node: ObjectionNode) -> str:
    claim = dossier.find_node(node.claim)
    assert isinstance(claim, ClaimNode)
    struck, reads = (mark_figures(dossier, text) for text in (node.struck or claim.text, claim.text))
    now = f", which now reads “{reads}”" if node.struck and node.struck != claim.text else ""
    return f"against “{struck}”{now}"


def _list_objections(dossier: Dossier) -> Iterator[ObjectionNode]:
    yield from (node for node in dossier.nodes if isinstance(node, ObjectionNode))
