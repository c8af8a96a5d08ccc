"""Makes the slots of a speech from the leaves of its outline."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from foam.argument.outline import Allotted, OutlineNode
from foam.case.author import Writing
from foam.case.plan import COUNTERPLAN, COUNTERPLAN_TEXT
from foam.case.seek import describe_need, fill_words, find_point
from foam.case.stance import Position
from foam.case.values import Slot
from foam.job.retrieval import depend_on
from foam.job.session import Session
from foam.record.entry import ValueInput

_ARGUED = frozenset({"net_benefit_answer", "meets"})


def _join_heard(node: OutlineNode, heard: Mapping[str, str]) -> str:
    """What was said that a leaf deals with; where it may meet any of several points, each in a line."""
    return "\n".join(heard[name] for name in node.among) or heard.get(node.answers, "")


def make_slot(path: tuple[str, ...], leaf: Allotted, writing: Writing) -> Slot:
    """The slot of a leaf, with what it has to establish in the plan's own words, and what it answers in theirs."""
    node = leaf.node
    said = {"plan": writing.position.text, "resolution": writing.resolution}
    instead = writing.counterplan if node.syllogism == COUNTERPLAN else None
    need = describe_need(node.seek, **said, instead=instead.text if instead else "")
    slot = Slot(
        id=node.id,
        path=path,
        title=node.title,
        syllogism=node.syllogism,
        component=node.component,
        words=leaf.words,
        seek=need,
        point=fill_words(find_point(node.seek), **said),
        answers=node.answers,
        extends=node.extends,
        steps=node.among if node.any_step else (),
        **{"meets" if node.meets else "against": _join_heard(node, writing.heard)},
    )
    if instead is None or node.component != COUNTERPLAN_TEXT:
        return slot
    update = {"analytic": instead.text, "voice": instead.voice, "entries": {"counterplan": instead.entry}}
    return slot.model_copy(update=update)


def fill_stated_slots(
    session: Session,
    position: Position,
    resolution: str,
    slots: Sequence[Slot],
    leaves: Sequence[tuple[tuple[str, ...], Allotted]],
) -> tuple[Slot, ...]:
    """The slots with the template's words in those that have some."""
    return tuple(
        _fill_stated(session, position, resolution, slot, leaf.node.say) if leaf.node.say else slot
        for slot, (_, leaf) in zip(slots, leaves, strict=True)
    )


def _fill_stated(session: Session, position: Position, resolution: str, slot: Slot, words: str) -> Slot:
    entry = session.clerk.compute(
        "analytic",
        lambda: fill_words(words, plan=position.text, resolution=resolution),
        depend_on("position", position.entry),
        ValueInput(role="words", value=words),
        ValueInput(role="deals with", value=slot.answers or slot.extends),
        rule="template words",
    )
    return slot.model_copy(update={"analytic": str(entry.answer), "entries": {"analytic": entry.key}})


def is_analytic(node: OutlineNode) -> bool:
    """Whether a node is said without evidence, in words of its own: what deals with what was heard keeps the
    template's, which say what stands in the round, but for why a permutation can be done and why the plan meets a word
    of the question: that depends on the reason that was given against it."""
    return bool(node.say) and (node.component in _ARGUED or not (node.answers or node.extends))
