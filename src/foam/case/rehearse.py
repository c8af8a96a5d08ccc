"""Rehearses a round to check packs: every speech that a template needs, without evidence and without asking a model."""

from __future__ import annotations

from foam.argument.flow import Flow
from foam.argument.outline import allot
from foam.case.answer import prepare_outline
from foam.case.flow import build_flow
from foam.case.groups import build_round, list_groups
from foam.case.values import Case, Slot
from foam.pack.outlines import SpeechOutline, load_outline
from foam.pack.pack import Pack


def rehearse(pack: Pack, template: SpeechOutline) -> Flow | None:
    """What a speech would have heard, were every speech before it to take the first way at each branch."""
    heard: Flow | None = None
    for speech in template.needs:
        heard = build_flow(_make_case(pack, load_outline(pack, speech), heard))
    return heard


def _make_case(pack: Pack, template: SpeechOutline, heard: Flow | None) -> Case:
    spoken = prepare_outline(template, heard=heard)
    allotted = allot(spoken.tree, template.words)
    slots = tuple(
        Slot(
            id=leaf.node.id,
            path=path,
            title=leaf.node.title,
            syllogism=leaf.node.syllogism,
            component=leaf.node.component,
            words=leaf.words,
            answers=leaf.node.answers,
            extends=leaf.node.extends,
            analytic=leaf.node.title,
        )
        for path, leaf in allotted.leaves()
    )
    return Case(
        resolution=pack.sample_question,
        speech=template.speech,
        title=template.title,
        side=template.side,
        seat="",
        plan="",
        pack=pack.reference,
        pack_content=pack.content,
        notice="",
        corpus="",
        budget=template.words,
        format=template.format or "policy",
        heard=heard,
        choices=(),
        groups=list_groups(allotted, spoken, build_round(template, heard)),
        slots=slots,
    )
