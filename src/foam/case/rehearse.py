"""A round without words: every speech that a template needs, as its tree stands. For checking packs; asks nobody."""

from __future__ import annotations

from foam.argument.flow import Flow
from foam.argument.tree import allot
from foam.case.answer import prepared
from foam.case.flow import flow_of
from foam.case.groups import groups_of, round_of
from foam.case.template import SpeechTemplate, speech_template
from foam.case.values import Case, Slot
from foam.pack.loader import Pack


def rehearsed(pack: Pack, template: SpeechTemplate) -> Flow | None:
    """What a speech would have heard, were every speech before it to take the first way at each branch."""
    heard: Flow | None = None
    for speech in template.needs:
        heard = flow_of(_spoken(pack, speech_template(pack, speech), heard))
    return heard


def _spoken(pack: Pack, template: SpeechTemplate, heard: Flow | None) -> Case:
    spoken = prepared(template, heard=heard)
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
        groups=groups_of(allotted, spoken, round_of(template, heard)),
        slots=slots,
    )
