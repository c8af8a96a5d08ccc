"""A layout as an outline and as filled slots."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from foam.argument.motion import Motion
from foam.argument.outline import OutlineNode
from foam.case.own.cards import fill_laid
from foam.case.own.layout import PLAN
from foam.case.own.values import OWN, LaidCard, LaidPart, Layout
from foam.case.plan import Position, take_position
from foam.case.slots import Outline, allot_outline
from foam.case.values import BranchChoice, GeneratedNode, Slot
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.pack.outlines import SpeechOutline
from foam.perspective.node import Perspective
from foam.record.entry import Entry, ValueInput

_TITLE = "The debater's own case"
_WHY = "the library's own blocks"


def state_plan(session: Session, seat: Perspective, motion: Motion, entry: Entry, layout: Layout) -> Position:
    """The seat's position in the words of the plan that was asked for or that the debater's file has."""
    position = take_position(session, seat, motion, entry)
    stated = session.clerk.compute(
        "plan",
        lambda: layout.plan,
        depend_on("position", position.entry),
        ValueInput(role="plan", value=layout.plan),
        rule=f"the plan text of {layout.plan_from}" if layout.plan_from else "the plan that was asked for",
    )
    return position.model_copy(update={"text": layout.plan, "entry": stated.key})


def lay_outline(session: Session, position: Position, template: SpeechOutline, layout: Layout, budget: int) -> Outline:
    """The outline that a layout makes: a branch of its own beside those of the template, with a leaf for each card."""
    tree = template.tree
    node = GeneratedNode(at=tree.id, node=make_branch(layout))
    offered = (*(child.id for child in tree.children), OWN)
    entry = session.clerk.compute(
        "branch",
        lambda: [OWN],
        depend_on("position", position.entry),
        ValueInput(role="branch", value=tree.id),
        ValueInput(role="offered", value=list(offered)),
        ValueInput(role="layout", value=layout.json_value()),
        rule=_WHY,
    )
    choice = BranchChoice(
        branch=tree.id, ask=tree.ask, offered=offered, taken=(OWN,), by="the library", why=_WHY, entry=entry.key
    )
    return Outline(allotted=allot_outline(tree, [choice], [node], budget), choices=(choice,), generated=(node,))


def make_branch(layout: Layout) -> OutlineNode:
    """The layout as a branch of an outline."""
    parts = tuple(_make_branch(part) for part in layout.parts)
    stated = () if layout.answers else (_make_plan_node(layout),)
    words = sum(node.words for node in (*stated, *parts))
    return OutlineNode(id=OWN, type="branch", title=_TITLE, words=words, generated=True, children=(*stated, *parts))


def _make_plan_node(layout: Layout) -> OutlineNode:
    length = len(layout.plan.split())
    stated = OutlineNode(
        id=f"{PLAN}-text", type="leaf", title="Plan", words=length, syllogism="plan_text", component="mandate"
    )
    return OutlineNode(
        id=PLAN, type="branch", title="Plan text", words=length, syllogism="plan_text", children=(stated,)
    )


def _make_branch(part: LaidPart) -> OutlineNode:
    """A part as a branch. Its leaves name the syllogism and it does not: their words are those of the cards, whatever
    share a template would give an impact."""
    leaves = tuple(_make_leaf(part, card) for card in part.cards)
    words = sum(leaf.words for leaf in leaves)
    return OutlineNode(id=part.id, type="branch", title=part.title, words=words, children=leaves, facts=part.facts)


def _make_leaf(part: LaidPart, card: LaidCard) -> OutlineNode:
    return OutlineNode(
        id=card.id,
        type="leaf",
        title=card.title,
        words=card.words,
        syllogism=part.syllogism,
        component=card.component,
        seek=card.seek,
        say=card.says.replace("$", "$$"),
        answers=card.answers,
        extends=card.extends,
    )


async def bind_layout(session: Session, plan: str, slots: Sequence[Slot], layout: Layout) -> tuple[Slot, ...]:
    """The slots with the cards that were laid out for them, judged beside the step before each."""
    laid = {card.id: card for card in layout.list_cards()}
    before = {
        card.id: card.seek if part.chain else part.cards[n - 1].own_tag if n and not card.answers else part.title
        for part in layout.parts
        for n, card in enumerate(part.cards)
    }

    async def fill(slot: Slot) -> Slot:
        if slot.id not in laid:
            return slot
        return await fill_laid(session, plan, slot, laid[slot.id], slot.against or before[slot.id])

    return tuple(await asyncio.gather(*map(fill, slots)))
